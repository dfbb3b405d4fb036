import { useQuery, useQueryClient } from '@tanstack/react-query';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { countOf } from '#kit/text.ts';
import { errorText } from '#ui/error-words.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { LeadAct, LeadActProgress } from '../../contract-bulk-actions.ts';
import { type LeadFilter, leadActsQuery, leadGroupsQuery, useActOnLeads, useUndoLeadAct } from '../api.ts';
import { doneWords, type Names } from './bulk-action-words.ts';

export function useNames(): Names {
  const groups = useQuery(leadGroupsQuery());
  const colleagues = useQuery(colleaguesQuery());
  return {
    groups: new Map(groups.data?.map(({ id, name }) => [id, name])),
    colleagues: new Map(colleagues.data?.map(({ id, name }) => [id, name])),
  };
}

/** Those begun on this page, whose end is told here. */
const ownActs = new Set<string>();

export function isOwnAct(id: string): boolean {
  return ownActs.has(id);
}

/** Tells that a deed is done, and offers to take it back. */
export function useTellDone(): (progress: LeadActProgress) => void {
  const names = useNames();
  const undo = useUndoLeadAct();
  return (progress) => {
    ownActs.delete(progress.id);
    const kept =
      progress.act.kind === 'rescore' ? { description: 'A score that a language model gave is kept.' } : {};
    if (progress.changed === 0) {
      toast({ title: `Nothing to change: ${countOf(progress.total, 'lead')} looked at`, ...kept });
      return;
    }
    toast({
      title: doneWords(progress, names),
      ...kept,
      undo: () => {
        undo.mutateAsync(progress.id).catch(tellFailure('Not everything came back'));
      },
    });
  };
}

export type Chosen = { ids: readonly string[] } | { filter: LeadFilter };

/** Does one thing to many leads; answers whether it is done or under way. */
export function useDeed() {
  const start = useActOnLeads();
  const tellDone = useTellDone();
  const client = useQueryClient();
  const { queryKey } = leadActsQuery();
  return {
    isPending: start.isPending,
    act: async (act: LeadAct, chosen: Chosen): Promise<boolean> => {
      const leads = 'ids' in chosen ? { ids: [...chosen.ids] } : { filter: chosen.filter };
      try {
        const started = await start.mutateAsync({ act, leads });
        // The news of its end may have come before the answer that it began.
        const progress = client.getQueryData(queryKey)?.find(({ id }) => id === started.id) ?? started;
        if (progress.state === 'done') tellDone(progress);
        else ownActs.add(progress.id);
        return true;
      } catch (error) {
        toast({ title: 'Nothing was changed', description: errorText(error), variant: 'destructive' });
        return false;
      }
    },
  };
}
