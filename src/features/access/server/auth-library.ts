import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { SESSION_MS } from '../rules.ts';
import { addressOf, admitFromIssuer, identityOf, OIDC_PROVIDER, type Refusal } from './issuer.ts';
import { replaceSessionToken } from './store.ts';
import { accounts, sessions, users, verifications } from './tables.ts';
import { hashToken, isSecure } from './tokens.ts';

/** An OpenID Connect issuer, and our credentials there. */
export type Issuer = {
  url: string;
  clientId: string;
  clientSecret: string;
  trustsEmail: boolean;
  allowedDomains: readonly string[];
};

/** Where a call comes from, for the session list and the login throttle. */
export type Caller = { ip: string; userAgent: string | undefined; cookie: string | undefined };

/** A header no client can set: the request that carries it is made here. */
const CLIENT_ADDRESS = 'x-yarrow-client';

/**
 * better-auth behind our own routes: it checks passwords, speaks OpenID Connect and keeps sessions in our tables. A factory,
 * because it keeps what it has discovered of the issuer.
 */
export function createAuthLibrary(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'publicUrl' | 'onFirstUser'>,
  secret: string,
) {
  const { db, log, publicUrl } = ctx;
  const base: BetterAuthOptions = {
    appName: 'Yarrow',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    // Ours counts failures across processes.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.warn({ err: details.find((detail) => detail instanceof Error) }, `sign-in: ${message}`),
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8, maxPasswordLength: 128 },
    // A fixed end: use does not prolong a session.
    session: { expiresIn: SESSION_MS / 1000, disableSessionRefresh: true },
    // Who may have an account is decided in `admitFromIssuer`; tokens of the issuer are not needed after sign-in.
    account: { accountLinking: { enabled: false }, updateAccountOnSignIn: false },
    advanced: {
      cookiePrefix: 'yarrow',
      useSecureCookies: isSecure(ctx),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
    },
    databaseHooks: {
      session: {
        create: {
          // The cookie contains the token, the table its hash: reading the table lets no one sign in.
          after: ({ id, token }) => replaceSessionToken(db, id, hashToken(token)),
        },
      },
    },
    onAPIError: { errorURL: '/sign-in' },
  };
  const withPassword = betterAuth(base);
  let withIssuer: ReturnType<typeof discover> | undefined;

  /** Discovers the issuer when first needed, and again after a failure. */
  async function atIssuer(configured: Issuer): ReturnType<typeof discover> {
    const pending = (withIssuer ??= discover(configured));
    try {
      return await pending;
    } catch (error) {
      if (withIssuer === pending) withIssuer = undefined;
      throw error;
    }
  }

  /** Our reason for refusing the arrival of a call, which the library does not know. */
  const arrivals = new AsyncLocalStorage<{ refusal?: Refusal | undefined }>();

  async function discover({ url, clientId, clientSecret, trustsEmail, allowedDomains }: Issuer) {
    const options: BetterAuthOptions = {
      ...base,
      plugins: [
        genericOAuth({
          config: [
            {
              providerId: OIDC_PROVIDER,
              discoveryUrl: `${url.replace(/\/+$/, '')}/.well-known/openid-configuration`,
              requireIdTokenVerification: true,
              clientId,
              clientSecret,
              scopes: ['openid', 'email', 'profile'],
              disableSignUp: true,
              // Without an address in its own claim the library stops before it asks us.
              mapProfileToUser: (profile) => {
                const email = addressOf(profile, { trustsEmail });
                return email === undefined ? {} : { email };
              },
              accountSubject: async ({ tokens, profile }) => {
                const { accountId, person } = identityOf(tokens.idToken, profile, { trustsEmail });
                const idToken = tokens.idToken ?? '';
                if (person) {
                  const refusal = await admitFromIssuer(ctx, {
                    accountId,
                    person,
                    idToken,
                    allowedDomains,
                  });
                  const arrival = arrivals.getStore();
                  if (arrival) arrival.refusal = refusal;
                }
                return accountId;
              },
            },
          ],
        }),
      ],
    };
    const auth = betterAuth(options);
    const provider = (await auth.$context).socialProviders.find(({ id }) => id === OIDC_PROVIDER);
    if (!provider)
      throw new AppError('unavailable', 'The sign-in service does not answer.', { retryable: true });
    if (provider.issuer?.replace(/\/+$/, '') !== url.replace(/\/+$/, '')) {
      throw new AppError('unavailable', 'The sign-in service calls itself by another name than OIDC_ISSUER.');
    }
    return auth;
  }

  return {
    /** The cookies of a new session and whose it is; null when email or password is wrong. */
    async withEmail(
      credentials: { email: string; password: string },
      caller: Caller,
    ): Promise<{ userId: string; token: string; setCookies: string[] } | null> {
      try {
        const { headers, response } = await withPassword.api.signInEmail({
          body: credentials,
          headers: headersOf(caller),
          returnHeaders: true,
        });
        return { userId: response.user.id, token: response.token, setCookies: headers.getSetCookie() };
      } catch (error) {
        if (error instanceof APIError && error.status === 'UNAUTHORIZED') return null;
        throw error;
      }
    },

    /** The address at the issuer to go to, and the cookies that tie the way back to this browser. */
    async startAtIssuer(
      configured: Issuer,
      returnPath: string,
      caller: Caller,
    ): Promise<{ url: string; setCookies: string[] }> {
      const auth = await atIssuer(configured);
      const { headers, response } = await auth.api.signInSocial({
        body: { provider: OIDC_PROVIDER, callbackURL: returnPath, errorCallbackURL: '/sign-in' },
        headers: headersOf(caller),
        returnHeaders: true,
      });
      if (!response.url) throw new AppError('unavailable', 'The sign-in service has no address to go to.');
      return { url: response.url, setCookies: headers.getSetCookie() };
    },

    /** The way back from the issuer: where to go on to, signed in or with `?error=`. */
    async finishAtIssuer(
      configured: Issuer,
      query: Record<string, string>,
      caller: Caller,
    ): Promise<{ location: string; setCookies: string[] }> {
      const auth = await atIssuer(configured);
      const url = new URL(`/api/auth/callback/${OIDC_PROVIDER}`, publicUrl);
      url.search = new URLSearchParams(query).toString();
      const arrival: { refusal?: Refusal } = {};
      const response = await arrivals.run(arrival, () =>
        auth.handler(new Request(url, { headers: headersOf(caller) })),
      );
      if (arrival.refusal) {
        log.warn({ reason: arrival.refusal }, 'sign-in: an arrival from the issuer was refused');
        return { location: `/sign-in?error=${arrival.refusal}`, setCookies: response.headers.getSetCookie() };
      }
      const location = response.headers.get('location') ?? '/sign-in?error=unable_to_sign_in';
      return { location, setCookies: response.headers.getSetCookie() };
    },

    /** The issuer's own sign-out, which comes back to our front page; null when it has none. */
    async signOutAddress(configured: Issuer, idToken: string | undefined): Promise<string | null> {
      const auth = await atIssuer(configured);
      const provider = (await auth.$context).socialProviders.find(({ id }) => id === OIDC_PROVIDER);
      const url = await provider?.createEndSessionURL?.({
        ...(idToken ? { idToken } : {}),
        postLogoutRedirectURI: `${publicUrl}/`,
      });
      return url?.toString() ?? null;
    },
  };
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

function headersOf({ ip, userAgent, cookie }: Caller): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS]: ip });
  if (userAgent) headers.set('user-agent', userAgent);
  if (cookie) headers.set('cookie', cookie);
  return headers;
}
