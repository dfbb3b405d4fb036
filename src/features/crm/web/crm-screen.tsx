import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { STAGES, type Stage } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import type { ViewQuery } from '#features/leads/contract-views.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { leadGroupsQuery, leadsQuery } from '#features/leads/web/api.ts';
import { BulkActionBar } from '#features/leads/web/bulk-action-panel.tsx';
import { LeadPanel, type LeadPanelProps } from '#features/leads/web/lead-panel.tsx';
import { SELECTION_BAR_PX, SelectionBar, SelectionStatus } from '#features/leads/web/selection-panel.tsx';
import { StageGlyph } from '#features/leads/web/stage-badge.tsx';
import { ViewsMenu } from '#features/leads/web/views-panel.tsx';
import { ConsentPanel } from '#features/privacy/web/consent-panel.tsx';
import { LeadPrivacyPanel } from '#features/privacy/web/lead-privacy-panel.tsx';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { sortOf, sortText } from '#ui/sort-text.ts';
import { categoryCountsQuery, crmStatsQuery } from './api.ts';
import { CategoryCards, CategoryCardsSkeleton } from './category-list.tsx';
import { CrmSearch } from './crm-search.ts';
import { endManualMessage } from './manual-message-drafts.ts';
import { NextActionLink } from './next-action-link.tsx';
import { PipelineOverview } from './pipeline-overview-section.tsx';
import { PipelineTable } from './pipeline-table.tsx';
import { PurchaseBadge } from './purchase-badge.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TaskSection } from './task-section.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { useChoice } from './use-choice.ts';

const BoardSection = lazy(async () => ({ default: (await import('./board-section.tsx')).BoardSection }));

/** They could not be loaded; the same each time, so that the columns stay. */
const NO_GROUPS: readonly LeadGroup[] = [];
const ALL_STAGES = 'all';
const VIEWS = [
  { value: 'board', label: 'Board' },
  { value: 'table', label: 'Table' },
  { value: 'tasks', label: 'Tasks' },
] as const;

const renderNextAction: LeadPanelProps['renderNextAction'] = (lead, canChange, onEdit) => (
  <NextActionLink lead={lead} canChange={canChange} look="button" onFindAddress={onEdit} />
);
const renderPurchases = (leadId: string) => <PurchaseBadge leadId={leadId} />;
const renderConsent: LeadPanelProps['renderConsent'] = (lead, canChange) => (
  <ConsentPanel lead={lead} canChange={canChange} />
);
const renderPrivacy: LeadPanelProps['renderPrivacy'] = (lead, onErased) => (
  <LeadPrivacyPanel
    key={lead.id}
    lead={lead}
    onErased={() => {
      endManualMessage(lead.id);
      onErased();
    }}
  />
);

