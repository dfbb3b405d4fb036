import { LIKELY_CLAIM, NOT_ENGLISH } from '#engines/claims/finding.ts';
import { hasRole, type Role } from '#kit/actor.ts';
import { countOf, truncate } from '#kit/text.ts';
import type { Finding, Severity } from './contract.ts';
import { NEEDS_DISCLAIMER } from './rules-required.ts';

/**
 * Where the findings of `before` stand in `after`, the same text after an edit: what lies before or behind the edit
 * moves with its words, what the edit touches is left out until the text has been checked again.
 */
export function moveFindings(
  findings: readonly Finding[],
  before: string,
  after: string,
): readonly Finding[] {
  if (before === after) return findings;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const shift = after.length - before.length;
  return findings.flatMap((finding) => {
    if (finding.end <= head) return [finding];
    if (finding.start < before.length - tail) return [];
    return [{ ...finding, start: finding.start + shift, end: finding.end + shift }];
  });
}

/** A piece of a text; `finding` is the worst of those that speak about it. */
export type FindingPiece = { text: string; start: number; finding: Finding | undefined };

const WEIGHT = { suggest: 1, warn: 2, block: 3 } as const;

/** The text cut where findings begin and end, in its order and without a gap. */
export function findingPieces(text: string, findings: readonly Finding[]): FindingPiece[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of findings) cuts.add(start).add(end);
  const places = [...cuts].filter((place) => place <= text.length).sort((left, right) => left - right);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] ?? text.length;
    const [worst] = findings
      .filter((finding) => finding.start < end && finding.end > start)
      .sort((left, right) => WEIGHT[right.severity] - WEIGHT[left.severity]);
    return { text: text.slice(start, end), start, finding: worst };
  });
}

/** Rules whose names would not speak for themselves. */
const RULE_WORDS: Record<string, string> = {
  'pom-promo': 'Prescription medicine advertised',
  'wl-gutcheck': 'Weight loss that cannot be true',
  'wl-quantified': 'Weight loss in figures',
  'gov-approval': 'Approval by an agency',
  'doctor-endorse': 'Recommended by a professional',
  'sf-borderline': 'Close to a disease claim',
  'us-sf-disclaimer': 'Needs the FDA text',
  'eu-unauth-claim': 'Claim not on the register',
  [LIKELY_CLAIM]: 'Reads like a claim',
  [NOT_ENGLISH]: 'Not checked: not in English',
  'eu-wording': 'Not worded as the register does',
};

/**
 * The name of a rule as people read it: "disease-claim" → "Disease claim".
 * @param options.addsRequired whether the text gets what the law wants beside it when it leaves
 */
export function ruleWords(rule: string, { addsRequired = false } = {}): string {
  if (addsRequired && rule === NEEDS_DISCLAIMER) return 'The FDA text is added';
  const words = RULE_WORDS[rule] ?? rule.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a finding is based on; findings stored by earlier versions rest on a rule, or on wording. */
export function basisWords({ rule, basis, words = [] }: Pick<Finding, 'rule' | 'basis' | 'words'>): string {
  if (basis === 'absolute_rule') return 'Based on a rule that always blocks';
  if (basis === 'eased_rule')
    return 'Based on a rule that blocks; warns only, because the wording reads as harmless';
  if (basis === 'words' || rule === LIKELY_CLAIM) {
    const named = words.map((word) => `“${word}”`).join(', ');
    return `Based on wording${named === '' ? '' : `, mostly ${named}`}; no rule names it`;
  }
  return rule === NOT_ENGLISH ? 'Based on the language' : 'Based on a rule';
}

/** What to put in place of which words: the suggestion, or nothing in place of the whole sentence where there is none. */
export function rewriteOf(text: string, finding: Finding): { start: number; end: number; words: string } {
  const { start, end, suggestion } = finding;
  if (suggestion !== null) return { start, end, words: suggestion };
  const before = text.slice(0, start).search(/[^.!?\n]*$/);
  const behind = /[.!?]+["'”’)]*[ \t]*|(?=\n)|$/.exec(text.slice(end));
  const from = before + (/^[ \t]*/.exec(text.slice(before, start))?.[0].length ?? 0);
  return { start: from, end: end + (behind ? behind.index + behind[0].length : 0), words: '' };
}

/**
 * Where findings stand in a text that was filled in from the checked one: their words, in the same order. Those whose
 * own words were filled in are not found again.
 */
export function findingsIn(filled: string, findings: readonly Finding[]): Finding[] {
  let last = { start: -1, found: -1 };
  return [...findings]
    .sort((left, right) => left.start - right.start)
    .flatMap((finding) => {
      // Two rules may speak about the same words; the same words further on are others.
      const found = filled.indexOf(finding.excerpt, last.found + (finding.start > last.start ? 1 : 0));
      if (found < 0) return [];
      last = { start: finding.start, found };
      return [{ ...finding, start: found, end: found + finding.excerpt.length }];
    });
}

export const SEVERITY_WORDS: Record<Severity, string> = { block: 'Block', warn: 'Warn', suggest: 'Suggest' };

/** "1 block, 2 warnings, 1 suggestion"; empty without findings. */
export function findingCounts(findings: readonly Finding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return [
    count('block') > 0 && countOf(count('block'), 'block'),
    count('warn') > 0 && countOf(count('warn'), 'warning'),
    count('suggest') > 0 && countOf(count('suggest'), 'suggestion'),
  ]
    .filter(Boolean)
    .join(', ');
}

const MOST_TOLD = 3;
const LONGEST_TOLD = 80;

/** The same with the words that each is about, for whoever hears the text: "1 block: “cures gout”, disease claim". */
export function findingNews(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const told = findings.slice(0, MOST_TOLD).map(({ excerpt, rule }) => {
    const words = ruleWords(rule);
    return `“${truncate(excerpt, LONGEST_TOLD)}”, ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  });
  const rest = findings.length - told.length;
  return `${findingCounts(findings)}: ${told.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** Said where a text is kept from leaving, to somebody with this role. */
export function blockedSentence(count: number, role: Role): string {
  const orElse = hasRole(role, 'admin')
    ? 'override it with a written reason'
    : 'ask an admin to override it with a written reason';
  return `${countOf(count, 'claim')} keep${count === 1 ? 's' : ''} it from leaving. Rewrite what is marked, or ${orElse}.`;
}

/** A finding as a panel lists it. */
export type ClaimEntry = {
  key: string;
  /** Where it stands, when there are several texts: "Subject". */
  place?: string;
  finding: Finding;
  /** An admin lets it leave. */
  isOverridden?: boolean;
};

/** The findings in the order of the text; the n-th of a rule keeps its key while the text around it changes. */
export function claimEntries(findings: readonly Finding[]): ClaimEntry[] {
  const counts = new Map<string, number>();
  return [...findings]
    .sort((left, right) => left.start - right.start)
    .map((finding) => {
      const count = counts.get(finding.rule) ?? 0;
      counts.set(finding.rule, count + 1);
      return { key: `${finding.rule}.${count}`, finding };
    });
}
