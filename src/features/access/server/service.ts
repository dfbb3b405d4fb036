import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import { createTurns } from '#kit/turns.ts';
import type { Identify, Visitor } from '#platform/admission.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Settings } from '#platform/config.ts';
import type { Database, Transaction } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import { sharedSecret, type Vault } from '#platform/secrets.ts';
import type { BreachedPasswords } from '#providers/breached-passwords/port.ts';
import type { OwnAccount, SecondFactorSecret, SignInOptions, User } from '../contract.ts';
import { SESSION_USE_MS, SIGN_IN_LIMITS, safeReturnPath } from '../rules.ts';
import { createGate, hashToken, readablePassword } from './gate.ts';
import { createGuessGuard } from './login-throttle.ts';
import { OIDC_PROVIDER } from './issuer.ts';
import type { Manager } from './manager.ts';
import { createPeople } from './people.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSecondFactorPolicy } from './second-factor-policy.ts';
import type { Caller, Issuer } from './auth-library.ts';
import { deleteExpired, deleteSession, findIdToken, findVisitor, noteSessionUse } from './store.ts';
import { createVisitorQuestions } from './visitor-lookup.ts';

/**
 * A password is slow to check on purpose, in one of the four threads that every new connection to the database needs
 * too: guesses that come all at once must not keep everybody else waiting. It also leaves none to be looked at that
 * the ones before it have forfeited.
 */
const CHECKED_AT_ONCE = 2;

type Dependencies = {
  db: Database;
  log: Log;
  settings: Settings;
  vault: Vault;
  publicUrl: string;
  breachedPasswords: BreachedPasswords | undefined;
  /** In the transaction that creates the first account. */
  onFirst: (tx: Transaction, userId: string) => Promise<void>;
};
type Cookies = Record<string, string | undefined>;
type Password = { email: string; password: string };
type Credentials = Password & { code?: string };
type SecondFactorProof = { current: string; code: string };
/** Signed in: the person, and the cookies to set, each apart. */
export type SignedIn = { user: User; setCookies: string[] };
/** Where the browser goes on to, and the cookies to set on the way. */
export type Redirect = { location: string; setCookies: string[] };

