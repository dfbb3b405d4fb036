import type { Actor } from '#kit/actor.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { OwnAccount } from '../contract.ts';
import type { Caller } from './auth-library.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { assertCode } from './second-factor-codes.ts';
import { findSecondFactor } from './second-factor-store.ts';
import { listSessions } from './sessions.ts';
import { assertOwnPassword, hasPassword, letIn, type SignedIn, type SignInContext } from './sign-in.ts';
import { lockPeople, replacePassword } from './store.ts';
import { type Cookies, sessionHash } from './tokens.ts';

/** How the caller signs in, and where they are signed in. */
export async function getOwnAccount(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  actor: Actor,
  cookies: Cookies,
): Promise<OwnAccount> {
  const [isWithPassword, factor, sessions] = await Promise.all([
    hasPassword(ctx, actor.email),
    findSecondFactor(ctx.db, actor.id),
    listSessions(ctx.db, actor.id, sessionHash(ctx, cookies)),
  ]);
  const secondFactor = factor?.confirmedAt
    ? { since: factor.confirmedAt.toISOString(), recoveryCodesLeft: factor.recoveryHashes.length }
    : null;
  return { hasPassword: isWithPassword, secondFactor, sessions };
}

/**
 * Sets another password and ends all sessions, then signs in again: a copied cookie stops working too. The caller's session
 * is kept until then, because their page reloads as soon as it is notified of the change.
 */
export async function changeOwnPassword(
  ctx: SignInContext & Pick<Context, 'breachedPasswords'>,
  actor: Actor,
  { current, password, code }: { current: string; password: string; code?: string },
  { cookies, ...caller }: Caller & { cookies: Cookies },
): Promise<SignedIn> {
  await assertOwnPassword(ctx, actor, current, caller);
  const { id, email } = actor;
  await assertCode(ctx, id, code);
  await assertGoodPassword(ctx, password, email);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx.db, async (tx) => {
    await lockPeople(tx);
    const keptToken = sessionHash(ctx, cookies);
    await replacePassword(tx, id, { passwordHash, keptToken, at: ctx.clock.now() });
    ctx.log.info({ userId: id }, 'people: a new password of their own');
    await announce(tx, ['users']);
  });
  return letIn(ctx, { email, password }, caller);
}
