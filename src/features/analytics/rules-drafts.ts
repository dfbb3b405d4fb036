import { type CitedSentence, factsSaid } from '#features/campaigns/rules-facts.ts';
import {
  isPlainSentence,
  type PersonalSource,
  personalFacts,
  quotableSentences,
} from '#features/campaigns/rules-personal.ts';
import { ownWords } from '#features/inbox/rules-replies.ts';
import { stem, wordsOf } from '#kit/words.ts';
import type { FollowUpKind } from './contract-follow-ups.ts';

export const DRAFT_FACT_FIELDS = ['reason', 'reply', 'post', 'place', 'date'] as const;
type DraftFactField = (typeof DRAFT_FACT_FIELDS)[number];

/** A stored fact that a draft may be made of: the field it stands in and its words. */
export type DraftFact = { field: DraftFactField; words: string };

const FIELD_LABELS: Record<DraftFactField, string> = {
  reason: 'Why now',
  reply: 'What they replied',
  post: 'What they wrote in public',
  place: 'Where they wrote it',
  date: 'When they wrote it',
};

/** What happened, as it may be said to the person. Nothing happened with somebody who was only found. */
const REASONS: Record<FollowUpKind, string | null> = {
  replied: 'You wrote back.',
  signed_up: 'You signed up on the page.',
  bought: 'You placed an order.',
  visited: 'You had a look at the page.',
  promising: null,
  stuck: 'It has been quiet between us for a while.',
};

const MOST_QUOTES = 4;
const MOST_SENTENCES = 4;
const LONGEST_DRAFT = 600;

/**
 * The stored facts about a person that a follow-up may be made of. No name, no address and no campaign is among them;
 * neither is a sentence that touches health in any way, nor any word of whoever named a condition.
 * @param reply the newest mail they sent us, whole; null without one
 */
export function draftFacts(
  kind: FollowUpKind,
  { reply, ...source }: PersonalSource & { reply: string | null },
): DraftFact[] {
  const reason = REASONS[kind];
  const replied = reply === null ? [] : quotableSentences(ownWords(reply)).slice(0, MOST_QUOTES);
  const posts = personalFacts(source);
  return [
    ...(reason === null ? [] : [{ field: 'reason' as const, words: reason }]),
    ...replied.map((words): DraftFact => ({ field: 'reply', words })),
    ...posts.filter(({ field }) => field === 'post').slice(0, MOST_QUOTES),
    ...posts.filter(({ field }) => field !== 'post'),
  ];
}

/** What a person of ours would have to keep or could not: no draft promises it. */
const PROMISE =
  /\b(?:free|gratis|discounts?|refunds?|guarantee\w*|promis\w*|vouchers?|coupons?|gifts?|cheap\w*|prices?|costs?|offers?|deals?|always|never|cures?|heals?|treats?|prevents?|today only|hurry|last chance)\b/i;

/** What the business has, is or does is in no fact about a person. */
const ABOUT_US =
  /\b(?:our|ours)\b|\bI(?:['’]ve| have) (?!read\b|seen\b|noticed\b|thought\b)|\bI (?:sell|make|stock)\b/i;
const WE = /\bwe\b/i;

/**
 * Words that any letter may hold, so that they need no fact. What they say is the manner of a letter and no statement
 * about anybody.
 */
const LETTER = new Set(
  `about again also answer answered answering anything around asked asking back because been before between call came
  could does email for from gladly glad good hear heard help here hope into kind know later learn like look looking
  maybe message minutes more much need next note noticed number page perhaps person personally please pleased public
  publicly question questions quiet read reading reply right saw seen send share short should show something soon still
  suit suits take talk tell thank thanks that them then there this thought time towards understand what when where
  whether which while with without wonder wondered word words work would write writing wrote your yours you happy exactly
  find found following follow tried trying used using prefer enjoy favourite matter matters important fits idea ideas start started meant mean mentioned said say were will want wanted welcome have just only best brief
  briefly quick quickly line lines two first start begin best easy easiest`
    .split(/\s+/)
    .map(stem),
);
const SHORTEST_WORD = 4;
/** Of the words that say something, at least this share has to stand in the facts. */
const HELD = 0.7;

/**
 * A model's draft, if each of its sentences is either a question or made of facts that it cites and that are stored
 * with these very words. Otherwise null, whole: what is left of a letter without one of its sentences may not make
 * sense. What somebody's own words told the model to do can so at most lose them the draft.
 */
export function admitDraft(
  sentences: readonly CitedSentence[],
  stored: readonly DraftFact[],
): { body: string; facts: DraftFact[] } | null {
  const body = sentences.map(({ sentence }) => sentence.trim()).join(' ');
  if (sentences.length === 0 || sentences.length > MOST_SENTENCES || body.length > LONGEST_DRAFT) return null;
  if (PROMISE.test(body) || ABOUT_US.test(body)) return null;
  const used = new Set<DraftFact>();
  for (const { sentence: written, facts: cited } of sentences) {
    const sentence = written.trim();
    const isQuestion = sentence.endsWith('?');
    const known = factsSaid(sentence, cited, stored);
    if (!known || !isPlainSentence(sentence) || !isHeld(sentence, stored)) return null;
    if (!isQuestion && (known.length === 0 || WE.test(sentence))) return null;
    for (const fact of known) used.add(fact);
  }
  return used.size === 0 ? null : { body, facts: [...used] };
}

/** "What they replied: “How much is a sampler?”" */
export function draftFactWords({ field, words }: DraftFact): string {
  return `${FIELD_LABELS[field]}: “${words}”`;
}

function isHeld(sentence: string, facts: readonly DraftFact[]): boolean {
  const held = new Set(facts.flatMap(({ words }) => wordsOf(words).map(({ text }) => stem(text))));
  const telling = wordsOf(sentence)
    .filter(({ text }) => text.length >= SHORTEST_WORD)
    .map(({ text }) => stem(text))
    .filter((word) => !LETTER.has(word));
  return telling.length === 0 || telling.filter((word) => held.has(word)).length / telling.length >= HELD;
}
