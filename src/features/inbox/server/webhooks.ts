import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { isPreload } from '#features/tracking/rules.ts';
import { looksLikeMachine } from '#features/tracking/server/looks-like-machine.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { isSameSecret } from '#platform/secrets.ts';
import type { WhatsAppNews } from '#providers/messaging/port.ts';
import { takeNews } from './ingest-messenger-reply.ts';
import { takeOpen, takeReport } from './ingest-reply.ts';

type Headers = Record<string, string | string[] | undefined>;

const OUR_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** A signature that is older than this may have been recorded and sent again. */
const LONGEST_AGE_S = 15 * 60;

const PostmarkEvent = z.object({
  RecordType: z.string(),
  ID: z.union([z.string(), z.number()]).nullish(),
  MessageID: z.string().nullish(),
  Email: z.string().nullish(),
  Recipient: z.string().nullish(),
  Type: z.string().nullish(),
  Details: z.string().nullish(),
  Description: z.string().nullish(),
  SuppressSending: z.boolean().nullish(),
  SuppressionReason: z.string().nullish(),
  UserAgent: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
});

const SendgridEvent = z.object({
  event: z.string(),
  email: z.string().optional(),
  sg_event_id: z.string(),
  type: z.string().optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
  useragent: z.string().optional(),
  sg_machine_open: z.boolean().optional(),
  'smtp-id': z.string().optional(),
});

type Report = { kind: 'bounce' | 'complaint' | 'unsubscribe'; isDead: boolean };

/**
 * What Postmark calls bounces and is one, or is what it says. An absence, a challenge, a new address and what it goes on
 * trying come the same way, and have kept no mail from anybody.
 */
const POSTMARK_BOUNCES: Partial<Record<string, Report>> = {
  HardBounce: { kind: 'bounce', isDead: true },
  BadEmailAddress: { kind: 'bounce', isDead: true },
  ManuallyDeactivated: { kind: 'bounce', isDead: true },
  Blocked: { kind: 'bounce', isDead: false },
  SpamNotification: { kind: 'bounce', isDead: false },
  VirusNotification: { kind: 'bounce', isDead: false },
  DMARCPolicy: { kind: 'bounce', isDead: false },
  SMTPApiError: { kind: 'bounce', isDead: false },
  SpamComplaint: { kind: 'complaint', isDead: false },
  Unsubscribe: { kind: 'unsubscribe', isDead: false },
};

/**
 * Why SendGrid did not try to send a mail, where that says something of the person: by its own lists. Who complained long
 * ago has not complained of this mail, but wants none.
 */
const SENDGRID_DROPS: Partial<Record<string, Report>> = {
  'Bounced Address': { kind: 'bounce', isDead: true },
  Invalid: { kind: 'bounce', isDead: true },
  'Unsubscribed Address': { kind: 'unsubscribe', isDead: false },
  'Spam Reporting Address': { kind: 'unsubscribe', isDead: false },
};

/** Takes what Postmark reports, once it is proven to come from it. Unknown news is accepted and ignored. */
export async function takePostmark(ctx: Context, body: Buffer, headers: Headers): Promise<void> {
  if (ctx.config.POSTMARK_WEBHOOK_SECRET === undefined) throw notSetUp('Postmark', 'POSTMARK_WEBHOOK_SECRET');
  const [, credentials = ''] = /^Basic (.+)$/i.exec(String(headers['authorization'] ?? '')) ?? [];
  const password = Buffer.from(credentials, 'base64').toString().split(':').slice(1).join(':');
  if (!isSameSecret(password, ctx.config.POSTMARK_WEBHOOK_SECRET)) throw notProven('Postmark');
  const event = read(PostmarkEvent, body);
  const address = event.Email ?? event.Recipient ?? null;
  const ids = Object.values(event.Metadata ?? {}).flatMap((value) => OUR_ID.exec(value)?.[0] ?? []);
  const shared = {
    ids,
    address,
    diagnostic: event.Details ?? event.Description ?? event.Type ?? event.SuppressionReason ?? '',
  };
  const key = `postmark ${event.RecordType} ${event.ID ?? event.MessageID ?? ''} ${address ?? ''}`;
  const bounce = event.RecordType === 'Bounce' ? POSTMARK_BOUNCES[event.Type ?? ''] : undefined;
  if (bounce) {
    await takeReport(ctx, { ...shared, key, kind: bounce.kind, isAddressDead: bounce.isDead });
  } else if (event.RecordType === 'SpamComplaint') {
    await takeReport(ctx, { ...shared, key, kind: 'complaint', isAddressDead: false });
  } else if (event.RecordType === 'Open') {
    await takeOpen(ctx, { ids, isMachine: isMachineOpen(event.UserAgent ?? '') });
  } else if (event.RecordType === 'SubscriptionChange' && event.SuppressSending) {
    const kind = kindOfChange(event.SuppressionReason ?? '');
    await takeReport(ctx, { ...shared, key, kind, isAddressDead: kind === 'bounce' });
  }
}

