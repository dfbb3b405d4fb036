import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileSpreadsheet, FileText, Users } from 'lucide-react';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { callPage, queryKeyOf, urlOfKey } from '#ui/calls/call-api.ts';
import type { PagedSource } from '#ui/calls/paged-source.ts';
import type { Sort } from '#ui/data-table/data-table-props.ts';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { saveFrom } from '#ui/save-file.ts';
import { sortOf, sortText } from '#ui/sort-text.ts';
import { useSteady } from '#ui/use-steady.ts';
import { exportLeads, type Lead, listLeads, type SearchPlatform } from '../../contract.ts';
import { type LeadGroup } from '../../contract-groups.ts';
import type { ViewQuery } from '../../contract-views.ts';
import { duplicatesQuery } from '../api.ts';
import { BulkActionBar } from '../bulk-action-panel.tsx';
import { SELECTION_BAR_PX, SelectionBar, SelectionStatus } from '../selection-panel.tsx';
import { ViewsMenu } from '../views-panel.tsx';
import {
  isNarrowed,
  LeadFilters,
  type LeadNarrowing,
  LeadOrderField,
  NOT_NARROWED,
} from './lead-filters.tsx';
import { LeadTable } from './lead-table.tsx';
import { UnspecifiedConsentNotice } from './unspecified-consent-notice.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** A new campaign is begun for the people of this lead group. */
    campaignForGroup?: string | undefined;
  }
}

const MergeDialog = lazy(async () => ({ default: (await import('../merge/merge-dialog.tsx')).MergeDialog }));
const DuplicatesDialog = lazy(async () => ({
  default: (await import('../merge/duplicates-dialog.tsx')).DuplicatesDialog,
}));

/** Further acts for the chosen leads; `onDone` clears the choice. */
export type BulkActs = (leads: readonly Lead[], onDone: () => void) => ReactNode;

export type LeadListProps = {
  source: PagedSource<Lead>;
  /** What the list is asked for is known. */
  isReady: boolean;
  groups: readonly LeadGroup[];
  /** Those that are searched; discovery knows them. */
  platforms: readonly SearchPlatform[];
  /** The group whose leads are listed; null for those of all groups. */
  listedGroupId: string | null;
  onGroupChange: (id: string | null) => void;
  narrowing: LeadNarrowing;
  onNarrowingChange: (narrowing: LeadNarrowing) => void;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  /** Shows the list with these filters in this order. */
  onView: (view: ViewQuery) => void;
  activeId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
  canChange: boolean;
  onNewGroup: () => void;
  onImport: () => void;
  /** Puts the cursor where the audience is described. */
  onDescribe: () => void;
  renderBulkActs?: BulkActs | undefined;
};

