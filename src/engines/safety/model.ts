import { scaleOf } from './features.ts';

/** Fitted weights: what each feature adds to each class, by feature. */
export type Model = { classes: readonly string[]; weights: ReadonlyMap<string, ArrayLike<number>> };

/** Length that every row of features is brought to, so that long and short messages weigh alike. */
const ROW_LENGTH = 4;

/** A model as `train.ts` writes it: `feature=a,b,c` joined by '|', in hundredths. */
export function readModel({ classes, weights }: { classes: string[]; weights: string }): Model {
  const byFeature = new Map<string, ArrayLike<number>>();
  for (const entry of weights.split('|')) {
    const at = entry.lastIndexOf('=');
    byFeature.set(entry.slice(0, at), Int16Array.from(entry.slice(at + 1).split(','), Number));
  }
  return { classes, weights: byFeature };
}

/** The factor on each feature of a row, given how many known features of each kind it has. */
export function valuesOf(features: readonly string[]): Float64Array {
  const scales = Float64Array.from(features, scaleOf);
  const length = Math.sqrt(scales.reduce((sum, scale) => sum + scale * scale, 0)) || 1;
  return scales.map((scale) => (scale * ROW_LENGTH) / length);
}

/** Probability of each class of the model, in its order. */
export function probabilitiesOf({ classes, weights }: Model, features: readonly string[]): number[] {
  const known = features.filter((feature) => weights.has(feature));
  const values = valuesOf(known);
  const scores = classes.map(() => 0);
  for (const [at, feature] of known.entries()) {
    const row = weights.get(feature) ?? [];
    const value = (values[at] ?? 0) / 100;
    for (const index of scores.keys()) scores[index] = (scores[index] ?? 0) + (row[index] ?? 0) * value;
  }
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
