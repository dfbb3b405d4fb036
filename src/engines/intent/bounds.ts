import { foldText } from '#kit/text.ts';
import type { Span, Token } from './cues.ts';

type Range = { least: number; most: number };

/** Bounds that an audience states: years of age, staff of a company, money, stage of life, at a place or online. */
export type Bounds = {
  age: Range | undefined;
  staff: Range | undefined;
  mostMoney: number;
  stages: ReadonlySet<string>;
};

/** What a post says about one bound. */
export type BoundMatch = { bound: 'age' | 'staff' | 'money' | 'stage'; isMet: boolean; span: Span };

const DECADES: Record<string, number> = { twenties: 20, thirties: 30, forties: 40, fifties: 50, sixties: 60 };
const AGE_OVER =
  /\b(?:over|above|aged?|ab|mayores de|uber)\s+(\d{2})\b(?!\s*(?:staff|employees|people|%))|\b(\d{2})\s*\+/;
const AGE_UNDER =
  /\b(?:under|below|unter|menores de)\s+(\d{2})\b(?!\s*(?:staff|employees|people|€|euro|pounds))/;
const STAFF_RANGE =
  /(?<![\d,])(\d[\d,]{0,9})\s{0,3}(?:[-–—]|to|bis|and)\s{0,3}(\d[\d,]{0,9})\s{1,3}(?:staff|employees|people|mitarbeiter)/;
const STAFF_UNDER = /\b(?:under|fewer than|up to|below)\s+(\d[\d,]{0,9})\s{1,3}(?:staff|employees|people)/;
const MONEY =
  /\b(?:under|below|up to|no more than|less than|menos de|unter|max)\s+(?:au|us)?\s?[$£€]?\s?(\d[\d,.]{0,9})(?:\s?(?:€|euros?|pounds|dollars))?/;

/** Stages of life that exclude one another, by the words that name them. */
const STAGES: Record<string, string> = {
  expecting: 'pregnant pregnancy prenatal antenatal trimester doula schwanger schwangere embarazada',
  after_birth: 'postnatal postpartum mothers ruckbildung posparto mums',
  studying: 'student students homework undergraduate studentin estudiante',
};
const STAGE_OF = new Map(
  Object.entries(STAGES).flatMap(([stage, names]) => names.split(' ').map((name) => [name, stage] as const)),
);

const AGE_BEFORE = new Set([
  "i'm",
  'im',
  'am',
  'bin',
  'tengo',
  'aged',
  'turning',
  'turned',
  'hit',
  'just',
  '^',
  ',',
  '.',
  'f',
  'm',
]);
const AGE_AFTER = new Set([
  'year',
  'yo',
  'years',
  'anos',
  'jahre',
  'yr',
  'yrs',
  'jahrig',
  'yearold',
  'f',
  'm',
  'y',
]);
const NOT_AGE_AFTER = new Set(
  'min mins minute minutes hours hrs days day weeks week months month km k % $ £ € euro euros pounds quid people of members rooms'.split(
    ' ',
  ),
);
const STAFF_WORDS = new Set(
  'staff employees people person colleagues workers teachers empleados personas mitarbeiter mitarbeitende mitarbeitern leute heads seats'.split(
    ' ',
  ),
);
const FEW: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const MONEY_MARKS = new Set(['$', '£', '€']);
const MONEY_WORDS = new Set('euro euros pounds quid dollars bucks'.split(' '));
/** A figure this many times the limit is another market, one close to it is a wish. */
const FAR_OVER = 2;

export function readBounds(audience: string): Bounds {
  const text = foldText(audience);
  const decades = Object.entries(DECADES).flatMap(([word, years]) => (text.includes(word) ? [years] : []));
  const over = AGE_OVER.exec(text);
  const under = AGE_UNDER.exec(text);
  const age =
    decades.length > 0
      ? { least: Math.min(...decades), most: Math.max(...decades) + 9 }
      : over || (under && !STAFF_UNDER.test(text) && Number(under[1]) < 70 && !/[$£€]/.test(under[0]))
        ? {
            least: Number(over?.[1] ?? over?.[2] ?? 0),
            most: over ? Number.POSITIVE_INFINITY : Number(under?.[1]),
          }
        : undefined;
  const range = STAFF_RANGE.exec(text);
  const staffUnder = STAFF_UNDER.exec(text);
  const staff = range
    ? { least: toNumber(range[1] ?? ''), most: toNumber(range[2] ?? '') }
    : staffUnder
      ? { least: 0, most: toNumber(staffUnder[1] ?? '') }
      : undefined;
  const money = MONEY.exec(text);
  const isMoney = money !== null && /[$£€]|euro|pound|dollar/.test(money[0]);
  return {
    age,
    staff,
    mostMoney: isMoney ? toNumber(money[1] ?? '') : Number.POSITIVE_INFINITY,
    stages: new Set(text.split(/[^a-z]+/).flatMap((word) => STAGE_OF.get(word) ?? [])),
  };
}

/** What a post says about the bounds: met or contradicted. */
export function matchBounds(bounds: Bounds, tokens: readonly Token[]): BoundMatch[] {
  const found: BoundMatch[] = [];
  const { age, staff, mostMoney, stages } = bounds;
  if (!age && !staff && mostMoney === Number.POSITIVE_INFINITY && stages.size === 0) return found;
  for (const [index, token] of tokens.entries()) {
    const stage = stages.size > 0 ? STAGE_OF.get(token.text) : undefined;
    if (stage !== undefined) found.push({ bound: 'stage', isMet: stages.has(stage), span: token });
    const figure = figureAt(tokens, index);
    if (figure === undefined) continue;
    const before = tokens[index - 1]?.text ?? '^';
    const after = tokens[index + 1]?.text ?? '';
    const isMoney = MONEY_MARKS.has(before) || MONEY_MARKS.has(after) || MONEY_WORDS.has(after);
    const isStaff = STAFF_WORDS.has(after) || (after === 'of' && tokens[index + 2]?.text === 'us');
    if (isMoney) {
      if (mostMoney < Number.POSITIVE_INFINITY)
        found.push({ bound: 'money', isMet: figure <= mostMoney * FAR_OVER, span: token });
    } else if (isStaff) {
      if (staff)
        found.push({
          bound: 'staff',
          isMet: figure >= staff.least / 2 && figure <= staff.most * 2,
          span: { start: token.start, end: tokens[index + 1]?.end ?? token.end },
        });
    } else if (age && figure >= 13 && figure < 100 && !NOT_AGE_AFTER.has(after)) {
      const isAge = AGE_AFTER.has(after) || AGE_BEFORE.has(before) || /^\d{2}(?:f|m|yo)$/.test(token.text);
      if (isAge) found.push({ bound: 'age', isMet: figure >= age.least && figure <= age.most, span: token });
    }
  }
  return found;
}

/** A figure as people write it: 12, 12k, 12,000, ten. */
function figureAt(tokens: readonly Token[], index: number): number | undefined {
  const text = tokens[index]?.text ?? '';
  if (!/^\d/.test(text)) return FEW[text];
  const [mark, rest] = [tokens[index + 1]?.text, tokens[index + 2]?.text ?? ''];
  if (mark === ',' && /^\d{3}$/.test(rest)) return toNumber(text) * 1000 + toNumber(rest);
  return toNumber(text) * (text.endsWith('k') ? 1000 : 1);
}

function toNumber(written: string): number {
  const digits = written.replace(/[^\d.]/g, '').replace(/\.(?=\d{3}\b)/g, '');
  return Math.round(Number.parseFloat(digits) || 0);
}
