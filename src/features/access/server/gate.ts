import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import { GATE_LIMITS, GRANT_MS } from '../rules.ts';
import type { GuessGuard, GuessSource } from './guesses.ts';
import { deleteGrant, insertGrant } from './store.ts';

/** Where there is no TLS; with it the name says that the cookie is of this host alone (RFC 6265bis, 4.1.3.2). */
const PLAIN_COOKIE = 'yarrow_gate';

type Dependencies = { db: Database; log: Log; guard: GuessGuard; password: string; isSecure: boolean };

/** The testing gate: one shared password, one grant per browser. */
export function createGate({ db, log, guard, password, isSecure }: Dependencies) {
  const expected = sha256(password);
  const cookieName = isSecure ? `__Host-${PLAIN_COOKIE}` : PLAIN_COOKIE;
  const cookie = (value: string, maxAgeSeconds: number): string =>
    `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;

  return {
    /** The grant of a browser; it may have one from before its cookie got its name. */
    grantIn: (cookies: Record<string, string | undefined>): string | undefined =>
      cookies[cookieName] ?? cookies[PLAIN_COOKIE],

    /** Takes the password; answers the cookie that is the grant. Throws 401 when it is wrong, 429 after too many. */
    async pass(given: string, ip: string): Promise<{ setCookie: string }> {
      const [own, all] = sourcesOf(ip);
      // Hashes are of one length, so that the comparison takes as long for any guess.
      const isRight = timingSafeEqual(sha256(given), expected);
      await guard.assertMayGuess([...own, ...all]);
      if (!isRight) {
        await guard.countFailure([...own, ...all]);
        log.warn('gate: a wrong password');
        throw new AppError('unauthenticated', 'Incorrect password. Please contact the team for access.');
      }
      await guard.assertMayGuess([...own, ...all]);
      await guard.forgive(own);
      const token = randomBytes(32).toString('base64url');
      await insertGrant(db, { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + GRANT_MS) });
      log.info('gate: passed');
      return { setCookie: cookie(token, GRANT_MS / 1000) };
    },

    /** Ends the grant of this browser. */
    async leave(token: string | undefined): Promise<{ setCookie: string }> {
      if (token) await deleteGrant(db, hashToken(token));
      return { setCookie: cookie('', 0) };
    },
  };
}

/** What is stored of a random token: whoever reads the table cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A password that can be told over the phone: nine syllables, 56 random bits. */
export function readablePassword(): string {
  const syllable = (): string => pick('bdfghjklmnprstvz') + pick('aeiou');
  const group = (): string => syllable() + syllable() + syllable();
  return [group(), group(), group()].join('-');
}

function sourcesOf(ip: string): [own: GuessSource[], all: GuessSource[]] {
  const network = clientNetwork(ip);
  return [
    [
      { key: `gate address ${network}`, limit: GATE_LIMITS.address },
      { key: `gate address per day ${network}`, limit: GATE_LIMITS.addressPerDay },
    ],
    [{ key: 'gate everybody', limit: GATE_LIMITS.everybody }],
  ];
}

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
