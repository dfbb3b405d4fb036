import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import type { User } from '#features/access/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { hasRole } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { ESCALATION_LABELS } from '../rules-inbox.ts';
import type { Chat } from './chat-service.ts';
import { updateConversation } from './chat-store.ts';
import { claimNotice, findInboxRow, releaseNotice } from './inbox-store.ts';

/** Tells the team by mail that a visitor needs a person. */
export const tellTeamJob = defineJob({
  name: 'agents.handover',
  payload: z.object({ conversationId: z.uuid() }),
  retryLimit: 5,
});

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  chat: Pick<Chat, 'onHandover'>;
  listUsers: () => Promise<User[]>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  transports: MailTransports;
  /** MAIL_FROM. */
  mailFrom: string | undefined;
  publicUrl: string;
  log: Log;
};

/** Between an agent and the people who step in for it. */
export function createHandovers(dependencies: Dependencies) {
  const { db, queue, chat, listUsers, settings, transports, mailFrom, publicUrl, log } = dependencies;

  // In the transaction of the turn: whoever is told to wait for a person is known to the team.
  chat.onHandover(async (tx, { conversationId, isNews }) => {
    await updateConversation(tx, conversationId, { resolvedAt: null, isConfirmed: false });
    if (isNews) await queue.send(tellTeamJob, { conversationId }, { tx, key: conversationId });
    await announce(tx, ['agents']);
  });

  return {
    /** One mail to each who may answer. It names the agent and the reason, and nothing that the visitor said. */
    async tellTeam(conversationId: string): Promise<void> {
      const conversation = await findInboxRow(db, conversationId);
      if (!conversation?.escalation || conversation.handoverAt === null) return;
      const isEmergency = conversation.escalation.level === 'emergency';
      const isWithPerson = conversation.personId !== null;
      // Whoever has joined may be looking elsewhere, and the visitor has been told that somebody knows.
      if (isWithPerson && !isEmergency) return;
      const workspace = await settings.getWorkspace();
      const people = (await listUsers()).filter(({ role }) => hasRole(role, 'member'));
      const reason = ESCALATION_LABELS[conversation.escalation.category];
      const from = mailFrom ?? senderOf(workspace, publicUrl);
      const subject = `${isEmergency ? 'Emergency: a' : 'A'} visitor of ${conversation.agentName} needs a person`;
      const link = `${publicUrl}/chatbot/inbox?conversation=${conversationId}`;
      const goesOn = isWithPerson
        ? 'Somebody of the team has joined this conversation, and may not have seen it yet.'
        : conversation.sellingStoppedAt === null
          ? 'The agent goes on answering until you join.'
          : 'The agent has stopped selling in this conversation. It is silent as soon as you join.';
      const text = [
        `${conversation.agentName} has asked for a person. Reason: ${reason}.`,
        goesOn,
        '',
        link,
      ].join('\n');
      let hasFailed = false;
      for (const { id: userId, email } of people) {
        const notice = {
          conversationId,
          userId,
          handoverAt: conversation.toldAt ?? conversation.handoverAt,
          level: conversation.escalation.level,
        };
        // Before the mail leaves: a try that died on the way is not made again for whoever has the mail already.
        if (!(await claimNotice(db, notice))) continue;
        const raw = await new MailComposer({
          from,
          to: email,
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
          .compile()
          .build();
        const transport = isPracticeAddress(email)
          ? transports.outbox
          : (transports.smtp ?? transports.outbox);
        const result = await transport.send({
          id: newId(),
          from,
          to: email,
          envelopeFrom: addressOf(from),
          envelopeTo: email,
          raw: raw.toString(),
          beginBy: Date.now() + 5 * MINUTE_MS,
        });
        // The app shows it too; the address stays out of the log.
        if (result.outcome === 'accepted') continue;
        log.warn({ outcome: result.outcome }, 'handover not told by mail');
        const mayTryAgain =
          result.outcome === 'not_begun' || (result.outcome === 'rejected' && !result.isPermanent);
        if (!mayTryAgain) continue;
        await releaseNotice(db, notice);
        hasFailed = true;
      }
      if (hasFailed) throw new Error('somebody was not told of a handover; the job comes again');
    },
  };
}
export type Handovers = ReturnType<typeof createHandovers>;

function senderOf(
  { name, senderName, senderEmail }: { name: string; senderName: string; senderEmail: string },
  publicUrl: string,
): string {
  const { hostname } = new URL(publicUrl);
  const domain = /^[\d.]+$|\[/.test(hostname) ? 'localhost' : hostname;
  const words = (senderName || name).replaceAll(/[<>"\p{Cc}]+/gu, ' ').trim();
  return `${words} <${senderEmail || `hello@${domain}`}>`;
}

function addressOf(header: string): string {
  return /<([^<>]+)>\s*$/.exec(header)?.[1] ?? header.trim();
}
