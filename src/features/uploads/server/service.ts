import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { idOf, newId } from '#kit/id.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import type { Database, Queryable } from '#platform/db.ts';
import type { ByteRange, FileStore, PartKey, StorageCredentials, StoredFile } from '#providers/files/port.ts';
import {
  idAt,
  keyOf,
  LEAST_PART_BYTES,
  mostPartsOf,
  PLACES,
  PURPOSES,
  type Purpose,
  readKey,
  sizeWords,
} from '../rules.ts';
import {
  addPart,
  changeFile,
  claimArrival,
  claimCopy,
  countBytes,
  deleteFiles,
  deleteOld,
  findFile,
  giveUpArrival,
  insertFile,
  listKeptAs,
  listOld,
  takeUp,
  type UploadedFile,
} from './store.ts';

type Dependencies = {
  db: Database;
  files: FileStore;
  /** Where a file lies that is written anew. */
  temporaryFolder: string;
  /** Undefined: files come from people's own devices only. */
  companionUrl?: string | undefined;
  /** Where in the bucket the Companion server puts what it fetches. */
  companionPrefix?: string | undefined;
  /** What all files of the workspace may take together. */
  mostBytes?: number | undefined;
  now?: () => Date;
};

/** Which of these files somebody still uses, or could take back. */
type Uses = (db: Queryable, ids: readonly string[]) => Promise<string[]>;

/** Where temporary credentials may send to: nothing there is served, what is taken up is copied from there. */
const INCOMING = 'incoming/';
const PART_URL_SECONDS = 3_600;
/** A file that nobody has taken up by then will not be: forms are closed, addresses have long run out. */
const UNUSED_AFTER_MS = DAY_MS;
/** Parts are waited for longer: a large file may be resumed. */
const UNFINISHED_AFTER_MS = 7 * DAY_MS;
/** What is stored by us is stored in less; else whoever stored it is gone. */
const STORED_WITHIN_MS = MINUTE_MS;
const SWEPT_AT_ONCE = 500;
/** One file that cannot be removed keeps no other from it. */
const MOST_FAILURES = 20;
const DEFAULT_MOST_BYTES = 50 * 1_073_741_824;

