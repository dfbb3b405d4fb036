import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/charts/progress.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { BulkActionProgress } from '../contract-bulk-actions.ts';
import { bulkActionsQuery, useUndoBulkAction } from './api.ts';
import { isOwnBulkAction, progressWords, useDoneToast, useNames } from './bulk-actions/bulk-actions.ts';

/** What is being done to many leads, and how far it is. It goes on when the page is left. */
export const BulkActionBar = memo(function BulkActionBar({ canChange }: { canChange: boolean }) {
  const acts = useQuery(bulkActionsQuery());
  const tellDone = useDoneToast();
  const tell = useEffectEvent((progress: BulkActionProgress) => tellDone(progress));
  useEffect(() => {
    for (const progress of acts.data ?? []) {
      if (progress.state === 'done' && isOwnBulkAction(progress.id)) tell(progress);
    }
  }, [acts.data]);
  const atWork = acts.data?.filter(({ state }) => state === 'running' || state === 'undoing') ?? [];
  if (atWork.length === 0) return null;
  return (
    <ul aria-label="Under way" className="space-y-2 px-(--page-inset) pb-3">
      {atWork.map((progress) => (
        <Row key={progress.id} progress={progress} canChange={canChange} />
      ))}
    </ul>
  );
});

function Row({ progress, canChange }: { progress: BulkActionProgress; canChange: boolean }) {
  const undo = useUndoBulkAction();
  const text = progressWords(progress, useNames());
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex-1 text-small text-ink-2 tabular-nums">{text}</p>
        {canChange && progress.state === 'running' && (
          <Button
            size="row"
            variant="ghost"
            isPending={undo.isPending}
            onClick={() =>
              undo.mutate(progress.id, {
                onError: tellFailure('It goes on'),
              })
            }
          >
            Stop and undo
          </Button>
        )}
      </div>
      <Progress label="Leads" value={progress.done} max={progress.total} text={text} className="mt-1" />
    </li>
  );
}
