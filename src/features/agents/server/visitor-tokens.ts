import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { clientNetwork } from '#platform/client-network.ts';
import type { Context } from '#platform/context.ts';
import { isSameSecret } from '#platform/secrets.ts';

/** What a visitor token says: which agent, which visitor, on the pages of which origin, until when. */
export type VisitorClaims = {
  apiKey: string;
  visitorId: string;
  origin: string;
  expiresAt: Date;
  /** The visitor was signed in to the product when the token was issued. */
  isOfTeam: boolean;
};

const Payload = z.object({
  k: z.string(),
  v: z.string(),
  o: z.string(),
  e: z.number(),
  t: z.literal(1).optional(),
});

declare module '#platform/context.ts' {
  interface Context {
    /** Signs visitor tokens: every process that shares it reads them, and none are stored. */
    readonly visitorTokenSecret: string;
  }
}

type TokenContext = Pick<Context, 'visitorTokenSecret'>;

/** Tells the calls of one network address from those of another without keeping it. */
export function hashAddress(ctx: TokenContext, address: string): string {
  return sign(ctx, `address ${clientNetwork(address)}`)
    .toString('base64url')
    .slice(0, 22);
}

export function newVisitorId(): string {
  return randomBytes(16).toString('base64url');
}

/** A token is worth nothing without its agent's key, at another origin or after its time. */
export function writeVisitorToken(
  ctx: TokenContext,
  { apiKey, visitorId, origin, expiresAt, isOfTeam }: VisitorClaims,
): string {
  const claims = { k: apiKey, v: visitorId, o: origin, e: Math.floor(expiresAt.getTime() / 1000) };
  const payload = Buffer.from(JSON.stringify(isOfTeam ? { ...claims, t: 1 } : claims)).toString('base64url');
  return `vt_${payload}.${sign(ctx, payload).toString('base64url')}`;
}

/** Undefined for what is no token of ours; the caller checks the time. */
export function readVisitorToken(ctx: TokenContext, token: string): VisitorClaims | undefined {
  const [, payload, signature] = /^vt_([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(ctx, payload))) return undefined;
  const { k, v, o, e, t } = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return { apiKey: k, visitorId: v, origin: o, expiresAt: new Date(e * 1000), isOfTeam: t !== undefined };
}

function sign({ visitorTokenSecret }: TokenContext, payload: string): Buffer {
  return createHmac('sha256', visitorTokenSecret).update(payload).digest();
}
