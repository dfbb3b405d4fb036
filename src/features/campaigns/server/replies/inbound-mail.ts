import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { textOfHtml } from '#engines/replies/html.ts';
import { type ReplyIntent, readReply } from '#engines/replies/read.ts';
import { storableText } from '#kit/text.ts';

/** A mail that has come in, as far as it concerns what we have sent. */
export type Inbound = {
  /** The same for the same mail, however often it is read. */
  key: string;
  from: string;
  subject: string;
  /** What they wrote themselves; all of it where that would be nothing. */
  text: string;
  /** What it asks for, where its words say so plainly. */
  intent: ReplyIntent | undefined;
  /** As it stands in its header, for an answer to refer to. */
  rfcMessageId: string | null;
  /** Ids of ours in what it answers or reports, the nearest first. */
  ourIds: string[];
  receivedAt: Date;
  matter: InboundMatter;
};

type InboundMatter =
  | { kind: 'reply' }
  | { kind: 'auto_reply' }
  /** RFC 3464: undeliverable for good. */
  | { kind: 'bounce'; status: string; diagnostic: string }
  /** RFC 5965: reported as spam. */
  | { kind: 'complaint' }
  /** Delayed, delivered and other news of machines. */
  | { kind: 'other' };

const LONGEST_TEXT = 20_000;
/** A mail of a megabyte has no more. What comes behind is not read: each line costs, an empty one too. */
const MOST_LINES = 20_000;
const OUR_ID = /<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^\s<>]+>?/gi;

/** Reads a complete message. Whatever it is, it is read as text and never rendered. */
export async function readInbound(raw: Uint8Array): Promise<Inbound> {
  const mail = await PostalMime.parse(firstLines(raw), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
  });
  const headers = new Map(mail.headers.map(({ key, value }) => [key.toLowerCase(), value]));
  const parts = mail.attachments.map(({ mimeType, content }) => ({ mimeType, text: textOf(content) }));
  // Some programs send an empty text beside the HTML.
  const text = storableText(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''));
  const subject = storableText(mail.subject ?? '', 300);
  const read = readReply({ text, subject });
  const matter = matterOf(headers, parts, { text, from: mail.from?.address ?? '' });
  const isReport = matter.kind === 'bounce' || matter.kind === 'complaint' || matter.kind === 'other';
  const returned = parts
    .filter(({ mimeType }) =>
      /^(?:message\/rfc822|text\/rfc822-headers|message\/delivery-status)/i.test(mimeType),
    )
    .map((part) => part.text)
    .join('\n');
  // A report names the mail it returns in a part of its own, or quotes it in its text.
  const named = [mail.inReplyTo ?? '', mail.references ?? '', ...(isReport ? [returned, text] : [])].join(
    '\n',
  );
  const date = Date.parse(mail.date ?? '');
  const messageId = storableText(mail.messageId ?? '') || null;
  return {
    key: messageId ?? createHash('sha256').update(raw).digest('base64url'),
    from: storableText(mail.from?.address ?? '').toLowerCase(),
    subject,
    text: read.text.slice(0, LONGEST_TEXT),
    intent: read.intent,
    rfcMessageId: messageId,
    ourIds: [...new Set([...named.matchAll(OUR_ID)].flatMap(([, id]) => id?.toLowerCase() ?? []))].slice(
      0,
      50,
    ),
    // Headers have whole seconds: an answer must not stand before what it answers. Nor does a wrong clock put it into
    // the future.
    receivedAt: new Date(Number.isFinite(date) ? Math.min(date + 999, Date.now()) : Date.now()),
    matter,
  };
}

function firstLines(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    end = raw.indexOf(0x0a, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end);
}

type Parts = { mimeType: string; text: string }[];

function matterOf(
  headers: ReadonlyMap<string, string>,
  parts: Parts,
  { text, from }: { text: string; from: string },
): InboundMatter {
  const type = headers.get('content-type') ?? '';
  const feedback = parts.find(({ mimeType }) => mimeType === 'message/feedback-report');
  if (feedback || /report-type="?feedback-report/i.test(type)) {
    return { kind: 'complaint' };
  }
  const status = parts.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (status) return deliveryMatter(status.text);
  const isMachine =
    /^(?:mailer-daemon|postmaster)@/i.test(from) || headers.get('return-path')?.trim() === '<>';
  if (isMachine) {
    // Servers that report in plain words: the first status code of the text says what it is.
    const [code] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text) ?? /\b5\d\d\b/.exec(text) ?? [];
    return code?.startsWith('5')
      ? { kind: 'bounce', status: code, diagnostic: firstLine(text) }
      : { kind: 'other' };
  }
  return isAutomatic(headers) ? { kind: 'auto_reply' } : { kind: 'reply' };
}

function deliveryMatter(report: string): InboundMatter {
  const status = fieldOf(report, 'Status') ?? '';
  if (!/^failed$/i.test(fieldOf(report, 'Action') ?? '') || !status.startsWith('5')) return { kind: 'other' };
  return {
    kind: 'bounce',
    status,
    diagnostic: storableText(fieldOf(report, 'Diagnostic-Code') ?? status, 500),
  };
}

/** RFC 3834 and its forerunners. */
function isAutomatic(headers: ReadonlyMap<string, string>): boolean {
  const automatic = headers.get('auto-submitted')?.trim().toLowerCase();
  return (
    (automatic !== undefined && !automatic.startsWith('no')) ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    headers.has('list-id') ||
    /^(?:bulk|junk|list|auto_reply)$/i.test(headers.get('precedence')?.trim() ?? '')
  );
}

/** A field of a report, its folded lines joined. */
function fieldOf(report: string, name: string): string | undefined {
  const unfolded = report.replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(unfolded)?.[1]?.trim();
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 500);
}

function textOf(content: Email['attachments'][number]['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
