import { z } from 'zod';
import {
  FailureReason,
  MessageReasonDetails,
  OutboxReason,
  UnconfirmedReason,
} from '#features/campaigns/contract-messages.ts';
import { CampaignReasonDetails, PauseReason } from '#features/campaigns/contract-pauses.ts';
import { withoutAddresses } from '#features/campaigns/rules-pause-words.ts';
import { DAY_MS } from '#kit/time.ts';
import type { SendResult } from '#providers/mail/port.ts';
import type { MessengerResult } from '#providers/messaging/port.ts';
import type { AnswerReason } from '../../contract-reasons.ts';
import { readRefusal, retryDelayMs } from '../../rules.ts';

const details = MessageReasonDetails;

/** What a transport's result means for the message. Kept with the attempt, so that another worker can go on from it. */
export const DeliveryOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sent'), response: z.string() }),
  z.object({ kind: z.literal('outbox'), response: z.string(), reason: OutboxReason }),
  z.object({
    kind: z.literal('deferred'),
    response: z.string(),
    reason: z.literal('deferred'),
    details,
    delayMs: z.number(),
  }),
  z.object({
    kind: z.enum(['failed', 'bounced']),
    response: z.string(),
    reason: FailureReason,
    details,
    /** The mailbox does not exist: it is never written to again. */
    isAddressDead: z.boolean(),
    /** They have told the platform that they want no more: nothing goes to them over this channel again. */
    wantsNoMore: z.boolean().optional(),
  }),
  /** The platform does not let us send it; a person may. */
  z.object({
    kind: z.literal('manual'),
    response: z.string(),
    reason: z.literal('platform_declined'),
    details,
  }),
  z.object({ kind: z.literal('unconfirmed'), response: z.string(), reason: UnconfirmedReason, details }),
  /** The server refuses the sender: the campaign stops, the message waits. */
  z.object({ kind: z.literal('halted'), reason: PauseReason, details: CampaignReasonDetails }),
  z.object({
    kind: z.literal('not_begun'),
    cause: z.enum(['unreachable', 'login_refused', 'throttled', 'late']),
    reason: z.string(),
    /** How long nothing at all should be sent, where that is known. */
    retryAfterMs: z.number().optional(),
  }),
]);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;
/** Mail that a server does not take is nothing a person could send by hand. */
export type MailOutcome = Exclude<DeliveryOutcome, { kind: 'manual' }>;

/** @param attempt number of this try, from 1 */
export function mailOutcome(result: SendResult, attempt: number): MailOutcome {
  switch (result.outcome) {
    case 'accepted':
      return { kind: 'sent', response: result.response };
    case 'unknown':
      return { kind: 'unconfirmed', response: result.reason, reason: 'connection_lost', details: {} };
    case 'not_begun':
      return { kind: 'not_begun', cause: result.cause, reason: result.reason };
    case 'rejected':
      return result.isPermanent ? refused(result) : deferred({ response: result.response, attempt });
  }
}

type Unsent = { reason: AnswerReason; details: MessageReasonDetails } | null;

/** Of an answer or a test: it is not queued, so nothing tries it again but the person who wrote it. */
export function unsentReason(outcome: DeliveryOutcome): Unsent {
  switch (outcome.kind) {
    case 'not_begun':
      return { reason: 'not_reached', details: { answer: outcome.reason } };
    case 'halted':
      return { reason: 'sender_refused', details: {} };
    case 'sent':
      return null;
    case 'outbox':
      return { reason: outcome.reason, details: {} };
    default:
      return { reason: outcome.reason, details: outcome.details };
  }
}

type Deferral = {
  platform?: string;
  response: string;
  attempt: number;
  retryAfterMs?: number | undefined;
};

function deferred({ platform, response, attempt, retryAfterMs }: Deferral): MailOutcome {
  const delayMs = retryDelayMs(attempt);
  const said = { answer: response, ...(platform === undefined ? {} : { platform }) };
  // Who names a moment a day away has said what it means after two of them.
  if (delayMs === undefined || (attempt > 2 && (retryAfterMs ?? 0) >= DAY_MS)) {
    return { kind: 'failed', response, reason: 'deferred_too_long', details: said, isAddressDead: false };
  }
  return {
    kind: 'deferred',
    response,
    reason: 'deferred',
    details: said,
    delayMs: Math.max(delayMs, retryAfterMs ?? 0),
  };
}

/** What a platform's result means for the message. `attempt` is the number of this try, from 1. */
export function messengerOutcome(
  result: MessengerResult,
  platform: string,
  attempt: number,
): DeliveryOutcome {
  switch (result.outcome) {
    case 'accepted':
      return { kind: 'sent', response: result.reference };
    case 'unknown':
      return {
        kind: 'unconfirmed',
        response: result.reason,
        reason: 'no_clear_answer',
        details: { platform, answer: result.reason },
      };
    case 'not_begun': {
      const { cause, reason, retryAfterMs } = result;
      return { kind: 'not_begun', cause, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
    case 'not_now':
      return deferred({ ...result, platform, response: result.reason, attempt });
    case 'by_hand':
      return {
        kind: 'manual',
        response: result.reason,
        reason: 'platform_declined',
        details: { answer: result.reason },
      };
    case 'halted': {
      const answer = withoutAddresses(result.reason);
      return { kind: 'halted', reason: 'text_refused', details: { platform, answer } };
    }
    case 'refused': {
      const { reason, wantsNoMore } = result;
      return {
        kind: 'failed',
        response: reason,
        reason: 'refused',
        details: { answer: reason },
        isAddressDead: false,
        wantsNoMore,
      };
    }
  }
}

function refused({ refusedAt, response }: Extract<SendResult, { outcome: 'rejected' }>): MailOutcome {
  const { outcome, isAddressDead } = readRefusal(refusedAt, response);
  switch (outcome) {
    case 'halted':
      return {
        kind: 'halted',
        reason: 'sender_refused',
        details: { answer: withoutAddresses(response) },
      };
    case 'bounced':
      return { kind: 'bounced', response, reason: 'bounced', details: { answer: response }, isAddressDead };
    case 'failed':
      return {
        kind: 'failed',
        response,
        reason: 'refused',
        details: { answer: response },
        isAddressDead: false,
      };
  }
}
