import { SECOND_MS } from '#kit/time.ts';
import { EgressError, type EgressFetch } from '#platform/egress.ts';
import { isOutOfCredit } from './out-of-credit.ts';

type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const MOST_ATTEMPTS = 3;
const FIRST_BACK_OFF_MS = 500;
/** A person is waiting: a model that wants a longer rest than this ends the call. */
const LONGEST_REST_MS = 20 * SECOND_MS;

/**
 * Asks again where nothing was answered: 408, 429, 5xx and a connection that failed. Waits as long as the model
 * wishes, else longer each time. Once an answer has begun nothing is asked again.
 */
export function createPatientFetch({ ask, wait }: { ask: EgressFetch; wait: Wait }): EgressFetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? new AbortController().signal;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await ask(input, init).catch((error: unknown) => error);
      if (outcome instanceof Response) {
        const { status } = outcome;
        if (status !== 408 && status !== 429 && status < 500) return outcome;
        const body = await outcome.text();
        const restMs = restOf(outcome.headers) ?? backOffMs(attempt);
        if (attempt === MOST_ATTEMPTS || restMs > LONGEST_REST_MS || isOutOfCredit(status, body)) {
          return new Response(body, { status, headers: outcome.headers });
        }
        await wait(restMs, signal);
      } else {
        const mayRepeat = outcome instanceof EgressError && outcome.failure === 'unreachable';
        if (!mayRepeat || attempt === MOST_ATTEMPTS) throw outcome;
        await wait(backOffMs(attempt), signal);
      }
    }
  };
}

function backOffMs(attempt: number): number {
  return FIRST_BACK_OFF_MS * 2 ** (attempt - 1) * (1 + Math.random() / 2);
}

/** Seconds or a date (RFC 9110, 10.2.3); undefined where it does not say. */
function restOf(headers: Headers): number | undefined {
  const wish = headers.get('retry-after');
  if (wish === null) return undefined;
  const seconds = Number(wish);
  const ms = Number.isNaN(seconds) ? Date.parse(wish) - Date.now() : seconds * SECOND_MS;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
