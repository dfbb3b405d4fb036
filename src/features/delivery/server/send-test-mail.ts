import MailComposer from 'nodemailer/lib/mail-composer';
import type { z } from 'zod';
import type * as contract from '#features/campaigns/contract-preview.ts';
import { messageIdHeader, parseSender } from '#features/mail/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import { answerNote, NO_MAIL_SERVER } from '../rules-answer-words.ts';
import { mailOutcome, unsentReason } from './queue/delivery-outcome.ts';

const BEGIN_WITHIN_MS = 20 * SECOND_MS;

/** Sends one message of a campaign to oneself; refuses with `refused`. Passes the claims gate as a launch does. Nothing of it is counted, and its links lead straight to their pages. */
export async function sendTestMail(
  ctx: Context,
  { ordinal, variant, ...input }: z.output<typeof contract.sendTestMail.body>,
  actor: Actor,
): Promise<z.input<typeof contract.sendTestMail.response>> {
  const sample = await ctx.campaigns.preview.composeSample(input, { ordinal, variant, role: actor.role });
  if (!sample)
    throw new AppError('refused', 'Choose a lead group with somebody who can be written to first.');
  const own = await ctx.mailboxes.findSending();
  const from = own?.from ?? sample.from;
  const transport = isPracticeAddress(actor.email)
    ? ctx.mailTransports.outbox
    : own
      ? ctx.mailTransports.open(own.account)
      : (ctx.mailTransports.smtp ?? ctx.mailTransports.outbox);
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
    const outcome = mailOutcome(result, 1);
    if (outcome.kind === 'sent' && transport.id === 'outbox')
      return { outcome: 'outbox', to, text: NO_MAIL_SERVER };
    if (outcome.kind === 'sent') return { outcome: 'sent', to, text: `Sent to ${to}.` };
    const unsent = unsentReason(outcome);
    const text = unsent ? answerNote(unsent.reason, unsent.details) : 'It was not sent.';
    return { outcome: 'failed', to, text };
  } finally {
    if (own && transport.id !== 'outbox') await transport.close();
  }
}
