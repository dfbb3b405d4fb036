import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { serviceTroubles } from './tables.ts';

export type ServiceTrouble = typeof serviceTroubles.$inferSelect;

/** One failure more; answers how many there were in a row, none before `inARowFrom`, in all processes together. */
export async function addFailure(
  db: Queryable,
  {
    service,
    label,
    reason,
    at,
    inARowFrom,
  }: Pick<ServiceTrouble, 'service' | 'label' | 'reason'> & { at: Date; inARowFrom: Date },
): Promise<number> {
  const isSame = sql`(${serviceTroubles.label} = excluded.label and ${serviceTroubles.lastAt} > ${inARowFrom.toISOString()}::timestamptz)`;
  const [row] = await db
    .insert(serviceTroubles)
    .values({ service, label, reason, failures: 1, since: at, lastAt: at })
    .onConflictDoUpdate({
      target: serviceTroubles.service,
      set: {
        label,
        reason,
        failures: sql`case when ${isSame} then ${serviceTroubles.failures} + 1 else 1 end`,
        since: sql`case when ${isSame} then ${serviceTroubles.since} else excluded.since end`,
        lastAt: at,
      },
    })
    .returning({ failures: serviceTroubles.failures });
  return row?.failures ?? 0;
}

/** It works; false where nothing else was known. */
export async function endTrouble(db: Queryable, service: string): Promise<boolean> {
  const { rowCount } = await db.delete(serviceTroubles).where(eq(serviceTroubles.service, service));
  return (rowCount ?? 0) > 0;
}

export function listTroubles(db: Queryable): Promise<ServiceTrouble[]> {
  return db.select().from(serviceTroubles);
}
