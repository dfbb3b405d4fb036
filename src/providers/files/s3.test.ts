import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { createEgress } from '#platform/egress.ts';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { describeFileStore } from './conformance.ts';
import type { FileStore } from './port.ts';
import { createS3Storage } from './s3.ts';

let storage: S3Server;
let store: FileStore;

function storeAt(server: S3Server, change: { secretAccessKey?: string; stsRole?: string } = {}): FileStore {
  return createS3Storage({
    endpoint: server.url,
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...S3_KEYS,
    stsEndpoint: server.url,
    temporaryFolder: tmpdir(),
    egress: createEgress({ trusted: [server.url] }),
    wait: () => Promise.resolve(),
    ...change,
  });
}

const DENIED = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };

describeFileStore('an S3 storage', async () => {
  const own = await startS3Server();
  return {
    store: storeAt(own),
    close: own.close,
    hold(key) {
      own.fault = ({ method, path }) => (method === 'DELETE' && path.endsWith(key) ? DENIED : undefined);
      return Promise.resolve();
    },
  };
});

beforeAll(async () => {
  storage = await startS3Server();
  store = storeAt(storage);
});
afterAll(() => storage.close());

const direct = () => {
  if (!store.direct) throw new Error('browsers reach this storage themselves');
  return store.direct;
};

describe('an S3 storage', () => {
  it('signs addresses that take exactly one file or part, and expire', async () => {
    const key = `media/${newId()}`;
    const { url } = await direct().signPut(key);
    expect((await fetch(url, { method: 'PUT', body: 'mint' })).status).toBe(200);
    expect(storage.objects.get(key)?.toString()).toBe('mint');
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url.replace(key, `media/${newId()}`), { method: 'PUT', body: 'x' })).status).toBe(
      403,
    );
    const expired = new URL(url);
    expired.searchParams.set('X-Amz-Date', '20200101T000000Z');
    const late = await fetch(expired, { method: 'PUT', body: 'x' });
    expect(await late.text()).toContain('Request has expired');
    const shown = await direct().signGet(key, { type: 'image/png', disposition: 'inline' });
    const answer = await fetch(shown.url);
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/png', 'mint']);
  });

  it('tries again where nothing is done twice, and says so where the storage stays silent', async () => {
    const key = `media/${newId()}`;
    let failures = 2;
    storage.fault = () =>
      failures-- > 0 ? { status: 503, body: '<Error><Code>SlowDown</Code></Error>' } : undefined;
    expect(await store.find(key)).toBeUndefined();
    storage.fault = () => 'cut';
    await expect(store.find(key)).rejects.toMatchObject({ code: 'unavailable', retryable: true });
    storage.requests.length = 0;
    await expect(store.beginMultipart(key)).rejects.toMatchObject({ code: 'unavailable' });
    // Begun twice it would leave parts that nobody knows of.
    expect(storage.requests).toHaveLength(1);
    storage.fault = undefined;
  });

  it('takes an answer of 200 that holds an error for what it is', async () => {
    const key = `media/${newId()}`;
    const upload = { key, uploadId: await store.beginMultipart(key) };
    storage.fault = ({ method }) =>
      method === 'POST' ? { status: 200, body: '<Error><Code>InternalError</Code></Error>' } : undefined;
    await expect(store.complete(upload, [{ PartNumber: 1, ETag: '"1"' }])).rejects.toMatchObject({
      code: 'unavailable',
    });
    storage.fault = undefined;
  });

  it('says so where the parts of an upload are not forgotten', async () => {
    const key = `media/${newId()}`;
    const upload = { key, uploadId: await store.beginMultipart(key) };
    storage.fault = ({ method }) => (method === 'DELETE' ? DENIED : undefined);
    await expect(store.abort(upload)).rejects.toMatchObject({ code: 'unavailable' });
    storage.fault = undefined;
  });

  it('knows the addresses of its own bucket, and copies what lies there', async () => {
    storage.objects.set('companion/picture.png', Buffer.from('picture'));
    const from = direct().keyAt(`${storage.url}/${S3_BUCKET}/companion/picture.png`);
    expect(from).toBe('companion/picture.png');
    const key = `media/${newId()}`;
    expect(await direct().copy(from ?? '', key)).toBe(true);
    expect(storage.objects.get(key)?.toString()).toBe('picture');
    expect(await direct().copy('companion/no-such-file', `media/${newId()}`)).toBe(false);
    for (const url of [
      'https://elsewhere.example/picture.png',
      `${storage.url}/other-bucket/picture.png`,
      'not an address',
    ]) {
      expect(direct().keyAt(url), url).toBeUndefined();
    }
  });

  it('lends credentials, of the key or of a role', async () => {
    for (const change of [{}, { stsRole: 'arn:aws:iam::1:role/uploads' }]) {
      const lend = storeAt(storage, change).direct?.temporaryCredentials;
      expect(await lend?.('incoming/')).toMatchObject({
        credentials: { AccessKeyId: 'ASIALENT', SessionToken: 'lent&token' },
        bucket: S3_BUCKET,
        region: S3_REGION,
      });
      const { Statement } = JSON.parse(storage.lent.at(-1)?.get('Policy') ?? '') as {
        Statement: { Resource: string[] }[];
      };
      expect(Statement.map(({ Resource }) => Resource)).toEqual([[`arn:aws:s3:::${S3_BUCKET}/incoming/*`]]);
    }
  });

  it('is refused with a wrong secret, and tells nobody more than that it does not answer', async () => {
    const wrong = storeAt(storage, { secretAccessKey: 'guessed' });
    const failure = await wrong
      .listParts({ key: `media/${newId()}`, uploadId: 'x' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(JSON.stringify(failure)).not.toContain('guessed');
  });
});
