import { setLastContact } from '#features/leads/server/service.ts';
import { moveStage, undoMovesBecause } from '#features/leads/server/stages.ts';
import { SALE_TYPES } from '#features/tracking/rules-sales.ts';
import type { RecordedEvent } from '#features/tracking/server/event-subscribers.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { isKept, PIPELINE_EVENTS, stagesReached } from '../rules.ts';
import { listEventsAfter, listWithoutPurchase } from './store.ts';

/** Moves leads forward by what they did, in the transaction that records it. */
export const stageAdvance = {
  types: [...PIPELINE_EVENTS, 'notice.sent'] as const,
  async handle(
    ctx: Pick<Context, 'clock' | 'eventSubscribers'>,
    tx: Transaction,
    events: readonly RecordedEvent[],
  ): Promise<void> {
    const contacts = contactsOf(events);
    const contacted = new Set(contacts.leadIds);
    for (const { stage, because, leadIds } of stagesReached(events)) {
      const contactedAt = because === 'message.sent' ? contacts.at : undefined;
      const moved = await moveStage(ctx, tx, leadIds, stage, { onlyForward: true, because, contactedAt });
      if (contactedAt) for (const id of moved) contacted.delete(id);
    }
    if (contacted.size > 0) await setLastContact(tx, [...contacted], contacts.at);
  },
};

/** Whose only purchase no longer counts goes back a stage, and forward again by what came after it. */
export const stageReturn = {
  types: [SALE_TYPES.purchase.held, SALE_TYPES.purchase.struck_out] as const,
  async handle(
    ctx: Pick<Context, 'clock' | 'eventSubscribers'>,
    tx: Transaction,
    events: readonly RecordedEvent[],
  ): Promise<void> {
    const leadIds = [...new Set(events.flatMap(({ leadId }) => leadId ?? []))];
    if (leadIds.length === 0) return;
    const left = await listWithoutPurchase(tx, leadIds);
    const undone = await undoMovesBecause(ctx, tx, left, SALE_TYPES.purchase.counted);
    if (undone.length === 0) return;
    for (const { stage, because, leadIds: ids } of stagesReached(
      await listEventsAfter(tx, undone, PIPELINE_EVENTS),
    ))
      await moveStage(ctx, tx, ids, stage, { onlyForward: true, because });
  },
};

/** Who was written to by these events, and when last. */
function contactsOf(events: readonly RecordedEvent[]): { leadIds: string[]; at: Date } {
  const sent = events.filter(
    ({ type, data }) => (type === 'message.sent' && !isKept(data)) || type === 'notice.sent',
  );
  return {
    leadIds: sent.flatMap(({ leadId }) => leadId ?? []),
    at: new Date(Math.max(0, ...sent.map(({ occurredAt }) => occurredAt.getTime()))),
  };
}
