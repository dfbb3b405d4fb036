import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { linkButtonClass } from '#ui/button-class.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { exactTime } from '#ui/relative-time-words.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { originalPath, replyOriginalQuery } from './api.ts';

type ReplyOriginalDialogProps = { id: string; subject: string; onClose: () => void };

/** "27 Nov 2026, 07:34 GMT"; as the message has it where that is no date. */
function sentText(date: string): string {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : exactTime(at);
}

/** A reply as it came, as text: with what it quotes and its signature. */
export function ReplyOriginalDialog({ id, subject, onClose }: ReplyOriginalDialogProps) {
  const original = useQuery(replyOriginalQuery(id));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={subject === '' ? 'Original message' : subject}
      description="The complete message as received, shown as text."
      size="large"
      footer={
        <a href={originalPath(id)} download className={linkButtonClass({})}>
          <Download aria-hidden="true" className="size-4" />
          Download .eml
        </a>
      }
    >
      {original.isPending ? (
        <Loading label="Loading the message">
          <Skeleton className="h-80 w-full" />
        </Loading>
      ) : original.isError ? (
        <ErrorState isCompact title="The message could not be loaded" query={original} />
      ) : (
        <>
          <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
            {[
              ['From', original.data.from],
              ['To', original.data.to],
              ['Date', sentText(original.data.date)],
            ].map(([term, value]) => (
              <div key={term} className="contents">
                <dt className="text-ink-3">{term}</dt>
                <dd className="wrap-anywhere">{value === '' ? '–' : value}</dd>
              </div>
            ))}
          </dl>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard needs to reach it
            tabIndex={0}
            aria-label="Text of the message"
            className="max-h-[55vh] overflow-auto rounded-panel border border-line-2 bg-sunk p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere"
          >
            {original.data.text}
          </pre>
        </>
      )}
    </Dialog>
  );
}
