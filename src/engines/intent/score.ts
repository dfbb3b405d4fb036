import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Audience } from './audience.ts';
import { BAND_FLOORS, type Band, bandOf } from './band.ts';
import type { Span } from './cues.ts';
import { needNames, readFeatures, readPost, spokenFor, visitWords, voiceOf } from './features.ts';
import { STALE_SHARE, shareLeft, UNDATED_SHARE } from './freshness.ts';
import { MODEL, type Model } from './model.ts';
import { type ProfileRule, profileRules } from './profile.ts';
import { RULES, type Rule } from './signal.ts';

export type Post = {
  text: string;
  /** What the author says about themselves, if the source gives it. */
  bio?: string;
  /** What an earlier scoring saw in the bio, if the bio is no longer available. */
  profile?: readonly ProfileRule[];
  /** When it was posted; null if unknown. */
  postedAt: Date | null;
  now: Date;
};

/** Why a post scores as it does: a rule, its points out of 10, and the words of the post that earned them. */
export type Reason = {
  rule: string;
  label: string;
  points: number;
  start: number | null;
  end: number | null;
};

/** `score` is 0 to 10 in tenths and the sum of the reasons' points. */
export type Score = { score: number; band: Band; reasons: Reason[] };

/** However clearly someone asks, they are no better a lead than this; by what a post shows. */
const CAPS: Partial<Record<string, number>> = {
  on_behalf: 6.5,
  someone_only: 6.4,
  wonders: 7.5,
  age_misfit: 4,
  staff_misfit: 4,
  stage_misfit: 4,
  elsewhere: 3.5,
  off_people: 4.9,
};
const STALE_CAP = 6.5;
const STALE_DAYS = 365;
/** Medium begins here; age takes only from what is above. */
const MEDIUM = BAND_FLOORS.medium;
/** Above and below these a further point counts for less and less, so that the best and the worst stay apart. */
const HIGH = BAND_FLOORS.high;
const HIGHEST = 10;
const LOW = 2;
const SLOWNESS = 3;
const STALE_POINTS = -0.3;

/** What the fitted words of a post add, with the strongest on either side. */
type Phrasing = Record<'best' | 'worst', { size: number; span?: Span }> & { points: number };

type Part = { rule: Rule; label: string; points: number; span: Span | undefined; best: number };

/**
 * Scores a public post for an audience, 0 to 10 in tenths; from 8 it is high, from 5 medium. The same input gives the
 * same score. The reasons add up to the score. Judges what the text asks for; nothing about the author's health is
 * derived.
 */
export function scorePost(audience: Audience, post: Post, model: Model = MODEL): Score {
  const { text, bio = '', profile = profileRules(audience, bio), postedAt, now } = post;
  const reading = readPost(text);
  if (reading.words.length === 0) return { score: 0, band: 'low', reasons: [] };
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
  const features = readFeatures(audience, reading, profile);
  const pointsOf = (key: string): number => model.points.get(key) ?? 0;
  // Every post starts off the topic and in no one's own words; being about it, and someone's words, is what earns.
  // For an audience without a need, every post is partly about it.
  const offTopic = pointsOf(audience.need.ideas.length > 0 ? 'off_topic' : 'need_part');
  const isOffTopic = features.some(({ key }) => key === 'off_topic');
  const voice = features.some(({ key }) => key === 'nobody') ? undefined : voiceOf(features);
  add('base', model.base + pointsOf('nobody') + offTopic);
  for (const { key, rule, span } of features) {
    if (key !== 'nobody') add(rule, key === 'off_topic' ? 0 : pointsOf(key), span);
  }
  const topic = parts.get('topic');
  const names = topic ? needNames(audience, reading) : '';
  if (topic && names !== '') topic.label = `${voice === undefined ? 'Is' : 'Asks'} about ${names}`;
  if (voice) add(voice, -pointsOf('nobody'));
  if (!isOffTopic && audience.need.ideas.length > 0) add('topic', -offTopic);
  const phrasing: Phrasing = { points: 0, best: { size: 0 }, worst: { size: 0 } };
  const counted = new Set<number>();
  visitWords(
    reading,
    spokenFor(features),
    (root) => audience.need.byStem.has(root) || audience.people.byStem.has(root),
    (hash, span) => {
      const points = model.words.get(hash);
      if (points === undefined || counted.has(hash)) return;
      counted.add(hash);
      phrasing.points += points;
      const side = points > 0 ? phrasing.best : phrasing.worst;
      if (Math.abs(points) <= side.size) return;
      side.size = Math.abs(points);
      side.span = span;
    },
  );
  if (phrasing.points > 0) add('words_for', phrasing.points, phrasing.best.span);
  if (phrasing.points < 0) add('words_against', phrasing.points, phrasing.worst.span);
  const scored = [...parts.values()];
  const raw = sumOf(scored);
  const above = Math.max(0, raw - MEDIUM);
  const age = ageOf(postedAt, now);
  const old = ease(raw - above * (1 - Math.min(age.share, age.rule === undefined ? 1 : STALE_SHARE)));
  scaleTo(scored, old);
  const eased = ease(raw - above * (1 - age.share));
  if (age.rule === 'stale') scored.push(partOf('stale', Math.max(STALE_POINTS, -old)));
  else if (eased > old) scored.push({ ...partOf('recent', eased - old), label: age.label });
  const caps = features.flatMap(({ key, rule }) => {
    const most = CAPS[key];
    return most === undefined ? [] : [{ rule, most }];
  });
  if (age.rule === 'stale') caps.push({ rule: 'stale', most: STALE_CAP });
  return settle(scored, sumOf(scored), caps);
}

