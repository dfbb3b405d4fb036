import { expect, it } from 'vitest';
import { isSecretKey, newApiKey, newSecretKey } from './agent-keys.ts';
import { hashAddress, newVisitorId, readVisitorToken, writeVisitorToken } from './visitor-tokens.ts';

const ctx = { visitorTokenSecret: 'a secret of tests' };

// R16
it('of 100,000 guessed keys and tokens none is taken, near ones neither', () => {
  const { key, hash } = newSecretKey();
  const claims = {
    apiKey: newApiKey(),
    visitorId: newVisitorId(),
    origin: 'https://shop.test',
    isOfTeam: false,
  };
  const token = writeVisitorToken(ctx, { ...claims, expiresAt: new Date(Date.now() + 60_000) });
  expect([isSecretKey(key, hash), readVisitorToken(ctx, token)?.visitorId]).toEqual([true, claims.visitorId]);
  let taken = 0;
  for (let guess = 0; guess < 100_000; guess += 1) {
    const end = guess.toString(36).padStart(4, '0');
    const isKey = guess % 2 === 0;
    const guessed = isKey ? key.slice(0, -4) + end : token.slice(0, -4) + end;
    if (guessed === key || guessed === token) continue;
    if (isKey ? isSecretKey(guessed, hash) : readVisitorToken(ctx, guessed)) taken += 1;
  }
  expect(taken).toBe(0);
  expect(hash).not.toContain(key.slice(3));
});

it.each([
  ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8::1', '2001:db8:0:0:9::'],
  ['fe80::1%eth0', 'fe80::2'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s and %s are one network, from which one person has addresses without end', (one, other) => {
  expect(hashAddress(ctx, one)).toBe(hashAddress(ctx, other));
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['192.0.2.7', '192.0.2.8'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8'],
])('%s and %s are two', (one, other) => {
  expect(hashAddress(ctx, one)).not.toBe(hashAddress(ctx, other));
});
