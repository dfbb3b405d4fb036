import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { S3_BUCKET, type S3Server, s3Settings, startS3Server } from '#tests/support/s3-server.ts';
import { keyOf } from '../rules.ts';
import { locateFile, refuseFile } from './locate-file.ts';
import { claimArrival, findFile, giveUpArrival } from './store.ts';
import { sweepFiles } from './sweep-files.ts';

const MB = 1_048_576;
type Upload = { key: string; uploadId: string };
type Part = { PartNumber: number; Size: number; ETag: string };

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['the data folder', 'an S3 storage'])('uploads into %s', (where) => {
  let yarrow: TestApp;
  let admin: TestClient;
  let member: TestClient;
  let storage: S3Server | undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-uploads-'));

  beforeAll(async () => {
    storage = where === 'an S3 storage' ? await startS3Server() : undefined;
    yarrow = await startTestApp({
      env: {
        DATA_DIR: dataDir,
        ...(storage ? { ...s3Settings(storage), COMPANION_URL: 'https://companion.example' } : {}),
      },
      worker: false,
    });
    admin = await yarrow.as('admin');
    member = await yarrow.as('member');
  });
  afterAll(async () => {
    await yarrow.close();
    await storage?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const begin = (purpose?: string, as = member) =>
    as.post<Upload>('/s3/multipart', {
      filename: 'big.txt',
      type: 'text/plain',
      metadata: purpose === undefined ? {} : { purpose },
    });
  const at = ({ key, uploadId }: Upload, tail = '') =>
    `/s3/multipart/${encodeURIComponent(uploadId)}${tail}?key=${encodeURIComponent(key)}`;
  const send = (url: string, bytes: Uint8Array<ArrayBuffer>, as = member) =>
    url.startsWith('/')
      ? as.call('PUT', url, { body: bytes, headers: { 'content-type': 'application/octet-stream' } })
      : fetch(url, { method: 'PUT', body: bytes });
  const put = async (upload: Upload, number: number, bytes: Uint8Array<ArrayBuffer>, as = member) => {
    const { url } = await as.get<{ url: string }>(at(upload, `/${number}`));
    return (await send(url, bytes, as)).headers.get('etag') ?? '';
  };

  // S3-35 S4-48 S7-59 S7-60 S7-61 S7-62
  it('begin, sign, take, list and complete', async () => {
    const upload = await begin('training', admin);
    expect(upload.key).toMatch(/^training\//);
    const first = await put(upload, 1, new Uint8Array(5 * MB).fill(97), admin);
    const second = await put(upload, 2, new Uint8Array(Buffer.from(' The end of it.')), admin);
    const parts = await admin.get<Part[]>(at(upload));
    expect(parts).toEqual([
      { PartNumber: 1, Size: 5 * MB, ETag: first },
      { PartNumber: 2, Size: 15, ETag: second },
    ]);
    const { location } = await admin.post<{ location: string }>(at(upload, '/complete'), {
      parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })),
    });
    const file = await admin.call('GET', location);
    expect((await file.arrayBuffer()).byteLength).toBe(5 * MB + 15);

    // Whoever was at it ended before it was noted; it is asked for again.
    const { db } = yarrow.app;
    const id = upload.key.replace('training/', '');
    await db.execute(sql`update uploaded_files set arrived_at = null, bytes = 0 where id = ${id}`);
    const again = await admin.post<{ location: string }>(at(upload, '/complete'), { parts });
    expect(again.location).toBe(location);
    const [row] = await rowsOf(
      db,
      sql`select bytes, arrived_at is not null as "isThere" from uploaded_files where id = ${id}`,
    );
    expect(row).toEqual({ bytes: 5 * MB + 15, isThere: true });
  });

  // S7-64
  it('tell how a small file is sent in one request, which arrives once', async () => {
    const { method, url } = await member.get<{ method: string; url: string }>(
      '/s3/params?filename=a.png&type=image%2Fpng&metadata%5Bpurpose%5D=media',
    );
    expect(method).toBe('PUT');
    const sent = await send(url, new Uint8Array(PNG));
    expect([sent.status, sent.headers.has('etag')]).toEqual([200, true]);
    // The storage signs for one place; our own address takes nothing a second time.
    if (url.startsWith('/')) expect((await send(url, new Uint8Array(3))).status).toBe(409);
  });

  it('come in again where a process ended before it had stored them', async () => {
    const { url } = await member.get<{ url: string }>(
      '/s3/params?filename=a.png&type=image%2Fpng&metadata%5Bpurpose%5D=media',
    );
    if (!url.startsWith('/')) return;
    const claimed = (ago: string) =>
      yarrow.app.db.execute(
        sql`update uploaded_files set arrived_at = now() - ${ago}::interval, bytes = 3 where id = ${url.split('/').at(-1)}`,
      );
    await claimed('0 s');
    expect((await send(url, new Uint8Array(PNG))).status, 'it may be on its way').toBe(409);
    await claimed('2 minutes');
    expect((await send(url, new Uint8Array(PNG))).status).toBe(200);
    await claimed('2 minutes');
    expect((await send(url, new Uint8Array(PNG))).status, 'now it is there').toBe(409);
  });

  it('stay where a slow sender fails after another has sent them again', async () => {
    const { url } = await member.get<{ url: string }>(
      '/s3/params?filename=a.png&type=image%2Fpng&metadata%5Bpurpose%5D=media',
    );
    if (!url.startsWith('/')) return;
    const { db } = yarrow.app;
    const file = { id: url.split('/').at(-1) ?? '', purpose: 'media' as const };
    const slow = new Date(Date.now() - 2 * MINUTE_MS);
    expect(await claimArrival(db, file, { at: slow, bytes: 3 })).toBe(true);
    expect((await send(url, new Uint8Array(PNG))).status).toBe(200);
    await giveUpArrival(db, file.id, slow);
    expect(await findFile(db, file)).toMatchObject({ bytes: PNG.length, arrivedAt: expect.any(Date) });
  });

  // R18
  it('take no more parts than a file may have, and put nothing together that is larger', async () => {
    const upload = await begin('training', admin);
    const part = new Uint8Array(5 * MB).fill(97);
    const parts: { PartNumber: number; ETag: string }[] = [];
    for (const PartNumber of [1, 2, 2])
      parts.push({ PartNumber, ETag: await put(upload, PartNumber, part, admin) });
    const { url } = await admin.get<{ url: string }>(at(upload, '/3'));
    const third = await send(url, part, admin);
    // Our own address refuses it as it comes; a storage takes it, and then nothing is signed or put together any more.
    expect(third.status).toBe(storage ? 200 : 413);
    if (storage) {
      expect((await admin.call('GET', at(upload, '/1'))).status).toBe(413);
      parts.push({ PartNumber: 3, ETag: third.headers.get('etag') ?? '' });
    }
    expect((await admin.call('GET', at(upload, '/4'))).status, 'no file of 10 MB has so many').toBe(413);
    const complete = (named: object[]) =>
      admin.call('POST', at(upload, '/complete'), { body: { parts: named } });
    if (storage) expect((await complete([parts[0], parts[1], parts[3]] as object[])).status).toBe(413);
    const [first] = parts;
    expect((await complete([first ?? {}, first ?? {}, first ?? {}])).status).toBe(413);
  });

  // R18
  it('take up what was sent to an address of theirs, as it was then, and nothing else', async () => {
    const ctx = yarrow.app.context;
    const foreign = newId();
    await expect(locateFile(ctx, 'media', `/api/uploads/${foreign}`)).rejects.toThrow('has not arrived');
    expect((await send(`/api/uploads/${foreign}`, new Uint8Array(PNG))).status).toBe(404);
    if (!storage) return;
    const bucket = `${storage.url}/${S3_BUCKET}`;
    // Companion's own folder, and no other file of the bucket, whoever names it.
    storage.objects.set('companion/picture.png', Buffer.from(PNG));
    for (const key of ['backups/database.dump', `media/${foreign}`, 'companion/../backups/database.dump']) {
      storage.objects.set(key, Buffer.from('secret'));
      await expect(locateFile(ctx, 'media', `${bucket}/${key}`), key).rejects.toThrow('has not arrived');
    }
    const adopted = await locateFile(ctx, 'media', `${bucket}/companion/picture.png`);
    expect(storage.objects.get(`media/${adopted.id}`)).toEqual(PNG);

    // What was sent with temporary credentials is taken over once: what is sent there later changes nothing.
    const lent = `${bucket}/incoming/picture.png`;
    storage.objects.set('incoming/picture.png', Buffer.from(PNG));
    const [first, second] = await Promise.all([1, 2].map(() => locateFile(ctx, 'media', lent)));
    expect(second).toEqual(first);
    storage.objects.set('incoming/picture.png', Buffer.from('<script>alert(1)</script>'));
    expect(await locateFile(ctx, 'media', lent)).toEqual(first);
    expect(storage.objects.get(`media/${first?.id}`)).toEqual(PNG);

    // The address is good for an hour: what is sent to it after the file was taken up changes nothing.
    const { url } = await member.get<{ url: string }>('/s3/params');
    await send(url, new Uint8Array(PNG));
    const taken = await locateFile(ctx, 'media', url);
    await send(url, new Uint8Array(Buffer.from('<script>alert(1)</script>')));
    expect(storage.objects.get(`media/${taken.id}`)).toEqual(PNG);
    expect(await locateFile(ctx, 'media', url)).toEqual(taken);
  });

  it('hold no connection to the database while a storage copies, and of several copies keep one', async () => {
    const ctx = yarrow.app.context;
    const { url } = await member.get<{ url: string }>('/s3/params');
    await send(url, new Uint8Array(PNG));
    if (!storage) return;
    const held: unknown[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    storage.fault = async ({ method }) => {
      if (method !== 'PUT') return undefined;
      held.push(
        await rowsOf(
          yarrow.app.db,
          sql`select state from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`,
        ),
      );
      if (held.length === 3) resolve();
      await all;
      return undefined;
    };
    onTestFinished(() => {
      resolve();
      if (storage) storage.fault = undefined;
    });
    const before = storage.objects.size;
    const taken = await Promise.all([1, 2, 3].map(() => locateFile(ctx, 'media', url)));
    expect(held).toEqual([[], [], []]);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
    expect(storage.objects.size, 'the copies of those who came second are gone').toBe(before + 1);
  });

  it('that others have put into the storage are gone from there once they are refused, with what was noted of them', async () => {
    if (!storage) return;
    const { db } = yarrow.app;
    const ctx = yarrow.app.context;
    const count = async () => (await rowsOf(db, sql`select id from uploaded_files`)).length;
    const before = [await count(), storage.objects.size];
    const address = (key: string) => `${storage?.url}/${S3_BUCKET}/${key}`;
    for (const key of ['incoming/no-picture.png', 'companion/no-picture.png']) {
      storage.objects.set(key, Buffer.from('<script>alert(1)</script>'));
      const { id } = await locateFile(ctx, 'media', address(key));
      await refuseFile(ctx, { purpose: 'media', id, address: address(key) });
      await expect(locateFile(ctx, 'media', address(key))).rejects.toThrow('has not arrived');
    }
    storage.objects.set('companion/long.txt', Buffer.alloc(10 * MB + 1));
    await expect(locateFile(ctx, 'training', address('companion/long.txt'))).rejects.toThrow('larger');
    expect([await count(), storage.objects.size]).toEqual(before);
  });

  it('are not removed while somebody is taking them up, however long ago their address was given out', async () => {
    const { db } = yarrow.app;
    const ctx = yarrow.app.context;
    const { url } = await member.get<{ url: string }>('/s3/params');
    await send(url, new Uint8Array(PNG));
    const { id } = await locateFile(ctx, 'media', url);
    const isThere = async () => (await ctx.files.find(keyOf('media', id))) !== undefined;
    await db.execute(sql`update uploaded_files set given_at = now() - interval '2 days'`);
    await sweepFiles(ctx);
    expect(await isThere(), 'it arrived just now').toBe(true);

    const age = () => db.execute(sql`update uploaded_files set arrived_at = now() - interval '2 days'`);
    let isWanted = true;
    const listUsed = async () => {
      // Between the look at what is used and the removal.
      if (isWanted) await locateFile(ctx, 'media', url);
      return [];
    };
    const using = { ...ctx, fileUses: [...ctx.fileUses, { purpose: 'media' as const, listUsed }] };
    await age();
    await sweepFiles(using);
    expect(await isThere(), 'it was taken up during the sweep').toBe(true);
    isWanted = false;
    await age();
    await sweepFiles(using);
    expect(await isThere()).toBe(false);
    await expect(locateFile(ctx, 'media', url)).rejects.toThrow('has not arrived');
  });

  it('keep on their list what the storage does not let go of', async () => {
    if (!storage) return;
    const { db } = yarrow.app;
    const upload = await begin();
    const id = upload.key.replace('media/', '');
    const isListed = async (one = id) =>
      (await rowsOf(db, sql`select 1 as found from uploaded_files where id = ${one}`)).length === 1;
    const later = (await begin()).key.replace('media/', '');
    storage.fault = ({ method, path }) =>
      method === 'DELETE' && path.endsWith(id)
        ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
        : undefined;
    onTestFinished(() => {
      if (storage) storage.fault = undefined;
    });
    expect((await member.call('DELETE', at(upload))).status).toBe(503);
    expect(await isListed(), 'aborted').toBe(true);
    await db.execute(
      sql`update uploaded_files set given_at = now() - interval '8 days' where id in (${id}, ${later})`,
    );
    await expect(sweepFiles(yarrow.app.context)).rejects.toThrow();
    expect([await isListed(), await isListed(later)], 'swept, and what came later gone').toEqual([
      true,
      false,
    ]);
    storage.fault = undefined;
    await sweepFiles(yarrow.app.context);
    expect([await isListed(), storage.uploads.has(upload.uploadId)]).toEqual([false, false]);
  });

  it('say when the workspace has no room left, before anything is stored', async () => {
    const db = yarrow.app.db;
    const { url } = await member.get<{ url: string }>('/s3/params');
    const filler = newId();
    await db.execute(
      sql`insert into uploaded_files (id, purpose, bytes) values (${filler}, 'media', ${50 * 1024 * MB + 1})`,
    );
    const refused = await member.call('GET', '/s3/params');
    expect([refused.status, ((await refused.json()) as { reason: string }).reason]).toEqual([
      422,
      'storage_full',
    ]);
    // An address of the storage's own takes it all the same; then nobody takes it up.
    await send(url, new Uint8Array(PNG));
    const taking = locateFile(yarrow.app.context, 'media', url);
    await expect(taking).rejects.toThrow(storage ? 'no room left' : 'has not arrived');
    await db.execute(sql`delete from uploaded_files where id = ${filler}`);
  });

  // S4-49 S7-63
  it('abort, and S5-31 refuse parts that are too small or too many', async () => {
    const upload = await begin();
    const small = await put(upload, 1, new Uint8Array(100));
    const last = await put(upload, 2, new Uint8Array(100));
    const refused = await member.call('POST', at(upload, '/complete'), {
      body: {
        parts: [
          { PartNumber: 1, ETag: small },
          { PartNumber: 2, ETag: last },
        ],
      },
    });
    expect([refused.status, ((await refused.json()) as { reason: string }).reason]).toEqual([
      422,
      'EntityTooSmall',
    ]);
    expect((await member.call('GET', at(upload, '/10001'))).status).toBe(404);
    expect((await member.call('DELETE', at(upload))).status).toBe(204);
    expect((await member.call('GET', at(upload))).status).toBe(404);
  });

  // R18
  it('name no place outside, and no one without the role sends training files', async () => {
    const upload = await begin();
    for (const key of ['../../etc/passwd', 'media/../../x', 'other/x', `secret/${newId()}`]) {
      expect((await member.call('GET', at({ ...upload, key }))).status, key).toBe(400);
    }
    const stray = { key: `media/${newId()}`, uploadId: upload.uploadId };
    expect((await member.call('GET', at(stray))).status).toBe(404);
    const body = { filename: 'a.txt', type: 'text/plain', metadata: { purpose: 'training' } };
    expect((await member.call('POST', '/s3/multipart', { body })).status).toBe(403);
    const training = await begin('training', admin);
    expect((await member.call('GET', at(training))).status).toBe(403);
    expect((await member.call('GET', '/s3/params?metadata%5Bpurpose%5D=training')).status).toBe(403);
  });

  // S7-65
  it('lend temporary credentials for the storage, to admins', async () => {
    const answer = await admin.call('GET', '/s3/sts');
    const found = (await answer.json()) as object;
    if (storage) {
      expect(found).toMatchObject({
        credentials: {
          AccessKeyId: 'ASIALENT',
          SecretAccessKey: 'lent secret',
          SessionToken: 'lent&token',
          Expiration: expect.stringMatching(/^\d{4}-/) as string,
        },
        bucket: S3_BUCKET,
        region: 'eu-central-1',
      });
    } else {
      // The data folder has no credentials to lend, and names the settings that would.
      expect(answer.status).toBe(422);
      expect(found).toMatchObject({ message: expect.stringContaining('S3_STS_ENDPOINT') as string });
    }
    expect((await member.call('GET', '/s3/sts')).status).toBe(403);
  });

  it('say from where else files can come, and let the browser reach just that', async () => {
    const companionUrl = storage ? 'https://companion.example' : null;
    expect(await member.get('/api/uploads/options')).toEqual({ companionUrl });
    const page = await member.call('GET', '/api/uploads/options');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.includes('wss://companion.example')).toBe(storage !== undefined);
    if (storage) expect(policy).toContain(new URL(storage.url).origin);
  });

  it('answer 503 where the storage is silent, and go on once it speaks', async () => {
    if (!storage) return;
    const upload = await begin();
    storage.fault = () => 'cut';
    const failed = await member.call('GET', at(upload));
    expect([failed.status, ((await failed.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    storage.fault = undefined;
    expect(await member.get<Part[]>(at(upload))).toEqual([]);
  });
});
