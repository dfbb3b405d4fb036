import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { type IssuerProfile, namesFromClaims } from '../rules.ts';
import { findSecondFactor } from './second-factor-store.ts';
import {
  countUsers,
  findOpenInvitation,
  findRemoval,
  findUserByEmail,
  findUserOfAccount,
  insertAccount,
  insertUser,
  keepIdToken,
  lockPeople,
  markAccepted,
  markRefused,
  updateUser,
} from './store.ts';

/** The one OpenID Connect provider; its name is part of the return address registered at the issuer. */
export const OIDC_PROVIDER = 'oidc';

const text = z.string().max(500).optional().catch(undefined);

const Address = z.email().max(254).toLowerCase();

const Addresses = z.object({
  email: Address.optional().catch(undefined),
  preferred_username: Address.optional().catch(undefined),
  upn: Address.optional().catch(undefined),
});

/** The standard claims (OpenID Connect Core 1.0, 5.1) that we use. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  given_name: text,
  family_name: text,
  name: text,
  preferred_username: text,
  picture: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
});

const IdTokenClaims = z.object({ iss: z.string().min(1), sub: z.string().min(1) });

/** The email address in a profile. Entra ID states it in other claims, which count only where the operator says so. */
export function addressOf(profile: unknown, { trustsEmail }: { trustsEmail: boolean }): string | undefined {
  const { email, preferred_username, upn } = Addresses.parse(profile);
  return email ?? (trustsEmail ? (preferred_username ?? upn) : undefined);
}

/**
 * A person's identity: the issuer's name and its subject together (OpenID Connect Core 1.0, 5.7), never the email address.
 * Throws when the profile is not that of the verified id token.
 */
export function identityOf(
  idToken: string | undefined,
  profile: unknown,
  { trustsEmail = false }: { trustsEmail?: boolean } = {},
) {
  const claims = Claims.parse(profile);
  const token = IdTokenClaims.parse(payloadOf(idToken));
  if (token.sub !== claims.sub) throw new Error('the profile belongs to another subject than the id token');
  const email = addressOf(profile, { trustsEmail });
  const isEmailVerified = email === Addresses.parse(profile).email && claims.email_verified === true;
  const person: IssuerProfile | null = email
    ? {
        email,
        isEmailVerified,
        // What the issuer calls unconfirmed stays so, whatever the operator says of what it leaves open.
        isEmailTrusted: isEmailVerified || (trustsEmail && claims.email_verified !== false),
        imageUrl: claims.picture ?? null,
        ...namesFromClaims(claims),
      }
    : null;
  return { accountId: `${token.iss}|${token.sub}`, person };
}

/** Why someone from the issuer gets no account; undefined where better-auth names the reason itself. */
export type Refusal = 'not_invited' | 'email_not_confirmed';

type Arrival = {
  accountId: string;
  person: IssuerProfile;
  idToken: string;
  /** People of these domains come in without an invitation, as viewers. */
  allowedDomains: readonly string[];
};

/**
 * Lets in a person the issuer vouches for: one known by their identity or by a trusted address, the first of all as an
 * admin, one who is invited in the role of the invitation, one of an allowed domain as a viewer. Anyone else is refused:
 * an account at the issuer is no invitation. A removed person needs a new invitation; an address that belongs to an
 * account with a second factor opens nothing.
 */
export function admitFromIssuer(
  { db, clock, onFirstUser }: Pick<Context, 'db' | 'clock' | 'onFirstUser'>,
  { accountId, person, idToken, allowedDomains }: Arrival,
): Promise<Refusal | undefined> {
  const now = clock.now();
  const account = { providerId: OIDC_PROVIDER, accountId };
  const profile = {
    firstName: person.firstName,
    lastName: person.lastName,
    name: `${person.firstName} ${person.lastName}`.trim(),
    image: person.imageUrl,
  };
  return inTransaction(db, async (tx) => {
    await lockPeople(tx);
    const known = await findUserOfAccount(tx, account);
    if (known) {
      const isNews =
        known.firstName !== profile.firstName ||
        known.lastName !== profile.lastName ||
        known.image !== profile.image;
      if (isNews) {
        await updateUser(tx, known.id, { ...profile, updatedAt: now });
        await announce(tx, ['users']);
      }
      await keepIdToken(tx, account, { idToken, at: now });
      return undefined;
    }
    const sameAddress = await findUserByEmail(tx, person.email);
    if (sameAddress) {
      // Accounts with a password were made here by an admin or an invitation; others are only as good as their issuer.
      const isOurs = sameAddress.hasPassword || sameAddress.user.emailVerified;
      if (!person.isEmailTrusted || !isOurs) return undefined;
      // An issuer alone does not open an account that its owner protects with a second factor.
      if ((await findSecondFactor(tx, sameAddress.user.id))?.confirmedAt) return undefined;
      await insertAccount(tx, { ...account, userId: sameAddress.user.id });
      await updateUser(tx, sameAddress.user.id, {
        emailVerified: sameAddress.user.emailVerified || person.isEmailVerified,
        image: profile.image,
        updatedAt: now,
      });
    } else {
      const invitation = await findOpenInvitation(tx, { email: person.email });
      const isFirst = (await countUsers(tx)) === 0;
      if (invitation && !person.isEmailTrusted && !isFirst) {
        await markRefused(tx, invitation.id, now);
        await announce(tx, ['users']);
        return 'email_not_confirmed';
      }
      const removedAt = await findRemoval(tx, [accountId, person.email]);
      if (removedAt && !(invitation && invitation.createdAt > removedAt)) return undefined;
      if (!isFirst && !invitation && !isAllowed(person, allowedDomains)) return 'not_invited';
      const user = await insertUser(tx, {
        ...person,
        role: isFirst ? 'admin' : (invitation?.role ?? 'viewer'),
      });
      await insertAccount(tx, { ...account, userId: user.id });
      if (invitation) await markAccepted(tx, invitation.id, now);
      if (isFirst) await onFirstUser(tx, user.id);
    }
    await keepIdToken(tx, account, { idToken, at: now });
    await announce(tx, ['users']);
    return undefined;
  });
}

function isAllowed({ email, isEmailTrusted }: IssuerProfile, domains: readonly string[]): boolean {
  return isEmailTrusted && domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The claims of a token whose signature has been verified already. */
function payloadOf(idToken: string | undefined): unknown {
  const [, payload = ''] = idToken?.split('.') ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}
