import { guardReputation, pauseRunning } from '#features/campaigns/server/service.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { noteDeadAddress } from '#features/leads/server/addresses.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { stopChannel } from '../messages/channel-stop.ts';
import type { DeliveryOutcome } from './delivery-outcome.ts';
import {
  forgetAttempts,
  giveBackMessages,
  giveUpFollowUps,
  type MessageOutcome,
  markMessages,
  scheduleFollowUps,
} from './delivery-store.ts';
import type { LeftMessage } from './worker-store.ts';

export type EndedAttempt = {
  message: Omit<LeftMessage, 'transport' | 'verdict'>;
  outcome: DeliveryOutcome;
};

type Claim = { worker: string; transport: LeftMessage['transport'] };

/**
 * Records how attempts ended, all in the caller's transaction: state, event, follow-ups, suppression of dead addresses,
 * a campaign that has to stop. Doing it again changes nothing.
 */
export async function recordOutcomes(
  ctx: Context,
  tx: Transaction,
  { worker, transport }: Claim,
  batch: readonly EndedAttempt[],
): Promise<void> {
  const outcomes = batch.flatMap(({ message, outcome }) => messageOutcome(message, outcome) ?? []);
  const marked = new Map((await markMessages(tx, worker, outcomes)).map((row) => [row.id, row]));
  const settled = batch.flatMap(({ message, outcome }) => {
    const row = marked.get(message.id);
    if (!row) return [];
    const { isForgotten } = row;
    return [{ message: { ...message, leadId: isForgotten ? null : row.leadId }, outcome, isForgotten }];
  });
  await recordEvents(
    ctx,
    tx,
    settled.flatMap((one) => eventOf(one, transport) ?? []),
  );
  for (const { message, outcome } of settled) {
    if ('wantsNoMore' in outcome && outcome.wantsNoMore && message.leadId !== null)
      await stopChannel(ctx, tx, {
        ...message,
        leadId: message.leadId,
      });
    const contactHash = marked.get(message.id)?.contactHash;
    if (!('isAddressDead' in outcome && outcome.isAddressDead) || !contactHash) continue;
    const { campaignId, leadId, isDemo } = message;
    await suppress(tx, { contactHash, reason: 'bounced', leadId, campaignId, isDemo });
    if (leadId !== null) await noteDeadAddress(tx, { leadId, contactHash });
  }
  // After the people, who are held before their next messages wherever both are.
  await scheduleFollowUps(
    tx,
    settled.flatMap(({ message }) => (message.isOfSequence ? [message.id] : [])),
  );
  await giveUpFollowUps(
    tx,
    settled.flatMap(({ message, outcome }) =>
      message.isOfSequence && (outcome.kind === 'failed' || outcome.kind === 'bounced') ? [message.id] : [],
    ),
  );
  await guardReputation(
    ctx,
    tx,
    settled.map(({ message }) => message.campaignId),
  );
  const unbegun = batch.filter(({ outcome }) => outcome.kind === 'not_begun' || outcome.kind === 'halted');
  const forgotten = await giveBackMessages(
    tx,
    worker,
    unbegun.map(({ message }) => message),
  );
  await forgetAttempts(tx, [
    ...forgotten,
    ...settled.flatMap(({ message, isForgotten }) => (isForgotten ? [message.id] : [])),
  ]);
  for (const { message, outcome } of unbegun) {
    if (outcome.kind === 'halted') await pauseRunning(ctx, tx, [message.campaignId], outcome);
  }
}

/** What is written to the message; undefined where there was no attempt after all. */
function messageOutcome(
  { id, attempt }: EndedAttempt['message'],
  outcome: DeliveryOutcome,
): MessageOutcome | undefined {
  switch (outcome.kind) {
    case 'not_begun':
    case 'halted':
      return undefined;
    case 'deferred': {
      const { response, reason, details, delayMs } = outcome;
      return { id, attempt, status: 'queued', response, reason, details, delayMs };
    }
    default:
      return {
        id,
        attempt,
        status: outcome.kind,
        response: outcome.response,
        reason: 'reason' in outcome ? outcome.reason : null,
        details: 'details' in outcome ? outcome.details : null,
        delayMs: null,
      };
  }
}

function eventOf(
  { message, outcome, isForgotten }: EndedAttempt & { isForgotten: boolean },
  transport: LeftMessage['transport'],
): NewEvent | undefined {
  const type = eventType(outcome.kind);
  if (!type) return undefined;
  return {
    type,
    campaignId: message.campaignId,
    leadId: message.leadId,
    messageId: message.id,
    channel: message.channel,
    data: {
      transport,
      // Nobody has read it: it carries nobody on.
      ...(outcome.kind === 'outbox' && outcome.reason === 'no_mail_server' ? { isKept: true } : {}),
      // What a server said of somebody who was erased meanwhile may name them.
      ...('details' in outcome && !isForgotten ? { reason: outcome.reason, details: outcome.details } : {}),
    },
    isDemo: message.isDemo,
  };
}

function eventType(kind: DeliveryOutcome['kind']): NewEvent['type'] | undefined {
  switch (kind) {
    case 'sent':
    case 'outbox':
      return 'message.sent';
    case 'failed':
      return 'message.failed';
    case 'bounced':
      return 'message.bounced';
    case 'unconfirmed':
      return 'message.unconfirmed';
    default:
      return undefined;
  }
}
