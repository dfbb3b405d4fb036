import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { deleteConsentLines } from '#features/compliance/server/consent-store.ts';
import { liftReply } from '#features/compliance/server/suppression-store.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Actor } from '#kit/actor.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ReplyLabel } from '../contract.ts';
import {
  findMessageOfIds,
  findOtherStop,
  type InboundRow,
  lockInboundOf,
  updateInbound,
} from './reply-store.ts';

/**
 * Takes back what the label stop of a reply did, and nothing that the person said in another way. Where another reply of
 * theirs asks for the same, everything stays and is that one's. Done again it changes nothing.
 */
export async function undoStop(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  { row, label, actor }: { row: InboundRow; label: ReplyLabel | null; actor: Actor },
): Promise<void> {
  await lockInboundOf(tx, row.leadId);
  const other = await findOtherStop(tx, row);
  const reason = 'The reply has another label.';
  const details = { replyId: row.id, label };
  const lifted = await liftReply(tx, { replyId: row.id, leadId: row.leadId, heir: other?.id });
  for (const { leadId, campaignId, was, since } of lifted)
    await recordAudit(tx, {
      actor,
      action: 'suppression.lifted',
      subject: { kind: 'lead', id: leadId ?? row.leadId },
      reason,
      details: { ...details, was, since: since.toISOString(), campaignId },
    });
  let isUndone = lifted.length > 0;
  if (row.consentIds.length > 0) {
    await updateInbound(tx, row.id, { consentIds: [] });
    if (other) await updateInbound(tx, other.id, { consentIds: [...other.consentIds, ...row.consentIds] });
    else
      for (const { id, leadId, channel } of await deleteConsentLines(tx, row.consentIds)) {
        isUndone = true;
        await recordAudit(tx, {
          actor,
          action: 'consent.withdrawal_undone',
          subject: { kind: 'lead', id: leadId },
          reason,
          details: { ...details, consentId: id, channel },
        });
      }
  }
  // Read as anything but an absence, it is an answer like others.
  if (isUndone) {
    const message = row.messageId === null ? undefined : await findMessageOfIds(tx, [row.messageId]);
    await recordEvents(ctx, tx, [
      {
        type: 'contact.unsubscribe_undone',
        campaignId: row.campaignId,
        leadId: row.leadId,
        messageId: row.messageId,
        channel: row.channel,
        isDemo: message?.isDemo ?? false,
        data: { label },
      },
    ]);
  }
  await announce(tx, ['suppressions', 'leads', 'campaigns', 'events', 'activity']);
}
