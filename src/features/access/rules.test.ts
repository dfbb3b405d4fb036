import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/time.ts';
import { GATE_LIMITS, isLastAdmin, namesFromClaims, safeReturnPath, secondsToWait } from './rules.ts';

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
