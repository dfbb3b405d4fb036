import { type Cue, MASKS } from '#engines/claims/filters.ts';
import { LEXICON } from '#engines/claims/lexicon.ts';
import { compilePatterns, type Match } from '#engines/claims/pattern.ts';
import { type Reading, readText, type Token } from '#engines/claims/read.ts';
import { rewriteOf } from '#engines/claims/rewrite.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { madeInPieces } from '#kit/lazy.ts';
import type { ClaimCheck, ClaimContext, ClaimVerdict, Finding, Severity } from './contract.ts';
import {
  CERTAIN_BESIDE_A_RULE,
  CERTAIN_FROM,
  type Passage,
  passagesOf,
  prepareReader,
  type Reckon,
  reckon,
  regionOf,
  strongestTokens,
} from './rules-claims-fitted.ts';
import { findOtherLanguage } from './rules-claims-language.ts';
import type { ClaimRule } from './rules-claims-rule.ts';
import { SCOPE_PATTERNS, Scope } from './rules-claims-scope.ts';
import { CLAIM_RULES } from './rules-claims-table.ts';
import { NOT_ENGLISH } from './rules-findings.ts';

const RANK: Record<Severity, number> = { suggest: 0, warn: 1, block: 2 };
/** So many places a rule marks in one text; more would tell nobody anything new. */
const MOST_PER_RULE = 100;
/** So many are looked at, of which some may be spared. */
const MOST_LOOKED_AT = 2_000;

/** Where these stand, likeness to a claim says nothing. */
const QUIET: readonly Cue[] = ['caution', 'meta', 'awareness', 'authorised', 'clinical'];
const MOST_NAMED = 3;
/** Shorter words tell nobody what was meant. */
const SHORTEST_NAMED = 4;

const SUBJECT = 'Subject: ';

const masks = madeInPieces(() => compilePatterns(LEXICON, [{ owner: 'mask', patterns: MASKS }]));
const matcher = madeInPieces(() =>
  compilePatterns<ClaimRule | Cue | 'pseudo'>(LEXICON, [
    ...SCOPE_PATTERNS,
    ...CLAIM_RULES.map((owner) => ({ owner, patterns: owner.patterns })),
  ]),
);

/**
 * Makes the rules before they are asked for, in pieces of so many milliseconds with a rest after each. Without it the
 * first text of a process waits for all of it, and everybody else with it.
 */
export async function prepareClaims(pieceMs: number, rest: () => Promise<void>): Promise<void> {
  await masks.prepare(pieceMs, rest);
  await matcher.prepare(pieceMs, rest);
  await prepareReader(rest);
}

/** Reads a text as the advertising rules of the given jurisdictions do. Pure, linear in the text's length. */
export function checkClaims(
  text: string,
  jurisdictions: readonly Jurisdiction[],
  context?: ClaimContext,
): ClaimCheck {
  const findings = findClaims(text, jurisdictions, context);
  const verdict = verdictOf(findings);
  // Polish is for a text that may leave.
  return { verdict, findings: findings.filter(({ severity }) => verdict === 'ok' || severity !== 'suggest') };
}

/** The worst of them; a suggestion alone leaves a text ok. */
export function verdictOf(findings: readonly Finding[]): ClaimVerdict {
  if (findings.some(({ severity }) => severity === 'block')) return 'block';
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'ok';
}

/** Every finding in its order, polish included: what has to be added to a text does not depend on its other claims. */
export function findClaims(
  text: string,
  jurisdictions: readonly Jurisdiction[],
  context?: ClaimContext,
): Finding[] {
  if (context?.kind === 'mail_subject' && !text.startsWith(SUBJECT)) return inSubject(text, jurisdictions);
  const { reading, isDead } = read(text, context?.format === 'html');
  const scope = new Scope(reading);
  const levels = new Map(
    CLAIM_RULES.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === context?.kind).map((rule) => [
      rule,
      levelOf(rule, jurisdictions),
    ]),
  );
  const found = new Map<ClaimRule, Match<ClaimRule>[]>(CLAIM_RULES.map((rule) => [rule, []]));
  matcher.get().find({
    reading,
    isDead,
    wants: (owner) =>
      typeof owner === 'string' ||
      (levels.get(owner) !== undefined && (found.get(owner)?.length ?? 0) < MOST_LOOKED_AT),
    take: ({ owner, ...place }) => {
      if (typeof owner === 'string') scope.add({ owner, ...place });
      else found.get(owner)?.push({ owner, ...place });
    },
  });

  const findings: Finding[] = [];
  for (const [rule, matches] of found) {
    const level = levels.get(rule);
    if (!level || matches.length === 0) continue;
    const places = merged(matches.filter((match) => !scope.isSpared(match)));
    for (const match of places.slice(0, MOST_PER_RULE)) {
      findings.push(findingOf({ rule, match, text, reading, ...level }));
    }
  }
  // An agent that answers by itself has nobody to override what no rule names.
  if (context?.kind !== 'agent_answer') {
    const dead = deadToFitted(text, isDead);
    findings.push(...likelyFindings({ text, reading, isDead: dead, scope, jurisdictions, blocks: findings }));
  }
  const unread = unreadFinding(text, reading, jurisdictions);
  if (unread) findings.push(unread);
  return findings.sort(
    (left, right) => left.start - right.start || RANK[right.severity] - RANK[left.severity],
  );
}

