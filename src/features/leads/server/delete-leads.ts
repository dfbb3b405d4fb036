import type { Transaction } from '#platform/db.ts';
import type { Traces } from '#platform/idempotency.ts';
import { announce } from '#platform/live.ts';
import { forgetInBatches } from './bulk-actions/bulk-action-store.ts';
import { deletePeople } from './erasure-store.ts';
import { deleteViewsAbout } from './lists/views-store.ts';

/** Removes the records of these people, and what bulk actions and views hold of them. */
export async function deleteLeads(tx: Transaction, ids: readonly string[], traces: Traces): Promise<void> {
  if (await deleteViewsAbout(tx, traces)) await announce(tx, ['lead-views']);
  await forgetInBatches(tx, ids);
  await deletePeople(tx, ids);
}
