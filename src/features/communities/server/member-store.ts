import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { InviteState, MemberStatus, MemberType, MemberView, SamePersonReason } from '../contract.ts';
import { ACTIVITY_DAYS, NEW_DAYS, QUIET_DAYS } from '../rules.ts';
import { iso } from './store.ts';
import { communityMembers, communityPosts, communityReactions } from './tables.ts';

export type NewMemberRow = typeof communityMembers.$inferInsert;
export type StoredMember = typeof communityMembers.$inferSelect;

export type MemberRow = {
  id: string;
  email: string | null;
  socialHandle: string | null;
  name: string;
  memberType: MemberType;
  status: MemberStatus;
  joinedAt: string | null;
  lastActiveAt: string | null;
  leadId: string | null;
  source: string | null;
  inviteState: InviteState | null;
  posts: number;
  comments: number;
  reactions: number;
  thanks: number;
  /** Where the next page goes on. */
  sortKey: string;
};

const since = (days: number): SQL => sql`now() - make_interval(days => ${days})`;

/** Rows with what their people did lately; `condition` and `order` speak of `m`. */
function memberRows(condition: SQL, order: SQL, limit: number): SQL {
  return sql`select m.*, d.* from (
      select id, email, social_handle as "socialHandle", name, member_type as "memberType", status,
        ${iso(sql`joined_at`)} as "joinedAt", ${iso(sql`last_active_at`)} as "lastActiveAt", lead_id as "leadId",
        invite_state as "inviteState",
        (select kind from community_sources s where s.id = m.source_id) as source,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sortKey"
      from community_members m where ${condition} order by ${order} limit ${limit}
    ) m cross join lateral (
      select
        (select count(*)::int from community_posts p where p.member_id = m.id and p.parent_id is null
          and p.state = 'published' and p.deleted_at is null and p.posted_at > ${since(ACTIVITY_DAYS)}) as posts,
        (select count(*)::int from community_posts p where p.member_id = m.id and p.parent_id is not null
          and p.state = 'published' and p.deleted_at is null and p.posted_at > ${since(ACTIVITY_DAYS)}) as comments,
        (select count(*)::int from community_reactions r where r.member_id = m.id
          and r.created_at > ${since(ACTIVITY_DAYS)}) as reactions,
        (select count(*)::int from community_reactions r join community_posts p on p.id = r.post_id
          where p.member_id = m.id and p.parent_id is not null and r.kind = 'thanks'
            and r.created_at > ${since(ACTIVITY_DAYS)}) as thanks
    ) d`;
}

type MemberQuery = {
  communityId: string;
  view: MemberView;
  q: string | undefined;
  after: { at: string; id: string } | undefined;
  limit: number;
};

const isListed = sql`m.deleted_at is null and m.joined_into is null`;

