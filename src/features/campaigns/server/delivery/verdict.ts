import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';
import type { SendResult } from '#providers/mail/port.ts';
import type { MessengerResult } from '#providers/messaging/port.ts';
import { NOTES, readRefusal, retryDelayMs } from '../../rules.ts';

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
    /** They have told the platform that they want no more: nothing goes to them over this channel again. */
    wantsNoMore: z.boolean().optional(),
  }),
  /** The platform does not let us send it; a person may. */
  z.object({ kind: z.literal('manual'), response: z.string(), note: z.string() }),
  z.object({ kind: z.literal('unconfirmed'), response: z.string(), note: z.string() }),
  /** The server refuses the sender: the campaign stops, the message waits. */
  z.object({ kind: z.literal('halted'), note: z.string() }),
  z.object({
    kind: z.literal('not_begun'),
    cause: z.enum(['unreachable', 'login_refused', 'throttled', 'late']),
    reason: z.string(),
    /** How long nothing at all should be sent, where that is known. */
    retryAfterMs: z.number().optional(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;
/** Mail that a server does not take is nothing a person could send by hand. */
export type MailVerdict = Exclude<Verdict, { kind: 'manual' }>;

/** @param attempt number of this try, from 1 */
export function verdictOf(result: SendResult, attempt: number): MailVerdict {
  switch (result.outcome) {
    case 'accepted':
      return { kind: 'sent', response: result.response, note: null };
    case 'unknown':
      return { kind: 'unconfirmed', response: result.reason, note: NOTES.connectionLost };
    case 'not_begun':
      return { kind: 'not_begun', cause: result.cause, reason: result.reason };
    case 'rejected':
      return result.isPermanent
        ? refused(result)
        : deferred({ by: 'the mail server', response: result.response, attempt });
  }
}

/** Of an answer or a test: it is not queued, so nothing tries it again but the person who wrote it. */
export function unsentNote(verdict: Verdict): string | null {
  switch (verdict.kind) {
    case 'not_begun':
      return `Not sent: ${verdict.reason || 'there was no connection in time'}. Send it again later.`;
    case 'deferred':
      return `Not sent, "not now" was the answer: ${verdict.response}. Send it again later.`;
    case 'manual':
      return `Not sent: ${verdict.response}`;
    case 'halted':
      return 'Not sent: the sender is refused. Check how this mailbox sends, then send it again.';
    default:
      return verdict.note;
  }
}

/** What a server answered may name whom it was for; beside a campaign nobody would look for that. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/(?<!\S)[^\s@]*@\S+/g, '(address)');
}

type Deferral = { by: string; response: string; attempt: number; retryAfterMs?: number | undefined };

function deferred({ by, response, attempt, retryAfterMs }: Deferral): MailVerdict {
  const delayMs = retryDelayMs(attempt);
  // Who names a moment a day away has said what it means after two of them.
  if (delayMs === undefined || (attempt > 2 && (retryAfterMs ?? 0) >= DAY_MS)) {
    const note = `Failed: ${by} said "not now" for too long: ${response}`;
    return { kind: 'failed', response, note, isAddressDead: false };
  }
  const note = `${by.charAt(0).toUpperCase()}${by.slice(1)} said "not now", it is tried again: ${response}`;
  return { kind: 'deferred', response, note, delayMs: Math.max(delayMs, retryAfterMs ?? 0) };
}

/** What a platform's result means for the message. `attempt` is the number of this try, from 1. */
export function verdictOfMessenger(result: MessengerResult, name: string, attempt: number): Verdict {
  switch (result.outcome) {
    case 'accepted':
      return { kind: 'sent', response: result.reference, note: null };
    case 'unknown': {
      const note = `${name} gave no clear answer: ${result.reason}. It may have arrived; it is not sent again by itself.`;
      return { kind: 'unconfirmed', response: result.reason, note };
    }
    case 'not_begun': {
      const { cause, reason, retryAfterMs } = result;
      return { kind: 'not_begun', cause, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
    case 'not_now':
      return deferred({ ...result, by: name, response: result.reason, attempt });
    case 'by_hand':
      return { kind: 'manual', response: result.reason, note: `${result.reason} ${NOTES.assisted}` };
    case 'halted': {
      const note = `Paused: ${name} does not take this text (${withoutAddresses(result.reason)}). Mend the template, then resume.`;
      return { kind: 'halted', note };
    }
    case 'refused': {
      const { reason, wantsNoMore } = result;
      return {
        kind: 'failed',
        response: reason,
        note: `Refused: ${reason}`,
        isAddressDead: false,
        wantsNoMore,
      };
    }
  }
}

function refused({ refusedAt, response }: Extract<SendResult, { outcome: 'rejected' }>): MailVerdict {
  const { verdict, isAddressDead } = readRefusal(refusedAt, response);
  switch (verdict) {
    case 'halted': {
      const note = `Paused: the mail server refuses the sender (${withoutAddresses(response)}). Check MAIL_FROM and SMTP_URL, then resume.`;
      return { kind: 'halted', note };
    }
    case 'bounced':
      return { kind: 'bounced', response, note: `Bounced: ${response}`, isAddressDead };
    case 'failed':
      return { kind: 'failed', response, note: `Refused: ${response}`, isAddressDead: false };
  }
}
