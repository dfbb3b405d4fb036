import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { storableText } from '#kit/text.ts';
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import type { Egress, EgressResponse } from '#platform/egress.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { callPlatform, retryAfter } from './messenger-call.ts';
import type { DirectMessage, Messenger, MessengerResult, WhatsAppNews, WhatsAppWebhook } from './port.ts';
import { readTemplates, type Template, templateFor } from './whatsapp-templates.ts';

type Account = {
  /** With the version: https://graph.facebook.com/v26.0 */
  baseUrl: string;
  token: string;
  phoneNumberId: string;
  /** Whose templates are read. */
  businessAccountId: string;
};

const NAME = 'WhatsApp';
const LANES = 4;
const TEMPLATES_KEPT_MS = 5 * MINUTE_MS;
const MOST_TEMPLATE_PAGES = 20;
/** Meta has decided not to deliver to this person for now; asking sooner makes it worse. */
const DECLINED_WAIT_MS = 24 * HOUR_MS;

const Failure = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});
const Accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });

/** The WhatsApp Cloud API. It has no idempotency key, so nothing is ever asked twice here. */
export function createWhatsApp(egress: Egress, account: Account): Messenger {
  const { baseUrl, token, phoneNumberId, businessAccountId } = account;
  const headers = { authorization: `Bearer ${token}` };
  const root = baseUrl.replace(/\/$/, '');
  let templates: { list: readonly Template[]; readAt: number } | undefined;

  /** Undefined where they cannot be read now. */
  const listTemplates = async (): Promise<readonly Template[] | undefined> => {
    if (templates && Date.now() - templates.readAt < TEMPLATES_KEPT_MS) return templates.list;
    const list: Template[] = [];
    let after: string | undefined;
    for (let page = 0; page < MOST_TEMPLATE_PAGES; page += 1) {
      const url = new URL(`${root}/${businessAccountId}/message_templates`);
      url.searchParams.set('fields', 'name,language,status,components');
      url.searchParams.set('limit', '100');
      if (after !== undefined) url.searchParams.set('after', after);
      const result = await callPlatform(egress, NAME, { url: url.href, headers });
      const read =
        result.outcome === 'answer' && result.answer.status === 200 ? readTemplates(result.json) : undefined;
      if (!read) return templates?.list;
      list.push(...read.templates);
      after = read.next;
      if (after === undefined) break;
    }
    templates = { list, readAt: Date.now() };
    return list;
  };

  /** What is asked for this message; a result where there is nothing to ask. */
  const contentOf = async ({
    text,
    footer,
    isWindowOpen,
  }: DirectMessage): Promise<Record<string, unknown> | MessengerResult> => {
    const whole = [text, footer].filter((part) => part !== '').join('\n\n');
    if (isWindowOpen) return { type: 'text', text: { body: whole, preview_url: false } };
    const approved = await listTemplates();
    if (!approved)
      return { outcome: 'not_begun', cause: 'unreachable', reason: 'its templates cannot be read' };
    // A template has a footer or a button of its own for those who want no more.
    const fillable = approved.filter(({ lacks }) => lacks === undefined);
    const template = templateFor(whole, fillable) ?? templateFor(text, fillable);
    if (template) return { type: 'template', template };
    const near = approved.find((one) => templateFor(whole, [one]) ?? templateFor(text, [one]));
    return {
      outcome: 'by_hand',
      reason: near
        ? `The approved WhatsApp template “${near.name}” has these words, but also ${near.lacks}, which a text cannot fill; and they have not written to you within the last 24 hours.`
        : 'No approved WhatsApp template has these words, and they have not written to you within the last 24 hours.',
    };
  };

  return {
    id: 'whatsapp',
    name: NAME,
    settings: 'WHATSAPP_TOKEN',
    lanes: LANES,

    async verify() {
      const url = `${root}/${phoneNumberId}?fields=display_phone_number,verified_name,quality_rating`;
      const result = await callPlatform(egress, NAME, { url, headers });
      if (result.outcome !== 'answer') return { isReady: false, cause: 'unreachable', reason: result.reason };
      if (result.answer.status === 200) return { isReady: true };
      const judged = judge(result.answer, result.json);
      const cause = judged.outcome === 'not_begun' && judged.cause !== 'late' ? judged.cause : 'unreachable';
      return { isReady: false, cause, reason: judged.outcome === 'accepted' ? '' : judged.reason };
    },

    async send(message) {
      const content = await contentOf(message);
      if (isResult(content)) return content;
      if (Date.now() > message.beginBy) return { outcome: 'not_begun', cause: 'late', reason: '' };
      const result = await callPlatform(egress, NAME, {
        url: `${root}/${phoneNumberId}/messages`,
        method: 'POST',
        headers,
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: message.to.replace(/\D/g, ''),
          // Comes back with every report about it: the only way to learn what became of a call without an answer.
          biz_opaque_callback_data: message.id,
          ...content,
        },
      });
      return result.outcome === 'answer' ? judge(result.answer, result.json) : result;
    },
  };
}

