import { z } from 'zod';
import type { Reason } from '#engines/intent/score.ts';
import { findCondition } from '#features/compliance/rules-health.ts';

/** A score with reasons that add up to it. */
export type Score = { score: number; reasons: Reason[] };

/** What a language model is asked to give for each post. */
export const ModelJudgement = z.object({
  posts: z.array(
    z.object({
      number: z.number(),
      reasons: z.array(z.object({ label: z.string(), points: z.number(), words: z.string() })),
    }),
  ),
});
export type JudgedReason = z.infer<typeof ModelJudgement>['posts'][number]['reasons'][number];

export const SCORING_ORDER = `You judge public posts for a sales team. For each post say how likely its writer is to become a
customer for the audience described, as a sum of points from 0 (no) to 10 (asks to buy exactly this, now).
Give 1 to 5 reasons. Each reason has a label of 2 to 6 words, its points (negative where it speaks against), and the words
of the post that show it, copied letter by letter. Never give a reason that no words of the post show.
Points: asking for advice or offers 2 to 4; being ready to pay or buy 2 to 4; being about what is offered 1 to 3;
urgency 0.5 to 1; selling something, advertising, a job offer, asking for somebody else's business -3 to -5.
Judge what is wanted, never the writer's health: no label names an illness, a condition, a body or a diagnosis.`;

const MOST_REASONS = 6;
const MOST_POINTS = 5;
const LONGEST_LABEL = 60;
const LEAST_WORDS = 2;

/**
 * The score that a model's reasons make: those whose words stand in the text, added up, in the structure of the
 * built-in scorer. Undefined where it gave reasons and none of them holds.
 */
export function scoreOfReasons(text: string, judged: readonly JudgedReason[]): Score | undefined {
  const reasons = judged
    .flatMap((reason) => provenReason(text, reason))
    .slice(0, MOST_REASONS)
    .map((reason, index): Reason => ({ rule: `model_${index + 1}`, ...reason }));
  if (judged.length > 0 && reasons.length === 0) return undefined;
  const sum = inTenths(reasons.reduce((total, { points }) => total + points, 0));
  const score = Math.min(10, Math.max(0, sum));
  if (score !== sum) weaken(reasons, inTenths(sum - score));
  return { score, reasons: reasons.filter(({ points }) => points !== 0) };
}

function provenReason(text: string, { label, points, words }: JudgedReason): Omit<Reason, 'rule'>[] {
  const name = label.replace(/\s+/g, ' ').trim();
  const quoted = words.trim();
  // Not in a copy of the text in lower case: there some letters are two, and what follows stands elsewhere.
  const found = new RegExp(quoted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').exec(text);
  const start = found?.index ?? -1;
  const isQuoted = quoted.length >= LEAST_WORDS && start >= 0;
  const isFit = name !== '' && name.length <= LONGEST_LABEL && findCondition(name) === undefined;
  if (!isQuoted || !isFit || !Number.isFinite(points)) return [];
  const tenths = inTenths(Math.min(MOST_POINTS, Math.max(-MOST_POINTS, points)));
  return tenths === 0 ? [] : [{ label: name, points: tenths, start, end: start + quoted.length }];
}

/** Takes what leads out of 0 to 10 off the reasons that lead there, the strongest first. */
function weaken(reasons: Reason[], excess: number): void {
  let rest = Math.abs(excess);
  const sign = Math.sign(excess);
  const strongest = reasons.toSorted((one, other) => sign * (other.points - one.points));
  for (const reason of strongest) {
    const taken = Math.min(rest, Math.max(0, sign * reason.points));
    reason.points = inTenths(reason.points - sign * taken);
    rest -= taken;
  }
}

function inTenths(points: number): number {
  return Math.round(points * 10) / 10;
}
