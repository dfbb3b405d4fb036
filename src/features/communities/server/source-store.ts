import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { newId } from '#kit/id.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { MirroredMember, MirroredPost } from '#providers/community-sources/port.ts';
import type { StoredFlag } from '../contract-posts.ts';
import { forgottenId } from './member-store.ts';
import { iso } from './store.ts';
import { communityDeliveries, communitySources } from './tables.ts';

export type StoredSource = typeof communitySources.$inferSelect;

export type SourceRow = Pick<
  StoredSource,
  'id' | 'kind' | 'place' | 'state' | 'reason' | 'details' | 'isBackfilled'
> & {
  lastSyncedAt: string | null;
  nextSyncAt: string;
  posts: number;
  members: number;
};

export function listSourceRows(db: Queryable, communityId: string, id?: string): Promise<SourceRow[]> {
  return rowsOf(
    db,
    sql`select s.id, s.kind, s.place, s.state, s.reason, s.details, s.is_backfilled as "isBackfilled",
        ${iso(sql`s.last_synced_at`)} as "lastSyncedAt", ${iso(sql`s.next_sync_at`)} as "nextSyncAt",
        (select count(*)::int from community_posts p where p.source_id = s.id and p.deleted_at is null) as posts,
        (select count(*)::int from community_members m where m.source_id = s.id and m.deleted_at is null) as members
      from community_sources s
      where s.community_id = ${communityId} and s.disconnected_at is null ${id === undefined ? sql`` : sql`and s.id = ${id}`}
      order by s.created_at, s.id`,
  );
}

/** Answers the id, that of before where the place was mirrored once; undefined where it is mirrored already. */
export async function insertSource(
  db: Queryable,
  place: Pick<StoredSource, 'communityId' | 'kind' | 'place'>,
): Promise<string | undefined> {
  const again = { disconnectedAt: null, state: 'waiting', reason: null, details: null, failures: 0 } as const;
  const [row] = await db
    .insert(communitySources)
    .values({ id: newId(), state: 'waiting', ...place })
    .onConflictDoUpdate({
      target: [communitySources.communityId, communitySources.kind, communitySources.place],
      set: { ...again, nextSyncAt: sql`now()`, leasedUntil: null },
      setWhere: isNotNull(communitySources.disconnectedAt),
    })
    .returning({ id: communitySources.id });
  return row?.id;
}

/** Undefined where it is disconnected. */
export async function findSource(db: Queryable, id: string): Promise<StoredSource | undefined> {
  const [row] = await db
    .select()
    .from(communitySources)
    .where(and(eq(communitySources.id, id), isNull(communitySources.disconnectedAt)));
  return row;
}

/** False where it is not connected. */
export async function markDisconnected(db: Queryable, communityId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(communitySources)
    .set({ disconnectedAt: sql`now()` })
    .where(
      and(
        eq(communitySources.id, id),
        eq(communitySources.communityId, communityId),
        isNull(communitySources.disconnectedAt),
      ),
    )
    .returning({ id: communitySources.id });
  return rows.length === 1;
}

