import { and, eq, type SQL } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import type { LeadQuery } from '../contract.ts';
import { leadTallies } from './tables.ts';

/** Exact number of live leads of a kind; the text search, which no tally knows, is not looked at. */
export async function tallyLeads(db: Queryable, query: Omit<LeadQuery, 'q'>): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${leadTallies.count}), 0)` })
    .from(leadTallies)
    .where(tallyFilter(query));
  return row?.total ?? 0;
}

function tallyFilter(query: Omit<LeadQuery, 'q'>): SQL | undefined {
  return and(
    query.stage ? eq(leadTallies.stage, query.stage) : undefined,
    query.groupId ? eq(leadTallies.groupId, query.groupId) : undefined,
    query.platform ? eq(leadTallies.platform, query.platform) : undefined,
    query.contactStatus ? eq(leadTallies.contactStatus, query.contactStatus) : undefined,
    query.band ? eq(leadTallies.band, query.band) : undefined,
  );
}

/** Adds the changes up to one row a kind. What is appended meanwhile is left for the next time. */
export async function foldTallies(db: Queryable): Promise<void> {
  await db.execute(sql`with taken as (delete from lead_tallies returning *)
    insert into lead_tallies (group_id, stage, platform, contact_status, band, count)
    select group_id, stage, platform, contact_status, band, sum(count) from taken
    group by 1, 2, 3, 4, 5 having sum(count) <> 0`);
}
