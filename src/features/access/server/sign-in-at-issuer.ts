import { AppError } from '#kit/errors.ts';
import type { Settings } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { SignInOptions } from '../contract.ts';
import { safeReturnPath } from '../rules.ts';
import type { Caller, Issuer } from './auth-library.ts';
import { hasNoUsers } from './first-admin.ts';
import { OIDC_PROVIDER } from './issuer.ts';
import { endEarlierSession } from './sign-in.ts';
import { deleteSession, findIdToken } from './store.ts';
import { type Cookies, isSecure, sessionCookieName, sessionHash } from './tokens.ts';

type IssuerContext = Pick<Context, 'db' | 'log' | 'config' | 'publicUrl' | 'access'>;
/** Where the browser goes next, and the cookies to set on the way. */
export type Redirect = { location: string; setCookies: string[] };

export async function getSignInOptions({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<SignInOptions> {
  const issuer = issuerOf(config);
  return {
    needsFirstAdmin: await hasNoUsers(db),
    hasOidc: issuer !== null,
    issuerHost: issuer && new URL(issuer.url).host,
  };
}

/** Sends the browser to the issuer or to our sign-in page; `from` is the page that it comes from and returns to. */
export async function startSignIn(
  { log, config, publicUrl, access }: IssuerContext,
  from: string | undefined,
  caller: Caller,
): Promise<Redirect> {
  const returnPath = safeReturnPath(pathOnThisSite(from, publicUrl));
  const issuer = issuerOf(config);
  if (!issuer) {
    const query = returnPath === '/' ? '' : `?${new URLSearchParams({ to: returnPath })}`;
    return { location: `/sign-in${query}`, setCookies: [] };
  }
  try {
    const { url, setCookies } = await (await access.authLibrary()).startAtIssuer(issuer, returnPath, caller);
    return { location: url, setCookies };
  } catch (error) {
    log.error({ err: error }, 'sign-in: the issuer cannot be reached');
    return { location: '/sign-in?error=issuer_unavailable', setCookies: [] };
  }
}

/** Finishes a sign-in at the issuer. Refuses with `not_found` when no issuer is configured. */
export async function finishSignIn(
  ctx: IssuerContext,
  { providerId, query }: { providerId: string; query: Record<string, string> },
  caller: Caller,
): Promise<Redirect> {
  const issuer = issuerOf(ctx.config);
  if (!issuer || providerId !== OIDC_PROVIDER)
    throw new AppError('not_found', 'There is nothing at this address.');
  const answer = await (await ctx.access.authLibrary()).finishAtIssuer(issuer, query, caller);
  const isLetIn = answer.setCookies.some(
    (line) => line.startsWith(`${sessionCookieName(ctx)}=`) && !/;\s*max-age=0\b/i.test(line),
  );
  if (isLetIn) await endEarlierSession(ctx, caller);
  ctx.log.info({ isLetIn }, 'sign-in: came back from the issuer');
  return answer;
}

/** Ends the session here, and at the issuer if it began there. */
export async function signOut(ctx: IssuerContext, cookies: Cookies): Promise<Redirect> {
  const { db, log, access } = ctx;
  const ended = await deleteSession(db, sessionHash(ctx, cookies));
  if (ended) log.info({ userId: ended.userId }, 'sign-in: logged out');
  const setCookies = [
    `${sessionCookieName(ctx)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure(ctx) ? '; Secure' : ''}`,
  ];
  const issuer = issuerOf(ctx.config);
  const idToken = issuer && ended && (await findIdToken(db, ended.userId, OIDC_PROVIDER));
  if (!issuer || !idToken) return { location: '/', setCookies };
  try {
    const address = await (await access.authLibrary()).signOutAddress(issuer, idToken);
    return { location: address ?? '/', setCookies };
  } catch (error) {
    log.warn({ err: error }, 'sign-out: the issuer cannot be reached');
    return { location: '/', setCookies };
  }
}

/** The configured OpenID Connect issuer; null without one. */
export function issuerOf(config: Settings): Issuer | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return {
    url: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    trustsEmail: config.OIDC_TRUST_EMAIL,
    allowedDomains: config.OIDC_ALLOWED_DOMAINS,
  };
}

function pathOnThisSite(url: string | undefined, publicUrl: string): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return origin === new URL(publicUrl).origin ? `${pathname}${search}` : null;
}
