import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { clientNetwork } from '#platform/client-network.ts';
import { isSameSecret } from '#platform/secrets.ts';

/** What a visitor token says: which agent, which visitor, on the pages of which origin, until when. */
export type VisitorClaims = {
  apiKey: string;
  visitorId: string;
  origin: string;
  expiresAt: Date;
  /** Somebody who was signed in to the product when they asked for it. */
  isOfTeam: boolean;
};

const Payload = z.object({
  k: z.string(),
  v: z.string(),
  o: z.string(),
  e: z.number(),
  t: z.literal(1).optional(),
});

/**
 * Signs and reads tokens of visitors. Nothing is stored: every process that shares the secret reads them, and a token
 * is worth nothing without its agent's key, at another origin or after its time.
 */
export function createVisitorTokens(secret: string) {
  const sign = (payload: string) => createHmac('sha256', secret).update(payload).digest();
  return {
    /** Tells the calls of one network address from those of another without keeping it. */
    addressHash: (address: string): string =>
      sign(`address ${clientNetwork(address)}`)
        .toString('base64url')
        .slice(0, 22),

    newVisitorId: () => randomBytes(16).toString('base64url'),

    write({ apiKey, visitorId, origin, expiresAt, isOfTeam }: VisitorClaims): string {
      const claims = { k: apiKey, v: visitorId, o: origin, e: Math.floor(expiresAt.getTime() / 1000) };
      const payload = Buffer.from(JSON.stringify(isOfTeam ? { ...claims, t: 1 } : claims)).toString(
        'base64url',
      );
      return `vt_${payload}.${sign(payload).toString('base64url')}`;
    },

    /** Undefined for what is no token of ours; the time has still to be looked at. */
    read(token: string): VisitorClaims | undefined {
      const [, payload, signature] = /^vt_([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
      if (payload === undefined || signature === undefined) return undefined;
      if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(payload))) return undefined;
      const { k, v, o, e, t } = Payload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      return {
        apiKey: k,
        visitorId: v,
        origin: o,
        expiresAt: new Date(e * 1000),
        isOfTeam: t !== undefined,
      };
    },
  };
}
export type VisitorTokens = ReturnType<typeof createVisitorTokens>;
