import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { keyOf, PURPOSES } from '../rules.ts';
import { listUses } from './file-uses.ts';
import { removeParts } from './multipart.ts';
import { deleteOld, insertFile, listOld, type UploadedFile } from './store.ts';

/** A file that is not taken up by then will not be: forms are closed, addresses have expired. */
const UNUSED_AFTER_MS = DAY_MS;
/** Parts get longer: a large file may be resumed. */
const UNFINISHED_AFTER_MS = 7 * DAY_MS;
const SWEPT_AT_ONCE = 500;
/** A storage that removes nothing is asked again tomorrow. */
const MOST_FAILURES = 20;

/** Removes unused files: never taken up, given up halfway, or of something deleted for good. Throws the first failure at the end. */
export async function sweepFiles(ctx: Pick<Context, 'db' | 'clock' | 'files' | 'fileUses'>): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  const before = new Date(nowMs - UNUSED_AFTER_MS);
  const failures: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const rows = await listOld(ctx.db, { before, after, limit: SWEPT_AT_ONCE });
    after = rows.at(-1)?.id;
    if (after === undefined) break;
    for (const purpose of PURPOSES) {
      const ofPurpose = rows.filter((row) => row.purpose === purpose);
      const used = await listUses(
        ctx,
        purpose,
        ofPurpose.map(({ id }) => id),
      );
      for (const row of ofPurpose) {
        if (used.has(row.id) || isUnfinished(row, nowMs)) continue;
        await removeFile(ctx, row, before).catch((error: unknown) => {
          failures.push(error);
          if (failures.length === MOST_FAILURES) throw error;
        });
      }
    }
  }
  if (failures.length > 0) throw failures[0];
}

function isUnfinished({ uploadId, arrivedAt, givenAt }: UploadedFile, nowMs: number): boolean {
  return uploadId !== null && arrivedAt === null && givenAt.getTime() > nowMs - UNFINISHED_AFTER_MS;
}

/** Removes a file unless it was taken up meanwhile. */
async function removeFile(
  ctx: Pick<Context, 'db' | 'files'>,
  row: UploadedFile,
  before: Date,
): Promise<void> {
  // The row first: from now on nothing can take the file up.
  if (!(await deleteOld(ctx.db, row.id, before))) return;
  const key = keyOf(row.purpose, row.id);
  try {
    if (row.uploadId !== null && row.arrivedAt === null)
      await removeParts(ctx, { key, uploadId: row.uploadId });
    await ctx.files.remove(key);
  } catch (error) {
    // The next sweep has to find it.
    await insertFile(ctx.db, row);
    throw error;
  }
}
