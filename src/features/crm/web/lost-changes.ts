import { useEffect, useRef } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { draftNameOf } from '#features/leads/rules-drafts.ts';
import { readWork } from '#ui/kept/kept-work.ts';
import { toast } from '#ui/toast.ts';
import type { Task } from '../contract-board.ts';

type Listed = { list: string; tasks: readonly Task[] | undefined };

/** Says so, with the words, where a task leaves its list while somebody is changing it; `list` names which list it is. */
export function useTellLostChanges({ list, tasks }: Listed): void {
  const before = useRef<Listed>({ list, tasks });
  const own = useOwnWork('');
  useEffect(() => {
    const known = before.current.list === list ? (before.current.tasks ?? []) : [];
    if (tasks === undefined) return;
    before.current = { list, tasks };
    const ids = new Set(tasks.map(({ id }) => id));
    for (const { id, leadId, title } of known) {
      const begun = ids.has(id) ? undefined : readWork(draftNameOf(leadId, 'task', id) + own);
      if (typeof begun !== 'string') continue;
      toast({
        title: `“${title}” is not here any more`,
        description: `A colleague did, deleted or handed over the task. You were writing: “${begun}”`,
        variant: 'destructive',
      });
    }
  }, [list, tasks, own]);
}