/** The discovered leads with their filters, and what can be done with several of them. */
export function LeadList(props: LeadListProps) {
  const { source, narrowing, canChange } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [merging, setMerging] = useState<readonly [string, string] | null>(null);
  const [isReviewing, setIsReviewing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // A row that left the list is not chosen any more.
  const selected = useMemo(
    () => (chosen.size === 0 ? NOBODY : source.rows.filter(({ id }) => chosen.has(id))),
    [chosen, source.rows],
  );
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  // The box that was ticked shows it at once; what can be done with those chosen comes after it.
  const acted = useDeferredValue(selected);
  // All that match, seen or not; another filter is another list.
  const [whole, setWhole] = useState<string | null>(null);
  const filterKey = JSON.stringify(listFilter(props));
  const isWhole = whole === filterKey && acted.length > 0;
  // What was pressed to get here is gone: the heading, which says how many there are now, takes the focus.
  const clear = (what: () => void) => () => {
    what();
    heading.current?.focus();
  };
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setWhole(null);
  };
  const clearSelection = clear(() => choose(new Set()));
  const clearFilters = clear(() => props.onNarrowingChange(NOT_NARROWED));
  const filtering = useSteady({
    onChange: props.onNarrowingChange,
    onClear: clearFilters,
    onGroupChange: props.onGroupChange,
  });
  const listing = useSteady({
    onSortChange: props.onSortChange,
    onView: props.onView,
    onReview: () => setIsReviewing(true),
  });
  return (
    <section aria-labelledby="discovered-leads" className="mt-1 flex flex-col">
      <div className="space-y-2 px-(--page-inset) py-2.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 ref={heading} id="discovered-leads" tabIndex={-1} className="text-h2 focus:outline-none">
            Discovered leads{' '}
            <span className="ml-1 font-normal text-ink-3 tabular-nums" aria-live="polite" aria-atomic="true">
              {source.total !== null && (
                <>
                  {formatCount(source.total)}
                  <span className="sr-only"> {source.total === 1 ? 'lead' : 'leads'}</span>
                </>
              )}
            </span>
          </h2>
          {canChange && props.listedGroupId !== null && (
            <Link
              to="/campaigns"
              state={{ campaignForGroup: props.listedGroupId }}
              className="link mr-auto text-small"
            >
              New campaign for this group
            </Link>
          )}
          <ListDeeds
            query={{ ...listFilter(props), sort: sortText(props.sort) }}
            isReady={props.isReady}
            isEmpty={source.rows.length === 0}
            canChange={canChange}
            does={listing}
          />
        </div>
        <KeptPlace name="leads-filters" isLoading={source.isLoading}>
          <LeadFilters
            value={narrowing}
            groups={props.groups}
            platforms={props.platforms}
            groupId={props.listedGroupId}
            does={filtering}
          />
        </KeptPlace>
      </div>
      {canChange && (
        <UnspecifiedConsentNotice
          isShown={narrowing.consent !== undefined}
          onShow={() => props.onView({ consent: 'unsaid' })}
        />
      )}
      <BulkActionBar canChange={canChange} />
      <Suspense>
        {merging && (
          <MergeDialog
            leadIds={merging}
            onClose={() => setMerging(null)}
            onMerged={(lead) => {
              choose(new Set());
              props.onOpen(lead.id);
            }}
          />
        )}
        {isReviewing && (
          <DuplicatesDialog
            onClose={() => setIsReviewing(false)}
            onMerged={(lead) => props.onOpen(lead.id)}
          />
        )}
      </Suspense>
      <SelectionStatus count={selected.length} total={isWhole ? source.total : null} />
      <LeadTable
        source={source}
        sort={props.sort}
        onSortChange={props.onSortChange}
        {...(canChange ? { selected: selectedIds, onSelectedChange: choose } : {})}
        stickyBottomPx={acted.length > 0 ? SELECTION_BAR_PX : 0}
        activeId={props.activeId}
        onOpen={(lead) => props.onOpen(lead.id)}
        onEscape={props.onClose}
        empty={<NoLeads {...props} onClear={clearFilters} />}
      />
      {acted.length > 0 && (
        <SelectionBar
          leads={acted}
          groups={props.groups}
          total={source.total}
          filter={isWhole ? listFilter(props) : null}
          onSelectAll={() => {
            setChosen(new Set(source.rows.map(({ id }) => id)));
            setWhole(filterKey);
          }}
          onClear={clearSelection}
          onMerge={setMerging}
        >
          {!isWhole && props.renderBulkActs?.(acted, clearSelection)}
        </SelectionBar>
      )}
    </section>
  );
}

type ListDeedsProps = {
  /** What the list shows now. */
  query: ViewQuery;
  isReady: boolean;
  isEmpty: boolean;
  canChange: boolean;
  /** The same object from one drawing to the next. */
  does: Pick<LeadListProps, 'onSortChange' | 'onView'> & { onReview: () => void };
};

