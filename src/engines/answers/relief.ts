import { speaksOfHealth } from '#engines/safety/health.ts';
import { stemsOf } from './passages.ts';

/** Deeds that no thing is called by, and of what they relieve: 'does the tea help with hay fever'. */
const HELPS =
  /\b(\p{L}+) (?:really |also |actually |even )?(?:helps? (?:(?:me|us|people|you) )?(?:with|against|for|to|get)|gets? rid of|do (?:anything|something) (?:for|about|against)) (?=([^?.!,;]+))/gu;
/** Deeds that things are called by as well: 'will floating ease my back', but also 'what does the Deep Calm tea cost'. */
const RELIEVES =
  /\b(\p{L}+) (?:really |also |actually |even )?(?:(?:cure|treat|heal|relieve|ease|soothe|calm)(s?)) (?=([^?.!,;]+))/gu;
/** A thing that is asked whether it does something, not somebody who is asked to. */
const DOES_IT =
  /\b(?:do|does|did|will|would|can|could|may|might) (?!(?:you|we|they|i|he|she|u|somebody|someone|anybody|anyone)\b)[^?.!;]*$/;
const THAT_DOES = /\b(?:which|what|that|whether|if)\b[^?.!;]*$/;
/** Before a deed stands who does it; behind these stands a name. */
const BEFORE_NAMES = new Set('the a an your our this these some any of called named'.split(' '));
/** What is asked of a thing with such a name. */
const OTHER_DEED =
  /\b(?:do|does|is|are|has|have|contains?|comes?|costs?|includes?|holds?|ships?|tastes?|needs?|lasts?|weighs?|smells?|sell|sold|arrives?|keeps?|takes?|starts?|begins?|ends?)\b/;
/** Of a thing that fits something; only of health that is a relief: vouchers are good for two people. */
const FITS = /\b(?:good|useful|effective|works?|working|any use) (?:for|with|against) ([^?.!,;]+)/u;
/** People who help with an order or treat somebody well. */
const WHO_HELPS = new Set(
  'you we they i he she who somebody someone anybody anyone team staff people person desk'.split(' '),
);
const EFFECT =
  /\b(?:help|sooth|calm|relax|reliev|relief|ease|easing|treat|cure|curing|heal|medic|doctor|pharmac|physician|therap|remed|symptom|condition|effect|benefit|claim|evidence|recommend)/i;
const MONEY = /[$€£]\s?\d|\d\s?(?:[$€£]|dollars?\b|euros?\b|pounds?\b)/i;

/** The roots of what somebody asks relief of; undefined where nobody asks whether a thing helps. */
export function reliefAsked(folded: string): ReadonlySet<string> | undefined {
  const relieved = [...folded.matchAll(HELPS)].findLast(([, who = '']) => !WHO_HELPS.has(who))?.[2];
  if (relieved !== undefined) return stemsOf(relieved);
  const eased = [...folded.matchAll(RELIEVES)].findLast((deed) => isDeed(folded, deed))?.[3];
  if (eased !== undefined) return stemsOf(eased);
  const fitting = FITS.exec(folded)?.[1];
  return fitting !== undefined && speaksOfHealth(fitting) ? stemsOf(fitting) : undefined;
}

/** Whether a word that things are called by as well is what a thing does. */
function isDeed(folded: string, { index, 1: who = '', 2: ending, 3: after = '' }: RegExpExecArray): boolean {
  if (WHO_HELPS.has(who) || BEFORE_NAMES.has(who) || OTHER_DEED.test(after)) return false;
  const before = folded.slice(0, index + who.length);
  return DOES_IT.test(before) || who === 'to' || (ending === 's' && THAT_DOES.test(before));
}

type Said = { text: string; headings: string; isRow: boolean };

/**
 * Whether this can tell if a thing helps. A price, and a row of a table, tell it only where they speak of what it does or
 * of what it is for; that it is called so says nothing.
 */
export function mayTellOfRelief(
  { text, headings, isRow }: Said,
  sentence: string,
  relieved: ReadonlySet<string>,
): boolean {
  if (!isRow && !MONEY.test(sentence)) return true;
  const told = `${headings}; ${isRow ? text.split('; ').slice(1).join('; ') : text}`;
  return EFFECT.test(told) || [...stemsOf(told)].some((root) => relieved.has(root));
}
