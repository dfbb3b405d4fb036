import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Badge } from '#ui/badge.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { ContentSession } from '../contract-sessions.ts';
import { TYPE_LABELS } from '../rules.ts';
import { sessionsQuery, useDeleteSession, useRestoreSession, useRole } from './api.ts';

/** Sessions begun before, to go on with. */
export function SessionList({ onOpen }: { onOpen: (id: string) => void }) {
  const sessions = useInfiniteQuery(sessionsQuery());
  const { canChange } = useRole();
  const remove = useDeleteWithUndo();
  const { rows } = pagedSource(sessions);
  return (
    <section aria-labelledby="earlier-sessions">
      <SectionHeading id="earlier-sessions" title="Earlier sessions" />
      {sessions.isPending ? (
        <Loading label="Loading the sessions" className="space-y-3 py-3">
          <Skeleton className="h-3 w-56" />
          <Skeleton className="h-3 w-44" />
        </Loading>
      ) : sessions.isError ? (
        <ErrorState isCompact title="The sessions could not be loaded" query={sessions} />
      ) : rows.length === 0 ? (
        <p className="py-3 text-small text-ink-3">
          None yet. Each session stays here with all its versions, to be opened again.
        </p>
      ) : (
        <ul>
          {rows.map((session) => (
            <li
              key={session.id}
              className="group relative flex items-center gap-3 border-b border-line py-2.5 hover:bg-sunk"
            >
              <div className="min-w-0 flex-1">
                <button
                  type="button"
                  onClick={() => onOpen(session.id)}
                  className="block max-w-full truncate text-left text-body font-semibold before:absolute before:inset-0 pointer-coarse:min-h-11"
                >
                  {session.sessionName}
                </button>
                <p className="text-small text-ink-3">
                  {TYPE_LABELS[session.contentType]}
                  {' · '}
                  {session.currentVersion === 0 ? 'nothing written yet' : `version ${session.currentVersion}`}
                  {' · '}
                  <RelativeTime value={session.updatedAt} isPlain />
                </p>
              </div>
              {session.setId !== null && <Badge tone="outline">Set</Badge>}
              {canChange && (
                <IconButton
                  icon={Trash2}
                  label={`Delete ${session.sessionName}`}
                  className="relative text-ink-3"
                  onClick={() => remove(session)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={sessions} />
    </section>
  );
}

function useDeleteWithUndo() {
  const remove = useDeleteSession();
  const restore = useRestoreSession();
  return ({ id, sessionName }: ContentSession) =>
    doWithUndo({
      deed: remove.mutateAsync(id),
      done: { title: 'Session deleted', description: sessionName },
      onFailure: tellFailure('Error'),
      undo: () => restore.mutateAsync(id),
      onUndoFailure: tellFailure('The session did not come back'),
    });
}
