import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
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

type PartName = Omit<StoredPart, 'Size'> & { path: string };

/** Files in a folder of this machine, each under a name that we made. */
export function createDataFolder(folder: string, now: () => number = Date.now): FileStore {
  const partsFolder = join(folder, 'parts');
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
    return names
      ?.flatMap((name) => {
        const [, number, digest] = PART_NAME.exec(name) ?? [];
        return digest === undefined
          ? []
          : [{ PartNumber: Number(number), ETag: `"${digest}"`, path: join(at, name) }];
      })
      .sort((left, right) => left.PartNumber - right.PartNumber);
  };
  const forget = (uploadId: string): Promise<void> =>
    rm(join(partsFolder, uploadId), { recursive: true, force: true });

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
      await mkdir(partsOf({ key, uploadId }), { recursive: true });
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
      const target = placeOf(upload.key);
      await mkdir(dirname(target), { recursive: true });
      const beside = `${target}.${randomUUID()}`;
      try {
        // The parts stay until the whole file is in its place: a stop in between costs nothing.
        await joinParts(parts, beside);
        await rename(beside, target);
      } finally {
        await rm(beside, { force: true });
      }
      await forget(upload.uploadId);
      return true;
    },
    async abort(upload) {
      partsOf(upload);
      await forget(upload.uploadId);
    },
  };
}

/** Writes the parts one behind the other, through one piece of memory: streams would take a new one for each megabyte. */
async function joinParts(parts: readonly PartName[], path: string): Promise<void> {
  const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const target = await open(path, 'wx');
  try {
    for (const part of parts) await pour(part.path, target, memory);
  } finally {
    await target.close();
  }
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
  await mkdir(dirname(to), { recursive: true });
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