/** Files on their way in: to an address that is given out, in one piece or in parts. */
export function createUploads({
  db,
  files,
  temporaryFolder,
  companionUrl,
  companionPrefix = 'companion/',
  mostBytes: mostOfAll = DEFAULT_MOST_BYTES,
  now = () => new Date(),
}: Dependencies) {
  const uses = new Map<Purpose, Uses[]>();

  const endedOr = async <T>(work: Promise<T | undefined>): Promise<T> => {
    const found = await work.catch((error: unknown) => {
      // A storage that does not answer is something else than an upload that is gone.
      if (error instanceof AppError) throw error;
      return undefined;
    });
    if (found === undefined) throw new AppError('not_found', 'This upload does not exist or has ended.');
    return found;
  };

  /** Ours and this upload's, or none: a key that was not given out here is nobody's to send to. */
  const givenUpload = async ({ key, uploadId }: PartKey): Promise<UploadedFile> => {
    const named = readKey(key);
    const row = named && (await findFile(db, named));
    if (!row || row.uploadId !== uploadId || row.arrivedAt !== null)
      throw new AppError('not_found', 'This upload does not exist or has ended.');
    return row;
  };

  const assertRoom = async (bytes: number): Promise<void> => {
    const used = await countBytes(db);
    if (used + bytes <= mostOfAll) return;
    throw new AppError(
      'refused',
      `The workspace has no room left for this file: ${sizeWords(mostOfAll)} are allowed (STORAGE_GB). Delete what is not used.`,
      { reason: 'storage_full' },
    );
  };

  const tooLarge = (purpose: Purpose): AppError =>
    new AppError('too_large', `The file is larger than ${sizeWords(PLACES[purpose].mostBytes)}.`, {
      reason: 'EntityTooLarge',
    });

  const isAwaited = ({ uploadId, arrivedAt, givenAt }: UploadedFile): boolean =>
    uploadId !== null && arrivedAt === null && givenAt.getTime() > now().getTime() - UNFINISHED_AFTER_MS;

  /** What the storage has taken in by itself. */
  const recount = async (upload: PartKey, row: UploadedFile): Promise<void> => {
    const there = await endedOr(files.listParts(upload));
    const bytes = there.reduce((sum, { Size }) => sum + Size, 0);
    if (bytes > PLACES[row.purpose].mostBytes) throw tooLarge(row.purpose);
    if (bytes === row.bytes) return;
    await assertRoom(bytes - row.bytes);
    await changeFile(db, row.id, { bytes });
  };

  /** Counts a part before it is stored, so that nobody fills the storage with what is refused in the end. */
  const countPart = async (upload: PartKey, part: { number: number; bytes: number }): Promise<void> => {
    const named = readKey(upload.key);
    if (
      named &&
      part.number <= mostPartsOf(named.purpose) &&
      (await addPart(
        db,
        { ...named, uploadId: upload.uploadId },
        { bytes: part.bytes, mostBytes: PLACES[named.purpose].mostBytes, mostOfAll },
      ))
    )
      return;
    const row = await givenUpload(upload);
    const { mostBytes } = PLACES[row.purpose];
    if (part.number > mostPartsOf(row.purpose)) throw tooLarge(row.purpose);
    await assertRoom(part.bytes);
    // One that is sent again was counted before.
    const there = await endedOr(files.listParts(upload));
    const others = there.filter(({ PartNumber }) => PartNumber !== part.number);
    const bytes = others.reduce((sum, { Size }) => sum + Size, part.bytes);
    if (bytes > mostBytes) throw tooLarge(row.purpose);
    await changeFile(db, row.id, { bytes });
  };

  /** The key of what others have put into their own folder of the bucket; nothing else of it is taken over. */
  const foreignKeyAt = (address: string): string | undefined => {
    const { keyAt, temporaryCredentials } = files.direct ?? {};
    const key = keyAt?.(address);
    const folders = [
      ...(companionUrl === undefined ? [] : [companionPrefix]),
      ...(temporaryCredentials ? [INCOMING] : []),
    ];
    return key !== undefined && folders.some((folder) => key.startsWith(folder)) && isPlainKey(key)
      ? key
      : undefined;
  };

  /** As if its address had been given out: the same file is the same row, however often it is asked for. */
  const adopt = async (purpose: Purpose, key: string): Promise<string | undefined> => {
    const id = await idOf(purpose, key);
    if (await findFile(db, { id, purpose })) return id;
    const found = await files.find(key);
    if (!found) return undefined;
    if (found.bytes > PLACES[purpose].mostBytes) {
      await files.remove(key);
      throw tooLarge(purpose);
    }
    await insertFile(db, { id, purpose, givenAt: now() });
    return id;
  };

  /**
   * Where a file lies from now on. An address at the storage can be used again until it has run out: what was taken up
   * lies under a key that nobody else has an address of.
   */
  const keep = async (
    row: UploadedFile,
    sentTo: string,
  ): Promise<{ id: string; bytes: number } | undefined> => {
    const { purpose } = row;
    const sent = await files.find(row.keptAs === null ? sentTo : keyOf(purpose, row.keptAs));
    if (!sent) return undefined;
    // One that is too large is refused by whoever takes it up.
    const isCopied = row.keptAs === null && files.direct && sent.bytes <= PLACES[purpose].mostBytes;
    const id = isCopied ? await copyOf(row, sentTo, sent.bytes) : (row.keptAs ?? row.id);
    // Looked at again: something longer may have been sent while it was copied.
    const kept = id === undefined ? undefined : await files.find(keyOf(purpose, id));
    if (id === undefined || !kept) return undefined;
    const isThere = await takeUp(db, id, { at: now(), bytes: kept.bytes });
    return isThere ? { id, bytes: kept.bytes } : undefined;
  };

  /** The copy that holds from now on, of several made at once the first. A storage may be minutes at it: no transaction is open. */
  const copyOf = async (row: UploadedFile, sentTo: string, bytes: number): Promise<string | undefined> => {
    const { id, purpose } = row;
    // Its parts were counted as they came.
    await assertRoom(bytes - row.bytes);
    const copy = newId();
    // Before it is made: one of which nothing is heard any more is found by the sweep.
    await insertFile(db, { id: copy, purpose, givenAt: now(), arrivedAt: now(), bytes, keptAs: copy });
    const isMade = await files.direct?.copy(sentTo, keyOf(purpose, copy));
    const keptAs = isMade ? await claimCopy(db, id, { copy, at: now() }) : undefined;
    if (keptAs !== copy) {
      await files.remove(keyOf(purpose, copy));
      await deleteFiles(db, [copy]);
    }
    return keptAs;
  };

  /** Fails where the storage may have kept parts; where the upload was never there, there is nothing to forget. */
  const forgetParts = (upload: PartKey): Promise<void> =>
    files.abort(upload).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
    });

  /** Removes it, unless somebody has taken it up since it was looked at. */
  const drop = async (row: UploadedFile, before: Date): Promise<void> => {
    // The row goes first: whoever takes the file up from now on is told that it is not there.
    if (!(await deleteOld(db, row.id, before))) return;
    const key = keyOf(row.purpose, row.id);
    try {
      if (row.uploadId !== null && row.arrivedAt === null) await forgetParts({ key, uploadId: row.uploadId });
      await files.remove(key);
    } catch (error) {
      // The next sweep has to find it.
      await insertFile(db, row);
      throw error;
    }
  };

  return {
    /** Whoever keeps files of a purpose says which it uses; the rest is removed after a day. */
    keeps(purpose: Purpose, listUsed: Uses): void {
      uses.set(purpose, [...(uses.get(purpose) ?? []), listUsed]);
    },

    options: () => ({ companionUrl: companionUrl ?? null }),

    /** Where one file is sent with PUT. */
    async addressFor(purpose: Purpose): Promise<string> {
      await assertRoom(0);
      const id = newId();
      await insertFile(db, { id, purpose, givenAt: now() });
      if (files.direct) return (await files.direct.signPut(keyOf(purpose, id))).url;
      return `${PLACES[purpose].sentTo}${id}`;
    },

    /** Takes a file in, once: what has arrived is not replaced by whoever knows its address. */
    async put(purpose: Purpose, id: string, file: ReceivedFile): Promise<{ bytes: number }> {
      if (file.bytes === 0) throw new AppError('refused', 'This file is empty.');
      await assertRoom(file.bytes);
      const arrival = { at: now(), bytes: file.bytes };
      if (!(await claimArrival(db, { id, purpose }, arrival))) {
        const known = await findFile(db, { id, purpose });
        if (!known) throw new AppError('not_found', 'This is no address that was given out for a file.');
        if (known.keptAs !== null || (await files.find(keyOf(purpose, id)))) {
          throw new AppError('conflict', 'A file has arrived here already.');
        }
        // Whoever claimed it is storing it just now, or ended before they had.
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
    },

    /** Takes in bytes that came to us in another way than from a browser; answers their id. */
    async keepOwn(purpose: Purpose, bytes: Uint8Array): Promise<string> {
      if (bytes.length > PLACES[purpose].mostBytes) throw tooLarge(purpose);
      await assertRoom(bytes.length);
      const id = newId();
      // Before it is stored: one of which nothing is heard any more is found by the sweep.
      await insertFile(db, {
        id,
        purpose,
        givenAt: now(),
        arrivedAt: now(),
        bytes: bytes.length,
        keptAs: id,
      });
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      const path = join(temporaryFolder, id);
      try {
        await writeFile(path, bytes, { mode: 0o600 });
        await files.put(keyOf(purpose, id), path);
      } catch (error) {
        await deleteFiles(db, [id]);
        throw error;
      } finally {
        await rm(path, { force: true });
      }
      return id;
    },

    /**
     * The id and size of a file that has arrived, by the address it was sent to; takes over what a Companion server
     * or somebody with temporary credentials has put into the storage. Asked again it answers the same.
     */
    async locate(purpose: Purpose, address: string): Promise<{ id: string; bytes: number }> {
      const foreignKey = foreignKeyAt(address);
      const id = foreignKey === undefined ? idAt(purpose, address) : await adopt(purpose, foreignKey);
      const row = id === undefined ? undefined : await findFile(db, { id, purpose });
      const found = row && (await keep(row, foreignKey ?? keyOf(purpose, row.id)));
      if (!found) throw new AppError('not_found', 'This file has not arrived. Send it again.');
      return found;
    },

    /** Puts other bytes in the place of a file that was located. */
    async replace(purpose: Purpose, id: string, bytes: Uint8Array): Promise<void> {
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      const path = join(temporaryFolder, newId());
      try {
        await writeFile(path, bytes, { mode: 0o600 });
        await files.put(keyOf(purpose, id), path);
      } finally {
        await rm(path, { force: true });
      }
      await changeFile(db, id, { bytes: bytes.length });
    },

    withFile: <T>(
      purpose: Purpose,
      id: string,
      work: (file: StoredFile) => Promise<T>,
    ): Promise<T | undefined> => files.withFile(keyOf(purpose, id), work),

    find: (purpose: Purpose, id: string) => files.find(keyOf(purpose, id)),

    read: (purpose: Purpose, id: string, range?: ByteRange) => files.read(keyOf(purpose, id), range),

    /** An address at the storage itself, as its type and under its disposition; undefined: the bytes are ours to send. */
    async addressOf(
      purpose: Purpose,
      id: string,
      shownAs: { type: string; disposition: string },
    ): Promise<string | undefined> {
      return (await files.direct?.signGet(keyOf(purpose, id), shownAs))?.url;
    },

    /**
     * Removes a file that was located at this address and will not be taken, unless somebody uses it: nobody asks for it
     * again, and it may be anything.
     */
    async refuse(purpose: Purpose, id: string, address: string): Promise<void> {
      for (const listUsed of uses.get(purpose) ?? []) if ((await listUsed(db, [id])).length > 0) return;
      const rows = await listKeptAs(db, id);
      for (const row of rows) await files.remove(keyOf(purpose, row.id));
      const foreignKey = foreignKeyAt(address);
      if (foreignKey !== undefined) await files.remove(foreignKey);
      // More may be sent to an address at the storage until it has run out: the sweep looks there once more.
      if (files.direct && foreignKey === undefined)
        for (const row of rows) await changeFile(db, row.id, { bytes: 0 });
      else
        await deleteFiles(
          db,
          rows.map((row) => row.id),
        );
    },

    async beginMultipart(purpose: Purpose): Promise<PartKey> {
      await assertRoom(0);
      const id = newId();
      const key = keyOf(purpose, id);
      const uploadId = await files.beginMultipart(key);
      await insertFile(db, { id, purpose, uploadId, givenAt: now() });
      return { key, uploadId };
    },

    async listParts(upload: PartKey) {
      await givenUpload(upload);
      return endedOr(files.listParts(upload));
    },

    async signPart(upload: PartKey, partNumber: number): Promise<{ url: string; expires: number }> {
      const row = await givenUpload(upload);
      if (partNumber > mostPartsOf(row.purpose)) throw tooLarge(row.purpose);
      if (files.direct) {
        // The storage takes the part without asking us: what is there is counted before the next may come.
        await recount(upload, row);
        const { url, expiresSeconds } = await files.direct.signPart(upload, partNumber);
        return { url, expires: expiresSeconds };
      }
      const key = encodeURIComponent(upload.key);
      return { url: `/s3/parts/${upload.uploadId}/${partNumber}?key=${key}`, expires: PART_URL_SECONDS };
    },

    async putPart(upload: PartKey, partNumber: number, file: ReceivedFile): Promise<{ ETag: string }> {
      await countPart(upload, { number: partNumber, bytes: file.bytes });
      return { ETag: await endedOr(files.putPart(upload, partNumber, file)) };
    },

    async complete(upload: PartKey, parts: readonly { PartNumber: number; ETag: string }[]) {
      const { purpose, id } = readKey(upload.key) ?? {};
      if (purpose === undefined || id === undefined) throw new AppError('not_found', 'Not a key of ours.');
      const row = await findFile(db, { id, purpose });
      // Its answer was lost on the way: it was put together, and that is told again.
      if (row?.uploadId === upload.uploadId && row.arrivedAt !== null)
        return { location: `${PLACES[purpose].foundAt}${id}` };
      await givenUpload(upload);
      const { mostBytes, foundAt } = PLACES[purpose];
      const location = `${foundAt}${id}`;
      const stored = await endedOr(
        files.listParts(upload).then(async (found) => found ?? (await files.find(upload.key))),
      );
      if (!Array.isArray(stored)) {
        // It was put together, and whoever was at it ended before that was noted.
        if (stored.bytes > mostBytes) throw tooLarge(purpose);
        await changeFile(db, id, { arrivedAt: now(), bytes: stored.bytes });
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
      await changeFile(db, id, { arrivedAt: now(), bytes });
      return { location };
    },

    async abort(upload: PartKey): Promise<void> {
      const { id } = await givenUpload(upload);
      await forgetParts(upload);
      await deleteFiles(db, [id]);
    },

    /** Removes what nobody uses: sent and never taken up, given up half-way, or of something that is gone for good. */
    async sweep(): Promise<void> {
      const before = new Date(now().getTime() - UNUSED_AFTER_MS);
      const failures: unknown[] = [];
      for (let after: string | undefined; ; ) {
        const rows = await listOld(db, { before, after, limit: SWEPT_AT_ONCE });
        after = rows.at(-1)?.id;
        if (after === undefined) break;
        for (const purpose of PURPOSES) {
          const ids = rows.filter((row) => row.purpose === purpose).map(({ id }) => id);
          const used = new Set<string>();
          for (const listUsed of uses.get(purpose) ?? [])
            for (const id of await listUsed(db, ids)) used.add(id);
          for (const row of rows) {
            if (row.purpose !== purpose || used.has(row.id) || isAwaited(row)) continue;
            await drop(row, before).catch((error: unknown) => {
              failures.push(error);
              // A storage that lets go of nothing is asked again tomorrow.
              if (failures.length === MOST_FAILURES) throw error;
            });
          }
        }
      }
      if (failures.length > 0) throw failures[0];
    },

    async temporaryCredentials(): Promise<StorageCredentials> {
      const lend = files.direct?.temporaryCredentials;
      if (!lend) {
        throw new AppError(
          'refused',
          'No temporary credentials here: set S3_ENDPOINT and S3_STS_ENDPOINT to hand them out.',
          { reason: 'not_configured' },
        );
      }
      return lend(INCOMING);
    },
  };
}
export type Uploads = ReturnType<typeof createUploads>;

/** As an address writes it: without a way up or a further slash that a storage or a proxy might read in it. */
function isPlainKey(key: string): boolean {
  return (
    !/%2f|%5c|%25(?:2[ef5]|5c)|%00|\\|\/\//i.test(key) &&
    key.split('/').every((part) => !/^(?:\.|%2e){1,2}$/i.test(part))
  );
}
