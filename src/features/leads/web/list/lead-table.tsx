import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { colleaguesQuery } from '#features/access/web/api.ts';
import { truncate } from '#kit/text.ts';
import type { PagedSource } from '#ui/calls/paged-source.ts';
import { ScoreBar } from '#ui/charts/score-bar.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import type { ColumnDef, Sort } from '#ui/data-table/data-table-props.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import type { Lead } from '../../contract.ts';
import { byPoints, isFromFile, SIGNAL_PREVIEW_LENGTH } from '../../rules.ts';
import { ContactBadge } from '../contact-badge.tsx';
import { LeadBadge } from '../lead-badge.tsx';
import { reasonWords } from '../signal-text.ts';

type LeadTableProps = {
  source: PagedSource<Lead>;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  /** With it rows can be chosen. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  activeId: string | null;
  onOpen: (lead: Lead) => void;
  onEscape: () => void;
  empty: ReactNode;
  /** How much of it a line at the lower edge covers. */
  stickyBottomPx?: number;
};

/** Below this width who looks after somebody stands in the drawer only. */
const CARE_FROM_PX = 820;

const COLUMNS: ColumnDef<Lead>[] = [
  {
    id: 'name',
    header: 'Lead',
    enableSorting: true,
    meta: { width: 'minmax(7.5rem, 2fr)' },
    cell: ({ row }) => <LeadBadge lead={row.original} />,
  },
  {
    id: 'signal',
    header: 'Signal and reasons',
    meta: { width: 'minmax(7rem, 4.5fr)' },
    cell: ({ row }) => <SignalCell lead={row.original} />,
  },
  {
    id: 'aiScore',
    header: 'Score',
    enableSorting: true,
    meta: { width: '6rem', firstSort: 'desc' },
    cell: ({ row }) => <LeadScore lead={row.original} />,
  },
  {
    id: 'contactStatus',
    header: 'Contact',
    enableSorting: true,
    meta: { width: '9.5rem' },
    cell: ({ row }) => <ContactBadge status={row.original.contactStatus} />,
  },
];

/** The discovered leads: who, what they said and why it counts, how much, and whether they can be reached. */
export function LeadTable(props: LeadTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isTight = useIsNarrow(frame, CARE_FROM_PX);
  const colleagues = useQuery(colleaguesQuery());
  const columns = useMemo(() => {
    const names = new Map(colleagues.data?.map(({ id, name }) => [id, name]));
    return isTight ? COLUMNS : [...COLUMNS, careColumn(names)];
  }, [isTight, colleagues.data]);
  return (
    <div ref={frame}>
      <DataTable
        {...props}
        label="Discovered leads"
        columns={columns}
        getRowId={(lead) => lead.id}
        getRowLabel={(lead) => lead.name}
        card={leadCard}
        errorTitle="The leads could not be loaded"
        className="[--table-inset:var(--page-inset)]"
      />
    </div>
  );
}

/** Who looks after somebody, over what they were tagged with. */
function careColumn(names: ReadonlyMap<string, string>): ColumnDef<Lead> {
  return {
    id: 'owner',
    header: 'Owner and tags',
    enableSorting: true,
    meta: { width: 'minmax(6.5rem, 1.5fr)' },
    cell: ({ row: { original: lead } }) => (
      <TwoLines
        weight="plain"
        title={
          lead.ownerId === null ? <span className="text-ink-3">–</span> : (names.get(lead.ownerId) ?? '–')
        }
        text={lead.tags.join(' · ')}
      />
    ),
  };
}

/** The first 50 characters; the drawer has the rest. */
function signalPreview(lead: Pick<Lead, 'behaviorSignal'>): string {
  return truncate(lead.behaviorSignal, SIGNAL_PREVIEW_LENGTH);
}

function SignalCell({ lead }: { lead: Lead }) {
  return <TwoLines weight="plain" title={<Signal lead={lead} />} text={<Reasons lead={lead} />} />;
}

/** Quoted, as somebody's own words; the quotation marks are no part of them. */
function Signal({ lead }: { lead: Lead }) {
  if (lead.behaviorSignal === '') return <span className="text-ink-3">No words recorded</span>;
  if (isFromFile(lead.platform)) return <span data-signal>{`From your file: ${signalPreview(lead)}`}</span>;
  return (
    <span data-signal className="before:content-['“'] after:content-['”']">
      {signalPreview(lead)}
    </span>
  );
}

function LeadScore({ lead }: { lead: Lead }) {
  return <ScoreBar score={Number(lead.aiScore)} reasons={byPoints(lead.scoreReasons)} />;
}

/** Why it counts, and how fresh it is. */
function Reasons({ lead }: { lead: Lead }) {
  const words = reasonWords(lead.scoreReasons);
  return (
    <>
      {words.join(' · ')}
      {words.length > 0 && lead.signalAt !== null && ' · '}
      {lead.signalAt !== null && <RelativeTime isPlain value={lead.signalAt} />}
    </>
  );
}

function leadCard(lead: Lead): ReactNode {
  return <LeadCard lead={lead} />;
}

/** A row where it is narrow. */
function LeadCard({ lead }: { lead: Lead }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <LeadBadge lead={lead} />
        <span>
          <span className="sr-only">Score </span>
          <LeadScore lead={lead} />
        </span>
      </div>
      <p className="mt-0.5 text-body text-ink-2">
        <Signal lead={lead} />
      </p>
      <p className="truncate text-small text-ink-3">
        <Reasons lead={lead} />
      </p>
      <div className="mt-1.5 flex items-center gap-2">
        <ContactBadge status={lead.contactStatus} />
        <span className="min-w-0 truncate text-small text-ink-3">{lead.tags.join(' · ')}</span>
      </div>
    </>
  );
}
