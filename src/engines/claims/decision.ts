import { lazy } from '#kit/lazy.ts';
import type { Examined } from './examine.ts';
import { namesHealth, prepareFeatures, type Region, regionOf } from './features.ts';
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
const BLOCK_FROM = 0.2;
const BLOCK_SHORT_FROM = 0.4;
const BLOCK_OVER_A_WARNING_FROM = 0.8;
/** A short passage, in words. */
const FEW_WORDS = 12;
/**
 * A rule that would block only warns where its passage is less likely a claim than the first and the sentence alone than
 * the second: a plain claim among harmless sentences stays blocked. In a short passage or a sentence of a few words it
 * always blocks.
 */
const EASE_BELOW = 0.25;
const EASE_SENTENCE_BELOW = 0.5;
const EASE_SENTENCE_OVER_WORDS = 5;

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
  /** Whether it finds no claim there, in the passage or in this sentence of it. */
  isEased: (sentence: number, jurisdiction: Jurisdiction) => boolean;
  /** The words that count most, and the token of the first. */
  wordsOf: () => { words: string[]; strongest: number };
};

export function decide(judge: Judge, examined: Examined, jurisdictions: readonly Jurisdiction[]): Decision[] {
  const asked = [...new Set(jurisdictions)];
  if (asked.length === 0) return [];
  const alone = lazy(() => rulePassagesOf(examined, 0));
  return rulePassagesOf(examined, PASSAGE_WORDS).map((passage) => {
    const sums = judge.read(examined, passage);
    const at = (one: Jurisdiction): number => judge.probabilityOf(sums, regionOf(one));
    const isShort = passage.to - passage.from <= FEW_WORDS;
    const isLikely = (one: Jurisdiction): boolean => {
      const levels = [...passage.found].flatMap(({ severity }) => severity[one] ?? []);
      if (levels.includes('block')) return false;
      if (levels.length > 0) return at(one) >= BLOCK_OVER_A_WARNING_FROM;
      return at(one) >= (isShort ? BLOCK_SHORT_FROM : BLOCK_FROM) && namesHealth(examined, passage);
    };
    const likelyIn = asked.filter(isLikely);
    const region = regionOf(likelyIn[0] ?? 'US');
    return {
      passage,
      likelyIn,
      isEased: (sentence, jurisdiction) => {
        const own = alone()[sentence];
        if (isShort || !own || own.to - own.from <= EASE_SENTENCE_OVER_WORDS) return false;
        if (at(jurisdiction) >= EASE_BELOW) return false;
        return judge.probabilityOf(judge.read(examined, own), regionOf(jurisdiction)) < EASE_SENTENCE_BELOW;
      },
      wordsOf: () => strongestWords(judge, { examined, passage, region }),
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
