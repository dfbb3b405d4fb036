import { createHash } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import type { Database } from '#platform/db.ts';
import { CODE_LIMITS, type GuessLimit, secondsToWait } from '../rules.ts';
import { forgetGuesses, readGuesses, recordFailedGuess } from './store.ts';

/** One count that a guess adds to: what is guessed at, from where, and how often that may fail. */
export type GuessSource = { key: string; limit: GuessLimit };

/**
 * Holds guessing to a pace that leads nowhere, counted in the database so that all processes and every restart share
 * it. Only failures count: any number of people may sign in at once.
 */
export function createGuessGuard(db: Database) {
  async function assertMayGuess(sources: readonly GuessSource[]): Promise<void> {
    const counts = await readGuesses(db, sources.map(bucketOf));
    const nowMs = Date.now();
    const waits = sources.map((source) => secondsToWait(counts.get(bucketOf(source)), source.limit, nowMs));
    const seconds = Math.max(...waits.map((wait) => wait ?? 0));
    if (seconds > 0) throw tooManyGuesses(seconds);
  }

  return {
    /**
     * Throws `rate_limited` when one of the sources has failed too often. Ask before the answer is looked at and, when
     * it is right, once more: of many guesses sent at once each passes the first check before the others have failed.
     */
    assertMayGuess,

    /** Counts a wrong answer. */
    async countFailure(sources: readonly GuessSource[]): Promise<void> {
      // In one order everywhere, so that two processes never wait for each other.
      const ordered = [...sources].sort((left, right) => left.key.localeCompare(right.key));
      for (const source of ordered) {
        await recordFailedGuess(db, bucketOf(source), source.limit.windowMs, Date.now());
      }
    },

    /** A right answer clears the failures before it. */
    forgive: (sources: readonly GuessSource[]): Promise<void> => forgetGuesses(db, sources.map(bucketOf)),
  };
}
export type GuessGuard = ReturnType<typeof createGuessGuard>;

function tooManyGuesses(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('rate_limited', `Too many wrong attempts. Try again in ${when}.`, {
    retryAfterSeconds,
  });
}

/** What failures at a second factor are counted by: codes of the app and recovery codes each by themselves. */
export function codeSourcesOf(userId: string) {
  const sourcesOf = (kind: string): Record<'hour' | 'day', GuessSource> => ({
    hour: { key: `${kind} ${userId}`, limit: CODE_LIMITS.hour },
    day: { key: `${kind} per day ${userId}`, limit: CODE_LIMITS.day },
  });
  return { app: sourcesOf('code of the app'), recovery: sourcesOf('recovery code') };
}

/** What a count is kept under: addresses of people and machines are not kept in clear. */
export function bucketOf({ key }: GuessSource): string {
  return createHash('sha256').update(key).digest('base64url');
}