function isResult(content: Record<string, unknown> | MessengerResult): content is MessengerResult {
  return 'outcome' in content;
}

function judge(answer: EgressResponse, json: unknown): MessengerResult {
  const { status } = answer;
  if (status < 300) {
    const accepted = Accepted.safeParse(json);
    const [message] = accepted.success ? accepted.data.messages : [];
    return message
      ? { outcome: 'accepted', reference: message.id }
      : { outcome: 'unknown', reason: 'WhatsApp answered with something else than it promises' };
  }
  const failure = Failure.safeParse(json);
  if (failure.success) return judgeCode(answer, failure.data.error);
  if (status === 401 || status === 403)
    return { outcome: 'not_begun', cause: 'login_refused', reason: `it answered ${status}` };
  if (status === 429)
    return { outcome: 'not_begun', cause: 'throttled', reason: 'too many calls', ...retryAfter(answer) };
  // What stands before the API has answered: nobody knows how far the message came.
  if (status >= 500) return { outcome: 'unknown', reason: `WhatsApp answered ${status}` };
  return { outcome: 'refused', reason: `WhatsApp answered ${status}`, wantsNoMore: false };
}

type CodedError = z.infer<typeof Failure>['error'];

const LOGIN_CODES = new Set([0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 133_010]);
const THROTTLE_CODES = new Set([4, 80_007, 130_429, 131_048, 133_016]);
/** The API itself says that it could not do it this time. */
const BUSY_CODES = new Set([1, 2, 131_000, 131_016, 131_057]);

/** What an error of the API means (developers.facebook.com, Cloud API error codes). */
function judgeCode(answer: EgressResponse, { code, message, error_data }: CodedError): MessengerResult {
  const reason = reasonOf(code, error_data?.details ?? message);
  if (LOGIN_CODES.has(code) || (code >= 200 && code < 300))
    return { outcome: 'not_begun', cause: 'login_refused', reason };
  if (THROTTLE_CODES.has(code))
    return { outcome: 'not_begun', cause: 'throttled', reason, ...retryAfter(answer) };
  if (BUSY_CODES.has(code) || code === 131_056) return { outcome: 'not_now', reason, ...retryAfter(answer) };
  if (code === 131_049) return { outcome: 'not_now', reason, retryAfterMs: DECLINED_WAIT_MS };
  if (code === 131_047) return { outcome: 'by_hand', reason };
  // 132xxx: the template is missing, paused or filled wrongly, for everybody alike.
  if (code >= 132_000 && code < 133_000) return { outcome: 'halted', reason };
  return { outcome: 'refused', reason, wantsNoMore: code === 131_050 };
}

/** In words where they help, else in Meta's own. */
function reasonOf(code: number, said: string | undefined): string {
  const words: Record<number, string> = {
    131_026: 'This number cannot be reached on WhatsApp.',
    131_047: 'More than 24 hours have passed since they last wrote, so WhatsApp takes only templates.',
    131_049: 'WhatsApp does not deliver more marketing to this person for now.',
    131_050: 'This person has stopped marketing messages on WhatsApp.',
    131_042: 'WhatsApp has a problem with the payment method of the account.',
  };
  return words[code] ?? `${storableText(said ?? 'refused', 300)} (${code})`;
}

