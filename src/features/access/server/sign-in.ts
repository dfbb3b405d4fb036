import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Context } from '#platform/context.ts';
import type { User } from '../contract.ts';
import { SIGN_IN_LIMITS } from '../rules.ts';
import type { Caller } from './auth-library.ts';
import { assertMayGuess, countFailure, forgiveFailures } from './login-throttle.ts';
import { getUser } from './people.ts';
import { assertCode, type CodeContext } from './second-factor-codes.ts';
import { deleteSession, findUserByEmail } from './store.ts';
import { hashSessionCookie, hashToken, sessionCookieName } from './tokens.ts';

export type SignInContext = CodeContext & Pick<Context, 'access' | 'publicUrl'>;
type Password = { email: string; password: string };
/** The person who signed in, and the cookies to set, one per header line. */
export type SignedIn = { user: User; setCookies: string[] };

/** Signs in with a password and, for those with a second factor, its code. Throws `unauthenticated` or `rate_limited`. */
export function signInWithEmail(
  ctx: SignInContext,
  { code, ...password }: Password & { code?: string },
  caller: Caller,
): Promise<SignedIn> {
  return letIn(ctx, password, caller, (userId) => assertCode(ctx, userId, code));
}

/** Signs in with a password; `prove` throws when something else is missing. Refuses with `wrong_credentials`. */
export function letIn(
  ctx: SignInContext,
  credentials: Password,
  caller: Caller,
  prove?: (userId: string) => Promise<void>,
): Promise<SignedIn> {
  const { db, log, access } = ctx;
  return access.inTurn(async () => {
    const session = await openSession(ctx, credentials, caller);
    if (!session) {
      // One answer for both, which does not reveal who has an account.
      throw new AppError('unauthenticated', 'The email address or the password is wrong.', {
        reason: 'wrong_credentials',
      });
    }
    try {
      await prove?.(session.userId);
    } catch (error) {
      // Its token has left for no one.
      await deleteSession(db, hashToken(session.token));
      throw error;
    }
    await endEarlierSession(ctx, caller);
    log.info({ userId: session.userId }, 'sign-in: let in');
    return { user: await getUser(db, session.userId), setCookies: session.setCookies };
  });
}

/** Throws at the field `current` for a wrong password; guesses count like those at sign-in. Refuses with `no_password`. */
export async function assertOwnPassword(
  ctx: SignInContext,
  { email }: Actor,
  password: string,
  caller: Caller,
): Promise<void> {
  if (!(await hasPassword(ctx, email))) {
    throw new AppError('refused', 'This account signs in without a password of ours.', {
      reason: 'no_password',
    });
  }
  const session = await ctx.access.inTurn(() => openSession(ctx, { email, password }, caller));
  if (!session) {
    const isWrong = 'This is not the password of now.';
    throw new AppError('invalid_input', isWrong, { fields: { current: isWrong } });
  }
  await deleteSession(ctx.db, hashToken(session.token));
}

/** Whether an account with this address signs in here with a password. */
export async function hasPassword({ db }: Pick<Context, 'db'>, email: string): Promise<boolean> {
  return (await findUserByEmail(db, email.toLowerCase()))?.hasPassword ?? false;
}

/** Ends the session that this browser had before, perhaps of another person. */
export async function endEarlierSession(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  { cookie = '' }: Caller,
): Promise<void> {
  const name = sessionCookieName(ctx);
  const pairs = cookie.split(/; */).map((pair) => pair.split('=', 2));
  const earlier = pairs.find(([key]) => key === name)?.[1];
  if (earlier) await deleteSession(ctx.db, hashSessionCookie(earlier));
}

/** Sources of failures at sign-in. */
export function signInSources(email: string, { ip }: Caller) {
  const network = clientNetwork(ip);
  return {
    own: { key: `sign-in ${email} ${network}`, limit: SIGN_IN_LIMITS.addressAndEmail },
    ofEmail: { key: `sign-in email ${email}`, limit: SIGN_IN_LIMITS.email },
    ofNetwork: { key: `sign-in address ${network}`, limit: SIGN_IN_LIMITS.address },
  };
}

/** A session for the right password; undefined, and counted, for a wrong one. */
async function openSession(ctx: SignInContext, credentials: Password, caller: Caller) {
  const { db, log, access } = ctx;
  const { own, ofEmail, ofNetwork } = signInSources(credentials.email, caller);
  const sources = [own, ofEmail, ofNetwork];
  await assertMayGuess(ctx, sources);
  const session = await (await access.authLibrary()).withEmail(credentials, caller);
  if (!session) {
    await countFailure(ctx, sources);
    log.warn('sign-in: a wrong address or password');
    return undefined;
  }
  try {
    await assertMayGuess(ctx, sources);
  } catch (error) {
    await deleteSession(db, hashToken(session.token));
    throw error;
  }
  await forgiveFailures(db, [own]);
  return session;
}
