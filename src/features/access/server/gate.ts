import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Context } from '#platform/context.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { DEVICE_MS, GATE_LIMITS, GRANT_MS } from '../rules.ts';
import { assertMayGuess, countFailure, forgiveFailures, type GuessSource } from './login-throttle.ts';
import { deleteGrant, insertGrant } from './store.ts';
import { type Cookies, hashToken, isSecure, newToken } from './tokens.ts';

/** Without TLS; with TLS the name restricts the cookie to this host (RFC 6265bis, 4.1.3.2). */
const PLAIN_COOKIE = 'yarrow_gate';

/** A browser that passed before has its own count: others' guesses don't lock it out. */
const DEVICE_COOKIE = 'yarrow_device';

/** Where a guess comes from. */
export type GuessPlace = { ip: string; claimedIp?: string | undefined; cookies?: Cookies };

type Site = Pick<Context, 'publicUrl'>;

/**
 * Checks the testing password; returns the cookies of the grant and of the known browser. Throws `unauthenticated` when it
 * is wrong, `rate_limited` after too many wrong ones.
 */
export async function passGate(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'publicUrl' | 'access'>,
  given: string,
  place: GuessPlace,
): Promise<{ setCookies: string[] }> {
  const { db, clock, log, access } = ctx;
  const device = deviceIn(ctx, place.cookies ?? {});
  const [own, all] = device === undefined ? sourcesOf(place) : [ownSources(`device ${device}`), []];
  // Hashes are of one length, so that the comparison takes as long for any guess.
  const isRight = timingSafeEqual(sha256(given), sha256(access.gatePassword));
  await assertMayGuess(ctx, [...own, ...all]);
  if (!isRight) {
    await countFailure(ctx, [...own, ...all]);
    log.warn('gate: a wrong password');
    throw new AppError('unauthenticated', 'Incorrect password. Please contact the team for access.');
  }
  await assertMayGuess(ctx, [...own, ...all]);
  await forgiveFailures(db, own);
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  await insertGrant(db, { tokenHash: hashToken(token), expiresAt });
  log.info('gate: passed');
  const id = device ?? randomBytes(16).toString('base64url');
  return {
    setCookies: [
      cookieLine(ctx, PLAIN_COOKIE, token, GRANT_MS),
      cookieLine(ctx, DEVICE_COOKIE, `${id}.${signatureOf(ctx, id)}`, DEVICE_MS),
    ],
  };
}

/** Ends the grant of this browser. */
export async function leaveGate(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  cookies: Cookies,
): Promise<{ setCookie: string }> {
  const grant = grantIn({ publicUrl }, cookies);
  if (grant) await deleteGrant(db, hashToken(grant));
  return { setCookie: cookieLine({ publicUrl }, PLAIN_COOKIE, '', 0) };
}

/** The grant of a browser; it may have one from before TLS was turned on. */
export function grantIn(site: Site, cookies: Cookies): string | undefined {
  return cookies[cookieName(site, PLAIN_COOKIE)] ?? cookies[PLAIN_COOKIE];
}

/** A generated password to read out over the phone: nine syllables, 56 random bits. */
export function readablePassword(): string {
  const syllable = (): string => pick('bdfghjklmnprstvz') + pick('aeiou');
  const group = (): string => syllable() + syllable() + syllable();
  return [group(), group(), group()].join('-');
}

function cookieName(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name;
}

function cookieLine(site: Site, name: string, value: string, maxAgeMs: number): string {
  const secure = isSecure(site) ? '; Secure' : '';
  return `${cookieName(site, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeMs / 1000}${secure}`;
}

function deviceIn(ctx: Pick<Context, 'publicUrl' | 'access'>, cookies: Cookies): string | undefined {
  const [id = '', signature = ''] = (cookies[cookieName(ctx, DEVICE_COOKIE)] ?? '').split('.');
  return isSameSecret(signature, signatureOf(ctx, id)) ? id : undefined;
}

function signatureOf({ access }: Pick<Context, 'access'>, id: string): string {
  return createHmac('sha256', access.sessionSecret).update(`gate device ${id}`).digest('base64url');
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
