import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { pageLooks } from './tables.ts';

export type LookRow = typeof pageLooks.$inferSelect;
/** As pages need it: the logo itself has an address of its own. */
export type ShownLook = Pick<LookRow, 'logoKey' | 'logoWidth' | 'logoHeight' | 'color' | 'font'>;

/** Undefined before it was first changed. */
export async function findLook(db: Queryable): Promise<LookRow | undefined> {
  const [row] = await db.select().from(pageLooks).where(eq(pageLooks.id, 'workspace'));
  return row;
}

export async function getShownLook(db: Queryable): Promise<ShownLook> {
  const [row] = await db
    .select({
      logoKey: pageLooks.logoKey,
      logoWidth: pageLooks.logoWidth,
      logoHeight: pageLooks.logoHeight,
      color: pageLooks.color,
      font: pageLooks.font,
    })
    .from(pageLooks)
    .where(eq(pageLooks.id, 'workspace'));
  return row ?? { logoKey: null, logoWidth: 0, logoHeight: 0, color: null, font: 'system' };
}

/** False where it is not at this version. */
export async function putLook(
  db: Queryable,
  look: Omit<LookRow, 'id' | 'version'>,
  version: number,
): Promise<boolean> {
  if (version === 0) {
    const made = await db.insert(pageLooks).values(look).onConflictDoNothing();
    return made.rowCount === 1;
  }
  const changed = await db
    .update(pageLooks)
    .set({ ...look, version: version + 1 })
    .where(and(eq(pageLooks.id, 'workspace'), eq(pageLooks.version, version)));
  return changed.rowCount === 1;
}
