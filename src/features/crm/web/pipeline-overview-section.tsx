import { Link } from '@tanstack/react-router';
import { STAGES, type Stage } from '#features/leads/contract.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { StageGlyph } from '#features/leads/web/stage-badge.tsx';
import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent, percentOf } from '#kit/text.ts';
import { cn } from '#ui/class-names.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { CrmStats } from '../contract.ts';
import { StageBar } from './stage-bar.tsx';

type PipelineOverviewProps = {
  stats: CrmStats | undefined;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
  stage: Stage | null;
};

/** Five counts over one bar in proportion; each opens its people. */
export function PipelineOverview({ stats, error, onRetry, isRetrying, stage }: PipelineOverviewProps) {
  if (stats === undefined) {
    return error ? (
      <ErrorState
        isCompact
        title="The pipeline could not be counted"
        error={error}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    ) : (
      <OverviewSkeleton />
    );
  }
  return (
    <section aria-label="Pipeline overview">
      <ol
        className="grid grid-cols-3 gap-x-[3px] gap-y-3 sm:[grid-template-columns:var(--columns)]"
        style={{ '--columns': columns(stats) }}
      >
        {STAGES.map((each) => (
          <li key={each} className="min-w-0 pr-3 last:pr-0">
            <Link
              to="/crm"
              search={(search) => ({ ...search, stage: stage === each ? undefined : each })}
              aria-current={stage === each || undefined}
              className="group inline-block rounded-badge"
            >
              <span
                className={cn(
                  'flex items-center gap-1.5 text-small group-hover:text-ink',
                  stage === each ? 'font-medium text-ink' : 'text-ink-2',
                )}
              >
                <StageGlyph stage={each} />
                {STAGE_LABELS[each]}
              </span>
              <span className="mt-0.5 block text-[1.75rem]/8 font-semibold tracking-[-0.025em] tabular-nums decoration-green-l decoration-2 underline-offset-4 group-hover:underline">
                {formatCount(stats.totalLeads === 0 ? null : stats.stages[each])}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <StageBar counts={stats.stages} size="wide" className="mt-2" />
      <p className="mt-2 text-small text-pretty text-ink-2">{sentence(stats)}</p>
    </section>
  );
}

/** Each count stands over its part of the bar as far as its words have room. */
function columns(stats: CrmStats): string {
  const least = stats.totalLeads / 1_000 || 1;
  return STAGES.map((stage) => `minmax(max-content, ${Math.max(stats.stages[stage], least)}fr)`).join(' ');
}

/** "413 people in the pipeline. 6.5% converted; 19 moved forward this week, against 14 last week. …" */
function sentence(stats: CrmStats): string {
  const {
    totalLeads,
    stages,
    movedForwardThisWeek,
    movedForwardLastWeek,
    buyers,
    revenueCents,
    purchasesLeftOut,
  } = stats;
  if (totalLeads === 0) return 'Nobody in the pipeline yet. Discovered leads enter it as New.';
  return [
    `${countOf(totalLeads, 'person', 'people')} in the pipeline.`,
    `${formatPercent(percentOf(stages.converted, totalLeads))} converted;`,
    `${formatCount(movedForwardThisWeek)} moved forward this week, against ${formatCount(movedForwardLastWeek)} last week.`,
    // Most purchases are by visitors who are nobody in the pipeline: those stand in the analytics.
    ...(buyers === 0
      ? []
      : [
          `${formatCount(buyers)} of them bought, for ${formatUsd(revenueCents)} together${
            purchasesLeftOut === 0
              ? ''
              : `, plus ${countOf(purchasesLeftOut, 'purchase')} in other currencies or without an amount`
          }.`,
        ]),
    'Every count opens its people.',
  ].join(' ');
}

function OverviewSkeleton() {
  return (
    <div className="space-y-2">
      <div className="flex gap-12 max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-[3px] max-sm:gap-y-3">
        {STAGES.map((stage) => (
          <div key={stage} className="space-y-2 py-0.5">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-7 w-12" />
          </div>
        ))}
      </div>
      <Skeleton className="h-2.5 w-full" />
      <Skeleton className="h-3 w-96 max-w-full" />
    </div>
  );
}
