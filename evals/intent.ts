/** Posts of our own with the band that a person gave them, and how well a scorer agrees. */
import { readFileSync } from 'node:fs';
import { DAY_MS } from '#kit/time.ts';
import { ScoreBand } from '#features/leads/contract.ts';
import { scoreBand } from '#features/leads/rules.ts';
import { readAudience } from '#engines/intent/features.ts';
import { scoreSignal } from '#features/discovery/rules-scoring.ts';

export type IntentPost = {
  audience: string;
  text: string;
  bio: string;
  daysAgo: number;
  band: ScoreBand;
  kind: string;
};

export const BANDS = ['low', 'medium', 'high'] as const satisfies readonly ScoreBand[];

export function readOwnPosts(): IntentPost[] {
  const audiences = new Map(rowsOf('intent-audiences.tsv').map(([key = '', audience = '']) => [key, audience]));
  return rowsOf('intent-posts.tsv').map(
    ([band = '', kind = '', , audience = '', daysAgo = '', text = '', bio = '']) => ({
      audience: audiences.get(audience) ?? '',
      text,
      bio,
      daysAgo: Number(daysAgo),
      band: ScoreBand.parse(band),
      kind,
    }),
  );
}

function rowsOf(name: string): string[][] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').trim().split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}

const NOW = new Date('2026-11-21T12:00:00Z');
const audiences = new Map<string, ReturnType<typeof readAudience>>();

export function scorePost({ audience, text, bio, daysAgo }: IntentPost): number {
  const known = audiences.get(audience) ?? readAudience(audience);
  audiences.set(audience, known);
  return scoreSignal(known, { text, bio, now: NOW, postedAt: new Date(NOW.getTime() - daysAgo * DAY_MS) }).score;
}

export type Agreement = { accuracy: number; macroF1: number; auc: number };

/** Share of right bands, mean F1 of the three bands, and how often a high one scores above another. */
export function agreementOf(posts: readonly IntentPost[], scores: readonly number[]): Agreement {
  const pairs = posts.map(({ band }, index) => ({ band, score: scores[index] ?? 0 }));
  const f1s = BANDS.map((band) => {
    const right = pairs.filter((one) => one.band === band && scoreBand(one.score) === band).length;
    const named = pairs.filter((one) => scoreBand(one.score) === band).length;
    const meant = pairs.filter((one) => one.band === band).length;
    return named + meant === 0 ? 1 : (2 * right) / (named + meant);
  });
  const high = pairs.filter(({ band }) => band === 'high');
  const rest = pairs.filter(({ band }) => band !== 'high');
  let above = 0;
  for (const one of high) {
    for (const other of rest) above += one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0;
  }
  const right = pairs.filter(({ band, score }) => scoreBand(score) === band).length;
  return {
    accuracy: round(right / pairs.length),
    macroF1: round(f1s.reduce((sum, f1) => sum + f1, 0) / BANDS.length),
    auc: round(high.length * rest.length === 0 ? 0.5 : above / (high.length * rest.length)),
  };
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
