import { ownWords as readOwnWords } from '#engines/replies/own-words.ts';
import { readReply } from '#engines/replies/read.ts';
import { languageOfMessage } from '#features/mail/rules-mail-language.ts';
import { REPLY_WORDS } from '#features/mail/rules-reply-words.ts';
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
import type { ReplyLabel } from './contract.ts';

/** The writer's own words, without what they quote and without a signature after `--`. */
export const ownWords = (text: string): string => readOwnWords(text).text;

/** What a message on a platform asks for, by its words; undefined where they do not say it plainly. */
export const labelOf = (text: string, messenger?: 'whatsapp' | 'bluesky'): ReplyLabel | undefined =>
  readReply({ text, messenger }).intent;

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