/** A text as the rules read it, with the words that none of them sees. */
function read(text: string, isHtml: boolean): { reading: Reading; isDead: Uint8Array } {
  const reading = readText(text, { isHtml, isKnown: matcher.get().isKnown });
  const isDead = new Uint8Array(reading.tokens.length);
  masks.get().find({
    reading,
    isDead,
    take: ({ used }) => {
      for (const index of used) isDead[index] = 1;
    },
  });
  return { reading, isDead };
}

/** What the fitted reader does not see: beside dead words the label of a subject line, which says nothing of its text. */
function deadToFitted(text: string, isDead: Uint8Array): Uint8Array {
  if (!text.startsWith(SUBJECT)) return isDead;
  const dead = isDead.slice();
  dead[0] = 1;
  return dead;
}

/** What `scripts/fit-claims.ts` fits to. */
export function readForFit(text: string): { reading: Reading; isDead: Uint8Array } {
  const { reading, isDead } = read(text, false);
  return { reading, isDead: deadToFitted(text, isDead) };
}

/** Whether the fitted reader alone would stop a text. */
export function fittedVerdict(text: string, jurisdiction: Jurisdiction, judge: Reckon): boolean {
  const { reading, isDead } = read(text, false);
  const dead = deadToFitted(text, isDead);
  const scope = new Scope(reading);
  matcher.get().find({
    reading,
    isDead,
    wants: (owner) => typeof owner === 'string',
    take: ({ owner, ...place }) => {
      if (typeof owner === 'string') scope.add({ owner, ...place });
    },
  });
  return passagesOf(reading).some(
    (passage) =>
      !isQuiet(passage, scope) &&
      judge(reading, passage, dead)[regionOf(jurisdiction)] >= CERTAIN_FROM[regionOf(jurisdiction)],
  );
}

/** A warning, a quote, public advice, register wording, a question answered with no: what is said about a claim is none. */
function isQuiet({ sentences }: Passage, scope: Scope): boolean {
  return sentences.some(
    (sentence) => scope.isAnsweredNo(sentence) || QUIET.some((cue) => scope.has(cue, sentence)),
  );
}

type LikelyPlace = {
  text: string;
  reading: Reading;
  isDead: Uint8Array;
  scope: Scope;
  jurisdictions: readonly Jurisdiction[];
  blocks: readonly Finding[];
};

/** What reads like a claim though no rule names it: only where no rule blocks already. */
function likelyFindings({ text, reading, isDead, scope, jurisdictions, blocks }: LikelyPlace): Finding[] {
  const stopped = blocks
    .filter(({ severity }) => severity === 'block')
    .sort((left, right) => left.start - right.start);
  let next = 0;
  /** Where the furthest of those ends that begin before the end of the passage. */
  let reach = 0;
  const found: Finding[] = [];
  for (const passage of passagesOf(reading)) {
    if (found.length >= MOST_PER_RULE) break;
    const from = reading.tokens[passage.from]?.start ?? 0;
    const to = reading.tokens[passage.to - 1]?.end ?? from;
    for (let stop = stopped[next]; stop && stop.start < to; stop = stopped[next]) {
      reach = Math.max(reach, stop.end);
      next += 1;
    }
    if (reach > from || isQuiet(passage, scope)) continue;
    const reckoned = reckon(reading, passage, isDead);
    const isJudged = (one: Jurisdiction): boolean =>
      blocks.some(
        (finding) => finding.start < to && finding.end > from && finding.jurisdictions.includes(one),
      );
    const holdsIn = [...new Set(jurisdictions)].filter((one) => {
      const certainty = reckoned[regionOf(one)];
      if (certainty < CERTAIN_FROM[regionOf(one)]) return false;
      return certainty >= CERTAIN_BESIDE_A_RULE || !isJudged(one);
    });
    if (holdsIn.length === 0) continue;
    const strongest = strongestTokens(reading, passage, isDead);
    found.push(likelyFinding({ text, reading, strongest, passage, holdsIn }));
  }
  return found;
}

