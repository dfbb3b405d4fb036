import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Purpose } from '../rules.ts';
import { uploadedFiles } from './tables.ts';

export type UploadedFile = typeof uploadedFiles.$inferSelect;

/** One that is listed stays as it is. */
export async function insertFile(db: Queryable, row: typeof uploadedFiles.$inferInsert): Promise<void> {
  await db.insert(uploadedFiles).values(row).onConflictDoNothing();
}

export async function findFile(
  db: Queryable,
  { id, purpose }: Pick<UploadedFile, 'id' | 'purpose'>,
): Promise<UploadedFile | undefined> {
  const [row] = await db
    .select()
    .from(uploadedFiles)
    .where(and(eq(uploadedFiles.id, id), eq(uploadedFiles.purpose, purpose)));
  return row;
}

/** The file with this id, and what was sent and then kept under it. */
export function listKeptAs(db: Queryable, id: string): Promise<UploadedFile[]> {
  return db
    .select()
    .from(uploadedFiles)
    .where(or(eq(uploadedFiles.id, id), eq(uploadedFiles.keptAs, id)));
}

/** Whose copy of this file is the one that is kept: this one, or one that was made before. Undefined: the file is gone. */
export async function claimCopy(
  db: Queryable,
  id: string,
  { copy, at }: { copy: string; at: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(uploadedFiles)
    .set({ keptAs: sql`coalesce(${uploadedFiles.keptAs}, ${copy}::uuid)`, arrivedAt: at })
    .where(eq(uploadedFiles.id, id))
    .returning({ keptAs: uploadedFiles.keptAs });
  return row?.keptAs ?? undefined;
}

/** Somebody is about to use it: for a day the sweep leaves it alone. False where it is gone. */
export async function takeUp(
  db: Queryable,
  id: string,
  { at, bytes }: { at: Date; bytes: number },
): Promise<boolean> {
  const taken = await db
    .update(uploadedFiles)
    .set({ arrivedAt: at, bytes })
    .where(eq(uploadedFiles.id, id))
    .returning({ id: uploadedFiles.id });
  return taken.length > 0;
}

export async function changeFile(
  db: Queryable,
  id: string,
  change: Partial<Omit<UploadedFile, 'id'>>,
): Promise<void> {
  await db.update(uploadedFiles).set(change).where(eq(uploadedFiles.id, id));
}

/**
 * True for the one who may store under this id; false once something has arrived there. `before` says since when an
 * arrival counts: for one before it nothing was stored.
 */
export async function claimArrival(
  db: Queryable,
  { id, purpose }: Pick<UploadedFile, 'id' | 'purpose'>,
  { at, bytes, before }: { at: Date; bytes: number; before?: Date },
): Promise<boolean> {
  const isFree = or(isNull(uploadedFiles.arrivedAt), before && lt(uploadedFiles.arrivedAt, before));
  const claimed = await db
    .update(uploadedFiles)
    .set({ arrivedAt: at, bytes })
    .where(and(eq(uploadedFiles.id, id), eq(uploadedFiles.purpose, purpose), isFree))
    .returning({ id: uploadedFiles.id });
  return claimed.length > 0;
}

/** Lets go of what was claimed at `at` and could not be stored; what somebody else has claimed since stays theirs. */
export async function giveUpArrival(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .update(uploadedFiles)
    .set({ arrivedAt: null, bytes: 0 })
    .where(and(eq(uploadedFiles.id, id), eq(uploadedFiles.arrivedAt, at)));
}

/** What all files take, those on their way included: a copy stands for what it was made of. */
const takenBytes = sql`(select coalesce(sum(bytes), 0) from uploaded_files where kept_as is null or kept_as = id)::bigint`;

/**
 * Counts a part that comes, by one question for each. False, and nothing is counted, where there is no such upload, or
 * not the room for it in the file or among all files. No part waits until the count is safe on the disk: what is there is
 * counted anew when the file is put together.
 */
export async function addPart(
  db: Queryable,
  { id, purpose, uploadId }: { id: string; purpose: Purpose; uploadId: string },
  { bytes, mostBytes, mostOfAll }: { bytes: number; mostBytes: number; mostOfAll: number },
): Promise<boolean> {
  const counted = await rowsOf(
    db,
    sql`update uploaded_files set bytes = bytes + ${bytes}
      where id = ${id} and purpose = ${purpose} and upload_id = ${uploadId} and arrived_at is null
        and bytes + ${bytes} <= ${mostBytes} and ${takenBytes} + ${bytes} <= ${mostOfAll}
        and set_config('synchronous_commit', 'off', true) = 'off'
      returning id`,
  );
  return counted.length > 0;
}

export async function countBytes(db: Queryable): Promise<number> {
  const [row] = await rowsOf<{ bytes: number }>(db, sql`select ${takenBytes} as bytes`);
  return row?.bytes ?? 0;
}

/** Neither given out nor arrived nor taken up since. The first is what the index knows. */
const isOlderThan = (before: Date) =>
  and(
    lt(uploadedFiles.givenAt, before),
    or(isNull(uploadedFiles.arrivedAt), lt(uploadedFiles.arrivedAt, before)),
  );

/** What is older, oldest first, from behind `after` on. */
export function listOld(
  db: Queryable,
  { before, after, limit }: { before: Date; after: string | undefined; limit: number },
): Promise<UploadedFile[]> {
  return db
    .select()
    .from(uploadedFiles)
    .where(
      and(isOlderThan(before), after === undefined ? undefined : sql`${uploadedFiles.id} > ${after}::uuid`),
    )
    .orderBy(uploadedFiles.id)
    .limit(limit);
}

export async function deleteFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(uploadedFiles).where(inArray(uploadedFiles.id, [...ids]));
}

/** False where it is gone, or was taken up meanwhile. */
export async function deleteOld(db: Queryable, id: string, before: Date): Promise<boolean> {
  const deleted = await db
    .delete(uploadedFiles)
    .where(and(eq(uploadedFiles.id, id), isOlderThan(before)))
    .returning({ id: uploadedFiles.id });
  return deleted.length > 0;
}
