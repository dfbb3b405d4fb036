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
    const at = outsideField(marked, end);
    return `${marked.slice(0, at)}*${marked.slice(at)}`;
  }, text);
}

function endsOf(findings: readonly Finding[]): number[] {
  const ends = findings.filter(({ rule }) => rule === NEEDS_DISCLAIMER).map(({ end }) => end);
  return [...new Set(ends)].sort((left, right) => left - right);
}

/** A merge field stays whole: the sign goes behind it. */
function outsideField(text: string, position: number): number {
  const open = text.lastIndexOf('{{', position - 1);
  const close = open < 0 ? -1 : text.indexOf('}}', open);
  return close >= 0 && close + 2 > position ? close + 2 : position;
}
