import { keyOf } from '#features/uploads/rules.ts';
import { HEAD_BYTES, type MediaKind, mediaKindOf, mediaRefusal } from '#features/uploads/rules-media.ts';
import { withoutMetadata } from '#features/uploads/rules-picture-metadata.ts';
import type { FileUse } from '#features/uploads/server/file-uses.ts';
import { locateFile, refuseFile } from '#features/uploads/server/locate-file.ts';
import { replaceFile } from '#features/uploads/server/single-file.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { FileStore } from '#providers/files/port.ts';
import { type AssetMedia, LIMITS } from '../contract.ts';
import { toMedia, touchAsset } from './assets.ts';
import {
  changeAlt,
  findMedia,
  findPublished,
  insertMedia,
  listMedia,
  listUsedFiles,
  type MediaRow,
  markMediaRemoved,
} from './media-store.ts';

type MediaContext = Pick<Context, 'db' | 'clock'>;
type LocateContext = MediaContext & Pick<Context, 'config' | 'files' | 'fileUses' | 'temporaryFolder'>;
type SentMedia = Pick<MediaRow, 'fileId' | 'bytes'>;
type SentPicture = SentMedia & { fileUrl: string; type: MediaKind['type'] };

/** Pictures up to this total size are embedded in a page that is downloaded. */
const MOST_EMBEDDED_BYTES = 10 * 1_048_576;

/** The uploaded files that assets and sent messages use. */
export const mediaUse: FileUse = { purpose: 'media', listUsed: listUsedFiles };

/** Adds an uploaded picture or video to an asset, by its bytes. Refuses other files, damaged ones and too many. */
export async function addMedia(
  ctx: LocateContext,
  assetId: string,
  { fileUrl, name, alt }: { fileUrl: string; name: string; alt: string },
): Promise<AssetMedia> {
  const { id: fileId, bytes: sentBytes } = await locateFile(ctx, 'media', fileUrl);
  const kind = await kindOf(ctx.files, { fileId, bytes: sentBytes });
  const refusal = mediaRefusal(kind, sentBytes);
  if (refusal || !kind) {
    await refuseFile(ctx, { purpose: 'media', id: fileId, address: fileUrl });
    throw new AppError(refusal?.code ?? 'refused', refusal?.message ?? 'This file cannot be shown.');
  }
  const bytes = await dropMetadata(ctx, { fileId, fileUrl, bytes: sentBytes, type: kind.type });
  return inTransaction(ctx.db, async (tx) => {
    await touchAsset(tx, assetId);
    await assertRoom(tx, assetId, fileId);
    const row = await insertMedia(tx, {
      id: newId(),
      assetId,
      fileId,
      name,
      type: kind.type,
      bytes,
      width: kind.width,
      height: kind.height,
      alt,
      createdAt: ctx.clock.now(),
    });
    await announce(tx, ['content']);
    return toMedia(row);
  });
}

/** Changes the description. Refuses with `not_found`, or `approved`. */
export function changeMedia(ctx: MediaContext, id: string, alt: string): Promise<AssetMedia> {
  return updateMedia(ctx, id, (tx) => changeAlt(tx, id, alt));
}

/** Can be undone with `restoreMedia`. Refuses with `not_found`, or `approved`. */
export function removeMedia(ctx: MediaContext, id: string): Promise<AssetMedia> {
  return updateMedia(ctx, id, (tx) => markMediaRemoved(tx, id, ctx.clock.now()));
}

/** Refuses with `not_found`, `approved`, or when the asset has too many. */
export function restoreMedia(ctx: MediaContext, id: string): Promise<AssetMedia> {
  return updateMedia(ctx, id, async (tx, { assetId, fileId }) => {
    await assertRoom(tx, assetId, fileId);
    await markMediaRemoved(tx, id, null);
  });
}

