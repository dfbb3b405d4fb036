import type { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { PasswordReset } from '../contract.ts';
import { PASSWORD_RESET_MS } from '../rules.ts';
import type { Caller } from './auth-library.ts';
import { forgiveFailures } from './login-throttle.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { personGone } from './people.ts';
import { assertCode } from './second-factor-codes.ts';
import { letIn, type SignedIn, type SignInContext, signInSources } from './sign-in.ts';
import {
  findUser,
  findUserByEmail,
  findUserOfPasswordReset,
  lockPeople,
  putPasswordReset,
  replacePassword,
  spendPasswordReset,
  type UserRow,
} from './store.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Makes a link that sets a new password; until it is used the old password works. Only this answer contains the link: its
 * token is stored as a hash. Refuses with `not_found`, `self` or `no_password`.
 */
export function issuePasswordReset(
  { db, clock, log, publicUrl }: Pick<Context, 'db' | 'clock' | 'log' | 'publicUrl'>,
  id: string,
  manager: Manager,
): Promise<{ email: string; link: string; expiresAt: string }> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    const user = await findUser(tx, id);
    if (!user) throw personGone();
    if (id === manager.id) {
      throw new AppError('refused', 'Change your own password under Your account.', { reason: 'self' });
    }
    const account = await findUserByEmail(tx, user.email);
    if (!account?.hasPassword) {
      throw new AppError('refused', 'This person signs in without a password of ours.', {
        reason: 'no_password',
      });
    }
    const token = newToken();
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + PASSWORD_RESET_MS);
    await putPasswordReset(tx, {
      userId: id,
      tokenHash: hashToken(token),
      issuerKind: manager.kind,
      issuedBy: manager.id,
      createdAt,
      expiresAt,
    });
    log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: a link that sets a new password');
    return {
      email: user.email,
      link: `${publicUrl}/password-reset#${token}`,
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/** Refuses with `not_found`. */
export async function findPasswordReset(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<{ email: string }> {
  const { email } = await getUserOfReset(db, hashToken(token));
  return { email };
}

/** Sets the password, once per link, ends all sessions of the person and signs in. Refuses with `not_found`. */
export async function resetPassword(
  ctx: SignInContext & Pick<Context, 'breachedPasswords'>,
  { token, password, code }: z.output<typeof PasswordReset>,
  caller: Caller,
): Promise<SignedIn> {
  const { db, clock, log } = ctx;
  const tokenHash = hashToken(token);
  const { id, email } = await getUserOfReset(db, tokenHash);
  await assertGoodPassword(ctx, password, email);
  await assertCode(ctx, id, code);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await lockPeople(tx);
    const user = await getUserOfReset(tx, tokenHash);
    if (!(await spendPasswordReset(tx, tokenHash))) throw resetGone();
    await replacePassword(tx, user.id, { passwordHash, at: clock.now() });
    log.info({ userId: user.id }, 'people: a new password');
    await announce(tx, ['users']);
  });
  // A person who forgot a password has guessed at it first.
  const { own, ofEmail } = signInSources(email, caller);
  await forgiveFailures(db, [own, ofEmail]);
  return letIn(ctx, { email, password }, caller);
}

async function getUserOfReset(db: Queryable, tokenHash: string): Promise<UserRow> {
  const user = await findUserOfPasswordReset(db, tokenHash);
  if (!user) throw resetGone();
  return user;
}

function resetGone(): AppError {
  return new AppError(
    'not_found',
    'This link is used, replaced or more than a day old. Ask an admin for a new one.',
  );
}
