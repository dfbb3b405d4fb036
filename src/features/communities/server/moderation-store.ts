import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { agents } from '#features/agents/server/tables.ts';
import { LONGEST_QUESTION } from '#features/conversations/rules-inbox.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { StoredFlag } from '../contract-posts.ts';
import { communityPosts } from './tables.ts';

export type Found = { communityId: string; postId: string };
type Stretch = { from: Date; to: Date; limit: number };

/**
 * Takes posts that the moderator agent has not seen: shown, of others, answered by nobody yet, and posted since the
 * agent was put in charge and since the place they come from is mirrored; none of a place that no longer is. Two
 * processes never take the same one. Sample posts are left as they are, and so are answers whose post is not here: they
 * stand without a parent, but speak to somebody else. What is said while the agent is off counts as seen: it does not
 * answer it when it is on again.
 */
export async function takeUnmoderated(tx: Queryable, { from, to, limit }: Stretch): Promise<Found[]> {
  const seen = await rowsOf<Found & { isOn: boolean }>(
    tx,
    sql`with due as (
        select p.id, x.deleted_at is null and x.is_active as is_on from community_posts p
          join communities c on c.id = p.community_id and c.deleted_at is null and c.is_active
          join experts x on x.id = c.moderator_expert_id
          left join community_sources s on s.id = p.source_id
        where p.parent_id is null and p.parent_external_id is null and p.state = 'published' and p.deleted_at is null and p.moderated_at is null
          and p.user_id is null and p.expert_id is null and not p.is_demo
          and p.posted_at >= ${from.toISOString()} and p.posted_at <= ${to.toISOString()}
          and (c.moderator_since is null or p.posted_at >= c.moderator_since)
          and (p.external_id is null or p.posted_at >= s.created_at)
        order by p.posted_at limit ${limit} for update of p skip locked
      )
      update community_posts p set moderated_at = ${to.toISOString()} from due where p.id = due.id
      returning p.community_id as "communityId", p.id as "postId", due.is_on as "isOn"`,
  );
  return seen.filter(({ isOn }) => isOn).map(({ communityId, postId }) => ({ communityId, postId }));
}

/** Takes posts of somebody who may be in danger, of which the team has not been told. */
export function takeUnescalated(tx: Queryable, { from, to, limit }: Stretch): Promise<Found[]> {
  return rowsOf(
    tx,
    sql`with due as (
        select p.id from community_posts p join communities c on c.id = p.community_id and c.deleted_at is null
        where p.escalated_at is null and p.deleted_at is null and p.flags @> '[{"kind": "safety"}]' and not p.is_demo
          and p.posted_at >= ${from.toISOString()} and p.posted_at <= ${to.toISOString()}
        order by p.posted_at limit ${limit} for update of p skip locked
      )
      update community_posts p set escalated_at = ${to.toISOString()} from due where p.id = due.id
      returning p.community_id as "communityId", p.id as "postId"`,
  );
}

/** Somebody has answered or is about to, or the agent has: what was taken back or rejected of it does not come back. */
export async function isAnswered(db: Queryable, postId: string): Promise<boolean> {
  const count = await db.$count(
    communityPosts,
    and(
      eq(communityPosts.parentId, postId),
      or(
        isNotNull(communityPosts.expertId),
        and(isNull(communityPosts.deletedAt), ne(communityPosts.state, 'rejected')),
      ),
    ),
  );
  return count > 0;
}

/** The agent was asked and did not know: its team is to hear of it. */
export async function noteUnknown(tx: Queryable, postId: string, expertId: string): Promise<void> {
  await tx.update(communityPosts).set({ unknownTo: expertId }).where(eq(communityPosts.id, postId));
}

/**
 * Reads the newest posts that can still be seen and whose answer an agent did not know, as the questions of its chats are
 * read; they stay in the database, since the list is read anew with every turn.
 */
export function readUnknown(limit: number): SQL {
  return sql`select p.unknown_to as expert_id, left(p.body, ${LONGEST_QUESTION}) as text, p.posted_at as at, p.id::text as id,
      jsonb_build_object('communityId', c.id, 'postId', p.id, 'name', c.name) as place
    from community_posts p join communities c on c.id = p.community_id and c.deleted_at is null
    where p.unknown_to is not null and p.state = 'published' and p.deleted_at is null
    order by p.posted_at desc limit ${limit}`;
}

export async function findModerator(
  db: Queryable,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt), eq(agents.isActive, true)));
  return row;
}

/** Adds a flag unless one of its kind is there; answers whether it was added. */
export async function addFlag(tx: Queryable, postId: string, flag: StoredFlag): Promise<boolean> {
  const rows = await tx
    .update(communityPosts)
    .set({ flags: sql`${JSON.stringify([flag])}::jsonb || ${communityPosts.flags}` })
    .where(
      and(
        eq(communityPosts.id, postId),
        sql`not ${communityPosts.flags} @> ${JSON.stringify([{ kind: flag.kind }])}::jsonb`,
      ),
    )
    .returning({ id: communityPosts.id });
  return rows.length > 0;
}

export async function noteEscalated(tx: Queryable, postId: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(communityPosts)
    .set({ escalatedAt: at })
    .where(and(eq(communityPosts.id, postId), isNull(communityPosts.escalatedAt)))
    .returning({ id: communityPosts.id });
  return rows.length > 0;
}
