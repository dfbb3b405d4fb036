import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#kit/text.ts';
import { ErrorLine } from '#ui/error-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ScoreBand, ScoreOutcome } from '../../contract.ts';
import { FEWEST_OUTCOMES, likelyPercent } from '../../rules-outcomes.ts';
import { scoreOutcomesQuery } from '../api.ts';

const SCORED: Record<ScoreBand, string> = { high: '8+', medium: '5 to under 8', low: 'under 5' };

/** What a score of this band has been worth to this team so far. */
export function ScoreOutcomeLine({ band }: { band: ScoreBand }) {
  const outcomes = useQuery(scoreOutcomesQuery());
  const outcome = outcomes.data?.find((one) => one.band === band);
  if (outcomes.isError && !outcome) {
    return (
      <ErrorLine query={outcomes} text="What became of such leads could not be loaded." className="mt-3" />
    );
  }
  if (!outcome) return <Skeleton className="mt-3 h-3 w-2/3" />;
  return <p className="mt-3 text-small text-ink-2">{outcomeWords(outcome)}</p>;
}

function outcomeWords({ band, judged, converted, notFit }: ScoreOutcome): string {
  const known = `contacted or marked ${judged === 1 ? 'lead' : 'leads'} scored ${SCORED[band]}`;
  const range = likelyPercent(converted, judged);
  if (range === null) {
    return `Not enough data yet: ${formatCount(judged)} ${known}, ${FEWEST_OUTCOMES} are needed to say how many convert.`;
  }
  const marked = notFit === 0 ? '' : `, ${formatCount(notFit)} marked not a fit`;
  return `Of ${formatCount(judged)} ${known}, ${formatCount(converted)} converted (${range.from}–${range.to}\u00a0%)${marked}.`;
}
