import type { Compliance } from '#features/compliance/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Enrichment } from '#providers/enrichment/registry.ts';
import type { SearchPlatform } from '../contract.ts';
import { createAddresses } from './address-service.ts';
import { createBulkActions } from './bulk-actions/bulk-action-service.ts';
import { createGroups } from './groups/group-service.ts';
import { purgeGroups } from './groups/group-store.ts';
import { createDuplicates } from './identity/duplicates-service.ts';
import { createMerges } from './identity/merge-service.ts';
import { purgeMerges } from './identity/merge-store.ts';
import { createManualLeads } from './intake/add-lead.ts';
import { createVisitorRegistration } from './intake/register-visitor.ts';
import { createLeadRecords } from './lead-service.ts';
import { createLinkedRecords } from './linked-records-service.ts';
import { foldListCounts } from './lists/list-counts-store.ts';
import { createLists } from './lists/list-service.ts';
import { createViews } from './lists/views-service.ts';
import { createNotes } from './notes-service.ts';
import type { ScoreSignals } from './scoring-service.ts';
import { createStages } from './stage-service.ts';
import { closeOverdueChecks } from './store.ts';

export type { MadeMove } from './store.ts';

export type LeadsDependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  enrichment: Enrichment;
  /** Where people may come from, besides by hand and from files. */
  sources: readonly { platform: SearchPlatform }[];
  /** How long an address may be on its way; 24 unless told. */
  enrichmentWaitHours?: number;
  scoreSignals: ScoreSignals;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** People and what is known of them. */
export function createLeads({
  db,
  queue,
  compliance,
  tracking,
  enrichment,
  sources,
  enrichmentWaitHours = 24,
  scoreSignals,
  now = () => new Date(),
}: LeadsDependencies) {
  const { hasWebhook } = enrichment;
  const linked = createLinkedRecords();
  const { linkRecords, refreshCopies, listWorkedOn } = linked;
  const addresses = createAddresses({ db, tracking, enrichment });
  const { undoMove, ...stages } = createStages({ tracking, now });
  const { moveStage } = stages;
  const { listByIds, ...records } = createLeadRecords({
    db,
    queue,
    compliance,
    addresses,
    now,
    refreshCopies,
    moveStage,
    undoMove,
  });
  const { getLead } = records;
  const groups = createGroups({ db, queue, compliance, now, refreshCopies });
  const notes = createNotes({ db, now });
  const acts = createBulkActions({
    db,
    queue,
    compliance,
    now,
    refreshCopies,
    scoreSignals,
    moveStage,
    undoMove,
  });
  const views = createViews({ db, now });
  const duplicates = createDuplicates({ db, now, listByIds });

  return {
    ...records,
    ...createManualLeads({
      db,
      queue,
      compliance,
      tracking,
      addresses,
      sources,
      scoreSignals,
      hasWebhook,
      now,
      getLead,
    }),
    ...createLists({ db, listGroups: groups.listGroups }),
    ...groups,
    ...createVisitorRegistration({ queue, compliance, tracking }),
    ...notes,
    ...acts,
    ...views,
    ...duplicates,
    ...createMerges({ db, queue, compliance, tracking, now, linked, getLead, moveStage }),
    linkRecords,
    refreshCopies,
    listWorkedOn,
    ...stages,
    checkAddresses: addresses.checkPending,
    noteDeadAddress: addresses.noteDeadAddress,
    foldListCounts: () => foldListCounts(db),

    /** Undo is offered for a day; after that, what it needs is removed. */
    async tidy(): Promise<void> {
      const dayAgo = new Date(now().getTime() - DAY_MS);
      await purgeGroups(db, dayAgo);
      await acts.tidyBulkActions(dayAgo);
      await notes.tidyNotes(dayAgo);
      await views.tidyViews(dayAgo);
      await purgeMerges(db, dayAgo);
      await duplicates.matchOldLeads();
      const overdue = new Date(now().getTime() - enrichmentWaitHours * HOUR_MS);
      if ((await closeOverdueChecks(db, overdue)) > 0) await announce(db, ['leads']);
    },
  };
}
export type Leads = ReturnType<typeof createLeads>;