/** How far along everybody is, and what to do next with each. */
export function CrmScreen({ renderNotice }: Pick<LeadPanelProps, 'renderNotice'>) {
  const search = CrmSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const canChange = useCanChange();
  const stats = useQuery(crmStatsQuery());
  const categories = useQuery(categoryCountsQuery());
  const groups = useQuery(leadGroupsQuery());
  const knownGroups = groups.isPending ? undefined : (groups.data ?? NO_GROUPS);
  const { sort = 'aiScore:desc' } = search;

  const q = search.q?.trim() || undefined;
  const source = pagedSource(useInfiniteQuery(leadsQuery({ stage: search.stage, q, sort })));
  const choice = useChoice(source.rows, { stage: search.stage, q });
  const isChoosing = search.view !== 'board' && choice.leads.length > 0;
  const heading = useRef<HTMLHeadingElement>(null);

  function go(change: CrmSearch, replace = false) {
    const next = { ...search, ...change };
    // A search for a condition counts and stays out of the address, which histories and referrers keep.
    const mask = hasCondition(next.q ?? '') && {
      mask: { to: '/crm', search: { ...next, q: undefined } } as const,
    };
    void navigate({ to: '/crm', search: next, replace, resetScroll: false, ...mask });
  }
  /** What a view narrows by that this screen does not know is shown where it was made. */
  function showView({ groupId, ...view }: ViewQuery) {
    const { stage, q: words, sort: order, ...others } = view;
    const isOurs = groupId === undefined && Object.values(others).every((value) => value === undefined);
    if (isOurs) go({ stage, q: words, sort: order });
    else
      void navigate({ to: '/leads', search: { ...view, ...(groupId ? { group: groupId } : { all: true }) } });
  }
  const openLead = (id: string) => go({ lead: id }, search.lead !== undefined);
  const closeLead = () => go({ lead: undefined });
  const index = source.rows.findIndex(({ id }) => id === search.lead);
  const step = (by: number) => {
    const row = source.rows[index + by];
    return index >= 0 && row ? () => openLead(row.id) : undefined;
  };

  return (
    <div className="flex min-h-0 flex-1 [--page-inset:1rem] sm:[--page-inset:1.5rem] lg:h-full">
      <div className="relative min-w-0 flex-1 lg:overflow-y-auto">
        <div className="space-y-4 px-(--page-inset) pt-4">
          <PageHeader
            title="CRM & Lead Pipeline"
            actions={
              <SegmentedControl
                label="View"
                value={search.view ?? 'table'}
                onValueChange={(view) => go({ view: view === 'table' ? undefined : view })}
                segments={VIEWS}
                className="max-sm:[&>*]:flex-1"
              />
            }
          />
          {/* On a phone they would fill the screen before the first task. */}
          <div className={cn('space-y-4', search.view === 'tasks' && 'max-sm:hidden')}>
            <PipelineOverview
              stats={stats.data}
              error={stats.error}
              onRetry={() => void stats.refetch()}
              isRetrying={stats.isFetching}
              stage={search.stage ?? null}
            />
            {categories.isPending ? (
              <CategoryCardsSkeleton />
            ) : categories.isError ? (
              <ErrorState isCompact title="The categories could not be counted" query={categories} />
            ) : (
              categories.data.length > 0 && <CategoryCards categories={categories.data} />
            )}
          </div>
        </div>
        {search.view === 'tasks' ? (
          <TaskSection canChange={canChange} />
        ) : (
          <section aria-labelledby="lead-pipeline" className="@container mt-1">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--page-inset) py-2.5">
              <h2 ref={heading} id="lead-pipeline" tabIndex={-1} className="text-h2 focus:outline-none">
                Lead pipeline{' '}
                <span
                  className="ml-1 font-normal text-ink-3 tabular-nums"
                  aria-live="polite"
                  aria-atomic="true"
                >
                  {search.view !== 'board' && source.total !== null && (
                    <>
                      {formatCount(source.total)}
                      <span className="sr-only"> {source.total === 1 ? 'lead' : 'leads'}</span>
                    </>
                  )}
                </span>
              </h2>
              <div
                role="group"
                aria-label="Filter the pipeline"
                className="flex flex-wrap items-center gap-2 max-sm:w-full"
              >
                <SearchInput
                  label="Search leads"
                  value={search.q ?? ''}
                  // Each letter would be a step back.
                  onChange={(text) => go({ q: text || undefined }, true)}
                  className="w-52 max-sm:min-w-40 max-sm:flex-1"
                />
                <ViewsMenu
                  query={{ stage: search.stage, q, sort }}
                  onChoose={showView}
                  canChange={canChange}
                />
                <Select
                  look="filter"
                  aria-label="Stage"
                  value={search.stage ?? ALL_STAGES}
                  onValueChange={(stage) => go({ stage: stage === ALL_STAGES ? undefined : stage })}
                  options={[
                    { value: ALL_STAGES, label: 'All stages' },
                    ...STAGES.map((stage) => ({
                      value: stage,
                      label: STAGE_LABELS[stage],
                      mark: <StageGlyph stage={stage} />,
                    })),
                  ]}
                />
              </div>
            </div>
            <SelectionStatus
              count={isChoosing ? choice.leads.length : 0}
              total={choice.filter === null ? null : source.total}
            />
            {search.view !== 'board' && <BulkActionBar canChange={canChange} />}
            {search.view === 'board' && stats.data?.totalLeads === 0 ? (
              // Five empty columns tell nobody what to do.
              <NoLeads stage={undefined} q={undefined} hasNobody onClear={() => undefined} />
            ) : search.view === 'board' ? (
              <Suspense fallback={<BoardSkeleton />}>
                <BoardSection
                  stage={search.stage}
                  q={q}
                  groups={knownGroups}
                  canChange={canChange}
                  activeId={search.lead ?? null}
                  onOpen={openLead}
                  onShowTable={(stage) => go({ stage, view: undefined })}
                />
              </Suspense>
            ) : (
              <PipelineTable
                source={source}
                groups={knownGroups}
                sort={sortOf(sort)}
                onSortChange={(next) => go({ sort: sortText(next) })}
                stickyBottomPx={isChoosing ? SELECTION_BAR_PX : 0}
                activeId={search.lead ?? null}
                onOpen={(lead) => openLead(lead.id)}
                onEscape={closeLead}
                canChange={canChange}
                {...(canChange ? { selected: choice.ids, onSelectedChange: choice.choose } : {})}
                empty={
                  <NoLeads
                    stage={search.stage}
                    q={q}
                    hasNobody={stats.data?.totalLeads === 0}
                    onClear={() => go({ q: undefined, stage: undefined })}
                  />
                }
              />
            )}
            {isChoosing && (
              <SelectionBar
                leads={choice.leads}
                groups={groups.data ?? []}
                total={source.total}
                filter={choice.filter}
                onSelectAll={choice.chooseAll}
                onClear={() => {
                  choice.choose(new Set());
                  // What was pressed is gone: the heading, which says how many there are, takes the focus.
                  heading.current?.focus();
                }}
              />
            )}
          </section>
        )}
      </div>
      {search.lead !== undefined && (
        <LeadPanel
          leadId={search.lead}
          known={source.rows[index]}
          onClose={closeLead}
          position={index >= 0 && source.total !== null ? `${index + 1} of ${source.total}` : undefined}
          onPrevious={step(-1)}
          onNext={step(1)}
          renderNextAction={renderNextAction}
          renderTimeline={(leadId) => (
            <>
              <TaskPanel key={leadId} leadId={leadId} />
              <TimelinePanel leadId={leadId} />
            </>
          )}
          renderPurchases={renderPurchases}
          renderConsent={renderConsent}
          renderNotice={renderNotice}
          renderPrivacy={renderPrivacy}
        />
      )}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div className="grid gap-6 bg-sunk p-4 sm:grid-cols-5">
      {STAGES.map((stage) => (
        <Skeleton key={stage} className="h-72 w-full" />
      ))}
    </div>
  );
}

type NoLeadsProps = {
  stage: Stage | undefined;
  q: string | undefined;
  hasNobody: boolean;
  onClear: () => void;
};

function NoLeads({ stage, q, hasNobody, onClear }: NoLeadsProps) {
  if (hasNobody || (stage === undefined && q === undefined)) {
    return (
      <EmptyState
        title="No leads in CRM yet."
        text="Discover some, or add people you know of."
        action={
          <Link to="/leads" className={linkButtonClass({ variant: 'primary' })}>
            Discover leads
          </Link>
        }
      />
    );
  }
  if (q !== undefined) {
    return (
      <EmptyState
        title="No leads found matching your search."
        text={
          stage === undefined
            ? `Nothing matches “${q}”.`
            : `Nothing in ${STAGE_LABELS[stage]} matches “${q}”.`
        }
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={`Nobody is ${stage === undefined ? '' : STAGE_LABELS[stage].toLowerCase()} just now`}
      text="People move here by what they do, or by hand."
      action={<Button onClick={onClear}>Show all stages</Button>}
    />
  );
}
