import type { Compliance } from '#features/compliance/server/service.ts';
import { createEnrichments } from '#features/discovery/server/enrichment-service.ts';
import { createQueryPlanner } from '#features/discovery/server/query-planner.ts';
import { createRuns, type DiscoveryBudget } from '#features/discovery/server/run-service.ts';
import { purgeCandidates } from '#features/discovery/server/run-store.ts';
import { createDiscovery } from '#features/discovery/server/search-service.ts';
import { createImports } from '#features/imports/server/import-service.ts';
import { createConsent } from '#features/privacy/server/consent-service.ts';
import { createMentions } from '#features/privacy/server/mention-service.ts';
import { createTexts } from '#features/privacy/server/personal-texts-service.ts';
import {
  createPrivacy,
  deliveredRecords,
  type PersonalDataHolder,
} from '#features/privacy/server/privacy-service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Enrichment } from '#providers/enrichment/registry.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ListedSource, SourceWorld } from '#providers/lead-sources/port.ts';
import { createAddresses } from './address-service.ts';
import { createActs } from './bulk-actions/bulk-action-service.ts';
import { createContacts } from './contact-service.ts';
import { createGroups } from './groups/group-service.ts';
import { purgeGroups } from './groups/group-store.ts';
import { createDuplicates } from './identity/duplicates-service.ts';
import { createMerges } from './identity/merge-service.ts';
import { purgeMerges } from './identity/merge-store.ts';
import { createNewcomers } from './intake/add-lead.ts';
import { createVisitors } from './intake/register-visitor.ts';
import { createLeadRecords } from './lead-service.ts';
import { foldTallies } from './lists/list-counts-store.ts';
import { createLists } from './lists/list-service.ts';
import { createViews } from './lists/views-service.ts';
import { createNotes } from './notes-service.ts';
import { noteTexts } from './notes-store.ts';
import { createStages } from './stage-service.ts';
import { settleOverdue } from './store.ts';

export type { PersonalDataHolder } from '#features/privacy/server/privacy-service.ts';
export type { MadeMove } from './store.ts';

export type LeadsDependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  enrichment: Enrichment;
  /** Places to look for people, those that are off included. */
  sources: readonly ListedSource[];
  /** How long an address may be on its way; 24 unless told. */
  enrichmentWaitHours?: number;
  languageModel: LanguageModel | undefined;
  inbox: SourceWorld['inbox'];
  budget: DiscoveryBudget;
  log: Log;
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
  languageModel,
  inbox,
  budget,
  log,
  now = () => new Date(),
}: LeadsDependencies) {
  const { hasWebhook } = enrichment;
  const holders: PersonalDataHolder[] = [deliveredRecords(db, inbox)];
  const addresses = createAddresses({ db, tracking, enrichment });
  const { moveStage, moveBack, undoMove, undoMovesBecause } = createStages({ tracking, now });
  const { listByIds, ...records } = createLeadRecords({
    db,
    queue,
    compliance,
    addresses,
    now,
    holders,
    moveStage,
    undoMove,
  });
  const { getLead } = records;
  const groups = createGroups({ db, queue, compliance, sources, now, holders });
  const planner = createQueryPlanner(languageModel, log);
  const texts = createTexts({ db });
  const mentions = createMentions({
    db,
    places: () => [
      { kind: 'note', topic: 'leads', place: noteTexts },
      ...holders.flatMap(({ texts: places = [] }) => places),
    ],
  });
  const { textsTo } = texts;
  const privacy = createPrivacy({
    db,
    queue,
    compliance,
    tracking,
    now,
    holders,
    textsTo,
    redact: mentions.redact,
  });
  const notes = createNotes({ db, now });
  const acts = createActs({ db, queue, compliance, now, holders, moveStage, undoMove });
  const views = createViews({ db, now });
  const duplicates = createDuplicates({ db, now, listByIds });

  return {
    ...records,
    ...createNewcomers({ db, queue, compliance, tracking, addresses, sources, hasWebhook, now, getLead }),
    ...createLists({ db, listGroups: groups.listGroups }),
    ...groups,
    ...createDiscovery({
      db,
      queue,
      tracking,
      sources,
      inbox,
      hasEnrichmentWebhook: hasWebhook,
      hasLanguageModel: languageModel !== undefined,
      planner,
      now,
    }),
    ...createRuns({
      db,
      queue,
      compliance,
      tracking,
      sources,
      hasWebhook,
      languageModel,
      planner,
      budget,
      log,
      now,
    }),
    ...createImports({ db, queue, compliance, tracking, holders, hasWebhook, now }),
    ...createVisitors({ queue, compliance, tracking }),
    ...privacy,
    listMentions: mentions.listMentions,
    ...texts,
    ...createConsent({ db, compliance, now }),
    ...createContacts({ db, tracking, now, getLead, moveBack }),
    ...notes,
    ...acts,
    ...views,
    ...duplicates,
    ...createMerges({ db, queue, compliance, tracking, now, holders, getLead, moveStage }),
    ...createEnrichments({ db, queue, compliance, webhook: enrichment.webhook, log, now, holders }),
    moveStage,
    moveBack,
    undoMovesBecause,
    checkAddresses: addresses.checkPending,
    noteDeadAddress: addresses.noteDeadAddress,
    foldTallies: () => foldTallies(db),

    /** Privacy wants deleted people gone soon: a day is enough for Undo. */
    async tidy(): Promise<void> {
      const dayAgo = new Date(now().getTime() - DAY_MS);
      await privacy.forgetDeleted(dayAgo);
      await purgeGroups(db, dayAgo);
      await acts.tidyActs(dayAgo);
      await notes.tidyNotes(dayAgo);
      await views.tidyViews(dayAgo);
      await purgeMerges(db, dayAgo);
      await purgeCandidates(db);
      await duplicates.matchOldLeads();
      await inbox.tidy(dayAgo);
      const overdue = new Date(now().getTime() - enrichmentWaitHours * HOUR_MS);
      if ((await settleOverdue(db, overdue)) > 0) await announce(db, ['leads']);
    },
  };
}
export type Leads = ReturnType<typeof createLeads>;
