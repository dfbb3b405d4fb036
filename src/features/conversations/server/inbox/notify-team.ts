import { z } from 'zod';
import type { Database } from '#platform/db.ts';
import { defineJob, FOR_A_DAY, type JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import { ESCALATION_LABELS } from '../../rules-inbox.ts';
import type { Chat } from '../start-chat.ts';
import { updateConversation } from '../store.ts';
import { claimNotice, findInboxRow, releaseNotice } from './inbox-store.ts';
import type { MailTeam } from '../mail-team.ts';

/** Tells the team by mail that a visitor needs a person. */
export const notifyTeamJob = defineJob({
  name: 'agents.handover',
  payload: z.object({ conversationId: z.uuid() }),
  ...FOR_A_DAY,
});

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  chat: Pick<Chat, 'onHandover'>;
  mailTeam: MailTeam;
  publicUrl: string;
};

/** Between an agent and the people who step in for it. */
export function createHandovers({ db, queue, chat, mailTeam, publicUrl }: Dependencies) {
  // In the transaction of the chat turn: a visitor who is asked to wait for a person is known to the team.
  chat.onHandover(async (tx, { conversationId, isNews }) => {
    await updateConversation(tx, conversationId, { resolvedAt: null, isConfirmed: false });
    if (isNews) await queue.send(notifyTeamJob, { conversationId }, { tx, key: conversationId });
    await announce(tx, ['agents']);
  });

  return {
    /** One mail to each who may answer. It names the agent and the reason, and nothing that the visitor said. */
    async notifyTeam(conversationId: string): Promise<void> {
      const conversation = await findInboxRow(db, conversationId);
      if (!conversation?.escalation || conversation.handoverAt === null) return;
      const isEmergency = conversation.escalation.level === 'emergency';
      const isWithPerson = conversation.personId !== null;
      // A person who has joined may be looking elsewhere, and the visitor was promised that someone knows.
      if (isWithPerson && !isEmergency) return;
      const reason = ESCALATION_LABELS[conversation.escalation.category];
      const subject = `${isEmergency ? 'Emergency: a' : 'A'} visitor of ${conversation.agentName} needs a person`;
      const link = `${publicUrl}/chatbot/inbox?conversation=${conversationId}`;
      const goesOn = isWithPerson
        ? 'Someone on your team has joined this conversation but may not have seen this yet.'
        : conversation.sellingStoppedAt === null
          ? 'The agent goes on answering until you join.'
          : 'The agent has stopped selling in this conversation. It is silent as soon as you join.';
      const text = [
        `${conversation.agentName} has asked for a person. Reason: ${reason}.`,
        goesOn,
        '',
        link,
      ].join('\n');
      const told = {
        conversationId,
        handoverAt: conversation.teamNotifiedAt ?? conversation.handoverAt,
        level: conversation.escalation.level,
      };
      const noticeTo = (userId: string) => ({ ...told, userId });
      await mailTeam({
        subject,
        text,
        claim: (userId) => claimNotice(db, noticeTo(userId)),
        release: (userId) => releaseNotice(db, noticeTo(userId)),
      });
    },
  };
}
export type Handovers = ReturnType<typeof createHandovers>;
