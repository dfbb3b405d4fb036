import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { receiveFile, takeAnyBody } from './received-file.ts';

const MB = 1_048_576;
const work = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'yarrow-receiving-'));
let server: FastifyInstance;
let url = '';
const failures: unknown[] = [];

beforeAll(async () => {
  vi.stubEnv('TMPDIR', work);
  server = Fastify();
  server.setErrorHandler((error, _request, reply) => {
    failures.push(error);
    return reply.code(500).send();
  });
  await server.register(
    takeAnyBody({
      method: 'PUT',
      url: '/',
      handler: (request) =>
        receiveFile(request, { maxBytes: 4 * MB, folder: tmpdir() }, () => {
          const { path, bytes, digest } = request.body as ReceivedFile;
          const stored = readFileSync(path);
          return Promise.resolve({ bytes, digest, isThere: stored.length === bytes, text: textOf(stored) });
        }),
    }),
  );
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
  rmSync(work, { recursive: true, force: true });
});

const textOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');
const put = (body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });

it('keeps every byte of what several send at once, and forgets the files afterwards', async () => {
  const sizes = [0, 1, 65_535, 524_288, 3 * MB + 7, 4 * MB];
  const bodies = sizes.map((size) => new Uint8Array(randomBytes(size)));
  const answers = await Promise.all(bodies.map(async (body) => (await put(body)).json()));
  for (const [at, body] of bodies.entries()) {
    const text = textOf(body);
    expect(answers[at]).toEqual({ bytes: body.length, digest: text, isThere: true, text });
  }
  expect(readdirSync(work)).toEqual([]);
});

it('refuses what is larger, and leaves nothing behind of what breaks off', async () => {
  expect((await put(new Uint8Array(4 * MB + 1))).ok).toBe(false);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * MB}\r\n\r\n`);
  socket.write(randomBytes(MB));
  await expect.poll(() => readdirSync(work)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => readdirSync(work)).toEqual([]);
  // Nothing of ours has failed.
  await expect.poll(() => failures.at(-1)).toMatchObject({ code: 'invalid_input' });
});
