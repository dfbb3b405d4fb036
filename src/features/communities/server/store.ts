import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { agents } from '#features/agents/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type {
  AiExpert,
  CommunityDay,
  CommunitySettings,
  CommunitySubject,
  SocialLinks,
} from '../contract.ts';
import { type CommunityCounts, METRIC_DAYS } from '../rules.ts';
import { isReported } from './report-store.ts';
import { communities, communityMembers, communityPosts } from './tables.ts';

/** An instant as the contract writes it. */
export function iso(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export type CommunityRow = CommunityCounts & {
  id: string;
  name: string;
  description: string;
  subject: CommunitySubject;
  moderatorExpertId: string | null;
  socialLinks: SocialLinks;
  settings: CommunitySettings;
  apiKey: string;
  hasSecretKey: boolean;
  isActive: boolean;
  heldPosts: number;
  createdAt: string;
  isDemo: boolean;
};

/** Everybody who did something in a community in the window that ends at `to`, once. */
function activeMembers(communityId: SQL, from: SQL, to: SQL): SQL {
  return sql`(
    select member_id from community_posts
      where community_id = ${communityId} and posted_at > ${from} and posted_at <= ${to}
        and member_id is not null and state = 'published' and deleted_at is null
    union
    select member_id from community_reactions
      where community_id = ${communityId} and created_at > ${from} and created_at <= ${to} and member_id is not null
  )`;
}

/** Live communities with their counts, newest first; or one of them. */
export function listCommunityRows(db: Queryable, now: Date, id?: string): Promise<CommunityRow[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const before = sql`(${at} - make_interval(days => ${METRIC_DAYS}))`;
  return rowsOf(
    db,
    sql`select c.id, c.name, c.description, c.subject, c.moderator_expert_id as "moderatorExpertId",
        c.social_links as "socialLinks", c.settings, c.api_key as "apiKey",
        c.secret_hash is not null as "hasSecretKey", c.is_active as "isActive", c.is_demo as "isDemo",
        ${iso(sql`c.created_at`)} as "createdAt",
        m.members, m.members_before as "membersBefore", m.net_joins as "netJoins", p.posts, p.held as "heldPosts",
        (select count(*)::int from ${activeMembers(sql`c.id`, before, at)} a
          join community_members on community_members.id = a.member_id
          where community_members.status = 'active' and deleted_at is null) as active
      from communities c
      cross join lateral (
        select count(*) filter (where status = 'active' and deleted_at is null)::int as members,
          count(*) filter (where joined_at <= ${before} and (left_at is null or left_at > ${before}))::int as members_before,
          (count(*) filter (where joined_at > ${before})
            - count(*) filter (where left_at > ${before}))::int as net_joins
        from community_members where community_id = c.id and joined_into is null
      ) m
      cross join lateral (
        select (select count(*)::int from community_posts where community_id = c.id and parent_id is null
            and state = 'published' and deleted_at is null) as posts,
          (select count(*)::int from community_posts p where community_id = c.id
            and (state in ('held', 'draft') or ${isReported}) and deleted_at is null) as held
      ) p
      where c.deleted_at is null ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      order by c.created_at desc, c.id desc`,
  );
}

/** The last `METRIC_DAYS` days up to `today`, in a time zone. */
export function listDays(
  db: Queryable,
  communityId: string,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<CommunityDay[]> {
  const dayOf = (column: SQL) => sql`(${column} at time zone ${timeZone})::date`;
  return rowsOf(
    db,
    sql`with days as (
        select day::date from generate_series(${today}::date - ${METRIC_DAYS - 1}::int, ${today}::date, '1 day') day
      ), moves as (
        select ${dayOf(sql`joined_at`)} as joined_on, ${dayOf(sql`left_at`)} as left_on
        from community_members
        where community_id = ${communityId} and joined_at is not null and joined_into is null
      ), activity as (
        select distinct member_id, day from (
          select member_id, ${dayOf(sql`posted_at`)} as day from community_posts
            where community_id = ${communityId} and member_id is not null and state = 'published' and deleted_at is null
              and posted_at > ${today}::date - ${2 * METRIC_DAYS + 1}::int
          union all
          select member_id, ${dayOf(sql`created_at`)} from community_reactions
            where community_id = ${communityId} and member_id is not null
              and created_at > ${today}::date - ${2 * METRIC_DAYS + 1}::int
        ) deeds
      )
      select to_char(days.day, 'YYYY-MM-DD') as date,
        (select count(*)::int from moves where joined_on = days.day) as joined,
        (select count(*)::int from moves where left_on = days.day) as left,
        (select count(*)::int from moves where joined_on <= days.day and (left_on is null or left_on > days.day)) as members,
        (select count(*)::int from community_posts where community_id = ${communityId} and parent_id is null
          and state = 'published' and deleted_at is null and ${dayOf(sql`posted_at`)} = days.day) as posts,
        (select count(distinct member_id)::int from activity
          where day > days.day - ${METRIC_DAYS}::int and day <= days.day) as active
      from days order by days.day`,
  );
}

export async function insertCommunity(db: Queryable, row: typeof communities.$inferInsert): Promise<void> {
  await db.insert(communities).values(row);
}

/** Holds the live community until the transaction ends, so that two changes do not mix. */
export async function lockCommunity(
  db: Queryable,
  id: string,
): Promise<typeof communities.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(communities)
    .where(and(eq(communities.id, id), isNull(communities.deletedAt)))
    .for('update');
  return row;
}

/** The live community. */
export async function findCommunity(
  db: Queryable,
  id: string,
): Promise<typeof communities.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(communities)
    .where(and(eq(communities.id, id), isNull(communities.deletedAt)));
  return row;
}

