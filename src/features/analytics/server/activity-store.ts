import type { Stage } from '#features/leads/contract.ts';
import type { MadeMove } from '#features/leads/server/service.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';

/**
 * The moves that the pipeline made by its rules, `stands` where nobody has moved the lead since. A launch moves everybody
 * it writes to, so what was undone is looked up once and not for each of them.
 */
const moves = (from: Date, to: Date): SQL => sql`
  select e.id, e.lead_id, e.occurred_at, e.data->>'from' as origin, e.data->>'to' as stage, e.data->>'because' as because,
    l.name, coalesce(l.stage = e.data->>'to' and l.stage_changed_at = e.occurred_at, false) as stands, u.id is not null as undone
  from events e left join leads l on l.id = e.lead_id and l.deleted_at is null
    left join (select distinct data->>'undoes' as id from events
      where type = 'lead.stage_changed' and jsonb_exists(data, 'undoes') and occurred_at >= ${from.toISOString()}) u
      on u.id = e.id::text
  where e.type = 'lead.stage_changed' and jsonb_exists(e.data, 'because')
    and e.occurred_at >= ${from.toISOString()} and e.occurred_at <= ${to.toISOString()}`;

export type MoveGroup = {
  /** In the workspace's time zone. */
  day: string;
  stage: Stage;
  at: Date;
  count: number;
  standing: number;
  undone: number;
  reasons: { because: string; count: number }[];
  /** The one whom it was about; null where there were several or they are gone. */
  lead: { id: string; name: string } | null;
};

type GroupRow = Omit<MoveGroup, 'at' | 'reasons' | 'lead'> & {
  at: string;
  because: string;
  leadId: string | null;
  name: string | null;
};

