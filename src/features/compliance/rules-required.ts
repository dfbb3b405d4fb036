import type { Finding } from './contract.ts';

/** A claim about structure or function in the US, which the law allows with the FDA's text beside it. */
export const NEEDS_DISCLAIMER = 'us-sf-disclaimer';

const ENDING =
  'not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.';
const ONE = `*This statement has ${ENDING}`;
const SEVERAL = `*These statements have ${ENDING}`;

/** The statutory words for these findings (21 CFR 101.93(c)), with the sign that ties them to the claims. */
export function requiredText(findings: readonly Finding[]): string | undefined {
  const claims = endsOf(findings).length;
  if (claims === 0) return undefined;
  return claims === 1 ? ONE : SEVERAL;
}

/** Whether a paragraph is one that the law wants and nobody wrote. */
export function isRequiredText(paragraph: string): boolean {
  return paragraph === ONE || paragraph === SEVERAL;
}

/** The text with an asterisk behind each claim that the required text speaks of. `findings` are those of this very text. */
export function withClaimSigns(text: string, findings: readonly Finding[]): string {
  return endsOf(findings).reduceRight((marked, end) => {
    const at = outsideWhole(marked, end);
    return `${marked.slice(0, at)}*${marked.slice(at)}`;
  }, text);
}

function endsOf(findings: readonly Finding[]): number[] {
  const ends = findings.filter(({ rule }) => rule === NEEDS_DISCLAIMER).map(({ end }) => end);
  return [...new Set(ends)].sort((left, right) => left - right);
}

/** A merge field or a web address, with the brackets of a link around it: the sign goes behind it. */
const WHOLE =
  /\]\((?:\{\{[^{}]*\}\}|(?!\{\{)[^\s()])+\)|https?:\/\/(?:\{\{[^{}]*\}\}|(?!\{\{)[^\s<>"()])+|\{\{[\s\S]{0,300}?\}\}/gi;
/** Of an address that ends a sentence its mark is no part. */
const ENDING_MARKS = /[.,;:!?'’]+$/;

function outsideWhole(text: string, position: number): number {
  for (const { 0: whole, index } of text.matchAll(WHOLE)) {
    if (index >= position) break;
    const end = index + (/^http/i.test(whole) ? whole.replace(ENDING_MARKS, '') : whole).length;
    if (end > position) return end;
  }
  return position;
}
