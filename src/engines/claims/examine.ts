import { madeInPieces } from '#kit/lazy.ts';
import { type Cue, MASKS } from './filters.ts';
import type { ClaimContext, Jurisdiction } from './finding.ts';
import { LEXICON } from './lexicon.ts';
import { compilePatterns, type Match } from './pattern.ts';
import { type Reading, readText } from './read.ts';
import { CLAIM_RULES, type ClaimRule } from './rules.ts';
import { SCOPE_PATTERNS, Scope } from './scope.ts';

/** Places of one rule in one text that are looked at, of which some may be spared. */
const MOST_LOOKED_AT = 2_000;

const SUBJECT = 'Subject: ';

const masks = madeInPieces(() => compilePatterns(LEXICON, [{ owner: 'mask', patterns: MASKS }]));
const matcher = madeInPieces(() =>
  compilePatterns<ClaimRule | Cue | 'pseudo'>(LEXICON, [
    ...SCOPE_PATTERNS,
    ...CLAIM_RULES.map((owner) => ({ owner, patterns: owner.patterns })),
  ]),
);

/** Compiles the patterns in pieces of so many milliseconds, with a rest after each. */
export async function preparePatterns(pieceMs: number, rest: () => Promise<void>): Promise<void> {
  await masks.prepare(pieceMs, rest);
  await matcher.prepare(pieceMs, rest);
}

export const isKnownWord = (word: string): boolean => matcher.get().isKnown(word);

/** Where a rule's patterns fit, in tokens, `to` exclusive. */
export type Hit = { from: number; to: number };

/** A text once read: its words, and what rules and filters find in it. */
export type Examined = {
  text: string;
  reading: Reading;
  /** By token: 1 where no rule reads it. */
  isDead: Uint8Array;
  scope: Scope;
  /** By rule: the places that stand, and those that a filter or a negation spares. */
  hits: Map<ClaimRule, { found: Hit[]; spared: Hit[] }>;
};

/** Linear in the length of the text. */
export function examine(text: string, { jurisdictions, kind, format }: ClaimContext): Examined {
  const reading = readText(text, { isHtml: format === 'html', isKnown: isKnownWord });
  const isDead = new Uint8Array(reading.tokens.length);
  masks.get().find({
    reading,
    isDead,
    take: ({ used }) => {
      for (const index of used) isDead[index] = 1;
    },
  });
  const scope = new Scope(reading);
  const matches = new Map<ClaimRule, Match<ClaimRule>[]>();
  for (const rule of CLAIM_RULES) {
    const isAsked = rule.onlyIn === undefined || rule.onlyIn === kind;
    if (isAsked && jurisdictions.some((one) => appliesIn(rule, one))) matches.set(rule, []);
  }
  matcher.get().find({
    reading,
    isDead,
    wants: (owner) =>
      typeof owner === 'string' || (matches.get(owner)?.length ?? MOST_LOOKED_AT) < MOST_LOOKED_AT,
    take: ({ owner, ...place }) => {
      if (typeof owner === 'string') scope.add({ owner, ...place });
      else matches.get(owner)?.push({ owner, ...place });
    },
  });
  const hits: Examined['hits'] = new Map();
  for (const [rule, places] of matches) {
    if (places.length === 0) continue;
    const found: Hit[] = [];
    const spared: Hit[] = [];
    for (const place of places) (scope.isSpared(place) ? spared : found).push(place);
    hits.set(rule, { found: merged(found), spared });
  }
  return { text, reading, isDead: text.startsWith(SUBJECT) ? withoutLabel(isDead) : isDead, scope, hits };
}

export function appliesIn({ severity }: ClaimRule, jurisdiction: Jurisdiction): boolean {
  return severity[jurisdiction] !== null;
}

/** Rules for subjects look for the label of a subject line; the model reads the line alone. */
export const withLabel = (text: string): string => (text.startsWith(SUBJECT) ? text : SUBJECT + text);
export const LABEL_LENGTH = SUBJECT.length;

function withoutLabel(isDead: Uint8Array): Uint8Array {
  const dead = isDead.slice();
  dead[0] = 1;
  return dead;
}

/** Overlapping places of one rule become one. */
function merged(places: readonly Hit[]): Hit[] {
  const all: Hit[] = [];
  for (const { from, to } of places.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
