import { createHash } from 'node:crypto';
import { SECOND_MS } from '#kit/time.ts';
import type { Egress } from '#platform/egress.ts';
import type { BreachedPasswords } from './port.ts';

/** Of 40 hexadecimal digits of the SHA-1 so many are told: each stands for hundreds of passwords (k-anonymity). */
const TOLD_DIGITS = 5;
/** Somebody waits for it at a form. */
const PATIENCE_MS = 3 * SECOND_MS;
const MOST_BYTES = 512 * 1024;

/** The range API of Pwned Passwords: `GET /range/21BD1` answers `SUFFIX:COUNT`, one a line, with padding of count 0. */
export function createRangeService({
  baseUrl,
  egress,
}: {
  baseUrl: string;
  egress: Egress;
}): BreachedPasswords {
  return {
    async isKnown(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      const answer = await egress({
        url: `${baseUrl.replace(/\/$/, '')}/range/${hash.slice(0, TOLD_DIGITS)}`,
        headers: { 'add-padding': 'true' },
        timeoutMs: PATIENCE_MS,
        maxBytes: MOST_BYTES,
      });
      if (answer.status !== 200) throw new Error(`The range service answered ${answer.status}`);
      const rest = hash.slice(TOLD_DIGITS);
      return answer.text.split('\n').some((line) => {
        const [suffix = '', count = ''] = line.trim().split(':');
        return suffix.toUpperCase() === rest && Number(count) > 0;
      });
    },
  };
}
