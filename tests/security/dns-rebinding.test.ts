import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEgress, createEgressFetch, outsideAddress } from '#platform/egress.ts';

/** Public by its number; nothing listens there. */
const PUBLIC = { address: '203.0.114.1', family: 4 };
const INSIDE = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
  { address: '::ffff:127.0.0.1', family: 6 },
];

/** What the name leads to, as its owner changes it from one question to the next. */
let answers: { address: string; family: number }[][] = [];
let asked = 0;
const resolve = () => {
  asked += 1;
  return Promise.resolve(answers[(asked - 1) % answers.length] ?? []);
};

let inside: Server;
let port = 0;
let touched = 0;
beforeAll(async () => {
  inside = createServer((_request, response) => response.end('secret'));
  inside.on('connection', () => {
    touched += 1;
  });
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => inside.close());
beforeEach(() => {
  asked = 0;
  touched = 0;
});

const HOST = 'rebinding.example';
const SEQUENCES: [string, { address: string; family: number }[][]][] = [
  ['inside at every other question', [[PUBLIC], [INSIDE[0] ?? PUBLIC]]],
  ['inside first, outside then', [[INSIDE[0] ?? PUBLIC], [PUBLIC]]],
  ['outside and inside at once', [[PUBLIC, ...INSIDE]]],
  ['inside by another way to write it', INSIDE.map((one) => [one])],
];

it.each(SEQUENCES)('a name that leads %s is not called there', async (_what, sequence) => {
  answers = sequence;
  const egress = createEgress({ timeoutMs: 100, resolve });
  const stop = new AbortController();
  const kept = createEgressFetch({ idleTimeoutMs: 100, timeoutMs: 100, keepUntil: stop.signal, resolve });
  for (let round = 0; round < 4; round += 1) {
    await expect(egress({ url: `http://${HOST}:${port}/` })).rejects.toThrow();
    await expect(kept(`http://${HOST}:${port}/`)).rejects.toThrow();
  }
  stop.abort();
  expect(touched).toBe(0);
});

it.each(SEQUENCES)(
  'a mail server whose name leads %s is connected to outside or not at all',
  async (_what, sequence) => {
    answers = sequence;
    for (let round = 0; round < 6; round += 1) {
      const address = await outsideAddress(HOST, [], resolve).catch(() => undefined);
      expect([PUBLIC.address, undefined]).toContain(address);
    }
    await expect(outsideAddress('127.0.0.1', [])).rejects.toThrow('Only public addresses');
  },
);

it('a redirect to such a name is not followed inside', async () => {
  answers = [[INSIDE[0] ?? PUBLIC]];
  const outside = createServer((_request, response) => {
    response.writeHead(302, { location: `http://${HOST}:${port}/` }).end();
  });
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  await expect(createEgress({ trusted: [url], resolve })({ url })).rejects.toThrow('Only public addresses');
  expect(touched).toBe(0);
  outside.close();
});
