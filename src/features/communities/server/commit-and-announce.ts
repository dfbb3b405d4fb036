import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';

/** Runs a change of communities in a transaction that announces it to the screens. */
export function commitAndAnnounce<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const result = await work(tx);
    await announce(tx, ['communities']);
    return result;
  });
}
