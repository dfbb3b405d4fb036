import { Link } from '@tanstack/react-router';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { errorText } from '#ui/error-words.ts';
import type { PreflightCheck } from '../../contract-preview.ts';
import { PreflightList } from './composer-preflight-section.tsx';

/** What a look before the launch came to: what is to be mended, nothing after all, or why there was no look. */
export type PreflightTrouble =
  | { kind: 'bad'; checks: readonly PreflightCheck[] }
  | { kind: 'mended' }
  | { kind: 'unknown'; error: unknown };

type PreflightDialogProps = {
  trouble: PreflightTrouble;
  isChecking: boolean;
  onCheckAgain: () => void;
  onLaunch: () => void;
  onClose: () => void;
};

/** Said before anything leaves; the person goes on knowingly. */
export function PreflightDialog(props: PreflightDialogProps) {
  const { trouble, isChecking, onCheckAgain, onLaunch, onClose } = props;
  const isMended = trouble.kind === 'mended';
  const lacksPostalAddress =
    trouble.kind === 'bad' && trouble.checks.some(({ id }) => id === 'postal-address');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...wordsOf(trouble)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Go back
          </Button>
          {!isMended && (
            <Button
              variant="secondary"
              isPending={isChecking}
              pendingLabel="Checking…"
              onClick={onCheckAgain}
            >
              Check again
            </Button>
          )}
          <Button variant="primary" disabled={isChecking} onClick={onLaunch}>
            {isMended ? 'Launch' : 'Launch anyway'}
          </Button>
        </>
      }
    >
      {trouble.kind === 'unknown' ? (
        <p className="text-body text-ink-2">{errorText(trouble.error)}</p>
      ) : trouble.kind === 'mended' ? (
        <p className="text-body text-ink-2">The sender, the links and the postal address are in order.</p>
      ) : (
        <PreflightList checks={trouble.checks} />
      )}
      {lacksPostalAddress && (
        <p className="mt-3 text-small text-ink-2">
          <Link to="/settings" target="_blank" className="link">
            Open the settings <span className="sr-only">in a new tab</span>
          </Link>
          {', enter the postal address under Workspace, and check again here.'}
        </p>
      )}
    </Dialog>
  );
}

function wordsOf(trouble: PreflightTrouble): { title: string; description: string } {
  switch (trouble.kind) {
    case 'unknown':
      return {
        title: 'The preflight could not be run',
        description: 'Nobody has looked at the sender, the links and the postal address.',
      };
    case 'mended':
      return { title: 'Everything is in order now', description: 'Nothing has left yet.' };
    case 'bad':
      return {
        title: `Launch with ${countOf(trouble.checks.length, 'thing')} to mend?`,
        description:
          'Nothing has left yet. As it is, messages may be refused, land among spam or lead nowhere.',
      };
  }
}
