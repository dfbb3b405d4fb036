import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { findCondition } from '#features/compliance/rules-health.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { assertKnownPlatforms } from '#features/leads/rules.ts';
import { getGroup } from '#features/leads/server/intake-service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, databaseFailure, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { ListedSource, SourceWorld } from '#providers/lead-sources/port.ts';
import {
  GENERATION_FAILURES,
  type GeneratedLeads,
  type GenerateLeads,
  type LeadRun,
  type QueryPlan,
  type RunSource,
  type SourceInfo,
  type SourceProgress,
  type SystemStatus,
  type setRefreshSchedule,
} from '../contract.ts';
import { generationFailureText, REFRESH_EVERY_DAYS } from '../rules.ts';
import { sourceNote } from '../rules-source-words.ts';
import { discoverJob } from './jobs.ts';
import type { QueryPlanner } from './query-planner.ts';
import { recordScored } from './run-report.ts';
import {
  countEnriched,
  deleteCandidates,
  findRun,
  insertRun,
  listRuns,
  listSourceHealth,
  lockDueSchedules,
  lockRun,
  putSchedule,
  type RunRow,
  removeSchedule,
  setNextRun,
  takeOrphans,
  updateRun,
} from './run-store.ts';

type Dependencies = {
  db: Database;
  queue: JobQueue;
  tracking: Tracking;
  sources: readonly ListedSource[];
  inbox: SourceWorld['inbox'];
  hasEnrichmentWebhook: boolean;
  hasLanguageModel: boolean;
  planner: QueryPlanner;
  now: () => Date;
};

type NewRun = Pick<GenerateLeads, 'searchQuery' | 'platforms' | 'queries'> & {
  groupId: string;
  requested: number;
  startedBy: string | null;
};

const POLL_MS = 150;
/** Proxies and browsers give up after a minute; the run does not. */
const LONGEST_WAIT_MS = 55_000;

