import MailComposer from 'nodemailer/lib/mail-composer';
import { listUsers } from '#features/access/server/people.ts';
import { giveBack, listSendingSingle, takeFor } from '#features/mailboxes/server/sending.ts';
import { hasRole } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { isPracticeAddress, type MailTransport } from '#providers/mail/port.ts';

export type MailTeamContext = Pick<
  Context,
  'db' | 'clock' | 'log' | 'config' | 'vault' | 'mailTransports' | 'sender'
>;

type Notice = {
  subject: string;
  text: string;
  /** Before the email is sent: a retry skips recipients who have it already. */
  claim: (userId: string) => Promise<boolean>;
  /** The email was not sent: a retry may send it. */
  release: (userId: string) => Promise<void>;
};

/**
 * One email to each who may act, once, however often the job runs. Throws where one could not be sent for now: the job is
 * retried. It counts against the limits of the mailbox it leaves from, and waits for none of them.
 */
export async function mailTeam(
  ctx: MailTeamContext,
  { subject, text, claim, release }: Notice,
): Promise<void> {
  const { db, clock, log, mailTransports, sender } = ctx;
  const [{ sending }, server] = await Promise.all([listSendingSingle(ctx), sender()]);
  const people = (await listUsers({ db })).filter(({ role }) => hasRole(role, 'member'));
  const opened = new Map<string, MailTransport>();

  /** Sender and transport. */
  const wayTo = async (to: string, mailId: string) => {
    if (isPracticeAddress(to)) return { from: server, transport: mailTransports.outbox };
    const own = await inTransaction(db, (tx) => takeFor(tx, sending, { mailId, to, isUrgent: true }));
    const { mailbox, account } = own ?? {};
    const from = mailbox?.from ? { header: mailbox.from.header, address: mailbox.address } : server;
    if (!mailbox || !account) return { from, transport: mailTransports.smtp ?? mailTransports.outbox };
    const transport = opened.get(mailbox.id) ?? mailTransports.open(account);
    opened.set(mailbox.id, transport);
    return { from, transport };
  };

  let hasFailed = false;
  try {
    for (const { id, email } of people) {
      if (!(await claim(id))) continue;
      const mailId = newId();
      const { from, transport } = await wayTo(email, mailId).catch(async (error: unknown) => {
        await release(id);
        throw error;
      });
      const raw = await new MailComposer({
        from: from.header,
        to: email,
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
        .compile()
        .build();
      const result = await transport.send({
        id: mailId,
        from: from.header,
        to: email,
        envelopeFrom: from.address,
        envelopeTo: email,
        raw: raw.toString(),
        beginBy: clock.now().getTime() + 5 * MINUTE_MS,
      });
      if (result.outcome === 'accepted') continue;
      // The app shows it too; the address stays out of the log.
      log.warn({ outcome: result.outcome, subject }, 'the team was not told by mail');
      if (result.outcome === 'not_begun') await giveBack(db, mailId);
      const mayTryAgain =
        result.outcome === 'not_begun' || (result.outcome === 'rejected' && !result.isPermanent);
      if (!mayTryAgain) continue;
      await release(id);
      hasFailed = true;
    }
  } finally {
    for (const transport of opened.values()) await transport.close();
  }
  if (hasFailed) throw new Error('somebody of the team was not told by mail; the job comes again');
}
