/** Posts of our own with the band that a person gave each, and how well a scorer agrees. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAudience } from '#engines/intent/audience.ts';
import { type Band, bandOf } from '#engines/intent/band.ts';
import { MODEL, type Model, rarityOf } from '#engines/intent/model.ts';
import { scorePost } from '#engines/intent/score.ts';
import type { LabelledPost } from '#engines/intent/train.ts';
import { DAY_MS } from '#kit/time.ts';

export type IntentPost = LabelledPost & {
  /** Name of the file; the posts of one author are left out of a fit together. */
  set: string;
  /** One of the three of its audience that a marketer would contact first. */
  isBest: boolean;
};

export const BANDS = ['low', 'medium', 'high'] as const satisfies readonly Band[];
const folder = fileURLToPath(new URL('./intent/', import.meta.url));
/** Posts of few audiences count less each. */
const WEIGHTS: Record<string, number> = { first: 0.5, plain: 2 };

/** All posts of `evals/intent`. Sets named `-held` are never fitted. */
export function readIntentPosts(): IntentPost[] {
  return globSync('*.tsv', { cwd: folder }).sort().flatMap((name) => readPostTable(`${folder}${name}`));
}

export function isHeld({ set }: IntentPost): boolean {
  return set.endsWith('-held');
}

/** Reads a table: band, best, score, kind, language, audience, platform, days ago, text, bio. */
export function readPostTable(path: string): IntentPost[] {
  const set = basename(path, '.tsv');
  const lines = readFileSync(path, 'utf8').split('\n').slice(1);
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const [band, best, , kind = '', , audience = '', , daysAgo, text = '', bio = ''] = line.split('\t');
    const known = BANDS.find((one) => one === band);
    if (known === undefined) throw new Error(`${path}:${index + 2} has an unknown band`);
    const weight = WEIGHTS[set] ?? 1;
    return [{ set, band: known, isBest: best === '1', kind, audience, daysAgo: Number(daysAgo), text, bio, weight }];
  });
}

const NOW = new Date('2026-11-21T12:00:00Z');

export function scoresOf(posts: readonly IntentPost[], model: Model = MODEL): number[] {
  const audiences = new Map<string, ReturnType<typeof readAudience>>();
  return posts.map(({ audience, text, bio, daysAgo }) => {
    const known = audiences.get(audience) ?? readAudience(audience, (root) => rarityOf(root, model));
    audiences.set(audience, known);
    return scorePost(known, { text, bio, now: NOW, postedAt: new Date(NOW.getTime() - daysAgo * DAY_MS) }, model).score;
  });
}

export type Agreement = { accuracy: number; macroF1: number; auc: number; top3: number | null };

/**
 * Share of right bands, mean F1 of the three bands, how often a high post scores above another, and the share of the
 * best three among the first three of an audience; null if no audience has three marked.
 */
export function agreementOf(posts: readonly IntentPost[], scores: readonly number[]): Agreement {
  const pairs = posts.map(({ band, audience, isBest }, index) => ({ band, audience, isBest, score: scores[index] ?? 0 }));
  const f1s = BANDS.map((band) => {
    const right = pairs.filter((one) => one.band === band && bandOf(one.score) === band).length;
    const named = pairs.filter((one) => bandOf(one.score) === band).length;
    const meant = pairs.filter((one) => one.band === band).length;
    return named + meant === 0 ? 1 : (2 * right) / (named + meant);
  });
  const high = pairs.filter(({ band }) => band === 'high');
  const rest = pairs.filter(({ band }) => band !== 'high');
  let above = 0;
  for (const one of high) {
    for (const other of rest) above += one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0;
  }
  const right = pairs.filter(({ band, score }) => bandOf(score) === band).length;
  const marked = [...Map.groupBy(pairs, ({ audience }) => audience).values()].filter(
    (posted) => posted.filter(({ isBest }) => isBest).length === FIRST,
  );
  const found = marked.map(
    (posted) =>
      posted
        .toSorted((one, other) => other.score - one.score)
        .slice(0, FIRST)
        .filter(({ isBest }) => isBest).length / FIRST,
  );
  return {
    accuracy: round(right / pairs.length),
    macroF1: round(f1s.reduce((sum, f1) => sum + f1, 0) / BANDS.length),
    auc: round(high.length * rest.length === 0 ? 0.5 : above / (high.length * rest.length)),
    top3: found.length === 0 ? null : round(found.reduce((sum, one) => sum + one, 0) / found.length),
  };
}

const FIRST = 3;

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
