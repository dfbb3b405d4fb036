import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore, PartKey, StoredPart } from './port.ts';

const KEY = /^[a-z]+\/[0-9a-f-]{36}$/;
const UPLOAD_ID = /^[0-9a-f-]{36}$/;

/** Files in a folder of this machine, each under a name that we made. */
export function createDataFolder(folder: string): FileStore {
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of ours');
    return join(folder, key);
  };
  const partsOf = ({ key, uploadId }: PartKey): string => {
    if (!UPLOAD_ID.test(uploadId)) throw new Error('not an upload of ours');
    return join(folder, 'parts', uploadId, key.replace('/', '-'));
  };
  const take = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(to), { recursive: true });
    // Copied beside its place first: another disk may lie between, and nobody reads half a file.
    const beside = `${to}.${randomUUID()}`;
    await copyFile(from, beside);
    await rename(beside, to);
  };
  const listParts = async (upload: PartKey): Promise<StoredPart[] | undefined> => {
    const at = partsOf(upload);
    const names = await readdir(at).catch(() => undefined);
    if (!names) return undefined;
    const parts = names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ({
        PartNumber: Number(name),
        Size: (await stat(join(at, name))).size,
        ETag: await etagOf(join(at, name)),
      }));
    return (await Promise.all(parts)).sort((left, right) => left.PartNumber - right.PartNumber);
  };

  return {
    put: (key, path) => take(path, placeOf(key)),
    async find(key) {
      const path = placeOf(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { path, bytes: found.size } : undefined;
    },
    remove: (key) => rm(placeOf(key), { force: true }),

    async beginMultipart(key) {
      placeOf(key);
      const uploadId = randomUUID();
      await mkdir(partsOf({ key, uploadId }), { recursive: true });
      return uploadId;
    },
    async putPart(upload, partNumber, path) {
      const at = partsOf(upload);
      if (!(await stat(at).catch(() => undefined))) throw new Error('there is no such upload');
      await take(path, join(at, String(partNumber)));
      return etagOf(join(at, String(partNumber)));
    },
    listParts,
    async complete(upload, parts) {
      const stored = await listParts(upload);
      const isWhole =
        stored !== undefined &&
        parts.every(({ PartNumber, ETag }) =>
          stored.some((part) => part.PartNumber === PartNumber && part.ETag === ETag),
        );
      if (!isWhole) return false;
      const target = placeOf(upload.key);
      await mkdir(dirname(target), { recursive: true });
      const beside = `${target}.${randomUUID()}`;
      for (const { PartNumber } of parts.toSorted((left, right) => left.PartNumber - right.PartNumber)) {
        await pipeline(
          createReadStream(join(partsOf(upload), String(PartNumber))),
          createWriteStream(beside, { flags: 'a' }),
        );
      }
      await rename(beside, target);
      await rm(dirname(partsOf(upload)), { recursive: true, force: true });
      return true;
    },
    abort: (upload) => rm(dirname(partsOf(upload)), { recursive: true, force: true }),
  };
}

async function etagOf(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return `"${hash.digest('hex')}"`;
}
