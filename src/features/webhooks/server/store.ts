import { and, desc, eq, gte, inArray, isNull, lt, ne, type SQL } from 'drizzle-orm';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { DeliveryState, WebhookEvent } from '../contract.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type NewDelivery = typeof webhookDeliveries.$inferInsert;

const isLive = isNull(webhooks.deletedAt);

export function listRows(db: Queryable): Promise<WebhookRow[]> {
  return db.select().from(webhooks).where(isLive).orderBy(webhooks.id);
}

export async function findRow(db: Queryable, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isLive));
  return row;
}

export async function insertRow(tx: Queryable, row: typeof webhooks.$inferInsert): Promise<void> {
  await tx.insert(webhooks).values(row);
}

/** True where there is such a webhook, live or deleted as asked. */
export async function updateRow(
  tx: Queryable,
  id: string,
  change: Partial<typeof webhooks.$inferInsert>,
  { isDeleted = false } = {},
): Promise<boolean> {
  const rows = await tx
    .update(webhooks)
    .set(change)
    .where(and(eq(webhooks.id, id), isDeleted ? sql`${webhooks.deletedAt} is not null` : isLive))
    .returning({ id: webhooks.id });
  return rows.length > 0;
}

/** Of two that create or delete at once, the second waits. */
export async function lockWebhooks(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`);
}

/** Live webhooks that want one of these events; paused ones too, whose deliveries wait. */
export async function findReceivers(
  tx: Queryable,
  events: readonly WebhookEvent[],
): Promise<Pick<WebhookRow, 'id' | 'events'>[]> {
  return tx
    .select({ id: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(and(isLive, sql`${webhooks.events} && ${sql.param([...events])}::text[]`));
}

export async function insertDeliveries(tx: Queryable, rows: readonly NewDelivery[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 1_000)
    await tx.insert(webhookDeliveries).values(rows.slice(from, from + 1_000));
}

export async function countDeliveries(
  db: Queryable,
): Promise<{ webhookId: string; state: DeliveryState; count: number }[]> {
  return rowsOf(
    db,
    sql`select webhook_id as "webhookId", state, count(*)::int as count from webhook_deliveries
      where state <> 'delivered' group by webhook_id, state`,
  );
}

/**
 * Takes deliveries whose time has come and counts the attempt, before a byte leaves. Of one subject only the earliest that
 * waits is taken.
 */
export async function claimDue(
  db: Queryable,
  { webhookId, now, until, limit }: { webhookId: string; now: Date; until: Date; limit: number },
): Promise<Pick<DeliveryRow, 'id' | 'body' | 'attempts'>[]> {
  return rowsOf(
    db,
    sql`update webhook_deliveries set attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${until}
      where id in (
        select d.id from webhook_deliveries d
        where d.webhook_id = ${webhookId} and d.state = 'waiting' and d.next_attempt_at <= ${now}
          and not exists (
            select 1 from webhook_deliveries e
            where e.webhook_id = d.webhook_id and e.subject = d.subject and e.state = 'waiting' and e.position < d.position
          )
        order by d.position limit ${limit} for update skip locked
      )
      returning id, body, attempts`,
  );
}

export async function updateDelivery(
  db: Queryable,
  id: string,
  change: Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<void> {
  await db.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id));
}

export async function findDelivery(
  db: Queryable,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)));
  return row;
}

/** Newest first; ids are in the order of their time. */
export function listDeliveryRows(
  db: Queryable,
  webhookId: string,
  { state, before, limit }: { state?: DeliveryState | undefined; before?: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(
      and(ofState(webhookId, state), before === undefined ? undefined : lt(webhookDeliveries.id, before)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

export function countOf(db: Queryable, webhookId: string, state?: DeliveryState): Promise<number> {
  return db.$count(webhookDeliveries, ofState(webhookId, state));
}

const ofState = (webhookId: string, state: DeliveryState | undefined): SQL | undefined =>
  and(
    eq(webhookDeliveries.webhookId, webhookId),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  );

/** Deliveries that have ended wait again; those of one call or of a period. */
export async function requeue(
  tx: Queryable,
  webhookId: string,
  now: Date,
  which: { id: string } | { from: Date; to: Date; onlyFailed: boolean },
): Promise<number> {
  const chosen =
    'id' in which
      ? eq(webhookDeliveries.id, which.id)
      : and(
          gte(webhookDeliveries.createdAt, which.from),
          lt(webhookDeliveries.createdAt, which.to),
          which.onlyFailed ? eq(webhookDeliveries.state, 'failed') : undefined,
        );
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), ne(webhookDeliveries.state, 'waiting'), chosen))
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

/** When the next delivery of a webhook may be attempted. */
export async function nextAttemptOf(db: Queryable, webhookId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: webhookDeliveries.nextAttemptAt })
    .from(webhookDeliveries)
    .where(ofState(webhookId, 'waiting'))
    .orderBy(webhookDeliveries.nextAttemptAt)
    .limit(1);
  return row?.at;
}

/** Webhooks that are not paused and have something due. */
export async function listDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.webhookId, webhooks.id))
    .where(
      and(
        isLive,
        isNull(webhooks.pauseReason),
        eq(webhookDeliveries.state, 'waiting'),
        sql`${webhookDeliveries.nextAttemptAt} <= ${now}`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Removes what is older: deliveries that have ended, and deleted webhooks with theirs. */
export async function purge(
  db: Queryable,
  { ended, deleted }: { ended: Date; deleted: Date },
): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(
      and(inArray(webhookDeliveries.state, ['delivered', 'failed']), lt(webhookDeliveries.createdAt, ended)),
    );
  await db.delete(webhooks).where(lt(webhooks.deletedAt, deleted));
}
