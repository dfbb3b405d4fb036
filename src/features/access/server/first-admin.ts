import type { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { FirstAdmin } from '../contract.ts';
import type { Caller } from './auth-library.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { letIn, type SignedIn, type SignInContext } from './sign-in.ts';
import { countUsers, insertPassword, insertUser, lockPeople } from './store.ts';

type NewAdmin = z.output<typeof FirstAdmin>;
type FirstContext = Pick<Context, 'db' | 'onFirstUser'>;

/** At the start: creates the admin named by ADMIN_EMAIL, unless there is an account. Safe in several processes at once. */
export async function ensureFirstAdmin(ctx: FirstContext & Pick<Context, 'config'>): Promise<void> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = ctx.config;
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return;
  const names = nameFromEmail(ADMIN_EMAIL);
  await createFirst(ctx, { email: ADMIN_EMAIL.toLowerCase(), password: ADMIN_PASSWORD, ...names });
}

/** Creates the first account and signs in. Refuses with `not_first` when there is an account. */
export async function createFirstAdmin(
  ctx: SignInContext & FirstContext & Pick<Context, 'breachedPasswords'>,
  admin: NewAdmin,
  caller: Caller,
): Promise<SignedIn> {
  if (await hasNoUsers(ctx.db)) await assertGoodPassword(ctx, admin.password, admin.email);
  if (!(await createFirst(ctx, admin))) {
    throw new AppError('conflict', 'There is an account already. Sign in, or ask an admin to invite you.', {
      reason: 'not_first',
    });
  }
  return letIn(ctx, { email: admin.email, password: admin.password }, caller);
}

export async function hasNoUsers(db: Queryable): Promise<boolean> {
  return (await countUsers(db)) === 0;
}

/** False when there is an account: of several concurrent attempts, one succeeds. */
async function createFirst(
  { db, onFirstUser }: FirstContext,
  { password, ...person }: NewAdmin,
): Promise<boolean> {
  if (!(await hasNoUsers(db))) return false;
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    await lockPeople(tx);
    if (!(await hasNoUsers(tx))) return false;
    const user = await insertUser(tx, { ...person, role: 'admin' });
    await insertPassword(tx, user.id, passwordHash);
    await onFirstUser(tx, user.id);
    await announce(tx, ['users']);
    return true;
  });
}

/** "priya.marlow@x" becomes Priya Marlow, until the person changes it. */
function nameFromEmail(email: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = (email.split('@')[0] ?? '').split(/[._+-]+/).map(capitalised);
  return { firstName: first || 'Admin', lastName: rest.join(' ') };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
