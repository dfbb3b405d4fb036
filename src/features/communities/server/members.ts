import type { z } from 'zod';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type {
  ActivityWeights,
  CommunityMember,
  listMembers as listMembersEndpoint,
  NewMember,
  updateMember,
} from '../contract.ts';
import { activityScore, DEFAULT_SETTINGS, handleKey, levelOf } from '../rules.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import {
  countMembers,
  findMemberByEmail,
  findMemberRow,
  insertMember,
  listMemberRows,
  lockMember,
  type MemberRow,
  type NewMemberRow,
  ofMembers,
  type StoredMember,
} from './member-store.ts';
import { changeEntry, knowLeads } from './membership-sync.ts';
import { communityNotFound, memberNotFound } from './refusals.ts';
import { findCommunity } from './store.ts';

type MemberQuery = z.output<(typeof listMembersEndpoint)['query']>;
type MemberContext = Pick<Context, 'db' | 'clock' | 'eventSubscribers'>;

/** The people of a community, page by page. Refuses with `not_found`. */
export async function listMembers(
  { db }: Pick<Context, 'db'>,
  communityId: string,
  { limit, cursor, view, q }: MemberQuery,
): Promise<Page<CommunityMember>> {
  const weights = await weightsOf(db, communityId);
  const rows = await listMemberRows(db, {
    communityId,
    view,
    q,
    after: instantCursor.read(cursor),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  // The helpful are few enough for one page.
  const hasMore = rows.length > limit && view !== 'helpful';
  return {
    items: items.map((row) => toMember(row, weights)),
    nextCursor: last && hasMore ? instantCursor.write({ at: last.sortKey, id: last.id }) : null,
    total: await countMembers(db, { communityId, view, q }),
  };
}

/** Adds a member by hand. Refuses an address that is in the community with `conflict`. */
export function addMember(
  ctx: MemberContext & Pick<Context, 'eventSubscribers' | 'contactPepper'>,
  communityId: string,
  { email, socialHandle, memberType }: NewMember,
): Promise<CommunityMember> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    if (!(await findCommunity(tx, communityId))) throw communityNotFound();
    const emailKey = email === null ? null : normalizeEmail(email);
    await assertNew(tx, communityId, emailKey);
    const id = newId();
    await insertMember(tx, {
      id,
      communityId,
      email,
      emailKey,
      contactHash: emailKey === null ? null : hashContact(ctx, 'email', emailKey),
      socialHandle,
      handleKey: socialHandle === null ? null : handleKey(socialHandle),
      memberType,
      status: 'active',
      joinedAt: clock.now(),
      createdAt: clock.now(),
    });
    await knowLeads(ctx, tx, ofMembers([id]));
    return getMember(tx, communityId, id);
  });
}

/** Changes the role of a member, blocks them or lets them in again. Refuses to accept an invitation for them. */
export function changeMember(
  ctx: MemberContext,
  communityId: string,
  id: string,
  { memberType, status }: z.output<(typeof updateMember)['body']>,
): Promise<CommunityMember> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    const row = await lockLiveMember(tx, communityId, id);
    const isMove = status !== undefined && status !== row.status;
    if (isMove && status === 'active' && (row.status === 'invited' || row.status === 'declined')) {
      throw new AppError('refused', 'Only the invited person can accept the invitation.', {
        reason: 'not_confirmed',
      });
    }
    await changeEntry(ctx, tx, row, {
      memberType: memberType ?? row.memberType,
      ...(isMove && status === 'blocked' ? blocked(row, clock.now()) : {}),
      ...(isMove && status === 'active' ? admitted(row, clock.now()) : {}),
    });
    return getMember(tx, communityId, id);
  });
}

/** Removes a member; `restoreMember` brings them back within a day. */
export function removeMember(ctx: MemberContext, communityId: string, id: string): Promise<void> {
  const { db, clock } = ctx;
  return commitAndAnnounce(db, async (tx) => {
    const row = await lockLiveMember(tx, communityId, id);
    await changeEntry(ctx, tx, row, {
      deletedAt: clock.now(),
      leftAt: row.leftAt ?? (row.joinedAt ? clock.now() : null),
    });
  });
}

/** Undo of `removeMember`. Refuses with `not_found` once the names are gone, with `conflict` when the address is taken. */
export function restoreMember(ctx: MemberContext, communityId: string, id: string): Promise<CommunityMember> {
  return commitAndAnnounce(ctx.db, async (tx) => {
    const row = await lockMember(tx, communityId, id);
    if (!row) throw memberNotFound();
    if (row.deletedAt) {
      if (row.email === null && row.socialHandle === null && row.name === '') throw memberNotFound();
      await assertNew(tx, communityId, row.emailKey);
      const isBack = row.status === 'active' || row.status === 'invited';
      await changeEntry(ctx, tx, row, { deletedAt: null, ...(isBack ? { leftAt: null } : {}) });
    }
    return getMember(tx, communityId, id);
  });
}

export async function getMember(tx: Queryable, communityId: string, id: string): Promise<CommunityMember> {
  const weights = await weightsOf(tx, communityId);
  const row = await findMemberRow(tx, communityId, id);
  if (!row) throw memberNotFound();
  return toMember(row, weights);
}

/** The live member, locked until the transaction ends. */
export async function lockLiveMember(
  tx: Transaction,
  communityId: string,
  id: string,
): Promise<StoredMember> {
  const row = await lockMember(tx, communityId, id);
  if (!row || row.deletedAt || row.joinedInto) throw memberNotFound();
  return row;
}

async function weightsOf(tx: Queryable, communityId: string): Promise<ActivityWeights> {
  const community = await findCommunity(tx, communityId);
  if (!community) throw communityNotFound();
  return community.settings.weights ?? DEFAULT_SETTINGS.weights;
}

async function assertNew(tx: Queryable, communityId: string, emailKey: string | null): Promise<void> {
  if (emailKey === null || !(await findMemberByEmail(tx, communityId, emailKey))) return;
  const message = 'This address is in the community already.';
  throw new AppError('conflict', message, { reason: 'member_exists', fields: { email: message } });
}

function toMember(
  { sortKey: _place, posts, comments, reactions, thanks, ...row }: MemberRow,
  weights: ActivityWeights,
): CommunityMember {
  const score = activityScore({ posts, comments, reactions }, weights);
  return { ...row, activity: { posts, comments, reactions, thanks, score }, level: levelOf(score) };
}

/** An invitation that has not been sent is not sent while they are blocked. */
function blocked(row: StoredMember, at: Date): Partial<NewMemberRow> {
  return {
    status: 'blocked',
    statusBeforeBlock: row.status,
    leftAt: row.joinedAt ? (row.leftAt ?? at) : null,
  };
}

/** An unblocked person is what they were before: only accepting makes an invited person a member. */
function admitted(row: StoredMember, at: Date): Partial<NewMemberRow> {
  const before = row.status === 'blocked' ? row.statusBeforeBlock : null;
  if (before !== null && before !== 'active') {
    return {
      status: before,
      statusBeforeBlock: null,
      leftAt: before === 'left' ? row.leftAt : null,
      // The job may have skipped it in the meantime.
      ...(row.inviteState === 'queued' ? { inviteState: 'waiting' as const } : {}),
    };
  }
  return { status: 'active', statusBeforeBlock: null, leftAt: null, joinedAt: row.joinedAt ?? at };
}
