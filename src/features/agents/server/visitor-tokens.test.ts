import { expect, it } from 'vitest';
import { createVisitorTokens } from './visitor-tokens.ts';

const { addressHash } = createVisitorTokens('a secret of tests');

it.each([
  ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8::1', '2001:db8:0:0:9::'],
  ['fe80::1%eth0', 'fe80::2'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s and %s are one network, from which one person has addresses without end', (one, other) => {
  expect(addressHash(one)).toBe(addressHash(other));
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['192.0.2.7', '192.0.2.8'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8'],
])('%s and %s are two', (one, other) => {
  expect(addressHash(one)).not.toBe(addressHash(other));
});
