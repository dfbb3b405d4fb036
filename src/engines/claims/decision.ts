import { lazy } from '#kit/lazy.ts';
import type { Examined } from './examine.ts';
import { prepareFeatures, type Region, regionOf } from './features.ts';
import type { Jurisdiction } from './finding.ts';
import { Judge, readModel } from './model.ts';
import { type RulePassage, rulePassagesOf } from './passages.ts';
import weights from './weights.json' with { type: 'json' };

/** Sentences are read together up to this many words: a claim often spans several. */
const PASSAGE_WORDS = 40;
/**
 * Probabilities from which a passage is blocked, chosen on left-out authors for at most 4 % false blocks: where no rule
 * speaks about it, where none does and it is short, and where rules find less than a reason to block.
 */
const BLOCK_FROM = 0.17;
const BLOCK_SHORT_FROM = 0.4;
const BLOCK_OVER_A_WARNING_FROM = 0.6;
/** A short passage, in words. */
const FEW_WORDS = 12;
/** Below this probability, a rule that would block only warns. */
const EASE_BELOW = 0.05;

const MOST_NAMED = 3;
/** Shorter words say little without their neighbours. */
const SHORTEST_NAMED = 4;

export const fittedJudge = lazy(() => new Judge(readModel(weights)));

export function prepareDecision(): void {
  prepareFeatures();
  fittedJudge();
}

/** What the model says about a passage. */
export type Decision = {
  passage: RulePassage;
  /** Where it blocks the passage and no rule does. */
  likelyIn: readonly Jurisdiction[];
  /** Where it is sure that nothing is claimed. */
  easedIn: readonly Jurisdiction[];
  /** The words that count most, and the token of the first. */
  wordsOf: () => { words: string[]; strongest: number };
};

export function decide(judge: Judge, examined: Examined, jurisdictions: readonly Jurisdiction[]): Decision[] {
  const asked = [...new Set(jurisdictions)];
  if (asked.length === 0) return [];
  return rulePassagesOf(examined, PASSAGE_WORDS).map((passage) => {
    const byRegion = new Map<Region, number>();
    const at = (jurisdiction: Jurisdiction): number => {
      const region = regionOf(jurisdiction);
      const known = byRegion.get(region) ?? judge.probabilityOf(examined, passage, region);
      byRegion.set(region, known);
      return known;
    };
    const isBlocked = (one: Jurisdiction): boolean =>
      [...passage.found].some(({ severity }) => severity[one] === 'block');
    const isJudged = (one: Jurisdiction): boolean =>
      [...passage.found].some(({ severity }) => severity[one] !== null);
    const unjudged = passage.to - passage.from > FEW_WORDS ? BLOCK_FROM : BLOCK_SHORT_FROM;
    return {
      passage,
      likelyIn: asked.filter(
        (one) => !isBlocked(one) && at(one) >= (isJudged(one) ? BLOCK_OVER_A_WARNING_FROM : unjudged),
      ),
      easedIn: asked.filter((one) => at(one) < EASE_BELOW),
      wordsOf: () => strongestWords(judge, { examined, passage, region: regionOf(asked[0] ?? 'US') }),
    };
  });
}

type Place = { examined: Examined; passage: RulePassage; region: Region };

function strongestWords(judge: Judge, { examined, passage, region }: Place): ReturnType<Decision['wordsOf']> {
  const order = judge.strongestTokens(examined, passage, region);
  const named = order.map((at) => {
    const { start = 0, end = 0 } = examined.reading.tokens[at] ?? {};
    return examined.text.slice(start, end);
  });
  return {
    words: [...new Set(named)].filter((word) => word.length >= SHORTEST_NAMED).slice(0, MOST_NAMED),
    strongest: order[0] ?? passage.from,
  };
}
