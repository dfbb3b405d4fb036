import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp({ worker: false });
});
afterAll(() => running.close());

/** A caller who says this and then nothing more; `answer` is what came back until the connection ended. */
async function stall(said: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port } = running.server.fastify.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (part: Buffer) => {
    heard += part.toString();
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A connection that is cut is ended too.
  socket.on('error', () => undefined);
  socket.write(said);
  return { socket, answer: ended.then(() => heard) };
}

const HEAD = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
const STALLED: [string, string][] = [
  ['nothing', ''],
  ['the beginning of a line', 'GET /api/acc'],
  ['one header after the other', `${HEAD('/api/track')}x-a: b\r\nx-`],
  ['half of the body that they announced', `${HEAD('/api/track')}content-length: 100\r\n\r\n{"type":`],
  ['chunks without an end', `${HEAD('/api/access')}transfer-encoding: chunked\r\n\r\n5\r\n{"pas\r\n`],
  ['half of a file', `${HEAD('/api/leads/deliveries')}content-length: 60000\r\n\r\n${'x'.repeat(1_000)}`],
];

it('callers have 15 s for their headers and a minute for the whole request', () => {
  const { headersTimeout, requestTimeout } = running.server.fastify.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 60_000 });
});

it('500 stalled callers do not keep others from an answer, and their connections end', async () => {
  const { server } = running.server.fastify;
  const [headersTimeout, requestTimeout] = [server.headersTimeout, server.requestTimeout];
  const stalled = await Promise.all(
    Array.from({ length: 500 }, (_, at) => stall(STALLED[at % STALLED.length]?.[1] ?? '')),
  );
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => running.visitor().call('GET', '/healthz')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));

    // Their time is over at once: what remains is that the server looks.
    server.headersTimeout = 1;
    server.requestTimeout = 1;
    const told = await Promise.all(stalled.map(({ answer }) => answer));
    for (const answer of told) expect(answer).toMatch(/^(?:$|HTTP\/1\.1 4\d\d )/);
    expect(told.filter((answer) => answer.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(0);
  } finally {
    server.headersTimeout = headersTimeout;
    server.requestTimeout = requestTimeout;
    for (const { socket } of stalled) socket.destroy();
  }
  expect((await running.visitor().call('GET', '/healthz')).status).toBe(200);
});

it.each([
  ['a header of 1 MB', `GET / HTTP/1.1\r\nhost: a\r\nx-a: ${'a'.repeat(1_000_000)}\r\n\r\n`],
  ['50,000 headers', `GET / HTTP/1.1\r\nhost: a\r\n${'x-a: b\r\n'.repeat(50_000)}\r\n`],
  ['two lengths', `${HEAD('/api/track')}content-length: 2\r\ncontent-length: 40\r\n\r\n{}`],
  [
    'a length and chunks',
    `${HEAD('/api/track')}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/leads HTTP/1.1\r\nhost: a\r\n\r\n`,
  ],
  ['a line end alone', 'GET / HTTP/1.1\nhost: a\nx: y\n\n'],
])('%s is refused and ends the connection', async (_what, said) => {
  const { answer } = await stall(said);
  expect(await answer).toMatch(/^(?:$|HTTP\/1\.1 4\d\d )/);
});
