import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { DEFAULT_SETTINGS, isAllowedOrigin } from '../rules.ts';
import { findByKey } from './store.ts';

/** What a visitor's call says about where it comes from. */
export type Visit = {
  /** The header; null for a call that no page makes. */
  origin: string | null;
  authorization: string | undefined;
  ifNoneMatch: string | undefined;
};

/** The community of a public key, with its settings. Refuses with `not_found`. */
export async function communityOf({ db }: Pick<Context, 'db'>, apiKey: string) {
  const community = await findByKey(db, apiKey);
  if (!community) throw new AppError('not_found', 'This key belongs to no community.');
  return { ...community, settings: { ...DEFAULT_SETTINGS, ...community.settings } };
}

export function isOwn({ publicUrl }: Pick<Context, 'publicUrl'>, origin: string | null): boolean {
  return origin === new URL(publicUrl).origin;
}

/** A page may read when its domain is allowed, or when none is named. Refuses with `forbidden`. */
export function assertMayRead(
  ctx: Pick<Context, 'publicUrl'>,
  origin: string | null,
  domains: readonly string[],
): void {
  if (origin === null || isOwn(ctx, origin) || domains.length === 0 || isAllowedOrigin(origin, domains))
    return;
  throw new AppError('forbidden', 'This community is not shown on this domain.', {
    reason: 'domain_not_allowed',
  });
}

/** Whether the call carries the secret key. Refuses a wrong one with `forbidden`. */
export function hasSecret(authorization: string | undefined, secretHash: string | null): boolean {
  const key = /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return false;
  const given = createHash('sha256').update(key).digest('base64url');
  if (secretHash === null || !timingSafeEqual(Buffer.from(given), Buffer.from(secretHash))) {
    throw new AppError('forbidden', 'This secret key is not the one of the community.', {
      reason: 'wrong_key',
    });
  }
  return true;
}

/** The origin that a browser may call from when it asks first; undefined for none. */
export async function preflightOrigin(
  { db }: Pick<Context, 'db'>,
  apiKey: string,
  origin: string | null,
): Promise<string | undefined> {
  const community = await findByKey(db, apiKey);
  if (!community || origin === null) return undefined;
  const domains = community.settings.allowedDomains ?? [];
  if (domains.length === 0) return '*';
  return isAllowedOrigin(origin, domains) ? origin : undefined;
}
