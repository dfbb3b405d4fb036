import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '#kit/time.ts';
import type { FileStore, PartKey, StoredPart } from './port.ts';

const KEY = /^[a-z]+\/[0-9a-f-]{36}$/;
const UPLOAD_ID = /^[0-9a-f-]{36}$/;
/** A part lies under its number and the digest of its bytes, so that no listing reads them all again. */
const PART_NAME = /^(\d+)\.([\w-]+)$/;
/** Parts that nobody has put together by then are given up, as storages in the cloud are told to do. */
const KEPT_PARTS_MS = 7 * DAY_MS;
const CHUNK_BYTES = 1_048_576;
/** Of the account that serves alone: what people send may be about people, and the machine may have other users. */
const OWN_FOLDER = 0o700;
const JOINED = 'joined.';
/** So much of a part is copied at a time. */
const COPIED_BYTES = 524_288;

type PartName = Omit<StoredPart, 'Size'> & { path: string };

/** Files in a folder of this machine, each under a name that we made. */
export function createDataFolder(folder: string, now: () => number = Date.now): FileStore {
  const partsFolder = join(folder, 'parts');
  // One that came from a backup or an earlier version was open; one that is not there yet will be made so.
  void chmod(folder, OWN_FOLDER).catch(() => undefined);
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of ours');
    return join(folder, key);
  };
  const partsOf = ({ key, uploadId }: PartKey): string => {
    if (!UPLOAD_ID.test(uploadId)) throw new Error('not an upload of ours');
    placeOf(key);
    return join(partsFolder, uploadId, key.replace('/', '-'));
  };
  const namesOf = async (upload: PartKey): Promise<PartName[] | undefined> => {
    const at = partsOf(upload);
    const names = await readdir(at).catch(() => undefined);
    return names && partsAmong(at, names);
  };
  const partsAmong = (at: string, names: readonly string[]): PartName[] =>
    names
      .flatMap((name) => {
        const [, number, digest] = PART_NAME.exec(name) ?? [];
        return digest === undefined
          ? []
          : [{ PartNumber: Number(number), ETag: `"${digest}"`, path: join(at, name) }];
      })
      .sort((left, right) => left.PartNumber - right.PartNumber);
  const forget = (uploadId: string): Promise<void> =>
    rm(join(partsFolder, uploadId), { recursive: true, force: true });

  // The parts that follow one another from the first are put together while the others come, so that nobody waits at the
  // end until a gigabyte was copied. It holds nothing up, and where it fails the end does all of it.
  const joiningAhead = new Map<string, Promise<void>>();
  const joinAhead = (upload: PartKey): void => {
    const { uploadId } = upload;
    const work = (joiningAhead.get(uploadId) ?? Promise.resolve())
      .then(async () => {
        const at = partsOf(upload);
        const names = await readdir(at);
        const parts = partsAmong(at, names).filter(({ PartNumber }, index) => PartNumber === index + 1);
        const name = nameOfJoined(parts);
        if (parts.length < 2 || names.includes(name)) return;
        await rename(await joinParts(at, parts, names), join(at, name));
        // Of parts that have been replaced: sent again and again they would fill the disk.
        for (const each of names) if (each.startsWith(JOINED)) await rm(join(at, each), { force: true });
      })
      .catch(() => undefined)
      .finally(() => joiningAhead.get(uploadId) === work && joiningAhead.delete(uploadId));
    joiningAhead.set(uploadId, work);
  };

  return {
    direct: undefined,

    async put(key, path) {
      await take(path, placeOf(key));
    },
    async find(key) {
      const found = await stat(placeOf(key)).catch(() => undefined);
      return found?.isFile() ? { bytes: found.size } : undefined;
    },
    async withFile(key, work) {
      const path = placeOf(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? work({ path, bytes: found.size }) : undefined;
    },
    read: (key, range) => createReadStream(placeOf(key), { ...range, highWaterMark: CHUNK_BYTES }),
    async remove(key) {
      await rm(placeOf(key), { force: true });
    },

    async beginMultipart(key) {
      const uploadId = randomUUID();
      await mkdir(partsOf({ key, uploadId }), { recursive: true, mode: OWN_FOLDER });
      for (const abandoned of await readdir(partsFolder)) {
        const { mtimeMs } = await stat(join(partsFolder, abandoned)).catch(() => ({ mtimeMs: now() }));
        if (now() - mtimeMs > KEPT_PARTS_MS) await forget(abandoned);
      }
      return uploadId;
    },
    async putPart(upload, partNumber, { path, digest }) {
      const at = partsOf(upload);
      const earlier = await namesOf(upload);
      if (!earlier) throw new Error('there is no such upload');
      const ETag = `"${digest}"`;
      await take(path, join(at, `${partNumber}.${digest}`));
      for (const part of earlier) {
        if (part.PartNumber === partNumber && part.ETag !== ETag) await rm(part.path, { force: true });
      }
      joinAhead(upload);
      return ETag;
    },
    async listParts(upload) {
      const parts = await namesOf(upload);
      if (!parts) return undefined;
      return Promise.all(
        parts.map(async ({ PartNumber, ETag, path }) => ({
          PartNumber,
          Size: (await stat(path)).size,
          ETag,
        })),
      );
    },
    async complete(upload, named) {
      const stored = await namesOf(upload);
      const chosen = named
        .toSorted((left, right) => left.PartNumber - right.PartNumber)
        .map(({ PartNumber, ETag }) =>
          stored?.find((part) => part.PartNumber === PartNumber && isSameTag(part.ETag, ETag)),
        );
      const parts = chosen.filter((part) => part !== undefined);
      if (parts.length < named.length || parts.length === 0) return false;
      await joiningAhead.get(upload.uploadId);
      const at = partsOf(upload);
      const joined = await joinParts(at, parts, await readdir(at));
      try {
        // The parts stay until the whole file is in its place: a stop in between costs nothing.
        await take(joined, placeOf(upload.key));
      } finally {
        await rm(joined, { force: true });
      }
      await forget(upload.uploadId);
      return true;
    },
    async abort(upload) {
      partsOf(upload);
      await joiningAhead.get(upload.uploadId);
      await forget(upload.uploadId);
    },
  };
}

