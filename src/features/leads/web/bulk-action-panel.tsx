import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/charts/progress.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { LeadActProgress } from '../contract-bulk-actions.ts';
import { leadActsQuery, useUndoLeadAct } from './api.ts';
import { progressWords } from './bulk-actions/bulk-action-words.ts';
import { isOwnAct, useNames, useTellDone } from './bulk-actions/bulk-actions.ts';

/** What is being done to many leads, and how far it is. It goes on when the page is left. */
export const ActBar = memo(function ActBar({ canChange }: { canChange: boolean }) {
  const acts = useQuery(leadActsQuery());
  const tellDone = useTellDone();
  const tell = useEffectEvent((progress: LeadActProgress) => tellDone(progress));
  useEffect(() => {
    for (const progress of acts.data ?? []) {
      if (progress.state === 'done' && isOwnAct(progress.id)) tell(progress);
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

function Row({ progress, canChange }: { progress: LeadActProgress; canChange: boolean }) {
  const undo = useUndoLeadAct();
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
