/**
 * Fits the safety classifier of the agents to the messages in `evals/` and writes
 * `src/features/agents/rules-safety-weights.ts`. Prints first how it judges messages that it was not fitted to, patterns
 * included: those of templates left out with their whole family (4-fold), and the held-out file, which no fit sees.
 * `--check` only prints it, `--errors` shows them. Logistic regression over three levels with a ridge penalty; the same
 * messages give the same weights.
 */
import { writeFileSync } from 'node:fs';
import {
  readHeldOutSafetyMessages,
  readSafetyMessages,
  type SafetyMessage,
  safetyFigures,
} from '../evals/safety.ts';
import { judgeWith, type SafetyModel } from '../src/features/agents/rules-safety.ts';
import { safetyFeatures } from '../src/features/agents/rules-safety-features.ts';
import { readMessage } from '../src/features/agents/rules-safety-reading.ts';
import { descent } from './adam.ts';

const FOLDS = 4;
const STEPS = 250;
const LEVELS = ['answer', 'escalate', 'emergency'] as const;
/** A missed emergency is worse than an alarm too many. */
const COST = { answer: 1, escalate: 1.2, emergency: 2 };
/** Messages of one template resemble each other: each counts for less than one written by hand. */
const SHARE_OF_A_VARIANT = 0.5;
/** Classes and their pairs, words, pairs of words, beginnings of words, four letters in a row. */
const PENALTY: Readonly<Record<string, number>> = { c: 0.0003, w: 0.00015, b: 0.0002, g: 0.0002, k: 0.0004 };
/** What is not a word of its own has to stand in messages of this many families to count. */
const FAMILIES = 2;
/** Smaller weights are left out. */
const LEAST = 0.015;

type Sample = { message: SafetyMessage; features: string[]; cost: number };

function fit(samples: readonly Sample[]): SafetyModel {
  const vocabulary = vocabularyOf(samples);
  const indexOf = new Map(vocabulary.map((name, index) => [name, index]));
  const rows = samples.map(({ features }) =>
    Int32Array.from(features.flatMap((name) => indexOf.get(name) ?? [])),
  );
  const size = vocabulary.length;
  const perLevel = () => LEVELS.map(() => new Float64Array(size));
  const [weights, slopes] = [perLevel(), perLevel()];
  const descents = weights.map((one) => descent(one));
  const penalties = Float64Array.from(vocabulary, (name) => PENALTY[name[0] ?? ''] ?? 0);
  const whole = samples.reduce((sum, { cost }) => sum + cost, 0);
  for (let step = 1; step <= STEPS; step += 1) {
    for (const slope of slopes) slope.fill(0);
    for (const [at, row] of rows.entries()) {
      const sample = samples[at];
      if (!sample) continue;
      const scores = weights.map((one) => row.reduce((sum, index) => sum + (one[index] ?? 0), 0));
      for (const [of, share] of softmax(scores).entries()) {
        const slope = slopes[of];
        const error = ((share - (LEVELS[of] === sample.message.level ? 1 : 0)) * sample.cost) / whole;
        if (slope) for (const index of row) slope[index] = (slope[index] ?? 0) + error;
      }
    }
    const pace = step > STEPS * 0.7 ? 0.015 : 0.05;
    for (const [of, slope] of slopes.entries()) {
      const one = weights[of];
      if (one)
        descents[of]?.((index) => (slope[index] ?? 0) + (penalties[index] ?? 0) * (one[index] ?? 0), pace);
    }
  }
  return new Map(
    vocabulary.map((name, index) => [
      name,
      [weights[0]?.[index] ?? 0, weights[1]?.[index] ?? 0, weights[2]?.[index] ?? 0] as const,
    ]),
  );
}

/** Words count from their first message on, everything else from its second family on. */
function vocabularyOf(samples: readonly Sample[]): string[] {
  const families = new Map<string, Set<string>>();
  for (const { features, message } of samples) {
    for (const name of features) {
      const seen = families.get(name) ?? new Set<string>();
      if (seen.size < FAMILIES) families.set(name, seen.add(message.family));
    }
  }
  return [...families]
    .filter(([name, seen]) => name === 'base' || name.startsWith('w:') || seen.size >= FAMILIES)
    .map(([name]) => name);
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Several features per line: nobody reads weights one by one. */
function sourceOf(model: SafetyModel): string {
  const entries = [...model]
    .filter(([, weights]) => weights.some((weight) => Math.abs(weight) >= LEAST))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, weights]) => `${name}=${weights.map((weight) => Math.round(weight * 100)).join(',')}`);
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < 500) lines[lines.length - 1] = `${last}|${entry}`;
    else lines.push(entry);
  }
  return `/** Fitted by \`node scripts/fit-safety.ts\` to the messages in \`evals/\`. Not edited by hand. */

/** Features between bars: name, then what it adds to answer, escalate and emergency, in hundredths. */
export const SAFETY_WEIGHTS = \`
${lines.map((line) => line.replaceAll('`', '').replaceAll('\\', '')).join('\n')}
\`;
`;
}

function report(name: string, judged: readonly { message: SafetyMessage; level: string }[]): void {
  if (process.argv.includes('--errors')) {
    for (const { message, level } of judged) {
      if (message.level !== level) console.log(`${message.level} → ${level}: ${message.text}`);
    }
  }
  const figures = safetyFigures(judged.map(({ message, level }) => ({ expected: message.level, level })));
  console.log(JSON.stringify({ set: name, ...figures }));
}

const messages = readSafetyMessages();
const sizes = new Map<string, number>();
for (const { family } of messages) sizes.set(family, (sizes.get(family) ?? 0) + 1);
const samples = messages.map((message) => ({
  message,
  features: safetyFeatures(readMessage(message.text)),
  cost: COST[message.level] * ((sizes.get(message.family) ?? 1) > 1 ? SHARE_OF_A_VARIANT : 1),
}));
const foldOf = new Map([...sizes.keys()].map((family, index) => [family, index % FOLDS]));
const blind: { message: SafetyMessage; level: string }[] = [];
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(samples.filter(({ message }) => foldOf.get(message.family) !== fold));
  for (const { message } of samples) {
    if (foldOf.get(message.family) === fold)
      blind.push({ message, level: judgeWith(model, message.text).level });
  }
}
const model = fit(samples);
report('cross-validated', blind);
for (const [name, held] of readHeldOutSafetyMessages()) {
  report(
    name,
    held.map((message) => ({ message, level: judgeWith(model, message.text).level })),
  );
}
if (!process.argv.includes('--check')) {
  writeFileSync(new URL('../src/features/agents/rules-safety-weights.ts', import.meta.url), sourceOf(model));
}
