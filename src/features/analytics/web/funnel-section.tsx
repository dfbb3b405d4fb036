import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { linkButtonClass } from '#ui/button-class.ts';
import { FunnelBars, type FunnelStep } from '#ui/charts/funnel-bars.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import {
  type Counts,
  DIMENSIONS,
  type Dimension,
  type Funnel,
  type FunnelRow,
  type Rate,
} from '../contract-funnel.ts';
import {
  DIMENSION_LABELS,
  FIGURE_LABELS,
  type FigureName,
  figureText,
  hasLeads,
  hasResponses,
  inSentence,
  isRate,
  MEASURE_LABELS,
  NO_COUNTS,
} from '../rules-figures.ts';
import type { Scope } from './analytics-api.ts';
import { countCell, daysWords, rateCell } from './analytics-words.ts';
import { figureOf, type OpenFigure } from './figure.ts';
import { FigureButton } from './figure-button.tsx';
import { type FigureCell, FigureTable, SaveTableButton } from './figure-table.tsx';

type FunnelSectionProps = {
  funnel: UseQueryResult<Funnel>;
  scope: Scope;
  by: Dimension;
  onByChange: (by: Dimension) => void;
  onOpen: (figure: OpenFigure) => void;
};

const STEPS = ['messages', 'visits', 'conversions', 'purchases'] as const;
const SHOWN = [
  'messages',
  'visits',
  'responseRate',
  'conversions',
  'pageConversion',
  'purchases',
  'purchaseConversion',
] as const;

/** From lead to purchase: the whole as bars, and its parts by one dimension in a table. */
export function FunnelSection({ funnel, scope, by, onByChange, onOpen }: FunnelSectionProps) {
  const { data } = funnel;
  const table = data && tableOf(data, scope);
  return (
    <section aria-labelledby="funnel">
      <SectionHeading
        id="funnel"
        title="From lead to purchase"
        note={data && daysWords(data, new Date())}
        action={table && table.rows.length > 1 ? <SaveTableButton {...table} /> : undefined}
      />
      {funnel.isPending ? (
        <FunnelSkeleton />
      ) : funnel.isError ? (
        <ErrorState isCompact title="The funnel could not be counted" query={funnel} />
      ) : !data || isNothing(data.total.counts) ? (
        <EmptyState
          isCompact
          title="Nothing was counted in this period"
          text="Discover leads and launch a campaign, or choose a longer period: what people do then is counted here."
          action={
            <Link to="/leads" className={linkButtonClass()}>
              Discover leads
            </Link>
          }
        />
      ) : (
        <div aria-busy={funnel.isPlaceholderData || undefined}>
          <div className="max-w-2xl py-4">
            <FunnelBars
              steps={barsOf(data, scope, onOpen)}
              max={Math.max(...Object.values(stepCounts(data.total.counts, scope)))}
            />
          </div>
          <DimensionChoice by={by} onByChange={onByChange} />
          {table && <FigureTable {...table} onOpen={onOpen} />}
          <p className="mt-2 text-small text-pretty text-ink-3">{noteOf(by, data)}</p>
        </div>
      )}
    </section>
  );
}

const DIMENSION_CHOICES = DIMENSIONS.map((value) => ({ value, label: DIMENSION_LABELS[value] }));
/** Beside their heading all of them are in sight from here on. */
const CHOICES_PX = 624;

function DimensionChoice({ by, onByChange }: Pick<FunnelSectionProps, 'by' | 'onByChange'>) {
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(frame, CHOICES_PX);
  return (
    <div ref={frame} className="flex flex-wrap items-center gap-3 pb-2">
      <h3 className="text-small font-medium text-ink-2" id="funnel-by">
        Taken apart by
      </h3>
      {isNarrow ? (
        <div className="min-w-40 flex-1">
          <Select
            aria-labelledby="funnel-by"
            value={by}
            onValueChange={onByChange}
            options={DIMENSION_CHOICES}
          />
        </div>
      ) : (
        <SegmentedControl
          label="Taken apart by"
          value={by}
          onValueChange={onByChange}
          segments={DIMENSION_CHOICES}
        />
      )}
    </div>
  );
}

function stepCounts(counts: Counts, scope: Scope): Record<string, number> {
  const steps = Object.fromEntries(STEPS.map((step) => [step, counts[step]]));
  return scope.campaign === undefined ? { leads: counts.leads, ...steps } : steps;
}