/** Looking for people: runs, their progress, and the searches that run again by themselves. */
export function createSearches(dependencies: Dependencies) {
  const { db, queue, tracking, sources, inbox, hasEnrichmentWebhook, hasLanguageModel, planner, now } =
    dependencies;

  /** Stores a run and tells the workers, or neither. A run with no source that is on ends at once. */
  const openRun = async (tx: Transaction, run: NewRun): Promise<RunRow> => {
    const wanted = sources.filter(({ platform }) => run.platforms.includes(platform));
    const isAnyOn = wanted.some(({ isConfigured }) => isConfigured);
    const row = await insertRun(tx, {
      id: newId(),
      groupId: run.groupId,
      searchQuery: run.searchQuery,
      requested: run.requested,
      sources: wanted.map(notStarted),
      queries: run.queries ?? {},
      startedBy: run.startedBy,
      startedAt: now(),
      ...(isAnyOn ? {} : { state: 'failed', finishedAt: now() }),
    });
    if (isAnyOn) await queue.send(discoverJob, { runId: row.id }, { tx });
    await announce(tx, ['runs']);
    return row;
  };

  /** Hands runs whose worker is gone to another one. */
  const reclaimRuns = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const orphans = await takeOrphans(tx);
      for (const runId of orphans) await queue.send(discoverJob, { runId }, { tx });
      return orphans.length;
    });

  /** The run as it is when it ends, or when waiting does: whoever called must not start it a second time. */
  const waitForRun = async (opened: RunRow, signal: AbortSignal | undefined): Promise<RunRow> => {
    const until = Date.now() + LONGEST_WAIT_MS;
    let last = opened;
    for (;;) {
      const run = await findRun(db, opened.id).catch((error: unknown) => {
        if (databaseFailure(error) === undefined) throw error;
        return last;
      });
      if (!run) throw new AppError('not_found', 'This run does not exist any more.');
      last = run;
      if (!isOpen(run) || Date.now() > until || signal?.aborted) return run;
      // Its worker is gone: do not leave the caller waiting for the next tick, which takes it if this does not.
      if (run.leasedUntil !== null && run.leasedUntil.getTime() < Date.now()) {
        await reclaimRuns().catch((error: unknown) => {
          if (databaseFailure(error) === undefined) throw error;
        });
      }
      await sleep(POLL_MS);
    }
  };

  return {
    /**
     * Starts a run and answers when it ends. A run that takes longer than 55 seconds goes on: the answer then holds
     * what there is, and its sources say that they are still at work.
     */
    async generate(
      { categoryId, count, ...wish }: GenerateLeads,
      { actorId, signal }: { actorId: string; signal?: AbortSignal },
    ): Promise<GeneratedLeads> {
      await getGroup(db, categoryId);
      assertKnownPlatforms(sources, wish.platforms);
      assertNoConditions(wish.queries);
      const wanted = sources.filter(({ platform }) => wish.platforms.includes(platform));
      if (!wanted.some(({ isConfigured }) => isConfigured)) {
        const reason = missingPart(wanted);
        throw new AppError('refused', generationFailureText(reason), { reason });
      }
      const opened = await inTransaction(db, (tx) =>
        openRun(tx, { ...wish, groupId: categoryId, requested: count, startedBy: actorId }),
      );
      const run = await waitForRun(opened, signal);
      if (run.state === 'failed') {
        const reason = GENERATION_FAILURES.failed;
        throw new AppError('unavailable', generationFailureText(reason), { reason, retryable: true });
      }
      return {
        totalGenerated: keptOf(run.sources),
        runId: run.id,
        state: run.state,
        apiStatus: {
          scraping: statusOf('scraping', run.sources),
          enrichment: statusOf('enrichment', run.sources),
        },
        sources: run.sources.map(withWords),
      };
    },

    /** What a run of these would ask, for people to look at and change before it. */
    planSearch(
      { searchQuery, platforms }: Pick<GenerateLeads, 'searchQuery' | 'platforms'>,
      signal?: AbortSignal,
    ): Promise<QueryPlan> {
      assertKnownPlatforms(sources, platforms);
      const wanted = sources.filter(
        ({ platform, isConfigured }) => isConfigured && platforms.includes(platform),
      );
      return planner.plan(searchQuery, wanted, signal);
    },

    async listRuns(limit: number): Promise<LeadRun[]> {
      const runs = await listRuns(db, limit);
      const counts = await countEnriched(
        db,
        runs.map(({ id }) => id),
      );
      return runs.map((run) => {
        const countOf = (platform: string) =>
          counts.find((one) => one.runId === run.id && one.platform === platform)?.count ?? 0;
        return toRun({
          ...run,
          sources: run.sources.map((source) => ({ ...source, enriched: countOf(source.platform) })),
        });
      });
    },

    /** Stops a run; the worker notices within a page. What it has kept stays. */
    cancelRun: (id: string): Promise<LeadRun> =>
      inTransaction(db, async (tx) => {
        const run = await lockRun(tx, id);
        if (!run) throw new AppError('not_found', 'This run does not exist any more.');
        if (!isOpen(run)) return toRun(run);
        const end = {
          state: 'cancelled',
          finishedAt: now(),
          sources: run.sources.map(stopped),
        } as const;
        await updateRun(tx, id, end);
        await deleteCandidates(tx, id);
        if (keptOf(run.sources) > 0) await recordScored(tx, tracking, run);
        await announce(tx, ['runs', 'activity']);
        return toRun({ ...run, ...end });
      }),

    systemStatus: (): SystemStatus => ({
      scraping: sources.some((source) => source.kind === 'scraping' && source.isConfigured),
      enrichment: hasEnrichmentWebhook,
      languageModel: hasLanguageModel,
    }),

    async listSources(): Promise<SourceInfo[]> {
      const health = await listSourceHealth(db, new Date(now().getTime() - DAY_MS));
      return sources.map((source) => {
        const lastDay = health.find(({ platform }) => platform === source.platform);
        return {
          platform: source.platform,
          label: source.label,
          isConfigured: source.isConfigured,
          note: source.isConfigured ? null : source.note,
          isSynthetic: source.isSynthetic,
          needs: [...source.needs],
          asks: source.asks,
          usdPerThousandPosts: source.cost?.usdPerThousandPosts ?? null,
          lastDay: {
            searches: lastDay?.searches ?? 0,
            failed: lastDay?.failed ?? 0,
            lastFailure: lastDay?.failedAt
              ? { note: sourceNote(lastDay) ?? 'No reason given', at: lastDay.failedAt.toISOString() }
              : null,
          },
        };
      });
    },

    /** Turns auto-refresh on: the search runs again every 2 days from now. */
    setSchedule: (
      groupId: string,
      wanted: z.output<typeof setRefreshSchedule.body>,
      actorId: string,
    ): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        await getGroup(tx, groupId);
        assertKnownPlatforms(sources, wanted.platforms);
        const nextRunAt = new Date(now().getTime() + REFRESH_EVERY_DAYS * DAY_MS);
        await putSchedule(tx, {
          groupId,
          searchQuery: wanted.searchQuery,
          platforms: [...new Set(wanted.platforms)],
          nextRunAt,
          createdBy: actorId,
        });
        await announce(tx, ['lead-groups']);
        return getGroup(tx, groupId);
      }),

    clearSchedule: (groupId: string): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        await getGroup(tx, groupId);
        await removeSchedule(tx, groupId);
        await announce(tx, ['lead-groups']);
        return getGroup(tx, groupId);
      }),

    /** Starts the searches whose time has come. However late it is called, each runs once. */
    startDueRuns: (): Promise<number> =>
      inTransaction(db, async (tx) => {
        const due = await lockDueSchedules(tx, now());
        for (const { groupId, searchQuery, platforms, nextRunAt, createdBy } of due) {
          await openRun(tx, {
            groupId,
            searchQuery,
            platforms,
            requested: AUTO_REFRESH_COUNT,
            startedBy: createdBy,
          });
          await setNextRun(tx, groupId, nextAfter(nextRunAt, now()));
        }
        if (due.length > 0) await announce(tx, ['lead-groups']);
        return due.length;
      }),

    reclaimRuns,

    /** Takes a record that a service sends for a search; it says in `authorization` for which one. */
    assertDeliveryKey(authorization: string | undefined): void {
      if (!inbox.isKey(bearerOf(authorization))) throw keyOfNoSearch();
    },

    async deliverRecord(
      authorization: string | undefined,
      record: Record<string, unknown>,
    ): Promise<{ taken: boolean }> {
      const outcome = await inbox.deliver(bearerOf(authorization), record);
      if (outcome === undefined) throw keyOfNoSearch();
      return { taken: outcome === 'taken' };
    },
  };

  function statusOf(kind: 'scraping' | 'enrichment', run: readonly SourceProgress[]) {
    const ofKind = sources.filter((source) => source.kind === kind);
    const configured =
      ofKind.some(({ isConfigured }) => isConfigured) || (kind === 'enrichment' && hasEnrichmentWebhook);
    const used = run.filter(({ platform }) => ofKind.some((one) => one.platform === platform));
    const failed = used.find(({ state }) => state === 'failed');
    return {
      working: configured && !failed,
      configured,
      leadsFound: keptOf(used),
      error: configured ? (failed ? sourceNote(failed) : null) : 'API key missing',
    };
  }
}

