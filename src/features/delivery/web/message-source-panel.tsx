import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { messageSourceQuery } from './api.ts';

type MessageSourceDialogProps = { message: { id: string; subject: string | null }; onClose: () => void };

/** A message of the outbox to the last byte: what a mail server would have been given (RFC 5322). */
export function MessageSourceDialog({ message, onClose }: MessageSourceDialogProps) {
  const source = useQuery(messageSourceQuery(message.id));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={message.subject ?? 'Message'}
      description="The complete message as kept in the outbox (RFC 5322)."
      size="large"
      footer={source.data && <CopyButton text={source.data.raw} label="Copy message" size="control" />}
    >
      {source.isPending ? (
        <Loading label="Loading the message">
          <Skeleton className="h-80 w-full" />
        </Loading>
      ) : source.isError ? (
        <ErrorState isCompact title="The message could not be loaded" query={source} />
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard needs to reach it
          tabIndex={0}
          aria-label="Source of the message"
          className="max-h-[60vh] overflow-auto rounded-panel border border-line-2 bg-sunk p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere"
        >
          {source.data.raw}
        </pre>
      )}
    </Dialog>
  );
}
