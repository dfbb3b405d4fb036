import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { type Word, wordsOf } from '#kit/words.ts';
import type { ScoreReason } from './contract.ts';
import { isElsewhere, type Places, readPlaces } from './rules-places.ts';
import {
  ASKED_BY_THEM,
  COUNTER_CUES,
  findCue,
  findQuestion,
  INTENT_CUES,
  QUESTION,
  SOMEONE_ELSE,
  type Span,
} from './rules-signal.ts';
import { matchTopic, readTopic, type Topic } from './rules-topic.ts';

/** Name of this scorer wherever its output shows. */
export const BUILT_IN_SCORER = 'Built-in engine';

export type Audience = { topic: Topic; places: Places };

export type Signal = {
  text: string;
  /** When it was posted; null where nobody knows. */
  postedAt: Date | null;
  now: Date;
};

export type Score = { score: number; reasons: ScoreReason[] };

/** Prepares an audience in plain words, so that many texts can be scored against it. */
export function readAudience(audience: string): Audience {
  return { topic: readTopic(audience), places: readPlaces(wordsOf(audience)) };
}

/** Points out of 10, in tenths, of the strongest sign of intent. */
const INTENT_TENTHS = { asks: 47, pays: 45, compares: 40, needs: 34, question: 31 } as const;
type IntentRule = keyof typeof INTENT_TENTHS;
/** A second and further sign adds less: somebody who asks and would pay is not twice a buyer. */
const SHARE_BY_RANK = [1, 0.5, 0.25, 0.1];
const TOPIC_TENTHS = 19;
/** Ideas of the audience that a text has to touch to match in full. */
const FULL_TOPIC_HITS = 2;
const OFF_TOPIC_TENTHS = -22;
const SOMEONE_ELSE_TENTHS = -34;
const ASKED_BY_THEM_TENTHS = -18;
const ELSEWHERE_TENTHS = -45;
const STALE_DAYS = 365;
const STALE_TENTHS = -22;
const AGES = [
  { days: 1, tenths: 12 },
  { days: 3, tenths: 10 },
  { days: 7, tenths: 8 },
  { days: 30, tenths: 5 },
  { days: 60, tenths: 2 },
];

type Part = { rule: string; label: string; tenths: number; span: Span | undefined };

/**
 * Scores a public text against an audience by fixed rules, always the same for the same input. The reasons add up
 * to the score: each names its rule, its points and the words that earned them. Judges what the text asks for;
 * nothing about the writer's health is derived.
 */
export function scoreSignal(audience: Audience, { text, postedAt, now }: Signal): Score {
  const words = wordsOf(text);
  if (words.length === 0) return { score: 0, reasons: [] };
  const parts = [...intentParts(text), ...topicParts(audience, words), ...ageParts(postedAt, now)];
  return total([...parts, ...counterParts(audience, text, words)]);
}

function intentParts(text: string): Part[] {
  const found: Part[] = [];
  const add = ({ rule, label }: { rule: IntentRule; label: string }, span: Span | undefined): void => {
    // Words that earned points once do not earn them again under another name.
    if (!span || found.some((part) => part.span && overlaps(part.span, span))) return;
    const tenths = Math.round(INTENT_TENTHS[rule] * (SHARE_BY_RANK[found.length] ?? 0));
    if (tenths > 0) found.push({ rule, label, tenths, span });
  };
  for (const cue of INTENT_CUES) add(cue, findCue(text, cue.patterns));
  add(QUESTION, findQuestion(text));
  return found;
}

function topicParts({ topic }: Audience, words: readonly Word[]): Part[] {
  if (topic.ideas.length === 0) return [];
  const match = matchTopic(topic, words);
  if (!match)
    return [{ rule: 'off_topic', label: 'Not about this topic', tenths: OFF_TOPIC_TENTHS, span: undefined }];
  const wanted = Math.min(FULL_TOPIC_HITS, topic.ideas.length);
  const tenths = Math.round(TOPIC_TENTHS * Math.min(1, match.hits / wanted));
  return [{ rule: 'topic', label: 'Matches the topic', tenths, span: match }];
}

function ageParts(postedAt: Date | null, now: Date): Part[] {
  if (postedAt === null) return [];
  const ageMs = Math.max(0, now.getTime() - postedAt.getTime());
  const days = ageMs / DAY_MS;
  if (days > STALE_DAYS)
    return [{ rule: 'stale', label: 'More than a year old', tenths: STALE_TENTHS, span: undefined }];
  const step = AGES.find((age) => days <= age.days);
  if (!step) return [];
  return [
    { rule: 'recent', label: `Recent, ${ageInWords(ageMs)} old`, tenths: step.tenths, span: undefined },
  ];
}

function ageInWords(ageMs: number): string {
  if (ageMs < HOUR_MS) return 'under an hour';
  if (ageMs < 2 * DAY_MS) return countOf(Math.floor(ageMs / HOUR_MS), 'hour');
  return countOf(Math.floor(ageMs / DAY_MS), 'day');
}

function counterParts(audience: Audience, text: string, words: readonly Word[]): Part[] {
  const parts: Part[] = [];
  for (const { rule, label, points, patterns } of COUNTER_CUES) {
    const span = findCue(text, patterns);
    if (span) parts.push({ rule, label, tenths: points * 10, span });
  }
  const other = findCue(text, SOMEONE_ELSE.patterns);
  if (other) {
    const isAsked = ASKED_BY_THEM.test(text);
    parts.push({
      rule: SOMEONE_ELSE.rule,
      label: isAsked ? 'Asks on behalf of someone else' : SOMEONE_ELSE.label,
      tenths: isAsked ? ASKED_BY_THEM_TENTHS : SOMEONE_ELSE_TENTHS,
      span: other,
    });
  }
  const places = readPlaces(words);
  if (isElsewhere(audience.places, places)) {
    parts.push({
      rule: 'elsewhere',
      label: 'In another place',
      tenths: ELSEWHERE_TENTHS,
      span: places.first,
    });
  }
  return parts;
}

/** Adds up within 0 and 10; what goes beyond is taken off the reasons, so that they still make the score. */
function total(parts: readonly Part[]): Score {
  let sum = 0;
  const reasons: ScoreReason[] = [];
  const earned = parts.filter((part) => part.tenths > 0);
  const lost = parts.filter((part) => part.tenths < 0);
  for (const part of [...earned, ...lost]) {
    const tenths = Math.min(100, Math.max(0, sum + part.tenths)) - sum;
    if (tenths === 0) continue;
    sum += tenths;
    reasons.push({
      rule: part.rule,
      label: part.label,
      points: tenths / 10,
      start: part.span?.start ?? null,
      end: part.span?.end ?? null,
    });
  }
  return { score: sum / 10, reasons };
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
