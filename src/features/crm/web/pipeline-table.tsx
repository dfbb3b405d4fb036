import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { byPoints } from '#features/leads/rules.ts';
import { ContactBadge } from '#features/leads/web/contact-badge.tsx';
import { LeadBadge } from '#features/leads/web/lead-badge.tsx';
import { StagePicker } from '#features/leads/web/stage-picker.tsx';
import type { PagedSource } from '#ui/calls/paged-source.ts';
import { ScoreBar } from '#ui/charts/score-bar.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import type { ColumnDef, Sort } from '#ui/data-table/data-table-props.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import { NextActionLink } from './next-action-link.tsx';

type Groups = readonly LeadGroup[] | undefined;

type PipelineTableProps = {
  source: PagedSource<Lead>;
  /** Undefined until they have come. */
  groups: Groups;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  activeId: string | null;
  onOpen: (lead: Lead) => void;
  onEscape: () => void;
  canChange: boolean;
  /** Left out for those who may change nothing. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  empty: ReactNode;
  /** How much of it a line at the lower edge covers. */
  stickyBottomPx?: number;
};

/** Under these widths, beside an open drawer say, columns that the drawer has as well give way. */
const ALL_COLUMNS_PX = 1_056;
const MOST_COLUMNS_PX = 760;

/** Everybody in the pipeline: how far along, when last spoken to, what to do next. */
export function PipelineTable({ groups, canChange, ...table }: PipelineTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isMedium = useIsNarrow(frame, ALL_COLUMNS_PX);
  const isSmall = useIsNarrow(frame, MOST_COLUMNS_PX);
  const columns = useMemo(() => {
    const left = isSmall
      ? ['group', 'contactStatus', 'lastContact']
      : isMedium
        ? ['contactStatus', 'lastContact']
        : [];
    return columnsOf(groups, canChange).filter(({ id }) => !left.includes(id ?? ''));
  }, [groups, canChange, isMedium, isSmall]);
  const card = useMemo(() => cardOf(groups, canChange), [groups, canChange]);
  return (
    <div ref={frame}>
      <DataTable
        {...table}
        label="Lead pipeline"
        columns={columns}
        getRowId={(lead) => lead.id}
        getRowLabel={(lead) => lead.name}
        card={card}
        errorTitle="The leads could not be loaded"
        className="[--table-inset:var(--page-inset)]"
      />
    </div>
  );
}

function columnsOf(groups: Groups, canChange: boolean): ColumnDef<Lead>[] {
  return [
    {
      id: 'name',
      header: 'Lead',
      enableSorting: true,
      meta: { width: 'minmax(8rem, 1.6fr)' },
      cell: ({ row: { original } }) => <LeadBadge lead={original} />,
    },
    {
      id: 'group',
      header: 'Category',
      meta: { width: 'minmax(7rem, 1.6fr)' },
      cell: ({ row: { original } }) => <GroupName lead={original} groups={groups} />,
    },
    {
      id: 'stage',
      header: 'Stage',
      enableSorting: true,
      meta: { width: '8.5rem' },
      cell: ({ row: { original } }) => <StagePicker lead={original} canChange={canChange} />,
    },
    {
      id: 'aiScore',
      header: 'Score',
      enableSorting: true,
      meta: { width: '5.5rem', firstSort: 'desc' },
      cell: ({ row: { original } }) => (
        <ScoreBar score={Number(original.aiScore)} reasons={byPoints(original.scoreReasons)} />
      ),
    },
    {
      id: 'contactStatus',
      header: 'Contact',
      enableSorting: true,
      meta: { width: '9.5rem' },
      cell: ({ row: { original } }) => <ContactBadge status={original.contactStatus} />,
    },
    {
      id: 'lastContact',
      header: 'Last contact',
      enableSorting: true,
      meta: { width: '6rem', firstSort: 'desc' },
      cell: ({ row: { original } }) => <LastContact lead={original} />,
    },
    {
      id: 'nextAction',
      header: 'Next action',
      meta: { width: 'minmax(9rem, 1.5fr)' },
      cell: ({ row: { original } }) => <NextActionLink lead={original} canChange={canChange} look="row" />,
    },
  ];
}

function GroupName({ lead, groups }: { lead: Lead; groups: Groups }) {
  if (groups === undefined && lead.groupId !== null) return <Skeleton className="h-3 w-24" />;
  const group = groups?.find(({ id }) => id === lead.groupId);
  if (!group)
    return <span className="text-small text-ink-3">{lead.groupId === null ? 'No group' : '–'}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-small text-ink-2">
      <Swatch color={group.color} />
      <span className="truncate">{group.name}</span>
    </span>
  );
}

function LastContact({ lead }: { lead: Lead }) {
  if (lead.lastContact === null) return <span className="text-small text-ink-3">Not yet</span>;
  return <RelativeTime isPlain value={lead.lastContact} className="text-small text-ink-2 tabular-nums" />;
}

function cardOf(groups: Groups, canChange: boolean): (lead: Lead) => ReactNode {
  return (lead) => <LeadCard lead={lead} groups={groups} canChange={canChange} />;
}

/** A row where it is narrow. */
function LeadCard({ lead, groups, canChange }: { lead: Lead; groups: Groups; canChange: boolean }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <LeadBadge lead={lead} />
        <span>
          <span className="sr-only">Score </span>
          <ScoreBar score={Number(lead.aiScore)} reasons={byPoints(lead.scoreReasons)} />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <GroupName lead={lead} groups={groups} />
        <span className="inline-flex items-center gap-1.5 text-small text-ink-3">
          Last contact <LastContact lead={lead} />
        </span>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <StagePicker lead={lead} canChange={canChange} />
        <NextActionLink lead={lead} canChange={canChange} look="row" />
      </div>
    </>
  );
}
