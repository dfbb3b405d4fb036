import type { Compliance } from '#features/compliance/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Enrichment } from '#providers/enrichment/registry.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ListedSource, SourceWorld } from '#providers/lead-sources/port.ts';
import { createActs } from './acts/acts-service.ts';
import { createAddresses } from './address-service.ts';
import { createContacts } from './contact-service.ts';
import { createDiscovery } from './discovery/discovery-service.ts';
import { createGroups } from './discovery/group-service.ts';
import { purgeGroups } from './discovery/group-store.ts';
import { createQueryPlanner } from './discovery/query-planner.ts';
import { createRuns, type DiscoveryBudget } from './discovery/run-service.ts';
import { purgeCandidates } from './discovery/run-store.ts';
import { createDuplicates } from './identity/duplicates-service.ts';
import { createMerges } from './identity/merge-service.ts';
import { purgeMerges } from './identity/merge-store.ts';
import { createLeadRecords } from './lead-service.ts';
import { createLists } from './lists/list-service.ts';
import { foldTallies } from './lists/tally-store.ts';
import { createViews } from './lists/views-service.ts';
import { createEnrichments } from './newcomers/enrichment-service.ts';
import { createImports } from './newcomers/import-service.ts';
import { createNewcomers } from './newcomers/newcomer-service.ts';
import { createVisitors } from './newcomers/visitor-service.ts';
import { createNotes } from './notes-service.ts';
import { noteTexts } from './notes-store.ts';
import { createConsent } from './privacy/consent-service.ts';
import { createMentions } from './privacy/mention-service.ts';
import { createPrivacy, deliveredRecords, type PersonalDataHolder } from './privacy/privacy-service.ts';
import { createTexts } from './privacy/texts-service.ts';
import { createStages } from './stage-service.ts';
import { settleOverdue } from './store.ts';

export type { PersonalDataHolder } from './privacy/privacy-service.ts';
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
