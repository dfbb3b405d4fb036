import type { z } from 'zod';
import type { PersonalText, TextProof } from '#features/compliance/contract-texts.ts';
import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type {
  CommunityPost,
  DecidedPost,
  holdPost,
  listPosts,
  NewPost,
  ReactionKind,
  updatePost,
} from '../contract-posts.ts';
import type { sendPublicPost } from '../contract-public.ts';
import { DEFAULT_SETTINGS, decidedOtherwise, firstLink, mayPost, mustWait } from '../rules.ts';
import { flagOfCopy, flagsOf, isTellingCopy } from '../rules-moderation.ts';
import { previewJob } from './jobs.ts';
import { findMemberByEmail, findMemberById, touchMember } from './member-store.ts';
import {
  countQueue,
  countRejected,
  countShownPosts,
  countWaiting,
  findKind,
  findPostRow,
  hasCopy,
  insertPost,
  listCommentRows,
  listCommentsTo,
  listQueue,
  listRejected,
  listShownPosts,
  lockPost,
  type PostRow,
  placeCursor,
  purgePosts,
  queueCursor,
  readPost,
  type StoredPost,
  setReactions,
  updatePostRow,
} from './post-store.ts';
import { noteLinks, purgePreviews } from './preview-store.ts';
import { communityNotFound, postNotFound } from './refusals.ts';
import { settleReportsOf } from './report-store.ts';
import { findCommunity } from './store.ts';
import type { Sources } from './sync-source.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  tracking: Tracking;
  sources: Pick<Sources, 'canAnswer' | 'queueAnswer'>;
  now: () => Date;
};

type PostQuery = z.output<(typeof listPosts)['query']>;
type VisitorPost = z.output<(typeof sendPublicPost)['body']>;

