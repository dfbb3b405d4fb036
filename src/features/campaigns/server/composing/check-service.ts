import MailComposer from 'nodemailer/lib/mail-composer';
import type { z } from 'zod';
import { hostedPagePath } from '#features/content/contract-pages.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { PreflightCheck, preflightCampaign, sendTestMail } from '../../contract-checks.ts';
import { answerNote, noticeNote } from '#features/delivery/rules-answer-words.ts';
import { preflightChecks } from '../../rules-preflight.ts';
import { findLandingSiteByUrl } from '../campaign-store.ts';
import { unsentReason, verdictOf } from '#features/delivery/server/queue/delivery-outcome.ts';
import type { Launch } from '../launch-service.ts';
import { messageIdHeader } from '#features/mail/server/mail-template.ts';
import { parseSender } from '#features/mail/server/sender.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import { countUnanswered } from '#features/inbox/server/reply-store.ts';
import type { Preview } from './preview-service.ts';

type Dependencies = {
  db: Database;
  launch: Pick<Launch, 'readSender'>;
  preview: Pick<Preview, 'composeSample' | 'listTargets' | 'listImpressions'>;
  mailboxes: Pick<Mailboxes, 'findSending' | 'isMailPaused'>;
  transports: MailTransports;
  egress: Egress;
  publicUrl: string;
};

const LINK_TIMEOUT_MS = 6 * SECOND_MS;
const BEGIN_WITHIN_MS = 20 * SECOND_MS;

/** What is looked at before a launch, and one message sent to oneself. */
export function createChecks(dependencies: Dependencies) {
  const { db, launch, preview, mailboxes, transports, egress, publicUrl } = dependencies;
  const statusOf = async (url: string): Promise<{ url: string; status: number | null }> => {
    // A page of ours is known here; from outside this server may not even see itself.
    if (url.startsWith(`${publicUrl}${hostedPagePath('')}`)) {
      const { origin, pathname } = new URL(url);
      return { url, status: (await findLandingSiteByUrl(db, origin + pathname)) ? 200 : 404 };
    }
    try {
      return { url, status: (await egress({ url, timeoutMs: LINK_TIMEOUT_MS })).status };
    } catch {
      return { url, status: null };
    }
  };

  return {
    async preflightCampaign(input: z.output<typeof preflightCampaign.body>): Promise<PreflightCheck[]> {
      const { workspace, sender } = await launch.readSender();
      const own = await mailboxes.findSending();
      const { domain } = parseSender(own?.from ?? sender.header);
      const [records, impressions, links, unanswered] = await Promise.all([
        transports.readSenderRecords(domain),
        preview.listImpressions(input),
        Promise.all((await preview.listTargets(input)).map(statusOf)),
        countUnanswered(db, input.targetGroups ?? []),
      ]);
      return preflightChecks({
        channels: input.channels ?? [],
        domain,
        ...records,
        links,
        impressions,
        publicUrl,
        postalAddress: workspace.postalAddress,
        hasMailServer: own !== undefined || transports.smtp !== undefined,
        isMailPaused: await mailboxes.isMailPaused(),
        unanswered,
      });
    },

    /** Passes the claims gate as a launch does. Nothing of it is counted, and its links lead straight to their pages. */
    async sendTestMail(
      { ordinal, variant, ...input }: z.output<typeof sendTestMail.body>,
      actor: Actor,
    ): Promise<z.input<typeof sendTestMail.response>> {
      const sample = await preview.composeSample(input, { ordinal, variant, role: actor.role });
      if (!sample)
        throw new AppError('refused', 'Choose a lead group with somebody who can be written to first.');
      const own = await mailboxes.findSending();
      const from = own?.from ?? sample.from;
      const transport = isPracticeAddress(actor.email)
        ? transports.outbox
        : own
          ? transports.open(own.account)
          : (transports.smtp ?? transports.outbox);
      const id = newId();
      const mail = new MailComposer({
        from,
        to: actor.email,
        subject: `[Test] ${sample.subject}`,
        text: sample.text,
        ...(sample.html === null ? {} : { html: sample.html }),
        messageId: messageIdHeader(id, parseSender(from).domain),
      });
      try {
        const result = await transport.send({
          id,
          raw: (await mail.compile().build()).toString('latin1'),
          from,
          to: actor.email,
          envelopeFrom: parseSender(from).address,
          envelopeTo: actor.email,
          beginBy: Date.now() + BEGIN_WITHIN_MS,
        });
        const to = actor.email;
        const verdict = verdictOf(result, 1);
        if (verdict.kind === 'sent' && transport.id === 'outbox')
          return { outcome: 'outbox', to, text: noticeNote('no_mail_server') };
        if (verdict.kind === 'sent') return { outcome: 'sent', to, text: `Sent to ${to}.` };
        const unsent = unsentReason(verdict);
        const text = unsent ? answerNote(unsent.reason, unsent.details) : 'It was not sent.';
        return { outcome: 'failed', to, text };
      } finally {
        if (own && transport.id !== 'outbox') await transport.close();
      }
    },
  };
}
