/**
 * Fits what the cues of the built-in scorer are worth to the posts in `evals/`, and writes
 * `src/engines/intent/weights.ts`. Prints the 5-fold cross-validated agreement first: that is the figure that counts.
 * `--check` only prints it. Ordinal logistic regression, all-threshold loss, ridge penalty, always the same result for
 * the same posts.
 */
import { writeFileSync } from 'node:fs';
import { agreementOf, type IntentPost, readOwnPosts } from '../evals/intent.ts';
import { tokensOf } from '../src/engines/intent/cues.ts';
import { readAudience, readFeatures, readProfile } from '../src/engines/intent/features.ts';
import type { Rule } from '../src/engines/intent/signal.ts';
import { CAPS } from '../src/features/discovery/rules-scoring.ts';
import { descent } from './adam.ts';

const FOLDS = 5;
const STEPS = 600;
const PENALTY = 0.004;
const STALE_DAYS = 365;
/** What the age of a post adds on average; added when scoring, so it is left out here. */
const MEAN_AGE_POINTS = 0.25;
const LEAST_POINTS = 0.05;

/** Signs that a reader of the reasons relies on: a recommendation never counts against, an advertisement never for. */
const SIGN: Partial<Record<Rule, 1 | -1>> = {
  asks: 1,
  invites: 1,
  pays: 1,
  compares: 1,
  dissatisfied: 1,
  needs: 1,
  question: 1,
  own: 1,
  topic: 1,
  detail: 1,
  sells: -1,
  refuses: -1,
  solved: -1,
  past: -1,
  someone_else: -1,
  news: -1,
  automated: -1,
  professional: -1,
  other_matter: -1,
  joking: -1,
  elsewhere: -1,
  other_stage: -1,
  off_topic: -1,
  style: -1,
  profile_sells: -1,
  profile_reports: -1,
  profile_outside: -1,
  profile_buys: 1,
};
/**
 * Floors of a weight's size. The posts in `evals/` nearly all share words with their audience, those of a search often
 * do not; and the plainest ways of asking say the same as others beside them, which must not leave them without points.
 */
const AT_LEAST: Record<string, number> = {
  off_topic: 0.3,
  topic_part: 0.15,
  topic_full: 0.3,
  recommend: 0.5,
  looking: 0.3,
};

/** Shows that a cap applies, where it is not named like its rule. */
const CAPPED: Record<string, string> = { someone_else: 'someone_only' };

type Sample = { post: IntentPost; names: string[]; level: number };
type Model = { points: Map<string, number>; base: number };

const ruleOf = new Map<string, Rule>();

function sampleOf(post: IntentPost): Sample {
  const tokens = tokensOf(post.text);
  const features = readFeatures(readAudience(post.audience), tokens, post.text, readProfile(post.bio));
  for (const { key, rule } of features) ruleOf.set(key, rule);
  // An old post is capped when it is scored; its words are those of a buyer.
  const isOldBuyer = post.daysAgo > STALE_DAYS && post.band === 'medium';
  const level = isOldBuyer ? 2 : ['low', 'medium', 'high'].indexOf(post.band);
  return { post, names: [...new Set(features.map(({ key }) => key))], level };
}

function fit(samples: readonly Sample[]): Model {
  const vocabulary = [...new Set(samples.flatMap(({ names }) => names))];
  const indexOf = new Map(vocabulary.map((name, index) => [name, index]));
  const rows = samples.map(({ names }) => names.flatMap((name) => indexOf.get(name) ?? []));
  const size = vocabulary.length;
  // The last two are the thresholds between the bands.
  const values = new Float64Array(size + 2);
  values[size + 1] = 2;
  const gradient = new Float64Array(size + 2);
  const descend = descent(values, (value, index) => bounded(vocabulary[index], value));
  for (let step = 1; step <= STEPS; step += 1) {
    gradient.fill(0);
    for (const [row, indexes] of rows.entries()) {
      let sum = 0;
      for (const index of indexes) sum += at(values, index);
      const level = samples[row]?.level ?? 0;
      const first = sigmoid(sum - at(values, size)) - (level > 0 ? 1 : 0);
      const second = sigmoid(sum - at(values, size + 1)) - (level > 1 ? 1 : 0);
      for (const index of indexes) gradient[index] = at(gradient, index) + first + second;
      gradient[size] = at(gradient, size) - first;
      gradient[size + 1] = at(gradient, size + 1) - second;
    }
    const rate = step < STEPS * 0.66 ? 0.05 : 0.01;
    descend((index) => {
      const penalty = index < size ? PENALTY : 0;
      return at(gradient, index) / samples.length + penalty * at(values, index);
    }, rate);
  }
  const low = at(values, size);
  const unit = 3 / (at(values, size + 1) - low);
  return {
    points: new Map(vocabulary.map((name, index) => [name, at(values, index) * unit])),
    base: 5 - low * unit,
  };
}

function bounded(name: string | undefined, value: number): number {
  const rule = name === undefined ? undefined : ruleOf.get(name);
  const sign = rule && SIGN[rule];
  if (!sign) return value;
  return sign * Math.max(AT_LEAST[name ?? ''] ?? 0, sign * value);
}

function predict({ points, base }: Model, { names, post }: Sample): number {
  const score = names.reduce((sum, name) => sum + (points.get(name) ?? 0), base);
  const caps = Object.entries(CAPS)
    .filter(([key]) => (key === 'stale' ? post.daysAgo > STALE_DAYS : names.includes(CAPPED[key] ?? key)))
    .map(([, cap]) => cap);
  return Math.min(score, ...caps);
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function sourceOf({ points, base }: Model): string {
  const lines = [...points]
    .filter(([, value]) => Math.abs(value) >= LEAST_POINTS)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `  ${name}: ${Number(value.toFixed(2))},\n`);
  return `/** Fitted by \`node scripts/fit-scorer.ts\` to the posts in \`evals/\`. Not edited by hand. */

/** Points that every post starts with. */
export const BASE = ${Number((base - MEAN_AGE_POINTS).toFixed(2))};

/** Points out of 10 by what a post shows. */
export const POINTS: Readonly<Record<string, number>> = {
${lines.join('')}};
`;
}

const samples = readOwnPosts().map(sampleOf);
const scores = new Array<number>(samples.length).fill(0);
for (let fold = 0; fold < FOLDS; fold += 1) {
  const model = fit(samples.filter((_, index) => index % FOLDS !== fold));
  for (const [index, sample] of samples.entries()) {
    if (index % FOLDS === fold) scores[index] = predict(model, sample);
  }
}
const agreement = agreementOf(
  samples.map(({ post }) => post),
  scores,
);
console.log(`${samples.length} posts, ${FOLDS}-fold cross-validated`);
console.log(JSON.stringify(agreement));
if (!process.argv.includes('--check')) {
  const target = new URL('../src/engines/intent/weights.ts', import.meta.url);
  writeFileSync(target, sourceOf(fit(samples)));
}
