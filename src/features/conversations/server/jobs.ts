import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { askDueQuestions, askGoldenJob, queueAllGoldenQuestions } from './golden/golden-questions.ts';
import { settleConversations } from './inbox/inbox-conversations.ts';
import { notifyTeam, notifyTeamJob } from './inbox/notify-team.ts';

/** Asks all golden questions again, once a day: knowledge has last days. */
const askDailyJob = defineJob({
  name: 'conversations.golden',
  payload: z.object({}),
  schedule: '19 4 * * *',
});

/** Looks which conversations have come to rest. */
const settleJob = defineJob({ name: 'agents.settle', payload: z.object({}), schedule: '*/10 * * * *' });

export const CONVERSATION_JOBS = [askDailyJob, settleJob, notifyTeamJob, askGoldenJob];

export async function workConversations(ctx: Context): Promise<void> {
  const { jobs } = ctx;
  await jobs.work(askDailyJob, () => queueAllGoldenQuestions(ctx));
  await jobs.work(askGoldenJob, ({ expertId }) => askDueQuestions(ctx, expertId));
  await jobs.work(settleJob, () => settleConversations(ctx));
  await jobs.work(notifyTeamJob, ({ conversationId }) => notifyTeam(ctx, conversationId));
}
