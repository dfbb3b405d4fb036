import type { EventType } from '#features/tracking/contract.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { TOLD_EVENTS } from '../rules-board.ts';

export type CardFacts = {
  id: string;
  type: EventType | null;
  at: string | null;
  valueCents: number | null;
  amountMinor: number | null;
  currency: string | null;
  taskId: string | null;
  taskTitle: string | null;
  taskDueAt: string | null;
};

/** What a card tells beside the lead itself: since when, what happened last, what is due. */
export function listCardFacts(db: Queryable, leadIds: readonly string[]): Promise<CardFacts[]> {
  return rowsOf(
    db,
    sql`select l.id, e.type, e.occurred_at as at, e.value_cents as "valueCents",
        (e.data->>'amountMinor')::float8 as "amountMinor", e.data->>'currency' as currency,
        t.id as "taskId", t.title as "taskTitle", t.due_at as "taskDueAt"
      from leads l
        left join lateral (
          select type, occurred_at, value_cents, data from events
          where lead_id = l.id and type = any(${sql.param([...TOLD_EVENTS])}::text[])
          order by occurred_at desc, id desc limit 1) e on true
        left join lateral (
          select id, title, due_at from tasks
          where lead_id = l.id and done_at is null and deleted_at is null order by due_at, id limit 1) t on true
      where l.id = any(${sql.param([...leadIds])}::uuid[])`,
  );
}