/** What nobody has checked must not look checked. */
function unreadFinding(
  text: string,
  reading: Reading,
  jurisdictions: readonly Jurisdiction[],
): Finding | undefined {
  const other =
    jurisdictions.length === 0 ? undefined : findOtherLanguage(text, reading, matcher.get().isKnown);
  if (!other) return undefined;
  const start = reading.tokens[other.from]?.start ?? 0;
  const end = reading.tokens[other.to - 1]?.end ?? start;
  return {
    rule: NOT_ENGLISH,
    severity: 'warn',
    jurisdictions: [...new Set(jurisdictions)],
    start,
    end,
    excerpt: text.slice(start, end),
    explanation: `The check reads English, and this looks like ${other.language}: its claims have not been checked. Have it read by somebody who knows the language and the rules.`,
    source: 'What the check can read, not a law',
    suggestion: null,
  };
}

/** Marks the sentence of the passage that speaks most for a claim. */
function likelyFinding({
  text,
  reading: { tokens, sentences },
  strongest,
  passage,
  holdsIn,
}: {
  text: string;
  reading: Reading;
  strongest: readonly number[];
  passage: Passage;
  holdsIn: Jurisdiction[];
}): Finding {
  const { from, to } = sentences[tokens[strongest[0] ?? passage.from]?.sentence ?? 0] ?? passage;
  const start = tokens[from]?.start ?? 0;
  const end = Math.max(start, tokens[to - 1]?.end ?? start);
  const words = [...new Set(strongest.map((at) => textOf(text, tokens[at])))]
    .filter((word) => word.length >= SHORTEST_NAMED && !/^your/i.test(word))
    .slice(0, MOST_NAMED);
  const named = words.map((word) => `“${word}”`).join(', ');
  return {
    rule: 'likely-claim',
    severity: 'block',
    jurisdictions: holdsIn,
    start,
    end,
    excerpt: text.slice(start, end),
    explanation: `It reads like sentences that must not leave, though no single rule names its words${named === '' ? '' : `, above all ${named}`}. Say a checkable fact instead.`,
    source: 'Likeness to labelled sentences, not a law by itself',
    suggestion: null,
  };
}

function textOf(text: string, token: Token | undefined): string {
  return token ? text.slice(token.start, token.end) : '';
}

/** A subject line alone is read with its label, which the rules for subjects look for. */
function inSubject(text: string, jurisdictions: readonly Jurisdiction[]): Finding[] {
  return findClaims(SUBJECT + text, jurisdictions, { kind: 'mail_subject' }).map((finding) => {
    const start = Math.max(0, finding.start - SUBJECT.length);
    const end = Math.max(start, finding.end - SUBJECT.length);
    return { ...finding, start, end, excerpt: text.slice(start, end) };
  });
}

type Level = { severity: Severity; holdsIn: Jurisdiction[] };

/** Where a rule holds, with the strictest severity of those places. */
function levelOf(rule: ClaimRule, jurisdictions: readonly Jurisdiction[]): Level | undefined {
  const holdsIn = [...new Set(jurisdictions)].filter((jurisdiction) => rule.severity[jurisdiction] !== null);
  const severities = holdsIn.map((jurisdiction) => rule.severity[jurisdiction] ?? 'suggest');
  const severity = severities.sort((left, right) => RANK[right] - RANK[left])[0];
  return severity && { severity, holdsIn };
}

/** Overlapping places of one rule become one. */
function merged(matches: Match<ClaimRule>[]): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (const { from, to } of matches.toSorted((left, right) => left.from - right.from)) {
    const last = places.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else places.push({ from, to });
  }
  return places;
}

type Place = Level & { rule: ClaimRule; match: { from: number; to: number }; text: string; reading: Reading };

function findingOf({ rule, match, text, reading, severity, holdsIn }: Place): Finding {
  const start = reading.tokens[match.from]?.start ?? 0;
  const end = Math.max(start, reading.tokens[match.to - 1]?.end ?? start);
  return {
    rule: rule.id,
    severity,
    jurisdictions: holdsIn,
    start,
    end,
    excerpt: text.slice(start, end),
    explanation: rule.explanation,
    source: rule.source,
    suggestion: rewriteOf(rule.id, text.slice(start, end)),
  };
}
