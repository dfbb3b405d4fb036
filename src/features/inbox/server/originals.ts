import PostalMime from 'postal-mime';
import { textOfHtml } from '#engines/replies/html.ts';
import { keyOf, PLACES } from '#features/uploads/rules.ts';
import type { FileUse } from '#features/uploads/server/file-uses.ts';
import { storeOwnFile } from '#features/uploads/server/single-file.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { storableText } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import { MOST_ATTACHMENTS, type ReplyAttachment, type ReplyOriginal } from '../contract.ts';
import { firstLines } from './inbound-mail.ts';
import { findInbound, listUsedOriginals, updateInbound } from './reply-store.ts';

type Attachment = ReplyAttachment & { content: Uint8Array };

/** Ten megabytes of base64 have no more. */
const MOST_LINES = 150_000;
const LONGEST_TEXT = 200_000;
const LONGEST_NAME = 150;

/** The uploaded files that replies use. */
export const originalUse: FileUse = { purpose: 'reply', listUsed: listUsedOriginals };

/** Keeps a reply as it came, among the uploaded files, after the reply is stored. A storage that does not answer costs the original, never the reply. */
export async function keepOriginal(ctx: Context, replyId: string, raw: Uint8Array): Promise<void> {
  try {
    const attachments = await attachmentsOf(raw);
    const originalId = await storeOwnFile(ctx, 'reply', raw);
    await updateInbound(ctx.db, replyId, {
      originalId,
      attachments: attachments.map(({ name, type, bytes }) => ({ name, type, bytes })),
    });
  } catch (error) {
    ctx.log.warn({ err: error, replyId }, 'inbox: the original of a reply could not be kept');
  }
}

/** A kept original, read as text. Refuses with `not_found`. */
export async function getOriginal(ctx: Context, id: string): Promise<ReplyOriginal> {
  const mail = await PostalMime.parse(firstLines(await readAll(ctx, id), MOST_LINES));
  return {
    from: addressWords(mail.from),
    to: (mail.to ?? []).map(addressWords).join(', ').slice(0, 1_000),
    subject: storableText(mail.subject ?? '', 300),
    date: storableText(mail.date ?? '', 100),
    text: storableText(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''), LONGEST_TEXT),
  };
}

/** A kept original as a file. Refuses with `not_found`. */
export async function downloadOriginal(ctx: Context, id: string): Promise<RawAnswer> {
  const { bytes, body } = await openOriginal(ctx, id);
  return fileAnswer({ name: 'reply.eml', bytes, body: body() });
}

/** A file that came with a reply, always as a download of no type. Refuses with `not_found`. */
export async function downloadAttachment(ctx: Context, id: string, index: number): Promise<RawAnswer> {
  const attachment = (await attachmentsOf(await readAll(ctx, id)))[index];
  if (!attachment) throw new AppError('not_found', 'This reply has no such attachment.');
  return fileAnswer({ name: attachment.name, bytes: attachment.bytes, body: attachment.content });
}

async function openOriginal(ctx: Context, id: string) {
  const row = await findInbound(ctx.db, id);
  const fileId = row?.originalId ?? null;
  const stored = fileId === null ? undefined : await ctx.files.find(keyOf('reply', fileId));
  if (!row || fileId === null || !stored)
    throw new AppError('not_found', 'The original of this reply is not kept.');
  return { row, bytes: stored.bytes, body: () => ctx.files.read(keyOf('reply', fileId)) };
}

async function readAll(ctx: Context, id: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openOriginal(ctx, id)).body()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function attachmentsOf(raw: Uint8Array): Promise<Attachment[]> {
  const { attachments } = await PostalMime.parse(firstLines(raw, MOST_LINES), {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  });
  return (
    attachments
      .map(({ filename, mimeType, content }, index) => {
        const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
        return {
          name: nameOf(filename, index),
          type: storableText(mimeType, 100),
          bytes: bytes.length,
          content: bytes,
        };
      })
      // Of a message that was read up to the limit the last one is cut.
      .slice(0, raw.length >= PLACES.reply.mostBytes ? -1 : MOST_ATTACHMENTS)
      .slice(0, MOST_ATTACHMENTS)
  );
}

/** What the sender calls a file, without folders, marks of direction and what file systems refuse. */
function nameOf(filename: string | null, index: number): string {
  const path = storableText(filename ?? '').replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\n\t]/g, '');
  const name = path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  // The ending says what it is.
  const ending = /\.[\w]{1,10}$/.exec(name)?.[0] ?? '';
  return name === ''
    ? `attachment-${index + 1}`
    : `${name.slice(0, -ending.length || undefined).slice(0, LONGEST_NAME)}${ending}`;
}

/** Always a download of no type: no browser runs or shows what a stranger sent. */
function fileAnswer({
  name,
  bytes,
  body,
}: {
  name: string;
  bytes: number;
  body: NonNullable<RawAnswer['body']>;
}): RawAnswer {
  const plain = name.replace(/[^\w .()-]/g, '_');
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentOf)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
    body,
  };
}

const percentOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function addressWords(from: { name: string; address?: string | undefined } | undefined): string {
  if (!from) return '';
  const { name, address = '' } = from;
  return storableText(name === '' ? address : `${name} <${address}>`, 300);
}