function bearerOf(authorization = ''): string {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
}

function keyOfNoSearch(): AppError {
  return new AppError('not_found', 'This key belongs to no search.');
}

/** People asked for by one automatic run. */
const AUTO_REFRESH_COUNT = 20;

/** A plan leaves conditions out; what somebody wrote is not changed behind their back, so it is refused. */
function assertNoConditions(queries: GenerateLeads['queries']): void {
  for (const [platform, lines] of Object.entries(queries ?? {})) {
    const condition = lines.map(findCondition).find((found) => found !== undefined);
    if (condition === undefined) continue;
    const message = `Nobody is searched for by a health condition: take “${condition}” out.`;
    throw new AppError('invalid_input', message, { fields: { [`queries.${platform}`]: message } });
  }
}

/** What keeps a run from starting when none of these sources is on. */
function missingPart(wanted: readonly ListedSource[]): string {
  if (wanted.some(({ kind }) => kind === 'scraping')) return GENERATION_FAILURES.scrapingToken;
  if (wanted.some(({ kind }) => kind === 'enrichment')) return GENERATION_FAILURES.enrichmentKey;
  return GENERATION_FAILURES.sourceOff;
}

function notStarted(source: ListedSource): SourceProgress {
  return {
    platform: source.platform,
    state: source.isConfigured ? 'waiting' : 'off',
    read: 0,
    total: null,
    found: 0,
    duplicates: 0,
    kept: 0,
    ...(source.isConfigured
      ? { reason: null, details: null }
      : { reason: 'setting_missing' as const, details: { needs: [...source.needs] } }),
  };
}

function stopped(source: SourceProgress): SourceProgress {
  const isOver = source.state !== 'waiting' && source.state !== 'running';
  return isOver ? source : { ...source, state: 'done', reason: 'stopped', details: null };
}

function isOpen({ state }: Pick<RunRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

function keptOf(sources: readonly Pick<SourceProgress, 'kept'>[]): number {
  return sources.reduce((sum, source) => sum + source.kept, 0);
}

/** The next time in steps of 2 days that is not past: runs that were missed are not made up for. */
export function nextAfter(dueAt: Date, now: Date): Date {
  const step = REFRESH_EVERY_DAYS * DAY_MS;
  const missed = Math.floor((now.getTime() - dueAt.getTime()) / step);
  return new Date(dueAt.getTime() + (Math.max(0, missed) + 1) * step);
}

function withWords(source: SourceProgress): RunSource {
  return { ...source, note: sourceNote(source) };
}

function toRun(run: RunRow): LeadRun {
  return {
    id: run.id,
    groupId: run.groupId,
    searchQuery: run.searchQuery,
    requested: run.requested,
    state: run.state,
    sources: run.sources.map(withWords),
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
