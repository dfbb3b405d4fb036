import { eld } from 'eld/small';
import { LANGUAGES, type Language } from './judgement.ts';

/** What a text is written in. `isCovered` is false only where another language is certain. */
export type Detected = { language: Language; isCovered: boolean };

/** Scripts that none of the covered languages is written in. */
const OTHER_SCRIPT =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]/gu;
/** Lead of another language over the best covered one, on the detector's scale of 0 to 1. */
const CLEAR_LEAD = 0.1;
const FEWEST_WORDS = 4;
const LONGEST_SAMPLE = 600;

/**
 * The covered language that a text is most likely in, and whether it is covered at all.
 * `isKnown` says of a word in lower case whether a covered language has it: names of yoga styles and plants look foreign
 * to a detector and are not.
 */
export function detectLanguage(text: string, isKnown: (word: string) => boolean = () => false): Detected {
  const sample = text.slice(0, LONGEST_SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const others = sample.match(OTHER_SCRIPT)?.length ?? 0;
  if (others > 2 && others > letters / 2) return { language: 'en', isCovered: false };
  const found = eld.detect(sample);
  const scores = found.getScores();
  const [language, score] = LANGUAGES.map((one) => [one, scores[one] ?? 0] as const).reduce((best, next) =>
    next[1] > best[1] ? next : best,
  );
  if (found.language === language || found.language === '') return { language, isCovered: true };
  const words = sample.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const known = words.filter(isKnown).length;
  const isOther =
    words.length >= FEWEST_WORDS &&
    known * 2 < words.length &&
    (scores[found.language] ?? 0) - score >= CLEAR_LEAD &&
    found.isReliable();
  return isOther ? { language: 'en', isCovered: false } : { language, isCovered: true };
}
