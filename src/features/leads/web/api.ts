import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, callPage, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import { loadingWhatIsShown } from '#ui/calls/page-window.ts';
import {
  createLead,
  deleteLead,
  getLead,
  type Lead,
  type LeadChange,
  type LeadQuery,
  listForgotten,
  listLeads,
  listScoreOutcomes,
  type NewLead,
  restoreLead,
  updateLead,
} from '../contract.ts';
import { actOnLeads, type BulkAction, listLeadActs, undoLeadAct } from '../contract-bulk-actions.ts';
import {
  changeLeadGroup,
  createLeadGroup,
  deleteLeadGroup,
  type LeadGroupChange,
  listLeadGroupCounts,
  listLeadGroups,
  type NewLeadGroup,
  restoreLeadGroup,
} from '../contract-groups.ts';
import {
  dismissDuplicate,
  listDuplicates,
  type MergeField,
  mergeLeads,
  previewMerge,
  reopenDuplicate,
  undoMerge,
} from '../contract-merge.ts';
import { addNote, changeNote, deleteNote, listTags, restoreNote } from '../contract-notes.ts';
import {
  changeLeadView,
  deleteLeadView,
  listLeadViews,
  type NewLeadView,
  restoreLeadView,
  saveLeadView,
} from '../contract-views.ts';
import { isStageAlone } from '../rules-stage.ts';

/** Which leads a list shows. */
export type LeadFilter = Omit<Partial<LeadQuery>, 'limit' | 'cursor'>;

/** Somebody who types has paused. */
const TYPING_PAUSE_MS = 150;

/** Leads page after page; the rows shown stay until those of a new filter are there. */
export function leadsQuery(filter: LeadFilter) {
  const { queryFn, ...query } = infiniteQueryOf(
    listLeads,
    { query: filter },
    { topics: ['leads', 'stages'] },
  );
  return infiniteQueryOptions({
    ...query,
    queryFn: loadingWhatIsShown(async (context) => {
      // Each letter makes a query of its own, and the next one cancels it before it is asked.
      if (filter.q && context.pageParam === null) await pause(TYPING_PAUSE_MS, context.signal);
      if (typeof queryFn !== 'function') throw new TypeError('a query needs its function');
      return queryFn(context);
    }),
    placeholderData: keepPreviousData,
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
    });
  });
}

/** How many agreed of whom nothing says to what. */
export function unspecifiedConsentsQuery() {
  const query = { consent: 'unsaid', limit: 1 } as const;
  return queryOptions({
    queryKey: ['/api/leads', query, 'total'],
    queryFn: async ({ signal }) => (await callPage(listLeads, { query }, { signal })).total,
    meta: { topics: ['leads'] },
  });
}

export function leadQuery(id: string) {
  return queryOf(getLead, { params: { id } }, { topics: ['leads', 'stages'] });
}

export function leadGroupsQuery() {
  return queryOf(listLeadGroups, {}, { topics: ['lead-groups'] });
}

export function scoreOutcomesQuery() {
  return queryOf(listScoreOutcomes, {}, { topics: ['leads', 'stages'] });
}

export function leadGroupCountsQuery() {
  return queryOf(listLeadGroupCounts, {}, { topics: ['lead-groups', 'leads'] });
}

/** Loads again what depends on these topics; the live news would do it too, a moment later. */
function reload(client: QueryClient, topics: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false,
  });
}

export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  topics: readonly string[],
) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => reload(client, topics) });
}

export function useCreateLeadGroup() {
  return useChange(
    (body: z.input<typeof NewLeadGroup>) => callApi(createLeadGroup, { body }),
    ['lead-groups'],
  );
}

export function useChangeLeadGroup() {
  return useChange(
    ({ id, ...body }: z.input<typeof LeadGroupChange> & { id: string }) =>
      callApi(changeLeadGroup, { params: { id }, body }),
    ['lead-groups', 'leads'],
  );
}

export function useDeleteLeadGroup() {
  return useChange((id: string) => callApi(deleteLeadGroup, { params: { id } }), ['lead-groups', 'leads']);
}

export function useRestoreLeadGroup() {
  return useChange((id: string) => callApi(restoreLeadGroup, { params: { id } }), ['lead-groups', 'leads']);
}

export function useCreateLead() {
  return useChange((body: z.input<typeof NewLead>) => callApi(createLead, { body }), ['leads']);
}

/** What a change of one lead makes others of: who stands where is asked for by fewer than who they are. */
function topicsOfChange(change: z.input<typeof LeadChange>): readonly string[] {
  if (isStageAlone(change)) return ['stages'];
  return change.tags === undefined ? ['leads'] : ['leads', 'lead-tags'];
}

/** To which version a change of this page's own has brought a lead: `id@version` before it. */
const ownSteps = new Map<string, number>();

/** The version that was read, carried on over this page's own changes that are not read back yet. */
function versionOf({ id, version }: Pick<Lead, 'id' | 'version'>): number {
  const next = ownSteps.get(`${id}@${version}`);
  return next === undefined ? version : versionOf({ id, version: next });
}

