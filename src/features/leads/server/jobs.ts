import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import { checkAddresses } from './addresses.ts';
import { purgeBulkActions } from './bulk-actions/bulk-action-store.ts';
import { bulkActionJob, continueBulkAction, resumeBulkActions } from './bulk-actions/bulk-actions.ts';
import { purgeGroups } from './groups/group-store.ts';
import { renewGroup, renewGroupJob } from './groups/groups.ts';
import { findDuplicates, matchOldLeads } from './identity/duplicates.ts';
import { purgeMerges } from './identity/merge-store.ts';
import { checkAddressesJob, findDuplicatesJob } from './lead-checks.ts';
import { foldListCounts } from './lists/list-counts-store.ts';
import { purgeViews } from './lists/views-store.ts';
import { purgeNotes, purgeTags } from './notes-store.ts';
import { closeOverdueChecks } from './store.ts';

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

/** Folds list counts, so that reading them stays cheap. */
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

export async function workLeads(ctx: Context): Promise<void> {
  const { jobs } = ctx;
  await jobs.work(checkAddressesJob, ({ leadIds }) => checkAddresses(ctx, leadIds));
  await jobs.work(findDuplicatesJob, ({ leadIds }) => findDuplicates(ctx, leadIds));
  await jobs.work(bulkActionJob, ({ actId }) => continueBulkAction(ctx, actId));
  await jobs.work(renewGroupJob, ({ groupId }) => renewGroup(ctx, groupId));
  await jobs.work(tickJob, () => resumeBulkActions(ctx));
  await jobs.work(tidyJob, () => tidyLeads(ctx));
  await jobs.work(foldListCountsJob, () => foldListCounts(ctx.db));
  // A bulk action whose worker died does not wait for the next minute.
  await resumeBulkActions(ctx);
}

/** Undo is offered for a day; after that, what it needs is removed. Checks that never ended are given up. */
export async function tidyLeads(ctx: Pick<Context, 'db' | 'clock' | 'config'>): Promise<void> {
  const { db, clock, config } = ctx;
  const now = clock.now().getTime();
  const dayAgo = new Date(now - DAY_MS);
  await purgeGroups(db, dayAgo);
  await purgeBulkActions(db, dayAgo);
  await purgeNotes(db, dayAgo);
  await purgeTags(db, dayAgo);
  await purgeViews(db, dayAgo);
  await purgeMerges(db, dayAgo);
  await matchOldLeads(ctx);
  const overdue = new Date(now - config.ENRICHMENT_WAIT_HOURS * HOUR_MS);
  if ((await closeOverdueChecks(db, overdue)) > 0) await announce(db, ['leads']);
}
