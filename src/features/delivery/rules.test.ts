import { describe, expect, it } from 'vitest';
import { readRefusal, retryDelayMs } from './rules.ts';

describe('a mail server that refuses', () => {
  it('says "not now" is tried again for 24 hours and no longer', () => {
    let total = 0;
    let attempts = 1;
    for (let wait = retryDelayMs(attempts); wait !== undefined; wait = retryDelayMs(attempts)) {
      total += wait;
      attempts += 1;
    }
    expect(total / 3_600_000).toBeCloseTo(24, 1);
  });

  it.each([
    ['recipient', '550 5.1.1 User unknown', 'bounced', true],
    ['recipient', '550 no such user', 'bounced', true],
    ['recipient', '552 5.2.2 Mailbox full', 'bounced', false],
    ['recipient', '550 5.7.1 blocked by policy', 'failed', false],
    ['recipient', '554 5.7.1 Relay access denied', 'halted', false],
    ['sender', '530 5.7.0 Authentication required', 'halted', false],
    ['content', '554 5.6.0 message refused', 'failed', false],
  ] as const)('at the %s, "%s" means %s', (stage, response, outcome, isAddressDead) => {
    expect(readRefusal(stage, response)).toEqual({ outcome, isAddressDead });
  });
});
