import type { Pauses } from '#features/campaigns/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { NewEvent, Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import { stopChannel } from '../messages/channel-stop.ts';
import type { Verdict } from './delivery-outcome.ts';
import {
  forgetAttempts,
  giveBackMessages,
  giveUpFollowUps,
  type MessageOutcome,
  markMessages,
  scheduleFollowUps,
} from './delivery-store.ts';
import type { LeftMessage } from './worker-store.ts';

export type Settled = {
  message: Omit<LeftMessage, 'transport' | 'verdict'>;
  verdict: Verdict;
};

type Claim = { worker: string; transport: LeftMessage['transport'] };

type Dependencies = {
  tracking: Tracking;
  compliance: Compliance;
  leads: Pick<Leads, 'noteDeadAddress'>;
  /** Campaigns that have to stop. */
  pauses: Pick<Pauses, 'haltRunning' | 'guardReputation'>;
};

/**
 * Brings messages to the end of their attempt, all in the caller's transaction: state, event, follow-ups, suppression
 * of dead addresses, a campaign that has to stop. Doing it again changes nothing.
 */
export function createSettlement({ tracking, compliance, leads, pauses }: Dependencies) {
  return {
    async settle(tx: Transaction, { worker, transport }: Claim, batch: readonly Settled[]): Promise<void> {
      const outcomes = batch.flatMap(({ message, verdict }) => outcomeOf(message, verdict) ?? []);
      const marked = new Map((await markMessages(tx, worker, outcomes)).map((row) => [row.id, row]));
      const settled = batch.flatMap(({ message, verdict }) => {
        const row = marked.get(message.id);
        if (!row) return [];
        const { isForgotten } = row;
        return [{ message: { ...message, leadId: isForgotten ? null : row.leadId }, verdict, isForgotten }];
      });
      await tracking.recordEvents(
        tx,
        settled.flatMap((one) => eventOf(one, transport) ?? []),
      );
      for (const { message, verdict } of settled) {
        if ('wantsNoMore' in verdict && verdict.wantsNoMore && message.leadId !== null)
          await stopChannel({ tracking, compliance }, tx, { ...message, leadId: message.leadId });
        const contactHash = marked.get(message.id)?.contactHash;
        if (!('isAddressDead' in verdict && verdict.isAddressDead) || !contactHash) continue;
        const { campaignId, leadId, isDemo } = message;
        await compliance.suppress(tx, { contactHash, reason: 'bounced', leadId, campaignId, isDemo });
        if (leadId !== null) await leads.noteDeadAddress(tx, { leadId, contactHash });
      }
      // After the people, who are held before their next messages wherever both are.
      await scheduleFollowUps(
        tx,
        settled.flatMap(({ message }) => (message.isOfSequence ? [message.id] : [])),
      );
      await giveUpFollowUps(
        tx,
        settled.flatMap(({ message, verdict }) =>
          message.isOfSequence && (verdict.kind === 'failed' || verdict.kind === 'bounced')
            ? [message.id]
            : [],
        ),
      );
      await pauses.guardReputation(
        tx,
        settled.map(({ message }) => message.campaignId),
      );
      const unbegun = batch.filter(
        ({ verdict }) => verdict.kind === 'not_begun' || verdict.kind === 'halted',
      );
      const forgotten = await giveBackMessages(
        tx,
        worker,
        unbegun.map(({ message }) => message),
      );
      await forgetAttempts(tx, [
        ...forgotten,
        ...settled.flatMap(({ message, isForgotten }) => (isForgotten ? [message.id] : [])),
      ]);
      for (const { message, verdict } of unbegun) {
        if (verdict.kind === 'halted') await pauses.haltRunning(tx, [message.campaignId], verdict);
      }
    },
  };
}
export type Settlement = ReturnType<typeof createSettlement>;

/** What is written to the message; undefined where there was no attempt after all. */
function outcomeOf({ id, attempt }: Settled['message'], verdict: Verdict): MessageOutcome | undefined {
  switch (verdict.kind) {
    case 'not_begun':
    case 'halted':
      return undefined;
    case 'deferred': {
      const { response, reason, details, delayMs } = verdict;
      return { id, attempt, status: 'queued', response, reason, details, delayMs };
    }
    default:
      return {
        id,
        attempt,
        status: verdict.kind,
        response: verdict.response,
        reason: 'reason' in verdict ? verdict.reason : null,
        details: 'details' in verdict ? verdict.details : null,
        delayMs: null,
      };
  }
}

function eventOf(
  { message, verdict, isForgotten }: Settled & { isForgotten: boolean },
  transport: LeftMessage['transport'],
): NewEvent | undefined {
  const type = eventType(verdict.kind);
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
      ...(verdict.kind === 'outbox' && verdict.reason === 'no_mail_server' ? { isKept: true } : {}),
      // What a server said of somebody who was erased meanwhile may name them.
      ...('details' in verdict && !isForgotten ? { reason: verdict.reason, details: verdict.details } : {}),
    },
    isDemo: message.isDemo,
  };
}

function eventType(kind: Verdict['kind']): NewEvent['type'] | undefined {
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
