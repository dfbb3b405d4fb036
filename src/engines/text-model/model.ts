import { bytesOf } from '#kit/base64.ts';
import { scaleOf } from './features.ts';

/**
 * A fit. `hashes` are those of its features, ascending. Each feature has a row of `numbers`: how rare it is (natural
 * logarithm of messages per message with it), then what it adds to each class.
 */
export type Model = { classes: readonly string[]; hashes: Uint32Array; numbers: Float32Array };

/** A model as `writeModel` gives it: bytes in base64, a number being `steps` of its column times the byte. */
export type WrittenModel = { classes: string[]; steps: number[]; hashes: string; numbers: string };

/** Length that every row of features is brought to, so that long and short messages weigh alike. */
const ROW_LENGTH = 4;

export function readModel({ classes, steps, hashes, numbers }: WrittenModel): Model {
  return {
    classes,
    hashes: new Uint32Array(bytesOf(hashes).buffer),
    numbers: Float32Array.from(
      new Int8Array(bytesOf(numbers).buffer),
      (byte, index) => byte * (steps[index % steps.length] ?? 0),
    ),
  };
}

/** FNV-1a of the UTF-16 code units: two of 300,000 features are rarely told apart, and never matter. */
export function hashOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The factor on each feature of a message: its kind times its rarity, brought to one length. */
export function valuesOf(features: readonly { name: string; rarity: number }[]): Float64Array {
  const scales = Float64Array.from(features, ({ name, rarity }) => scaleOf(name) * rarity);
  const length = Math.sqrt(scales.reduce((sum, scale) => sum + scale * scale, 0)) || 1;
  return scales.map((scale) => (scale * ROW_LENGTH) / length);
}

/** Probability of each class of the model, in its order. */
export function probabilitiesOf({ classes, hashes, numbers }: Model, names: readonly string[]): number[] {
  const width = classes.length + 1;
  const known = names.flatMap((name) => {
    const row = rowOf(hashes, hashOf(name));
    return row < 0 ? [] : [{ name, at: row * width, rarity: numbers[row * width] ?? 0 }];
  });
  const values = valuesOf(known);
  const scores = classes.map(() => 0);
  for (const [index, { at }] of known.entries())
    for (const of of scores.keys())
      scores[of] = (scores[of] ?? 0) + (numbers[at + 1 + of] ?? 0) * (values[index] ?? 0);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Where a hash lies among ascending ones; -1 where it does not. */
function rowOf(hashes: Uint32Array, hash: number): number {
  let from = 0;
  let to = hashes.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = hashes[middle] ?? 0;
    if (found === hash) return middle;
    if (found < hash) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
