import { judgeMessage } from '#engines/safety/judge.ts';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import { proofOf } from '#features/compliance/rules-proof.ts';
import type { Consulted, MailTeam } from '#features/conversations/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { newId } from '#kit/id.ts';
import { truncate } from '#kit/text.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import { DEFAULT_SETTINGS, firstLink } from '../rules.ts';
import { flagNote } from '../rules-flag-words.ts';
import { asksSomething, needsPerson, plainAnswer } from '../rules-moderation.ts';
import { escalateJob, moderateJob } from './jobs.ts';
import { countNow, countUp, forgetCount } from './limit-store.ts';
import {
  addFlag,
  findModerator,
  isAnswered,
  noteEscalated,
  noteUnknown,
  readUnknown,
  takeUnescalated,
  takeUnmoderated,
} from './moderation-store.ts';
import { findKind, insertPost, lockPost, type StoredPost } from './post-store.ts';
import type { Sources } from './source-service.ts';
import { findCommunity } from './store.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  sources: Pick<Sources, 'canAnswer' | 'queueAnswer'>;
  /** What the agent says to a post, by the same checks as in a conversation. */
  consult: (asked: { agentId: string; message: string }) => Promise<Consulted>;
  mailTeam: MailTeam;
  publicUrl: string;
  now: () => Date;
};

/** A person may be about to answer: for so long a post is left to people. */
const LEFT_ALONE_MS = MINUTE_MS;
/** What was posted longer ago nobody waits for any more: a mirrored archive is not answered. */
const NEWS_MS = 3 * DAY_MS;
const AT_ONCE = 50;
/** Older ones are no news to whoever teaches the agent. */
const MOST_UNKNOWN = 500;
const EXCERPT = 120;

/**
 * left: somebody was quicker, or there is nothing to answer · over: the day's answers are used up, people take it from
 * here · unknown: the agent's knowledge does not hold it.
 */
export type Moderated = 'left' | 'over' | 'unknown' | 'drafted' | 'answered' | 'escalated';

