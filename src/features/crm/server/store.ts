import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { isSuppressedLead } from '#features/compliance/server/tables.ts';
import { STAGES, type Stage } from '#features/leads/contract.ts';
import { leads } from '#features/leads/server/tables.ts';
import type { EventType } from '#features/tracking/contract.ts';
import { events } from '#features/tracking/server/tables.ts';
import { preparedRowsOf, type Queryable, rowsOf, sql } from '#platform/db.ts';

export type StageCount = { stage: Stage; count: number };

export function countByStage(db: Queryable): Promise<StageCount[]> {
  return rowsOf(
    db,
    sql`select stage, sum(count)::int as count from lead_tallies group by stage having sum(count) <> 0`,
  );
}

export type GroupStageCount = {
  id: string;
  name: string;
  color: string;
  stage: Stage | null;
  total: number;
  reachable: number;
};

/** Leads of each live group by stage, and how many of them can be reached by mail. Newest group first. */
export function countGroupsByStage(db: Queryable): Promise<GroupStageCount[]> {
  return rowsOf(
    db,
    sql`select g.id, g.name, g.color, c.stage, coalesce(c.total, 0) as total, coalesce(c.reachable, 0) as reachable
      from lead_groups g
      left join (
        select group_id, stage, count(*) as total,
          count(*) filter (
            where email is not null and contact_status <> 'verification_failed' and not ${sql.raw(isSuppressedLead('leads'))}
          ) as reachable
        from leads
        where deleted_at is null
        group by group_id, stage
      ) c on c.group_id = g.id
      where g.deleted_at is null
      order by g.created_at desc, g.id desc`,
  );
}

/**
 * People who went at least one stage forward from `since` on and before `middle`, and from then on until `end`; moves that
 * were undone left out. Undone moves are few and looked up once, where asking for each move takes longer than a screen may.
 */
export async function countMovedForward(
  db: Queryable,
  { since, middle, end }: { since: Date; middle: Date; end: Date },
): Promise<{ before: number; after: number }> {
  const order = sql`${sql.param([...STAGES])}::text[]`;
  const [row] = await rowsOf<{ before: number; after: number }>(
    db,
    sql`select count(distinct lead_id) filter (where occurred_at < ${middle.toISOString()}) as before,
        count(distinct lead_id) filter (where occurred_at >= ${middle.toISOString()}) as after
      from events
      where type = 'lead.stage_changed' and occurred_at >= ${since.toISOString()} and occurred_at < ${end.toISOString()}
        and array_position(${order}, data->>'to') > array_position(${order}, data->>'from')
        and id::text not in (select data->>'undoes' from events
          where type = 'lead.stage_changed' and occurred_at >= ${since.toISOString()} and data->>'undoes' is not null)`,
  );
  return row ?? { before: 0, after: 0 };
}

type Bought = { buyers: number; revenueCents: number; purchasesLeftOut: number };

/**
 * People who stand in the pipeline and bought, and for how many US dollars together, less refunds. Each type is read from
 * its own index.
 */
export async function sumPurchases(db: Queryable): Promise<Bought> {
  const [row] = await preparedRowsOf<Bought>(
    db,
    'sum_purchases',
    sql`select count(*) filter (where bought.purchases > 0)::float8 as buyers,
        coalesce(sum(bought.cents), 0)::float8 as "revenueCents",
        coalesce(sum(bought.left_out), 0)::float8 as "purchasesLeftOut"
      from (
        select lead_id, sum(purchases) as purchases, sum(cents) as cents, sum(left_out) as left_out from (
          select lead_id, count(*) as purchases, sum(value_cents) as cents,
            count(*) filter (where value_cents is null) as left_out
          from events where type = 'purchase.made' group by lead_id
          union all
          select lead_id, 0, sum(value_cents), 0 from events where type = 'purchase.refunded' group by lead_id
        ) sold group by lead_id
      ) bought join leads l on l.id = bought.lead_id and l.deleted_at is null`,
  );
  return row ?? { buyers: 0, revenueCents: 0, purchasesLeftOut: 0 };
}

/** Those of these people of whom no purchase counts. */
export async function listWithoutPurchase(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from unnest(${sql.param([...ids])}::uuid[]) given(id)
      where not exists (select from events where lead_id = given.id and type = 'purchase.made')`,
  );
  return rows.map(({ id }) => id);
}

/** What happened with each of these people after an instant of theirs, of some types. */
export function listEventsAfter(
  db: Queryable,
  since: readonly { leadId: string; at: Date }[],
  types: readonly EventType[],
): Promise<{ type: EventType; leadId: string; data: Record<string, unknown> }[]> {
  return rowsOf(
    db,
    sql`select e.type, e.lead_id as "leadId", e.data
      from jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as given("leadId" uuid, at timestamptz)
        join events e on e.lead_id = given."leadId" and e.occurred_at > given.at
      where e.type = any(${sql.param([...types])}::text[])`,
  );
}

export async function isLead(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.id, id), isNull(leads.deletedAt)));
  return rows.length === 1;
}

export type LeadEvent = typeof events.$inferSelect;

/** The newest events of a lead first; those of some types where it is said. */
export function listLeadEvents(
  db: Queryable,
  { leadId, types, limit }: { leadId: string; types?: EventType[]; limit: number },
): Promise<LeadEvent[]> {
  return db
    .select()
    .from(events)
    .where(and(eq(events.leadId, leadId), types && inArray(events.type, types)))
    .orderBy(desc(events.occurredAt), desc(events.id))
    .limit(limit);
}
