import { and, desc, eq, isNull, lt, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isSuppressedLead } from '#features/compliance/server/tables.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { SearchPlatform } from '../../contract.ts';
import type { LeadGroupCount } from '../../contract-groups.ts';
import { leadGroups } from '../tables.ts';

export type NewGroupRow = typeof leadGroups.$inferInsert;

const groupColumns = {
  id: leadGroups.id,
  name: leadGroups.name,
  description: leadGroups.description,
  color: leadGroups.color,
  createdAt: leadGroups.createdAt,
  // Discovery owns runs and schedules and is a later feature, so SQL names its tables.
  schedule: sql<{
    searchQuery: string;
    platforms: SearchPlatform[];
    nextRunAt: string;
  } | null>`(select jsonb_build_object('searchQuery', search_query, 'platforms', platforms, 'nextRunAt', next_run_at)
      from lead_schedules where group_id = lead_groups.id)`,
  lastSearch: sql<
    string | null
  >`(select search_query from lead_runs where group_id = lead_groups.id order by started_at desc limit 1)`,
  news: sql<{
    runId: string;
    newLeads: number;
    finishedAt: string;
  } | null>`case when exists (select from lead_schedules where group_id = lead_groups.id) then (
      select jsonb_build_object('runId', run.id, 'finishedAt', run.finished_at, 'newLeads', (
        select count(*) from leads where run_id = run.id and deleted_at is null))
      from lead_runs run where run.group_id = lead_groups.id and run.finished_at is not null
      order by run.started_at desc limit 1) end`,
};

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

/** Groups that are not deleted, newest first. */
export function listGroups(db: Queryable) {
  return db
    .select(groupColumns)
    .from(leadGroups)
    .where(isNull(leadGroups.deletedAt))
    .orderBy(desc(leadGroups.createdAt), desc(leadGroups.id));
}

export async function findGroup(db: Queryable, id: string): Promise<GroupRow | undefined> {
  const [row] = await db
    .select(groupColumns)
    .from(leadGroups)
    .where(and(eq(leadGroups.id, id), isNull(leadGroups.deletedAt)));
  return row;
}

export async function insertGroup(db: Queryable, row: NewGroupRow): Promise<void> {
  await db.insert(leadGroups).values(row);
}

export async function updateGroup(db: Queryable, id: string, change: Partial<NewGroupRow>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(leadGroups).set(change).where(eq(leadGroups.id, id));
}

/** People of a group in the order of their ids, so many behind `after`. */
export async function listGroupLeads(
  db: Queryable,
  groupId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from leads where group_id = ${groupId} and deleted_at is null
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** True when the group was there and live. */
export async function markGroupDeleted(db: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(leadGroups)
    .set({ deletedAt: at })
    .where(and(eq(leadGroups.id, id), isNull(leadGroups.deletedAt)))
    .returning({ id: leadGroups.id });
  return rows.length === 1;
}

/** True when the group is there, deleted or not; afterwards it is live. */
export async function markGroupRestored(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .update(leadGroups)
    .set({ deletedAt: null })
    .where(eq(leadGroups.id, id))
    .returning({ id: leadGroups.id });
  return rows.length === 1;
}

/** Whether the group is there and not deleted. */
export function isLiveGroup(id: SQLWrapper): SQL {
  return sql`exists (select 1 from lead_groups where lead_groups.id = ${id} and lead_groups.deleted_at is null)`;
}

/** Leads of each live group, and how many of them can be reached by mail (`canReach`). Newest group first. */
export function countByGroup(db: Queryable): Promise<LeadGroupCount[]> {
  return rowsOf(
    db,
    sql`select g.id, g.name, coalesce(c.total, 0)::int as "totalLeads", coalesce(c.reachable, 0)::int as "leadsWithContact"
      from lead_groups g
      left join (
        select group_id, count(*) as total,
          count(*) filter (
            where email is not null and contact_status <> 'verification_failed' and not ${sql.raw(isSuppressedLead('leads'))}
          ) as reachable
        from leads
        where deleted_at is null
        group by group_id
      ) c on c.group_id = g.id
      where g.deleted_at is null
      order by g.created_at desc, g.id desc`,
  );
}

export async function purgeGroups(db: Queryable, before: Date): Promise<number> {
  const rows = await db
    .delete(leadGroups)
    .where(lt(leadGroups.deletedAt, before))
    .returning({ id: leadGroups.id });
  return rows.length;
}
