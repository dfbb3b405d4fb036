import MailComposer from 'nodemailer/lib/mail-composer';
import type { User } from '#features/access/contract.ts';
import type { Mailboxes } from '#features/campaigns/server/mailbox-service.ts';
import { hasRole } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Log } from '#platform/log.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';

type Dependencies = {
  listUsers: () => Promise<User[]>;
  transports: MailTransports;
  sender: () => Promise<{ header: string; address: string }>;
  /** Of one's own, from which mail leaves where SMTP_URL is not set. */
  mailboxes: Pick<Mailboxes, 'findSending'>;
  log: Log;
};

type Notice = {
  subject: string;
  text: string;
  /** Before the mail leaves: a try that died on the way is not made again for whoever has it already. */
  claim: (userId: string) => Promise<boolean>;
  /** The mail has not left: another try may tell them. */
  release: (userId: string) => Promise<void>;
};

/**
 * One mail to each who may act, once, however often the job comes. It throws where somebody could not be told for now:
 * the job comes again.
 */
export function createTeamMail({ listUsers, transports, sender, mailboxes, log }: Dependencies) {
  return async ({ subject, text, claim, release }: Notice): Promise<void> => {
    const own = transports.smtp ? undefined : await mailboxes.findSending();
    const from = own ? { header: own.from, address: own.address } : await sender();
    const server = transports.smtp ?? (own ? transports.open(own.account) : transports.outbox);
    const people = (await listUsers()).filter(({ role }) => hasRole(role, 'member'));
    let hasFailed = false;
    try {
      for (const { id, email } of people) {
        if (!(await claim(id))) continue;
        const raw = await new MailComposer({
          from: from.header,
          to: email,
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
          .compile()
          .build();
        const result = await (isPracticeAddress(email) ? transports.outbox : server).send({
          id: newId(),
          from: from.header,
          to: email,
          envelopeFrom: from.address,
          envelopeTo: email,
          raw: raw.toString(),
          beginBy: Date.now() + 5 * MINUTE_MS,
        });
        if (result.outcome === 'accepted') continue;
        // The app shows it too; the address stays out of the log.
        log.warn({ outcome: result.outcome, subject }, 'the team was not told by mail');
        const mayTryAgain =
          result.outcome === 'not_begun' || (result.outcome === 'rejected' && !result.isPermanent);
        if (!mayTryAgain) continue;
        await release(id);
        hasFailed = true;
      }
    } finally {
      if (own) await server.close();
    }
    if (hasFailed) throw new Error('somebody of the team was not told by mail; the job comes again');
  };
}
export type MailTeam = ReturnType<typeof createTeamMail>;
