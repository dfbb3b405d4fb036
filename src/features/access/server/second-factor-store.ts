import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { secondFactors } from './tables.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;
type RecoveryCodes = { recoverySalt: string; recoveryHashes: string[] };

const ofPerson = (userId: string) => eq(secondFactors.userId, userId);
const isConfirmed = isNotNull(secondFactors.confirmedAt);

export async function findSecondFactor(db: Queryable, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.select().from(secondFactors).where(ofPerson(userId));
  return row;
}

export async function listSecondFactorOwners(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ userId: secondFactors.userId }).from(secondFactors).where(isConfirmed);
  return new Set(rows.map(({ userId }) => userId));
}

/** In place of one that was never confirmed; false where there is one that was. */
export async function putUnconfirmed(
  db: Queryable,
  factor: { userId: string; sealedSecret: string },
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values(factor)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { sealedSecret: factor.sealedSecret, startedAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** False where another secret took its place meanwhile, or it is confirmed already. */
export async function confirm(
  db: Queryable,
  {
    userId,
    sealedSecret,
    ...confirmed
  }: RecoveryCodes & Pick<SecondFactorRow, 'userId' | 'sealedSecret' | 'lastPeriod'>,
): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ ...confirmed, confirmedAt: sql`now()` })
    .where(
      and(ofPerson(userId), eq(secondFactors.sealedSecret, sealedSecret), isNull(secondFactors.confirmedAt)),
    )
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** True for the one caller who uses up the code of this period; codes before it are used up with it. */
export async function spendPeriod(db: Queryable, userId: string, period: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ lastPeriod: period })
    .where(and(ofPerson(userId), isConfirmed, lt(secondFactors.lastPeriod, period)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** True for the one caller who uses it up. */
export async function spendRecoveryCode(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(and(ofPerson(userId), isConfirmed, sql`${hash} = any(${secondFactors.recoveryHashes})`))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** False where there is no second factor. */
export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  codes: RecoveryCodes,
): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set(codes)
    .where(and(ofPerson(userId), isConfirmed))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

export async function deleteSecondFactor(db: Queryable, userId: string): Promise<void> {
  await db.delete(secondFactors).where(ofPerson(userId));
}