/** Who gets in: the testing gate, sign-in, people and their roles. */
export async function createAccess({
  db,
  log,
  settings,
  vault,
  publicUrl,
  breachedPasswords,
  onFirst,
}: Dependencies) {
  const gatePassword =
    settings.ACCESS_PASSWORD ?? (await sharedSecret(db, 'access_password', readablePassword));
  const secret = settings.SESSION_SECRET ?? (await sharedSecret(db, 'session_secret'));
  const isSecure = publicUrl.startsWith('https:');
  const sessionCookie = `${isSecure ? '__Secure-' : ''}yarrow.session_token`;
  const issuer = issuerOf(settings);
  const guard = createGuessGuard(db);
  const gate = createGate({ db, log, guard, password: gatePassword, secret, isSecure });
  const people = createPeople({ db, log, publicUrl, breachedPasswords, onFirst });
  const secondFactorPolicy = createSecondFactorPolicy({ db, log });
  const secondFactor = createSecondFactor({ db, log, vault, guard });

  const inTurn = createTurns(CHECKED_AT_ONCE);

  // Loaded with the first sign-in: it is a fifth of the start and of the memory of a process nobody signs in to.
  const signIn = lazy(async () => {
    const { createSignIn } = await import('./auth-library.ts');
    return createSignIn({ db, log, publicUrl, secret, onFirst });
  });

  const askVisitor = createVisitorQuestions((hashes) => findVisitor(db, hashes));
  const sessionHash = (cookies: Cookies): string => hashToken(tokenOf(cookies[sessionCookie]));

  async function visitorOf(cookies: Cookies): Promise<Visitor & { usedAt: Date | null }> {
    const grant = gate.grantIn(cookies);
    if (!grant) return { isGranted: false, user: null, usedAt: null, needsSecondFactor: false };
    return askVisitor({ grantHash: hashToken(grant), sessionHash: sessionHash(cookies) });
  }

  /** Whose call it is, which is a use of their session. */
  async function identify({ cookies }: Parameters<Identify>[0]): Promise<Visitor> {
    const visitor = await visitorOf(cookies);
    if (visitor.usedAt && visitor.usedAt.getTime() < Date.now() - SESSION_USE_MS) {
      await noteSessionUse(db, sessionHash(cookies)).catch((error: unknown) =>
        // Whoever only reads goes on where nothing can be written.
        log.warn({ err: error }, 'sign-in: the use of a session was not noted'),
      );
    }
    return visitor;
  }

  const signInWithEmail = ({ code, ...password }: Credentials, caller: Caller): Promise<SignedIn> =>
    letIn(password, caller, (userId) => secondFactor.assertCode(userId, code));

  /** `prove` throws for whoever knows the password and not what else is asked. */
  const letIn = (
    credentials: Password,
    caller: Caller,
    prove?: (userId: string) => Promise<void>,
  ): Promise<SignedIn> =>
    inTurn(async () => {
      const session = await openSession(credentials, caller);
      if (!session) {
        // One answer for both, so that nobody learns who has an account.
        throw new AppError('unauthenticated', 'The email address or the password is wrong.', {
          reason: 'wrong_credentials',
        });
      }
      try {
        await prove?.(session.userId);
      } catch (error) {
        // Its token has left for nobody.
        await deleteSession(db, hashToken(session.token));
        throw error;
      }
      await endEarlier(caller);
      log.info({ userId: session.userId }, 'sign-in: let in');
      return { user: await people.getUser(session.userId), setCookies: session.setCookies };
    });

  /** A session for whoever knows the password; undefined, and counted, for whoever does not. */
  async function openSession(credentials: Password, caller: Caller) {
    const { own, ofEmail, ofNetwork } = guessSources(credentials.email, caller);
    const sources = [own, ofEmail, ofNetwork];
    await guard.assertMayGuess(sources);
    const session = await (await signIn()).withEmail(credentials, caller);
    if (!session) {
      await guard.countFailure(sources);
      log.warn('sign-in: a wrong address or password');
      return undefined;
    }
    try {
      await guard.assertMayGuess(sources);
    } catch (error) {
      await deleteSession(db, hashToken(session.token));
      throw error;
    }
    await guard.forgive([own]);
    return session;
  }

  /** Throws at the field `current` for whoever does not know their own password; guesses count like those at sign-in. */
  async function assertOwnPassword({ email }: Actor, password: string, caller: Caller): Promise<void> {
    if (!(await people.hasPassword(email))) {
      throw new AppError('refused', 'This account signs in without a password of ours.', {
        reason: 'no_password',
      });
    }
    const session = await inTurn(() => openSession({ email, password }, caller));
    if (!session) {
      const isWrong = 'This is not the password of now.';
      throw new AppError('invalid_input', isWrong, { fields: { current: isWrong } });
    }
    await deleteSession(db, hashToken(session.token));
  }

  async function assertOwnSecondFactor(
    actor: Actor,
    { current, code }: SecondFactorProof,
    caller: Caller,
  ): Promise<void> {
    await assertOwnPassword(actor, current, caller);
    await secondFactor.assertCode(actor.id, code);
  }

  /** The browser has a new session: that of before, somebody else's perhaps, is nobody's any more. */
  async function endEarlier({ cookie = '' }: Caller): Promise<void> {
    const pairs = cookie.split(/; */).map((pair) => pair.split('=', 2));
    const earlier = pairs.find(([name]) => name === sessionCookie)?.[1];
    if (earlier) await deleteSession(db, hashToken(tokenOf(earlier)));
  }

  return {
    gate,
    people,
    secondFactorPolicy,
    signInWithEmail,

    /** Reads both layers from the cookies by one question, and whatever changed acts at once. */
    identify,
    /** The same for what a page does by itself, which is no use of a session. */
    visitorOf,

    async signInOptions(): Promise<SignInOptions> {
      const needsFirstAdmin = await people.hasNobody();
      return { needsFirstAdmin, hasOidc: issuer !== null, issuerHost: issuer && new URL(issuer.url).host };
    },

    /** `from` is the page that sent the browser here; sign-in leads back to it. */
    async startSignIn(from: string | undefined, caller: Caller): Promise<Redirect> {
      const returnPath = safeReturnPath(pathOnThisSite(from, publicUrl));
      if (!issuer) {
        const query = returnPath === '/' ? '' : `?${new URLSearchParams({ to: returnPath })}`;
        return { location: `/sign-in${query}`, setCookies: [] };
      }
      try {
        const { url, setCookies } = await (await signIn()).startAtIssuer(issuer, returnPath, caller);
        return { location: url, setCookies };
      } catch (error) {
        log.error({ err: error }, 'sign-in: the issuer cannot be reached');
        return { location: '/sign-in?error=issuer_unavailable', setCookies: [] };
      }
    },

    async finishSignIn(providerId: string, query: Record<string, string>, caller: Caller): Promise<Redirect> {
      if (!issuer || providerId !== OIDC_PROVIDER)
        throw new AppError('not_found', 'There is nothing at this address.');
      const answer = await (await signIn()).finishAtIssuer(issuer, query, caller);
      const isLetIn = answer.setCookies.some(
        (line) => line.startsWith(`${sessionCookie}=`) && !/;\s*max-age=0\b/i.test(line),
      );
      if (isLetIn) await endEarlier(caller);
      log.info({ isLetIn }, 'sign-in: came back from the issuer');
      return answer;
    },

    async createFirstAdmin(
      admin: Parameters<typeof people.createFirstAdmin>[0],
      caller: Caller,
    ): Promise<SignedIn> {
      const { email } = await people.createFirstAdmin(admin);
      return letIn({ email, password: admin.password }, caller);
    },

    async acceptInvitation(
      given: Parameters<typeof people.acceptInvitation>[0],
      caller: Caller,
    ): Promise<SignedIn> {
      const { email } = await people.acceptInvitation(given);
      return letIn({ email, password: given.password }, caller);
    },

    async resetPassword(
      given: Parameters<typeof people.resetPassword>[0],
      caller: Caller,
    ): Promise<SignedIn> {
      const { email } = await people.resetPassword(given, (userId) =>
        secondFactor.assertCode(userId, given.code),
      );
      // Whoever forgot a password has guessed at it first.
      const { own, ofEmail } = guessSources(email, caller);
      await guard.forgive([own, ofEmail]);
      return letIn({ email, password: given.password }, caller);
    },

    /** Who changes people with this call; asked again inside the change. */
    managerOf: ({ actor, cookies }: { actor: Actor; cookies: Cookies }): Manager & { kind: 'admin' } => ({
      kind: 'admin',
      id: actor.id,
      sessionHash: sessionHash(cookies),
    }),

    async ownAccount(actor: Actor, cookies: Cookies): Promise<OwnAccount> {
      const [hasPassword, factor, sessions] = await Promise.all([
        people.hasPassword(actor.email),
        secondFactor.stateOf(actor.id),
        people.listSessions(actor.id, sessionHash(cookies)),
      ]);
      return { hasPassword, secondFactor: factor, sessions };
    },

    /** For whoever knows the password of now, and the code where there is one. */
    async changeOwnPassword(
      actor: Actor,
      { current, password, code }: { current: string; password: string; code?: string },
      { cookies, ...caller }: Caller & { cookies: Cookies },
    ): Promise<SignedIn> {
      await assertOwnPassword(actor, current, caller);
      await secondFactor.assertCode(actor.id, code);
      await people.changePassword(actor.id, { password, ownToken: sessionHash(cookies) });
      // A new one here too: whoever has copied the cookie of before is out as well.
      return letIn({ email: actor.email, password }, caller);
    },

    async startSecondFactor(actor: Actor, current: string, caller: Caller): Promise<SecondFactorSecret> {
      await assertOwnPassword(actor, current, caller);
      return secondFactor.begin(actor);
    },
    confirmSecondFactor: (actor: Actor, code: string): Promise<{ recoveryCodes: string[] }> =>
      secondFactor.confirm(actor, code),
    async renewRecoveryCodes(
      actor: Actor,
      proof: SecondFactorProof,
      caller: Caller,
    ): Promise<{ recoveryCodes: string[] }> {
      await assertOwnSecondFactor(actor, proof, caller);
      return secondFactor.renewRecoveryCodes(actor);
    },
    async turnOffSecondFactor(actor: Actor, proof: SecondFactorProof, caller: Caller): Promise<void> {
      await assertOwnSecondFactor(actor, proof, caller);
      await secondFactor.turnOff(actor);
    },

    endOtherSessions: async (actor: Actor, cookies: Cookies): Promise<{ ended: number }> => ({
      ended: await people.endOtherSessions(actor.id, sessionHash(cookies)),
    }),

    /** Ends the session here, and at the issuer where it began there. */
    async signOut(cookies: Cookies): Promise<Redirect> {
      const ended = await deleteSession(db, sessionHash(cookies));
      if (ended) log.info({ userId: ended.userId }, 'sign-in: logged out');
      const setCookies = [
        `${sessionCookie}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? '; Secure' : ''}`,
      ];
      const idToken = issuer && ended && (await findIdToken(db, ended.userId, OIDC_PROVIDER));
      if (!issuer || !idToken) return { location: '/', setCookies };
      try {
        const address = await (await signIn()).signOutAddress(issuer, idToken);
        return { location: address ?? '/', setCookies };
      } catch (error) {
        log.warn({ err: error }, 'sign-out: the issuer cannot be reached');
        return { location: '/', setCookies };
      }
    },

    /** Once per start; safe in several processes at once. */
    async initialise(): Promise<void> {
      const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings;
      if (ADMIN_EMAIL && ADMIN_PASSWORD) await people.ensureFirstAdmin(ADMIN_EMAIL, ADMIN_PASSWORD);
    },

    /** What the console says at the start. */
    async welcome(): Promise<{ gatePassword: string; signIn: string }> {
      const first = (await people.hasNobody()) ? 'the first person to sign in becomes the admin' : null;
      if (issuer) return { gatePassword, signIn: [`at ${issuer.url}`, first].filter(Boolean).join('; ') };
      if (first) return { gatePassword, signIn: 'the first visitor past the gate creates the admin account' };
      const admin = settings.ADMIN_EMAIL;
      if (!admin) return { gatePassword, signIn: 'with your email and password' };
      const isThere = await people.hasPassword(admin);
      return {
        gatePassword,
        signIn: isThere
          ? `${admin} with ADMIN_PASSWORD`
          : 'with your email and password; ADMIN_EMAIL was not used, because there was an account already',
      };
    },

    /** Removes what has run out. */
    tidy: (): Promise<void> => deleteExpired(db, new Date()),
  };
}
export type Access = Awaited<ReturnType<typeof createAccess>>;

/** What failures at sign-in are counted by. */
function guessSources(email: string, { ip }: Caller) {
  const network = clientNetwork(ip);
  return {
    own: { key: `sign-in ${email} ${network}`, limit: SIGN_IN_LIMITS.addressAndEmail },
    ofEmail: { key: `sign-in email ${email}`, limit: SIGN_IN_LIMITS.email },
    ofNetwork: { key: `sign-in address ${network}`, limit: SIGN_IN_LIMITS.address },
  };
}

function issuerOf(settings: Settings): Issuer | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return {
    url: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    trustsEmail: settings.OIDC_TRUST_EMAIL,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
  };
}

/** The cookie holds `token.signature`; a token nobody can guess needs no signature to be looked up. */
function tokenOf(cookie: string | undefined): string {
  return cookie?.split('.')[0] ?? '';
}

function pathOnThisSite(url: string | undefined, publicUrl: string): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return origin === new URL(publicUrl).origin ? `${pathname}${search}` : null;
}
