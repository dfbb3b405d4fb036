import type { Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Enrichment } from '#providers/enrichment/registry.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ListedSource, SourceWorld } from '#providers/lead-sources/port.ts';
import { deliveredRecords } from './delivered-records.ts';
import { createEnrichments } from './enrichment-service.ts';
import { createQueryPlanner } from './query-planner.ts';
import { createRuns, type DiscoveryBudget } from './run-service.ts';
import { purgeCandidates } from './run-store.ts';
import { createSearches } from './search-service.ts';

export type DiscoveryDependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'refreshCopies'>;
  enrichment: Enrichment;
  /** Places to look for people, those that are off included. */
  sources: readonly ListedSource[];
  languageModel: LanguageModel | undefined;
  inbox: SourceWorld['inbox'];
  budget: DiscoveryBudget;
  log: Log;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** Searches for people, and looks for their addresses. */
export function createDiscovery({ enrichment, now = () => new Date(), ...given }: DiscoveryDependencies) {
  const { db, inbox, languageModel, log } = given;
  const { hasWebhook, webhook } = enrichment;
  const planner = createQueryPlanner(languageModel, log);
  return {
    ...createSearches({
      ...given,
      hasEnrichmentWebhook: hasWebhook,
      hasLanguageModel: languageModel !== undefined,
      planner,
      now,
    }),
    ...createRuns({ ...given, hasWebhook, planner, now }),
    ...createEnrichments({ ...given, webhook, now }),
    personalData: deliveredRecords(db, inbox),

    async tidy(): Promise<void> {
      await purgeCandidates(db);
      await inbox.tidy(new Date(now().getTime() - DAY_MS));
    },
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;