function barsOf(funnel: Funnel, scope: Scope, onOpen: (figure: OpenFigure) => void): FunnelStep[] {
  const { counts, before, label } = funnel.total;
  const days = daysWords(funnel, new Date());
  const figure = (name: FigureName) => (
    <FigureButton
      label={inSentence(FIGURE_LABELS[name])}
      onOpen={() =>
        onOpen(figureOf({ figure: name, counts, before, scope, by: null, key: null, label, days }))
      }
    >
      {figureText(name, counts)}
    </FigureButton>
  );
  const step = (measure: (typeof STEPS)[number] | 'leads', rate?: Rate): FunnelStep => ({
    label: measure === 'leads' ? 'Leads found' : MEASURE_LABELS[measure],
    count: counts[measure],
    shown: figure(measure),
    ...(rate === undefined ? {} : { rate: figure(rate) }),
  });
  return [
    ...(scope.campaign === undefined ? [step('leads')] : []),
    step('messages'),
    step('visits', 'responseRate'),
    step('conversions', 'pageConversion'),
    step('purchases', 'purchaseConversion'),
  ];
}

function tableOf(funnel: Funnel, scope: Scope) {
  const { by, total, rows } = funnel;
  const withLeads = hasLeads(by) && scope.campaign === undefined;
  const figures: FigureName[] = [
    ...(withLeads ? (['leads'] as const) : []),
    ...SHOWN.filter((figure) => figure !== 'responseRate' || hasResponses(by)),
  ];
  const days = daysWords(funnel, new Date());
  const toRow = (row: FunnelRow, isTotal: boolean) => ({
    id: isTotal ? 'total' : (row.key ?? 'none'),
    label: row.label,
    ...(by === 'community' && !isTotal && row.key !== null ? { communityId: row.key } : {}),
    isTotal,
    cells: figures.map(
      (figure): FigureCell => ({
        ...cellOf(figure, row.counts, row.before),
        open: () =>
          figureOf({
            figure,
            counts: row.counts,
            before: row.before,
            scope,
            by: isTotal ? null : by,
            key: isTotal ? null : row.key,
            label: row.label,
            days,
          }),
      }),
    ),
  });
  return {
    label: `Funnel by ${DIMENSION_LABELS[by].toLowerCase()}`,
    head: DIMENSION_LABELS[by],
    columns: figures.map((figure) => FIGURE_LABELS[figure]),
    rows: [toRow(total, true), ...rows.map((row) => toRow(row, false))],
  };
}

function cellOf(figure: FigureName, counts: Counts, before: Counts | null): FigureCell {
  if (isRate(figure)) return rateCell(figure, counts, before);
  if (figure === 'costPerLead' || figure === 'returnOnSpend') return { text: '–' };
  return countCell(figure, counts, before);
}

function noteOf(by: Dimension, { previousFrom }: Funnel): string {
  const compared = previousFrom === null ? '' : 'Under each figure: the change against the period before. ';
  const parts: Record<Dimension, string> = {
    campaign: 'Deleted campaigns and those that were never launched are left out, as on the dashboard.',
    segment:
      'A segment is a lead group. People who were removed still count in the group that they stood in.',
    channel: 'The channel is that of the message somebody came from.',
    source: 'The source is where somebody was found first.',
    asset:
      'A campaign with several assets counts in each of them, so the parts can add up to more than the whole.',
    agent:
      'The agent is the one that somebody last left an address with, from an hour before that talk on, so that the visit on which they talked counts.',
    community:
      'The community is the one that a lead is in, or joined last of several: what came before they joined, and after they left, counts in none.',
  };
  return `${compared}${parts[by]}`;
}

function isNothing(counts: Counts): boolean {
  return Object.keys(NO_COUNTS).every((measure) => Reflect.get(counts, measure) === 0);
}

function FunnelSkeleton() {
  return (
    <Loading label="Counting the funnel" className="space-y-3 py-4">
      {['w-full', 'w-1/3', 'w-1/5', 'w-1/12'].map((width) => (
        <Skeleton key={width} className={`h-3 max-w-2xl ${width}`} />
      ))}
      <Skeleton className="mt-6 h-8 w-80 max-w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
