import { z } from 'zod';
import type { SendResult } from '#providers/mail/port.ts';
import { NOTES, readRefusal, retryDelayMs } from '../rules.ts';

/** What a transport's result means for the message. Kept with the attempt, so that another worker can go on from it. */
export const Verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['sent', 'outbox']), response: z.string(), note: z.string().nullable() }),
  z.object({ kind: z.literal('deferred'), response: z.string(), note: z.string(), delayMs: z.number() }),
  z.object({
    kind: z.enum(['failed', 'bounced']),
    response: z.string(),
    note: z.string(),
    /** The mailbox does not exist: it is never written to again. */
    isAddressDead: z.boolean(),
  }),
  z.object({ kind: z.literal('unconfirmed'), response: z.string(), note: z.string() }),
  /** The server refuses the sender: the campaign stops, the message waits. */
  z.object({ kind: z.literal('halted'), note: z.string() }),
  z.object({
    kind: z.literal('not_begun'),
    cause: z.enum(['unreachable', 'login_refused', 'late']),
    reason: z.string(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** @param attempt number of this try, from 1 */
export function verdictOf(result: SendResult, attempt: number): Verdict {
  switch (result.outcome) {
    case 'accepted':
      return { kind: 'sent', response: result.response, note: null };
    case 'unknown':
      return { kind: 'unconfirmed', response: result.reason, note: NOTES.connectionLost };
    case 'not_begun':
      return { kind: 'not_begun', cause: result.cause, reason: result.reason };
    case 'rejected':
      return result.isPermanent ? refused(result) : deferred(result.response, attempt);
  }
}

function deferred(response: string, attempt: number): Verdict {
  const delayMs = retryDelayMs(attempt);
  if (delayMs === undefined) {
    const note = `Failed: the mail server said "not now" for 24 hours: ${response}`;
    return { kind: 'failed', response, note, isAddressDead: false };
  }
  const note = `The mail server said "not now", it is tried again: ${response}`;
  return { kind: 'deferred', response, note, delayMs };
}

function refused({ refusedAt, response }: Extract<SendResult, { outcome: 'rejected' }>): Verdict {
  const { verdict, isAddressDead } = readRefusal(refusedAt, response);
  switch (verdict) {
    case 'halted': {
      const note = `Paused: the mail server refuses the sender (${response}). Check MAIL_FROM and SMTP_URL, then resume.`;
      return { kind: 'halted', note };
    }
    case 'bounced':
      return { kind: 'bounced', response, note: `Bounced: ${response}`, isAddressDead };
    case 'failed':
      return { kind: 'failed', response, note: `Refused: ${response}`, isAddressDead: false };
  }
}
