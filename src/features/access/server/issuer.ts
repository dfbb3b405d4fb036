import { z } from 'zod';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
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
  updateUser,
} from './store.ts';

/** The one OpenID Connect provider; its name is part of the return address registered at the issuer. */
export const OIDC_PROVIDER = 'oidc';

const text = z.string().max(500).optional().catch(undefined);

/** The standard claims (OpenID Connect Core 1.0, 5.1) that we use. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).toLowerCase().optional().catch(undefined),
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

/**
 * Who somebody is: the issuer's name and its subject together (OpenID Connect Core 1.0, 5.7), never the email address.
 * Throws when the profile is not that of the verified id token.
 */
export function identityOf(idToken: string | undefined, profile: unknown) {
  const claims = Claims.parse(profile);
  const token = IdTokenClaims.parse(payloadOf(idToken));
  if (token.sub !== claims.sub) throw new Error('the profile belongs to another subject than the id token');
  const person: IssuerProfile | null = claims.email
    ? {
        email: claims.email,
        isEmailVerified: claims.email_verified === true,
        imageUrl: claims.picture ?? null,
        ...namesFromClaims(claims),
      }
    : null;
  return { accountId: `${token.iss}|${token.sub}`, person };
}

type Arrival = {
  accountId: string;
  person: IssuerProfile;
  idToken: string;
  /** In the transaction that creates the first account. */
  onFirst: (tx: Transaction, userId: string) => Promise<void>;
};

/**
 * Lets in somebody the issuer vouches for: known by their identity, or by an address that the issuer has verified, or
 * new, as an admin when there is nobody yet, in the role of their invitation, else as a viewer. Somebody whose address
 * is taken and cannot be trusted, or stands for an account with a second factor, gets no account here, and so no session; nor does who was removed, until they are
 * invited again.
 */
export function admitFromIssuer(
  db: Database,
  { accountId, person, idToken, onFirst }: Arrival,
): Promise<void> {
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
        await updateUser(tx, known.id, profile);
        await announce(tx, ['users']);
      }
      await keepIdToken(tx, account, idToken);
      return;
    }
    const sameAddress = await findUserByEmail(tx, person.email);
    if (sameAddress) {
      // Accounts with a password were made here by an admin or an invitation; others are only as good as their issuer.
      const isOurs = sameAddress.hasPassword || sameAddress.user.emailVerified;
      if (!person.isEmailVerified || !isOurs) return;
      // Nor does an issuer open by itself what its owner has closed with a second factor.
      if ((await findSecondFactor(tx, sameAddress.user.id))?.confirmedAt) return;
      await insertAccount(tx, { ...account, userId: sameAddress.user.id });
      await updateUser(tx, sameAddress.user.id, { emailVerified: true, image: profile.image });
    } else {
      const invitation = person.isEmailVerified
        ? await findOpenInvitation(tx, { email: person.email })
        : undefined;
      const removedAt = await findRemoval(tx, [accountId, person.email]);
      if (removedAt && !(invitation && invitation.createdAt > removedAt)) return;
      const isFirst = (await countUsers(tx)) === 0;
      const user = await insertUser(tx, {
        ...person,
        role: isFirst ? 'admin' : (invitation?.role ?? 'viewer'),
      });
      await insertAccount(tx, { ...account, userId: user.id });
      if (invitation) await markAccepted(tx, invitation.id);
      if (isFirst) await onFirst(tx, user.id);
    }
    await keepIdToken(tx, account, idToken);
    await announce(tx, ['users']);
  });
}

/** The claims of a token whose signature has been verified already. */
function payloadOf(idToken: string | undefined): unknown {
  const [, payload = ''] = idToken?.split('.') ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}
