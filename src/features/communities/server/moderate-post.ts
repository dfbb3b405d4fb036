import { z } from 'zod';
import { checkClaims } from '#engines/claims/check.ts';
import { judgeMessage } from '#engines/safety/judge.ts';
import { proofOf } from '#features/compliance/rules-proof.ts';
import { consultAgent } from '#features/conversations/server/consult-agent.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { newId } from '#kit/id.ts';
import { truncate } from '#kit/text.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import { DEFAULT_SETTINGS, firstLink } from '../rules.ts';
import { asksSomething, needsPerson, plainAnswer } from '../rules-moderation.ts';
import { canAnswerPost, queueAnswer } from './answer-at-source.ts';
import { countNow, countUp } from './limit-store.ts';
import {
  addFlag,
  findModerator,
  isAnswered,
  noteUnknown,
  readUnknown,
  takeUnescalated,
  takeUnmoderated,
} from './moderation-store.ts';
import { insertPost, lockPost } from './post-store.ts';
import { findCommunity } from './store.ts';
import { escalate, escalateJob } from './tell-team.ts';

/** A person may be about to answer, so the agent waits this long. */
const LEFT_ALONE_MS = MINUTE_MS;
/** Older posts, such as a mirrored archive, are not answered. */
const NEWS_MS = 3 * DAY_MS;
const AT_ONCE = 50;
/** The newest; the person who teaches the agent knows the older ones. */
const MOST_UNKNOWN = 500;
const EXCERPT = 120;

/**
 * left: a person was quicker, or there is nothing to answer · over: the day's answers are used up, people take it from
 * here · unknown: the agent's knowledge does not hold it.
 */
export type Moderated = 'left' | 'over' | 'unknown' | 'drafted' | 'answered' | 'escalated';

type ModerationContext = Parameters<typeof consultAgent>[0] & Pick<Context, 'jobs' | 'communitySources'>;
type Waiting = NonNullable<Awaited<ReturnType<typeof lockWaiting>>>;

/** Lets the moderator agent look at one post. */
export const moderateJob = defineJob({
  name: 'communities.moderate',
  payload: z.object({ communityId: z.uuid(), postId: z.uuid() }),
  retryLimit: 2,
  concurrency: 2,
});

/** Questions in communities that an agent could not answer, for its list of such questions. */
export const unknownQuestions = readUnknown(MOST_UNKNOWN);

/** Queues what waits: for the agent what no one has answered, for the team the posts of people who may be in danger. */
export async function findUnmoderated({
  db,
  clock,
  jobs,
}: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const at = clock.now();
  const from = new Date(at.getTime() - NEWS_MS);
  await inTransaction(db, async (tx) => {
    const stretch = { from, limit: AT_ONCE };
    for (const found of await takeUnescalated(tx, { ...stretch, to: at })) {
      await jobs.send(escalateJob, found, { tx });
    }
    const to = new Date(at.getTime() - LEFT_ALONE_MS);
    for (const found of await takeUnmoderated(tx, { ...stretch, to })) {
      await jobs.send(moderateJob, found, { tx });
    }
  });
}