/** The moderator agent: answers what nobody has answered, and calls a person where one is needed. */
export function createModerator(dependencies: Dependencies) {
  const { db, queue, settings, sources, consult, mailTeam, publicUrl, now } = dependencies;

  /** A post that is still waiting, locked; undefined when there is nothing to do about it any more. */
  async function lockWaiting(tx: Transaction, communityId: string, postId: string) {
    const post = await lockPost(tx, communityId, postId);
    if (!post || post.deletedAt || post.state !== 'published' || post.parentId !== null) return undefined;
    const community = await findCommunity(tx, communityId);
    if (!community?.isActive || community.moderatorExpertId === null) return undefined;
    const agent = await findModerator(tx, community.moderatorExpertId);
    if (!agent || (await isAnswered(tx, postId))) return undefined;
    return { post, agent, settings: { ...DEFAULT_SETTINGS, ...community.settings } };
  }
  type Waiting = NonNullable<Awaited<ReturnType<typeof lockWaiting>>>;

  async function escalate(tx: Transaction, { communityId, id }: StoredPost): Promise<void> {
    if (await noteEscalated(tx, id, now()))
      await queue.send(escalateJob, { communityId, postId: id }, { tx });
  }

  async function comment(
    tx: Transaction,
    { post, agent }: Waiting,
    { body, state }: { body: string; state: 'draft' | 'published' },
  ): Promise<void> {
    const id = newId(now().getTime());
    const { jurisdictions } = await settings.getWorkspace(tx);
    const isSaidThere =
      state === 'published' &&
      post.externalId !== null &&
      post.sourceId !== null &&
      sources.canAnswer(await findKind(tx, post.sourceId));
    await insertPost(tx, {
      id,
      communityId: post.communityId,
      parentId: post.id,
      // Readers are told that no person writes.
      authorName: `${agent.name} (AI agent)`,
      expertId: agent.id,
      body,
      link: firstLink(body),
      state,
      postedAt: now(),
      // A draft is judged when somebody lets it out.
      proof:
        state === 'draft'
          ? null
          : proofOf(body, { kind: 'agent_answer', jurisdictions, today: now().toISOString().slice(0, 10) }),
      answerState: isSaidThere ? 'queued' : null,
      isDemo: post.isDemo,
    });
    if (isSaidThere) await sources.queueAnswer(tx, post.communityId, id);
  }

  return {
    /** Hands out what waits: to the agent what nobody has answered, to the team who may be in danger. */
    async findUnmoderated(): Promise<void> {
      const at = now();
      const from = new Date(at.getTime() - NEWS_MS);
      await inTransaction(db, async (tx) => {
        const stretch = { from, limit: AT_ONCE };
        for (const found of await takeUnescalated(tx, { ...stretch, to: at })) {
          await queue.send(escalateJob, found, { tx });
        }
        const to = new Date(at.getTime() - LEFT_ALONE_MS);
        for (const found of await takeUnmoderated(tx, { ...stretch, to })) {
          await queue.send(moderateJob, found, { tx });
        }
      });
    },

    /** Lets the agent read one post and write what it knows; done again it adds nothing. */
    async moderate(communityId: string, postId: string): Promise<Moderated> {
      const before = await inTransaction(db, (tx) => lockWaiting(tx, communityId, postId));
      if (!before) return 'left';
      const { body } = before.post;
      // Danger is looked for in everything and at any time; only what asks something is worth a model's time.
      if (!mayBeInDanger(body)) {
        if (!asksSomething(body)) return 'left';
        // Nothing is asked of a model that could not be said any more.
        if ((await countNow(db, limitKey(communityId))) >= before.settings.moderatorDailyLimit) return 'over';
      }
      const said = await consult({ agentId: before.agent.id, message: body });
      const { jurisdictions } = await settings.getWorkspace();
      return inTransaction(db, async (tx): Promise<Moderated> => {
        const waiting = await lockWaiting(tx, communityId, postId);
        // Changed while the agent read: what it says answers something else. The new words are read in their turn.
        if (!waiting || waiting.post.body !== body || waiting.agent.id !== before.agent.id) return 'left';
        const { post } = waiting;
        if (said.escalation) {
          const { category } = said.escalation;
          const excerpt = truncate(body, EXCERPT);
          await addFlag(tx, postId, { kind: 'safety', reason: 'concern', details: { category }, excerpt });
          await escalate(tx, post);
          await comment(tx, waiting, { body: plainAnswer(said.text), state: 'draft' });
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
        const { findings } = checkClaims(answer, jurisdictions, { kind: 'agent_answer' });
        if (findings.some(({ severity }) => severity === 'block')) return 'unknown';
        // Counted where it is written: what comes again finds the answer there, and what says nothing costs nothing.
        const counted = await countUp(tx, limitKey(communityId), DAY_MS);
        if (counted > waiting.settings.moderatorDailyLimit) return 'over';
        const isFree = post.flags.length === 0 && !needsPerson(body) && !needsPerson(answer);
        const state = waiting.settings.moderatorMode === 'answers' && isFree ? 'published' : 'draft';
        await comment(tx, waiting, { body: answer, state });
        await announce(tx, ['communities', 'activity']);
        return state === 'published' ? 'answered' : 'drafted';
      });
    },

    /** What agents were asked in communities and did not know, for their list of such questions to be read with. */
    unknownQuestions: readUnknown(MOST_UNKNOWN),

    /**
     * One mail to each who may act. It names the community and the reason, and nothing of what was said. Throws where
     * somebody could not be told for now: the job comes again.
     */
    async tellTeam(communityId: string, postId: string): Promise<void> {
      const told = await inTransaction(db, async (tx) => {
        const post = await lockPost(tx, communityId, postId);
        const community = await findCommunity(tx, communityId);
        const flag = post?.flags.find(({ kind }) => kind === 'safety');
        return post && !post.deletedAt && community && flag ? { community, flag } : undefined;
      });
      if (!told) return;
      const text = [
        `A post in ${told.community.name} needs a person now. Reason: ${flagNote(told.flag)}.`,
        'Nothing was answered by itself.',
        '',
        `${publicUrl}/community?community=${communityId}&posts=queue`,
      ].join('\n');
      const keyOf = (userId: string): string => `told:${postId}:${userId}`;
      await mailTeam({
        subject: 'A post in a community needs a person',
        text,
        claim: async (userId) => (await countUp(db, keyOf(userId), DAY_MS)) === 1,
        release: (userId) => forgetCount(db, keyOf(userId)),
      });
    },
  };
}

const limitKey = (communityId: string): string => `moderator:${communityId}`;

/** Whether the fixed words of an emergency or a referral belong here; what cannot be judged is taken for that. */
function mayBeInDanger(body: string): boolean {
  try {
    return judgeMessage(body).level !== 'answer';
  } catch {
    return true;
  }
}
