/**
 * Fits what customers ask about (`engines/answers/intents.ts`) to our own sentences in `evals/agent-intents-*.txt`, and
 * writes `src/engines/answers/intent-weights.json`. Prints first, for sentences that it was not fitted to (5-fold), how
 * often the intent is found, and how often a question finds a statement of its intent among all that were left out.
 * `--check` only prints. One logistic regression for questions and statements alike; the same sentences give the same
 * weights.
 */
import { writeFileSync } from 'node:fs';
import { type IntentText, readIntents } from '../evals/intents.ts';
import { featureScale, matterFeatures } from '../src/engines/answers/intents.ts';

const FOLDS = 5;
const ROUNDS = 40;
const PACE = 0.3;
const PENALTY = 0.012;
/** Two words side by side have to stand in so many sentences to count. */
const LEAST_OFTEN = 2;
/** Smaller weights are left out. */
const LEAST = 0.25;

type Fitted = { features: Map<string, number>; weights: Float32Array; intents: number };

function fit(texts: readonly IntentText[], intents: number): Fitted {
  const counts = new Map<string, number>();
  const read = texts.map(({ intent, text }) => ({ intent, names: matterFeatures(text) }));
  for (const { names } of read) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const features = new Map<string, number>();
  for (const [name, count] of counts)
    if (count >= (name.startsWith('b:') ? LEAST_OFTEN : 1)) features.set(name, features.size);
  const rows = read.map(({ intent, names }) => ({ intent, row: rowOf(names, features) }));
  const weights = new Float32Array(features.size * intents);
  const squares = new Float32Array(features.size * intents);
  const random = randomFrom(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(rows, random);
    for (const { intent, row } of rows) {
      const shares = sharesOf(row, weights, intents);
      for (const { index, value } of row) {
        for (let of = 0; of < intents; of += 1) {
          const at = index * intents + of;
          const error = (shares[of] ?? 0) - (of === intent ? 1 : 0);
          const gradient = error * value + PENALTY * (weights[at] ?? 0);
          squares[at] = (squares[at] ?? 0) + gradient * gradient;
          weights[at] = (weights[at] ?? 0) - (PACE * gradient) / (Math.sqrt(squares[at] ?? 0) + 0.1);
        }
      }
    }
  }
  for (const [at, weight] of weights.entries()) if (Math.abs(weight) < LEAST) weights[at] = 0;
  return { features, weights, intents };
}

type Row = { index: number; value: number }[];

function rowOf(names: readonly string[], features: ReadonlyMap<string, number>): Row {
  const known = names.flatMap((name) => {
    const index = features.get(name);
    return index === undefined ? [] : [{ index, scale: featureScale(name) }];
  });
  const norm = 1 / Math.sqrt(Math.max(1, known.length));
  return known.map(({ index, scale }) => ({ index, value: scale * norm }));
}

function sharesOf(row: Row, weights: Float32Array, intents: number, sharpness = 1): Float64Array {
  const shares = new Float64Array(intents);
  for (const { index, value } of row)
    for (let of = 0; of < intents; of += 1)
      shares[of] = (shares[of] ?? 0) + (weights[index * intents + of] ?? 0) * value * sharpness;
  const most = shares.reduce((one, other) => Math.max(one, other), -Infinity);
  let whole = 0;
  for (const [of, sum] of shares.entries()) {
    shares[of] = Math.exp(sum - most);
    whole += shares[of] ?? 0;
  }
  return shares.map((share) => share / whole);
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function shuffle(rows: unknown[], random: () => number): void {
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rows[at], rows[other]] = [rows[other], rows[at]];
  }
}

function check(names: readonly string[], texts: readonly IntentText[]): void {
  const tally = { asked: 0, askedFirst: 0, said: 0, saidFirst: 0, found: 0, looked: 0 };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const fitted = fit(
      texts.filter((_, at) => at % FOLDS !== fold),
      names.length,
    );
    const left = texts
      .filter((_, at) => at % FOLDS === fold)
      .map((text) => {
        const row = rowOf(matterFeatures(text.text), fitted.features);
        return { ...text, shares: sharesOf(row, fitted.weights, fitted.intents, 2) };
      });
    const said = left.filter(({ isQuestion }) => !isQuestion);
    for (const { isQuestion, intent, shares } of left) {
      const isFirst = shares.every((share) => share <= (shares[intent] ?? 0));
      if (!isQuestion) {
        tally.said += 1;
        if (isFirst) tally.saidFirst += 1;
        continue;
      }
      tally.asked += 1;
      if (isFirst) tally.askedFirst += 1;
      if (!said.some((other) => other.intent === intent)) continue;
      tally.looked += 1;
      const inOrder = said
        .map((other) => ({
          other,
          product: shares.reduce((sum, share, of) => sum + share * (other.shares[of] ?? 0), 0),
        }))
        .toSorted((one, other) => other.product - one.product);
      if (inOrder.slice(0, 3).some(({ other }) => other.intent === intent)) tally.found += 1;
    }
  }
  const share = (part: number, whole: number): number => Math.round((part / whole) * 1_000) / 1_000;
  console.log(
    JSON.stringify({
      intents: names.length,
      texts: texts.length,
      questions: share(tally.askedFirst, tally.asked),
      statements: share(tally.saidFirst, tally.said),
      statementAmongThree: share(tally.found, tally.looked),
    }),
  );
}

function write(names: readonly string[], { features, weights, intents }: Fitted): void {
  const rows = [...features]
    .map(([name, index]) => ({
      name,
      pairs: Array.from({ length: intents }, (_, of) => ({
        of,
        worth: Math.round((weights[index * intents + of] ?? 0) * 100),
      })).filter(({ worth }) => worth !== 0),
    }))
    .filter(({ pairs }) => pairs.length > 0)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const pairs = rows.flatMap((row) => row.pairs);
  const base64 = (list: Uint8Array | Int16Array): string => Buffer.from(list.buffer).toString('base64');
  const written = {
    names: names.join(' '),
    features: rows.map(({ name }) => name).join('\n'),
    /** How many intents each feature adds to; then which, and how much in hundredths. */
    counts: base64(Uint8Array.from(rows, (row) => row.pairs.length)),
    intents: base64(Uint8Array.from(pairs, ({ of }) => of)),
    weights: base64(Int16Array.from(pairs, ({ worth }) => worth)),
  };
  writeFileSync(
    new URL('../src/engines/answers/intent-weights.json', import.meta.url),
    `${JSON.stringify(written, null, 2)}\n`,
  );
}

const { names, texts } = readIntents();
check(names, texts);
if (!process.argv.includes('--check')) write(names, fit(texts, names.length));
