import { createHash, randomBytes } from 'node:crypto';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { dateInZone } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type {
  AiExpert,
  Community,
  CommunityChange,
  CommunityDay,
  KEY_KINDS,
  NewCommunity,
} from '../contract.ts';
import { metricsOf } from '../rules.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { moveAll } from './membership-sync.ts';
import { communityNotFound } from './refusals.ts';
import {
  type CommunityRow,
  findCommunity,
  findExpert,
  insertCommunity,
  listCommunityRows,
  listDays as listDayRows,
  listExperts,
  lockCommunity,
  markDeleted,
  markRestored,
  updateCommunityRow,
} from './store.ts';

type ChangeContext = Pick<Context, 'db' | 'clock' | 'feedCache'>;
type KeyKind = (typeof KEY_KINDS)[number];

/** All communities with their metrics. */
export async function listCommunities({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Community[]> {
  return (await listCommunityRows(db, clock.now())).map(toCommunity);
}

/** The agents that can moderate. */
export function listAiExperts({ db }: Pick<Context, 'db'>): Promise<AiExpert[]> {
  return listExperts(db);
}

/** The figures of a community by day. Refuses with `not_found`. */
export async function listDays(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<CommunityDay[]> {
  if (!(await findCommunity(db, id))) throw communityNotFound();
  const { timeZone } = await getWorkspace(db);
  return listDayRows(db, id, { today: dateInZone(clock.now(), timeZone), timeZone });
}

/** Creates a community. Refuses claims in its texts, and an agent that is inactive or gone. */
export function createCommunity(
  ctx: ChangeContext,
  { socialMediaLinks, overrideReason, ...given }: NewCommunity,
  actor: Actor,
): Promise<Community> {
  const { clock } = ctx;
  return change(ctx, async (tx) => {
    await assertExpert(tx, given.moderatorExpertId);
    const id = newId();
    await assertTexts(ctx, tx, given, { id, overrideReason, actor });
    await insertCommunity(tx, {
      ...given,
      id,
      socialLinks: socialMediaLinks,
      apiKey: newKey('public'),
      moderatorSince: clock.now(),
      createdAt: clock.now(),
    });
    return getCommunity(ctx, tx, id);
  });
}

/** Changes a community. Refuses as `createCommunity` does, and with `not_found`. */
export function changeCommunity(
  ctx: ChangeContext,
  id: string,
  { socialMediaLinks, settings: changedSettings, overrideReason, ...plain }: CommunityChange,
  actor: Actor,
): Promise<Community> {
  const { clock } = ctx;
  return change(ctx, async (tx) => {
    const row = await lockCommunity(tx, id);
    if (!row) throw communityNotFound();
    await assertExpert(tx, plain.moderatorExpertId, row.moderatorExpertId);
    const changed = {
      ...(plain.name === row.name ? {} : { name: plain.name }),
      ...(plain.description === row.description ? {} : { description: plain.description }),
    };
    await assertTexts(ctx, tx, changed, { id, overrideReason, actor });
    const after = { ...row, ...plain };
    const isModerated = (one: Pick<typeof row, 'isActive' | 'moderatorExpertId'>): boolean =>
      one.isActive && one.moderatorExpertId !== null;
    await updateCommunityRow(tx, id, {
      ...plain,
      // A new moderator does not answer what is there already.
      ...(isModerated(after) && !isModerated(row) ? { moderatorSince: clock.now() } : {}),
      ...(socialMediaLinks === undefined ? {} : { socialLinks: socialMediaLinks }),
      ...(changedSettings === undefined ? {} : { settings: { ...row.settings, ...changedSettings } }),
    });
    return getCommunity(ctx, tx, id);
  });
}

/** Hides a community for a day, then it is purged. Its key ends now. Refuses with `not_found`. */
export function deleteCommunity(
  ctx: ChangeContext & Pick<Context, 'eventSubscribers'>,
  id: string,
): Promise<void> {
  const { clock } = ctx;
  return change(ctx, async (tx) => {
    if (!(await markDeleted(tx, id, clock.now()))) throw communityNotFound();
    await moveAll(ctx, tx, id, 'community.left');
  });
}

/** Undo of `deleteCommunity`: everything is as before, including the key. */
export function restoreCommunity(
  ctx: ChangeContext & Pick<Context, 'eventSubscribers'>,
  id: string,
): Promise<Community> {
  return change(ctx, async (tx) => {
    if (await markRestored(tx, id)) await moveAll(ctx, tx, id, 'community.joined');
    return getCommunity(ctx, tx, id);
  });
}

/** Replaces a key; the old one ends now. Refuses with `not_found`. */
export function rotateKey(ctx: ChangeContext, id: string, kind: KeyKind): Promise<{ key: string }> {
  return change(ctx, async (tx) => {
    if (!(await lockCommunity(tx, id))) throw communityNotFound();
    const key = newKey(kind);
    await updateCommunityRow(tx, id, kind === 'public' ? { apiKey: key } : { secretHash: hashOfKey(key) });
    return { key };
  });
}

/** Commits and announces a change, and clears the cached feeds, which show the community. */
async function change<T>(
  { db, feedCache }: ChangeContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await commitAndAnnounce(db, work);
  feedCache.clear();
  return result;
}

async function getCommunity(
  { clock }: Pick<Context, 'clock'>,
  tx: Queryable,
  id: string,
): Promise<Community> {
  const [row] = await listCommunityRows(tx, clock.now(), id);
  if (!row) throw communityNotFound();
  return toCommunity(row);
}

/** Refuses an agent that is inactive or gone; one that moderates already stays. */
async function assertExpert(
  tx: Queryable,
  expertId: string | null | undefined,
  before: string | null = null,
): Promise<void> {
  if (expertId == null || expertId === before) return;
  const expert = await findExpert(tx, expertId);
  if (expert?.isActive) return;
  const message = expert
    ? 'This agent is inactive and answers nobody. Choose another one.'
    : 'This agent does not exist any more. Choose another one.';
  throw new AppError('invalid_input', message, { fields: { moderatorExpertId: message } });
}

/** Refuses claims in texts that readers see, also on pages of others, unless an admin gives a reason. */
async function assertTexts(
  ctx: Pick<Context, 'clock'>,
  tx: Transaction,
  texts: { name?: string | undefined; description?: string | undefined },
  { id, overrideReason, actor }: { id: string; overrideReason: string | undefined; actor: Actor },
): Promise<void> {
  const { jurisdictions } = await getWorkspace(tx);
  for (const field of ['name', 'description'] as const) {
    const text = texts[field];
    if (text === undefined) continue;
    await assertMayLeave(ctx, tx, {
      text,
      kind: 'community_post',
      jurisdictions,
      actor,
      approval: approvalOf(overrideReason, actor),
      subject: { kind: 'workspace', id: null },
      field,
      details: { communityId: id },
    });
  }
}

/** A new key of either kind: 192 random bits. */
const newKey = (kind: KeyKind): string =>
  `${kind === 'public' ? 'ycm' : 'ycs'}_${randomBytes(24).toString('base64url')}`;

const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

function toCommunity({
  socialLinks,
  members,
  posts,
  active,
  membersBefore,
  netJoins,
  isDemo: _isDemo,
  ...row
}: CommunityRow): Community {
  return {
    ...row,
    socialMediaLinks: socialLinks,
    metrics: metricsOf({ members, posts, active, membersBefore, netJoins }),
  };
}
