import { type FitSample, fitWeights } from '#engines/text-model/fit.ts';
import { type Examined, examine } from './examine.ts';
import { BUCKETS, eachFeature, GRAM_SCALE, regionOf, wordFeatures } from './features.ts';
import type { Jurisdiction } from './finding.ts';
import { factorOf, type WrittenModel } from './model.ts';
import { rulePassagesOf } from './passages.ts';

/** A labelled text. `weight` says how much an error on it counts. */
export type LabelledClaim = { text: string; jurisdiction: Jurisdiction; isBlocked: boolean; weight: number };

/** Buckets that fewer texts fill are noise. */
const FEWEST_TEXTS = 2;
/** About the mean logarithm of how rare a feature is: brings values back to the size that the descent is made for. */
const USUAL_RARITY = 5;

/** A labelled text as the model sees it, whichever model that is. */
export type ClaimSample = { values: ReadonlyMap<number, number>; isBlocked: boolean; weight: number };

export function claimSampleOf({ text, jurisdiction, isBlocked, weight }: LabelledClaim): ClaimSample {
  return {
    values: valuesOf(examine(text, { jurisdictions: [jurisdiction] }), jurisdiction),
    isBlocked,
    weight,
  };
}

function valuesOf(examined: Examined, jurisdiction: Jurisdiction): Map<number, number> {
  const values = new Map<number, number>();
  let squares = 0;
  const add = (bucket: number, scale: number): void => {
    values.set(bucket, (values.get(bucket) ?? 0) + scale);
    squares += scale * scale;
  };
  const [whole] = rulePassagesOf(examined, Number.POSITIVE_INFINITY);
  const own = regionOf(jurisdiction);
  if (whole)
    eachFeature(examined, whole, {
      word: (word) => {
        const { whole: buckets, grams } = wordFeatures(word);
        for (const bucket of buckets) add(bucket, 1);
        for (const bucket of grams) add(bucket, GRAM_SCALE);
      },
      one: (bucket, region) => {
        if (region === undefined || region === own) add(bucket, 1);
      },
    });
  const factor = factorOf(squares);
  return new Map([...values].map(([bucket, value]) => [bucket, value * factor]));
}

/** The same samples give the same model. */
export function trainClaims(samples: readonly ClaimSample[]): WrittenModel {
  const texts = new Int32Array(BUCKETS);
  for (const { values } of samples)
    for (const bucket of values.keys()) texts[bucket] = (texts[bucket] ?? 0) + 1;
  const rarities = Float64Array.from(texts, (count) =>
    count < FEWEST_TEXTS ? 0 : Math.log(samples.length / count) / USUAL_RARITY,
  );
  const rows = samples.map(({ values, isBlocked, weight }): FitSample => {
    const known = [...values].filter(([bucket]) => (rarities[bucket] ?? 0) > 0);
    return {
      ids: Int32Array.from([BUCKETS, ...known.map(([bucket]) => bucket)]),
      values: Float64Array.from([1, ...known.map(([bucket, value]) => value * (rarities[bucket] ?? 0))]),
      label: isBlocked ? 1 : 0,
      cost: weight,
    };
  });
  const fitted = fitWeights({ features: BUCKETS + 1, classes: 2 }, rows);
  const addsOf = (id: number): number => (fitted[2 * id + 1] ?? 0) - (fitted[2 * id] ?? 0);
  const weights = Float64Array.from(rarities, (rarity, bucket) => rarity * addsOf(bucket));
  const step = Number(
    (weights.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127 || 1).toPrecision(4),
  );
  const bytes = Int8Array.from(weights, (one) => Math.round(one / step));
  return {
    bias: Number(addsOf(BUCKETS).toPrecision(4)),
    step,
    weights: Buffer.from(bytes.buffer).toString('base64'),
  };
}
