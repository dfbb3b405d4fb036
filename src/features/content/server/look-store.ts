import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#platform/db.ts';
import { PageLook } from '../contract-look.ts';
import { brandVoices } from './tables.ts';

/** Its row in the table of what is the brand's. */
const LOOK = 'look';

/** Undefined before it was chosen. */
export async function findLook(db: Queryable): Promise<{ look: PageLook; version: number } | undefined> {
  const [row] = await db
    .select({ look: brandVoices.voice, version: brandVoices.version })
    .from(brandVoices)
    .where(eq(brandVoices.id, LOOK));
  return row && { look: PageLook.parse(row.look), version: row.version };
}

/** False where it no longer is at this version. */
export async function putLook(db: Queryable, look: PageLook, version: number): Promise<boolean> {
  if (version === 0) {
    const made = await db.insert(brandVoices).values({ id: LOOK, voice: look }).onConflictDoNothing();
    return made.rowCount === 1;
  }
  const changed = await db
    .update(brandVoices)
    .set({ voice: look, version: version + 1 })
    .where(and(eq(brandVoices.id, LOOK), eq(brandVoices.version, version)));
  return changed.rowCount === 1;
}
