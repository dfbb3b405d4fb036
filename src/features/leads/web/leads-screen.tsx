import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { FileUp, Plus, UserPlus } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { errorText } from '#ui/error-words.ts';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { sortOf, sortText } from '#ui/sort-text.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { useSteady } from '#ui/use-steady.ts';
import type { LeadGroup } from '../contract-groups.ts';
import {
  leadGroupCountsQuery,
  leadGroupsQuery,
  useDeleteLead,
  useDeleteLeadGroup,
  useRestoreLeadGroup,
} from './api.ts';
import { GroupDialog } from './groups/group-dialog.tsx';
import { deletedGroupTitle, GroupTiles, GroupTilesSkeleton, newestGroup } from './groups/group-tiles.tsx';
import { AddLeadDialog } from './lead/lead-dialogs.tsx';
import { LeadsSearch } from './leads-search.ts';
import { NOT_NARROWED } from './list/lead-filters.tsx';
import type { BulkActs, LeadListProps } from './list/lead-list.tsx';
import { type LeadParts, ListedLeadsView } from './list/listed-leads-view.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** What the lead screen begins with. */
    leadsDeed?: 'add' | 'import';
  }
}

/** Three fit on one line at 360 px. */
const HEAD_BUTTON = 'max-sm:px-2 max-sm:[&_svg]:hidden';

const NO_GROUPS: readonly LeadGroup[] = [];

type DiscoverySlot = {
  groups: readonly LeadGroup[];
  /** A list that did not come is not an empty one. */
  groupsState: 'loading' | 'failed' | 'ready';
  group: LeadGroup | null;
  onGroupChange: (id: string) => void;
  onNewGroup: () => void;
  /** A lead is open beside it: where that leaves little room, the form folds. */
  isBesideDrawer: boolean;
  canChange: boolean;
  audienceRef: Ref<HTMLTextAreaElement>;
};

type ImportSlot = {
  onClose: () => void;
  groups: readonly LeadGroup[];
  groupId: string | null;
  onImported: (groupId: string) => void;
};

type LeadsScreenProps = LeadParts &
  Pick<LeadListProps, 'platforms'> & {
    /** Where people are searched for. The same function from one drawing to the next. */
    renderDiscovery: (props: DiscoverySlot) => ReactNode;
    renderImport: (props: ImportSlot) => ReactNode;
    /** What features on the right of this one do with several leads. */
    renderBulkActs?: BulkActs | undefined;
  };

