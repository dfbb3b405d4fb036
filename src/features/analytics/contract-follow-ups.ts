import { z } from 'zod';
import { Lead } from '#features/leads/contract.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';

/** Why somebody should be talked to now. */
export const FOLLOW_UP_KINDS = ['replied', 'signed_up', 'bought', 'visited', 'promising', 'stuck'] as const;
export const FollowUpKind = z.enum(FOLLOW_UP_KINDS, `One of ${FOLLOW_UP_KINDS.join(', ')}.`);
export type FollowUpKind = z.infer<typeof FollowUpKind>;

export const FollowUp = z.object({
  lead: Lead,
  kind: FollowUpKind,
  /** "Replied 3 days ago and waits for an answer." */
  why: z.string(),
  /** Their own words: of their reply where they wait for an answer, else what we know them by: their post, a note or a file; '' without any. */
  words: z.string(),
  /** The reply that waits, to be answered in the inbox. */
  replyId: z.uuid().nullable(),
  since: z.iso.datetime(),
  draft: z.object({
    subject: z.string(),
    text: z.string(),
    /** Whether the text says where we have their data from (GDPR Art. 14), as the first to somebody has to. */
    saysSource: z.boolean(),
    /** Who wrote it: "Built-in engine". */
    by: z.string(),
    /** What a model's draft is made of: "What they replied: “How much is it?”". None of the built-in engine's. */
    facts: z.array(z.string()),
  }),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** What the team made of one kind of reason in the last 90 days. */
export const Learned = z.object({
  kind: FollowUpKind,
  done: z.number().int(),
  notUseful: z.number().int(),
  /** 1 until something is known; less the more often the reason was found not useful. */
  weight: z.number(),
});
export type Learned = z.infer<typeof Learned>;

export const FollowUps = z.object({
  /** Most pressing first. */
  items: z.array(FollowUp),
  learned: z.array(Learned),
});
export type FollowUps = z.infer<typeof FollowUps>;

export const listFollowUps = endpoint({
  method: 'GET',
  path: '/api/analytics/follow-ups',
  access: 'viewer',
  summary: 'Who to talk to now and why, each with a drafted message',
  response: FollowUps,
});

export const FollowUpAnswer = z.enum(['done', 'not_now', 'not_useful'], 'One of done, not_now, not_useful.');
export type FollowUpAnswer = z.infer<typeof FollowUpAnswer>;

export const answerFollowUp = endpoint({
  method: 'POST',
  path: '/api/analytics/follow-ups/:id',
  access: 'member',
  summary: 'Say what became of a recommendation; “not useful” lowers every later one with the same reason',
  params: IdParams,
  body: z.object({ kind: FollowUpKind, answer: FollowUpAnswer }),
  response: z.object({ id: z.uuid() }),
  status: 201,
});

export const takeBackAnswer = endpoint({
  method: 'DELETE',
  path: '/api/analytics/follow-up-answers/:id',
  access: 'member',
  summary: 'Take back what was said of a recommendation (Undo)',
  params: IdParams,
  response: Nothing,
  status: 204,
});
