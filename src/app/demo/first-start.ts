import { users } from '#features/access/server/tables.ts';
import { readWorkspace, writeWorkspace } from '#features/settings/server/store.ts';
import { type Database, inTransaction, sql } from '#platform/db.ts';
import { seedDemo } from './seed.ts';
import { WORKSPACE } from './story.ts';
import { adoptDemoWork } from './work.ts';

/** Serialises first starts of several processes on one database. */
const FIRST_START_LOCK = 7_242_382;

type Options = { isDemo: boolean; contactPepper: string; now?: Date };

/**
 * Makes the demo workspace when this installation starts for the first time and is to have one. What was decided
 * then holds: a demo that has been removed does not come back.
 */
export async function seedOnFirstStart(
  db: Database,
  { isDemo, contactPepper, now = new Date() }: Options,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`);
    const { isInitialised, jurisdictions } = await readWorkspace(tx);
    if (isInitialised) return;
    if (isDemo) {
      await seedDemo(tx, { now, timeZone: WORKSPACE.timeZone, contactPepper, jurisdictions });
      const [first] = await tx.select({ id: users.id }).from(users).orderBy(users.createdAt).limit(1);
      if (first) await adoptDemoWork(tx, first.id);
    }
    await writeWorkspace(tx, { ...(isDemo ? { ...WORKSPACE, demoSeededAt: now } : {}), isInitialised: true });
  });
}
