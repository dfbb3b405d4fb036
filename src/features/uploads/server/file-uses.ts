import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { Purpose } from '../rules.ts';

/** A feature that keeps files of a purpose; files that no feature uses are removed after a day. */
export type FileUse = {
  purpose: Purpose;
  /** Which of these files are used, or could be restored. */
  listUsed: (db: Queryable, ids: readonly string[]) => Promise<string[]>;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly fileUses: readonly FileUse[];
  }
}

/** Which of these files any feature uses. */
export async function listUses(
  { db, fileUses }: Pick<Context, 'db' | 'fileUses'>,
  purpose: Purpose,
  ids: readonly string[],
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const use of fileUses)
    if (use.purpose === purpose) for (const id of await use.listUsed(db, ids)) used.add(id);
  return used;
}
