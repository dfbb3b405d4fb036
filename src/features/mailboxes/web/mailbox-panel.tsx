import { useQuery } from '@tanstack/react-query';
import { MailPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Mailbox } from '../contract.ts';
import { mailboxesQuery, useMailboxDeeds } from './api.ts';
import { MailboxDialog } from './mailbox-dialog.tsx';

/** The mail accounts that campaigns send from, how fast, and what became of them today. */
export function MailboxPanel({ isAdmin }: { isAdmin: boolean }) {
  const mailboxes = useQuery(mailboxesQuery());
  const [edited, setEdited] = useState<Mailbox | 'new' | null>(null);
  if (mailboxes.isLoadingError) {
    return <ErrorState isCompact title="The mailboxes could not be loaded" query={mailboxes} />;
  }
  if (mailboxes.isPending) {
    return (
      <Loading label="Loading the mailboxes" className="space-y-3">
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  const hasOwn = mailboxes.data.some(({ isServer }) => !isServer);
  return (
    <>
      {mailboxes.data.length === 0 ? (
        <p className="text-ink-2">
          None yet: messages are kept in the outbox, complete and readable.{' '}
          {isAdmin ? 'Add a mailbox to send them.' : 'An admin can add one.'}
        </p>
      ) : (
        <ul>
          {mailboxes.data.map((mailbox) => (
            <MailboxItem
              key={mailbox.id}
              mailbox={mailbox}
              isIdle={mailbox.isServer && hasOwn}
              isAdmin={isAdmin}
              onEdit={() => setEdited(mailbox)}
            />
          ))}
        </ul>
      )}
      {isAdmin && (
        <Button icon={MailPlus} className="mt-4" onClick={() => setEdited('new')}>
          Add mailbox
        </Button>
      )}
      {edited && (
        <MailboxDialog mailbox={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

type MailboxItemProps = { mailbox: Mailbox; isIdle: boolean; isAdmin: boolean; onEdit: () => void };

function MailboxItem({ mailbox, isIdle, isAdmin, onEdit }: MailboxItemProps) {
  const deeds = useMailboxDeeds();
  const name = mailbox.isServer ? 'Mail server of SMTP_URL' : mailbox.address;

  function remove(): void {
    doWithUndo({
      deed: deeds.remove.mutateAsync(mailbox.id),
      done: { title: 'Mailbox removed', description: name },
      onFailure: tellFailure('The mailbox was not removed'),
      undo: () => deeds.restore.mutateAsync(mailbox.id),
      onUndoFailure: tellFailure('The mailbox could not be restored'),
    });
  }
  const check = deeds.check.data;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-small text-ink-3 tabular-nums">
            {isIdle ? 'Not used while there is a mailbox of your own.' : paceWords(mailbox)}
          </p>
          {mailbox.readAt !== null && (
            <p className="text-small text-ink-3">
              Answers read <RelativeTime value={mailbox.readAt} />
            </p>
          )}
        </div>
        {isAdmin && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="row"
              isPending={deeds.check.isPending}
              pendingLabel="Checking…"
              onClick={() =>
                deeds.check.mutate(mailbox.id, { onError: tellFailure('The mailbox was not checked') })
              }
            >
              Check
            </Button>
            {!isIdle && (
              <Button
                size="row"
                isPending={deeds.change.isPending}
                onClick={() =>
                  deeds.change.mutate(
                    { id: mailbox.id, change: { isPaused: !mailbox.isPaused } },
                    { onError: tellFailure('The mailbox was not changed') },
                  )
                }
              >
                {mailbox.isPaused ? 'Resume' : 'Pause'}
              </Button>
            )}
            <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
            {!mailbox.isServer && <IconButton icon={Trash2} label={`Remove ${name}`} onClick={remove} />}
          </div>
        )}
      </div>
      {[mailbox.note, mailbox.readNote].map(
        (note) =>
          note !== null && (
            <p
              key={note}
              className="mt-2 border-l-2 border-amber pl-2.5 text-small text-pretty text-amber-ink"
            >
              {note}
            </p>
          ),
      )}
      {check && (
        <p role="status" className="mt-2 text-small text-pretty text-ink-2">
          Sending: {check.sending.text}
          {check.reading && ` Reading: ${check.reading.text}`}
        </p>
      )}
    </li>
  );
}

function paceWords({ isServer, isPaused, limits, sentToday, capToday }: Mailbox): string {
  if (isPaused) return isServer ? 'Paused; mail to your own team still leaves' : 'Paused';
  if (limits === null) return 'As fast as the server takes it';
  return `${formatCount(sentToday)} of ${countOf(capToday ?? 0, 'message')} today, ${gapWords(limits.minGapSeconds)}`;
}

function gapWords(seconds: number): string {
  if (seconds === 0) return 'without a gap';
  return seconds % 60 === 0
    ? `${countOf(seconds / 60, 'minute')} apart`
    : `${countOf(seconds, 'second')} apart`;
}
