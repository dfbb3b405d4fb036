import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { DEVICE_MS, GATE_LIMITS, GRANT_MS } from '../rules.ts';
import type { GuessGuard, GuessSource } from './login-throttle.ts';
import { deleteGrant, insertGrant } from './store.ts';

/** Where there is no TLS; with it the name says that the cookie is of this host alone (RFC 6265bis, 4.1.3.2). */
const PLAIN_COOKIE = 'yarrow_gate';

/** A browser that passed before is counted alone: whatever others guess, it gets in. */
const DEVICE_COOKIE = 'yarrow_device';

type Dependencies = {
  db: Database;
  log: Log;
  guard: GuessGuard;
  password: string;
  /** Signs the cookie of a browser that passed. */
  secret: string;
  isSecure: boolean;
};

/** Where a guess comes from. */
export type GuessPlace = { ip: string; claimedIp?: string | undefined; cookies?: Cookies };
type Cookies = Record<string, string | undefined>;

/** The testing gate: one shared password, one grant per browser. */
export function createGate({ db, log, guard, password, secret, isSecure }: Dependencies) {
  const expected = sha256(password);
  const cookieName = isSecure ? `__Host-${PLAIN_COOKIE}` : PLAIN_COOKIE;
  const cookie = (value: string, maxAgeSeconds: number, name = cookieName): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;

  const deviceCookieName = isSecure ? `__Host-${DEVICE_COOKIE}` : DEVICE_COOKIE;
  const signatureOf = (id: string): string =>
    createHmac('sha256', secret).update(`gate device ${id}`).digest('base64url');
  const deviceIn = (cookies: Cookies): string | undefined => {
    const [id = '', signature = ''] = (cookies[deviceCookieName] ?? '').split('.');
    return isSameSecret(signature, signatureOf(id)) ? id : undefined;
  };

  return {
    /** The grant of a browser; it may have one from before its cookie got its name. */
    grantIn: (cookies: Record<string, string | undefined>): string | undefined =>
      cookies[cookieName] ?? cookies[PLAIN_COOKIE],

    /**
     * Takes the password; answers the cookie that is the grant, and the one by which the browser is known. Throws 401 when
     * it is wrong, 429 after too many.
     */
    async pass(given: string, place: GuessPlace): Promise<{ setCookies: string[] }> {
      const device = deviceIn(place.cookies ?? {});
      const [own, all] = device === undefined ? sourcesOf(place) : [ownSources(`device ${device}`), []];
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
      const id = device ?? randomBytes(16).toString('base64url');
      const known = cookie(`${id}.${signatureOf(id)}`, DEVICE_MS / 1000, deviceCookieName);
      return { setCookies: [cookie(token, GRANT_MS / 1000), known] };
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

/** Callers of a proxy that is not trusted are told apart as it names them, within a limit of that proxy. */
function sourcesOf({ ip, claimedIp }: GuessPlace): [own: GuessSource[], all: GuessSource[]] {
  const network = clientNetwork(ip);
  const everybody = { key: 'gate everybody', limit: GATE_LIMITS.everybody };
  if (claimedIp === undefined) return [ownSources(`address ${network}`), [everybody]];
  const proxy = { key: `gate proxy per day ${network}`, limit: GATE_LIMITS.proxyPerDay };
  return [ownSources(`address ${network} for ${clientNetwork(claimedIp)}`), [proxy, everybody]];
}

function ownSources(place: string): GuessSource[] {
  return [
    { key: `gate ${place}`, limit: GATE_LIMITS.address },
    { key: `gate ${place} per day`, limit: GATE_LIMITS.addressPerDay },
  ];
}

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
