import { contributionsOf, type Model, probabilitiesOf, readModel } from '#engines/text-model/model.ts';
import { lazy } from '#kit/lazy.ts';
import type { Examined } from './examine.ts';
import { CLASSES, eachFeature, featuresOf, prepareFeatures, type Region, regionOf } from './features.ts';
import type { Jurisdiction } from './finding.ts';
import { type RulePassage, rulePassagesOf } from './passages.ts';
import weights from './weights.json' with { type: 'json' };

/** Sentences are read together up to so many words: a claim is often spread over several. */
const PASSAGE_WORDS = 25;
/** A passage that no rule speaks about is blocked from this probability on. Chosen on left-out authors. */
const BLOCK_FROM = 0.4;
/** The same where a rule speaks about it and finds less than a reason to block. */
const BLOCK_BESIDE_A_RULE = 0.6;
/** Below this probability a rule that would block only warns. */
const EASE_BELOW = 0.26;

const BLOCK = CLASSES.indexOf('block');

const MOST_NAMED = 3;
/** Shorter words say little without their neighbours. */
const SHORTEST_NAMED = 4;

export const fittedModel = lazy((): Model => readModel(weights));

export function prepareDecision(): void {
  prepareFeatures();
  fittedModel();
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

export function decide(model: Model, examined: Examined, jurisdictions: readonly Jurisdiction[]): Decision[] {
  const asked = [...new Set(jurisdictions)];
  if (asked.length === 0) return [];
  return rulePassagesOf(examined, PASSAGE_WORDS).map((passage) => {
    const byRegion = new Map<Region, number>();
    const at = (jurisdiction: Jurisdiction): number => {
      const region = regionOf(jurisdiction);
      const known =
        byRegion.get(region) ?? probabilitiesOf(model, featuresOf(examined, passage, region))[BLOCK] ?? 0;
      byRegion.set(region, known);
      return known;
    };
    const isBlocked = (one: Jurisdiction): boolean =>
      [...passage.found].some(({ severity }) => severity[one] === 'block');
    const isJudged = (one: Jurisdiction): boolean =>
      [...passage.found].some(({ severity }) => severity[one] !== null);
    return {
      passage,
      likelyIn: asked.filter(
        (one) => at(one) >= (isJudged(one) ? BLOCK_BESIDE_A_RULE : BLOCK_FROM) && !isBlocked(one),
      ),
      easedIn: asked.filter((one) => at(one) < EASE_BELOW),
      wordsOf: () => strongestWords(model, { examined, passage, region: regionOf(asked[0] ?? 'US') }),
    };
  });
}

type Place = { examined: Examined; passage: RulePassage; region: Region };

function strongestWords(model: Model, { examined, passage, region }: Place): ReturnType<Decision['wordsOf']> {
  const adds = contributionsOf(model, featuresOf(examined, passage, region), BLOCK);
  const byToken = new Map<number, number>();
  eachFeature(examined, passage, region, (feature, at) => {
    if (at !== undefined) byToken.set(at, (byToken.get(at) ?? 0) + (adds.get(feature) ?? 0));
  });
  const order = [...byToken].sort(([, one], [, other]) => other - one).map(([at]) => at);
  const named = order.map((at) => {
    const { start = 0, end = 0 } = examined.reading.tokens[at] ?? {};
    return examined.text.slice(start, end);
  });
  return {
    words: [...new Set(named)].filter((word) => word.length >= SHORTEST_NAMED).slice(0, MOST_NAMED),
    strongest: order[0] ?? passage.from,
  };
}
