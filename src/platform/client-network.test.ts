import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { lastForwarded, warnOfUnknownProxy } from './client-network.ts';
import type { Log } from './log.ts';

it.each([
  [undefined, undefined],
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 2001:db8::1 ', '2001:db8::1'],
  ['unknown', undefined],
  ['203.0.113.7,', undefined],
])('of X-Forwarded-For %j what the nearest proxy saw: %j', (given, expected) => {
  expect(lastForwarded(given === undefined ? {} : { 'x-forwarded-for': given })).toBe(expected);
});

it('says once that a proxy is not trusted, with the setting that is missing', async () => {
  const said: unknown[] = [];
  const fastify = Fastify();
  warnOfUnknownProxy(fastify, { warn: (text: unknown) => void said.push(text) } as unknown as Log);
  fastify.get('/', () => 'here');
  await fastify.inject('/');
  expect(said).toEqual([]);
  for (let call = 0; call < 3; call += 1)
    await fastify.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(said).toEqual([expect.stringContaining('TRUST_PROXY')]);
  await fastify.close();
});
