import { useQuery, useQueryClient } from '@tanstack/react-query';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { errorText } from '#ui/error-words.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { BulkAction, BulkActionProgress } from '../../contract-bulk-actions.ts';
import { STAGE_LABELS } from '../../rules.ts';
import {
  bulkActionsQuery,
  type LeadFilter,
  leadGroupsQuery,
  useStartBulkAction,
  useUndoBulkAction,
} from '../api.ts';

export function useNames(): Names {
  const groups = useQuery(leadGroupsQuery());
  const colleagues = useQuery(colleaguesQuery());
  return {
    groups: new Map(groups.data?.map(({ id, name }) => [id, name])),
    colleagues: new Map(colleagues.data?.map(({ id, name }) => [id, name])),
  };
}

/** Started on this page, which shows a toast at the end. */
const ownBulkActions = new Set<string>();

export function isOwnBulkAction(id: string): boolean {
  return ownBulkActions.has(id);
}

/** Shows a toast with Undo when a bulk action is done. */
export function useDoneToast(): (progress: BulkActionProgress) => void {
  const names = useNames();
  const undo = useUndoBulkAction();
  return (progress) => {
    ownBulkActions.delete(progress.id);
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
export function useBulkAction() {
  const start = useStartBulkAction();
  const tellDone = useDoneToast();
  const client = useQueryClient();
  const { queryKey } = bulkActionsQuery();
  return {
    isPending: start.isPending,
    act: async (act: BulkAction, chosen: Chosen): Promise<boolean> => {
      const leads = 'ids' in chosen ? { ids: [...chosen.ids] } : { filter: chosen.filter };
      try {
        const started = await start.mutateAsync({ act, leads });
        // The news of its end may have come before the answer that it began.
        const progress = client.getQueryData(queryKey)?.find(({ id }) => id === started.id) ?? started;
        if (progress.state === 'done') tellDone(progress);
        else ownBulkActions.add(progress.id);
        return true;
      } catch (error) {
        toast({ title: 'Nothing was changed', description: errorText(error), variant: 'destructive' });
        return false;
      }
    },
  };
}

/** What groups and colleagues are called, by id. */
export type Names = { groups: ReadonlyMap<string, string>; colleagues: ReadonlyMap<string, string> };

/** "2 leads moved to Teas". */
function doneWords({ act, changed }: Pick<BulkActionProgress, 'act' | 'changed'>, names: Names): string {
  return `${countOf(changed, 'lead')} ${bulkActionWords(act, names)}`;
}

/** "1,000 of 2,500 leads moved to Teas". */
export function progressWords({ act, state, done, total }: BulkActionProgress, names: Names): string {
  const of = `${formatCount(done)} of ${countOf(total, 'lead')}`;
  return state === 'undoing' ? `${of} put back` : `${of} ${bulkActionWords(act, names)}`;
}

function bulkActionWords(act: BulkAction, { groups, colleagues }: Names): string {
  switch (act.kind) {
    case 'move':
      return act.groupId === null
        ? 'taken out of their group'
        : `moved to ${groups.get(act.groupId) ?? 'another group'}`;
    case 'stage':
      return `moved to ${STAGE_LABELS[act.stage]}`;
    case 'owner':
      return act.ownerId === null
        ? 'left without an owner'
        : `given to ${colleagues.get(act.ownerId) ?? 'a colleague'}`;
    case 'add_tags':
      return `tagged ${act.tags.join(', ')}`;
    case 'remove_tags':
      return `without ${act.tags.join(', ')}`;
    case 'custom':
      return 'changed';
    case 'fit':
      return act.isNotFit ? 'marked not a fit' : 'not marked any more';
    case 'rescore':
      return 'scored anew by the built-in engine';
    case 'delete':
      return 'deleted';
  }
}