/**
 * Sends the version that was read, so that two people do not overwrite each other unawares. One change after the
 * other: each stands on the one before.
 */
export function useUpdateLead() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'lead-changes' },
    mutationFn: async ({
      lead,
      change,
    }: {
      lead: Pick<Lead, 'id' | 'version'>;
      change: z.input<typeof LeadChange>;
    }) => {
      const version = versionOf(lead);
      const changed = await callApi(updateLead, { params: { id: lead.id }, body: { ...change, version } });
      ownSteps.set(`${lead.id}@${version}`, changed.version);
      return changed;
    },
    onSuccess: (_lead, { change }) => reload(client, topicsOfChange(change)),
  });
}

export function tagsQuery() {
  return queryOf(listTags, {}, { topics: ['lead-tags'] });
}

/** What is done to many leads just now, and what was done in the last hours. */
export function bulkActionsQuery() {
  return queryOf(listLeadActs, {}, { topics: ['lead-acts'] });
}

function topicsOf({ kind }: BulkAction): readonly string[] {
  if (kind === 'stage') return ['lead-acts', 'stages'];
  return ['lead-acts', 'lead-tags', 'leads', 'lead-groups'];
}

export function useStartBulkAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { act: BulkAction; leads: z.input<typeof actOnLeads.body>['leads'] }) =>
      callApi(actOnLeads, { body }),
    onSuccess: ({ act }) => reload(client, topicsOf(act)),
  });
}

export function useUndoBulkAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(undoLeadAct, { params: { id } }),
    onSuccess: ({ act }) => reload(client, topicsOf(act)),
  });
}

export function leadViewsQuery() {
  return queryOf(listLeadViews, {}, { topics: ['lead-views'] });
}

export function useSaveLeadView() {
  return useChange((body: z.input<typeof NewLeadView>) => callApi(saveLeadView, { body }), ['lead-views']);
}

export function useChangeLeadView() {
  return useChange(
    ({ id, ...body }: { id: string } & z.input<typeof changeLeadView.body>) =>
      callApi(changeLeadView, { params: { id }, body }),
    ['lead-views'],
  );
}

export function useDeleteLeadView() {
  return useChange((id: string) => callApi(deleteLeadView, { params: { id } }), ['lead-views']);
}

export function useRestoreLeadView() {
  return useChange((id: string) => callApi(restoreLeadView, { params: { id } }), ['lead-views']);
}

/** What a merge would do. Never cached: it depends on the versions of both leads. */
export function mergePreviewQuery(keepId: string, otherId: string) {
  return queryOf(
    previewMerge,
    { params: { id: keepId }, query: { otherId } },
    { topics: ['leads', 'stages'] },
  );
}

export function useMergeLeads() {
  return useChange(
    ({
      id,
      ...body
    }: {
      id: string;
      otherId: string;
      take: MergeField[];
      version: number;
      otherVersion: number;
    }) => callApi(mergeLeads, { params: { id }, body }),
    ['leads', 'lead-groups', 'messages', 'events'],
  );
}

export function useUndoMerge() {
  return useChange(
    (id: string) => callApi(undoMerge, { params: { id } }),
    ['leads', 'lead-groups', 'messages', 'events'],
  );
}

/** Pairs that may be one person. */
export function duplicatesQuery() {
  return queryOf(listDuplicates, { query: { limit: 50 } }, { topics: ['leads'] });
}

export function useDismissDuplicate() {
  return useChange((id: string) => callApi(dismissDuplicate, { params: { id } }), ['leads']);
}

export function useReopenDuplicate() {
  return useChange((id: string) => callApi(reopenDuplicate, { params: { id } }), ['leads']);
}

export function useAddNote() {
  return useChange(
    ({ leadId, text }: { leadId: string; text: string }) =>
      callApi(addNote, { params: { id: leadId }, body: { text } }),
    ['leads'],
  );
}

export function useChangeNote() {
  return useChange(
    ({ id, text }: { id: string; text: string }) => callApi(changeNote, { params: { id }, body: { text } }),
    ['leads'],
  );
}

export function useDeleteNote() {
  return useChange((id: string) => callApi(deleteNote, { params: { id } }), ['leads']);
}

export function useRestoreNote() {
  return useChange((id: string) => callApi(restoreNote, { params: { id } }), ['leads']);
}

export function useDeleteLead() {
  return useChange((id: string) => callApi(deleteLead, { params: { id } }), ['leads']);
}

export function useRestoreLead() {
  return useChange((id: string) => callApi(restoreLead, { params: { id } }), ['leads']);
}

/** Of these people, those of whom nothing is kept; news come when somebody is erased. */
export function forgottenQuery(ids: readonly string[]) {
  return queryOf(listForgotten, { query: { ids: ids.join(',') } }, { topics: ['erasures'] });
}
