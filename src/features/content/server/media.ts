import { HEAD_BYTES, type MediaKind, mediaKindOf, mediaRefusal } from '#features/uploads/rules-media.ts';
import { withoutMetadata } from '#features/uploads/rules-picture-metadata.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { type AssetMedia, LIMITS } from '../contract.ts';
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
import type { ListedMedia } from './store.ts';

type Dependencies = {
  db: Database;
  uploads: Uploads;
  now: () => Date;
  /** Notes that an asset shows something else now; throws where it is locked or gone. */
  touchAsset: (tx: Transaction, assetId: string) => Promise<void>;
};

type SentPicture = { fileId: string; fileUrl: string; bytes: number; type: MediaKind['type'] };

/** Files of this size and less are put into the page that is downloaded. */
const MOST_EMBEDDED_BYTES = 10 * 1_048_576;

/** Pictures and videos of assets. */
export function createMedia({ db, uploads, now, touchAsset }: Dependencies) {
  uploads.keeps('media', listUsedFiles);
  const assertRoom = async (tx: Transaction, assetId: string, fileId: string): Promise<void> => {
    const there = await listMedia(tx, [assetId]);
    if (there.length >= LIMITS.media && !there.some((row) => row.fileId === fileId)) {
      throw new AppError('refused', `An asset holds at most ${LIMITS.media} pictures and videos.`);
    }
  };
  const getMedia = async (id: string): Promise<MediaRow> => {
    const row = await findMedia(db, id);
    if (!row) throw mediaNotFound();
    return row;
  };
  const change = (id: string, deed: (tx: Transaction, row: MediaRow) => Promise<void>): Promise<AssetMedia> =>
    inTransaction(db, async (tx) => {
      const row = await findMedia(tx, id);
      if (!row) throw mediaNotFound();
      await touchAsset(tx, row.assetId);
      await deed(tx, row);
      await announce(tx, ['content']);
      return toMedia((await findMedia(tx, id)) ?? row);
    });

  /** Pictures of telephones tell where they were taken. Answers how large it is without. */
  const dropMetadata = async ({ fileId, fileUrl, bytes, type }: SentPicture): Promise<number> => {
    if (!type.startsWith('image/')) return bytes;
    const sent = await readWhole(uploads, fileId, bytes);
    const kept = withoutMetadata(sent, type);
    if (kept === undefined) {
      await uploads.refuse('media', fileId, fileUrl);
      throw new AppError('refused', 'This picture is damaged. Save it anew and send it again.');
    }
    if (kept !== sent) await uploads.replace('media', fileId, kept);
    return kept.length;
  };

  /** No more than was looked at: whoever sent it straight to the storage may have put something longer in its place. */
  const readAsStated = ({ fileId, bytes }: MediaRow): AsyncIterable<Uint8Array> =>
    uploads.read('media', fileId, { start: 0, end: bytes - 1 });

  return {
    /** Looks at what the file is inside, and refuses what is neither picture nor video. */
    async addMedia(
      assetId: string,
      { fileUrl, name, alt }: { fileUrl: string; name: string; alt: string },
    ): Promise<AssetMedia> {
      const { id: fileId, bytes: sentBytes } = await uploads.locate('media', fileUrl);
      const kind = await kindOf(uploads, fileId, sentBytes);
      const refusal = mediaRefusal(kind, sentBytes);
      if (refusal || !kind) {
        await uploads.refuse('media', fileId, fileUrl);
        throw new AppError(refusal?.code ?? 'refused', refusal?.message ?? 'This file cannot be shown.');
      }
      const bytes = await dropMetadata({ fileId, fileUrl, bytes: sentBytes, type: kind.type });
      return inTransaction(db, async (tx) => {
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
          createdAt: now(),
        });
        await announce(tx, ['content']);
        return toMedia(row);
      });
    },

    changeMedia: (id: string, alt: string) => change(id, (tx) => changeAlt(tx, id, alt)),
    removeMedia: (id: string) => change(id, (tx) => markMediaRemoved(tx, id, now())),
    restoreMedia: (id: string) =>
      change(id, async (tx, { assetId, fileId }) => {
        await assertRoom(tx, assetId, fileId);
        await markMediaRemoved(tx, id, null);
      }),

    /** As the type that its bytes are and no other, in parts where a player asks for parts. */
    async readMedia(id: string, range: string | undefined): Promise<RawAnswer> {
      const row = await getMedia(id);
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
        const address = await uploads.addressOf('media', row.fileId, shownAs);
        if (address) return { status: 302, headers: { location: address, 'cache-control': 'no-store' } };
      }
      if (!(await uploads.find('media', row.fileId))) throw mediaNotFound();
      const part = rangeOf(range, row.bytes);
      if (part === 'impossible') {
        return { status: 416, headers: { 'content-range': `bytes */${row.bytes}` } };
      }
      if (!part) {
        return {
          status: 200,
          headers: { ...headers, 'content-length': String(row.bytes) },
          body: readAsStated(row),
        };
      }
      return {
        status: 206,
        headers: {
          ...headers,
          'content-range': `bytes ${part.start}-${part.end}/${row.bytes}`,
          'content-length': String(part.end - part.start + 1),
        },
        body: uploads.read('media', row.fileId, part),
      };
    },

    /** For mails: any mail program may show it, on any page. A picture that was removed since stays in its mails. */
    async readPublished(id: string): Promise<RawAnswer> {
      const row = await findPublished(db, id);
      if (!row || !(await uploads.find('media', row.fileId))) throw mediaNotFound();
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
        body: readAsStated(row),
      };
    },

    /** The pictures of a page that stands on its own, as long as they fit into it. */
    async embedded(media: readonly AssetMedia[]): Promise<{ source: string; alt: string }[]> {
      const pictures: { source: string; alt: string }[] = [];
      let left = MOST_EMBEDDED_BYTES;
      for (const { id, type, bytes, alt } of media) {
        if (!type.startsWith('image/') || bytes > left) continue;
        left -= bytes;
        const chunks: Uint8Array[] = [];
        for await (const chunk of readAsStated(await getMedia(id))) chunks.push(chunk);
        pictures.push({ source: `data:${type};base64,${Buffer.concat(chunks).toString('base64')}`, alt });
      }
      return pictures;
    },
  };
}

async function kindOf(uploads: Uploads, fileId: string, bytes: number): Promise<MediaKind | undefined> {
  if (bytes === 0) return undefined;
  return mediaKindOf(await readWhole(uploads, fileId, Math.min(bytes, HEAD_BYTES)));
}

async function readWhole(uploads: Uploads, fileId: string, bytes: number): Promise<Uint8Array> {
  const chunks = await Array.fromAsync(uploads.read('media', fileId, { start: 0, end: bytes - 1 }));
  return new Uint8Array(Buffer.concat(chunks));
}

export function toMedia({ id, name, type, bytes, width, height, alt }: ListedMedia): AssetMedia {
  return { id, name, type, bytes, width, height, alt, url: `/api/content-media/${id}` };
}

/** Under a name of ours: what somebody called the file never stands in a header. */
function dispositionOf({ type }: MediaRow): string {
  return `inline; filename="${type.replace('/', '.')}"`;
}

function mediaNotFound(): AppError {
  return new AppError('not_found', 'This picture or video does not exist any more.');
}

/** One range of bytes, as players ask for it; undefined: all of it. */
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
