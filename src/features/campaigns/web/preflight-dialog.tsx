import { Link } from '@tanstack/react-router';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { errorText } from '#ui/error-words.ts';
import type { PreflightCheck } from '../contract-checks.ts';
import { PreflightList } from './preflight-list-view.tsx';

/** What a look before the launch came to: what is to be mended, nothing after all, or why there was no look. */
export type PreflightTrouble =
  | { kind: 'bad' | 'stopped'; checks: readonly PreflightCheck[] }
  | { kind: 'mended' }
  | { kind: 'unknown'; error: unknown };

type PreflightDialogProps = {
  trouble: PreflightTrouble;
  isChecking: boolean;
  onCheckAgain: () => void;
  onLaunch: () => void;
  onClose: () => void;
};

/** Said before anything leaves; the person goes on knowingly, unless the law asks for what is missing. */
export function PreflightDialog(props: PreflightDialogProps) {
  const { trouble, isChecking, onCheckAgain, onLaunch, onClose } = props;
  const isStopped = trouble.kind === 'stopped';
  const isMended = trouble.kind === 'mended';
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
              variant={isStopped ? 'primary' : 'secondary'}
              isPending={isChecking}
              pendingLabel="Checking…"
              onClick={onCheckAgain}
            >
              Check again
            </Button>
          )}
          {!isStopped && (
            <Button variant="primary" disabled={isChecking} onClick={onLaunch}>
              {isMended ? 'Launch' : 'Launch anyway'}
            </Button>
          )}
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
      {isStopped && (
        <p className="mt-3 text-small text-ink-2">
          <Link to="/settings" target="_blank" className="link">
            Open the settings <span className="sr-only">in a new tab</span>
          </Link>
          {', enter it under Workspace, and check again here.'}
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
    case 'stopped':
      return {
        title: 'This campaign cannot leave yet',
        description: 'The law asks for a postal address under commercial mail. Nothing has left.',
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