/** What these parts make together has one name, wherever and whenever it was made. */
function nameOfJoined(parts: readonly PartName[]): string {
  const named = parts.map(({ PartNumber, ETag }) => `${PartNumber} ${ETag}`).join();
  return `${JOINED}${createHash('sha256').update(named).digest('base64url')}`;
}

/**
 * Writes the parts one behind the other into one file of the folder, behind those of them that stand together already.
 * Through one piece of memory: streams would take a new one for each megabyte.
 */
async function joinParts(at: string, parts: readonly PartName[], names: readonly string[]): Promise<string> {
  // Left behind by a stop it goes with the parts.
  const path = join(at, `joining.${randomUUID()}`);
  const count = await takeJoined(at, parts, names, path);
  const memory = spare ?? Buffer.allocUnsafeSlow(COPIED_BYTES);
  spare = undefined;
  const target = await open(path, 'a');
  try {
    for (const part of parts.slice(count)) await pour(part.path, target, memory);
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    spare = memory;
    await target.close();
  }
}

/** Kept from one part to the next: taken anew for each it would have to be collected as often. */
let spare: Buffer | undefined;

/** Takes the most that is together of these parts, from the first on, for oneself: another process may want it too. */
async function takeJoined(
  at: string,
  parts: readonly PartName[],
  names: readonly string[],
  path: string,
): Promise<number> {
  for (let count = parts.length; count > 0; count -= 1) {
    const name = nameOfJoined(parts.slice(0, count));
    if (names.includes(name) && (await isMoved(join(at, name), path))) return count;
  }
  return 0;
}

async function pour(from: string, target: FileHandle, memory: Buffer): Promise<void> {
  const source = await open(from);
  try {
    for (;;) {
      const { bytesRead } = await source.read(memory, 0, memory.length, null);
      if (bytesRead === 0) return;
      await target.writeFile(memory.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}

/** Clients send it back with its quotes or without. */
function isSameTag(left: string, right: string): boolean {
  return left.replaceAll('"', '') === right.replaceAll('"', '');
}

/** Moves a file to its place at once, so that nobody ever reads half of it. */
async function take(from: string, to: string): Promise<void> {
  if (await isMoved(from, to)) return;
  await mkdir(dirname(to), { recursive: true, mode: OWN_FOLDER });
  if (await isMoved(from, to)) return;
  // Another disk lies between: copied beside its place first.
  const beside = `${to}.${randomUUID()}`;
  await copyFile(from, beside);
  await rename(beside, to);
}

function isMoved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}