const Coded = z.object({
  code: z.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});

const ReportedStatus = z.object({
  status: z.string(),
  recipient_user_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(Coded).optional(),
});

const Captioned = z.object({ caption: z.string().optional() });

const HeardMessage = z.object({
  id: z.string().min(1).max(500),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  timestamp: z.coerce.number(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: z.string() }).optional(),
      list_reply: z.object({ title: z.string() }).optional(),
    })
    .optional(),
  image: Captioned.optional(),
  video: Captioned.optional(),
  document: Captioned.optional(),
});

const Value = z.object({
  statuses: z.array(z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
});

const Post = z.object({
  object: z.string(),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
});

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
/** Not an answer: a heart on our message, or a note of the platform itself. */
const WORDLESS = new Set(['reaction', 'system', 'unsupported']);

/** What WhatsApp reports: signed over the very bytes, because it may escape what others would not. */
export function createWhatsAppWebhook({
  appSecret,
  verifyToken,
  phoneNumberId,
}: {
  appSecret: string;
  verifyToken: string;
  phoneNumberId: string;
}): WhatsAppWebhook {
  return {
    answerChallenge: ({ mode, token, challenge }) =>
      mode === 'subscribe' && isSameSecret(token, verifyToken) ? challenge : undefined,

    read(body, signature) {
      const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
      if (!isSameSecret(signature, expected)) return undefined;
      const post = Post.parse(JSON.parse(Buffer.from(body).toString('utf8')));
      return post.entry
        .flatMap(({ changes }) => changes)
        .filter(({ field, value }) => field === 'messages' && isOf(value, phoneNumberId))
        .flatMap(({ value }) => readable(Value, [value]).flatMap(newsOf));
    },
  };
}

/** One business account may have several numbers, and all their news go to one address. */
function isOf(value: unknown, phoneNumberId: string): boolean {
  const { success, data } = z
    .object({ metadata: z.object({ phone_number_id: z.string() }) })
    .safeParse(value);
  return !success || data.metadata.phone_number_id === phoneNumberId;
}

/** What has this shape: one entry of a kind that is new to us keeps nothing of the others from being heard. */
function readable<S extends z.ZodType>(shape: S, entries: readonly unknown[]): z.output<S>[] {
  return entries.flatMap((entry) => {
    const read = shape.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}

function newsOf({ statuses = [], messages = [] }: z.infer<typeof Value>): WhatsAppNews[] {
  const reports = readable(ReportedStatus, statuses).flatMap((one): WhatsAppNews[] => {
    const status = STATUSES.find((known) => known === one.status);
    if (status === undefined) return [];
    const [error] = one.errors ?? [];
    return [
      {
        kind: 'status',
        status,
        ourId: one.biz_opaque_callback_data,
        userId: one.recipient_user_id,
        reason: error
          ? reasonOf(error.code, error.error_data?.details ?? error.title ?? error.message)
          : 'WhatsApp gave no reason.',
        wantsNoMore: error?.code === 131_050,
      },
    ];
  });
  const heard = readable(HeardMessage, messages).flatMap((one): WhatsAppNews[] => {
    if (WORDLESS.has(one.type)) return [];
    const text =
      one.text?.body ??
      one.button?.text ??
      one.interactive?.button_reply?.title ??
      one.interactive?.list_reply?.title ??
      [`[${one.type}]`, (one.image ?? one.video ?? one.document)?.caption].filter(Boolean).join(' ');
    const digits = one.from?.replace(/\D/g, '') ?? '';
    return [
      {
        kind: 'message',
        id: one.id,
        from: digits === '' ? undefined : `+${digits}`,
        userId: one.from_user_id,
        text,
        // Whole seconds: an answer must not stand before what it answers. Nor does a wrong clock put it into the future.
        at: new Date(Math.min(one.timestamp * 1_000 + 999 || Date.now(), Date.now())),
      },
    ];
  });
  return [...reports, ...heard];
}
