import { type Span, tokensOf } from '#engines/intent/cues.ts';
import {
  type Audience,
  type ProfileRule,
  readFeatures,
  readProfile,
  voiceOf,
} from '#engines/intent/features.ts';
import { RULES, type Rule } from '#engines/intent/signal.ts';
import { BASE, POINTS } from '#engines/intent/weights.ts';
import type { ScoreReason } from '#features/leads/contract.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';

export type Signal = {
  text: string;
  /** What the author says about themselves, where the source tells. */
  bio?: string;
  /** What was seen in it before, where it is not at hand any more. */
  profile?: readonly ProfileRule[];
  /** When it was posted; null where nobody knows. */
  postedAt: Date | null;
  now: Date;
};

export type Score = { score: number; reasons: ScoreReason[] };

/** However clearly somebody asks, they are no better a lead than this. */
export const CAPS: Partial<Record<Rule, number>> = {
  on_behalf: 6.5,
  stale: 6.5,
  someone_else: 6.4,
  other_stage: 4,
  elsewhere: 3.5,
};
const STALE_DAYS = 365;
const STALE_POINTS = -0.3;
const AGES = [
  { days: 1, points: 0.5 },
  { days: 3, points: 0.4 },
  { days: 7, points: 0.3 },
  { days: 30, points: 0.2 },
  { days: 60, points: 0.1 },
];
/**
 * What the fitted weights take off a post that is not about the topic, or in which nobody asks or speaks of themselves.
 * Every post starts there; to be about it, and to be somebody's own words, is what earns.
 */
const OFF_TOPIC = POINTS.off_topic ?? 0;
const NOBODY = POINTS.nobody ?? 0;
/** Above and below these a further point counts for less and less, so that the best and the worst stay apart. */
const HIGH = 8;
/** The rest up to 10 is for how fresh a post is. */
const HIGHEST = 9.5;
const LOW = 2;
const SLOWNESS = 3;

type Part = { rule: Rule; label: string; points: number; span: Span | undefined; best: number };

/**
 * Scores a public text against an audience, always the same for the same input. The reasons add up to the score: each
 * names its rule, its points and the words that earned them. Judges what the text asks for; nothing about the writer's
 * health is derived.
 */
export function scoreSignal(audience: Audience, signal: Signal): Score {
  const { text, bio = '', profile = readProfile(bio), postedAt, now } = signal;
  const tokens = tokensOf(text);
  if (!tokens.some(({ isWord }) => isWord)) return { score: 0, reasons: [] };
  const parts = new Map<Rule, Part>();
  const add = (rule: Rule, points: number, span?: Span): void => {
    const part = parts.get(rule);
    if (!part) {
      parts.set(rule, { rule, label: RULES[rule], points, span, best: Math.abs(points) });
      return;
    }
    part.points += points;
    if (span && (!part.span || Math.abs(points) > part.best)) {
      part.span = span;
      part.best = Math.abs(points);
    }
  };
  const features = readFeatures(audience, tokens, text, profile);
  const hasTopic = audience.topic.ideas.length > 0;
  const isOffTopic = features.some(({ rule }) => rule === 'off_topic');
  const voice = features.some(({ key }) => key === 'nobody') ? undefined : voiceOf(features);
  add('base', BASE + NOBODY + (hasTopic ? OFF_TOPIC : 0));
  for (const { key, rule, span } of features) {
    // These two every post has until it shows better, so that they are no reason; but off the topic is worth saying.
    if (key === 'nobody') continue;
    add(rule, key === 'off_topic' ? 0 : (POINTS[key] ?? 0), span);
  }
  if (voice) add(voice, -NOBODY);
  if (hasTopic && !isOffTopic) add('topic', -OFF_TOPIC);
  const scored = [...parts.values()];
  const eased = easeAll(scored);
  const age = ageOf(postedAt, now);
  if (age) scored.push({ ...age, span: undefined, best: 0 });
  return settle(scored, Math.max(0, eased + (age?.points ?? 0)));
}

