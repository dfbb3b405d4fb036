import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Loading, TextSkeleton } from '#ui/skeleton.tsx';
import type { FigureRef, Insight } from '../contract-funnel.ts';
import { insightsQuery, type Scope } from './analytics-api.ts';

const ICON: Record<Insight['tone'], LucideIcon> = {
  good: CircleCheck,
  attention: TriangleAlert,
  neutral: Info,
};
const TONE: Record<Insight['tone'], string> = {
  good: 'text-green-ink',
  attention: 'text-amber-ink',
  neutral: 'text-ink-3',
};
const TONE_WORD: Record<Insight['tone'], string> = {
  good: 'Good: ',
  attention: 'Worth a look: ',
  neutral: '',
};

/** As many rows as there mostly are. */
const LIKELY = [0, 1, 2, 3, 4, 5, 6, 7];

/** What stands out, in sentences that each open the figure that proves them. */
export function InsightSection({ scope, onOpen }: { scope: Scope; onOpen: (proof: FigureRef) => void }) {
  const insights = useQuery({ ...insightsQuery(scope), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="insights">
      <SectionHeading
        id="insights"
        title="AI insights"
        note={insights.data && `from ${countOf(insights.data.compared, 'comparison')}`}
        action={insights.data && <span className="text-ink-3">{insights.data.by}</span>}
      />
      {insights.isPending ? (
        <Loading label="Loading the insights" className="grid gap-x-10 lg:grid-cols-2">
          {LIKELY.map((row) => (
            <p key={row} className="border-b border-line py-3 pl-7 text-body">
              <TextSkeleton like="00.0% of the visits by this channel become sign-ups, against 00.0% elsewhere." />
              <span className="mt-0.5 block text-small">
                <TextSkeleton like="00.0% (00.0% to 00.0%) of 000 against 00.0% (00.0% to 00.0%) of 000; 95% intervals." />
              </span>
            </p>
          ))}
        </Loading>
      ) : insights.isError ? (
        <ErrorState isCompact title="The insights could not be loaded" query={insights} />
      ) : insights.data.items.length === 0 ? (
        <EmptyState
          isCompact
          title="Nothing stands out yet"
          text={
            insights.data.compared === 0
              ? 'Differences are told once both sides have at least 30 messages, visits or conversions.'
              : 'Nothing that was compared differs by more than chance would explain. A longer period may tell more.'
          }
          action={
            insights.data.compared === 0 ? (
              <Link to="/campaigns" className={linkButtonClass()}>
                Go to campaigns
              </Link>
            ) : undefined
          }
        />
      ) : (
        <ul className="grid gap-x-10 lg:grid-cols-2" aria-busy={insights.isPlaceholderData || undefined}>
          {insights.data.items.map((insight) => (
            <InsightRow key={insight.id} insight={insight} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}

function InsightRow({ insight, onOpen }: { insight: Insight; onOpen: (proof: FigureRef) => void }) {
  const Icon = ICON[insight.tone];
  return (
    <li className="flex gap-3 border-b border-line py-3" data-insight={insight.id}>
      <Icon className={`mt-0.5 size-4 shrink-0 ${TONE[insight.tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="text-body text-pretty">
          <span className="sr-only">{TONE_WORD[insight.tone]}</span>
          {insight.sentence}
        </p>
        <p className="mt-0.5 text-small text-pretty text-ink-3 tabular-nums">{insight.basis}</p>
      </div>
      <button
        type="button"
        onClick={() => onOpen(insight.proof)}
        aria-haspopup="dialog"
        aria-label={`Proof: ${insight.sentence}`}
        className="inline-flex h-fit shrink-0 items-center gap-1 rounded-badge text-small font-medium text-green-ink hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        Proof
        <ArrowRight className="size-3.5" />
      </button>
    </li>
  );
}
