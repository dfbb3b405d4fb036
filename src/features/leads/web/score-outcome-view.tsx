import { useQuery } from '@tanstack/react-query';
import { countOf, formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ScoreBand, ScoreOutcome } from '../contract.ts';
import { FEWEST_OUTCOMES, likelyPercent } from '../rules-outcomes.ts';
import { scoreOutcomesQuery } from './api.ts';

const SCORED: Record<ScoreBand, string> = { high: '8+', medium: '5 to under 8', low: 'under 5' };

/** What a score of this band has been worth to this team so far. */
export function ScoreOutcomeLine({ band }: { band: ScoreBand }) {
  const outcomes = useQuery(scoreOutcomesQuery());
  const outcome = outcomes.data?.find((one) => one.band === band);
  if (outcomes.isError && !outcome) {
    return (
      <p className="mt-3 flex items-center gap-2 text-small text-ink-2">
        What became of such leads could not be loaded.
        <Button variant="ghost" size="row" onClick={() => void outcomes.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!outcome) return <Skeleton className="mt-3 h-3 w-2/3" />;
  return <p className="mt-3 text-small text-ink-2">{outcomeWords(outcome)}</p>;
}

function outcomeWords({ band, contacted, converted }: ScoreOutcome): string {
  const range = likelyPercent(converted, contacted);
  if (range === null) {
    return `Not enough data yet: ${countOf(contacted, 'contacted lead')} scored ${SCORED[band]}, ${FEWEST_OUTCOMES} are needed to say how many convert.`;
  }
  return `Of ${formatCount(contacted)} contacted leads scored ${SCORED[band]}, ${formatCount(converted)} converted (${range.from}–${range.to} %).`;
}
