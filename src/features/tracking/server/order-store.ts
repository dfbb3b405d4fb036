import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { EventType } from '../contract.ts';
import type { NewEvent } from './event-subscribers.ts';
import { orders } from './tables.ts';

export type NewOrder = Omit<typeof orders.$inferSelect, 'refundedMinor'>;

/** A counted order, and what its purchase is counted for. */
export type KnownOrder = Pick<NewOrder, 'key' | 'amountMinor' | 'currency'> &
  Pick<NewEvent, 'campaignId' | 'leadId' | 'messageId' | 'channel' | 'isDemo'> & {
    eventId: string;
    /** Of the purchase: whether it counts. */
    type: EventType;
    refundedMinor: number;
  };

/** Takes note of orders; answers the keys of those that were not known. */
export async function claimOrders(tx: Queryable, rows: readonly NewOrder[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const claimed = await tx
    .insert(orders)
    // One order everywhere: two batches that share orders wait for each other instead of locking up.
    .values(rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
    .onConflictDoNothing()
    .returning({ key: orders.key });
  return new Set(claimed.map(({ key }) => key));
}

/** Orders that were counted, held until the transaction ends. */
export async function lockOrders(tx: Queryable, keys: readonly string[]): Promise<Map<string, KnownOrder>> {
  if (keys.length === 0) return new Map();
  const rows = await rowsOf<KnownOrder>(
    tx,
    sql`select o.key, o.event_id as "eventId", coalesce(e.type, 'purchase.made') as type, o.amount_minor::float8 as "amountMinor", o.currency, o.refunded_minor::float8 as "refundedMinor",
        o.is_demo as "isDemo", e.campaign_id as "campaignId", e.lead_id as "leadId", e.message_id as "messageId", e.channel
      from orders o left join events e on e.occurred_at = o.occurred_at and e.id = o.event_id
      where o.key = any(${sql.param([...keys])}::text[])
      order by o.key for update of o`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

export async function setRefunded(
  tx: Queryable,
  rows: readonly Pick<KnownOrder, 'key' | 'refundedMinor'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update orders set refunded_minor = given."refundedMinor"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("key" text, "refundedMinor" bigint)
    where orders.key = given."key"`);
}
