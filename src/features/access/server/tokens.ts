import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '#platform/context.ts';
import type { Manager } from './manager.ts';

export type Cookies = Record<string, string | undefined>;
type Site = Pick<Context, 'publicUrl'>;

/** 256 random bits as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a random token: reading the table lets no one use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether cookies are sent over TLS only. */
export function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:');
}

export function sessionCookieName(site: Site): string {
  return `${isSecure(site) ? '__Secure-' : ''}yarrow.session_token`;
}

/** The hash of the session token in a cookie's value, `token.signature`. A random token needs no signature to be looked up. */
export function hashSessionCookie(value: string | undefined): string {
  return hashToken(value?.split('.')[0] ?? '');
}

/** The hash of the caller's session token. */
export function sessionHash(site: Site, cookies: Cookies): string {
  return hashSessionCookie(cookies[sessionCookieName(site)]);
}

/** The admin who makes this call. */
export function managerOf(
  site: Site,
  { actor, cookies }: { actor: { id: string }; cookies: Cookies },
): Manager & { kind: 'admin' } {
  return { kind: 'admin', id: actor.id, sessionHash: sessionHash(site, cookies) };
}