function memberFilter({ communityId, view, q }: Pick<MemberQuery, 'communityId' | 'view' | 'q'>): SQL {
  const pattern = q === undefined || q === '' ? undefined : `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const conditions = [
    sql`m.community_id = ${communityId} and ${isListed}`,
    ...(pattern === undefined
      ? []
      : [sql`(m.email ilike ${pattern} or m.social_handle ilike ${pattern} or m.name ilike ${pattern})`]),
    ...viewFilter(view),
  ];
  return sql.join(conditions, sql` and `);
}

function viewFilter(view: MemberView): SQL[] {
  switch (view) {
    case 'all':
      return [];
    case 'new_active':
      return [sql`m.status = 'active' and m.joined_at > ${since(NEW_DAYS)} and m.last_active_at is not null`];
    case 'gone_quiet':
      return [
        sql`m.status = 'active' and m.last_active_at <= ${since(QUIET_DAYS)} and m.last_active_at > ${since(4 * QUIET_DAYS)}`,
      ];
    case 'leads':
      return [sql`exists (select 1 from leads l where l.id = m.lead_id and l.deleted_at is null)`];
    case 'helpful':
      return [
        sql`m.status = 'active' and exists (
        select 1 from community_posts p join community_reactions r on r.post_id = p.id and r.kind = 'thanks'
        where p.member_id = m.id and p.parent_id is not null and r.created_at > ${since(ACTIVITY_DAYS)})`,
      ];
  }
}

/** One page of members, the latest first; of the helpful the most thanked first. */
export function listMemberRows(db: Queryable, { after, limit, ...query }: MemberQuery): Promise<MemberRow[]> {
  const filter = memberFilter(query);
  if (query.view === 'helpful') {
    const order = sql`(select count(*) from community_posts p join community_reactions r on r.post_id = p.id
      where p.member_id = m.id and p.parent_id is not null and r.kind = 'thanks') desc, m.id`;
    return rowsOf(db, sql`${memberRows(filter, order, limit)} order by d.thanks desc, m.id`);
  }
  const condition =
    after === undefined
      ? filter
      : sql`${filter} and (m.created_at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const order = sql`m.created_at desc, m.id desc`;
  return rowsOf(db, sql`${memberRows(condition, order, limit)} order by m."sortKey" desc, m.id desc`);
}

export async function countMembers(
  db: Queryable,
  query: Pick<MemberQuery, 'communityId' | 'view' | 'q'>,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from community_members m where ${memberFilter(query)}`,
  );
  return row?.count ?? 0;
}

export async function countActiveMembers(db: Queryable, communityId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from community_members m
      where m.community_id = ${communityId} and m.status = 'active' and ${isListed}`,
  );
  return row?.count ?? 0;
}

export async function findMemberRow(
  db: Queryable,
  communityId: string,
  id: string,
): Promise<MemberRow | undefined> {
  const condition = sql`m.id = ${id} and m.community_id = ${communityId} and ${isListed}`;
  const [row] = await rowsOf<MemberRow>(db, memberRows(condition, sql`m.id`, 1));
  return row;
}

export async function insertMember(db: Queryable, row: NewMemberRow): Promise<void> {
  await db.insert(communityMembers).values(row);
}

/** Holds a member until the transaction ends, removed ones too. */
export async function lockMember(
  db: Queryable,
  communityId: string,
  id: string,
): Promise<StoredMember | undefined> {
  const [row] = await db
    .select()
    .from(communityMembers)
    .where(and(eq(communityMembers.id, id), eq(communityMembers.communityId, communityId)))
    .for('update');
  return row;
}

export async function updateMemberRow(
  db: Queryable,
  id: string,
  change: Partial<NewMemberRow>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(communityMembers).set(change).where(eq(communityMembers.id, id));
}

