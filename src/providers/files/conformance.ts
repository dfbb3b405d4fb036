import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import type { FileStore } from './port.ts';

const MB = 1_048_576;

/** What every file store keeps to. */
export function describeFileStore(
  name: string,
  open: () => Promise<{
    store: FileStore;
    close: () => Promise<void>;
    /** From now on what lies under the key cannot be removed. */
    hold: (key: string) => Promise<void>;
  }>,
): void {
  describe(`${name} keeps to the file port`, () => {
    let store: FileStore;
    let close: () => Promise<void>;
    let hold: (key: string) => Promise<void>;
    let folder: string;
    beforeAll(async () => {
      ({ store, close, hold } = await open());
      folder = await mkdtemp(join(tmpdir(), 'yarrow-conformance-'));
    });
    afterAll(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });

    const onDisk = async (bytes: Uint8Array | string): Promise<{ path: string; digest: string }> => {
      const path = join(folder, newId());
      await writeFile(path, bytes);
      return { path, digest: createHash('sha256').update(bytes).digest('base64url') };
    };
    const textOf = async (key: string, range?: { start: number; end: number }): Promise<string> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.read(key, range)) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };

    it('keeps a file, gives it back whole and in part, and forgets it', async () => {
      const key = `media/${newId()}`;
      expect(await store.find(key)).toBeUndefined();
      expect(await store.withFile(key, () => Promise.resolve(1))).toBeUndefined();
      await store.put(key, (await onDisk('lavender and mint')).path);
      expect(await store.find(key)).toEqual({ bytes: 17 });
      expect(await textOf(key)).toBe('lavender and mint');
      expect(await textOf(key, { start: 9, end: 11 })).toBe('and');
      expect(await store.withFile(key, ({ bytes }) => Promise.resolve(bytes))).toBe(17);
      await store.put(key, (await onDisk('sage')).path);
      expect(await textOf(key)).toBe('sage');
      await store.remove(key);
      await store.remove(key);
      expect(await store.find(key)).toBeUndefined();
    });

    it('says so where a file cannot be removed', async () => {
      const key = `media/${newId()}`;
      await store.put(key, (await onDisk('lavender')).path);
      await hold(key);
      await expect(store.remove(key)).rejects.toThrow();
    });

    it('puts parts together in their order, the last version of each', async () => {
      const key = `media/${newId()}`;
      const upload = { key, uploadId: await store.beginMultipart(key) };
      const tail = await store.putPart(upload, 3, await onDisk('the end'));
      await store.putPart(upload, 1, await onDisk(new Uint8Array(5 * MB).fill(65)));
      const first = await store.putPart(upload, 1, await onDisk(new Uint8Array(5 * MB).fill(66)));
      const middle = await store.putPart(upload, 2, await onDisk(new Uint8Array(5 * MB).fill(67)));
      const parts = await store.listParts(upload);
      expect(parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
        [1, 5 * MB],
        [2, 5 * MB],
        [3, 7],
      ]);
      const named = [
        { PartNumber: 3, ETag: tail },
        { PartNumber: 1, ETag: first },
        // Uppy gives some back without the quotes.
        { PartNumber: 2, ETag: middle.replaceAll('"', '') },
      ];
      expect(await store.complete(upload, [{ PartNumber: 1, ETag: '"another"' }])).toBe(false);
      expect(await store.complete(upload, named)).toBe(true);
      expect(await store.find(key)).toEqual({ bytes: 10 * MB + 7 });
      expect(await textOf(key, { start: 10 * MB - 1, end: 10 * MB + 6 })).toBe('Cthe end');
      expect(await store.listParts(upload)).toBeUndefined();
    });

    it('forgets the parts of an upload that was given up', async () => {
      const key = `media/${newId()}`;
      const upload = { key, uploadId: await store.beginMultipart(key) };
      await store.putPart(upload, 1, await onDisk('half'));
      await store.abort(upload);
      await store.abort(upload);
      expect(await store.listParts(upload)).toBeUndefined();
      expect(await store.find(key)).toBeUndefined();
    });
  });
}
