/** Where a text is not written in English, the only language that the rules and the model read. */

import { passagesOf } from './passages.ts';
import type { Reading } from './read.ts';

/** Words that make sentences, without accents, as `readText` gives them. None of them is an English word. */
const WORDS: Record<string, string> = {
  German: `und der das ist nicht mit fur ein eine einen einem einer wir sie ihr ihre ihren ihrem auf den dem zu von sich auch
    wenn bei wird werden wurde haben hat unser unsere unseren unserem sind nach oder aber aus uber nur noch schon kann
    konnen mehr diese dieser dieses dein deine deinen euch wie als im vom zum zur gegen hilft ohne durch beim jetzt`,
  French: `le la les des est et vous votre vos nous notre nos pour avec dans une un qui que sur pas ne du ce cette ces sont plus
    aux il elle par mais ou votre chez sans ses son leur leurs jour etre avez aide contre tout tous`,
  Spanish: `el la los las que y en un una con para su sus por del es nuestro nuestra nuestros tu mas se lo como no muy este esta
    pero sin te le al son desde cuando todo ayuda contra hasta ya`,
  Italian: `il di che la per con una un nostra nostro e della dei degli gli sono non piu tua tuo questo questa nel nella dal
    alla si ma senza contro aiuta anche le lo`,
  Dutch: `de het een en van voor met niet op je jouw onze ons zijn wij hebben heeft deze dit dat maar ook bij naar uit te
    wordt tegen zonder helpt meer nu als`,
  Portuguese: `o os um uma que para com nao seu sua seus nossa nosso do da dos das em no na por mais se ao voce sem contra
    ajuda ja como`,
  Polish: `i w na z sie nie do jest to dla od nasz nasza nasze przez oraz jak ale po twoj pomaga bez przed ktore`,
};
const ENGLISH = new Set(
  `the and of to is for you your with our it that this in are we on be as or from at by not have has will can my they
   their was if but so no all more when what who how i he she his her do does after before into out up about than then`
    .trim()
    .split(/\s+/),
);
/** Of these, the ones that other languages have too: "in 7 Tagen", "la salute no". */
const SHARED = new Set('in so was will her no me he has on as is we of all do'.split(' '));
const LANGUAGES = Object.keys(WORDS);
const GERMAN = LANGUAGES.indexOf('German');
const languagesOf = new Map<string, number[]>();
for (const [language, words] of Object.values(WORDS).entries())
  for (const word of new Set(words.trim().split(/\s+/))) {
    const known = languagesOf.get(word);
    if (known) known.push(language);
    else languagesOf.set(word, [language]);
  }

/** Words of German advertising for body and health, none of them an English word or a name: one is enough in a short line. */
const TELLING_GERMAN = new Set(
  `heilt heilen geheilt heilend heilung hilft helfen lindert lindern linderung beseitigt beseitigen bekampft bekampfen vertreibt
   vertreiben verschwindet verschwinden stoppt senkt senken starkt starken wirkt wirken schutzt schutzen verhindert verhindern
   vermeidet befreit befreien entgiftet entgiften entgiftung reinigt reinigen beruhigt beruhigen verbrennt schmilzt abnehmen
   abgenommen abspecken schlanker gesund gesunder gesunde schmerz schmerzen garantiert nachgewiesen bewiesen gepruft zugelassen
   arztlich empfohlen endlich wieder gegen schluss jetzt schnell dauerhaft weniger besten leber nieren schlafen leben
   gelenke gelenken nerven angste tagen wochen monaten ihre ihren deine deinen deiner unsere unserem unseren`
    .trim()
    .split(/\s+/),
);
/** Such words that are English or a name as well. */
const GERMAN_BY_CHANCE = new Set(
  'nie immer herz magen haut krebs knie kopf blut darm schlaf schlank krank besser alles tage fur ihr dein ohne sofort'.split(
    ' ',
  ),
);
/** How German words end that stand in no list: in small letters, or long enough to be no surname. */
const GERMAN_ENDING =
  /^\p{L}{3,}(?:schmerz(?:en)?|beschwerden|krankheit(?:en)?|erkrankung(?:en)?|entzundung(?:en)?|storung(?:en)?|heilung|wirkung(?:en)?|mittel|tropfen|salbe|frei|lich(?:e[nrms]?)?|keit(?:en)?)$/u;
const NO_SURNAME = 10;

/** Sentences are read together up to so many words. */
const PASSAGE_WORDS = 25;
/** Fewer words tell nothing, or only what they are themselves: a name, a dish. */
const SHORTEST = 5;
/** So many words that make sentences have to be of the other language, and so large a share of all. */
const LEAST = 3;
const LEAST_SHARE = 0.2;
/** Letters of scripts in which no word here is written. */
const FAR = /[\u0370-\u1dff\u2c00-\ud7ff\uf900-\ufdff]/;
/** Scripts without spaces have words of so many letters. */
const UNSPACED = 4;

