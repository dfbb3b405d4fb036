import { and, eq, gte, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { truncate } from '#kit/text.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { cursorOf } from '#platform/page-cursor.ts';
import type { CommunityPost, PostReport, PostState, ReactionKind, StoredFlag } from '../contract-posts.ts';
import { flagNote } from '../rules-flag-words.ts';
import { isReported, reportsOfPost } from './report-store.ts';
import { iso } from './store.ts';
import { communityPosts, communityReactions } from './tables.ts';

export type NewPostRow = typeof communityPosts.$inferInsert;
export type StoredPost = typeof communityPosts.$inferSelect;

export type PostRow = {
  id: string;
  parentId: string | null;
  answers: { authorName: string; body: string } | null;
  memberId: string | null;
  authorStatus: CommunityPost['authorStatus'];
  leadId: string | null;
  authorName: string;
  userId: string | null;
  body: string;
  url: string | null;
  state: PostState;
  flags: StoredFlag[];
  reports: PostReport[];
  isPinned: boolean;
  /** Somebody may be in danger, here or in what it answers. */
  isUrgent: boolean;
  expertName: string | null;
  sourceKind: string | null;
  isAtSource: boolean;
  answerState: CommunityPost['answerState'];
  postedAt: string | null;
  editedAt: string | null;
  comments: number;
  likes: number;
  thanks: number;
  mine: ReactionKind[];
  previewId: string | null;
  previewUrl: string | null;
  previewTitle: string | null;
  previewDescription: string | null;
  previewSite: string | null;
  hasPreviewImage: boolean;
  /** Where the next page goes on. */
  sortKey: string;
};

/** What is looked at of a post when its answer is decided on. */
const EXCERPT = 280;

const isSafety = (flags: SQL): SQL => sql`${flags} @> '[{"kind": "safety"}]'`;
const isUrgent = sql`(${isSafety(sql`p.flags`)} or exists (
  select 1 from community_posts a where a.id = p.parent_id and ${isSafety(sql`a.flags`)}))`;

/** Posts with what belongs to them; `condition` and `order` speak of `p`. */
function postRows(condition: SQL, order: SQL, limit: number, reader: string): SQL {
  return sql`select p.*, c.*, r.* from (
      select p.id, p.parent_id as "parentId", p.member_id as "memberId", p.author_name as "authorName",
        p.user_id as "userId", p.body, p.url, p.state, p.flags, p.is_pinned as "isPinned",
        ${isUrgent} as "isUrgent", ${reportsOfPost} as reports,
        (select jsonb_build_object('authorName', a.author_name, 'body', left(a.body, ${EXCERPT + 1}))
          from community_posts a where a.id = p.parent_id and a.deleted_at is null) as answers,
        (select status from community_members m where m.id = p.member_id and m.deleted_at is null) as "authorStatus",
        (select m.lead_id from community_members m join leads on leads.id = m.lead_id and leads.deleted_at is null
          where m.id = p.member_id and m.deleted_at is null) as "leadId",
        (select name from experts where experts.id = p.expert_id) as "expertName",
        (select kind from community_sources s where s.id = p.source_id) as "sourceKind",
        p.external_id is not null and exists (select from community_sources s
          where s.id = p.source_id and s.disconnected_at is null) as "isAtSource", p.answer_state as "answerState",
        case when p.is_dated then ${iso(sql`p.posted_at`)} end as "postedAt", ${iso(sql`p.edited_at`)} as "editedAt",
        to_char(p.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sortKey",
        l.id as "previewId", l.url as "previewUrl", l.title as "previewTitle", l.description as "previewDescription",
        l.site_name as "previewSite", l.image_url is not null as "hasPreviewImage"
      from community_posts p
      left join link_previews l on md5(l.url) = md5(p.link) and l.url = p.link and l.state = 'ready'
      where ${condition} order by ${order} limit ${limit}
    ) p
    cross join lateral (
      select count(*)::int as comments from community_posts x
      where x.parent_id = p.id and x.state = 'published' and x.deleted_at is null
    ) c
    cross join lateral (
      select count(*) filter (where kind = 'like')::int as likes, count(*) filter (where kind = 'thanks')::int as thanks,
        coalesce(array_agg(kind) filter (where reactor = ${reader}), '{}') as mine
      from community_reactions where post_id = p.id
    ) r`;
}

/** A post as its row has it. */
export function readPost(row: PostRow): CommunityPost {
  const { previewId, previewUrl } = row;
  return {
    id: row.id,
    parentId: row.parentId,
    answers: row.answers && {
      authorName: row.answers.authorName,
      excerpt: truncate(row.answers.body, EXCERPT),
    },
    memberId: row.memberId,
    authorStatus: row.authorStatus,
    leadId: row.leadId,
    authorName: row.authorName,
    isTeam: row.userId !== null || row.expertName !== null,
    body: row.body,
    url: row.url,
    preview:
      previewId === null || previewUrl === null
        ? null
        : {
            url: previewUrl,
            title: row.previewTitle ?? '',
            description: row.previewDescription ?? '',
            siteName: row.previewSite ?? '',
            imageUrl: row.hasPreviewImage ? `/api/external/link-images/${previewId}` : null,
          },
    state: row.state,
    flags: row.flags.map((flag) => ({ ...flag, note: flagNote(flag) })),
    reports: row.reports,
    isPinned: row.isPinned,
    draftedBy: row.expertName,
    source: row.sourceKind,
    answerState: row.answerState,
    canAnswerAtSource: false,
    postedAt: row.postedAt,
    editedAt: row.editedAt,
    comments: row.comments,
    reactions: { like: row.likes, thanks: row.thanks },
    mine: row.mine,
  };
}

const isShown = sql`p.parent_id is null and p.state = 'published' and p.deleted_at is null`;
const isWaiting = sql`(p.state in ('held', 'draft') or ${isReported}) and p.deleted_at is null`;
const isRejected = sql`p.state = 'rejected' and p.deleted_at is null`;

const Place = z.object({ isPinned: z.boolean(), sortKey: z.iso.datetime({ precision: 6 }), id: z.guid() });
type Place = z.output<typeof Place>;
export const placeCursor = cursorOf(Place);

const QueuePlace = z.object({ isUrgent: z.boolean(), sortKey: Place.shape.sortKey, id: Place.shape.id });
export const queueCursor = cursorOf(QueuePlace);

type PostPage<After = Place> = {
  communityId: string;
  after: After | undefined;
  limit: number;
  reader: string;
};

/** A page of these; `order` speaks of `p`, `shownOrder` says the same of what is read of it. */
function listPosts(
  db: Queryable,
  { communityId, limit, reader }: Omit<PostPage, 'after'>,
  {
    kind,
    isAfter,
    order,
    shownOrder,
  }: Record<'kind' | 'order' | 'shownOrder', SQL> & { isAfter: SQL | undefined },
): Promise<PostRow[]> {
  const condition = sql`p.community_id = ${communityId} and ${kind} and ${isAfter ?? sql`true`}`;
  return rowsOf(db, sql`${postRows(condition, order, limit, reader)} order by ${shownOrder}`);
}

async function countPosts(db: Queryable, communityId: string, kind: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from community_posts p where p.community_id = ${communityId} and ${kind}`,
  );
  return row?.count ?? 0;
}

/** Published posts: pinned first, then the newest. */
export function listShownPosts(db: Queryable, page: PostPage): Promise<PostRow[]> {
  const { after } = page;
  return listPosts(db, page, {
    kind: isShown,
    isAfter:
      after &&
      sql`(p.is_pinned, p.posted_at, p.id) < (${after.isPinned}, ${after.sortKey}::timestamptz, ${after.id}::uuid)`,
    order: sql`p.is_pinned desc, p.posted_at desc, p.id desc`,
    shownOrder: sql`p."isPinned" desc, p."sortKey" desc, p.id desc`,
  });
}

export const countShownPosts = (db: Queryable, communityId: string): Promise<number> =>
  countPosts(db, communityId, isShown);

/** What waits for a person or was reported by readers, the oldest first; safety before everything. */
export function listQueue(db: Queryable, page: PostPage<z.output<typeof QueuePlace>>): Promise<PostRow[]> {
  const { after } = page;
  return listPosts(db, page, {
    kind: isWaiting,
    isAfter:
      after &&
      sql`(not ${isUrgent}, p.posted_at, p.id) > (${!after.isUrgent}, ${after.sortKey}::timestamptz, ${after.id}::uuid)`,
    order: sql`not ${isUrgent}, p.posted_at, p.id`,
    shownOrder: sql`p."isUrgent" desc, p."sortKey", p.id`,
  });
}

export const countQueue = (db: Queryable, communityId: string): Promise<number> =>
  countPosts(db, communityId, isWaiting);

/** Of all communities that are there. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from community_posts p join communities c on c.id = p.community_id
      where ${isWaiting} and c.deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** What was not let in, the newest first. */
export function listRejected(db: Queryable, page: PostPage): Promise<PostRow[]> {
  const { after } = page;
  return listPosts(db, page, {
    kind: isRejected,
    isAfter: after && sql`(p.posted_at, p.id) < (${after.sortKey}::timestamptz, ${after.id}::uuid)`,
    order: sql`p.posted_at desc, p.id desc`,
    shownOrder: sql`p."sortKey" desc, p.id desc`,
  });
}

export const countRejected = (db: Queryable, communityId: string): Promise<number> =>
  countPosts(db, communityId, isRejected);

const MOST_COMMENTS = 500;

export function listCommentRows(db: Queryable, postId: string, reader: string): Promise<PostRow[]> {
  const condition = sql`p.parent_id = ${postId} and p.state = 'published' and p.deleted_at is null`;
  return rowsOf(
    db,
    sql`${postRows(condition, sql`p.posted_at, p.id`, MOST_COMMENTS, reader)} order by p."sortKey", p.id`,
  );
}

/** The latest few comments on each of these posts, the oldest first. */
export function listLatestComments(
  db: Queryable,
  postIds: readonly string[],
  perPost: number,
): Promise<
  { id: string; postId: string; author: string; isTeam: boolean; body: string; postedAt: string | null }[]
> {
  return rowsOf(
    db,
    sql`select c.id, c.parent_id as "postId", c.author_name as author, c.user_id is not null or c.expert_id is not null as "isTeam", c.body,
        case when c.is_dated then ${iso(sql`c.posted_at`)} end as "postedAt"
      from unnest(${sql.param([...postIds])}::uuid[]) as post(id)
      cross join lateral (
        select * from community_posts where parent_id = post.id and state = 'published' and deleted_at is null
        order by posted_at desc, id desc limit ${perPost}
      ) c order by c.posted_at, c.id`,
  );
}

export async function findPostRow(
  db: Queryable,
  { communityId, id, reader }: { communityId: string; id: string; reader: string },
): Promise<PostRow | undefined> {
  const condition = sql`p.id = ${id} and p.community_id = ${communityId} and p.deleted_at is null`;
  const [row] = await rowsOf<PostRow>(db, postRows(condition, sql`p.id`, 1, reader));
  return row;
}

/** Comments of the team and its agents under what a person posted, oldest first. */
export async function listCommentsTo(db: Queryable, leadId: string): Promise<PersonalText[]> {
  const rows = await rowsOf<Omit<PersonalText, 'kind' | 'channel' | 'subject'>>(
    db,
    sql`select comment.id, comment.posted_at as at, communities.name as place, comment.author_name as by,
        comment.body as text, comment.proof
      from community_members member join community_posts post on post.member_id = member.id
        join community_posts comment on comment.parent_id = post.id
        join communities on communities.id = comment.community_id
      where member.lead_id = ${leadId} and comment.state = 'published' and comment.deleted_at is null
        and (comment.user_id is not null or comment.expert_id is not null) order by comment.posted_at, comment.id`,
  );
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    kind: 'comment',
    channel: null,
    subject: null,
  }));
}

export async function insertPost(db: Queryable, row: NewPostRow): Promise<void> {
  await db.insert(communityPosts).values(row);
}

/** Whether somebody outside the team has said exactly this in the community since then. */
export async function hasCopy(
  db: Queryable,
  { communityId, body, since }: { communityId: string; body: string; since: Date },
): Promise<boolean> {
  const count = await db.$count(
    communityPosts,
    and(
      eq(communityPosts.communityId, communityId),
      gte(communityPosts.postedAt, since),
      eq(communityPosts.body, body),
      isNull(communityPosts.userId),
      isNull(communityPosts.deletedAt),
    ),
  );
  return count > 0;
}

/** Holds a post until the transaction ends, deleted ones too. */
export async function lockPost(
  db: Queryable,
  communityId: string,
  id: string,
): Promise<StoredPost | undefined> {
  const [row] = await db
    .select()
    .from(communityPosts)
    .where(and(eq(communityPosts.id, id), eq(communityPosts.communityId, communityId)))
    .for('update');
  return row;
}

export async function updatePostRow(db: Queryable, id: string, change: Partial<NewPostRow>): Promise<void> {
  await db.update(communityPosts).set(change).where(eq(communityPosts.id, id));
}

/** The reactions of one person to one post, as they are now to be. */
export async function setReactions(
  db: Queryable,
  {
    postId,
    communityId,
    reactor,
    kinds,
  }: { postId: string; communityId: string; reactor: string; kinds: readonly ReactionKind[] },
): Promise<void> {
  await db
    .delete(communityReactions)
    .where(and(eq(communityReactions.postId, postId), eq(communityReactions.reactor, reactor)));
  const rows = [...new Set(kinds)].map((kind) => ({ postId, communityId, reactor, kind }));
  if (rows.length > 0) await db.insert(communityReactions).values(rows).onConflictDoNothing();
}

/** The platform of a source; null when it is disconnected. */
export async function findKind(db: Queryable, sourceId: string): Promise<string | null> {
  const [row] = await rowsOf<{ kind: string }>(
    db,
    sql`select kind from community_sources where id = ${sourceId} and disconnected_at is null`,
  );
  return row?.kind ?? null;
}

/** Removes for good what was deleted before then. */
export async function purgePosts(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`delete from community_posts where source_id is null and deleted_at < ${before.toISOString()}`,
  );
}
