import type { Role } from '#kit/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';

export const GRANT_MS = 30 * DAY_MS;
/** How long a browser that passed the gate is known. */
export const DEVICE_MS = 365 * DAY_MS;
export const SESSION_MS = 30 * DAY_MS;
/** A session that nobody uses ends sooner. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** How exactly it is known when a session was used last: each write of it is one more than a reading call needs. */
export const SESSION_USE_MS = HOUR_MS;
/** How long an authenticator app that is being set up waits for its first code. */
export const SECOND_FACTOR_SETUP_MS = HOUR_MS;
export const RECOVERY_CODES = 10;
export const INVITATION_MS = 7 * DAY_MS;
export const PASSWORD_RESET_MS = DAY_MS;

/** How many wrong answers are taken from one source before it has to wait. */
export type GuessLimit = { failures: number; windowMs: number };

/**
 * At the gate 100,000 guesses take years from one address and more than a week from any number of them, while an
 * office behind one address mistypes at its ease: each right answer clears what came before.
 */
export const GATE_LIMITS = {
  address: { failures: 20, windowMs: 5 * MINUTE_MS },
  addressPerDay: { failures: 100, windowMs: DAY_MS },
  /** Behind one proxy that is not trusted, whatever addresses it names. */
  proxyPerDay: { failures: 1_000, windowMs: DAY_MS },
  everybody: { failures: 500, windowMs: HOUR_MS },
} as const satisfies Record<string, GuessLimit>;

/** At sign-in: one person's password from one place, from anywhere, and one place trying many people. */
export const SIGN_IN_LIMITS = {
  addressAndEmail: { failures: 10, windowMs: 5 * MINUTE_MS },
  email: { failures: 100, windowMs: HOUR_MS },
  address: { failures: 100, windowMs: HOUR_MS },
} as const satisfies Record<string, GuessLimit>;

/**
 * At the code of an authenticator app, and apart from it at the recovery codes. Whoever guesses knows the password
 * already: three codes of the app in a million are right at any time, so 30 guesses a day take two years for one chance
 * in fifteen. The count of the day goes on after a right code, which a thief at work does not have.
 */
export const CODE_LIMITS = {
  hour: { failures: 10, windowMs: HOUR_MS },
  day: { failures: 30, windowMs: DAY_MS },
} as const satisfies Record<string, GuessLimit>;

export type GuessCount = { failures: number; windowStart: number };

/** Seconds until another guess is taken; null when one is taken now. */
export function secondsToWait(
  count: GuessCount | undefined,
  limit: GuessLimit,
  nowMs: number,
): number | null {
  if (!count || count.failures < limit.failures) return null;
  const leftMs = count.windowStart + limit.windowMs - nowMs;
  return leftMs <= 0 ? null : Math.ceil(leftMs / 1000);
}

/** Browsers say which they are among the names of older ones: the most particular name comes first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Firefox on Windows', as far as the user agent says. */
export function deviceWords(userAgent: string | null): string {
  const named = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser && !system) return 'A program that is not named';
  return system ? `${browser ?? 'A browser'} on ${system}` : (browser ?? '');
}

/** Whether taking the admin role from one of `adminCount` admins would leave nobody to manage people. */
export function isLastAdmin(role: Role, adminCount: number): boolean {
  return role === 'admin' && adminCount <= 1;
}

/** The screen to go on to after sign-in: only a path of our own, never another site. */
export function safeReturnPath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || /^\/[/\\]|[\s\\]/.test(path)) return '/';
  return /^\/(api|sign-in|first-admin|invitation|landing)(\/|\?|#|$)/.test(path) ? '/' : path;
}

/** What an issuer says of a person. */
export type IssuerProfile = {
  email: string;
  isEmailVerified: boolean;
  /** Verified, or trusted by OIDC_TRUST_EMAIL. */
  isEmailTrusted: boolean;
  firstName: string;
  lastName: string;
  imageUrl: string | null;
};

/** First and last name from the standard claims (OpenID Connect Core 1.0, 5.1), whichever of them there are. */
export function namesFromClaims(claims: {
  given_name?: string | undefined;
  family_name?: string | undefined;
  name?: string | undefined;
  preferred_username?: string | undefined;
  email?: string | undefined;
}): { firstName: string; lastName: string } {
  const given = claims.given_name?.trim() ?? '';
  const family = claims.family_name?.trim() ?? '';
  if (given || family) return { firstName: given, lastName: family };
  const [first = '', ...rest] = (claims.name?.trim() ?? '').split(/\s+/);
  if (first) return { firstName: first, lastName: rest.join(' ') };
  const handle = claims.preferred_username?.trim() || claims.email?.split('@')[0] || '';
  return { firstName: handle, lastName: '' };
}
