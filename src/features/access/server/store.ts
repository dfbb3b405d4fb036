import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Actor, Role } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, prepared, type Queryable } from '#platform/db.ts';
import { type GuessCount, SESSION_IDLE_MS } from '../rules.ts';
import {
  accessPolicy,
  accounts,
  apiTokens,
  gateGrants,
  guessCounters,
  invitations,
  passwordResets,
  removedIdentities,
  secondFactors,
  sessions,
  users,
  verifications,
} from './tables.ts';

export type UserRow = typeof users.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

/** Accounts with a password are those of this provider id, and their account id is the user's own (better-auth). */
const CREDENTIAL = 'credential';

/** Serializes decisions that depend on how many people or admins there are. */
export async function lockPeople(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('access.people'))`);
}

/** Neither run out nor left unused for too long. */
const isAlive = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.updatedAt, sql`now() - ${SESSION_IDLE_MS / DAY_MS} * interval '1 day'`),
);

const visitorColumns = {
  id: users.id,
  email: users.email,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
};

/** Members and admins who sign in with a password of ours and nothing else. */
const hasNoFactor = sql`(${users.role} <> 'viewer'
  and exists (select from ${accounts} own where own.user_id = ${users.id} and own.provider_id = ${CREDENTIAL})
  and not exists (select from ${secondFactors} factor
    where factor.user_id = ${users.id} and factor.confirmed_at is not null))`;

/**
 * From when on a person needs a second factor; null for viewers, who have none, for those who have one, for those who sign in
 * at an issuer, and where the workspace asks for none.
 */
export const secondFactorDue = sql<
  string | null
>`(select policy.second_factor_from from ${accessPolicy} policy where ${hasNoFactor})`;

export async function findSecondFactorDue(db: Queryable, userId: string): Promise<Date | null> {
  const [row] = await db.select({ due: secondFactorDue }).from(users).where(eq(users.id, userId));
  return row?.due == null ? null : new Date(row.due);
}

/** Both layers in one query, asked by nearly every call: whether the grant is alive, and whose the session is. */
export async function findVisitor(
  db: Database,
  hashes: { grantHash: string; sessionHash: string },
): Promise<{ isGranted: boolean; user: Actor | null; usedAt: Date | null; needsSecondFactor: boolean }> {
  const statement = prepared(db, 'find_visitor', (name) =>
    db
      .select({
        user: visitorColumns,
        usedAt: sessions.updatedAt,
        needsSecondFactor: sql<boolean | null>`${secondFactorDue} <= now()`,
      })
      .from(gateGrants)
      .leftJoin(sessions, and(eq(sessions.token, sql.placeholder('sessionHash')), isAlive))
      .leftJoin(users, eq(users.id, sessions.userId))
      .where(
        and(eq(gateGrants.tokenHash, sql.placeholder('grantHash')), gt(gateGrants.expiresAt, sql`now()`)),
      )
      .prepare(name),
  );
  const [row] = await statement.execute(hashes);
  return {
    isGranted: row !== undefined,
    user: row?.user ?? null,
    usedAt: row?.usedAt ?? null,
    needsSecondFactor: row?.needsSecondFactor ?? false,
  };
}

/** The role behind a live session; undefined where the session or the account is gone. */
export async function findRoleOfSession(
  db: Queryable,
  { userId, token }: { userId: string; token: string },
): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), eq(users.id, userId), isAlive));
  return row?.role;
}

export async function noteSessionUse(db: Queryable, token: string, at: Date): Promise<void> {
  await db.update(sessions).set({ updatedAt: at }).where(eq(sessions.token, token));
}

export async function insertGrant(
  db: Queryable,
  grant: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.insert(gateGrants).values(grant);
}

export async function deleteGrant(db: Queryable, tokenHash: string): Promise<void> {
  await db.delete(gateGrants).where(eq(gateGrants.tokenHash, tokenHash));
}

export async function replaceSessionToken(db: Queryable, id: string, token: string): Promise<void> {
  await db.update(sessions).set({ token }).where(eq(sessions.id, id));
}

export async function deleteSession(db: Queryable, token: string): Promise<{ userId: string } | undefined> {
  const [row] = await db
    .delete(sessions)
    .where(eq(sessions.token, token))
    .returning({ userId: sessions.userId });
  return row;
}

type SessionRow = typeof sessions.$inferSelect;

export async function listSessionRows(db: Queryable, userId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}

/** All sessions of a person but the one of `keptToken`; answers how many there were. */
export async function deleteSessions(
  db: Queryable,
  userId: string,
  { keptToken }: { keptToken?: string | undefined } = {},
): Promise<number> {
  const rows = await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), keptToken === undefined ? undefined : ne(sessions.token, keptToken)),
    )
    .returning({ id: sessions.id });
  return rows.length;
}

export async function readGuesses(
  db: Queryable,
  buckets: readonly string[],
): Promise<Map<string, GuessCount>> {
  const rows = await db
    .select()
    .from(guessCounters)
    .where(inArray(guessCounters.bucket, [...buckets]));
  return new Map(rows.map(({ bucket, ...guessCount }) => [bucket, guessCount]));
}

/** Adds one failure, in a new window when the old one is over. */
export async function recordFailedGuess(
  db: Queryable,
  bucket: string,
  windowMs: number,
  nowMs: number,
): Promise<void> {
  const isOver = sql`${guessCounters.windowStart} <= ${nowMs - windowMs}`;
  await db
    .insert(guessCounters)
    .values({ bucket, failures: 1, windowStart: nowMs })
    .onConflictDoUpdate({
      target: guessCounters.bucket,
      set: {
        failures: sql`case when ${isOver} then 1 else ${guessCounters.failures} + 1 end`,
        windowStart: sql`case when ${isOver} then ${nowMs} else ${guessCounters.windowStart} end`,
      },
    });
}

export async function forgetGuesses(db: Queryable, buckets: readonly string[]): Promise<void> {
  await db.delete(guessCounters).where(inArray(guessCounters.bucket, [...buckets]));
}

export async function countUsers(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users);
  return row?.count ?? 0;
}

export async function countAdmins(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(eq(users.role, 'admin'));
  return row?.count ?? 0;
}

export async function listUserRows(db: Queryable): Promise<UserRow[]> {
  return db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
}

/** By id; unknown ids are left out. */
export async function listFirstNames(db: Queryable, ids: readonly string[]): Promise<[string, string][]> {
  const rows = await db
    .select({ id: users.id, firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return rows.map(({ id, firstName }) => [id, firstName]);
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** The account of this address and whether it has a password, that is, was made here. */
export async function findUserByEmail(
  db: Queryable,
  email: string,
): Promise<{ user: UserRow; hasPassword: boolean } | undefined> {
  const [row] = await db
    .select({ user: users, account: accounts.id })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, CREDENTIAL)))
    .where(eq(users.email, email));
  return row && { user: row.user, hasPassword: row.account !== null };
}

export type NewUser = {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  isEmailVerified?: boolean;
  imageUrl?: string | null;
};

export async function insertUser(db: Queryable, person: NewUser): Promise<UserRow> {
  const [row] = await db
    .insert(users)
    .values({
      id: newId(),
      name: `${person.firstName} ${person.lastName}`.trim(),
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      emailVerified: person.isEmailVerified ?? false,
      image: person.imageUrl ?? null,
      role: person.role,
    })
    .returning();
  if (!row) throw new Error('the user was not stored');
  return row;
}

export async function updateUser(
  db: Queryable,
  id: string,
  change: Pick<UserRow, 'updatedAt'> &
    Partial<Pick<UserRow, 'role' | 'name' | 'firstName' | 'lastName' | 'image' | 'emailVerified'>>,
): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning();
  return row;
}

/** Sessions and accounts of the person go with the row; by what they were known stays known as removed. */
export async function deleteUser(db: Queryable, { id, email }: UserRow, removedAt: Date): Promise<void> {
  const known = await db
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(and(eq(accounts.userId, id), ne(accounts.providerId, CREDENTIAL)));
  await db
    .insert(removedIdentities)
    .values(
      [email, ...known.map(({ accountId }) => accountId)].map((identity) => ({
        identityHash: hashOf(identity),
        removedAt,
      })),
    )
    .onConflictDoUpdate({ target: removedIdentities.identityHash, set: { removedAt } });
  await db.delete(users).where(eq(users.id, id));
}

/** When a person with one of these identities was last removed. */
export async function findRemoval(db: Queryable, identities: readonly string[]): Promise<Date | undefined> {
  const [row] = await db
    .select({ removedAt: removedIdentities.removedAt })
    .from(removedIdentities)
    .where(inArray(removedIdentities.identityHash, identities.map(hashOf)))
    .orderBy(desc(removedIdentities.removedAt))
    .limit(1);
  return row?.removedAt;
}

const hashOf = (identity: string): string =>
  createHash('sha256').update(identity.toLowerCase()).digest('hex');

export async function insertPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db
    .insert(accounts)
    .values({ id: newId(), accountId: userId, providerId: CREDENTIAL, userId, password: passwordHash });
}

/** Also ends the person's sessions, except one that may be kept: someone else may have known the old password. */
export async function replacePassword(
  db: Queryable,
  userId: string,
  { passwordHash, keptToken, at }: { passwordHash: string; keptToken?: string; at: Date },
): Promise<void> {
  await db
    .update(accounts)
    .set({ password: passwordHash, updatedAt: at })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, CREDENTIAL)));
  await deleteSessions(db, userId, { keptToken });
  // Someone else may have known the old password: what was made with it ends.
  await deleteIssuedBy(db, userId);
  await db.delete(apiTokens).where(eq(apiTokens.ownerId, userId));
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** Takes the place of an earlier link of the same person. */
export async function putPasswordReset(
  db: Queryable,
  reset: Pick<
    typeof passwordResets.$inferSelect,
    'userId' | 'tokenHash' | 'issuerKind' | 'issuedBy' | 'createdAt' | 'expiresAt'
  >,
): Promise<void> {
  await db
    .insert(passwordResets)
    .values(reset)
    .onConflictDoUpdate({ target: passwordResets.userId, set: reset });
}

/** Not run out, and made by the operator or by an admin who still is one. */
const isUnspent = (tokenHash: string) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    gt(passwordResets.expiresAt, sql`now()`),
    or(
      eq(passwordResets.issuerKind, 'operator'),
      sql`exists (select from users issuer where issuer.id = ${passwordResets.issuedBy} and issuer.role = 'admin')`,
    ),
  );

export async function findUserOfPasswordReset(
  db: Queryable,
  tokenHash: string,
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isUnspent(tokenHash));
  return row?.user;
}

/** True for the one caller who uses it up. */
export async function spendPasswordReset(db: Queryable, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(passwordResets)
    .where(isUnspent(tokenHash))
    .returning({ userId: passwordResets.userId });
  return rows.length > 0;
}

type IssuerAccount = { providerId: string; accountId: string };

/** The person an issuer's account belongs to. */
export async function findUserOfAccount(db: Queryable, account: IssuerAccount): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.providerId, account.providerId), eq(accounts.accountId, account.accountId)));
  return row?.user;
}

export async function insertAccount(
  db: Queryable,
  account: IssuerAccount & { userId: string },
): Promise<void> {
  await db.insert(accounts).values({ id: newId(), ...account });
}

/** Keeps the last id token: the issuer's own sign-out asks for it (OpenID Connect RP-Initiated Logout 1.0, 2). */
export async function keepIdToken(
  db: Queryable,
  account: IssuerAccount,
  { idToken, at }: { idToken: string; at: Date },
): Promise<void> {
  await db
    .update(accounts)
    .set({ idToken, updatedAt: at })
    .where(and(eq(accounts.providerId, account.providerId), eq(accounts.accountId, account.accountId)));
}

export async function findIdToken(
  db: Queryable,
  userId: string,
  providerId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ idToken: accounts.idToken })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)))
    .orderBy(desc(accounts.updatedAt))
    .limit(1);
  return row?.idToken ?? undefined;
}

/** Not taken up, not run out, and by an admin who still is one. */
const isOpen = and(
  isNull(invitations.acceptedAt),
  gt(invitations.expiresAt, sql`now()`),
  sql`exists (select from users inviter where inviter.id = ${invitations.invitedBy} and inviter.role = 'admin')`,
);

/** Ends the open invitations and password links that a person made. */
export async function deleteIssuedBy(db: Queryable, userId: string): Promise<void> {
  await db.delete(invitations).where(and(eq(invitations.invitedBy, userId), isNull(invitations.acceptedAt)));
  await db.delete(passwordResets).where(eq(passwordResets.issuedBy, userId));
}

export async function listOpenInvitations(db: Queryable): Promise<InvitationRow[]> {
  return db.select().from(invitations).where(isOpen).orderBy(desc(invitations.createdAt));
}

/** Takes the place of an earlier open invitation of the same address. */
export async function insertInvitation(
  db: Queryable,
  invitation: Pick<InvitationRow, 'email' | 'role' | 'tokenHash' | 'invitedBy' | 'expiresAt'>,
): Promise<InvitationRow> {
  await db
    .delete(invitations)
    .where(and(eq(invitations.email, invitation.email), isNull(invitations.acceptedAt)));
  const [row] = await db
    .insert(invitations)
    .values({ id: newId(), ...invitation })
    .returning();
  if (!row) throw new Error('the invitation was not stored');
  return row;
}

export async function deleteInvitation(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .delete(invitations)
    .where(and(eq(invitations.id, id), isNull(invitations.acceptedAt)))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

export async function findOpenInvitation(
  db: Queryable,
  by: { tokenHash: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const match = 'tokenHash' in by ? eq(invitations.tokenHash, by.tokenHash) : eq(invitations.email, by.email);
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(match, isOpen))
    .orderBy(desc(invitations.createdAt))
    .limit(1);
  return row;
}

/** Marks an invitation whose person came without a confirmed address. */
export async function markRefused(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(invitations).set({ refusedAt: at }).where(eq(invitations.id, id));
}

/** True for the one caller who takes it up. */
export async function markAccepted(db: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ acceptedAt: at })
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Removes what has run out: grants, sessions, sign-ins never finished, old counts, links and invitations. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await db.delete(gateGrants).where(lt(gateGrants.expiresAt, now));
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.expiresAt, now), lt(sessions.updatedAt, new Date(now.getTime() - SESSION_IDLE_MS))),
    );
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
  await db.delete(guessCounters).where(lt(guessCounters.windowStart, daysAgo(1).getTime()));
  await db
    .delete(invitations)
    .where(and(isNull(invitations.acceptedAt), lt(invitations.expiresAt, daysAgo(30))));
}

export async function findAccessPolicy(db: Queryable): Promise<typeof accessPolicy.$inferSelect | undefined> {
  const [row] = await db.select().from(accessPolicy);
  return row;
}

export async function putAccessPolicy(
  db: Queryable,
  policy: Pick<typeof accessPolicy.$inferSelect, 'secondFactorFrom'>,
): Promise<void> {
  await db
    .insert(accessPolicy)
    .values(policy)
    .onConflictDoUpdate({ target: accessPolicy.isOnly, set: policy });
}

export async function countWithoutFactor(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(hasNoFactor);
  return row?.count ?? 0;
}