/** Takes a source to read it; false while another worker does, or when it is gone. */
export async function leaseSource(db: Queryable, id: string, forMs: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update community_sources s set leased_until = now() + make_interval(secs => ${forMs / 1000}), state = 'reading'
      from communities c
      where s.id = ${id} and s.disconnected_at is null and c.id = s.community_id and c.deleted_at is null and c.is_active
        and (s.leased_until is null or s.leased_until < now()) returning s.id`,
  );
  return rows.length === 1;
}

export async function updateSource(
  db: Queryable,
  id: string,
  change: Partial<typeof communitySources.$inferInsert>,
): Promise<void> {
  await db.update(communitySources).set(change).where(eq(communitySources.id, id));
}

/** Sources whose time has come. */
export async function listDueSources(db: Queryable, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select s.id from community_sources s join communities c on c.id = s.community_id
      where s.next_sync_at <= now() and s.disconnected_at is null and (s.leased_until is null or s.leased_until < now())
        and c.deleted_at is null and c.is_active order by s.next_sync_at limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** True when this delivery is new. */
export async function noteDelivery(db: Queryable, sourceId: string, deliveryId: string): Promise<boolean> {
  const rows = await db
    .insert(communityDeliveries)
    .values({ sourceId, deliveryId })
    .onConflictDoNothing()
    .returning({ id: communityDeliveries.deliveryId });
  return rows.length === 1;
}

/** Platforms repeat for days, not for months. */
export async function purgeDeliveries(db: Queryable): Promise<void> {
  await db.execute(sql`delete from community_deliveries where received_at < now() - interval '60 days'`);
}

/** Whether this person of a source was removed here or asked to be erased. */
function isForgotten(sourceId: string, externalId: SQL): SQL {
  return sql`exists (select 1 from community_members gone where gone.source_id = ${sourceId}
    and gone.external_id = ${forgottenId(sql`${sourceId}`, externalId)})`;
}

/** People of a source as they are there now; who was removed here stays removed. */
export async function putMembers(
  db: Queryable,
  source: Pick<StoredSource, 'id' | 'communityId'>,
  members: readonly MirroredMember[],
): Promise<void> {
  const rows = [...new Map(members.map((member) => [member.id, member])).values()].map((member) => ({
    id: newId(),
    external_id: member.id,
    name: member.name,
    handle: member.handle,
    handle_key: member.handle?.toLowerCase() ?? null,
    joined_at: member.joinedAt?.toISOString() ?? null,
  }));
  if (rows.length === 0) return;
  await db.execute(sql`insert into community_members
      (id, community_id, source_id, external_id, name, social_handle, handle_key, status, joined_at)
    select id, ${source.communityId}, ${source.id}, external_id, name, handle, handle_key, 'active', coalesce(joined_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, external_id text, name text, handle text,
      handle_key text, joined_at timestamptz)
    where not ${isForgotten(source.id, sql`r.external_id`)}
    on conflict (source_id, external_id) do update set name = excluded.name, social_handle = excluded.social_handle,
      handle_key = excluded.handle_key
    where community_members.deleted_at is null and (community_members.name, community_members.social_handle)
      is distinct from (excluded.name, excluded.social_handle)`);
}

export type ReadPost = MirroredPost & {
  link: string | null;
  flags: StoredFlag[];
  isHeld: boolean;
  /** Stands for the time of a post without one. */
  seenAt: Date;
};

/**
 * Posts as they are at the source now. A later text replaces an earlier one and never the reverse; what the team has
 * rejected or deleted stays so. Answers the links of posts that are new.
 */
export async function putPosts(
  db: Queryable,
  source: Pick<StoredSource, 'id' | 'communityId'>,
  posts: readonly ReadPost[],
): Promise<{ added: number }> {
  const rows = [...new Map(posts.map((post) => [post.id, post])).values()].map((post) => ({
    id: newId((post.postedAt ?? post.seenAt).getTime()),
    external_id: post.id,
    parent_external_id: post.parentId,
    author_id: post.authorId,
    author_name: post.authorName,
    body: post.text,
    url: post.url,
    link: post.link,
    flags: post.flags,
    state: post.isHeld ? 'held' : 'published',
    posted_at: (post.postedAt ?? post.seenAt).toISOString(),
    is_dated: post.postedAt !== null,
    edited_at: post.editedAt?.toISOString() ?? null,
  }));
  if (rows.length === 0) return { added: 0 };
  const written = await rowsOf<{ isNew: boolean }>(
    db,
    sql`insert into community_posts (id, community_id, source_id, external_id, parent_external_id, member_id, author_name,
        body, url, link, flags, state, posted_at, is_dated, edited_at)
      select r.id, ${source.communityId}, ${source.id}, r.external_id, r.parent_external_id,
        coalesce(m.joined_into, m.id), r.author_name, r.body, r.url, r.link, r.flags, r.state, r.posted_at, r.is_dated,
        r.edited_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, external_id text, parent_external_id text,
        author_id text, author_name text, body text, url text, link text, flags jsonb, state text,
        posted_at timestamptz, is_dated boolean, edited_at timestamptz)
      left join community_members m on m.source_id = ${source.id} and m.external_id = r.author_id and m.deleted_at is null
      where not ${isForgotten(source.id, sql`r.author_id`)}
      on conflict (source_id, external_id) do update set body = excluded.body, link = excluded.link,
        posted_at = case when excluded.is_dated and not community_posts.is_dated then excluded.posted_at
          else community_posts.posted_at end,
        is_dated = excluded.is_dated or community_posts.is_dated,
        edited_at = excluded.edited_at, author_name = excluded.author_name,
        flags = excluded.flags,
        -- What now stands there the agent has not read, and was not asked.
        moderated_at = case when excluded.body <> community_posts.body then null else community_posts.moderated_at end,
        unknown_to = case when excluded.body <> community_posts.body then null else community_posts.unknown_to end,
        state = case when community_posts.state = 'published' and excluded.body <> community_posts.body
          then excluded.state else community_posts.state end,
        deleted_at = case when community_posts.is_gone_at_source then null else community_posts.deleted_at end,
        is_gone_at_source = false
      where community_posts.user_id is null
        and (not community_posts.is_dated or coalesce(excluded.edited_at, excluded.posted_at)
          >= coalesce(community_posts.edited_at, community_posts.posted_at))
        and ((community_posts.body, community_posts.author_name) is distinct from (excluded.body, excluded.author_name)
          or community_posts.is_gone_at_source or excluded.is_dated and not community_posts.is_dated)
      returning xmax = 0 as "isNew"`,
  );
  // An answer may come before what it answers.
  await db.execute(sql`update community_posts c set parent_id = coalesce(p.parent_id, p.id)
    from community_posts p where c.source_id = ${source.id} and c.parent_id is null and c.parent_external_id is not null
      and p.source_id = c.source_id and p.external_id = c.parent_external_id and p.id <> c.id`);
  await db.execute(sql`update community_members m set last_active_at = greatest(m.last_active_at, a.at)
    from (select member_id, max(posted_at) as at from community_posts
      where source_id = ${source.id} and external_id = any(${sql.param(rows.map((row) => row.external_id))}::text[])
        and member_id is not null group by member_id) a where m.id = a.member_id`);
  return { added: written.filter(({ isNew }) => isNew).length };
}

/** Hides posts that were deleted at the source: those named, or all of a stretch that are not among the seen. */
export async function hideGone(
  db: Queryable,
  sourceId: string,
  gone: { ids: readonly string[] } | { since: Date; until?: Date; seen: readonly string[] },
): Promise<void> {
  const which =
    'ids' in gone
      ? sql`external_id = any(${sql.param([...gone.ids])}::text[])`
      : sql`posted_at >= ${gone.since.toISOString()} ${gone.until ? sql`and posted_at <= ${gone.until.toISOString()}` : sql``} and not (external_id = any(${sql.param([...gone.seen])}::text[]))`;
  await db.execute(sql`update community_posts set deleted_at = now(), is_gone_at_source = true
    where source_id = ${sourceId} and user_id is null and external_id is not null and deleted_at is null and ${which}`);
}
