import { isRequiredText } from '#features/compliance/rules-required.ts';
import {
  isEnglish,
  LANGUAGES,
  type Language,
  languageName,
  languageOf,
  plainLanguageOf,
} from '#kit/language.ts';
import type { MailWords } from './rules-mail-words.ts';
import { DUTCH, ENGLISH, FRENCH, GERMAN, ITALIAN, SPANISH } from './rules-mail-words.ts';

/** What of a message is ours and not its author's, in the language that its author writes. */
export const MAIL_WORDS: Record<Language, MailWords> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
};

type Text = { subject?: string | null | undefined; body: string };

/** The language of a message by its author's own words: merge fields, addresses and what the law adds say nothing. */
export function languageOfMessage(text: Text): Language {
  return languageOf(ownWordsOf(text));
}

/** The tag of a language that a message is plainly in and nothing of ours is; undefined where ours is in it too. */
export function unspokenLanguageOf(text: Text): string | undefined {
  const tag = plainLanguageOf(ownWordsOf(text));
  return LANGUAGES.some((language) => language === tag) ? undefined : tag;
}

function ownWordsOf({ subject, body }: Text): string {
  const own = body
    .split('\n')
    .filter((line) => !isRequiredText(line.trim()))
    .join('\n');
  return `${subject ?? ''}\n${own}`.replace(/\{\{[^{}]*\}\}|https?:\/\/\S+/g, ' ');
}

/** The languages other than English in which something has to be said about a person. */
export function languagesOfMessages(texts: readonly Text[]): Language[] {
  const spoken = new Set(texts.map(languageOfMessage));
  return LANGUAGES.filter((language) => language !== 'en' && spoken.has(language));
}

/**
 * Whether the sentence for one person is written in a message: in what is plainly English, and where nothing else is
 * said. What may be said of somebody is told by words that name no condition, and those are known in English alone; it
 * would also stand between two languages. A text that could be in any language is taken for one that is not English.
 */
export function hasPersonalIn(text: Text): boolean {
  const own = ownWordsOf(text);
  return isEnglish(own) || !/\p{L}/u.test(own);
}

/** "German", of a message that is plainly in it; undefined where that cannot be told. */
export function languageNameOf(text: Text): string | undefined {
  const tag = plainLanguageOf(ownWordsOf(text));
  return tag === undefined ? undefined : languageName(tag);
}

/** Values about a person that are sentences or dates of ours: they differ by language. */
const SAID = ['opening', 'signalDate', 'notice', 'unsubscribe', 'dataChoices'];
const FIELD_IN_LANGUAGE = new RegExp(`^(${SAID.join('|')}):([a-z]{2})$`);

/** The name under which a value is kept in a language: "notice:de", and "notice" in English. */
export function fieldIn(field: string, language: Language): string {
  return language === 'en' || !SAID.includes(field) ? field : `${field}:${language}`;
}

/** "notice:de" in its two parts. */
export function fieldParts(field: string): { name: string; language: Language } {
  const [, name = field, tag] = FIELD_IN_LANGUAGE.exec(field) ?? [];
  return { name, language: LANGUAGES.find((language) => language === tag) ?? 'en' };
}

/** A person's value in the language that is asked for; in English where it was written down before. */
export function valueOf(vars: Readonly<Record<string, string>>, field: string): string | undefined {
  return vars[field] ?? vars[fieldParts(field).name];
}

/** The languages in which these values are kept besides English. */
export function languagesOfValues(vars: Readonly<Record<string, string>>): Language[] {
  return LANGUAGES.filter((language) => fieldIn('notice', language) in vars && language !== 'en');
}

/**
 * Whether the line under a message only says how to stop, or what its reader knows: customers, and who has agreed, know
 * where we have their data from; others have to read it (GDPR Art. 14).
 */
export function isKnownToReader(footer: string): boolean {
  return LANGUAGES.some((language) => {
    const words = MAIL_WORDS[language];
    const [agreed = ''] = words.agreedNotice('\0').split('\0');
    return [words.customerNotice, agreed, words.noMoreMessages].some((start) => footer.startsWith(start));
  });
}
