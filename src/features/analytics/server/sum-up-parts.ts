import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { sumUpParts } from './parts-store.ts';

/** Sums up by part the days that are over and those that changed since, a batch at a time. */
export async function sumUpAllParts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  while (await inTransaction(db, (tx) => sumUpParts(tx, clock.now())));
}
