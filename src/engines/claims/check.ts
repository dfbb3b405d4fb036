import { type Decision, decide, fittedJudge, prepareDecision } from './decision.ts';
import {
  appliesIn,
  type Examined,
  examine,
  type Hit,
  isKnownWord,
  LABEL_LENGTH,
  preparePatterns,
  withLabel,
} from './examine.ts';
import {
  type ClaimCheck,
  type ClaimContext,
  type Finding,
  type Jurisdiction,
  LIKELY_CLAIM,
  NOT_ENGLISH,
  RANK,
  type Severity,
  verdictOf,
} from './finding.ts';
import type { Judge } from './model.ts';
import { findOtherLanguage } from './other-language.ts';
import { rewriteOf } from './rewrite.ts';
import type { ClaimRule } from './rules.ts';

/** Places that one rule marks in one text; more say nothing new. */
const MOST_PER_RULE = 100;

/**
 * Compiles rules and model before they are needed, in pieces of so many milliseconds with a rest after each; otherwise the
 * first check of a process does it at once.
 */
export async function prepareClaims(pieceMs: number, rest: () => Promise<void>): Promise<void> {
  await preparePatterns(pieceMs, rest);
  await rest();
  prepareDecision();
}

/** Judges an English text by the advertising rules of some jurisdictions. Pure; linear in the length of the text. */
export function checkClaims(text: string, context: ClaimContext): ClaimCheck {
  return checkWith(fittedJudge(), text, context);
}

/** The same by another model, to measure one that was not fitted to a text. */
export function checkWith(judge: Judge, text: string, context: ClaimContext): ClaimCheck {
  const labelled = context.kind === 'mail_subject' ? withLabel(text) : text;
  const examined = examine(labelled, context);
  const decisions = context.kind === 'agent_answer' ? [] : decide(judge, examined, context.jurisdictions);
  const findings = [
    ...ruleFindings(examined, context.jurisdictions, decisions),
    ...likelyFindings(examined, decisions),
    ...unreadFindings(examined, context.jurisdictions),
  ].sort((one, other) => one.start - other.start || RANK[other.severity] - RANK[one.severity]);
  const placed = labelled === text ? findings : findings.map((finding) => withoutLabel(text, finding));
  return { verdict: verdictOf(placed), findings: placed };
}

/** What the rules find. Where the model is sure that nothing is claimed, what would block becomes a warning. */
function ruleFindings(
  examined: Examined,
  jurisdictions: readonly Jurisdiction[],
  decisions: readonly Decision[],
): Finding[] {
  const bySentence = new Map(
    decisions.flatMap((decision) =>
      decision.passage.sentences.map((sentence) => [sentence, decision] as const),
    ),
  );
  const findings: Finding[] = [];
  for (const [rule, { found }] of examined.hits) {
    const appliesTo = [...new Set(jurisdictions)].filter((one) => appliesIn(rule, one));
    for (const hit of found.slice(0, MOST_PER_RULE)) {
      const sentences = sentencesOf(examined, hit);
      const isEasedIn = (one: Jurisdiction): boolean =>
        !rule.isAbsolute && sentences.every((sentence) => bySentence.get(sentence)?.isEased(sentence, one));
      const levels = appliesTo.map((one) => levelOf(rule, one, isEasedIn(one)));
      const severity = levels.sort((one, other) => RANK[other] - RANK[one])[0];
      if (severity === undefined) continue;
      const isEased = severity === 'warn' && appliesTo.some((one) => rule.severity[one] === 'block');
      findings.push({
        ...placeOf(examined, hit),
        rule: rule.id,
        severity,
        jurisdictions: appliesTo,
        basis: rule.isAbsolute ? 'absolute_rule' : isEased ? 'eased_rule' : 'rule',
        explanation: rule.explanation,
        source: rule.source,
        suggestion: null,
      });
    }
  }
  return findings.map((finding) => ({ ...finding, suggestion: rewriteOf(finding.rule, finding.excerpt) }));
}

function sentencesOf({ reading: { tokens } }: Examined, { from, to }: Hit): number[] {
  const first = tokens[from]?.sentence ?? 0;
  const last = tokens[to - 1]?.sentence ?? first;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function levelOf({ severity }: ClaimRule, jurisdiction: Jurisdiction, isEased: boolean): Severity {
  const level = severity[jurisdiction] ?? 'suggest';
  return level === 'block' && isEased ? 'warn' : level;
}

/** What the model blocks without a blocking rule: marks the sentence whose words count most, and names them. */
function likelyFindings(examined: Examined, decisions: readonly Decision[]): Finding[] {
  return decisions
    .filter(({ likelyIn }) => likelyIn.length > 0)
    .slice(0, MOST_PER_RULE)
    .map(({ passage, likelyIn, wordsOf }) => {
      const { words, strongest } = wordsOf();
      const { tokens, sentences } = examined.reading;
      const sentence = sentences[tokens[strongest]?.sentence ?? 0] ?? passage;
      const named = words.map((word) => `“${word}”`).join(', ');
      return {
        ...placeOf(examined, sentence),
        rule: LIKELY_CLAIM,
        severity: 'block' as const,
        jurisdictions: [...likelyIn],
        basis: 'words' as const,
        words,
        explanation: `It reads like a claim that the law forbids${named === '' ? '' : `, mostly because of ${named}`}, though no rule names its words. State a checkable fact instead.`,
        source: 'Likeness to labelled texts, not a law',
        suggestion: null,
      };
    });
}

/** What nothing has checked must not look checked. */
function unreadFindings(examined: Examined, jurisdictions: readonly Jurisdiction[]): Finding[] {
  if (jurisdictions.length === 0) return [];
  const other = findOtherLanguage(examined.text, examined.reading, isKnownWord);
  if (!other) return [];
  return [
    {
      ...placeOf(examined, other),
      rule: NOT_ENGLISH,
      severity: 'warn',
      jurisdictions: [...new Set(jurisdictions)],
      explanation: `The check reads English, and this looks like ${other.language}: its claims have not been checked. Ask someone who knows the language and the rules to read it.`,
      source: 'What the check can read, not a law',
      suggestion: null,
    },
  ];
}

function placeOf({ text, reading: { tokens } }: Examined, { from, to }: Hit) {
  const start = tokens[from]?.start ?? 0;
  const end = Math.max(start, tokens[to - 1]?.end ?? start);
  return { start, end, excerpt: text.slice(start, end) };
}

function withoutLabel(text: string, finding: Finding): Finding {
  const start = Math.max(0, finding.start - LABEL_LENGTH);
  const end = Math.max(start, finding.end - LABEL_LENGTH);
  return { ...finding, start, end, excerpt: text.slice(start, end) };
}
