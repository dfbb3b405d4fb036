/** Where advertising law is read: the place of the people who get the text. */
export type Jurisdiction = 'US' | 'EU' | 'UK';

/** block: it may not be sent · warn: a person has to look · suggest: it could be better. */
export type Severity = 'suggest' | 'warn' | 'block';

/** The worst finding; a suggestion alone leaves a text ok. */
export type ClaimVerdict = 'ok' | 'warn' | 'block';

/** What a text is for; some rules apply to one kind only. */
type TextKind =
  | 'mail_subject'
  | 'mail_body'
  | 'content'
  | 'agent_answer'
  | 'agent_persona'
  | 'community_post'
  | 'landing_page';

export type ClaimContext = {
  jurisdictions: readonly Jurisdiction[];
  kind?: TextKind | undefined;
  /** Plain text with light markup when it is left out. */
  format?: 'text' | 'html' | undefined;
};

/**
 * What a finding rests on. absolute_rule: a rule that the law leaves no room for · rule: a rule, and the model does not
 * contradict · eased_rule: a rule would block, and the model is sure that nothing is claimed · words: the model alone. For
 * all but the first a person may answer.
 */
type FindingBasis = 'absolute_rule' | 'rule' | 'eased_rule' | 'words';

/** One place of a text that a rule or the fitted model speaks about. */
export type Finding = {
  /** Id of the rule in `rules.json`, or `likely-claim`, or `not-english`. */
  rule: string;
  severity: Severity;
  /** Those asked about where it applies; never empty. */
  jurisdictions: Jurisdiction[];
  /** Offsets into the given text in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** The words between them. */
  excerpt: string;
  /** Why it matters, in a sentence for the author. */
  explanation: string;
  source: string;
  basis?: FindingBasis | undefined;
  /** The words that counted most, where the model alone decided. */
  words?: string[] | undefined;
  /** Wording that the law gives; null where only a person can rewrite it. */
  suggestion: string | null;
};

export type ClaimCheck = {
  verdict: ClaimVerdict;
  /** In the order of the text, the worst first; suggestions included. */
  findings: Finding[];
};

/** What no rule names and the model blocks. A person may answer for it. */
export const LIKELY_CLAIM = 'likely-claim';
/** A passage in another language, which nothing has checked. */
export const NOT_ENGLISH = 'not-english';

export const RANK: Readonly<Record<Severity, number>> = { suggest: 0, warn: 1, block: 2 };

export function verdictOf(findings: readonly Pick<Finding, 'severity'>[]): ClaimVerdict {
  if (findings.some(({ severity }) => severity === 'block')) return 'block';
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'ok';
}

/** Suggestions are for a text that may be sent. */
export function withoutPolish({ verdict, findings }: ClaimCheck): ClaimCheck {
  return { verdict, findings: findings.filter(({ severity }) => verdict === 'ok' || severity !== 'suggest') };
}