/** @returns what WhatsApp wants to hear from whom its token was given */
export function answerWhatsApp(
  ctx: Context,
  query: { mode: string; token: string; challenge: string },
): string {
  if (!ctx.messaging.whatsAppWebhook) throw notSetUp('WhatsApp', 'WHATSAPP_VERIFY_TOKEN');
  const answer = ctx.messaging.whatsAppWebhook.answerChallenge(query);
  if (answer === undefined) throw notProven('WhatsApp', 'forbidden');
  return answer;
}

/** Takes what WhatsApp reports, once it is proven to come from it. */
export async function takeWhatsApp(ctx: Context, body: Buffer, headers: Headers): Promise<void> {
  if (!ctx.messaging.whatsAppWebhook) throw notSetUp('WhatsApp', 'WHATSAPP_APP_SECRET');
  let news: WhatsAppNews[] | undefined;
  try {
    news = ctx.messaging.whatsAppWebhook.read(body, String(headers['x-hub-signature-256'] ?? ''));
  } catch {
    throw new AppError('invalid_input', 'The body is not what this provider sends.');
  }
  if (!news) throw notProven('WhatsApp', 'forbidden');
  await takeNews(ctx, news);
}

/** Takes what SendGrid reports, once it is proven to come from it. Unknown news is accepted and ignored. */
export async function takeSendgrid(ctx: Context, body: Buffer, headers: Headers): Promise<void> {
  if (ctx.config.SENDGRID_WEBHOOK_KEY === undefined) throw notSetUp('SendGrid', 'SENDGRID_WEBHOOK_KEY');
  const timestamp = String(headers['x-twilio-email-event-webhook-timestamp'] ?? '');
  const signature = String(headers['x-twilio-email-event-webhook-signature'] ?? '');
  const isFresh = Math.abs(ctx.clock.now().getTime() / 1000 - Number(timestamp)) < LONGEST_AGE_S;
  if (
    !isFresh ||
    !isSigned(Buffer.concat([Buffer.from(timestamp), body]), signature, ctx.config.SENDGRID_WEBHOOK_KEY)
  ) {
    throw notProven('SendGrid');
  }
  // One of a kind that is new to us keeps nothing of the others from being heard.
  for (const event of read(z.array(z.unknown()), body).flatMap(knownEvent)) {
    const ids = OUR_ID.exec(event['smtp-id'] ?? '')?.slice(0, 1) ?? [];
    if (event.event === 'open') {
      const isMachine = event.sg_machine_open === true || isMachineOpen(event.useragent ?? '');
      await takeOpen(ctx, { ids, isMachine });
    }
    const report = sendgridReport(event);
    if (report === undefined) continue;
    await takeReport(ctx, {
      key: `sendgrid ${event.sg_event_id}`,
      ids,
      address: event.email ?? null,
      kind: report.kind,
      diagnostic: event.reason ?? event.event,
      isAddressDead: report.isDead,
    });
  }
}

/** By what a provider tells of the program alone: when it was loaded is told late and in any order. */
function isMachineOpen(userAgent: string): boolean {
  return isPreload({
    method: 'GET',
    userAgent,
    isKnownBot: looksLikeMachine(userAgent),
    isPrefetch: false,
    sentMsAgo: null,
  });
}

function knownEvent(event: unknown): z.infer<typeof SendgridEvent>[] {
  const known = SendgridEvent.safeParse(event);
  return known.success ? [known.data] : [];
}

/** Postmark takes people off its list for what came back and for complaints too, beside who unsubscribed there. */
function kindOfChange(reason: string): Report['kind'] {
  if (reason === 'HardBounce') return 'bounce';
  return reason === 'SpamComplaint' ? 'complaint' : 'unsubscribe';
}

function sendgridReport({
  event,
  type,
  reason = '',
  status = '',
}: z.infer<typeof SendgridEvent>): Report | undefined {
  switch (event) {
    case 'bounce':
      // A block is a refusal for now, by policy; the address is good.
      return type === 'blocked' ? undefined : { kind: 'bounce', isDead: status.startsWith('5.1.') };
    case 'dropped':
      // It never leaves, whatever the reason: a quota and a filter keep it for good as well.
      return SENDGRID_DROPS[reason] ?? { kind: 'bounce', isDead: false };
    case 'spamreport':
      return { kind: 'complaint', isDead: false };
    case 'unsubscribe':
    case 'group_unsubscribe':
      return { kind: 'unsubscribe', isDead: false };
    default:
      return undefined;
  }
}

function read<T>(schema: z.ZodType<T>, body: Buffer): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new AppError('invalid_input', 'The body is not what this provider sends.');
  }
}

/** ECDSA over SHA-256 with the public key that SendGrid shows (base64 DER). */
function isSigned(signed: Buffer, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function notSetUp(provider: string, setting: string): AppError {
  return new AppError('not_found', `Reports of ${provider} are not taken: ${setting} is not set.`);
}

function notProven(provider: string, code: 'refused' | 'forbidden' = 'refused'): AppError {
  return new AppError(code, `This call is not proven to come from ${provider}.`);
}
