import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/time.ts';
import {
  deviceWords,
  GATE_LIMITS,
  isLastAdmin,
  namesFromClaims,
  safeReturnPath,
  secondsToWait,
} from './rules.ts';

describe('how long a guesser waits', () => {
  const limit = { failures: 3, windowMs: MINUTE_MS };

  it('not at all below the limit, and until the window ends from then on', () => {
    expect(secondsToWait(undefined, limit, 0)).toBeNull();
    expect(secondsToWait({ failures: 2, windowStart: 0 }, limit, 1_000)).toBeNull();
    expect(secondsToWait({ failures: 3, windowStart: 0 }, limit, 1_000)).toBe(59);
    expect(secondsToWait({ failures: 900, windowStart: 0 }, limit, MINUTE_MS)).toBeNull();
  });

  it('makes 100,000 guesses at the gate take more than a week from everywhere and years from one place', () => {
    const days = ({ failures, windowMs }: typeof limit): number =>
      ((100_000 / failures) * windowMs) / 86_400_000;
    expect(days(GATE_LIMITS.everybody)).toBeGreaterThan(7);
    expect(days(GATE_LIMITS.addressPerDay)).toBeGreaterThan(700);
  });
});

describe('where sign-in leads back to', () => {
  it.each([
    ['/leads?group=7', '/leads?group=7'],
    ['/', '/'],
    [null, '/'],
    ['', '/'],
    ['https://evil.test/', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/x\n//evil.test', '/'],
    ['/api/logout', '/'],
    ['/sign-in?to=/leads', '/'],
    ['/landing', '/'],
    ['/landings', '/landings'],
  ])('%j leads to %s', (given, expected) => {
    expect(safeReturnPath(given)).toBe(expected);
  });
});

describe('names from the claims of an issuer', () => {
  it.each([
    [{ given_name: 'Priya', family_name: 'Marlow', name: 'Other' }, 'Priya', 'Marlow'],
    [{ name: 'Priya Anne Marlow' }, 'Priya', 'Anne Marlow'],
    [{ preferred_username: 'priya' }, 'priya', ''],
    [{ email: 'p.marlow@yarrow.test' }, 'p.marlow', ''],
  ])('%j', (claims, firstName, lastName) => {
    expect(namesFromClaims(claims)).toEqual({ firstName, lastName });
  });
});

it('keeps the last admin', () => {
  expect(isLastAdmin('admin', 1)).toBe(true);
  expect(isLastAdmin('admin', 2)).toBe(false);
  expect(isLastAdmin('member', 1)).toBe(false);
});

describe('a browser in words', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1',
      'Chrome on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['node', 'A program that is not named'],
    [null, 'A program that is not named'],
  ])('%s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });
});
