/**
 * P16: a large upload whose server is killed at half and restarted, in parts of 5 MB as the upload widget sends them, vs. one
 * PUT into a bare node stream. Counts the bytes sent again and the server's memory. `BENCH_UPLOAD_MB` defaults to 512.
 */
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../tests/support/client.ts';
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts';
import { compare, judge, median, print } from './support/runner.ts';

const MB = 1_048_576;
const PART_BYTES = 5 * MB;
const PARTS = Math.round((Number(process.env.BENCH_UPLOAD_MB ?? 512) * MB) / PART_BYTES);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

type Upload = { key: string; uploadId: string };
type Part = { PartNumber: number; ETag: string };

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: join(work, 'db'), log: createLog('silent') });
const env = { DATABASE_URL: database.url, DATA_DIR: join(work, 'data'), DEMO: 'off', ROLE: 'web' };
const part = new Uint8Array(randomBytes(PART_BYTES));
let server: ServerProcess = await startServerProcess(env);
const peer = fork(fileURLToPath(new URL('support/upload-peer.ts', import.meta.url)), [work]);
const connections = new Agent({ keepAlive: true, maxSockets: 1 });
const sentTwice: number[] = [];
const grownMb: number[] = [];

async function signIn(): Promise<TestClient> {
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  return client;
}

/**
 * One PUT of so many parts. Both sides send with node's own http: `fetch` copies what it sends, which took longer than
 * either server takes it in.
 */
async function put(
  url: URL,
  count: number,
  headers: Record<string, string> = {},
): Promise<{ etag: string | undefined }> {
  const sent = request(url, {
    method: 'PUT',
    agent: connections,
    headers: { ...headers, 'content-length': String(count * PART_BYTES) },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const [[answer]] = await Promise.all([
    answered,
    pipeline(Readable.from(Array.from({ length: count }, () => part)), sent),
  ]);
  const words = await text(answer);
  if (answer.statusCode !== 200) throw new Error(words);
  return { etag: answer.headers.etag };
}

async function sendPart(client: TestClient, upload: Upload, number: number): Promise<Part> {
  const key = encodeURIComponent(upload.key);
  const { url } = await client.get<{ url: string }>(`/s3/multipart/${upload.uploadId}/${number}?key=${key}`);
  const { etag } = await put(new URL(url, server.url), 1, {
    'content-type': 'application/octet-stream',
    cookie: client.cookieHeader(),
  });
  return { PartNumber: number, ETag: etag ?? '' };
}

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Answers MB per second, without the time in which there was no server. */
async function uploadWithAKill(): Promise<number> {
  let client = await signIn();
  const upload = await client.post<Upload>('/s3/multipart', {
    filename: 'film.mp4',
    type: 'video/mp4',
    metadata: { purpose: 'media' },
  });
  const idleMb = residentMb();
  let startedAt = performance.now();
  let tookMs = 0;
  let peakMb = idleMb;
  for (let number = 1; number <= PARTS / 2; number += 1) {
    await sendPart(client, upload, number);
    peakMb = Math.max(peakMb, residentMb());
  }
  // The next part is on its way when the server goes.
  const lost = sendPart(client, upload, Math.floor(PARTS / 2) + 1).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await server.end('SIGKILL');
  await lost;
  tookMs += performance.now() - startedAt;

  server = await startServerProcess(env);
  client = await signIn();
  startedAt = performance.now();
  const key = encodeURIComponent(upload.key);
  const there = await client.get<Part[]>(`/s3/multipart/${upload.uploadId}?key=${key}`);
  const parts: Part[] = there.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
  sentTwice.push(Math.floor(PARTS / 2) + 1 - there.length);
  for (let number = 1; number <= PARTS; number += 1) {
    if (there.some(({ PartNumber }) => PartNumber === number)) continue;
    parts.push(await sendPart(client, upload, number));
    peakMb = Math.max(peakMb, residentMb());
  }
  await client.post(`/s3/multipart/${upload.uploadId}/complete?key=${key}`, { parts });
  tookMs += performance.now() - startedAt;
  peakMb = Math.max(peakMb, residentMb());
  grownMb.push(peakMb - idleMb);
  assertWhole(join(work, 'data', 'files', upload.key));
  return (PARTS * PART_BYTES) / MB / (tookMs / 1_000);
}

function assertWhole(path: string): void {
  const expected = createHash('sha256');
  for (let number = 0; number < PARTS; number += 1) expected.update(part);
  const stored = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (stored !== expected.digest('hex')) throw new Error('the stored file is another one');
  rmSync(path);
}

try {
  const [address] = (await once(peer, 'message')) as [{ port: number }];
  await compare({
    target: 'P16',
    title: `${Math.round((PARTS * PART_BYTES) / MB)} MB, killed at half and resumed`,
    unit: 'MB/s',
    better: 'more',
    bound: 0.5,
    rounds: ROUNDS,
    reference: {
      name: 'one PUT into a bare node stream',
      measure: async () => {
        const startedAt = performance.now();
        await put(new URL(`http://127.0.0.1:${address.port}/`), PARTS);
        return (PARTS * PART_BYTES) / MB / ((performance.now() - startedAt) / 1_000);
      },
    },
    ours: { name: 'multipart, killed at half', measure: uploadWithAKill },
  });
  print(
    judge({
      target: 'P16',
      title: 'Parts that had to be sent again',
      unit: 'parts',
      better: 'less',
      bound: 1,
      reference: 1,
      ours: Math.max(...sentTwice),
    }),
    'allowed',
    'sent again',
  );
  print(
    judge({
      target: 'P16',
      title: 'Memory that the upload takes',
      unit: 'MB',
      better: 'less',
      bound: 1,
      reference: 50,
      ours: median(grownMb),
    }),
    'allowed',
    'grown by',
  );
} finally {
  peer.kill();
  await server.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
