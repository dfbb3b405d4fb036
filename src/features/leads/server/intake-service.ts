import type { Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { checkAddressesJob, findDuplicatesJob } from './jobs.ts';

// For features that bring people in: who is known already, how people are stored, and what follows.
export { getGroup } from './groups/group-service.ts';
export { findDismissed, isErased } from './identity/dismissal-store.ts';
export { listKnown, type Sought } from './identity/match-index-store.ts';
export { insertDuplicates, type StoredLead } from './identity/merge-store.ts';
export { hideLeads, insertInOrder, insertNotes } from './intake/intake-store.ts';
export { hashesOf, identify, lookupHashesOf } from './person.ts';
export { insertNewPeople, lockLead, type NewLeadRow, searchTextOf, updateLead } from './store.ts';

/** Looks for duplicates of new leads and checks the addresses of some, in the background. */
export async function queueLeadChecks(
  queue: Pick<JobQueue, 'send'>,
  tx: Transaction,
  { added = [], unchecked }: { added?: readonly string[]; unchecked: readonly string[] },
): Promise<void> {
  if (added.length > 0) await queue.send(findDuplicatesJob, { leadIds: [...added] }, { tx });
  if (unchecked.length > 0) await queue.send(checkAddressesJob, { leadIds: [...unchecked] }, { tx });
}
