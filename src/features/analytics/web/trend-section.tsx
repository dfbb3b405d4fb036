import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { TrendLine } from '../contract-funnel.ts';
import { FIGURE_LABELS, inSentence } from '../rules-figures.ts';
import { type Scope, trendQuery } from './analytics-api.ts';
import {
  dayWords,
  gapWords,
  TREND_FIGURES,
  type TrendFigure,
  trendSentence,
  trendText,
  trendValue,
} from './analytics-words.ts';
import { type OpenFigure, pointFigureOf } from './figure.ts';
import { type FigureCell, FigureTable, SaveTableButton } from './figure-table.tsx';
import type { ChartPoint } from './trend-chart.tsx';

// The library that draws is larger than the rest of the screen: it comes when a line is drawn.
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

type TrendSectionProps = { scope: Scope; onOpen: (figure: OpenFigure) => void };

/** One figure day by day beside the period before, as a line or as a table whose figures open. */
export function TrendSection({ scope, onOpen }: TrendSectionProps) {
  const [figure, setFigure] = useState<TrendFigure>('visits');
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const trend = useQuery({ ...trendQuery(scope), placeholderData: keepPreviousData });
  const figures = TREND_FIGURES.filter((name) => name !== 'leads' || scope.campaign === undefined);
  const table = trend.data && tableOf(trend.data, figure, scope);
  const gaps = trend.data && gapWords(figure, trend.data);
  return (
    <section aria-labelledby="trend">
      <SectionHeading
        id="trend"
        title="Trend"
        action={
          <>
            <Select
              look="filter"
              aria-label="Figure of the trend"
              value={figure}
              onValueChange={setFigure}
              options={figures.map((value) => ({ value, label: FIGURE_LABELS[value] }))}
            />
            <SegmentedControl
              label="Show the trend as"
              value={look}
              onValueChange={setLook}
              segments={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
              className="h-7"
            />
            {table && trend.data && !isEmpty(trend.data) && <SaveTableButton {...table} />}
          </>
        }
      />
      {trend.isPending ? (
        <Loading label="Loading the trend">
          <Skeleton className="mt-3 h-60 w-full" />
        </Loading>
      ) : trend.isError ? (
        <ErrorState isCompact title="The trend could not be loaded" query={trend} />
      ) : isEmpty(trend.data) ? (
        <EmptyState
          isCompact
          title="Nothing was counted in this period"
          text="The line begins with the first day on which something happens. A longer period may show one."
        />
      ) : (
        <div aria-busy={trend.isPlaceholderData || undefined}>
          <p className="mt-3 text-small text-pretty text-ink-2 tabular-nums" id="trend-sentence">
            {trendSentence(figure, trend.data, new Date())}
          </p>
          {look === 'chart' ? (
            <figure aria-labelledby="trend-sentence" className="mt-2">
              <Suspense fallback={<Skeleton className="h-60 w-full" />}>
                <TrendChart
                  points={pointsOf(trend.data, figure)}
                  hasBefore={trend.data.before.length > 0}
                  format={(value) => trendText(figure, value)}
                />
              </Suspense>
              <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-3">
                <span className="inline-flex items-center gap-1.5">
                  <span aria-hidden="true" className="h-0 w-5 border-t-2 border-data-1" />
                  This period{trend.data.step === 'week' ? ', by week' : ''}
                </span>
                {trend.data.before.length > 0 && (
                  <span className="inline-flex items-center gap-1.5">
                    <span aria-hidden="true" className="h-0 w-5 border-t-2 border-dashed border-data-prev" />
                    The period before
                  </span>
                )}
              </figcaption>
            </figure>
          ) : (
            table && (
              <div className="mt-2 max-h-80 overflow-y-auto print:max-h-none print:overflow-visible">
                <FigureTable {...table} onOpen={onOpen} />
              </div>
            )
          )}
          {gaps != null && <p className="mt-1 text-small text-ink-3">{gaps}</p>}
        </div>
      )}
    </section>
  );
}

/** Not even in the period before: a line of zeros would say that somebody had looked. */
function isEmpty({ points, before }: TrendLine): boolean {
  return [...points, ...before].every(({ counts }) => Object.values(counts).every((count) => count === 0));
}

function pointsOf({ points, before }: TrendLine, figure: TrendFigure): ChartPoint[] {
  const now = new Date();
  return points.map(({ day, counts }, index) => {
    const earlier = before[index]?.counts;
    return {
      day,
      label: dayWords(day, now),
      now: trendValue(figure, counts),
      before: earlier ? trendValue(figure, earlier) : null,
    };
  });
}

function tableOf(line: TrendLine, figure: TrendFigure, scope: Scope) {
  const hasBefore = line.before.length > 0;
  const days = line.step === 'day' ? 1 : 7;
  const now = new Date();
  const cellOf = (point: TrendLine['points'][number] | undefined, isBefore: boolean): FigureCell => {
    if (!point) return { text: trendText(figure, null) };
    const { day, counts } = point;
    const about = `${days === 1 ? dayWords(day, now) : `The week from ${dayWords(day, now)}`}${isBefore ? ', in the period before' : ''}`;
    return {
      text: trendText(figure, trendValue(figure, counts)),
      open: () => pointFigureOf({ figure, counts, scope, isBefore, point: { day, days }, about }),
    };
  };
  return {
    label: `Trend of ${inSentence(FIGURE_LABELS[figure])}`,
    head: line.step === 'day' ? 'Day' : 'Week from',
    columns: ['This period', ...(hasBefore ? ['The period before'] : [])],
    rows: line.points.map((point, index) => ({
      id: point.day,
      label: dayWords(point.day, now),
      cells: [cellOf(point, false), ...(hasBefore ? [cellOf(line.before[index], true)] : [])],
    })),
  };
}