/** What is done with the list as a whole. Choosing and opening rows changes nothing of it, so it is not drawn again for that. */
const ListDeeds = memo(
  function ListDeeds({ query, isReady, isEmpty, canChange, does }: ListDeedsProps) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <LeadOrderField sort={sortOf(query.sort ?? '')} onSortChange={does.onSortChange} />
        <ViewsMenu query={isReady ? query : null} onChoose={does.onView} canChange={canChange} />
        {canChange && !isEmpty && <ExportMenu query={query} />}
        {canChange && <DuplicatesButton onOpen={does.onReview} />}
      </div>
    );
  },
  (one, other) =>
    one.isReady === other.isReady &&
    one.isEmpty === other.isEmpty &&
    one.canChange === other.canChange &&
    JSON.stringify(one.query) === JSON.stringify(other.query),
);

/** Pairs that wait for somebody to look at them; nothing where there are none. */
function DuplicatesButton({ onOpen }: { onOpen: () => void }) {
  const pairs = useQuery(duplicatesQuery());
  if (!pairs.data || pairs.data.length === 0) return null;
  return (
    <Button size="row" icon={Users} onClick={onOpen}>
      Possible duplicates {formatCount(pairs.data.length)}
    </Button>
  );
}

const NOBODY: readonly Lead[] = [];

/** What the list is narrowed to. */
function listFilter({ narrowing, listedGroupId }: LeadListProps) {
  return { ...narrowing, q: narrowing.q?.trim() || undefined, groupId: listedGroupId ?? undefined };
}

/** The list as it stands, whole, as a file. */
function ExportMenu({ query }: { query: ViewQuery }) {
  const save = (format: 'csv' | 'xlsx'): void =>
    saveFrom(urlOfKey(queryKeyOf(exportLeads, { query: { ...query, format } })));
  return (
    <DropdownMenu
      trigger={
        <Button size="row" icon={Download}>
          Export
        </Button>
      }
      items={[
        { label: 'Save as CSV', icon: FileText, onSelect: () => save('csv') },
        { label: 'Save as Excel (.xlsx)', icon: FileSpreadsheet, onSelect: () => save('xlsx') },
      ]}
    />
  );
}

/** Nothing at all, or nothing that the filters leave. */
function NoLeads(props: LeadListProps & { onClear: () => void }) {
  const { narrowing, listedGroupId, groups } = props;
  const query = listedGroupId === null ? { limit: 1 } : { limit: 1, groupId: listedGroupId };
  const unfiltered = useQuery({
    queryKey: ['/api/leads', query, 'total'],
    queryFn: async ({ signal }) => (await callPage(listLeads, { query }, { signal })).total,
    enabled: isNarrowed(narrowing),
    meta: { topics: ['leads'] },
  });
  if (isNarrowed(narrowing) && unfiltered.isPending) return null;
  if (isNarrowed(narrowing) && unfiltered.data !== 0) {
    return (
      <EmptyState
        title="No leads match the selected filters"
        text={
          unfiltered.data === undefined
            ? 'Widen one of them.'
            : `${countOf(unfiltered.data, 'lead')} without them.`
        }
        action={<Button onClick={props.onClear}>Clear filters</Button>}
      />
    );
  }
  const group = groups.find(({ id }) => id === listedGroupId);
  return (
    <EmptyState
      title={group ? `No leads discovered yet in ${group.name}` : 'No leads discovered yet'}
      text="Choose a group, describe who you want to find and tick a platform."
      action={<FirstStep {...props} />}
    />
  );
}

/** What to do where there is nobody: a group or a list that is there already, then the audience. */
function FirstStep({ groups, canChange, onNewGroup, onImport, onDescribe }: LeadListProps) {
  if (!canChange) return null;
  return groups.length === 0 ? (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={onNewGroup}>Create lead group</Button>
      <Button variant="ghost" onClick={onImport}>
        Import a list
      </Button>
    </div>
  ) : (
    <Button onClick={onDescribe}>Describe your audience</Button>
  );
}