function ageOf(
  postedAt: Date | null,
  now: Date,
): { rule: 'recent' | 'stale'; points: number; label: string } | undefined {
  if (postedAt === null) return undefined;
  const ageMs = Math.max(0, now.getTime() - postedAt.getTime());
  const days = ageMs / DAY_MS;
  if (days > STALE_DAYS) return { rule: 'stale', points: STALE_POINTS, label: RULES.stale };
  const step = AGES.find((age) => days <= age.days);
  return (
    step && { rule: 'recent', points: step.points, label: `Recent, ${ageInWords(ageMs)} old when scored` }
  );
}

function ageInWords(ageMs: number): string {
  if (ageMs < HOUR_MS) return 'under an hour';
  if (ageMs < 2 * DAY_MS) return countOf(Math.floor(ageMs / HOUR_MS), 'hour');
  return countOf(Math.floor(ageMs / DAY_MS), 'day');
}

/** Brings the sum into 0 to 10 and shares what that takes off among the points; answers the sum. */
function easeAll(parts: readonly Part[]): number {
  const earned = parts.filter(({ points }) => points > 0);
  const lost = parts.filter(({ points }) => points < 0);
  const [gain, loss] = [sumOf(earned), sumOf(lost)];
  const raw = gain + loss;
  const eased = ease(raw);
  if (eased < raw) {
    // What every post starts with stays what it is; the rest gives way.
    const scaled = earned.filter(({ rule }) => rule !== 'base');
    const own = sumOf(scaled);
    for (const part of scaled) part.points *= (own - (raw - eased)) / own;
  }
  if (eased > raw) for (const part of lost) part.points *= (eased - gain) / loss;
  return eased;
}

/** Applies the caps and brings the reasons to tenths that make the score. */
function settle(parts: readonly Part[], sum: number): Score {
  let score = sum;
  const isOnBehalf = parts.some(({ rule }) => rule === 'on_behalf');
  for (const part of parts) {
    const cap = CAPS[part.rule];
    if (cap === undefined || score <= cap || (part.rule === 'someone_else' && isOnBehalf)) continue;
    part.points -= score - cap;
    score = cap;
  }
  const tenths = inTenths(parts, Math.round(score * 10));
  const reasons = parts.flatMap(({ rule, label, span }, index): ScoreReason[] => {
    const points = (tenths[index] ?? 0) / 10;
    return points === 0 && rule !== 'off_topic'
      ? []
      : [{ rule, label, points, start: span?.start ?? null, end: span?.end ?? null }];
  });
  const order = (points: number): number => (points > 0 ? 0 : 1);
  return {
    score: Math.round(score * 10) / 10,
    reasons: reasons.toSorted((one, other) => order(one.points) - order(other.points)),
  };
}

function ease(raw: number): number {
  if (raw > HIGH) return HIGH + (HIGHEST - HIGH) * (1 - Math.exp((HIGH - raw) / SLOWNESS));
  if (raw < LOW) return LOW * Math.exp((raw - LOW) / SLOWNESS);
  return raw;
}

/**
 * Whole tenths for each part that sum to `total`: rounded down, what is missing goes where most was cut off. What every
 * post starts with is the same for all.
 */
function inTenths(parts: readonly Part[], total: number): number[] {
  const exact = parts.map(({ rule, points }) => (rule === 'base' ? Math.round(points * 10) : points * 10));
  const tenths = exact.map(Math.floor);
  const byRest = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .filter(({ index }) => parts[index]?.rule !== 'base')
    .sort((one, other) => other.rest - one.rest || one.index - other.index);
  let missing = total - tenths.reduce((sum, value) => sum + value, 0);
  for (const { index } of byRest) {
    if (missing <= 0) break;
    tenths[index] = (tenths[index] ?? 0) + 1;
    missing -= 1;
  }
  return tenths;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { points }) => sum + points, 0);
}