/** Find people who have a need, see why each one counts, and keep them in groups. */
export function LeadsScreen({
  platforms,
  renderBulkActs,
  renderDiscovery,
  renderImport,
  ...parts
}: LeadsScreenProps) {
  const search = LeadsSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const canChange = useCanChange();
  const groups = useQuery(leadGroupsQuery());
  const counts = useQuery(leadGroupCountsQuery());

  // Deleting a group clears the selection; until then the newest group is chosen.
  const [isCleared, setIsCleared] = useState(false);
  const list = groups.data ?? NO_GROUPS;
  const group = search.group
    ? (list.find(({ id }) => id === search.group) ?? null)
    : isCleared
      ? null
      : (newestGroup(list) ?? null);

  const [isAddingGroup, setIsAddingGroup] = useState(false);
  const [edited, setEdited] = useState<LeadGroup | null>(null);
  const [isAddingLead, setIsAddingLead] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const audienceRef = useRef<HTMLTextAreaElement>(null);
  const { leadsDeed } = useRouterState({ select: (router) => router.location.state });
  const [begun, setBegun] = useState<typeof leadsDeed>(undefined);
  if (leadsDeed !== begun) {
    setBegun(leadsDeed);
    if (leadsDeed === 'add') setIsAddingLead(true);
    if (leadsDeed === 'import') setIsImporting(true);
  }
  const forgetDeed = useEffectEvent(() => {
    // A reload would open it again.
    if (leadsDeed !== undefined) void navigate({ to: '/leads', search, replace: true, resetScroll: false });
  });
  useEffect(() => forgetDeed(), [leadsDeed]);

  const { group: _group, all, lead: _lead, sort = 'aiScore:desc', ...narrowing } = search;
  // Until the groups are known, and where they could not be loaded, the address says which one is meant.
  const listedGroupId = all ? null : ((groups.data ? group?.id : search.group) ?? null);

  function go(change: LeadsSearch, replace = false) {
    const next = { ...search, ...change };
    // A search for a condition counts and stays out of the address, which histories and referrers keep.
    const mask = hasCondition(next.q ?? '') && {
      mask: { to: '/leads', search: { ...next, q: undefined } } as const,
    };
    void navigate({ to: '/leads', search: next, replace, resetScroll: false, ...mask });
  }
  function selectGroup(id: string | null) {
    go(id === null ? { all: true } : { group: id, all: undefined });
  }
  const openLead = (id: string) => go({ lead: id }, search.lead !== undefined);
  const closeLead = () => go({ lead: undefined });

  const removeLead = useDeleteLead();
  const deleteGroup = useDeleteGroupWithUndo({
    onDeleted: () => {
      setIsCleared(true);
      go({ group: undefined });
    },
    onRestored: (id) => go({ group: id }),
  });

  const does = useSteady({
    selectGroup,
    deleteGroup: (each: LeadGroup) =>
      deleteGroup(each, deletedGroupTitle(counts.data?.find(({ id }) => id === each.id))),
    showNews: ({ id, news }: LeadGroup) =>
      go({ ...NOT_NARROWED, group: id, all: undefined, runId: news?.runId }),
    loadGroups: () => void groups.refetch(),
    closeGone: (id: string) => {
      if (search.lead === id) closeLead();
    },
  });
  const { isPending, isError, isFetching, error } = groups;
  // The drawer comes and goes at once; what folds for it follows.
  const isBesideDrawer = useDeferredValue(search.lead !== undefined);
  // It is much, and the same whichever rows are listed: what is pressed in the list does not wait for it.
  const { data: knownCounts, isError: areCountsUnknown } = counts;
  const above = useMemo(
    () => (
      <div className="space-y-4 px-(--page-inset) pt-4">
        <PageHeader
          title="Lead Manager"
          actions={
            canChange && (
              <>
                <Button icon={UserPlus} className={HEAD_BUTTON} onClick={() => setIsAddingLead(true)}>
                  Add lead
                </Button>
                <Button icon={FileUp} className={HEAD_BUTTON} onClick={() => setIsImporting(true)}>
                  Import
                </Button>
                <Button icon={Plus} className={HEAD_BUTTON} onClick={() => setIsAddingGroup(true)}>
                  New group
                </Button>
              </>
            )
          }
        />
        {renderDiscovery({
          groups: list,
          groupsState: isPending ? 'loading' : isError ? 'failed' : 'ready',
          group,
          onGroupChange: does.selectGroup,
          onNewGroup: () => setIsAddingGroup(true),
          isBesideDrawer,
          canChange,
          audienceRef,
        })}
        <KeptPlace name="leads-groups" isLoading={isPending} className="grid grid-cols-1">
          {isPending ? (
            <GroupTilesSkeleton />
          ) : isError ? (
            <PartialNotice
              isBoxed
              title="The lead groups could not be loaded."
              action={
                <Button size="row" onClick={does.loadGroups} isPending={isFetching}>
                  Try again
                </Button>
              }
            >
              {errorText(error)}
            </PartialNotice>
          ) : list.length === 0 ? (
            <div className="border-t border-line-2" />
          ) : (
            <GroupTiles
              groups={list}
              counts={knownCounts}
              areCountsUnknown={areCountsUnknown}
              selectedId={group?.id ?? null}
              onSelect={does.selectGroup}
              onEdit={setEdited}
              onDelete={does.deleteGroup}
              onNews={does.showNews}
              canChange={canChange}
            />
          )}
        </KeptPlace>
      </div>
    ),
    [
      list,
      isPending,
      isError,
      isFetching,
      error,
      knownCounts,
      areCountsUnknown,
      group,
      isBesideDrawer,
      canChange,
      does,
      renderDiscovery,
      audienceRef,
    ],
  );
  return (
    <>
      <ListedLeadsView
        above={above}
        openId={search.lead}
        // The group that is chosen on load decides what is asked for.
        isReady={!groups.isPending}
        parts={parts}
        platforms={platforms}
        groups={list}
        listedGroupId={listedGroupId}
        onGroupChange={selectGroup}
        narrowing={narrowing}
        // Each letter of a search would be a step back.
        onNarrowingChange={(next) => go(next, next.q !== narrowing.q)}
        sort={sortOf(sort)}
        onSortChange={(next) => go({ sort: sortText(next) })}
        onView={({ groupId, ...view }) =>
          go({
            ...NOT_NARROWED,
            ...view,
            ...(groupId ? { group: groupId, all: undefined } : { all: true }),
          })
        }
        onOpen={openLead}
        onClose={closeLead}
        canChange={canChange}
        onNewGroup={() => setIsAddingGroup(true)}
        onImport={() => setIsImporting(true)}
        onDescribe={() => audienceRef.current?.focus()}
        renderBulkActs={renderBulkActs}
      />
      <GroupDialog
        open={isAddingGroup}
        onOpenChange={setIsAddingGroup}
        onSaved={(created) => selectGroup(created.id)}
      />
      {edited && (
        <GroupDialog
          open
          group={edited}
          onOpenChange={(isOpen) => !isOpen && setEdited(null)}
          onSaved={() => setEdited(null)}
        />
      )}
      {isImporting && (
        <Suspense>
          {renderImport({
            onClose: () => setIsImporting(false),
            groups: list,
            groupId: group?.id ?? null,
            // Who comes from a file has no score yet: among the highest nobody would see them.
            onImported: (id) => go({ ...NOT_NARROWED, group: id, all: undefined, sort: 'createdAt:desc' }),
          })}
        </Suspense>
      )}
      <AddLeadDialog
        open={isAddingLead}
        onOpenChange={setIsAddingLead}
        groups={list}
        groupId={group?.id ?? null}
        onAdded={(lead) => {
          toast({
            title: `${lead.name} added`,
            description: `Scored ${lead.aiScore} out of 10.`,
            undo: () => {
              does.closeGone(lead.id);
              removeLead.mutateAsync(lead.id).catch(tellFailure(`${lead.name} stays`));
            },
          });
          go({ group: lead.groupId ?? undefined, lead: lead.id });
        }}
      />
    </>
  );
}

type GroupDeletion = { onDeleted: () => void; onRestored: (id: string) => void };

/** Deletes a group and offers it back for ten seconds. */
function useDeleteGroupWithUndo({ onDeleted, onRestored }: GroupDeletion) {
  const remove = useDeleteLeadGroup();
  const restore = useRestoreLeadGroup();
  return (group: LeadGroup, title: string) => {
    doWithUndo({
      deed: remove.mutateAsync(group.id).then(onDeleted),
      done: { title },
      onFailure: () =>
        toast({
          title: 'Failed to Delete Group',
          description: 'Unable to delete lead group. Please try again.',
          variant: 'destructive',
        }),
      undo: () => restore.mutateAsync(group.id).then(() => onRestored(group.id)),
      onUndoFailure: tellFailure('The group did not come back'),
    });
  };
}