/** Whose invitations wait for room in a mailbox, the oldest first. */
export async function listWaitingInvitations(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: communityMembers.id })
    .from(communityMembers)
    .where(
      and(
        eq(communityMembers.inviteState, 'waiting'),
        eq(communityMembers.status, 'invited'),
        isNull(communityMembers.deletedAt),
      ),
    )
    .orderBy(communityMembers.invitedAt, communityMembers.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Those that no mail server has taken since before an instant are given up; answers how many. */
export async function giveUpInvitations(db: Queryable, before: Date): Promise<number> {
  const { inviteState, inviteRefusedAt, invitedAt } = communityMembers;
  const { rowCount } = await db
    .update(communityMembers)
    .set({ inviteState: 'given_up', inviteRefusedAt: null })
    .where(
      or(
        and(
          eq(inviteState, 'queued'),
          lt(sql`coalesce(${inviteRefusedAt}, ${invitedAt})`, before.toISOString()),
        ),
        and(eq(inviteState, 'waiting'), lt(inviteRefusedAt, before)),
      ),
    );
  return rowCount ?? 0;
}

export async function findMemberByEmail(
  db: Queryable,
  communityId: string,
  emailKey: string,
): Promise<StoredMember | undefined> {
  const [row] = await db
    .select()
    .from(communityMembers)
    .where(
      and(
        eq(communityMembers.communityId, communityId),
        eq(communityMembers.emailKey, emailKey),
        isNull(communityMembers.deletedAt),
        isNull(communityMembers.joinedInto),
      ),
    );
  return row;
}

export async function findMemberByInvite(
  db: Queryable,
  inviteHash: string,
): Promise<StoredMember | undefined> {
  const [row] = await db
    .select()
    .from(communityMembers)
    .where(eq(communityMembers.inviteHash, inviteHash))
    .for('update');
  return row;
}

export async function findMemberById(db: Queryable, id: string): Promise<StoredMember | undefined> {
  const [row] = await db.select().from(communityMembers).where(eq(communityMembers.id, id));
  return row;
}

/** They did something just now (or then). */
export async function touchMember(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(sql`update community_members
    set last_active_at = greatest(last_active_at, ${at.toISOString()}::timestamptz) where id = ${id}`);
}

/** Whose entry, as far as it tells of a lead in a community. */
export type Standing = Pick<
  StoredMember,
  'id' | 'communityId' | 'leadId' | 'status' | 'joinedAt' | 'leftAt' | 'createdAt' | 'isDemo'
>;

/** The leads in a community, each once, however many entries are theirs. */
export function listLeadsInside(
  db: Queryable,
  communityId: string,
): Promise<Pick<Standing, 'communityId' | 'leadId' | 'isDemo'>[]> {
  const { leadId, isDemo, status, deletedAt, joinedInto } = communityMembers;
  return db
    .selectDistinctOn([leadId], { communityId: communityMembers.communityId, leadId, isDemo })
    .from(communityMembers)
    .where(
      and(
        eq(communityMembers.communityId, communityId),
        isNotNull(leadId),
        eq(status, 'active'),
        isNull(deletedAt),
        isNull(joinedInto),
      ),
    );
}

/**
 * Entries that are a lead's, by the address or by the account on the platform that they are mirrored from, and did not
 * say so, in communities that are there; `of` speaks of entries `m` and leads `l`.
 */
export async function linkToLeads(tx: Queryable, of: SQL): Promise<Standing[]> {
  const linked = await rowsOf<{ id: string }>(
    tx,
    sql`with found as (
        select distinct on (id) id, lead_id from (
          select m.id, l.id as lead_id, 1 as place from leads l join community_members m on m.email_key = l.email_key
          where l.deleted_at is null and m.lead_id is null and ${isListed} and ${of}
          union all
          select m.id, l.id, 2 from leads l
            join community_members m on m.handle_key = substr(l.handle_key, strpos(l.handle_key, ':') + 1)
            join community_sources s on s.id = m.source_id and l.handle_key = s.kind || ':' || m.handle_key
          where l.deleted_at is null and m.lead_id is null and ${isListed} and ${of}
        ) known order by id, place
      )
      update community_members m set lead_id = found.lead_id from found, communities c
      where m.id = found.id and m.lead_id is null and c.id = m.community_id and c.deleted_at is null returning m.id`,
  );
  if (linked.length === 0) return [];
  const ids = linked.map(({ id }) => id);
  return tx.select().from(communityMembers).where(inArray(communityMembers.id, ids));
}

export const ofMembers = (ids: readonly string[]): SQL => sql`m.id = any(${sql.param([...ids])}::uuid[])`;
export const ofLeads = (ids: readonly string[]): SQL => sql`l.id = any(${sql.param([...ids])}::uuid[])`;
export const ofPeopleAt = (sourceId: string, externalIds: readonly string[]): SQL =>
  sql`m.source_id = ${sourceId} and m.external_id = any(${sql.param([...externalIds])}::text[])`;
export const ofAnybody: SQL = sql`true`;

type Pair = { firstId: string; secondId: string; reason: SamePersonReason };

const reasonOf = (code: SamePersonReason): SQL => sql.raw(`'${code}'`);

/** Pairs of entries that share an address, an account name or a lead. */
export function listSamePairs(db: Queryable, communityId: string, limit: number): Promise<Pair[]> {
  const live = (name: string) =>
    sql.raw(`${name}.deleted_at is null and ${name}.joined_into is null and ${name}.status <> 'declined'`);
  return rowsOf(
    db,
    sql`select distinct on (a.id, b.id) a.id as "firstId", b.id as "secondId",
        case when a.lead_id = b.lead_id then ${reasonOf('same_lead')}
          when a.handle_key = b.handle_key then ${reasonOf('same_account')}
          else ${reasonOf('account_in_address')} end as reason
      from community_members a join community_members b on b.community_id = a.community_id and b.id > a.id and (
        b.lead_id = a.lead_id or (b.handle_key = a.handle_key and b.source_id is distinct from a.source_id)
        or (a.handle_key is not null and a.email_key is null and split_part(b.email_key, '@', 1) = a.handle_key)
        or (b.handle_key is not null and b.email_key is null and split_part(a.email_key, '@', 1) = b.handle_key))
      where a.community_id = ${communityId} and ${live('a')} and ${live('b')}
      order by a.id, b.id limit ${limit}`,
  );
}

/** What a joined entry did counts for the other one; under which entry it was done stays known. */
export async function moveDeeds(db: Queryable, from: string, to: string): Promise<void> {
  await db.execute(sql`update community_posts set member_id = ${to}, written_as = coalesce(written_as, ${from})
    where member_id = ${from}`);
  await db.execute(sql`update community_reactions set member_id = ${to} where member_id = ${from}`);
}

/** Gives an entry that stands by itself again what was done under it. */
export async function returnDeeds(db: Queryable, memberId: string, from: string): Promise<void> {
  await db.execute(sql`update community_posts set member_id = ${memberId}, written_as = null
    where member_id = ${from} and written_as = ${memberId}`);
  await db.execute(sql`update community_reactions set member_id = ${memberId}
    where member_id = ${from} and reactor = ${`member:${memberId}`}`);
}

/** Entries of these leads: by link, by the same address, or by the account on the platform they were mirrored from. */
export async function listMembersOfLeads(db: Queryable, leadIds: readonly string[]): Promise<StoredMember[]> {
  const ids = sql`${sql.param([...leadIds])}::uuid[]`;
  const found = await db
    .select({ id: communityMembers.id })
    .from(communityMembers)
    .where(
      sql`${communityMembers.leadId} = any(${ids}) or ${communityMembers.emailKey} in (
        select email_key from leads where id = any(${ids}) and email_key is not null)
        or (${communityMembers.sourceId} is not null and ${communityMembers.handleKey} is not null and exists (
          select 1 from leads join community_sources s on s.id = ${communityMembers.sourceId}
          where leads.id = any(${ids}) and leads.handle_key = s.kind || ':' || ${communityMembers.handleKey}))`,
    );
  const people = await withJoined(
    db,
    found.map(({ id }) => id),
  );
  return db.select().from(communityMembers).where(inArray(communityMembers.id, people));
}

/** Gives the memberships of a lead, or just these, to another record of theirs; answers which. */
export async function moveMemberships(
  tx: Queryable,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> {
  const moved = await tx
    .update(communityMembers)
    .set({ leadId: to })
    .where(and(eq(communityMembers.leadId, from), only && inArray(communityMembers.id, [...only])))
    .returning({ id: communityMembers.id });
  return moved.map(({ id }) => id);
}

/** What a person wrote, for them to read. */
export function listWordsOf(db: Queryable, memberIds: readonly string[]) {
  return db
    .select({ body: communityPosts.body, postedAt: communityPosts.postedAt, url: communityPosts.url })
    .from(communityPosts)
    .where(inArray(communityPosts.memberId, [...memberIds]))
    .orderBy(communityPosts.postedAt);
}

export type Deed = {
  id: string;
  kind: 'joined' | 'left' | 'posted' | 'commented';
  community: string;
  communityId: string;
  text: string | null;
  at: string;
};

/** What these entries did that can still be seen in communities that are there, the latest first. */
export function listDeeds(db: Queryable, memberIds: readonly string[], limit: number): Promise<Deed[]> {
  const ids = sql`${sql.param([...memberIds])}::uuid[]`;
  return rowsOf(
    db,
    sql`select d.id, d.kind, c.name as community, c.id as "communityId", d.text,
        to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from (
        select id, 'joined' as kind, community_id, null as text, joined_at as at from community_members
        where id = any(${ids}) and joined_at is not null and deleted_at is null and joined_into is null
        union all
        select id, 'left', community_id, null, left_at from community_members
        where id = any(${ids}) and left_at is not null and joined_into is null
        union all
        select id, case when parent_id is null then 'posted' else 'commented' end, community_id, body, posted_at
        from community_posts where member_id = any(${ids}) and state = 'published' and deleted_at is null
      ) d join communities c on c.id = d.community_id and c.deleted_at is null
      order by d.at desc, d.id desc limit ${limit}`,
  );
}

/** These entries and all that were joined into them or they into: one person. */
async function withJoined(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with recursive own(id) as (
        select unnest(${sql.param([...ids])}::uuid[])
        union select case when m.id = own.id then m.joined_into else m.id end
          from own join community_members m on m.joined_into is not null and (m.joined_into = own.id or m.id = own.id))
      select id from own`,
  );
  return rows.map(({ id }) => id);
}

const FORGOTTEN = 'forgotten:';

/**
 * What is kept in place of the id of somebody at a source who is not to be stored here any more: it tells nobody who
 * they are, and the next reading of the source passes them over.
 */
export function forgottenId(sourceId: SQL, externalId: SQL): SQL {
  return sql`${FORGOTTEN}::text || encode(sha256(convert_to(${sourceId}::text || ':' || ${externalId}, 'UTF8')), 'hex')`;
}

/**
 * Takes away whatever tells who these people are, and their words. The row stays without a name, so that joins and
 * departures by day stay true.
 */
export async function anonymise(db: Queryable, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const ids = await withJoined(db, memberIds);
  await db.delete(communityReactions).where(inArray(communityReactions.memberId, ids));
  // An invitation stands in the outbox under the beginning of its hash.
  await db.execute(sql`delete from outbox_mails using community_members m
    where m.id = any(${sql.param(ids)}::uuid[]) and m.invite_hash is not null
      and outbox_mails.id = substr(m.invite_hash, 1, 32)::uuid`);
  // What readers wrote beside a report may name them.
  await db.execute(sql`delete from community_reports using community_posts p
    where p.id = community_reports.post_id and p.member_id = any(${sql.param(ids)}::uuid[])`);
  await db
    .update(communityPosts)
    .set({
      memberId: null,
      authorName: 'Former member',
      body: 'Removed with its author.',
      url: null,
      link: null,
      flags: [],
      deletedAt: sql`coalesce(${communityPosts.deletedAt}, now())`,
    })
    .where(inArray(communityPosts.memberId, ids));
  await db
    .update(communityMembers)
    .set({
      name: '',
      email: null,
      emailKey: null,
      socialHandle: null,
      handleKey: null,
      contactHash: null,
      leadId: null,
      externalId: sql`case when starts_with(${communityMembers.externalId}, ${FORGOTTEN}) then ${communityMembers.externalId}
        else ${forgottenId(sql`${communityMembers.sourceId}`, sql`${communityMembers.externalId}`)} end`,
      inviteHash: null,
      invitedBy: null,
      deletedAt: sql`coalesce(${communityMembers.deletedAt}, now())`,
      leftAt: sql`coalesce(${communityMembers.leftAt}, case when ${communityMembers.joinedAt} is not null then now() end)`,
    })
    .where(inArray(communityMembers.id, ids));
}

/** Removed people of whom something is still known. */
export async function listRemovedMembers(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from community_members where deleted_at < ${before.toISOString()}
      and (email is not null or social_handle is not null or name <> '') limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
