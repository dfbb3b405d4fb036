import { EVENT_TYPES } from '#features/tracking/contract.ts';
import type { RecordedEvent } from '#features/tracking/server/service.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { bodyOf, REPORTED } from '../rules.ts';
import { deliverJob } from './deliver.ts';
import { findReceivers, insertDeliveries } from './store.ts';

/** Queues what webhooks report, in the transaction that records the events: both are stored, or neither. */
export const webhookReports = {
  types: EVENT_TYPES.filter((type) => REPORTED[type] !== undefined),
  async handle(ctx: Pick<Context, 'clock' | 'jobs'>, tx: Transaction, events: readonly RecordedEvent[]) {
    const reported = events.flatMap((event) => {
      const type = REPORTED[event.type];
      return type === undefined ? [] : [{ event, type, body: bodyOf(type, event) }];
    });
    const receivers = await findReceivers(tx, [...new Set(reported.map(({ type }) => type))]);
    if (receivers.length === 0) return;
    const now = ctx.clock.now();
    const deliveries = receivers.flatMap(({ id: webhookId, events: wanted }) =>
      reported
        .filter(({ type }) => wanted.includes(type))
        .map(({ event, type, body }) => ({
          id: newId(now.getTime()),
          webhookId,
          subject: event.leadId ?? event.campaignId ?? event.id,
          type,
          body,
          createdAt: now,
          nextAttemptAt: now,
        })),
    );
    await insertDeliveries(tx, deliveries);
    for (const { id: webhookId } of receivers)
      await ctx.jobs.send(deliverJob, { webhookId }, { key: webhookId, tx });
  },
};
