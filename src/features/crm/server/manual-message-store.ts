import type { Stage } from '#features/leads/contract.ts';
import type { MadeMove } from '#features/leads/server/service.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';

export type StoredManualMessage = {
  id: string;
  at: Date;
  channel: string | null;
  lastContactBefore: Date | null;
  /** The step of the pipeline that followed from it. */
  move: MadeMove | null;
};

type MessageRow = {
  id: string;
  at: string;
  channel: string | null;
  lastContactBefore: string | null;
  moveId: string | null;
  movedAt: string | null;
  from: Stage | null;
  to: Stage | null;
};

/** The last message that a colleague noted as sent by hand, unless that was taken back. */
export async function findManualMessage(
  db: Queryable,
  leadId: string,
): Promise<StoredManualMessage | undefined> {
  const [row] = await rowsOf<MessageRow>(
    db,
    sql`select e.id, e.occurred_at as at, e.channel, e.data->>'lastContactBefore' as "lastContactBefore",
        m.id as "moveId", m.occurred_at as "movedAt", m.data->>'from' as "from", m.data->>'to' as "to"
      from events e
        left join lateral (select id, occurred_at, data from events
          where lead_id = ${leadId} and type = 'lead.stage_changed' and data->>'because' = 'message.sent'
            and occurred_at >= e.occurred_at
          order by occurred_at, id limit 1) m on true
      where e.lead_id = ${leadId} and e.type = 'message.sent' and jsonb_exists(e.data, 'byHand')
        and not exists (select from events b
          where b.lead_id = ${leadId} and b.type = 'letter.taken_back' and b.data->>'undoes' = e.id::text)
      order by e.occurred_at desc, e.id desc limit 1`,
  );
  if (!row) return undefined;
  const { id, at, channel, lastContactBefore, moveId, movedAt, from, to } = row;
  return {
    id,
    at: new Date(at),
    channel,
    lastContactBefore: lastContactBefore === null ? null : new Date(lastContactBefore),
    move:
      moveId === null || movedAt === null || from === null || to === null
        ? null
        : { eventId: moveId, leadId, from, to, at: new Date(movedAt) },
  };
}