/** What is said in a community. */
export function createPosts({ db, queue, settings, compliance, tracking, sources, now }: Dependencies) {
  const toPost = (row: PostRow): CommunityPost => ({
    ...readPost(row),
    canAnswerAtSource: row.isAtSource && row.parentId === null && sources.canAnswer(row.sourceKind),
  });

  const readerOf = (actor: Pick<Actor, 'id'>): string => `user:${actor.id}`;

  const getPost = async (
    tx: Queryable,
    communityId: string,
    id: string,
    actor: Actor,
  ): Promise<CommunityPost> => {
    const row = await findPostRow(tx, { communityId, id, reader: readerOf(actor) });
    if (!row) throw postNotFound();
    return toPost(row);
  };

  const change = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      const result = await work(tx);
      await announce(tx, ['communities']);
      return result;
    });

  const lockLive = async (tx: Transaction, communityId: string, id: string): Promise<StoredPost> => {
    const row = await lockPost(tx, communityId, id);
    if (!row || row.deletedAt || !(await findCommunity(tx, communityId))) throw postNotFound();
    return row;
  };

  /** Refuses what the law forbids a seller to print, unless an admin says why it may leave. */
  async function assertClaims(
    tx: Transaction,
    {
      id,
      body,
      isOfAgent = false,
      actor,
      overrideReason,
    }: {
      id: string;
      body: string;
      isOfAgent?: boolean;
      actor: Actor;
      overrideReason: string | undefined;
    },
  ): Promise<TextProof> {
    const { jurisdictions } = await settings.getWorkspace(tx);
    return compliance.assertMayLeave(tx, {
      text: body,
      kind: isOfAgent ? 'agent_answer' : 'community_post',
      jurisdictions,
      actor,
      approval: approvalOf(overrideReason, actor),
      subject: { kind: 'post', id },
      field: 'body',
    });
  }

  /** Who looks behind the link of a post. */
  async function previewLink(tx: Transaction, link: string | null): Promise<void> {
    if (link === null) return;
    for (const previewId of await noteLinks(tx, [link])) await queue.send(previewJob, { previewId }, { tx });
  }

  async function assertParent(
    tx: Transaction,
    communityId: string,
    parentId: string | null,
  ): Promise<StoredPost | undefined> {
    if (parentId === null) return undefined;
    const parent = await lockPost(tx, communityId, parentId);
    if (!parent || parent.deletedAt || parent.state !== 'published') throw postNotFound();
    if (parent.parentId !== null)
      throw new AppError('refused', 'Comments answer a post, not another comment.');
    return parent;
  }

  /** A published post of a member counts for them, and for the lead they are. */
  async function noteActivity(
    tx: Transaction,
    post: Pick<StoredPost, 'id' | 'communityId' | 'memberId' | 'postedAt' | 'parentId'>,
  ): Promise<void> {
    if (post.memberId === null) return;
    await touchMember(tx, post.memberId, post.postedAt);
    const member = await findMemberById(tx, post.memberId);
    if (!member?.leadId) return;
    await tracking.recordEvents(tx, [
      {
        // Held back and let in again, it was said once.
        id: post.id,
        type: 'community.posted',
        leadId: member.leadId,
        occurredAt: post.postedAt,
        data: { communityId: post.communityId, isComment: post.parentId !== null },
        isDemo: member.isDemo,
      },
    ]);
    await announce(tx, ['events']);
  }

  return {
    async listPosts(
      communityId: string,
      { limit, cursor, view }: PostQuery,
      actor: Actor,
    ): Promise<Page<CommunityPost>> {
      if (!(await findCommunity(db, communityId))) throw communityNotFound();
      const page = { communityId, limit: limit + 1, reader: readerOf(actor) };
      const places = view === 'queue' ? queueCursor : placeCursor;
      const read = {
        published: () => listShownPosts(db, { ...page, after: placeCursor.read(cursor) }),
        queue: () => listQueue(db, { ...page, after: queueCursor.read(cursor) }),
        rejected: () => listRejected(db, { ...page, after: placeCursor.read(cursor) }),
      };
      const count = { published: countShownPosts, queue: countQueue, rejected: countRejected };
      const [rows, total] = await Promise.all([read[view](), count[view](db, communityId)]);
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items: items.map(toPost), nextCursor: last ? places.write(last) : null, total };
    },

    countWaitingPosts: async () => ({ waiting: await countWaiting(db) }),

    async getPost(communityId: string, postId: string, actor: Actor): Promise<CommunityPost> {
      if (!(await findCommunity(db, communityId))) throw communityNotFound();
      return getPost(db, communityId, postId, actor);
    },

    async listComments(communityId: string, postId: string, actor: Actor): Promise<CommunityPost[]> {
      await getPost(db, communityId, postId, actor);
      return (await listCommentRows(db, postId, readerOf(actor))).map(toPost);
    },

    createPost: (
      communityId: string,
      { body, parentId, overrideReason }: NewPost,
      actor: Actor,
    ): Promise<CommunityPost> =>
      change(async (tx) => {
        if (!(await findCommunity(tx, communityId))) throw communityNotFound();
        const parent = await assertParent(tx, communityId, parentId);
        const id = newId();
        const isSaidThere =
          parent?.externalId != null &&
          parent.sourceId !== null &&
          sources.canAnswer(await findKind(tx, parent.sourceId));
        const proof = await assertClaims(tx, { id, body, actor, overrideReason });
        const link = firstLink(body);
        await insertPost(tx, {
          id,
          communityId,
          parentId,
          authorName: `${actor.firstName} ${actor.lastName}`.trim() || 'Team',
          userId: actor.id,
          body,
          link,
          state: 'published',
          postedAt: now(),
          proof,
          answerState: isSaidThere ? 'queued' : null,
        });
        if (isSaidThere) await sources.queueAnswer(tx, communityId, id);
        await previewLink(tx, link);
        return getPost(tx, communityId, id, actor);
      }),

    /** A post of a visitor of a site that hosts the community. */
    acceptPost: (communityId: string, { authorName, authorEmail, body, parentId }: VisitorPost) =>
      change(async (tx) => {
        const community = await findCommunity(tx, communityId);
        if (!community) throw communityNotFound();
        const { whoMayPost, holdsAll } = { ...DEFAULT_SETTINGS, ...community.settings };
        const found =
          authorEmail === undefined
            ? undefined
            : await findMemberByEmail(tx, communityId, normalizeEmail(authorEmail));
        const member = found?.status === 'active' ? found : undefined;
        const role = member?.memberType ?? null;
        if (found?.status === 'blocked' || !mayPost(role, whoMayPost)) {
          throw new AppError('forbidden', 'This person may not post in this community.', {
            reason: 'may_not_post',
          });
        }
        await assertParent(tx, communityId, parentId);
        const { jurisdictions } = await settings.getWorkspace(tx);
        const since = new Date(now().getTime() - DAY_MS);
        const flags = flagsOf(body, jurisdictions);
        if (isTellingCopy(body) && (await hasCopy(tx, { communityId, body, since }))) {
          flags.push(flagOfCopy(body));
        }
        const state = mustWait({ role, flags, holdsAll }) ? ('held' as const) : ('published' as const);
        const id = newId();
        const link = firstLink(body);
        const post = {
          id,
          communityId,
          parentId,
          memberId: member?.id ?? null,
          authorName: member?.name || authorName,
          body,
          link,
          state,
          flags,
          postedAt: now(),
        };
        await insertPost(tx, post);
        await previewLink(tx, link);
        if (state === 'published') await noteActivity(tx, post);
        return { id, state };
      }),

    changePost: (
      communityId: string,
      id: string,
      { isPinned, body, state, overrideReason }: z.output<(typeof updatePost)['body']>,
      actor: Actor,
    ): Promise<DecidedPost> =>
      change(async (tx) => {
        const row = await lockLive(tx, communityId, id);
        const isOurs = row.userId !== null || row.expertId !== null;
        if (body !== undefined && !isOurs) {
          throw new AppError(
            'refused',
            'Words of others are not changed. Reject or delete the post instead.',
          );
        }
        if (isPinned === true && row.parentId !== null)
          throw new AppError('refused', 'Only a post can be pinned.');
        const overtaken = state === undefined ? null : decidedOtherwise(row.state, state);
        if (overtaken !== null) throw decidedAlready(overtaken);
        const text = body ?? row.body;
        const isNews = state === 'published' && row.state !== 'published';
        const proof =
          isOurs && (body !== undefined || isNews)
            ? await assertClaims(tx, {
                id,
                body: text,
                isOfAgent: row.expertId !== null,
                actor,
                overrideReason,
              })
            : undefined;
        const parent = row.parentId === null ? undefined : await lockPost(tx, communityId, row.parentId);
        const isSaidThere =
          isNews &&
          row.state === 'draft' &&
          parent?.externalId != null &&
          parent.sourceId !== null &&
          sources.canAnswer(await findKind(tx, parent.sourceId));
        const link = body === undefined ? row.link : firstLink(body);
        await updatePostRow(tx, id, {
          ...(isPinned === undefined ? {} : { isPinned }),
          ...(body === undefined ? {} : { body, link, editedAt: row.state === 'draft' ? null : now() }),
          ...(state === undefined ? {} : { state }),
          ...(proof === undefined ? {} : { proof }),
          // A draft is said when it is let out, by whoever lets it out.
          ...(isNews && row.state === 'draft' ? { postedAt: now(), userId: actor.id } : {}),
          ...(isSaidThere ? { answerState: 'queued' as const } : {}),
        });
        if (isSaidThere) await sources.queueAnswer(tx, communityId, id);
        if (body !== undefined) await previewLink(tx, link);
        if (isNews) {
          // Whoever lets it in has seen what was reported of it.
          await settleReportsOf(tx, id, now());
          await noteActivity(tx, row);
        }
        const hasDecided = state !== undefined && state !== row.state;
        return { ...(await getPost(tx, communityId, id, actor)), hasDecided };
      }),

    /** Undo of letting in or rejecting, and how a post that is in is held back: it waits again, with its flags. */
    holdPost: (
      communityId: string,
      id: string,
      { undoes }: z.output<(typeof holdPost)['query']>,
      actor: Actor,
    ): Promise<DecidedPost> =>
      change(async (tx) => {
        const row = await lockLive(tx, communityId, id);
        const overtaken = undoes === undefined ? null : decidedOtherwise(row.state, undoes);
        if (overtaken !== null) throw decidedAlready(overtaken);
        const isDraft = row.expertId !== null;
        if (row.userId !== null && !isDraft) {
          throw new AppError(
            'refused',
            'What the team posts does not wait for moderation. Delete it instead.',
          );
        }
        if (row.answerState !== null) {
          throw new AppError('refused', 'This answer is said at the source too, and stays said there.');
        }
        const hasDecided = row.state === 'published' || row.state === 'rejected';
        if (hasDecided) {
          // A draft is nobody's until somebody lets it out again.
          await updatePostRow(tx, id, isDraft ? { state: 'draft', userId: null } : { state: 'held' });
        }
        return { ...(await getPost(tx, communityId, id, actor)), hasDecided };
      }),

    /** What the team and its agents answered to posts of a person. */
    textsTo: (leadId: string): Promise<PersonalText[]> => listCommentsTo(db, leadId),

    deletePost: (communityId: string, id: string): Promise<void> =>
      change(async (tx) => {
        await lockLive(tx, communityId, id);
        await updatePostRow(tx, id, { deletedAt: now() });
      }),

    /** Undo of `deletePost`. */
    restorePost: (communityId: string, id: string, actor: Actor): Promise<CommunityPost> =>
      change(async (tx) => {
        const row = await lockPost(tx, communityId, id);
        if (!row || !(await findCommunity(tx, communityId))) throw postNotFound();
        if (row.deletedAt) await updatePostRow(tx, id, { deletedAt: null });
        return getPost(tx, communityId, id, actor);
      }),

    react: (
      communityId: string,
      postId: string,
      kinds: readonly ReactionKind[],
      actor: Actor,
    ): Promise<CommunityPost> =>
      change(async (tx) => {
        await lockLive(tx, communityId, postId);
        await setReactions(tx, { postId, communityId, reactor: readerOf(actor), kinds });
        return getPost(tx, communityId, postId, actor);
      }),

    previewLink,
    noteActivity,

    /** Posts and previews that were let go before then. */
    async forgetRemovedPosts(before: Date): Promise<void> {
      await purgePosts(db, before);
      await purgePreviews(db);
    },
  };
}
export type Posts = ReturnType<typeof createPosts>;

function decidedAlready(message: string): AppError {
  return new AppError('conflict', message, { reason: 'decided_already' });
}
