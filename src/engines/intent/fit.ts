import type { Span, Token } from './cues.ts';

/** Bounds that an audience states in figures: years of age, and staff of a company. */
export type Bounds = { minAge: number; minStaff: number; maxStaff: number; stages: ReadonlySet<string> };

const AGE_BOUND = /\b(?:over|above|aged?)\s+(\d{2})\b|\b(\d{2})\s*\+/;
const STAFF_BOUND =
  /(?<!\d)(\d{1,3}(?:,\d{3}){1,3}|\d{1,9})\s{0,3}[-–—]\s{0,3}(\d{1,3}(?:,\d{3}){1,3}|\d{1,9})\s{1,3}(?:staff|employees|people)/;

/** Stages of life that exclude one another, by the words that name them. */
const STAGES: Record<string, string> = {
  expecting: 'pregnant pregnancy prenatal antenatal trimester doula schwanger embarazada',
  after_birth: 'postnatal postpartum mothers ruckbildung posparto',
  studying: 'student students homework undergraduate studentin estudiante',
};

const STAGE_OF = new Map(
  Object.entries(STAGES).flatMap(([stage, names]) => names.split(' ').map((name) => [name, stage] as const)),
);

const AGE_WORDS = new Set(['year', 'yo', 'years', 'anos', 'jahre']);
const STAFF_WORDS = new Set(
  'staff employees people person colleagues workers teachers empleados personas mitarbeiter mitarbeitende'.split(
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

export function readBounds(audience: string, tokens: readonly Token[]): Bounds {
  const age = AGE_BOUND.exec(audience);
  const staff = STAFF_BOUND.exec(audience);
  return {
    minAge: Number(age?.[1] ?? age?.[2] ?? 0),
    minStaff: toNumber(staff?.[1] ?? '0'),
    maxStaff: toNumber(staff?.[2] ?? '0') || Number.POSITIVE_INFINITY,
    stages: new Set(tokens.flatMap(({ text }) => STAGE_OF.get(text) ?? [])),
  };
}

/** Words that put the writer outside what the audience states: too young, too small or large, another stage of life. */
export function findMisfit(bounds: Bounds, tokens: readonly Token[]): Span | undefined {
  if (bounds.minAge === 0 && bounds.minStaff === 0 && bounds.stages.size === 0) return undefined;
  for (const [index, token] of tokens.entries()) {
    const stage = STAGE_OF.get(token.text);
    if (stage !== undefined && bounds.stages.size > 0 && !bounds.stages.has(stage)) return token;
    const isOwn = ['im', "i'm", 'am'].includes(tokens[index - 1]?.text ?? '');
    const figure = /^\d/.test(token.text) ? toNumber(token.text) : FEW[token.text];
    if (figure === undefined) continue;
    const next = tokens[index + 1]?.text ?? '';
    const isAge = (isOwn && figure >= 10 && figure < 100 && !STAFF_WORDS.has(next)) || AGE_WORDS.has(next);
    if (isAge && bounds.minAge > 0 && figure < bounds.minAge && isOwn) return token;
    const isStaff = STAFF_WORDS.has(next) || (next === 'of' && tokens[index + 2]?.text === 'us');
    if (isStaff && bounds.minStaff > 0 && (figure < bounds.minStaff / 2 || figure > bounds.maxStaff * 2)) {
      return { start: token.start, end: tokens[index + 1]?.end ?? token.end };
    }
  }
  return undefined;
}

function toNumber(written: string): number {
  return Number(written.replace(/\D/g, ''));
}
