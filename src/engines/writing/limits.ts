import { KINDS, wordsIn } from './words.ts';

export type Tone =
  | 'professional'
  | 'friendly'
  | 'authoritative'
  | 'conversational'
  | 'urgent'
  | 'educational';

/** What a brief says about the text rather than in it. */
export type Limits = {
  maxWords: number | undefined;
  /** Of a script. */
  seconds: number | undefined;
  tone: Tone | undefined;
  /** Words that never appear, lower case. */
  banned: string[];
  without: Set<'price' | 'link'>;
};

const WORDS = /\b(\d{1,4})[- ]words?\b/i;
const SECONDS = /\b(\d{1,3})[- ]?seconds?\b/i;
const BANNED =
  /^(?:never|do not|don['’]t|not) (?:use|mention|say|write)(?:(?: the words?| the phrase)?\s+["“]|(?: the words?| the phrase)\s+)([^"”]{2,40}?)["”]?(?:(?:,| or| and) ["“]([^"”]{2,40})["”])?$/i;
const TONES: readonly [RegExp, Tone][] = [
  [/\b(?:warm|friendly|kind)\b/i, 'friendly'],
  [/\b(?:formal|professional)\b/i, 'professional'],
  [/\b(?:casual|relaxed|conversational|chatty|informal)\b/i, 'conversational'],
  [/\burgent\b/i, 'urgent'],
];
/** What templates keep to anyway. */
const KEPT =
  /^(?:(?:and )?(?:no|without|avoid|keine?|ohne|(?:do not|don['’]t|never) (?:mention|use|include|add|give|say))\s+)?(?:any |the )?(?:hashtags?|emojis?|links?|web addresse?s?|urls?|exclamation marks?|(?:product |sales )?pitch|pressure|jargon|hype|claims?|health claims?|sneering|blame|shame|guilt|pity|slang|superlatives|buzzwords|jokes?|promises|sales (?:talk|line)s?|prices?|preise|scare tactics|drama|short|brief|keep it short|keep it brief|keep it simple|spoken style|plain words|plain language|one post)$/i;

/** Reads an order about length, tone or words; true where that is all the phrase says. */
export function isLimit(phrase: string, limits: Limits): boolean {
  const text = phrase.trim().replace(/[.!]+$/, '');
  const isKept = KEPT.test(text);
  const isLength =
    /^(?:(?:and |keep it |keep to |max(?:imum)?\.? |at most |under |up to |below |in |about |around |within |of |not more than |no more than |fewer than |less than )+)?\d{1,4}[- ](?:words?|seconds?)(?: (?:long|max|maximum|at most|or less|or fewer))?$/i.test(
      text,
    );
  const banned = BANNED.exec(text);
  const words = wordsIn(text);
  const isTone =
    words.length <= 5 &&
    TONES.some(([tone]) => tone.test(text)) &&
    /\b(?:tone|voice|style|keep it|sound|way|words)\b/i.test(text);
  if (!isKept && !isLength && !banned && !isTone && !isBareOrder(words)) return false;
  readLimit(text, limits);
  return true;
}

/** "Write the first draft", "create the email": nothing to say. */
function isBareOrder(words: readonly string[]): boolean {
  if (!/^(?:write|create|draft|make|generate|compose|prepare|start|erstelle|schreibe)$/.test(words[0] ?? ''))
    return false;
  return words
    .slice(1)
    .every(
      (word) =>
        KINDS.has(word) ||
        /^(?:it|this|the|a|an|our|first|draft|version|from|requirements|content|me|us|please|now|for|das|die|den|eine?n?|entwurf)$/.test(
          word,
        ),
    );
}

export function readLimit(text: string, limits: Limits): void {
  const words = WORDS.exec(text)?.[1];
  if (words !== undefined) limits.maxWords = Number(words);
  const seconds = SECONDS.exec(text)?.[1];
  if (seconds !== undefined) limits.seconds = Number(seconds);
  const tone = TONES.find(([pattern]) => pattern.test(text))?.[1];
  if (tone !== undefined && /\b(?:tone|voice|style|keep|sound|way)\b/i.test(text)) limits.tone = tone;
  const banned = BANNED.exec(text);
  if (banned) limits.banned.push(...banned.slice(1).flatMap((word) => (word ? [word.toLowerCase()] : [])));
  if (/\b(?:no|without|not?|keine?|ohne|don['’]t mention)\b.*\b(?:prices?|preise)\b/i.test(text))
    limits.without.add('price');
  if (/\b(?:no|without|keine?|ohne)\b.*\b(?:links?|web addresse?s?|urls?)\b/i.test(text))
    limits.without.add('link');
}