function partOf(rule: Rule, points: number): Part {
  return { rule, label: RULES[rule], points, span: undefined, best: 0 };
}

type Age = { rule: 'recent' | 'stale' | undefined; share: number; label: string };

function ageOf(postedAt: Date | null, now: Date): Age {
  if (postedAt === null) return { rule: undefined, share: UNDATED_SHARE, label: '' };
  const ageMs = Math.max(0, now.getTime() - postedAt.getTime());
  if (ageMs > STALE_DAYS * DAY_MS) return { rule: 'stale', share: STALE_SHARE, label: RULES.stale };
  return { rule: 'recent', share: shareLeft(ageMs), label: `Recent, ${ageInWords(ageMs)} old when scored` };
}

function ageInWords(ageMs: number): string {
  if (ageMs < HOUR_MS) return 'under an hour';
  if (ageMs < 2 * DAY_MS) return countOf(Math.floor(ageMs / HOUR_MS), 'hour');
  return countOf(Math.floor(ageMs / DAY_MS), 'day');
}

/** Brings the points to this sum: what lowers it comes off what was earned, what raises it off what was lost. */
function scaleTo(parts: readonly Part[], sum: number): void {
  const raw = sumOf(parts);
  const isLower = sum < raw;
  // What every post starts with stays the same for all.
  const scaled = parts.filter(({ rule, points }) => rule !== 'base' && (isLower ? points > 0 : points < 0));
  const own = sumOf(scaled);
  if (own !== 0) for (const part of scaled) part.points *= (own + sum - raw) / own;
}

/** Applies the caps and brings the reasons to tenths that make the score. */
function settle(parts: readonly Part[], sum: number, caps: readonly { rule: Rule; most: number }[]): Score {
  let score = sum;
  for (const { rule, most } of caps) {
    const part = parts.find((one) => one.rule === rule);
    if (!part || score <= most) continue;
    part.points -= score - most;
    score = most;
  }
  const tenths = inTenths(parts, Math.round(score * 10));
  const reasons = parts.flatMap(({ rule, label, span }, index): Reason[] => {
    const points = (tenths[index] ?? 0) / 10;
    return points === 0 && rule !== 'off_topic'
      ? []
      : [{ rule, label, points, start: span?.start ?? null, end: span?.end ?? null }];
  });
  // The need first, then what speaks for, then what speaks against.
  const order = ({ rule, points }: Reason): number =>
    rule === 'base' ? 1 : points <= 0 ? 2 : rule === 'topic' ? 0 : 1;
  const rounded = Math.max(0, Math.round(score * 10) / 10);
  return {
    score: rounded,
    band: bandOf(rounded),
    reasons: reasons.toSorted((one, other) => order(one) - order(other)),
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
