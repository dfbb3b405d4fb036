import { lazy } from '#kit/lazy.ts';
import { createTurns } from '#kit/turns.ts';
import type { Visitor } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { sharedSecret } from '#platform/secrets.ts';
import type { AuthLibrary } from './auth-library.ts';
import { readablePassword } from './gate.ts';
import { findVisitor } from './store.ts';
import { coalesceLookups } from './visitor-lookup.ts';

/**
 * Checking a password is slow on purpose, in one of the four threads that every new database connection needs too: a
 * burst of guesses must not delay other callers. Guesses that wait here are refused once the ones before them have failed.
 */
const CHECKED_AT_ONCE = 2;

/** What access reads once, or keeps, for the life of the process. */
type AccessState = {
  /** ACCESS_PASSWORD, or the generated one that all processes share. */
  readonly gatePassword: string;
  /** Signs the cookies of gate and sign-in. */
  readonly sessionSecret: string;
  readonly findVisitor: (hashes: {
    grantHash: string;
    sessionHash: string;
  }) => Promise<Visitor & { usedAt: Date | null }>;
  /** The serial queue of password checks. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Loaded at the first sign-in: a fifth of start time and memory. */
  readonly authLibrary: () => Promise<AuthLibrary>;
};

/** Runs in the transaction that creates the first account or removes a user. */
type UserListener = (tx: Transaction, userId: string) => Promise<void>;

declare module '#platform/context.ts' {
  interface Context {
    readonly access: AccessState;
    readonly onFirstUser: UserListener;
    readonly onUserRemoved: readonly UserListener[];
  }
}

/** Reads the secrets; a factory, because the lookups, the queue and the library have state. */
export async function openAccess(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'config' | 'publicUrl' | 'onFirstUser'>,
): Promise<AccessState> {
  const { db, config } = ctx;
  const sessionSecret = config.SESSION_SECRET ?? (await sharedSecret(db, 'session_secret'));
  return {
    gatePassword: config.ACCESS_PASSWORD ?? (await sharedSecret(db, 'access_password', readablePassword)),
    sessionSecret,
    findVisitor: coalesceLookups((hashes) => findVisitor(db, hashes)),
    inTurn: createTurns(CHECKED_AT_ONCE),
    authLibrary: lazy(async () => {
      const { createAuthLibrary } = await import('./auth-library.ts');
      return createAuthLibrary(ctx, sessionSecret);
    }),
  };
}
