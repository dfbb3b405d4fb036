import { hasCondition, hasHealthWord } from '#features/compliance/rules-conditions.ts';
import type { Platform } from '#features/leads/contract.ts';
import { isEnglish } from '#kit/language.ts';
import { sentencesOf } from '#kit/text.ts';
import { wordsOf } from '#kit/words.ts';
import { messageDate, publicPlace, wroteInPublic } from './rules-compose.ts';
import { type CitedSentence, factsSaid } from './rules-facts.ts';

/** What is stored about a person that a sentence may be made of. */
export type PersonalSource = { platform: Platform; behaviorSignal: string; signalAt: Date | null };

export const PERSONAL_FACT_FIELDS = ['post', 'place', 'date'] as const;
type PersonalFactField = (typeof PERSONAL_FACT_FIELDS)[number];

const PERSONAL_FACT_LABELS: Record<PersonalFactField, string> = {
  post: 'what they wrote in public',
  place: 'where they wrote it',
  date: 'when they wrote it',
};

/** A stored fact: the field it stands in and its words. */
export type PersonalFact = { field: PersonalFactField; words: string };

/** A sentence for one person with the facts it was made of. */
export type PersonalSentence = { sentence: string; facts: PersonalFact[] };

const LONGEST_SENTENCE = 240;
const LONGEST_QUOTE = 140;
const FEWEST_WORDS = 3;
const MOST_WORDS = 24;
/** Addresses of the web and of people, account names, tags, phone numbers: nothing that somebody could be led to. */
const LEADS_AWAY =
  /https?:|www\.|\S@\S|(?:^|\s)[@#]\w|\b[\w-]+\.(?:com|net|org|io|co|me|info|biz|ru|xyz|shop|link|site|online|app)\b|\+?\d[\d\s().-]{6,}\d/iu;

/**
 * The facts about a person that may go into a message: their own public words, sentence by sentence, and where and
 * when they stood. Notes of colleagues are no words of theirs. Whoever named a condition is quoted with nothing at
 * all, and a sentence that touches health in any way is left out; so neither can reach a model or a reader.
 */
export function personalFacts({ platform, behaviorSignal, signalAt }: PersonalSource): PersonalFact[] {
  if (!wroteInPublic(platform)) return [];
  const quotes = quotableSentences(behaviorSignal);
  if (quotes.length === 0) return [];
  return [
    ...quotes.map((words): PersonalFact => ({ field: 'post', words })),
    { field: 'place', words: publicPlace(platform) },
    ...(signalAt === null ? [] : [{ field: 'date' as const, words: messageDate(signalAt) }]),
  ];
}

/**
 * The sentences of a person that can stand in a letter; none where they named a condition, or wrote in a language in
 * which nobody here could tell whether they did.
 */
export function quotableSentences(text: string): string[] {
  return hasCondition(text) || !isEnglish(text) ? [] : sentencesOf(text).filter(isQuotable);
}

/** Somebody looks for something or has set out to do something. Other words say nothing about why one writes to them. */
const WISH =
  /\b(?:looking for|searching for|any(?:one|body)|recommend\w*|suggest\w*|tips?|advice|need|want|wish|hoping|would love|thinking (?:of|about)|considering|interested in|starting|planning|trying|help me (?:find|choose))\b/i;

/** What the built-in engine says: it quotes a question or a wish and adds nothing; otherwise it says nothing. */
export function composePersonal(facts: readonly PersonalFact[]): PersonalSentence | null {
  const quotes = facts.filter(({ field }) => field === 'post');
  const quote =
    quotes.find(({ words }) => words.endsWith('?')) ?? quotes.find(({ words }) => WISH.test(words));
  if (!quote) return null;
  const place = facts.find(({ field }) => field === 'place');
  const verb = quote.words.endsWith('?') ? 'asked' : 'wrote';
  const where = place ? ` on ${place.words}` : '';
  const used = place ? [quote, place] : [quote];
  const end = /[?!]$/.test(quote.words) ? '' : '.';
  return { sentence: `You ${verb}${where}: “${quote.words.replace(/\.$/, '')}”${end}`, facts: used };
}

/**
 * A model's sentence, if every fact it names is stored with these very words and the sentence holds nothing that is
 * not in them: no figure, no quotation, no address, nothing about health. Otherwise null: it is dropped, whatever the
 * person's own words told the model to do.
 */
export function admitPersonal(
  { sentence: written, facts: cited }: CitedSentence,
  stored: readonly PersonalFact[],
): PersonalSentence | null {
  const sentence = written.trim();
  const known = factsSaid(sentence, cited, stored);
  if (!known || sentence.length > LONGEST_SENTENCE || !isPlainSentence(sentence)) return null;
  if (!known.some(({ field }) => field === 'post')) return null;
  return { sentence, facts: known };
}

/** "Personal sentence from what they wrote in public: “Can anyone …”" */
export function factWords({ field, words }: PersonalFact): string {
  return `${PERSONAL_FACT_LABELS[field]}: “${words}”`;
}

/** Words that can stand in a letter: whole, short, plain, and about nobody's health. */
function isQuotable(sentence: string): boolean {
  const { length } = wordsOf(sentence);
  return (
    sentence.length <= LONGEST_QUOTE &&
    length >= FEWEST_WORDS &&
    length <= MOST_WORDS &&
    !/[“”"„«»]/u.test(sentence) &&
    isPlain(sentence) &&
    !hasHealthWord(sentence)
  );
}

/** Without anything that has a meaning to a mail client, a browser or our own merge fields. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Co}\p{Cf}<>{}[\]|`*_\\]/u.test(text) && !LEADS_AWAY.test(text);
}

/** One sentence, whole. What stands in quotation marks may be one of its own. */
export function isPlainSentence(text: string): boolean {
  const outside = text.replace(/[“"„«][^”"“»]+[”"“»]/gu, 'so');
  return (
    isPlain(text) &&
    /[.?!…”"]$/u.test(text) &&
    !/[.!?]\s+\S/.test(outside) &&
    wordsOf(text).length >= FEWEST_WORDS
  );
}
