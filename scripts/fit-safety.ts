/**
 * Fits the safety classifier of the agents to the messages in `evals/` and writes
 * `src/features/agents/rules-safety-weights.ts`, and in
 * `rules-safety-kind-weights.ts` what kind an emergency is of. Prints first how it judges messages that it was not fitted to, patterns
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
import { judgeWith } from '../src/features/agents/rules-safety.ts';
import { safetyFeatures } from '../src/features/agents/rules-safety-features.ts';
import { DANGER_KINDS, type DangerKind, dangerKindOf } from '../src/features/agents/rules-safety-kind.ts';
import { readMessage } from '../src/features/agents/rules-safety-reading.ts';
import type { Weights } from '../src/features/agents/rules-safety-weighing.ts';
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

/** What kind of emergency the categories of messages are; others are of the body. */
const KIND_OF: Readonly<Record<string, DangerKind>> = {
  self_harm: 'self_harm',
  suicide: 'self_harm',
  overdose: 'overdose',
  poison: 'overdose',
  poisoning: 'overdose',
  violence: 'violence',
  pregnancy: 'pregnancy',
  pregnancy_emergency: 'pregnancy',
};

type Sample = { message: SafetyMessage; features: string[]; label: string; cost: number };

const kindOf = ({ category }: SafetyMessage): DangerKind => KIND_OF[category] ?? 'emergency';

function fit(samples: readonly Sample[], labels: readonly string[]): Weights {
  const vocabulary = vocabularyOf(samples);
  const indexOf = new Map(vocabulary.map((name, index) => [name, index]));
  const rows = samples.map(({ features }) =>
    Int32Array.from(features.flatMap((name) => indexOf.get(name) ?? [])),
  );
  const size = vocabulary.length;
  const perLabel = () => labels.map(() => new Float64Array(size));
  const [weights, slopes] = [perLabel(), perLabel()];
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
        const error = ((share - (labels[of] === sample.label ? 1 : 0)) * sample.cost) / whole;
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
  return new Map(vocabulary.map((name, index) => [name, weights.map((one) => one[index] ?? 0)]));
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
function sourceOf(model: Weights, constant: string, labels: readonly string[]): string {
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

/** Features between bars: name, then what it adds to ${labels.join(', ')}, in hundredths. */
export const ${constant} = \`
${lines.map((line) => line.replaceAll('`', '').replaceAll('\\', '')).join('\n')}
\`;
`;
}

/** Of the emergencies of a set: how many that are about a life are answered so at once, or at least with its numbers. */
function reportKinds(name: string, held: readonly SafetyMessage[], weights: Weights): void {
  const tally = { ofLife: 0, atOnce: 0, named: 0, others: 0, takenForIt: 0, namedBeside: 0, right: 0 };
  for (const message of held.filter(({ level }) => level === 'emergency')) {
    const { kind, couldBeSelfHarm } = dangerKindOf(safetyFeatures(readMessage(message.text)), weights);
    if (kind === kindOf(message)) tally.right += 1;
    const isOfLife = kindOf(message) === 'self_harm';
    tally[isOfLife ? 'ofLife' : 'others'] += 1;
    if (kind === 'self_harm') tally[isOfLife ? 'atOnce' : 'takenForIt'] += 1;
    if (couldBeSelfHarm) tally[isOfLife ? 'named' : 'namedBeside'] += 1;
  }
  console.log(JSON.stringify({ kinds: name, ...tally }));
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
  label: message.level,
  features: safetyFeatures(readMessage(message.text)),
  cost: COST[message.level] * ((sizes.get(message.family) ?? 1) > 1 ? SHARE_OF_A_VARIANT : 1),
}));
const foldOf = new Map([...sizes.keys()].map((family, index) => [family, index % FOLDS]));
const blind: { message: SafetyMessage; level: string }[] = [];
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(
    samples.filter(({ message }) => foldOf.get(message.family) !== fold),
    LEVELS,
  );
  for (const { message } of samples) {
    if (foldOf.get(message.family) === fold)
      blind.push({ message, level: judgeWith(model, message.text).level });
  }
}
const model = fit(samples, LEVELS);
const kindSamples = samples
  .filter(({ message }) => message.level === 'emergency')
  .map((sample) => ({ ...sample, label: kindOf(sample.message), cost: sample.cost / COST.emergency }));
for (let fold = 0; fold < FOLDS; fold += 1) {
  const others = kindSamples.filter(({ message }) => foldOf.get(message.family) !== fold);
  const own = messages.filter((message) => foldOf.get(message.family) === fold);
  reportKinds(`cross-validated ${fold}`, own, fit(others, DANGER_KINDS));
}
const kinds = fit(kindSamples, DANGER_KINDS);
report('cross-validated', blind);
for (const [name, held] of readHeldOutSafetyMessages()) {
  reportKinds(name, held, kinds);
  report(
    name,
    held.map((message) => ({ message, level: judgeWith(model, message.text).level })),
  );
}
if (!process.argv.includes('--check')) {
  const write = (file: string, text: string): void =>
    writeFileSync(new URL(`../src/features/agents/${file}`, import.meta.url), text);
  write('rules-safety-weights.ts', sourceOf(model, 'SAFETY_WEIGHTS', LEVELS));
  write('rules-safety-kind-weights.ts', sourceOf(kinds, 'KIND_WEIGHTS', DANGER_KINDS));
}
