import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatPercent } from '#kit/text.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { COHORT_STAGES, type Cohort, type Within } from '../contract-funnel.ts';
import { shareOf } from '../rules-figures.ts';
import { cohortsQuery } from './analytics-api.ts';
import { monthWords } from './analytics-words.ts';
import { COHORT_LABELS, cohortFigureOf, type OpenFigure } from './figure.ts';
import { type FigureCell, FigureTable, SaveTableButton } from './figure-table.tsx';

const SEGMENTS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'any', label: 'By now' },
] as const;

/** People by the month in which they were found, and how far they came within so many days. */
export function CohortSection({ onOpen }: { onOpen: (figure: OpenFigure) => void }) {
  const [within, setWithin] = useState<Within>('any');
  const cohorts = useQuery({ ...cohortsQuery(within), placeholderData: keepPreviousData });
  const table = cohorts.data && tableOf(cohorts.data, within);
  return (
    <section aria-labelledby="cohorts">
      <SectionHeading
        id="cohorts"
        title="Cohorts"
        note="people by the month they were found in, the last 12 months"
        action={
          <>
            <SegmentedControl
              label="How far they came within"
              value={within}
              onValueChange={setWithin}
              segments={SEGMENTS}
              className="h-7 max-sm:[&>*]:px-2"
            />
            {table && table.rows.length > 0 && <SaveTableButton {...table} />}
          </>
        }
      />
      {cohorts.isPending ? (
        <Loading label="Loading the cohorts">
          <Skeleton className="mt-3 h-40 w-full" />
        </Loading>
      ) : cohorts.isError ? (
        <ErrorState isCompact title="The cohorts could not be counted" query={cohorts} />
      ) : cohorts.data.length === 0 ? (
        <EmptyState
          isCompact
          title="Nobody was found in the last 12 months"
          text="Discover, import or add people: from then on each month stands here with how far its people came."
          action={
            <Link to="/leads" className={linkButtonClass()}>
              Discover leads
            </Link>
          }
        />
      ) : (
        <div aria-busy={cohorts.isPlaceholderData || undefined} className="pt-2">
          {table && <FigureTable {...table} onOpen={onOpen} />}
        </div>
      )}
    </section>
  );
}

function tableOf(cohorts: readonly Cohort[], within: Within) {
  return {
    label: 'Cohorts by month',
    head: 'Found in',
    columns: ['Found', ...COHORT_STAGES.map((stage) => COHORT_LABELS[stage])],
    rows: cohorts.toReversed().map((cohort) => {
      const month = monthWords(cohort.month);
      return {
        id: cohort.month,
        label: month,
        note: cohort.isOpen && within !== 'any' ? 'can still rise' : undefined,
        cells: [
          { text: formatCount(cohort.leads), open: () => cohortFigureOf(cohort, null, { within, month }) },
          ...COHORT_STAGES.map((stage): FigureCell => {
            const share = shareOf(cohort[stage], cohort.leads);
            return {
              text: share.isEnough ? formatPercent(share.percent) : '–',
              note: `${formatCount(share.part)}${share.isEnough ? '' : ', not enough data'}`,
              open: () => cohortFigureOf(cohort, stage, { within, month }),
            };
          }),
        ],
      };
    }),
  };
}
