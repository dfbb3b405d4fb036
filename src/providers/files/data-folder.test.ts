import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
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

// R18
it('names no place outside of itself', async () => {
  const store = createDataFolder(join(folder, 'closed'));
  for (const key of ['../secret', 'media/../../etc/passwd', '/etc/passwd', `media/${'.'.repeat(36)}`]) {
    await expect(store.put(key, '/etc/hostname'), key).rejects.toThrow('not a key of ours');
  }
  await expect(store.listParts({ key: `media/${newId()}`, uploadId: '../..' })).rejects.toThrow();
  await expect(store.abort({ key: `media/${newId()}`, uploadId: '../..' })).rejects.toThrow();
});

it('lets no other account of the machine look into it, whoever made the folder', async () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const place = join(folder, 'private');
  const store = createDataFolder(place);
  const source = join(folder, 'sent');
  writeFileSync(source, 'lavender');
  await store.put(`media/${newId()}`, source);
  await store.beginMultipart(`media/${newId()}`);
  expect([place, join(place, 'media'), join(place, 'parts')].map(modeOf)).toEqual(['700', '700', '700']);

  const restored = join(folder, 'restored');
  mkdirSync(restored);
  chmodSync(restored, 0o755);
  createDataFolder(restored);
  await vi.waitFor(() => expect(modeOf(restored)).toBe('700'));
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

it('puts parts together while the others come, anew where one was replaced, and goes on after a stop', async () => {
  const place = join(folder, 'ahead');
  const key = `media/${newId()}`;
  let store = createDataFolder(place);
  const upload = { key, uploadId: await store.beginMultipart(key) };
  const lies = () => readdirSync(join(place, 'parts', upload.uploadId, key.replace('/', '-')));
  const joined = () => lies().filter((name) => name.startsWith('joined.'));
  const send = async (PartNumber: number, text: string) => {
    const path = join(folder, newId());
    writeFileSync(path, text);
    const digest = createHash('sha256').update(text).digest('base64url');
    return { PartNumber, ETag: await store.putPart(upload, PartNumber, { path, digest }) };
  };
  const textOfAll = () =>
    joined().map((name) =>
      readFileSync(join(place, 'parts', upload.uploadId, key.replace('/', '-'), name), 'utf8'),
    );

  await send(1, 'lavender, ');
  await send(3, 'sage');
  expect(joined(), 'one part is whole, and the second is not there').toEqual([]);
  const second = await send(2, 'mint, ');
  await expect.poll(textOfAll).toEqual(['lavender, mint, sage']);
  // What has another first part is of no use any more.
  const first = await send(1, 'thyme, ');
  await expect.poll(textOfAll).toEqual(['thyme, mint, sage']);

  // A stop in the middle of it leaves half of something behind.
  store = createDataFolder(place);
  writeFileSync(join(place, 'parts', upload.uploadId, key.replace('/', '-'), `joining.${newId()}`), 'thy');
  const fourth = await send(4, ' and dill');
  await expect.poll(textOfAll).toEqual(['thyme, mint, sage and dill']);
  const parts = await store.listParts(upload);
  expect(parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 7],
    [2, 6],
    [3, 4],
    [4, 9],
  ]);
  // The third is left out.
  expect(await store.complete(upload, [fourth, first, second])).toBe(true);
  expect(readFileSync(join(place, key), 'utf8')).toBe('thyme, mint,  and dill');
  expect(readdirSync(join(place, 'parts'))).toEqual([]);
});
