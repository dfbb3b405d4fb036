/**
 * Fits the second reader of the claims linter to the labelled sentences of `src/features/compliance/claims-sentences/`
 * and writes `src/engines/claims/weights.ts`. Prints first how it judges sentences that it was not fitted to (5-fold),
 * alone and without the rules. `--check` only prints it; `--without FILE` leaves a file out, which shows what it adds
 * to rules on sentences that neither has seen. Logistic regression with a ridge penalty; the same sentences give the
 * same weights.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readIntentPosts } from '../evals/intent.ts';
import { readSafetyMessages } from '../evals/safety.ts';
import { checkClaims, fittedVerdict, readForFit } from '../src/features/compliance/rules-claims.ts';
import {
  type ClaimModel,
  compileModel,
  eachFeature,
  type Reckon,
  type Region,
  regionOf,
} from '../src/features/compliance/rules-claims-fitted.ts';
import { Jurisdiction } from '../src/features/settings/contract.ts';
import { descent } from './adam.ts';

const FOLDS = 5;
const STEPS = 200;
const PACE = 0.04;
/** By kind of feature: `w:` words, `c:` classes, and what a class means in one region. */
const PENALTY: Readonly<Record<string, number>> = { w: 0.0006, c: 0.0006, r: 0.0008, b: 0.001 };
/** A feature has to stand in so many sentences to count. */
const SENTENCES = 2;
/** Smaller weights are left out. */
const LEAST = 0.03;

const SET = new URL('../src/features/compliance/claims-sentences/', import.meta.url);
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, without: { type: 'string' } },
});

type Sample = { text: string; jurisdiction: Jurisdiction; verdict: string; file: string; features: string[] };

function read(file: string): Sample[] {
  return readFileSync(new URL(file, SET), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^#[^\t]*$/.test(line) && !line.startsWith('text\t'))
    .map((line) => {
      const [text = '', place, verdict = ''] = line.split('\t');
      const jurisdiction = Jurisdiction.parse(place);
      return { text, jurisdiction, verdict, file, features: featuresOf(text, regionOf(jurisdiction)) };
    });
}

function featuresOf(text: string, region: Region): string[] {
  const { reading, isDead } = readForFit(text);
  const names = ['base', `r:${region}:base`];
  eachFeature(reading, { from: 0, to: reading.tokens.length }, isDead, (name) => {
    names.push(name);
    if (name.startsWith('c:')) names.push(`r:${region}:${name}`);
  });
  return names;
}

function fit(samples: readonly Sample[]): ClaimModel {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= SENTENCES).map(([name]) => name);
  const at = new Map(names.map((name, index) => [name, index]));
  const rows = samples.map(({ features }) => Int32Array.from(features.flatMap((name) => at.get(name) ?? [])));
  const size = names.length;
  const weights = new Float64Array(size);
  const descend = descent(weights);
  const penalties = Float64Array.from(names, (name) => PENALTY[name[0] ?? ''] ?? 0);
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = new Float64Array(size);
    for (const [index, row] of rows.entries()) {
      const score = row.reduce((sum, one) => sum + (weights[one] ?? 0), 0);
      const wanted = samples[index]?.verdict === 'block' ? 1 : 0;
      const error = (1 / (1 + Math.exp(-score)) - wanted) / rows.length;
      for (const one of row) slope[one] = (slope[one] ?? 0) + error;
    }
    descend((one) => (slope[one] ?? 0) + (penalties[one] ?? 0) * (weights[one] ?? 0), PACE);
  }
  const of = (name: string): number => weights[at.get(name) ?? -1] ?? 0;
  return new Map(
    names
      .filter((name) => !name.startsWith('r:'))
      .map((name) => [name, [of(name), of(`r:us:${name}`), of(`r:eu:${name}`)] as const]),
  );
}

