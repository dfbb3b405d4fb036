import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { Place } from './figures-store.ts';

export type SpendRow = {
  id: string;
  /** To the microsecond. */
  at: string;
  campaignId: string;
  campaign: string;
  amount: number;
  note: string | null;
  by: string | null;
  isDemo: boolean;
  total: number;
};

const COLUMNS =
  sql.raw(`e.id, to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  e.campaign_id as "campaignId", coalesce(c.name, '') as campaign, e.value_cents as amount, e.data->>'note' as note,
  e.data->>'by' as by, e.is_demo as "isDemo"`);

/** What people entered and did not take back, newest first; one more than asked for. */
export function listEntries(
  db: Queryable,
  { limit, after }: { limit: number; after: Place },
): Promise<SpendRow[]> {
  const isAfter = after === undefined ? sql`` : sql`where (at, id) < (${after.at}, ${after.id}::uuid)`;
  return rowsOf(
    db,
    sql`with entries as (
        select ${COLUMNS} from events e left join campaigns c on c.id = e.campaign_id
        where e.type = 'spend.recorded' and e.data ? 'by' and not e.data ? 'takesBack' and not exists (
          select 1 from events b where b.type = 'spend.recorded' and b.data->>'takesBack' = e.id::text)
      ) select *, (select count(*) from entries)::float8 as total from entries ${isAfter}
      order by at desc, id desc limit ${limit + 1}`,
  );
}

/** An entry, and whether it has been taken back; others that take it back wait until the transaction ends. */
export async function lockEntry(
  tx: Transaction,
  id: string,
): Promise<(SpendRow & { isTakenBack: boolean }) | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('spend:' || ${id}, 0))`);
  const [row] = await rowsOf<SpendRow & { isTakenBack: boolean }>(
    tx,
    sql`select ${COLUMNS}, exists (
        select 1 from events b where b.type = 'spend.recorded' and b.data->>'takesBack' = e.id::text) as "isTakenBack"
      from events e left join campaigns c on c.id = e.campaign_id
      where e.type = 'spend.recorded' and e.id = ${id} and e.data ? 'by' and not e.data ? 'takesBack'`,
  );
  return row;
}
