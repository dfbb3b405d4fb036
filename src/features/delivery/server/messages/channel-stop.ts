import type { Channel } from '#features/campaigns/contract.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { insertConsent, listLatestConsents } from '#features/compliance/server/consent-store.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';

type Stop = {
  /** The message that they said it to, and its campaign; null of somebody else at their number. */
  id: string | null;
  campaignId: string | null;
  leadId: string;
  channel: Channel;
  isDemo: boolean;
};

/**
 * Somebody wants no more over one channel: their consent for it is withdrawn, in the ledger that every claim looks at,
 * and this sequence ends. Other channels stay open to them. Said again it changes nothing. Answers the line of the ledger
 * that is new.
 */
export async function stopChannel(
  ctx: Pick<Context, 'clock' | 'eventSubscribers'>,
  tx: Transaction,
  { id, campaignId, leadId, channel, isDemo }: Stop,
): Promise<string[]> {
  const ledger = await listLatestConsents(tx, [leadId]);
  if (ledger.some((last) => last.channel === channel && last.ground === null)) return [];
  const consentId = newId();
  const line = { channel, purpose: 'marketing', ground: null, source: 'message' } as const;
  await insertConsent(tx, {
    ...line,
    id: consentId,
    leadId,
    collectedAt: ctx.clock.now(),
    recordedBy: 'Their own message',
    isDemo,
  });
  await recordAudit(tx, {
    actor: null,
    action: 'consent.withdrawn',
    subject: { kind: 'lead', id: leadId },
    details: { consentId, ...line },
  });
  await recordEvents(ctx, tx, [
    {
      type: 'contact.unsubscribed',
      campaignId,
      leadId,
      messageId: id,
      channel,
      data: { isOfChannel: true },
      isDemo,
    },
    { type: 'consent.changed', leadId, channel, data: { purpose: 'marketing', ground: null }, isDemo },
  ]);
  return [consentId];
}
