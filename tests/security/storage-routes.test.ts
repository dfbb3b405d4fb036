import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateFile } from '#features/uploads/server/locate-file.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { S3_BUCKET, type S3Server, s3Settings, startS3Server } from '#tests/support/s3-server.ts';

let storage: S3Server;
let running: TestApp;
let admin: TestClient;
beforeAll(async () => {
  storage = await startS3Server();
  running = await startTestApp({
    worker: false,
    env: { ...s3Settings(storage), COMPANION_URL: 'https://companion.example' },
  });
  admin = await running.as('admin');
});
afterAll(async () => {
  await running.close();
  await storage.close();
});

type Upload = { key: string; uploadId: string };
const begin = (purpose: string) => ({
  filename: 'a.txt',
  type: 'text/plain',
  metadata: { purpose },
});
const at = ({ key, uploadId }: Upload, tail = ''): string =>
  `/s3/multipart/${encodeURIComponent(uploadId)}${tail}?key=${encodeURIComponent(key)}`;

describe('the routes of the storage', () => {
  it('answer only people who may send files of the purpose', async () => {
    const viewer = await running.as('viewer');
    const member = await running.as('member');
    const upload = await admin.post<Upload>('/s3/multipart', begin('training'));
    const calls: [string, string, unknown?][] = [
      ['GET', '/s3/sts'],
      ['GET', '/s3/params?metadata%5Bpurpose%5D=training'],
      ['POST', '/s3/multipart', begin('training')],
      ['GET', at(upload)],
      ['GET', at(upload, '/1')],
      ['POST', at(upload, '/complete'), { parts: [{ PartNumber: 1, ETag: 'a' }] }],
      ['DELETE', at(upload)],
    ];
    const before = storage.requests.length;
    for (const [method, path, body] of calls) {
      const options = body === undefined ? {} : { body };
      expect((await running.visitor().call(method, path, options)).status, path).toBe(401);
      for (const client of [viewer, member])
        expect((await client.call(method, path, options)).status, path).toBe(403);
    }
    expect((await viewer.call('GET', '/s3/params?metadata%5Bpurpose%5D=media')).status).toBe(403);
    expect(storage.requests.length, 'the storage was asked for none of them').toBe(before);
  });

  it('give nothing to a page of another site', async () => {
    for (const [method, path, body] of [
      ['POST', '/s3/multipart', begin('media')],
      ['DELETE', at({ key: `media/${crypto.randomUUID()}`, uploadId: 'a' })],
    ] as const) {
      const answer = await admin.call(method, path, {
        headers: { origin: 'https://evil.test' },
        ...(body ? { body } : {}),
      });
      expect(answer.status).toBe(403);
    }
    const lent = await admin.call('GET', '/s3/sts', { headers: { origin: 'https://evil.test' } });
    expect(lent.headers.get('access-control-allow-origin')).toBeNull();
    expect(lent.headers.get('cache-control')).toContain('no-store');
  });

  it('lend credentials that send into one folder for an hour at most, and read nothing', async () => {
    expect((await admin.call('GET', '/s3/sts')).status).toBe(200);
    const form = storage.lent.at(-1);
    const policy = JSON.parse(form?.get('Policy') ?? '{}') as {
      Statement: { Effect: string; Action: string[]; Resource: string[] }[];
    };
    expect(policy.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        Resource: [`arn:aws:s3:::${S3_BUCKET}/incoming/*`],
      },
    ]);
    expect(Number(form?.get('DurationSeconds'))).toBeLessThanOrEqual(3_600);
  });
});

describe('an address of a file', () => {
  const SECRET = 'backups/database.dump';
  const bucket = (): string => `${storage.url}/${S3_BUCKET}`;

  it.each<[string, () => string]>([
    ['another folder', () => `${bucket()}/${SECRET}`],
    ['a way up', () => `${bucket()}/companion/../${SECRET}`],
    ['an encoded way up', () => `${bucket()}/companion/%2e%2e/${SECRET}`],
    ['an encoded slash', () => `${bucket()}/companion/..%2f${SECRET.replace('/', '%2f')}`],
    ['a slash that is encoded twice', () => `${bucket()}/companion/..%252f${SECRET}`],
    ['a backslash', () => `${bucket()}/companion/..\\${SECRET}`],
    ['an encoded backslash', () => `${bucket()}/companion/..%5c${SECRET}`],
    ['an empty folder', () => `${bucket()}/companion//../${SECRET}`],
    ['a zero byte', () => `${bucket()}/companion/a%00`],
    ['a folder whose name only begins alike', () => `${bucket()}/companion-private/a`],
    ['another bucket', () => `${storage.url}/another/companion/a`],
    ['a bucket whose name only begins alike', () => `${bucket()}-private/companion/a`],
    ['another host', () => `https://evil.test/${S3_BUCKET}/companion/a`],
    ['another host with ours as its name', () => `${storage.url}@evil.test/${S3_BUCKET}/companion/a`],
    ['this machine', () => 'http://127.0.0.1:1/companion/a'],
    ['a file of this machine', () => 'file:///etc/passwd'],
  ])('with %s is taken up from nowhere', async (_what, address) => {
    for (const key of [SECRET, 'companion-private/a', `companion/..%2f${SECRET.replace('/', '%2f')}`])
      storage.objects.set(key, Buffer.from('secret'));
    const before = [...storage.objects.keys()];
    for (const purpose of ['media', 'training'] as const)
      await expect(locateFile(running.app.context, purpose, address())).rejects.toMatchObject({
        code: 'not_found',
      });
    expect([...storage.objects.keys()]).toEqual(before);
  });
});
