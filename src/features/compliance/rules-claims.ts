import type { Jurisdiction } from '#features/settings/contract.ts';
import type { ClaimCheck, ClaimContext, Finding, Severity } from './contract.ts';
import { CUE_KINDS, CUES, type Cue, MASKS } from './rules-claims-filters.ts';
import { LEXICON } from './rules-claims-lexicon.ts';
import { compilePatterns, type Match } from './rules-claims-pattern.ts';
import { CLAUSE_END, COMMA, type Reading, readText } from './rules-claims-read.ts';
import { CLAIM_RULES, type ClaimRule } from './rules-claims-table.ts';

const RANK: Record<Severity, number> = { suggest: 0, warn: 1, block: 2 };
/** So many places a rule marks in one text; more would tell nobody anything new. */
const MOST_PER_RULE = 100;

const masks = compilePatterns(LEXICON, [{ owner: 'mask', patterns: MASKS }]);
const cues = compilePatterns(
  LEXICON,
  CUE_KINDS.map((owner) => ({ owner, patterns: CUES[owner] })),
);
const rules = compilePatterns(
  LEXICON,
  CLAIM_RULES.map((owner) => ({ owner, patterns: owner.patterns })),
);
const negators = new Set(LEXICON.NEGATOR.filter((entry) => !entry.includes(' ')));
const scope = compilePatterns(LEXICON, [{ owner: 'pseudo' as const, patterns: ['PSEUDO_NEGATION'] }]);
const buts = new Set<string>(LEXICON.BUT);

/** Reads a text as the advertising rules of the given jurisdictions do. Pure, linear in the text's length. */
export function checkClaims(
  text: string,
  jurisdictions: readonly Jurisdiction[],
  context?: ClaimContext,
): ClaimCheck {
  const isKnown = rules.isKnown;
  const reading = readText(text, { isHtml: context?.format === 'html', isKnown });
  const isDead = new Uint8Array(reading.tokens.length);
  masks.find(reading, isDead, always, ({ from, to }) => isDead.fill(1, from, to));
  const spared = cuesOf(reading);
  const isPseudo = new Uint8Array(reading.tokens.length);
  scope.find(reading, isDead, always, ({ from, to }) => isPseudo.fill(1, from, to));

  const levels = new Map(CLAIM_RULES.map((rule) => [rule, levelOf(rule, jurisdictions)]));
  const found = new Map<ClaimRule, Match<ClaimRule>[]>();
  rules.find(
    reading,
    isDead,
    (rule) => levels.get(rule) !== undefined && (found.get(rule)?.length ?? 0) < MOST_PER_RULE,
    (match) => {
      if (isSpared(match, reading, spared, isPseudo)) return;
      const matches = found.get(match.owner);
      if (matches) matches.push(match);
      else found.set(match.owner, [match]);
    },
  );

  const findings: Finding[] = [];
  for (const [rule, matches] of found) {
    const level = levels.get(rule);
    if (level)
      for (const match of merged(matches)) findings.push(findingOf({ rule, match, text, reading, ...level }));
  }
  const worst = findings.reduce((most, finding) => Math.max(most, RANK[finding.severity]), 0);
  return {
    verdict: worst === RANK.block ? 'block' : worst === RANK.warn ? 'warn' : 'ok',
    // Polish is for a text that may leave.
    findings: findings
      .filter((finding) => worst === 0 || RANK[finding.severity] > 0)
      .sort((left, right) => left.start - right.start || RANK[right.severity] - RANK[left.severity]),
  };
}

const always = (): boolean => true;

type Level = { severity: Severity; holdsIn: Jurisdiction[] };

/** Where a rule holds, with the strictest severity of those places. */
function levelOf(rule: ClaimRule, jurisdictions: readonly Jurisdiction[]): Level | undefined {
  const holdsIn = [...new Set(jurisdictions)].filter((jurisdiction) => rule.severity[jurisdiction] !== null);
  const severities = holdsIn.map((jurisdiction) => rule.severity[jurisdiction] ?? 'suggest');
  const severity = severities.sort((left, right) => RANK[right] - RANK[left])[0];
  return severity && { severity, holdsIn };
}

type CuePlace = { cue: Cue; to: number };

/** The cues of each sentence. */
function cuesOf(reading: Reading): Map<number, CuePlace[]> {
  const bySentence = new Map<number, CuePlace[]>();
  cues.find(reading, new Uint8Array(reading.tokens.length), always, ({ owner, from, to }) => {
    const sentence = reading.tokens[from]?.sentence ?? 0;
    const places = bySentence.get(sentence);
    if (!places) bySentence.set(sentence, [{ cue: owner, to }]);
    else if (!places.some((place) => place.cue === owner)) places.push({ cue: owner, to });
  });
  return bySentence;
}

function isSpared(
  match: Match<ClaimRule>,
  reading: Reading,
  spared: Map<number, CuePlace[]>,
  isPseudo: Uint8Array,
): boolean {
  const { spares } = match.owner;
  const sentence = reading.tokens[match.from]?.sentence ?? 0;
  for (const { cue, to } of spared.get(sentence) ?? []) {
    if (spares.includes(cue) && !isTurned(reading, to, match.from)) return true;
  }
  return spares.includes('negation') && isNegated(match, reading, isPseudo);
}

/** Whether a "but" stands between a cue and the claim after it. */
function isTurned(reading: Reading, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (buts.has(reading.tokens[index]?.word ?? '')) return true;
  return false;
}

const SUBJECTS = new Set(['it', 'we', 'you', 'they', 'this', 'our', 'he', 'she', 'i', 'so']);
const LONG_REACH = 12;
const SHORT_REACH = 5;
const SHORT_NEGATORS = new Set(['no', 'without', 'none', 'nothing']);

/**
 * A negation before the claim in its clause, or in one of its gaps. Verbs carry theirs along a list ("won't treat,
 * prevent or cure"); "no" and "without" only reach what follows at once.
 */
function isNegated({ from, to, used }: Match<ClaimRule>, { tokens }: Reading, isPseudo: Uint8Array): boolean {
  for (let index = from; index < to; index += 1) {
    const word = tokens[index]?.word ?? '';
    if (negators.has(word) && isPseudo[index] === 0 && !used.includes(index)) return true;
  }
  let hasComma = false;
  for (let index = from - 1, steps = 1; index >= 0 && steps <= LONG_REACH; index -= 1, steps += 1) {
    const after = tokens[index + 1];
    if (!after || after.breakBefore >= CLAUSE_END) return false;
    if (after.breakBefore === COMMA) {
      if (SUBJECTS.has(after.word)) return false;
      hasComma = true;
    }
    const word = tokens[index]?.word ?? '';
    if (buts.has(word)) return false;
    if (!negators.has(word) || isPseudo[index] === 1) continue;
    if (SHORT_NEGATORS.has(word) && (hasComma || steps > SHORT_REACH)) continue;
    return true;
  }
  return false;
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
    suggestion: rule.suggestion,
  };
}
