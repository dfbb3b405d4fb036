import { existsSync, rmSync } from 'node:fs';
import { type Database, inTransaction, type Queryable, rowsOf, sql, type Transaction } from './db.ts';

/** Serialises starts of several processes on a database that was just restored. */
const TAKE_OVER_LOCK = 7_242_383;
const RESTORED = 'restored';

/**
 * Calls `takeOver` once when this database is a copy that was restored from a backup, in the transaction in which that
 * is noted. A dump that was restored into another server or database is known by itself; a copy of the server's files
 * looks like the original, so whoever restores one says so (`markRestored`).
 */
export async function whenRestored(
  db: Database,
  takeOver: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TAKE_OVER_LOCK})`);
    const here = await presentMark(tx);
    const known = await readMark(tx);
    if (known === here) return;
    if (known !== undefined) await takeOver(tx);
    await writeMark(tx, here);
  });
}

/** The next start takes the database over as a restored one. */
export const markRestored = (db: Queryable): Promise<void> => writeMark(db, RESTORED);

/**
 * The same where the file `note` says so, which then goes. Under the lock of those who take over, so that one who comes
 * late to an old note does not undo what another has made of it.
 */
export async function heedRestoredNote(db: Database, note: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TAKE_OVER_LOCK})`);
    if (existsSync(note)) await markRestored(tx);
  });
  rmSync(note, { force: true });
}

/** The database is the only one there is and goes on here as before: it was moved, or its server was upgraded. */
export const markMoved = (db: Database): Promise<void> =>
  inTransaction(db, async (tx) => writeMark(tx, await presentMark(tx)));

async function readMark(db: Queryable): Promise<string | undefined> {
  const [row] = await rowsOf<{ mark: string }>(db, sql`select mark from database_home`);
  return row?.mark;
}

async function writeMark(db: Queryable, mark: string): Promise<void> {
  await db.execute(sql`insert into database_home (mark) values (${mark})
    on conflict (is_only) do update set mark = excluded.mark, since = now()`);
}

/** The same on every replica of a server, and after it has failed over to one of them. */
async function presentMark(db: Queryable): Promise<string> {
  const [rights] = await rowsOf<{ mayAsk: boolean }>(
    db,
    sql`select has_function_privilege('pg_control_system()', 'execute') as "mayAsk"`,
  );
  const [row] = await rowsOf<{ mark: string }>(
    db,
    sql`select ${rights?.mayAsk ? sql`(select system_identifier::text from pg_control_system())` : sql`'server'`}
      || '/' || oid::text as mark from pg_database where datname = current_database()`,
  );
  if (!row) throw new Error('the database does not know itself');
  return row.mark;
}
