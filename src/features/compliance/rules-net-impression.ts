import { z } from 'zod';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { truncate } from '#kit/text.ts';
import type { Finding } from './contract.ts';

/** The rule that only a language model speaks for. */
export const NET_IMPRESSION = 'net-impression';

const MOST_IMPRESSIONS = 8;
const SHORTEST_EXCERPT = 4;
const LONGEST_EXPLANATION = 240;

/** What a language model is asked to answer in. */
export const Impressions = z.object({
  impressions: z.array(
    z.object({
      /** Words of the text, letter by letter. */
      excerpt: z.string(),
      /** What a reader takes from them. */
      impression: z.string(),
    }),
  ),
});
export type Impressions = z.infer<typeof Impressions>;

/**
 * What a language model said of a text, as findings that warn: a person has to look, no model forbids. Words that the
 * text does not hold are dropped, and so is what a rule marks already.
 * @param label of the model, for people
 */
export function impressionFindings(
  text: string,
  { impressions }: Impressions,
  {
    jurisdictions,
    label,
    known,
  }: { jurisdictions: readonly Jurisdiction[]; label: string; known: readonly Finding[] },
): Finding[] {
  const findings: Finding[] = [];
  for (const { excerpt, impression } of impressions) {
    const words = excerpt.trim();
    const explanation = impression.replace(/\s+/g, ' ').trim();
    const start = words.length < SHORTEST_EXCERPT ? -1 : text.indexOf(words);
    if (start < 0 || explanation === '' || jurisdictions.length === 0) continue;
    const end = start + words.length;
    const isMarked = [...known, ...findings].some(
      (other) => other.severity !== 'suggest' && other.start < end && other.end > start,
    );
    if (isMarked) continue;
    findings.push({
      rule: NET_IMPRESSION,
      severity: 'warn',
      jurisdictions: [...jurisdictions],
      start,
      end,
      excerpt: words,
      explanation: truncate(explanation, LONGEST_EXPLANATION),
      source: `By the language model, ${label}`,
      suggestion: null,
    });
    if (findings.length === MOST_IMPRESSIONS) break;
  }
  return findings;
}

/** The findings of the rules, none missing, and those of the model, in the order of the text. */
export function withImpressions(findings: readonly Finding[], impressions: readonly Finding[]): Finding[] {
  return [...findings, ...impressions].sort((left, right) => left.start - right.start);
}
