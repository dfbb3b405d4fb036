import {
  isSmallWord,
  LANGUAGES,
  type Language,
  languageName,
  plainLanguageOf,
  spokenNames,
} from '#kit/language.ts';
import { sentencesOf } from '#kit/text.ts';
import { wordsOf } from '#kit/words.ts';
import type { ReplyLabel, ThreadItem } from './contract-replies.ts';
import { languageOfMessage } from './rules-mail-language.ts';
import { isSaidElsewhere } from './rules-reply-labels.ts';
import { REPLY_WORDS } from './rules-reply-words.ts';

export const REPLY_LABEL_WORDS: Record<ReplyLabel, string> = {
  interested: 'Interested',
  not_now: 'Not now',
  question: 'Question',
  out_of_office: 'Out of office',
  stop: 'Stop',
};

/** Where what somebody quotes begins, in a line of single spaces: runs of them make such a search endless. */
const QUOTE_STARTS = [
  /^>/,
  /^-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|message d[’']origine|mensaje original|messaggio originale|oorspronkelijk bericht)/i,
  /^_{10,}$/,
  /^(?:on|am|le|el|il|op)\b.{4,200}\b(?:wrote|schrieb.*|a écrit|escribió|ha scritto|schreef.*) ?:?$/iu,
  /^from: .+@/i,
  /^sent from my\b/i,
];

/** What somebody wrote themselves: without the message they quote and without the signature behind `-- `. */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex(
    (line, index) =>
      line === '-- ' ||
      QUOTE_STARTS.some((start) => start.test(singleSpaced(line))) ||
      // Mail programs break a long "On … wrote:" into two lines.
      QUOTE_STARTS[3]?.test(singleSpaced(`${line} ${lines[index + 1] ?? ''}`)),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

const singleSpaced = (line: string): string => line.replace(/\s+/g, ' ').trim();

const STOP_ALONE =
  /^\W*(?:please\s+)?(?:stop|unsubscribe|remove(?:\s+me)?|opt[\s-]?out|abmelden|stopp|désabonner|baja)(?:\s+please)?\W*$/i;
const STOP_WITHIN =
  /\bunsubscribe\s+(?:me|my)\b|\bplease\s+unsubscribe\b|\bstop\s+(?:e-?mailing|mailing|writing|contacting|sending|messaging|spamming)\b|\btake me off\b|\bremove (?:me|my (?:name|e-?mail|address))\s+from\b|\b(?:do not|don[’']t|never)\s+(?:e-?mail|write|contact|message|send)\b.{0,60}\b(?:again|any ?more|me)\b|\bno more (?:e-?)?mails?\b|\bleave me alone\b/i;
const NOT_NOW =
  /\bnot (?:right |just )?now\b|\bnot at (?:the|this) (?:moment|time)\b|\bmaybe later\b|\b(?:next|in a few) (?:week|month|year|quarter|spring|summer|autumn|winter)s?\b|\btoo busy\b|\bnot interested\b|\bno,? thank(?:s| you)\b|\bnot for me\b/i;
const INTERESTED =
  /\b(?:i am|i[’']m|we are|we[’']re|very|quite|really) interested\b|\bsounds (?:good|great|lovely|interesting)\b|\btell me more\b|\byes,? please\b|\bsign me up\b|\bcount me in\b|\b(?:would|i[’']d) (?:love|like) to (?:know|hear|try|join|come|order|buy|book|learn|see)\b|\bhow (?:do|can) i (?:sign up|join|order|buy|book|start)\b|\bsend me (?:more|the|some)\b/i;

/** What an answer asks for, by its words; undefined where they do not say it plainly. */
export function labelOf(text: string): ReplyLabel | undefined {
  const words = ownWords(text);
  const [firstLine = ''] = words.split('\n').filter((line) => line.trim() !== '');
  if (STOP_ALONE.test(firstLine) || STOP_WITHIN.test(words) || isSaidElsewhere('stop', words)) return 'stop';
  if (NOT_NOW.test(words) || isSaidElsewhere('not_now', words)) return 'not_now';
  if (INTERESTED.test(words) || isSaidElsewhere('interested', words)) return 'interested';
  return words.includes('?') ? 'question' : undefined;
}

type DraftInput = {
  label: ReplyLabel | null;
  /** What they wrote, and what we had written to them. */
  reply: string;
  message: string | null;
  firstName: string;
  landingPageUrl: string | null;
  senderName: string;
};

/** The tag of the language that an answer has to be in: that of their own words, else of ours that they answer. */
function languageOfAnswer({ reply, message }: Pick<DraftInput, 'reply' | 'message'>): string {
  return plainLanguageOf(ownWords(reply)) ?? languageOfMessage({ body: message ?? '' });
}

const spokenLanguage = (tag: string): Language | undefined => LANGUAGES.find((language) => language === tag);

/** Why no answer is drafted to somebody who may be answered; null where one is. */
export function draftObstacle(input: Pick<DraftInput, 'reply' | 'message'>): string | null {
  const tag = languageOfAnswer(input);
  if (spokenLanguage(tag)) return null;
  return `They write ${languageName(tag)}. The built-in engine drafts in ${spokenNames()}, so this answer is yours to write.`;
}

/**
 * An answer to begin with, in the language of theirs. It says only what is stored: the page of the campaign, and the
 * sentence of our own message that speaks about what they ask. Undefined where nothing should or can be written.
 */
export function draftAnswer(input: DraftInput): string | undefined {
  const { label, firstName, landingPageUrl, senderName } = input;
  const language = spokenLanguage(languageOfAnswer(input));
  if (label === 'stop' || label === 'out_of_office' || !language) return undefined;
  const page = landingPageUrl === null ? [] : [landingPageUrl];
  const words = REPLY_WORDS[language];
  const body = {
    interested: [...(page.length > 0 ? [words.interested, ...page] : [words.thanks]), words.questionsWelcome],
    not_now: [words.notNow, ...(page.length > 0 ? [words.later, ...page] : [])],
    question: questionParts(input, page, language),
    none: [words.thanks, ...page],
  }[label ?? 'none'];
  return [words.greeting(firstName), ...body, senderName].filter((part) => part !== '').join('\n\n');
}

function questionParts({ reply, message }: DraftInput, page: string[], language: Language): string[] {
  const words = REPLY_WORDS[language];
  const question = sentencesOf(ownWords(reply)).find((sentence) => sentence.endsWith('?')) ?? '';
  // Words of ours in another language would stand among theirs.
  const isSameLanguage = message !== null && languageOfMessage({ body: message }) === language;
  const known = isSameLanguage ? sentenceAbout(question, message, language) : undefined;
  return [
    words.asked,
    ...(question === '' ? [] : [words.theyAsked(question)]),
    known === undefined ? words.willLook : words.weWrote(known),
    ...(page.length > 0 ? [words.morePage, ...page] : []),
  ];
}

/** Beside those that `isSmallWord` knows of English. */
const SMALL_WORDS = new Set(
  'also could did does get had her his its just like she should them they was were where which would'.split(
    ' ',
  ),
);

function telling(text: string, language: Language): Set<string> {
  const words = wordsOf(text).flatMap((word) => word.text.match(/\p{L}{3,}/gu) ?? []);
  return new Set(
    words
      .filter((word) => !SMALL_WORDS.has(word) && !isSmallWord(word, language))
      .map((word) => word.replace(/(?:s|ed|ing)$/, '')),
  );
}

/** The sentence of a message that shares the most telling words with a question, two at least. */
function sentenceAbout(question: string, message: string, language: Language): string | undefined {
  const asked = telling(question, language);
  let best: { sentence: string; shared: number } | undefined;
  for (const sentence of sentencesOf(message)) {
    if (sentence.includes('http')) continue;
    const shared = [...telling(sentence, language)].filter((word) => asked.has(word)).length;
    if (shared >= 2 && shared > (best?.shared ?? 0)) best = { sentence, shared };
  }
  return best?.sentence;
}

/** "Re: …", once. */
export function answerSubject(subject: string): string {
  return /^\s*(?:re|aw|antw)\s*:/i.test(subject) ? subject.trim() : `Re: ${subject.trim()}`;
}

/** Why the last answer may not have arrived, in words for people; null where it has left. */
export function answerProblem(items: readonly Pick<ThreadItem, 'kind' | 'note'>[]): string | null {
  return items.findLast(({ kind }) => kind === 'answer')?.note ?? null;
}
