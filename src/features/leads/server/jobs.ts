import { z } from 'zod';
import { RETENTION_RUN_MINUTES } from '#features/privacy/rules.ts';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/** Searches the sources of a run and keeps who is new. */
export const discoverJob = defineJob({
  name: 'leads.discover',
  payload: z.object({ runId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

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
export const actJob = defineJob({
  name: 'leads.act',
  payload: z.object({ actId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Goes on with the undo of an import. */
export const undoImportJob = defineJob({
  name: 'leads.undo_import',
  payload: z.object({ importId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Words anew what waits for the people of a renamed group. */
export const renewGroupJob = defineJob({
  name: 'leads.renew_group',
  payload: z.object({ groupId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Starts searches whose time has come and goes on with runs whose worker is gone. */
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
const foldTalliesJob = defineJob({
  name: 'leads.fold_tallies',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

/** Removes what has been kept long enough, once a day. */
const retentionJob = defineJob({
  name: 'leads.retention',
  payload: z.object({}),
  policy: 'singleton',
  schedule: `${RETENTION_RUN_MINUTES % 60} ${Math.floor(RETENTION_RUN_MINUTES / 60)} * * *`,
});

export const LEAD_JOBS = [
  retentionJob,
  discoverJob,
  checkAddressesJob,
  actJob,
  undoImportJob,
  renewGroupJob,
  findDuplicatesJob,
  tickJob,
  tidyJob,
  foldTalliesJob,
];

/** What the jobs do. */
type LeadWork = {
  discover: (runId: string, signal: AbortSignal) => Promise<void>;
  checkAddresses: (leadIds: readonly string[]) => Promise<void>;
  findDuplicates: (leadIds: readonly string[]) => Promise<void>;
  carryOn: (actId: string) => Promise<void>;
  carryOnUndo: (importId: string) => Promise<void>;
  renewGroup: (groupId: string) => Promise<void>;
  reviveActs: () => Promise<void>;
  reviveUndos: () => Promise<void>;
  askForContacts: () => Promise<void>;
  startDueRuns: () => Promise<unknown>;
  reviveRuns: () => Promise<unknown>;
  tidy: () => Promise<unknown>;
  foldTallies: () => Promise<void>;
  enforceRetention: () => Promise<unknown>;
};

export async function workLeads(queue: JobQueue, leads: LeadWork): Promise<void> {
  await queue.work(discoverJob, ({ runId }, signal) => leads.discover(runId, signal));
  await queue.work(checkAddressesJob, ({ leadIds }) => leads.checkAddresses(leadIds));
  await queue.work(findDuplicatesJob, ({ leadIds }) => leads.findDuplicates(leadIds));
  await queue.work(actJob, ({ actId }) => leads.carryOn(actId));
  await queue.work(undoImportJob, ({ importId }) => leads.carryOnUndo(importId));
  await queue.work(renewGroupJob, ({ groupId }) => leads.renewGroup(groupId));
  await queue.work(tickJob, async () => {
    await leads.startDueRuns();
    await leads.reviveRuns();
    await leads.reviveActs();
    await leads.reviveUndos();
    await leads.askForContacts();
  });
  await queue.work(tidyJob, async () => {
    await leads.tidy();
  });
  await queue.work(foldTalliesJob, () => leads.foldTallies());
  await queue.work(retentionJob, async () => {
    await leads.enforceRetention();
  });
  // What a worker that died was at does not wait for the next minute.
  await leads.reviveRuns();
  await leads.reviveActs();
  await leads.reviveUndos();
}
