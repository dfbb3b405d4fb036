import { z } from 'zod';
import { CUE_KINDS } from './filters.ts';
import rules from './rules.json' with { type: 'json' };

const Level = z.enum(['suggest', 'warn', 'block']).nullable();

/** A rule as `rules.json` has it, by its id. */
const Rule = z.strictObject({
  /** The one kind of text it applies to; all when it is left out. */
  onlyIn: z
    .enum([
      'mail_subject',
      'mail_body',
      'content',
      'agent_answer',
      'agent_persona',
      'community_post',
      'landing_page',
    ])
    .optional(),
  /** Blocks whatever the fitted model says: where the law leaves no room. */
  isAbsolute: z.boolean().default(false),
  /** Null where it does not apply. */
  severity: z.strictObject({ US: Level, EU: Level, UK: Level }),
  /** Why it matters, for the author. */
  explanation: z.string().min(1),
  source: z.string().min(1),
  /** Cues of `filters.json` that spare it, and whether a sincere negation does. */
  spares: z.array(z.enum([...CUE_KINDS, 'negation'])),
  /** In the notation of `pattern.ts`. */
  patterns: z.array(z.string().min(1)).min(1),
});

export type ClaimRule = z.infer<typeof Rule> & { id: string };

/** In the order of a compliance review: medicine, weight, absolutes, buzzwords, social proof, people. */
export const CLAIM_RULES: readonly ClaimRule[] = Object.entries(z.record(z.string(), Rule).parse(rules)).map(
  ([id, rule]) => ({ id, ...rule }),
);
