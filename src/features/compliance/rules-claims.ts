import type { Jurisdiction } from '#features/settings/contract.ts';
import type { ClaimCheck, ClaimContext, ClaimVerdict, Finding, Severity } from './contract.ts';
import { type Cue, MASKS } from './rules-claims-filters.ts';
import { LEXICON } from './rules-claims-lexicon.ts';
import { compilePatterns, type Match } from './rules-claims-pattern.ts';
import { type Reading, readText } from './rules-claims-read.ts';
import { rewriteOf } from './rules-claims-rewrite.ts';
import type { ClaimRule } from './rules-claims-rule.ts';
import { SCOPE_PATTERNS, Scope } from './rules-claims-scope.ts';
import { CLAIM_RULES } from './rules-claims-table.ts';

const RANK: Record<Severity, number> = { suggest: 0, warn: 1, block: 2 };
/** So many places a rule marks in one text; more would tell nobody anything new. */
const MOST_PER_RULE = 100;
/** So many are looked at, of which some may be spared. */
const MOST_LOOKED_AT = 2_000;

const SUBJECT = 'Subject: ';

const masks = compilePatterns(LEXICON, [{ owner: 'mask', patterns: MASKS }]);
const matcher = compilePatterns<ClaimRule | Cue | 'pseudo'>(LEXICON, [
  ...SCOPE_PATTERNS,
  ...CLAIM_RULES.map((owner) => ({ owner, patterns: owner.patterns })),
]);

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
  const reading = readText(text, { isHtml: context?.format === 'html', isKnown: matcher.isKnown });
  const isDead = new Uint8Array(reading.tokens.length);
  masks.find({
    reading,
    isDead,
    take: ({ used }) => {
      for (const index of used) isDead[index] = 1;
    },
  });

  const scope = new Scope(reading);
  const levels = new Map(
    CLAIM_RULES.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === context?.kind).map((rule) => [
      rule,
      levelOf(rule, jurisdictions),
    ]),
  );
  const found = new Map<ClaimRule, Match<ClaimRule>[]>(CLAIM_RULES.map((rule) => [rule, []]));
  matcher.find({
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
  return findings.sort(
    (left, right) => left.start - right.start || RANK[right.severity] - RANK[left.severity],
  );
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
