import { and, asc, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Role } from '#kit/actor.ts';
import { type Database, prepared, type Queryable } from '#platform/db.ts';
import { secondFactorDue } from './store.ts';
import { apiTokens, users } from './tables.ts';

export type ApiTokenRow = typeof apiTokens.$inferSelect;

/** A token with the people around it. */
export type ListedToken = {
  token: ApiTokenRow;
  ownerRole: Role | null;
  creator: { email: string; firstName: string; lastName: string } | null;
};

/** The newest first; all of the workspace without `ownerId`. */
export function listTokenRows(db: Queryable, ownerId?: string): Promise<ListedToken[]> {
  const creators = alias(users, 'creators');
  return db
    .select({
      token: apiTokens,
      ownerRole: users.role,
      creator: { email: creators.email, firstName: creators.firstName, lastName: creators.lastName },
    })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.ownerId))
    .leftJoin(creators, eq(creators.id, apiTokens.createdBy))
    .where(ownerId === undefined ? undefined : eq(apiTokens.ownerId, ownerId))
    .orderBy(sql`${apiTokens.id} desc`);
}

export async function findTokenRow(db: Queryable, id: string): Promise<ApiTokenRow | undefined> {
  const [row] = await db.select().from(apiTokens).where(eq(apiTokens.id, id)).for('update');
  return row;
}

/** Personal tokens of one person, or workspace tokens for null. */
export async function countTokens(db: Queryable, ownerId: string | null): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(apiTokens)
    .where(ownerId === null ? isNull(apiTokens.ownerId) : eq(apiTokens.ownerId, ownerId));
  return row?.count ?? 0;
}

export async function insertToken(tx: Queryable, row: typeof apiTokens.$inferInsert): Promise<void> {
  await tx.insert(apiTokens).values(row);
}

export async function updateToken(
  tx: Queryable,
  id: string,
  change: Partial<typeof apiTokens.$inferInsert>,
): Promise<void> {
  await tx.update(apiTokens).set(change).where(eq(apiTokens.id, id));
}

export async function deleteToken(tx: Queryable, id: string): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.id, id));
}

/** The live token with this hash, and its owner as they are now. The index finds a hash, so timing tells nothing of a token. */
export async function findLiveToken(db: Database, tokenHash: string) {
  const statement = prepared(db, 'find_api_token', (name) =>
    db
      .select({
        token: apiTokens,
        owner: {
          id: users.id,
          email: users.email,
          role: users.role,
          firstName: users.firstName,
          lastName: users.lastName,
        },
        needsSecondFactor: sql<boolean | null>`${secondFactorDue} <= now()`,
      })
      .from(apiTokens)
      .leftJoin(users, eq(users.id, apiTokens.ownerId))
      .where(
        and(
          or(
            eq(apiTokens.tokenHash, sql.placeholder('tokenHash')),
            and(
              eq(apiTokens.previousHash, sql.placeholder('tokenHash')),
              gt(apiTokens.previousUntil, sql`now()`),
            ),
          ),
          or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
        ),
      )
      .orderBy(asc(apiTokens.id))
      .prepare(name),
  );
  const [row] = await statement.execute({ tokenHash });
  return row;
}

export async function deleteExpiredTokens(db: Queryable, before: Date): Promise<void> {
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
