/**
 * Fits the safety classifier of the agents to the messages in `evals/` and writes
 * `src/features/agents/rules-safety-weights.ts`. Prints first how it judges messages that it was not fitted to
 * (10-fold cross-validated, patterns included): that is the figure that counts. `--check` only prints it. Logistic
 * regression over three levels with a ridge penalty; the same messages give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { readSafetyMessages, type SafetyMessage, safetyFigures } from '../evals/safety.ts';
import { judgeWith, type SafetyModel } from '../src/features/agents/rules-safety.ts';
import { safetyFeatures } from '../src/features/agents/rules-safety-features.ts';

const FOLDS = 10;
const STEPS = 400;
const PENALTY = { c: 0.001, w: 0.002, b: 0.003 };
const LEVELS = ['answer', 'escalate', 'emergency'] as const;
/** A missed emergency is worse than an alarm too many. */
const COST = { answer: 1, escalate: 1.2, emergency: 2 };
const LEAST = 0.02;

type Sample = { message: SafetyMessage; features: string[] };

function fit(samples: readonly Sample[]): SafetyModel {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const vocabulary = [...counts]
    .filter(([name, count]) => !name.startsWith('b:') || count > 1)
    .map(([name]) => name);
  const indexOf = new Map(vocabulary.map((name, index) => [name, index]));
  const rows = samples.map(({ features }) => features.flatMap((name) => indexOf.get(name) ?? []));
  const size = vocabulary.length;
  const weights = LEVELS.map(() => new Float64Array(size));
  const mean = LEVELS.map(() => new Float64Array(size));
  const square = LEVELS.map(() => new Float64Array(size));
  const penalties = vocabulary.map((name) =>
    name === 'base' ? 0 : name.startsWith('c:') ? PENALTY.c : name.startsWith('w:') ? PENALTY.w : PENALTY.b,
  );
  for (let step = 1; step <= STEPS; step += 1) {
    const slopes = LEVELS.map(() => new Float64Array(size));
    for (const [row, indexes] of rows.entries()) {
      const level = samples[row]?.message.level ?? 'answer';
      const scores = weights.map((one) => indexes.reduce((sum, index) => sum + (one[index] ?? 0), 0));
      const shares = softmax(scores);
      for (const [of, slope] of slopes.entries()) {
        const error = ((shares[of] ?? 0) - (LEVELS[of] === level ? 1 : 0)) * COST[level];
        for (const index of indexes) slope[index] = (slope[index] ?? 0) + error;
      }
    }
    for (const [of, slope] of slopes.entries()) {
      const [one, first, second] = [weights[of], mean[of], square[of]];
      if (!one || !first || !second) continue;
      for (let index = 0; index < size; index += 1) {
        const gradient = (slope[index] ?? 0) / samples.length + (penalties[index] ?? 0) * (one[index] ?? 0);
        first[index] = 0.9 * (first[index] ?? 0) + 0.1 * gradient;
        second[index] = 0.999 * (second[index] ?? 0) + 0.001 * gradient * gradient;
        const move = (first[index] ?? 0) / (1 - 0.9 ** step);
        one[index] =
          (one[index] ?? 0) - (0.05 * move) / (Math.sqrt((second[index] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
      }
    }
  }
  return new Map(
    vocabulary.map((name, index) => [
      name,
      [weights[0]?.[index] ?? 0, weights[1]?.[index] ?? 0, weights[2]?.[index] ?? 0] as const,
    ]),
  );
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function sourceOf(model: SafetyModel): string {
  const lines = [...model]
    .filter(([, weights]) => weights.some((weight) => Math.abs(weight) >= LEAST))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, weights]) => `${name}\\t${weights.map((weight) => Math.round(weight * 100)).join(' ')}`);
  return `/** Fitted by \`node scripts/fit-safety.ts\` to the messages in \`evals/\`. Not edited by hand. */

/** One line per feature: name, then what it adds to answer, escalate and emergency, in hundredths. */
export const SAFETY_WEIGHTS = \`
${lines.map((line) => line.replaceAll('`', '')).join('\n')}
\`;
`;
}

const messages = readSafetyMessages();
const samples = messages.map((message) => ({ message, features: safetyFeatures(message.text) }));
const blind: { message: SafetyMessage; level: string }[] = [];
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(samples.filter((_, index) => index % FOLDS !== fold));
  for (const [index, { message }] of samples.entries()) {
    if (index % FOLDS === fold) blind.push({ message, level: judgeWith(model, message.text).level });
  }
}
if (process.argv.includes('--errors')) {
  for (const { message, level } of blind) {
    if (message.level !== level) console.log(`${message.level} → ${level}: ${message.text}`);
  }
}
console.log(`${messages.length} messages, ${FOLDS}-fold cross-validated`);
console.log(
  JSON.stringify(safetyFigures(blind.map(({ message, level }) => ({ expected: message.level, level })))),
);
if (!process.argv.includes('--check')) {
  writeFileSync(
    new URL('../src/features/agents/rules-safety-weights.ts', import.meta.url),
    sourceOf(fit(samples)),
  );
}