/** Has the agent read one post and write what it knows; repeating adds nothing. */
export async function moderatePost(
  ctx: ModerationContext,
  { communityId, postId }: z.infer<typeof moderateJob.payload>,
): Promise<Moderated> {
  const { db } = ctx;
  const before = await inTransaction(db, (tx) => lockWaiting(tx, communityId, postId));
  if (!before) return 'left';
  const { body } = before.post;
  // Danger is looked for in everything and at any time; only what asks something is worth a model's time.
  if (!mayBeInDanger(body)) {
    if (!asksSomething(body)) return 'left';
    // No model call for an answer that the limit would discard.
    if ((await countNow(db, limitKey(communityId))) >= before.settings.moderatorDailyLimit) return 'over';
  }
  const said = await consultAgent(ctx, { agentId: before.agent.id, message: body });
  const { jurisdictions } = await getWorkspace(db);
  return inTransaction(db, async (tx): Promise<Moderated> => {
    const waiting = await lockWaiting(tx, communityId, postId);
    // Changed in the meantime: the answer is for other words. The new ones are read in their turn.
    if (!waiting || waiting.post.body !== body || waiting.agent.id !== before.agent.id) return 'left';
    const { post } = waiting;
    if (said.escalation) {
      const { category } = said.escalation;
      const excerpt = truncate(body, EXCERPT);
      await addFlag(tx, postId, { kind: 'safety', reason: 'concern', details: { category }, excerpt });
      await escalate(ctx, tx, post);
      await comment(ctx, tx, waiting, { body: plainAnswer(said.text), state: 'draft' });
      await announce(tx, ['communities']);
      return 'escalated';
    }
    if (!asksSomething(body)) return 'left';
    if (!said.isAnswered || said.citations.length === 0) {
      await noteUnknown(tx, postId, waiting.agent.id);
      await announce(tx, ['agents']);
      return 'unknown';
    }
    const answer = plainAnswer(said.text);
    const { findings } = checkClaims(answer, { jurisdictions, kind: 'agent_answer' });
    if (findings.some(({ severity }) => severity === 'block')) return 'unknown';
    // Counted where it is written: what comes again finds the answer there, and what says nothing costs nothing.
    const counted = await countUp(tx, limitKey(communityId), DAY_MS);
    if (counted > waiting.settings.moderatorDailyLimit) return 'over';
    const isFree = post.flags.length === 0 && !needsPerson(body) && !needsPerson(answer);
    const state = waiting.settings.moderatorMode === 'answers' && isFree ? 'published' : 'draft';
    await comment(ctx, tx, waiting, { body: answer, state });
    await announce(tx, ['communities', 'activity']);
    return state === 'published' ? 'answered' : 'drafted';
  });
}

/** A post that is still waiting, locked; undefined when there is nothing left to do. */
async function lockWaiting(tx: Transaction, communityId: string, postId: string) {
  const post = await lockPost(tx, communityId, postId);
  if (!post || post.deletedAt || post.state !== 'published' || post.parentId !== null) return undefined;
  const community = await findCommunity(tx, communityId);
  if (!community?.isActive || community.moderatorExpertId === null) return undefined;
  const agent = await findModerator(tx, community.moderatorExpertId);
  if (!agent || (await isAnswered(tx, postId))) return undefined;
  return { post, agent, settings: { ...DEFAULT_SETTINGS, ...community.settings } };
}

async function comment(
  ctx: ModerationContext,
  tx: Transaction,
  { post, agent }: Waiting,
  { body, state }: { body: string; state: 'draft' | 'published' },
): Promise<void> {
  const { clock } = ctx;
  const id = newId(clock.now().getTime());
  const { jurisdictions } = await getWorkspace(tx);
  const isSaidThere = state === 'published' && (await canAnswerPost(ctx, tx, post));
  await insertPost(tx, {
    id,
    communityId: post.communityId,
    parentId: post.id,
    // Readers see that no person writes.
    authorName: `${agent.name} (AI agent)`,
    expertId: agent.id,
    body,
    link: firstLink(body),
    state,
    postedAt: clock.now(),
    // A draft is checked when it is published.
    proof:
      state === 'draft'
        ? null
        : proofOf(body, {
            kind: 'agent_answer',
            jurisdictions,
            today: clock.now().toISOString().slice(0, 10),
          }),
    answerState: isSaidThere ? 'queued' : null,
    isDemo: post.isDemo,
  });
  if (isSaidThere) await queueAnswer(ctx, tx, { communityId: post.communityId, postId: id });
}

const limitKey = (communityId: string): string => `moderator:${communityId}`;

/** Whether the fixed words of an emergency or a referral belong here; true for what cannot be judged. */
function mayBeInDanger(body: string): boolean {
  try {
    return judgeMessage(body).level !== 'answer';
  } catch {
    return true;
  }
}
