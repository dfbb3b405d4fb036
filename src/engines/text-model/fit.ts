import { hashOf, type Model, valuesOf, type WrittenModel } from './model.ts';

/** A labelled text by its features. `cost` says how much an error on it weighs. */
export type Sample = { features: readonly string[]; label: string; cost: number };

const EPOCHS = 20;
const RATE = 0.05;
const PENALTY = 1e-5;

/** Features of fewer texts than `fewest`, and those that add less than `least` to every class, are left out. */
export type Cut = { fewest: number; least: number };

/** The same samples give the same model. */
export function fitModel(classes: readonly string[], { fewest, least }: Cut, rows: readonly Sample[]): Model {
  const counts = new Map<string, number>();
  for (const { features } of rows) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= fewest).map(([name]) => name);
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const width = classes.length;
  const rarities = names.map((name) => Math.log(rows.length / (counts.get(name) ?? 1)));
  const samples = rows.map(({ features, label, cost }) => {
    const known = features.filter((name) => indexOf.has(name));
    return {
      ids: Int32Array.from(known, (name) => indexOf.get(name) ?? 0),
      values: valuesOf(known.map((name) => ({ name, rarity: rarities[indexOf.get(name) ?? 0] ?? 0 }))),
      label: classes.indexOf(label),
      cost,
    };
  });
  const weights = fitWeights({ features: names.length, classes: width }, samples);
  const centered = names.map((name, index) => {
    const row = weights.subarray(index * width, (index + 1) * width);
    const mean = row.reduce((total, one) => total + one, 0) / width;
    // What adds the same to every class decides nothing.
    return { name, rarity: rarities[index] ?? 0, adds: Array.from(row, (one) => one - mean) };
  });
  const kept = centered.filter(({ adds }) => adds.some((one) => Math.abs(one) >= least));
  const sorted = kept
    .map(({ name, ...feature }) => ({ hash: hashOf(name), ...feature }))
    .sort((one, other) => one.hash - other.hash);
  return {
    classes,
    hashes: Uint32Array.from(sorted, ({ hash }) => hash),
    numbers: Float32Array.from(sorted.flatMap(({ rarity, adds }) => [rarity, ...adds])),
  };
}

/** A text as its features, by index, with their values; the index of its class; how much an error on it weighs. */
export type FitSample = { ids: Int32Array; values: Float64Array; label: number; cost: number };

/**
 * Multinomial logistic regression by AdaGrad (Duchi, Hazan and Singer, 2011) with a ridge penalty: for each feature what it
 * adds to each class. The same samples give the same weights.
 */
export function fitWeights(
  { features, classes: width }: { features: number; classes: number },
  samples: readonly FitSample[],
): Float32Array {
  const weights = new Float32Array(features * width);
  const squares = new Float32Array(features * width);
  const random = randomNumbers(1);
  const shares = new Float64Array(width);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { ids, values, label, cost } of shuffled(samples, random)) {
      shares.fill(0);
      for (let at = 0; at < ids.length; at += 1)
        for (let of = 0; of < width; of += 1)
          shares[of] = (shares[of] ?? 0) + (weights[(ids[at] ?? 0) * width + of] ?? 0) * (values[at] ?? 0);
      const most = Math.max(...shares);
      let sum = 0;
      for (let of = 0; of < width; of += 1) sum += shares[of] = Math.exp((shares[of] ?? 0) - most);
      for (let of = 0; of < width; of += 1) {
        const error = ((shares[of] ?? 0) / sum - (of === label ? 1 : 0)) * cost;
        for (let at = 0; at < ids.length; at += 1) {
          const index = (ids[at] ?? 0) * width + of;
          const slope = error * (values[at] ?? 0) + PENALTY * (weights[index] ?? 0);
          squares[index] = (squares[index] ?? 0) + slope * slope;
          weights[index] = (weights[index] ?? 0) - (RATE * slope) / (Math.sqrt(squares[index] ?? 0) + 1e-4);
        }
      }
    }
  }
  return weights;
}

/** Each number in a byte: the column's largest is 127 steps. */
export function writeModel({ classes, hashes, numbers }: Model): WrittenModel {
  const width = classes.length + 1;
  const largest = new Float32Array(width);
  for (const [index, one] of numbers.entries())
    largest[index % width] = Math.max(largest[index % width] ?? 0, Math.abs(one));
  const steps = Array.from(largest, (most) => Number((most / 127 || 1).toPrecision(4)));
  const bytes = Int8Array.from(numbers, (one, index) => Math.round(one / (steps[index % width] ?? 1)));
  return {
    classes: [...classes],
    steps,
    hashes: Buffer.from(hashes.buffer).toString('base64'),
    numbers: Buffer.from(bytes.buffer).toString('base64'),
  };
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    order.splice(at, 1, ...order.splice(other, 1, ...order.slice(at, at + 1)));
  }
  return order;
}
