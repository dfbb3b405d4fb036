import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { keyOf, PLACES, type Purpose } from '../rules.ts';
import { assertRoom, tooLarge } from './room.ts';
import { changeFile, claimArrival, deleteFiles, findFile, giveUpArrival, insertFile } from './store.ts';

type UploadContext = Pick<Context, 'db' | 'clock' | 'config' | 'files'>;

/** Our server stores a file within this time; after it, the process that claimed the upload is gone. */
const STORED_WITHIN_MS = MINUTE_MS;

/** The address to which one file is sent with PUT. Refuses with `storage_full`. */
export async function issueUploadAddress(ctx: UploadContext, purpose: Purpose): Promise<string> {
  const { db, clock, files } = ctx;
  await assertRoom(ctx, 0);
  const id = newId();
  await insertFile(db, { id, purpose, givenAt: clock.now() });
  if (files.direct) return (await files.direct.signPut(keyOf(purpose, id))).url;
  return `${PLACES[purpose].sentTo}${id}`;
}

/** Stores an uploaded file, once: a file that has arrived is not replaced. Refuses with `not_found` or `conflict`. */
export async function storeUpload(
  ctx: UploadContext,
  { purpose, id, file }: { purpose: Purpose; id: string; file: ReceivedFile },
): Promise<{ bytes: number }> {
  const { db, clock, files } = ctx;
  if (file.bytes === 0) throw new AppError('refused', 'This file is empty.');
  await assertRoom(ctx, file.bytes);
  const arrival = { at: clock.now(), bytes: file.bytes };
  if (!(await claimArrival(db, { id, purpose }, arrival))) {
    const known = await findFile(db, { id, purpose });
    if (!known) throw new AppError('not_found', 'This is no address that was given out for a file.');
    if (known.keptAs !== null || (await files.find(keyOf(purpose, id)))) {
      throw new AppError('conflict', 'A file has arrived here already.');
    }
    // The process that claimed it is storing it now, or ended before it had.
    const before = new Date(arrival.at.getTime() - STORED_WITHIN_MS);
    if (!(await claimArrival(db, { id, purpose }, { ...arrival, before }))) {
      throw new AppError('conflict', 'A file is arriving here. Wait a minute and send it again.');
    }
  }
  try {
    await files.put(keyOf(purpose, id), file.path);
  } catch (error) {
    await giveUpArrival(db, id, arrival.at);
    throw error;
  }
  return { bytes: file.bytes };
}

/** Stores bytes that did not come from a browser; returns their id. Refuses with `too_large` or `storage_full`. */
export async function storeOwnFile(
  ctx: UploadContext & Pick<Context, 'temporaryFolder'>,
  purpose: Purpose,
  bytes: Uint8Array,
): Promise<string> {
  const { db, clock } = ctx;
  if (bytes.length > PLACES[purpose].mostBytes) throw tooLarge(purpose);
  await assertRoom(ctx, bytes.length);
  const id = newId();
  const now = clock.now();
  // Before the file: if the process ends here, the sweep finds it.
  await insertFile(db, { id, purpose, givenAt: now, arrivedAt: now, bytes: bytes.length, keptAs: id });
  try {
    await putBytes(ctx, keyOf(purpose, id), bytes);
  } catch (error) {
    await deleteFiles(db, [id]);
    throw error;
  }
  return id;
}

/** Replaces the bytes of a file that was located. */
export async function replaceFile(
  ctx: Pick<Context, 'db' | 'files' | 'temporaryFolder'>,
  { purpose, id, bytes }: { purpose: Purpose; id: string; bytes: Uint8Array },
): Promise<void> {
  await putBytes(ctx, keyOf(purpose, id), bytes);
  await changeFile(ctx.db, id, { bytes: bytes.length });
}

async function putBytes(
  { files, temporaryFolder }: Pick<Context, 'files' | 'temporaryFolder'>,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  const path = join(temporaryFolder, newId());
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    await files.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