/** Serves the file as the type of its bytes, in ranges if a player asks for them. Refuses with `not_found`. */
export async function readMedia(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
  range: string | undefined,
): Promise<RawAnswer> {
  const row = await getMedia(db, id);
  const key = keyOf('media', row.fileId);
  const shownAs = { type: row.type, disposition: dispositionOf(row) };
  const headers = {
    'content-type': row.type,
    'content-disposition': shownAs.disposition,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=86400, immutable',
    'accept-ranges': 'bytes',
  };
  if (row.type.startsWith('video/')) {
    const signed = await files.direct?.signGet(key, shownAs);
    if (signed) return { status: 302, headers: { location: signed.url, 'cache-control': 'no-store' } };
  }
  if (!(await files.find(key))) throw mediaNotFound();
  const part = rangeOf(range, row.bytes);
  if (part === 'impossible') {
    return { status: 416, headers: { 'content-range': `bytes */${row.bytes}` } };
  }
  if (!part) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(row.bytes) },
      body: readAsStated(files, row),
    };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${part.start}-${part.end}/${row.bytes}`,
      'content-length': String(part.end - part.start + 1),
    },
    body: files.read(key, part),
  };
}

/** Serves a picture of messages to any mail client, also after it was removed from the asset. Refuses with `not_found`. */
export async function readPublished(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
): Promise<RawAnswer> {
  const row = await findPublished(db, id);
  if (!row || !(await files.find(keyOf('media', row.fileId)))) throw mediaNotFound();
  return {
    status: 200,
    headers: {
      'content-type': row.type,
      'content-length': String(row.bytes),
      'content-disposition': dispositionOf(row),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: readAsStated(files, row),
  };
}

/** The pictures of a page that is downloaded, as far as they fit into it. */
export async function embedPictures(
  { db, files }: Pick<Context, 'db' | 'files'>,
  media: readonly AssetMedia[],
): Promise<{ source: string; alt: string }[]> {
  const pictures: { source: string; alt: string }[] = [];
  let left = MOST_EMBEDDED_BYTES;
  for (const { id, type, bytes, alt } of media) {
    if (!type.startsWith('image/') || bytes > left) continue;
    left -= bytes;
    const chunks = await Array.fromAsync(readAsStated(files, await getMedia(db, id)));
    pictures.push({ source: `data:${type};base64,${Buffer.concat(chunks).toString('base64')}`, alt });
  }
  return pictures;
}

async function getMedia(db: Queryable, id: string): Promise<MediaRow> {
  const row = await findMedia(db, id);
  if (!row) throw mediaNotFound();
  return row;
}

function updateMedia(
  { db }: Pick<Context, 'db'>,
  id: string,
  change: (tx: Transaction, row: MediaRow) => Promise<void>,
): Promise<AssetMedia> {
  return inTransaction(db, async (tx) => {
    const row = await getMedia(tx, id);
    await touchAsset(tx, row.assetId);
    await change(tx, row);
    await announce(tx, ['content']);
    return toMedia((await findMedia(tx, id)) ?? row);
  });
}

async function assertRoom(tx: Transaction, assetId: string, fileId: string): Promise<void> {
  const there = await listMedia(tx, [assetId]);
  if (there.length >= LIMITS.media && !there.some((row) => row.fileId === fileId)) {
    throw new AppError('refused', `An asset holds at most ${LIMITS.media} pictures and videos.`);
  }
}

/** Pictures from phones contain where they were taken. Returns the size without metadata. */
async function dropMetadata(
  ctx: LocateContext,
  { fileId, fileUrl, bytes, type }: SentPicture,
): Promise<number> {
  if (!type.startsWith('image/')) return bytes;
  const sent = await readAll(ctx.files, { fileId, bytes });
  const kept = withoutMetadata(sent, type);
  if (kept === undefined) {
    await refuseFile(ctx, { purpose: 'media', id: fileId, address: fileUrl });
    throw new AppError('refused', 'This picture is damaged. Save it anew and send it again.');
  }
  if (kept !== sent) await replaceFile(ctx, { purpose: 'media', id: fileId, bytes: kept });
  return kept.length;
}

/** No more than was checked: something longer may have been sent to the storage since. */
function readAsStated(files: FileStore, { fileId, bytes }: SentMedia): AsyncIterable<Uint8Array> {
  return files.read(keyOf('media', fileId), { start: 0, end: bytes - 1 });
}

async function kindOf(files: FileStore, media: SentMedia): Promise<MediaKind | undefined> {
  const bytes = Math.min(media.bytes, HEAD_BYTES);
  return bytes === 0 ? undefined : mediaKindOf(await readAll(files, { ...media, bytes }));
}

async function readAll(files: FileStore, media: SentMedia): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat(await Array.fromAsync(readAsStated(files, media))));
}

/** A file name of ours: the uploader's never appears in a header. */
function dispositionOf({ type }: MediaRow): string {
  return `inline; filename="${type.replace('/', '.')}"`;
}

function mediaNotFound(): AppError {
  return new AppError('not_found', 'This picture or video does not exist any more.');
}

/** One range of bytes; undefined: the whole file. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'impossible' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end ? { start, end } : 'impossible';
}
