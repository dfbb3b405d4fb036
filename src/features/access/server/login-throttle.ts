import { createHash } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import { CODE_LIMITS, type GuessLimit, secondsToWait } from '../rules.ts';
import { forgetGuesses, readGuesses, recordFailedGuess } from './store.ts';

/** One count that a guess adds to: what is guessed at, from where, and how often that may fail. */
export type GuessSource = { key: string; limit: GuessLimit };

type ThrottleContext = Pick<Context, 'db' | 'clock'>;

/**
 * Throws `rate_limited` when one of the sources has failed too often. Call it before the answer is checked and again when
 * the answer is right: guesses sent at once all pass the first check before the others have failed. Counts are in the
 * database, so all processes and restarts share them. Only failures count: any number of people may sign in at once.
 */
export async function assertMayGuess(
  { db, clock }: ThrottleContext,
  sources: readonly GuessSource[],
): Promise<void> {
  const counts = await readGuesses(db, sources.map(bucketOf));
  const nowMs = clock.now().getTime();
  const waits = sources.map((source) => secondsToWait(counts.get(bucketOf(source)), source.limit, nowMs));
  const seconds = Math.max(...waits.map((wait) => wait ?? 0));
  if (seconds > 0) throw tooManyGuesses(seconds);
}

/** Counts a wrong answer. */
export async function countFailure(
  { db, clock }: ThrottleContext,
  sources: readonly GuessSource[],
): Promise<void> {
  // One order everywhere, so that two processes never wait for each other.
  const ordered = [...sources].sort((left, right) => left.key.localeCompare(right.key));
  for (const source of ordered)
    await recordFailedGuess(db, bucketOf(source), source.limit.windowMs, clock.now().getTime());
}

/** A right answer clears the failures before it. */
export function forgiveFailures(db: Queryable, sources: readonly GuessSource[]): Promise<void> {
  return forgetGuesses(db, sources.map(bucketOf));
}

/** Sources of wrong second-factor codes: app codes and recovery codes are counted separately. */
export function codeSourcesOf(userId: string) {
  const sourcesOf = (kind: string): Record<'hour' | 'day', GuessSource> => ({
    hour: { key: `${kind} ${userId}`, limit: CODE_LIMITS.hour },
    day: { key: `${kind} per day ${userId}`, limit: CODE_LIMITS.day },
  });
  return { app: sourcesOf('code of the app'), recovery: sourcesOf('recovery code') };
}

/** The stored key of a count: addresses of people and machines are not stored in clear. */
function bucketOf({ key }: GuessSource): string {
  return createHash('sha256').update(key).digest('base64url');
}

function tooManyGuesses(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('rate_limited', `Too many wrong attempts. Try again in ${when}.`, {
    retryAfterSeconds,
  });
}
