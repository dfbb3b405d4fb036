import { z } from 'zod';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { askGoldenJob, type Golden } from './golden/golden-questions.ts';
import { type Handovers, notifyTeamJob } from './inbox/notify-team.ts';
import type { Inbox } from './inbox/inbox-conversations.ts';

/** Asks all golden questions again, once a day: knowledge has last days. */
const askDailyJob = defineJob({
  name: 'conversations.golden',
  payload: z.object({}),
  schedule: '19 4 * * *',
});

/** Looks which conversations have come to rest. */
const settleJob = defineJob({ name: 'agents.settle', payload: z.object({}), schedule: '*/10 * * * *' });

export const CONVERSATION_JOBS = [askDailyJob, settleJob, notifyTeamJob, askGoldenJob];

type Workers = { inbox: Inbox; handovers: Handovers; golden: Golden };

export async function workConversations(
  queue: JobQueue,
  { inbox, handovers, golden }: Workers,
): Promise<void> {
  await queue.work(askDailyJob, () => golden.askAllDaily());
  await queue.work(askGoldenJob, ({ expertId }) => golden.askAgain(expertId));
  await queue.work(settleJob, () => inbox.settle());
  await queue.work(notifyTeamJob, ({ conversationId }) => handovers.notifyTeam(conversationId));
}