/** Moves of each day to each stage, newest first. */
export async function listMoveGroups(
  db: Queryable,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<MoveGroup[]> {
  const rows = await rowsOf<GroupRow>(
    db,
    sql`with moves as (${moves(from, to)})
      select to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, stage, because, max(occurred_at) as at,
        count(*)::int as count, count(*) filter (where stands)::int as standing, count(*) filter (where undone)::int as undone,
        min(lead_id::text) as "leadId", min(name) as name
      from moves group by 1, 2, 3 order by 4 desc`,
  );
  return [...Map.groupBy(rows, ({ day, stage }) => `${day} ${stage}`).values()].flatMap(
    (parts): MoveGroup[] => {
      const [first] = parts;
      if (!first) return [];
      const sum = (of: 'count' | 'standing' | 'undone'): number =>
        parts.reduce((all, part) => all + part[of], 0);
      const { day, stage, leadId, name } = first;
      const isOne = sum('count') === 1 && leadId !== null && name !== null;
      return [
        {
          day,
          stage,
          at: new Date(first.at),
          count: sum('count'),
          standing: sum('standing'),
          undone: sum('undone'),
          reasons: parts
            .map(({ because, count }) => ({ because, count }))
            .toSorted((one, other) => other.count - one.count),
          lead: isOne ? { id: leadId, name } : null,
        },
      ];
    },
  );
}

type Moved = { from: Date; to: Date; stage: Stage };

/** Moves to a stage between two instants that stand as they were made, at most `limit` of them. */
export async function listStandingMoves(
  db: Queryable,
  { from, to, stage, limit }: Moved & { limit: number },
): Promise<MadeMove[]> {
  const rows = await rowsOf<{ id: string; leadId: string; at: string; origin: Stage }>(
    db,
    sql`select id, lead_id as "leadId", occurred_at as at, origin from (${moves(from, to)}) m
      where stage = ${stage} and stands order by occurred_at desc limit ${limit}`,
  );
  return rows.map(({ id, leadId, at, origin }) => ({
    eventId: id,
    leadId,
    from: origin,
    to: stage,
    at: new Date(at),
  }));
}

/** How many moves to a stage there were between two instants, and how many of them were undone. */
export async function countMoves(
  db: Queryable,
  { from, to, stage }: Moved,
): Promise<{ made: number; undone: number }> {
  const [row] = await rowsOf<{ made: number; undone: number }>(
    db,
    sql`select count(*)::int as made, count(*) filter (where undone)::int as undone
      from (${moves(from, to)}) m where stage = ${stage}`,
  );
  return row ?? { made: 0, undone: 0 };
}

export type JoinedRow = {
  eventId: string;
  at: Date;
  agent: string;
  /** Null once they are deleted. */
  lead: { id: string; name: string } | null;
  /** Somebody has written to them, given them an owner, a note or a task, or they went on by themselves. */
  isWorkedOn: boolean;
};

const WORKED_ON = sql`l.owner_id is not null
  or exists (select from lead_notes n where n.lead_id = l.id and n.deleted_at is null)
  or exists (select from tasks t where t.lead_id = l.id and t.deleted_at is null)
  or exists (select from events w where w.lead_id = l.id and w.occurred_at > e.occurred_at
    and (w.type in ('message.sent', 'reply.received', 'landing.converted', 'purchase.made')
      or w.type = 'lead.stage_changed' and not jsonb_exists(w.data, 'because')))`;

const JOINED = sql`select e.id as "eventId", e.occurred_at as at, coalesce(x.name, e.data->>'agent', 'an agent') as agent,
    l.id as "leadId", l.name, coalesce(l.id is not null and (${WORKED_ON}), false) as "isWorkedOn"
  from events e
    join events a on a.lead_id = e.lead_id and a.type = 'lead.added' and a.data->>'platform' = 'website'
      and a.occurred_at between e.occurred_at - interval '1 minute' and e.occurred_at
    left join leads l on l.id = e.lead_id and l.deleted_at is null
    left join experts x on x.id::text = e.data->>'agentId'
  where e.type = 'conversation.linked'`;

type StoredJoined = Omit<JoinedRow, 'at' | 'lead'> & {
  at: string;
  leadId: string | null;
  name: string | null;
};
const toJoined = ({ at, leadId, name, ...row }: StoredJoined): JoinedRow => ({
  ...row,
  at: new Date(at),
  lead: leadId === null || name === null ? null : { id: leadId, name },
});

/** People whom agents brought in, newest first. */
export async function listJoined(
  db: Queryable,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<JoinedRow[]> {
  const rows = await rowsOf<StoredJoined>(
    db,
    sql`${JOINED} and e.occurred_at >= ${from.toISOString()} and e.occurred_at <= ${to.toISOString()}
      order by e.occurred_at desc limit ${limit}`,
  );
  return rows.map(toJoined);
}

export async function findJoined(db: Queryable, eventId: string): Promise<JoinedRow | undefined> {
  const [row] = await rowsOf<StoredJoined>(db, sql`${JOINED} and e.id = ${eventId}::uuid limit 1`);
  return row && toJoined(row);
}

export type AnsweredRow = {
  postId: string;
  communityId: string;
  community: string;
  agent: string;
  at: Date;
  isDeleted: boolean;
  /** It stands at the mirrored place too, where nobody can take it back. */
  isSaidThere: boolean;
};

type StoredAnswered = Omit<AnsweredRow, 'at'> & { at: string };
const toAnswered = ({ at, ...row }: StoredAnswered): AnsweredRow => ({ ...row, at: new Date(at) });

const ANSWERED = sql`select p.id as "postId", p.community_id as "communityId", c.name as community, x.name as agent, p.posted_at as at,
    p.deleted_at is not null as "isDeleted", coalesce(p.answer_state in ('sent', 'unconfirmed'), false) as "isSaidThere"
  from community_posts p
    join communities c on c.id = p.community_id and c.deleted_at is null
    join experts x on x.id = p.expert_id
  where p.user_id is null and p.state = 'published'`;

/** What moderator agents have said by themselves; what a person let out is that person's. */
export async function listAnswered(
  db: Queryable,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<AnsweredRow[]> {
  const rows = await rowsOf<StoredAnswered>(
    db,
    sql`${ANSWERED} and p.posted_at >= ${from.toISOString()} and p.posted_at <= ${to.toISOString()}
      order by p.posted_at desc limit ${limit}`,
  );
  return rows.map(toAnswered);
}

export async function findAnswered(
  db: Queryable,
  { communityId, postId }: { communityId: string; postId: string },
): Promise<AnsweredRow | undefined> {
  const [row] = await rowsOf<StoredAnswered>(
    db,
    sql`${ANSWERED} and p.community_id = ${communityId}::uuid and p.id = ${postId}::uuid`,
  );
  return row && toAnswered(row);
}
