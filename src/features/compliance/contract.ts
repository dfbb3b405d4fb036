import { z } from 'zod';
import { Jurisdiction } from '#features/settings/contract.ts';

/** block: it may not leave · warn: somebody has to look · suggest: it could be better. */
export const Severity = z.enum(['suggest', 'warn', 'block']);
export type Severity = z.infer<typeof Severity>;

/** One place of a text that a rule of health advertising speaks about. */
export const Finding = z.object({
  /** Stable name of the rule: "disease-claim". */
  rule: z.string(),
  severity: Severity,
  /** Where the rule holds, of those that were asked about. */
  jurisdictions: z.array(Jurisdiction).min(1),
  /** Offsets into the text as it was given, in UTF-16 units; `end` is exclusive. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** The words between them. */
  excerpt: z.string(),
  /** Why it matters, in one plain sentence. */
  explanation: z.string(),
  /** The law or guidance the rule comes from. */
  source: z.string(),
  /** Words to put in place of the excerpt; null where only a person can rewrite it. */
  suggestion: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** The worst finding; a suggestion alone leaves a text ok. */
export const ClaimVerdict = z.enum(['ok', 'warn', 'block']);
export type ClaimVerdict = z.infer<typeof ClaimVerdict>;

export const ClaimCheck = z.object({ verdict: ClaimVerdict, findings: z.array(Finding) });
export type ClaimCheck = z.infer<typeof ClaimCheck>;

/** What the text is for; some rules hold only there. */
export const ClaimContext = z.object({
  kind: z.enum([
    'mail_subject',
    'mail_body',
    'content',
    'agent_answer',
    'agent_persona',
    'community_post',
    'landing_page',
  ]),
  format: z.enum(['text', 'html']).optional(),
});
export type ClaimContext = z.infer<typeof ClaimContext>;
