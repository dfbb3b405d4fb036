import type { Compliance } from '#features/compliance/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import type { CampaignReasonDetails, Pause } from '../contract-pauses.ts';
import { withoutAddresses } from '../rules-pause-words.ts';
import { reputationPause, reputationSince } from '../rules-schedule.ts';
import {
  completeCampaigns,
  completeLeftOut,
  haltCampaigns,
  type LeftOut,
  listReputations,
  pauseRestored,
} from './pause-store.ts';

type Told = { tracking: Pick<Tracking, 'recordEvents'> };

async function tell({ tracking }: Told, tx: Transaction, ids: readonly string[]): Promise<boolean> {
  await tracking.recordEvents(
    tx,
    ids.map((campaignId) => ({ type: 'campaign.completed' as const, campaignId })),
  );
  return ids.length > 0;
}

/** Ends those of these campaigns all of whose people were left out; true when there was one. */
export async function endLeftOut(told: Told, tx: Transaction, among: LeftOut): Promise<boolean> {
  return tell(told, tx, await completeLeftOut(tx, among));
}

/** Ends campaigns that have nothing left to send and whose time to answer is over, or whom nobody can answer. */
export async function endCampaigns(told: Told, tx: Transaction, responseDays: number): Promise<boolean> {
  return tell(told, tx, [...(await completeLeftOut(tx, {})), ...(await completeCampaigns(tx, responseDays))]);
}

type Dependencies = {
  tracking: Pick<Tracking, 'recordEvents'>;
  compliance: Pick<Compliance, 'recordAudit'>;
};

/** Campaigns that pause or end without a person, each in the caller's transaction. */
export function createPauses({ tracking, compliance }: Dependencies) {
  /** Pauses those that run; true when there was one. */
  const pauseRunning = async (
    tx: Transaction,
    campaignIds: readonly string[],
    pause: Pause,
  ): Promise<boolean> => {
    const halted = await haltCampaigns(tx, [...new Set(campaignIds)], pause);
    await tracking.recordEvents(
      tx,
      halted.map((campaignId) => ({ type: 'campaign.paused' as const, campaignId, data: pause })),
    );
    const { answer, mailbox } = pause.details;
    const nameless: CampaignReasonDetails = {
      ...pause.details,
      ...(answer === undefined ? {} : { answer: withoutAddresses(answer) }),
      ...(mailbox === undefined ? {} : { mailbox: withoutAddresses(mailbox) }),
    };
    for (const id of halted) {
      await compliance.recordAudit(tx, {
        actor: null,
        action: 'campaign.paused',
        subject: { kind: 'campaign', id },
        // It may name a mailbox, and the trail is for good.
        details: { reason: pause.reason, details: nameless },
      });
    }
    return halted.length > 0;
  };

  return {
    pauseRunning,

    /** Pauses those of these campaigns whose mails come back or are reported too often. */
    async guardReputation(tx: Transaction, campaignIds: readonly string[]): Promise<void> {
      const ids = [...new Set(campaignIds)];
      if (ids.length === 0) return;
      for (const { campaignId, counts, answeredFor } of await listReputations(tx, ids)) {
        const pause = reputationPause(reputationSince(counts, answeredFor));
        if (pause !== undefined) await pauseRunning(tx, [campaignId], pause);
      }
    },

    /** Ends the campaigns of these messages, which were left out, where everybody was; true when there was one. */
    endLeftOut: (tx: Transaction, messageIds: readonly string[]): Promise<boolean> =>
      endLeftOut({ tracking }, tx, { messageIds }),

    /** After a backup was restored nothing leaves until people resume their campaigns. Answers how many were running. */
    async pauseRestored(tx: Transaction): Promise<number> {
      const paused = await pauseRestored(tx);
      await tracking.recordEvents(
        tx,
        paused.map(({ id, isDemo }) => ({ type: 'campaign.paused' as const, campaignId: id, isDemo })),
      );
      for (const { id } of paused) {
        await compliance.recordAudit(tx, {
          actor: null,
          action: 'campaign.paused',
          subject: { kind: 'campaign', id },
          details: { reason: 'restored' },
        });
      }
      return paused.length;
    },
  };
}
export type Pauses = ReturnType<typeof createPauses>;
