import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { describeFileStore } from './conformance.ts';
import { createDataFolder } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'yarrow-folder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeFileStore('the data folder', () =>
  Promise.resolve({
    store: createDataFolder(join(folder, 'files')),
    close: () => Promise.resolve(),
    async hold(key) {
      // Root may remove every file; a folder in its place is left by everybody.
      const path = join(folder, 'files', key);
      await rm(path);
      await mkdir(join(path, 'held'), { recursive: true });
    },
  }),
);

it('R18 names no place outside of itself', async () => {
  const store = createDataFolder(join(folder, 'closed'));
  for (const key of ['../secret', 'media/../../etc/passwd', '/etc/passwd', `media/${'.'.repeat(36)}`]) {
    await expect(store.put(key, '/etc/hostname'), key).rejects.toThrow('not a key of ours');
  }
  await expect(store.listParts({ key: `media/${newId()}`, uploadId: '../..' })).rejects.toThrow();
  await expect(store.abort({ key: `media/${newId()}`, uploadId: '../..' })).rejects.toThrow();
});

it('gives parts up that nobody has put together in 7 days', async () => {
  const place = join(folder, 'old');
  const store = createDataFolder(place);
  const old = await store.beginMultipart(`media/${newId()}`);
  const eightDaysAgo = Date.now() / 1_000 - 8 * 86_400;
  utimesSync(join(place, 'parts', old), eightDaysAgo, eightDaysAgo);
  const fresh = await store.beginMultipart(`media/${newId()}`);
  expect(readdirSync(join(place, 'parts'))).toEqual([fresh]);
});