/** The live and active community of a key. */
export async function findByKey(
  db: Queryable,
  apiKey: string,
): Promise<typeof communities.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(communities)
    .where(
      and(eq(communities.apiKey, apiKey), isNull(communities.deletedAt), eq(communities.isActive, true)),
    );
  return row;
}

export async function updateCommunityRow(
  db: Queryable,
  id: string,
  change: Partial<typeof communities.$inferInsert>,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(communities).set(change).where(eq(communities.id, id));
}

/** True when the community was there and live. */
export async function markDeleted(db: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(communities)
    .set({ deletedAt: at })
    .where(and(eq(communities.id, id), isNull(communities.deletedAt)))
    .returning({ id: communities.id });
  return rows.length === 1;
}

/** True when the community was deleted and is live again. */
export async function markRestored(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .update(communities)
    .set({ deletedAt: null })
    .where(and(eq(communities.id, id), isNotNull(communities.deletedAt)))
    .returning({ id: communities.id });
  return rows.length === 1;
}

/** Removes for good what was deleted before then. */
export async function purgeCommunities(db: Queryable, before: Date): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`delete from communities where deleted_at < ${before.toISOString()} returning id`,
  );
  return rows.length;
}

/** Agents that answer, by name. */
export function listExperts(db: Queryable): Promise<AiExpert[]> {
  return db
    .select({ id: agents.id, name: agents.name, expertiseArea: agents.expertiseArea })
    .from(agents)
    .where(and(isNull(agents.deletedAt), eq(agents.isActive, true)))
    .orderBy(agents.name, agents.id);
}

export async function findExpert(db: Queryable, id: string): Promise<{ isActive: boolean } | undefined> {
  const [row] = await db
    .select({ isActive: agents.isActive })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)));
  return row;
}

/**
 * After a backup was restored: invitations and answers that were on their way may have gone out since the backup was
 * taken, and so may answers of moderator agents to what was said before `now`.
 */
export async function giveUpPossiblySent(tx: Queryable, now: Date): Promise<void> {
  await tx
    .update(communityMembers)
    .set({ inviteState: 'unconfirmed' })
    .where(inArray(communityMembers.inviteState, ['queued', 'waiting']));
  await tx
    .update(communityPosts)
    .set({ answerState: 'unconfirmed' })
    .where(eq(communityPosts.answerState, 'queued'));
  await tx.update(communities).set({ moderatorSince: now }).where(isNotNull(communities.moderatorExpertId));
}
