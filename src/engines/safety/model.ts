import { scaleOf } from './features.ts';

/** What a fit knows of a feature: how rare it is (natural logarithm of messages per message with it), and what it adds to each class. */
type FittedFeature = { rarity: number; adds: ArrayLike<number> };
export type Model = { classes: readonly string[]; features: ReadonlyMap<string, FittedFeature> };

/** Length that every row of features is brought to, so that long and short messages weigh alike. */
const ROW_LENGTH = 4;

/** A model as `train.ts` writes it: `feature=rarity,a,b,c` joined by '|', in hundredths. */
export function readModel({ classes, weights }: { classes: string[]; weights: string }): Model {
  const features = new Map<string, FittedFeature>();
  for (const entry of weights.split('|')) {
    const at = entry.lastIndexOf('=');
    const [rarity = 0, ...adds] = entry
      .slice(at + 1)
      .split(',')
      .map((one) => Number(one) / 100);
    features.set(entry.slice(0, at), { rarity, adds: Float32Array.from(adds) });
  }
  return { classes, features };
}

/** The factor on each feature of a message: its kind times its rarity, brought to one length. */
export function valuesOf(features: readonly { name: string; rarity: number }[]): Float64Array {
  const scales = Float64Array.from(features, ({ name, rarity }) => scaleOf(name) * rarity);
  const length = Math.sqrt(scales.reduce((sum, scale) => sum + scale * scale, 0)) || 1;
  return scales.map((scale) => (scale * ROW_LENGTH) / length);
}

/** Probability of each class of the model, in its order. */
export function probabilitiesOf({ classes, features }: Model, names: readonly string[]): number[] {
  const known = names.flatMap((name) => {
    const feature = features.get(name);
    return feature ? [{ name, ...feature }] : [];
  });
  const values = valuesOf(known);
  const scores = classes.map(() => 0);
  for (const [at, { adds }] of known.entries())
    for (const index of scores.keys())
      scores[index] = (scores[index] ?? 0) + (adds[index] ?? 0) * (values[at] ?? 0);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
