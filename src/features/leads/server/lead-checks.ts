import { z } from 'zod';
import type { Transaction } from '#platform/db.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/** Checks addresses of leads that were just added or changed. */
export const checkAddressesJob = defineJob({
  name: 'leads.check_addresses',
  payload: z.object({ leadIds: z.array(z.uuid()) }),
  concurrency: 2,
});

/** Looks for other records of people who are new or were renamed. */
export const findDuplicatesJob = defineJob({
  name: 'leads.find_duplicates',
  payload: z.object({ leadIds: z.array(z.uuid()) }),
  concurrency: 1,
  // One for each person who is added.
  batch: 20,
});

/** Looks for duplicates of new leads and checks the addresses of some, in the background. */
export async function queueLeadChecks(
  jobs: Pick<JobQueue, 'send'>,
  tx: Transaction,
  { added = [], unchecked }: { added?: readonly string[]; unchecked: readonly string[] },
): Promise<void> {
  if (added.length > 0) await jobs.send(findDuplicatesJob, { leadIds: [...added] }, { tx });
  if (unchecked.length > 0) await jobs.send(checkAddressesJob, { leadIds: [...unchecked] }, { tx });
}
