import type { HelpRegion } from '#engines/safety/judgement.ts';
import { proofOf } from '#features/compliance/rules-proof.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Escalation } from '../contract.ts';
import { isNewsToTeam, stopsSelling } from '../rules-escalation.ts';
import type { Answered } from './answers/answering.ts';
import { notifyTeamJob } from './inbox/notify-team.ts';
import type { ChatTurn, Talk } from './open-turn.ts';
import { insertAnswer, lockConversation, updateConversation } from './store.ts';

export type StoringContext = Pick<Context, 'db' | 'clock' | 'eventSubscribers'> & {
  jobs: Pick<JobQueue, 'send'>;
};

/** An answer on its way into the conversation. */
export type Storing = {
  turn: ChatTurn;
  conversation: Talk;
  messageId: string;
  answer: Answered;
  region: HelpRegion | undefined;
  jurisdictions: readonly Jurisdiction[];
  startedAt: number;
};

/** Undefined if a person joined before any of the answer was sent: then it is not sent. */
export async function storeAnswer(
  ctx: StoringContext,
  { answer, turn, conversation, messageId, region, jurisdictions, startedAt }: Storing,
  said: string,
): Promise<{ answerId: string; responseMs: number } | undefined> {
  const at = ctx.clock.now();
  // Behind the question, even when both fall into one millisecond.
  const id = newId(at.getTime() + 1);
  const responseMs = Math.max(1, Math.round(performance.now() - startedAt));
  const { escalation } = answer;
  const row = {
    id,
    conversationId: conversation.id,
    text: answer.text,
    citations: answer.citations,
    isAnswered: answer.isAnswered,
    escalation,
    engine: answer.engine,
    responseMs,
    retrieved: turn.channel === 'test' ? answer.retrieved : null,
    answersId: messageId,
    proof: proofOf(answer.text, {
      kind: 'agent_answer',
      jurisdictions,
      today: at.toISOString().slice(0, 10),
    }),
    createdAt: at,
    region,
  };
  const isSaid = said !== '' || escalation?.level === 'emergency';
  const isStored = await (escalation || answer.endsEmergency
    ? inTransaction(ctx.db, async (tx) => {
        if (escalation) await handOver(ctx, tx, { talk: conversation, escalation, at });
        else await endEmergency(tx, conversation);
        return insertAnswer(tx, row, { isSaid });
      })
    : insertAnswer(ctx.db, row, { isSaid }));
  return isStored ? { answerId: id, responseMs } : undefined;
}

/** In the transaction of the turn, so that a visitor who is asked to wait for a person is known to the team. */
async function handOver(
  ctx: Pick<StoringContext, 'jobs' | 'eventSubscribers'>,
  tx: Transaction,
  { talk, escalation, at }: { talk: Talk; escalation: Escalation; at: Date },
): Promise<void> {
  // Read again: another turn may have asked for a person while this answer was written.
  const conversation = await lockConversation(tx, talk);
  if (!conversation) return;
  // Until a person has dealt with it, what is asked after an emergency makes it no less of one.
  const standing = conversation.handoverAt === null ? null : conversation.escalation;
  const isKept = standing?.level === 'emergency' && escalation.level !== 'emergency';
  const isNews = isNewsToTeam(escalation, conversation, at);
  await updateConversation(tx, talk.id, {
    ...(isNews ? { teamNotifiedAt: at } : {}),
    handoverAt: conversation.handoverAt ?? at,
    escalation: isKept ? standing : escalation,
    ...(stopsSelling(escalation) ? { sellingStoppedAt: conversation.sellingStoppedAt ?? at } : {}),
    resolvedAt: null,
    isConfirmed: false,
  });
  if (conversation.handoverAt === null) {
    const data = { conversationId: talk.id, level: escalation.level };
    await recordEvents(ctx, tx, [
      {
        type: 'conversation.handed_over',
        leadId: conversation.leadId,
        occurredAt: at,
        data,
        isDemo: conversation.isDemo,
      },
    ]);
  }
  if (isNews) await ctx.jobs.send(notifyTeamJob, { conversationId: talk.id }, { tx, key: talk.id });
  await announce(tx, ['agents']);
}

/** The visitor made clear that there is none: the agent answers again, and the handover stays with the team. */
async function endEmergency(tx: Transaction, talk: Talk): Promise<void> {
  const conversation = await lockConversation(tx, talk);
  if (conversation?.escalation?.level !== 'emergency') return;
  await updateConversation(tx, talk.id, {
    sellingStoppedAt: null,
    escalation: { ...conversation.escalation, level: 'escalate' },
  });
}
