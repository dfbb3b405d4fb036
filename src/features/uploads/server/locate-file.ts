import { AppError } from '#kit/errors.ts';
import { idOf, newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { idAt, keyOf, PLACES, type Purpose } from '../rules.ts';
import { listUses } from './file-uses.ts';
import { assertRoom, tooLarge } from './room.ts';
import {
  changeFile,
  claimCopy,
  deleteFiles,
  findFile,
  insertFile,
  listKeptAs,
  takeUp,
  type UploadedFile,
} from './store.ts';
import { INCOMING } from './upload-options.ts';

type LocateContext = Pick<Context, 'db' | 'clock' | 'config' | 'files'>;
type Located = { id: string; bytes: number };

/**
 * The id and size of a file that has arrived, by the address it was sent to; also takes over what a Companion server or
 * temporary credentials have put into the storage. Repeats return the same. Refuses with `not_found` or `too_large`.
 */
export async function locateFile(ctx: LocateContext, purpose: Purpose, address: string): Promise<Located> {
  const foreignKey = foreignKeyAt(ctx, address);
  const id = foreignKey === undefined ? idAt(purpose, address) : await adopt(ctx, purpose, foreignKey);
  const row = id === undefined ? undefined : await findFile(ctx.db, { id, purpose });
  const found = row && (await keep(ctx, row, foreignKey ?? keyOf(purpose, row.id)));
  if (!found) throw new AppError('not_found', 'This file has not arrived. Send it again.');
  return found;
}

/** Removes a file that was located at this address and is not accepted, unless something uses it. */
export async function refuseFile(
  ctx: Pick<Context, 'db' | 'config' | 'files' | 'fileUses'>,
  { purpose, id, address }: { purpose: Purpose; id: string; address: string },
): Promise<void> {
  const { db, files } = ctx;
  if ((await listUses(ctx, purpose, [id])).size > 0) return;
  const rows = await listKeptAs(db, id);
  for (const row of rows) await files.remove(keyOf(purpose, row.id));
  const foreignKey = foreignKeyAt(ctx, address);
  if (foreignKey !== undefined) await files.remove(foreignKey);
  // More may be sent to an address at the storage until it expires: the sweep looks there once more.
  if (files.direct && foreignKey === undefined)
    for (const row of rows) await changeFile(db, row.id, { bytes: 0 });
  else
    await deleteFiles(
      db,
      rows.map((row) => row.id),
    );
}

/** The key of a file that others have put into their own folder of the bucket; undefined for any other address. */
function foreignKeyAt(
  { config, files }: Pick<Context, 'config' | 'files'>,
  address: string,
): string | undefined {
  const { keyAt, temporaryCredentials } = files.direct ?? {};
  const key = keyAt?.(address);
  const folders = [
    ...(config.COMPANION_URL === undefined ? [] : [config.COMPANION_PREFIX]),
    ...(temporaryCredentials ? [INCOMING] : []),
  ];
  return key !== undefined && folders.some((folder) => key.startsWith(folder)) && isPlainKey(key)
    ? key
    : undefined;
}

/** Without a way up or a further slash that a storage or a proxy might read in it. */
function isPlainKey(key: string): boolean {
  return (
    !/%2f|%5c|%25(?:2[ef5]|5c)|%00|\\|\/\//i.test(key) &&
    key.split('/').every((part) => !/^(?:\.|%2e){1,2}$/i.test(part))
  );
}

/** Lists a foreign file as if we had issued its address. Repeats find the same row. */
async function adopt(
  { db, clock, files }: LocateContext,
  purpose: Purpose,
  key: string,
): Promise<string | undefined> {
  const id = await idOf(purpose, key);
  if (await findFile(db, { id, purpose })) return id;
  const found = await files.find(key);
  if (!found) return undefined;
  if (found.bytes > PLACES[purpose].mostBytes) {
    await files.remove(key);
    throw tooLarge(purpose);
  }
  await insertFile(db, { id, purpose, givenAt: clock.now() });
  return id;
}

/**
 * Where a file is stored from now on. An address at the storage can be used again until it expires, so a file that is
 * taken up is copied to a key that no one else has an address of.
 */
async function keep(ctx: LocateContext, row: UploadedFile, sentTo: string): Promise<Located | undefined> {
  const { db, clock, files } = ctx;
  const { purpose } = row;
  const sent = await files.find(row.keptAs === null ? sentTo : keyOf(purpose, row.keptAs));
  if (!sent) return undefined;
  // The caller refuses one that is too large.
  const isCopied = row.keptAs === null && files.direct && sent.bytes <= PLACES[purpose].mostBytes;
  const id = isCopied ? await copyOf(ctx, row, { sentTo, bytes: sent.bytes }) : (row.keptAs ?? row.id);
  // Read again: something longer may have been sent during the copy.
  const kept = id === undefined ? undefined : await files.find(keyOf(purpose, id));
  if (id === undefined || !kept) return undefined;
  const isThere = await takeUp(db, id, { at: clock.now(), bytes: kept.bytes });
  return isThere ? { id, bytes: kept.bytes } : undefined;
}

/** The copy that counts: of several concurrent ones, the first. Outside a transaction, because a storage may take minutes. */
async function copyOf(
  ctx: LocateContext,
  { id, purpose, bytes: countedBytes }: UploadedFile,
  { sentTo, bytes }: { sentTo: string; bytes: number },
): Promise<string | undefined> {
  const { db, clock, files } = ctx;
  // Its parts were counted as they came.
  await assertRoom(ctx, bytes - countedBytes);
  const copy = newId();
  const now = clock.now();
  // Before the copy: if the process ends here, the sweep finds it.
  await insertFile(db, { id: copy, purpose, givenAt: now, arrivedAt: now, bytes, keptAs: copy });
  const isMade = await files.direct?.copy(sentTo, keyOf(purpose, copy));
  const keptAs = isMade ? await claimCopy(db, id, { copy, at: clock.now() }) : undefined;
  if (keptAs !== copy) {
    await files.remove(keyOf(purpose, copy));
    await deleteFiles(db, [copy]);
  }
  return keptAs;
}
