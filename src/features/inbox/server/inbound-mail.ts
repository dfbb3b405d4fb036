import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { returnDateOf } from '#engines/replies/absence.ts';
import { textOfHtml } from '#engines/replies/html.ts';
import { ownWords } from '#engines/replies/own-words.ts';
import { type ReplyIntent, readReply } from '#engines/replies/read.ts';
import { storableText } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import { type InboundMatter, matterOf } from './inbound-matter.ts';

/** A mail that has come in, as far as it concerns what we have sent. */
export type Inbound = {
  /** The same for the same mail, however often it is read. */
  key: string;
  from: string;
  subject: string;
  /** What they wrote themselves; all of it where that would be nothing. */
  text: string;
  /** What it asks for, if its words say so plainly. A call runs the model: only mail about our messages is worth it. */
  readIntent: () => ReplyIntent | undefined;
  /** As it stands in its header, for an answer to refer to. */
  rfcMessageId: string | null;
  /** Ids of ours in what it answers or reports, the nearest first. */
  ourIds: string[];
  /** As its header says, at the end of that second; null where it says nothing. */
  writtenAt: Date | null;
  arrivedAt: Date;
  /** Until when its writer is away, where an automatic reply says so. */
  awayUntil: Date | null;
  matter: InboundMatter;
};

const LONGEST_TEXT = 20_000;
/** A mail of a megabyte has no more. What comes behind is not read: each line costs, an empty one too. */
const MOST_LINES = 20_000;
/** An inbox is not read for longer than that after a mail came. */
const LATEST_LOOK_MS = 30 * DAY_MS;
const OUR_ID = /<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^\s<>]+>?/gi;

/** Reads a complete message. Whatever it is, it is read as text and never rendered. */
export async function readInbound(raw: Uint8Array, now = new Date()): Promise<Inbound> {
  const mail = await PostalMime.parse(firstLines(raw), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
  });
  // Of several of a name the topmost, which the last server wrote.
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key.toLowerCase(), value]));
  const parts = mail.attachments.map(({ mimeType, content }) => ({ mimeType, text: textOf(content) }));
  // Some programs send an empty text beside the HTML.
  const text = storableText(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''));
  const subject = storableText(mail.subject ?? '', 300);

  const returned = parts
    .filter(({ mimeType }) =>
      /^(?:message\/rfc822|text\/rfc822-headers|message\/delivery-status)/i.test(mimeType),
    )
    .map((part) => part.text)
    .join('\n');
  const answered = `${mail.inReplyTo ?? ''}\n${mail.references ?? ''}`;
  const matter = matterOf({
    headers,
    parts,
    text,
    subject,
    from: mail.from?.address ?? '',
    returnsOurs: idsIn(`${returned}\n${text}`).length > 0,
    answersOurs: idsIn(answered).length > 0,
  });
  const isReport = matter.kind === 'bounce' || matter.kind === 'complaint' || matter.kind === 'other';
  // A report names the mail it returns in a part of its own, or quotes it in its text.
  const named = [...(isReport ? [returned, text] : []), answered].join('\n');
  const date = Date.parse(mail.date ?? '');
  const arrivedAt = arrivalOf(headers.get('received'), now.getTime());
  const messageId = storableText(mail.messageId ?? '') || null;
  return {
    key: messageId ?? createHash('sha256').update(raw).digest('base64url'),
    from: storableText(mail.from?.address ?? '').toLowerCase(),
    subject,
    text: ownWords(text).text.slice(0, LONGEST_TEXT),
    readIntent: () => readReply({ text, subject }).intent,
    rfcMessageId: messageId,
    ourIds: idsIn(named),
    writtenAt: Number.isFinite(date) ? new Date(date + 999) : null,
    arrivedAt: new Date(arrivedAt),
    awayUntil:
      matter.kind === 'auto_reply' && matter.isAbsence
        ? (returnDateOf(`${subject}\n${text}`, new Date(arrivedAt)) ?? null)
        : null,
    matter,
  };
}

function idsIn(text: string): string[] {
  return [...new Set([...text.matchAll(OUR_ID)].flatMap(([, id]) => id?.toLowerCase() ?? []))].slice(0, 50);
}

/** A mail as far as it is read. */
export function firstLines(raw: Uint8Array, most = MOST_LINES): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < most; lines += 1) {
    end = raw.indexOf(0x0a, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end);
}

/** When the last server took it, as that wrote it on top; no clock of a sender's. */
function arrivalOf(received: string | undefined, now: number): number {
  const at = Date.parse(received?.slice(received.lastIndexOf(';') + 1).trim() ?? '');
  return at > now - LATEST_LOOK_MS && at < now ? at : now;
}

/**
 * When a reply was written: as its header says, which has whole seconds; when it came where that is before our message
 * left or after the arrival.
 */
export function dateOfReply(
  { writtenAt, arrivedAt }: Pick<Inbound, 'writtenAt' | 'arrivedAt'>,
  sentAt: Date | null,
): Date {
  const isPlausible =
    writtenAt !== null && writtenAt <= arrivedAt && (sentAt === null || writtenAt >= sentAt);
  return isPlausible ? writtenAt : arrivedAt;
}

function textOf(content: Email['attachments'][number]['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
