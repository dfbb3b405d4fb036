import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob, FOR_A_DAY } from '#platform/jobs.ts';
import { ESCALATION_LABELS } from '../../rules-inbox.ts';
import { type MailTeamContext, mailTeam } from '../mail-team.ts';
import { claimNotice, findInboxRow, releaseNotice } from './inbox-store.ts';

/** Emails the team that a visitor needs a person. */
export const notifyTeamJob = defineJob({
  name: 'agents.handover',
  payload: z.object({ conversationId: z.uuid() }),
  ...FOR_A_DAY,
});

/** One email to each who may answer. It names the agent and the reason, and nothing that the visitor said. */
export async function notifyTeam(
  ctx: MailTeamContext & Pick<Context, 'publicUrl'>,
  conversationId: string,
): Promise<void> {
  const { db, publicUrl } = ctx;
  const conversation = await findInboxRow(db, conversationId);
  if (!conversation?.escalation || conversation.handoverAt === null) return;
  const isEmergency = conversation.escalation.level === 'emergency';
  const isWithPerson = conversation.personId !== null;
  // A person who has joined may be looking elsewhere, and the visitor was promised that someone knows.
  if (isWithPerson && !isEmergency) return;
  const reason = ESCALATION_LABELS[conversation.escalation.category];
  const goesOn = isWithPerson
    ? 'Someone on your team has joined this conversation but may not have seen this yet.'
    : conversation.sellingStoppedAt === null
      ? 'The agent goes on answering until you join.'
      : 'The agent has stopped selling in this conversation. It is silent as soon as you join.';
  const handoverAt = conversation.teamNotifiedAt ?? conversation.handoverAt;
  const { level } = conversation.escalation;
  const noticeTo = (userId: string) => ({ conversationId, userId, handoverAt, level });
  await mailTeam(ctx, {
    subject: `${isEmergency ? 'Emergency: a' : 'A'} visitor of ${conversation.agentName} needs a person`,
    text: [
      `${conversation.agentName} has asked for a person. Reason: ${reason}.`,
      goesOn,
      '',
      `${publicUrl}/chatbot/inbox?conversation=${conversationId}`,
    ].join('\n'),
    claim: (userId) => claimNotice(db, noticeTo(userId)),
    release: (userId) => releaseNotice(db, noticeTo(userId)),
  });
}