/** A sentence without any English word that makes sentences: so many signs are enough there. */
const LEAST_SIGNS = 2;
const LETTER_WITH_MARK = /[à-öø-ÿœšžłśćńęąż]/i;

export type OtherLanguage = { language: string; from: number; to: number };

/** The first passage in another language, by its words; undefined where there is none. */
export function findOtherLanguage(
  text: string,
  reading: Reading,
  isKnown: (word: string) => boolean,
): OtherLanguage | undefined {
  const { tokens, sentences } = reading;
  const isFar = FAR.test(text);
  const counts = new Int32Array(LANGUAGES.length);
  for (const { from, to, sentences: ofPassage } of passagesOf(reading, PASSAGE_WORDS)) {
    counts.fill(0);
    let english = 0;
    let far = 0;
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (!token) continue;
      if (ENGLISH.has(token.word)) english += 1;
      for (const language of languagesOf.get(token.word) ?? [])
        counts[language] = (counts[language] ?? 0) + 1;
      if (isFar && isOfAnotherScript(text.slice(token.start, token.end)))
        far += Math.ceil((token.end - token.start) / UNSPACED);
    }
    if (far >= LEAST && far > (to - from) / 2) return { language: 'another script', from, to };
    const most = Math.max(...counts);
    if (to - from >= SHORTEST && most >= LEAST && most > 2 * english && most >= LEAST_SHARE * (to - from))
      return { language: LANGUAGES[counts.indexOf(most)] ?? '', from, to };
    // An English greeting beside it makes no English of a sentence in another language.
    for (const at of ofPassage) {
      const sentence = sentences[at];
      if (!sentence) continue;
      const language = strangeIn(text, reading, { ...sentence, isKnown });
      if (language !== undefined) return { language, from: sentence.from, to: sentence.to };
    }
  }
  return undefined;
}

type Stretch = { from: number; to: number; isKnown: (word: string) => boolean };

/** The language of a sentence that has no English word to make it one, and signs of another. */
function strangeIn(text: string, reading: Reading, { from, to, isKnown }: Stretch): string | undefined {
  if (to - from < SHORTEST)
    return isShortGerman(text, reading, { from, to, isKnown }) ? LANGUAGES[GERMAN] : undefined;
  const { tokens } = reading;
  const counts = new Int32Array(LANGUAGES.length);
  let marked = 0;
  let known = 0;
  /** Words in small letters that nobody here knows: names and headings have capitals. */
  let strange = 0;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (!token) continue;
    const { word, start, end } = token;
    if (ENGLISH.has(word) && !SHARED.has(word)) return undefined;
    const languages = languagesOf.get(word);
    for (const language of languages ?? []) counts[language] = (counts[language] ?? 0) + 1;
    const written = text.slice(start, end);
    if (LETTER_WITH_MARK.test(written)) marked += 1;
    if (languages || SHARED.has(word)) continue;
    if (isKnown(word)) known += 1;
    else if (/^\p{Ll}{4,}$/u.test(written)) strange += 1;
  }
  const most = Math.max(...counts);
  const signs = most + marked;
  if (strange === 0 || known > strange || signs < LEAST_SHARE * (to - from)) return undefined;
  if (most > 0 && signs >= LEAST_SIGNS) return LANGUAGES[counts.indexOf(most)];
  return most === 0 && marked > 0 && known === 0 ? 'another language' : undefined;
}

/** Whether a line of few words is German: one word tells, and those that are English do not outweigh it. */
function isShortGerman(text: string, { tokens }: Reading, { from, to, isKnown }: Stretch): boolean {
  let telling = 0;
  let likely = 0;
  let known = 0;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (!token) continue;
    const { word, start, end } = token;
    if (SHARED.has(word)) continue;
    if (ENGLISH.has(word)) return false;
    const isNoName = word.length >= NO_SURNAME || /^\p{Ll}/u.test(text.slice(start, end));
    if (TELLING_GERMAN.has(word) || (isNoName && GERMAN_ENDING.test(word))) telling += 1;
    else if (GERMAN_BY_CHANCE.has(word) || languagesOf.get(word)?.includes(GERMAN)) likely += 1;
    else if (isKnown(word)) known += 1;
  }
  return telling > 0 && known <= telling + likely;
}

/** Whether a word has no letter of ours: one that mixes them is a disguise, which the rules see through. */
function isOfAnotherScript(word: string): boolean {
  return /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word);
}