/** Several features per line: nobody reads weights one by one. */
function sourceOf(model: ClaimModel): string {
  const entries = [...model]
    .filter(([, weights]) => weights.some((weight) => Math.abs(weight) >= LEAST))
    .filter(([name]) => !/[`\\|=$]/.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, weights]) => {
      const [all = 0, us = 0, eu = 0] = weights.map((weight) => Math.round(weight * 100));
      return us === 0 && eu === 0 ? `${name}=${all}` : `${name}=${all},${us},${eu}`;
    });
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length < 500) lines[lines.length - 1] = `${last}|${entry}`;
    else lines.push(entry);
  }
  return `/** Fitted by \`node scripts/fit-claims.ts\` to \`claims-sentences/\`. Not edited by hand. */

/** Features between bars: name, then what it adds in hundredths, everywhere, and in the US and in the EU and UK on top. */
export const CLAIM_WEIGHTS = \`
${lines.join('\n')}
\`;
`;
}

function report(set: string, samples: readonly Sample[], judgeOf: (sample: Sample) => Reckon): void {
  const judged = samples.map((sample) => {
    const { text, jurisdiction } = sample;
    const isFitted = fittedVerdict(text, jurisdiction, judgeOf(sample));
    const isByRules = isStoppedByRules(text, [jurisdiction]);
    return { ...sample, isFitted, isByRules };
  });
  const share = (of: typeof judged, test: (one: (typeof judged)[number]) => boolean): number =>
    of.length === 0 ? 0 : Math.round((of.filter(test).length / of.length) * 1_000) / 1_000;
  const [blocks, harmless] = ['block', 'ok'].map((verdict) =>
    judged.filter((one) => one.verdict === verdict),
  );
  console.log(
    JSON.stringify({
      set,
      rows: judged.length,
      aloneRecall: share(blocks ?? [], ({ isFitted }) => isFitted),
      aloneFalseAlarms: share(harmless ?? [], ({ isFitted }) => isFitted),
      rulesRecall: share(blocks ?? [], ({ isByRules }) => isByRules),
      togetherRecall: share(blocks ?? [], ({ isFitted, isByRules }) => isFitted || isByRules),
    }),
  );
}

/**
 * What people write to each other and to a shop, from `evals/`: nobody advertises in it. Half of the labelled sentences
 * must not leave, which is far from true of what is written, so these tell what everyday words are worth.
 */
function readEveryday(): Sample[] {
  const messages = readSafetyMessages().filter(
    ({ level, set }) => level === 'answer' && ['safety-messages', 'safety-templates'].includes(set),
  );
  const written = messages.filter(({ weight }) => weight === 1);
  const posts = readIntentPosts().filter(({ set }) => set === 'first');
  return [...posts, ...written]
    .filter(({ text }) => !isStoppedByRules(text, Jurisdiction.options))
    .map(({ text }, at) => {
      const jurisdiction = at % 2 === 0 ? 'US' : 'UK';
      const features = featuresOf(text, regionOf(jurisdiction));
      return { text, jurisdiction, verdict: 'ok', file: 'evals', features };
    });
}

function isStoppedByRules(text: string, jurisdictions: readonly Jurisdiction[]): boolean {
  return checkClaims(text, jurisdictions).findings.some(
    ({ rule, severity }) => severity === 'block' && rule !== 'likely-claim',
  );
}

const files = readdirSync(SET)
  .filter((file) => file.endsWith('.tsv'))
  .sort();
const samples = files
  .filter((file) => file !== values.without)
  .flatMap(read)
  .concat(readEveryday());
const judges = Array.from(
  { length: FOLDS },
  (_fold, fold) => compileModel(fit(samples.filter((_sample, at) => at % FOLDS !== fold))).reckon,
);
const foldOf = new Map(samples.map((sample, at) => [sample, at % FOLDS]));
const all = fit(samples);
const judge = compileModel(all).reckon;
report('cross-validated', samples, (sample) => judges[foldOf.get(sample) ?? 0] ?? judge);
if (values.without !== undefined) report(values.without, read(values.without), () => judge);
if (!values.check && values.without === undefined) {
  writeFileSync(new URL('../src/engines/claims/weights.ts', import.meta.url), sourceOf(all));
}
