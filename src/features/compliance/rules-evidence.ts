import { foldText } from '#kit/text.ts';
import { wordsOf } from '#kit/words.ts';
import type { Finding } from './contract.ts';
import type { ClaimEvidence } from './contract-evidence.ts';

/**
 * Warnings that a fact can answer: there is proof, a typical result, a real end. No fact makes shame, fear or an
 * unmarked ad acceptable, and none lifts a finding that blocks.
 */
const ANSWERABLE = new Set([
  'proof-claim',
  'superlative',
  'wl-quantified',
  'testimonial-typicality',
  'doctor-endorse',
  'false-urgency',
]);

/**
 * The findings with what stands behind them: a warning about words that evidence covers becomes a suggestion and
 * names its source.
 * @param today YYYY-MM-DD
 */
export function substantiate(
  findings: readonly Finding[],
  evidence: readonly ClaimEvidence[],
  today: string,
): Finding[] {
  const valid = evidence
    .filter(({ validUntil }) => validUntil === null || validUntil >= today)
    .map((one) => ({ one, words: textOf(one.words) }));
  return findings.map((finding) => {
    if (finding.severity !== 'warn' || !ANSWERABLE.has(finding.rule)) return finding;
    const excerpt = textOf(finding.excerpt);
    const found = valid.find(({ words }) => excerpt.includes(words) || words.includes(excerpt));
    if (!found) return finding;
    const { title, url, publishedOn, validUntil } = found.one;
    return { ...finding, severity: 'suggest', evidence: { title, url, publishedOn, validUntil } };
  });
}

/** Whole words between spaces, so that "test" does not answer for "tested". */
function textOf(text: string): string {
  return ` ${wordsOf(text)
    .map(({ text: word }) => foldText(word))
    .join(' ')} `;
}
