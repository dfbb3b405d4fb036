import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
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

/** Goes on with a deed on many leads. */
export const bulkActionJob = defineJob({
  name: 'leads.act',
  payload: z.object({ actId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Words anew what waits for the people of a renamed group. */
export const renewGroupJob = defineJob({
  name: 'leads.renew_group',
  payload: z.object({ groupId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Goes on with bulk actions whose worker is gone. */
const tickJob = defineJob({
  name: 'leads.tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Removes what was deleted a day ago and settles checks that never ended. */
const tidyJob = defineJob({
  name: 'leads.tidy',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '23 * * * *',
});

/** Adds up the tallies, so that reading them stays cheap. */
const foldListCountsJob = defineJob({
  name: 'leads.fold_tallies',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const LEAD_JOBS = [
  checkAddressesJob,
  bulkActionJob,
  renewGroupJob,
  findDuplicatesJob,
  tickJob,
  tidyJob,
  foldListCountsJob,
];

/** What the jobs do. */
type LeadWork = {
  checkAddresses: (leadIds: readonly string[]) => Promise<void>;
  findDuplicates: (leadIds: readonly string[]) => Promise<void>;
  continueBulkAction: (actId: string) => Promise<void>;
  renewGroup: (groupId: string) => Promise<void>;
  resumeBulkActions: () => Promise<void>;
  tidy: () => Promise<unknown>;
  foldListCounts: () => Promise<void>;
};

export async function workLeads(queue: JobQueue, leads: LeadWork): Promise<void> {
  await queue.work(checkAddressesJob, ({ leadIds }) => leads.checkAddresses(leadIds));
  await queue.work(findDuplicatesJob, ({ leadIds }) => leads.findDuplicates(leadIds));
  await queue.work(bulkActionJob, ({ actId }) => leads.continueBulkAction(actId));
  await queue.work(renewGroupJob, ({ groupId }) => leads.renewGroup(groupId));
  await queue.work(tickJob, () => leads.resumeBulkActions());
  await queue.work(tidyJob, async () => {
    await leads.tidy();
  });
  await queue.work(foldListCountsJob, () => leads.foldListCounts());
  // What a worker that died was at does not wait for the next minute.
  await leads.resumeBulkActions();
}
