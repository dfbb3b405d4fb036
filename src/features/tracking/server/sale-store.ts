import { lt } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { ALL_SALE_TYPES, type SaleType } from '../rules-sales.ts';
import type { RecordedEvent } from './event-subscribers.ts';
import { countedSales } from './tables.ts';

/** In one order everywhere, so that two batches never wait for each other. */
export async function lockReporters(tx: Transaction, reporters: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sale:' || reporter, 0))
    from unnest(${sql.param([...reporters])}::text[]) with ordinality as given(reporter, place) order by place`);
}

export type CountedSales = { reporter: string; currency: string; value: number; inHour: number };

/** What was counted of each reporter and currency in the last day, and how many of those in the last hour. */
export function sumCountedSales(tx: Queryable, reporters: readonly string[]): Promise<CountedSales[]> {
  return rowsOf(
    tx,
    sql`select reporter, currency, sum(value)::float8 as value,
        (count(*) filter (where at > now() - interval '1 hour'))::int as "inHour"
      from counted_sales where reporter = any(${sql.param([...reporters])}::text[]) and at > now() - interval '1 day'
      group by reporter, currency`,
  );
}

export async function insertCountedSales(
  tx: Queryable,
  rows: readonly (CountedSales & { at: Date })[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(countedSales)
    .values(rows.map(({ reporter, currency, value, at }) => ({ reporter, currency, value, at })));
}

export async function purgeCountedSales(db: Queryable, before: Date): Promise<void> {
  await db.delete(countedSales).where(lt(countedSales.at, before));
}

export type StoredSale = RecordedEvent & { type: SaleType; isDemo: boolean };

/** A purchase or refund by the instant and id of its event, locked until the transaction ends. */
export async function lockSale(
  tx: Transaction,
  { id, at }: { id: string; at: string },
): Promise<StoredSale | undefined> {
  const [row] = await salesWhere(tx, sql`id = ${id} and occurred_at = ${at}::timestamptz for update`);
  return row;
}

/** The refunds of a purchase that has an order, locked until the transaction ends. */
export function lockRefundsOf(tx: Transaction, { id, occurredAt }: StoredSale): Promise<StoredSale[]> {
  return salesWhere(
    tx,
    sql`occurred_at >= ${occurredAt.toISOString()}::timestamptz and data->>'purchaseId' = ${id}
      order by occurred_at, id for update`,
  );
}

async function salesWhere(tx: Transaction, where: ReturnType<typeof sql>): Promise<StoredSale[]> {
  const rows = await rowsOf<Omit<StoredSale, 'occurredAt'> & { occurredAt: string }>(
    tx,
    sql`select id, type, occurred_at as "occurredAt", campaign_id as "campaignId", lead_id as "leadId",
        message_id as "messageId", channel, value_cents as "valueCents", data, is_demo as "isDemo"
      from events where type = any(${sql.param([...ALL_SALE_TYPES])}::text[]) and ${where}`,
  );
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
}
