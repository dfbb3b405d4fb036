import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { PartKey, StoredPart } from '#providers/files/port.ts';
import { keyOf, LEAST_PART_BYTES, mostPartsOf, PLACES, type Purpose, readKey } from '../rules.ts';
import { assertRoom, mostBytesOfAll, tooLarge } from './room.ts';
import { addPart, changeFile, deleteFiles, findFile, insertFile, type UploadedFile } from './store.ts';

type UploadContext = Pick<Context, 'db' | 'clock' | 'config' | 'files'>;

const PART_URL_SECONDS = 3_600;

/** Refuses with `storage_full`. */
export async function beginMultipart(ctx: UploadContext, purpose: Purpose): Promise<PartKey> {
  await assertRoom(ctx, 0);
  const id = newId();
  const key = keyOf(purpose, id);
  const uploadId = await ctx.files.beginMultipart(key);
  await insertFile(ctx.db, { id, purpose, uploadId, givenAt: ctx.clock.now() });
  return { key, uploadId };
}

/** The parts that have arrived. Refuses with `not_found`. */
export async function listParts({ db, files }: UploadContext, upload: PartKey): Promise<StoredPart[]> {
  await getOpenUpload(db, upload);
  return endedOr(files.listParts(upload));
}

/** The address to which a part is sent. Refuses with `not_found`, `too_large` or `storage_full`. */
export async function signPart(
  ctx: UploadContext,
  upload: PartKey,
  partNumber: number,
): Promise<{ url: string; expires: number }> {
  const row = await getOpenUpload(ctx.db, upload);
  if (partNumber > mostPartsOf(row.purpose)) throw tooLarge(row.purpose);
  const { direct } = ctx.files;
  if (direct) {
    // The storage takes the part without asking us: stored parts are counted before the next may come.
    await recount(ctx, upload, row);
    const { url, expiresSeconds } = await direct.signPart(upload, partNumber);
    return { url, expires: expiresSeconds };
  }
  const key = encodeURIComponent(upload.key);
  return { url: `/s3/parts/${upload.uploadId}/${partNumber}?key=${key}`, expires: PART_URL_SECONDS };
}

/** Stores a part. Refuses with `not_found`, `too_large` or `storage_full`. */
export async function putPart(
  ctx: UploadContext,
  upload: PartKey,
  { number, file }: { number: number; file: ReceivedFile },
): Promise<{ ETag: string }> {
  await countPart(ctx, upload, { number, bytes: file.bytes });
  return { ETag: await endedOr(ctx.files.putPart(upload, number, file)) };
}

/** Puts the parts together. Repeats return the same. Refuses with `not_found`, `too_large` or `refused`. */
export async function completeMultipart(
  { db, clock, files }: UploadContext,
  upload: PartKey,
  parts: readonly { PartNumber: number; ETag: string }[],
): Promise<{ location: string }> {
  const { purpose, id } = readKey(upload.key) ?? {};
  if (purpose === undefined || id === undefined) throw new AppError('not_found', 'Not a key of ours.');
  const { mostBytes, foundAt } = PLACES[purpose];
  const location = `${foundAt}${id}`;
  const row = await findFile(db, { id, purpose });
  // The answer was lost on the way: return it again.
  if (row?.uploadId === upload.uploadId && row.arrivedAt !== null) return { location };
  await getOpenUpload(db, upload);
  const stored = await endedOr(
    files.listParts(upload).then(async (found) => found ?? (await files.find(upload.key))),
  );
  if (!Array.isArray(stored)) {
    // It was put together, and the process ended before that was noted.
    if (stored.bytes > mostBytes) throw tooLarge(purpose);
    await changeFile(db, id, { arrivedAt: clock.now(), bytes: stored.bytes });
    return { location };
  }
  const last = Math.max(...parts.map(({ PartNumber }) => PartNumber));
  if (stored.some(({ PartNumber, Size }) => PartNumber < last && Size < LEAST_PART_BYTES)) {
    throw new AppError('refused', 'Every part but the last has at least 5 MB.', {
      reason: 'EntityTooSmall',
    });
  }
  const named = new Set(parts.map(({ PartNumber }) => PartNumber));
  const bytes = stored.reduce((sum, part) => (named.has(part.PartNumber) ? sum + part.Size : sum), 0);
  if (named.size < parts.length || bytes > mostBytes) throw tooLarge(purpose);
  if (!(await files.complete(upload, parts))) {
    throw new AppError('refused', 'A part is missing or is another one.', { reason: 'InvalidPart' });
  }
  await changeFile(db, id, { arrivedAt: clock.now(), bytes });
  return { location };
}

/** Gives up an upload. Refuses with `not_found`. */
export async function abortMultipart(ctx: UploadContext, upload: PartKey): Promise<void> {
  const { id } = await getOpenUpload(ctx.db, upload);
  await removeParts(ctx, upload);
  await deleteFiles(ctx.db, [id]);
}

/** Throws if the storage may still have parts; does nothing if the upload does not exist. */
export function removeParts({ files }: Pick<Context, 'files'>, upload: PartKey): Promise<void> {
  return files.abort(upload).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
  });
}

/** The row of an upload that we issued and that is not complete. */
async function getOpenUpload(db: Queryable, { key, uploadId }: PartKey): Promise<UploadedFile> {
  const named = readKey(key);
  const row = named && (await findFile(db, named));
  if (!row || row.uploadId !== uploadId || row.arrivedAt !== null) throw uploadGone();
  return row;
}

async function endedOr<T>(work: Promise<T | undefined>): Promise<T> {
  const found = await work.catch((error: unknown) => {
    // A storage that does not respond is not an upload that is gone.
    if (error instanceof AppError) throw error;
    return undefined;
  });
  if (found === undefined) throw uploadGone();
  return found;
}

/** Counts what the storage has received directly. */
async function recount(ctx: UploadContext, upload: PartKey, row: UploadedFile): Promise<void> {
  const bytes = sizeOf(await endedOr(ctx.files.listParts(upload)));
  if (bytes > PLACES[row.purpose].mostBytes) throw tooLarge(row.purpose);
  if (bytes === row.bytes) return;
  await assertRoom(ctx, bytes - row.bytes);
  await changeFile(ctx.db, row.id, { bytes });
}

/** Counts a part before it is stored, so that refused files cannot fill the storage. */
async function countPart(
  ctx: UploadContext,
  upload: PartKey,
  part: { number: number; bytes: number },
): Promise<void> {
  const { db, files } = ctx;
  const named = readKey(upload.key);
  if (
    named &&
    part.number <= mostPartsOf(named.purpose) &&
    (await addPart(
      db,
      { ...named, uploadId: upload.uploadId },
      { bytes: part.bytes, mostBytes: PLACES[named.purpose].mostBytes, mostOfAll: mostBytesOfAll(ctx) },
    ))
  )
    return;
  const row = await getOpenUpload(db, upload);
  if (part.number > mostPartsOf(row.purpose)) throw tooLarge(row.purpose);
  await assertRoom(ctx, part.bytes);
  // One that is sent again was counted before.
  const there = await endedOr(files.listParts(upload));
  const bytes = sizeOf(there.filter(({ PartNumber }) => PartNumber !== part.number)) + part.bytes;
  if (bytes > PLACES[row.purpose].mostBytes) throw tooLarge(row.purpose);
  await changeFile(db, row.id, { bytes });
}

function sizeOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, { Size }) => sum + Size, 0);
}

function uploadGone(): AppError {
  return new AppError('not_found', 'This upload does not exist or has ended.');
}
