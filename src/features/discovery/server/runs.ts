import { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { ListedSource } from '#providers/lead-sources/port.ts';
import type { GenerateLeads, LeadRun, RunSource, SourceProgress } from '../contract.ts';
import { sourceNote } from '../rules-source-words.ts';
import { recordScored } from './run-report.ts';
import {
  countEnriched,
  deleteCandidates,
  insertRun,
  listRunRows,
  lockRun,
  purgeCandidates,
  type RunRow,
  takeOrphans,
  updateRun,
} from './run-store.ts';

/** What searching for people takes. */
export type RunContext = Pick<
  Context,
  | 'db'
  | 'clock'
  | 'log'
  | 'jobs'
  | 'config'
  | 'enrichment'
  | 'leadSources'
  | 'sourceInbox'
  | 'languageModel'
  | 'eventSubscribers'
  | 'contactPepper'
>;

/** Searches the sources of a run and keeps who is new. */
export const discoverJob = defineJob({
  name: 'leads.discover',
  payload: z.object({ runId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

type NewRun = Pick<GenerateLeads, 'searchQuery' | 'platforms' | 'queries'> & {
  groupId: string;
  requested: number;
  startedBy: string | null;
};

/** Stores a run and queues its job, or neither. A run with no source that is on ends at once. */
export async function openRun(ctx: RunContext, tx: Transaction, run: NewRun): Promise<RunRow> {
  const wanted = ctx.leadSources.filter(({ platform }) => run.platforms.includes(platform));
  const isAnyOn = wanted.some(({ isConfigured }) => isConfigured);
  const startedAt = ctx.clock.now();
  const row = await insertRun(tx, {
    id: newId(),
    groupId: run.groupId,
    searchQuery: run.searchQuery,
    requested: run.requested,
    sources: wanted.map(notStarted),
    queries: run.queries ?? {},
    startedBy: run.startedBy,
    startedAt,
    ...(isAnyOn ? {} : { state: 'failed', finishedAt: startedAt }),
  });
  if (isAnyOn) await ctx.jobs.send(discoverJob, { runId: row.id }, { tx });
  await announce(tx, ['runs']);
  return row;
}

/** Queues runs whose worker is gone again; answers how many. */
export function reclaimRuns({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const orphans = await takeOrphans(tx);
    for (const runId of orphans) await jobs.send(discoverJob, { runId }, { tx });
    return orphans.length;
  });
}

/** Newest first. */
export async function listRuns({ db }: Pick<Context, 'db'>, limit: number): Promise<LeadRun[]> {
  const runs = await listRunRows(db, limit);
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
}

/** Stops a run; the worker notices within a page. The people it has kept stay. Refuses with `not_found`. */
export function cancelRun(ctx: RunContext, id: string): Promise<LeadRun> {
  return inTransaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, id);
    if (!run) throw new AppError('not_found', 'This run does not exist any more.');
    if (!isOpen(run)) return toRun(run);
    const end = {
      state: 'cancelled',
      finishedAt: ctx.clock.now(),
      sources: run.sources.map(stopped),
    } as const;
    await updateRun(tx, id, end);
    await deleteCandidates(tx, id);
    if (keptOf(run.sources) > 0) await recordScored(ctx, tx, run);
    await announce(tx, ['runs', 'activity']);
    return toRun({ ...run, ...end });
  });
}

/** Removes what ended runs and deliveries left behind. */
export async function tidyRuns({
  db,
  clock,
  sourceInbox,
}: Pick<Context, 'db' | 'clock' | 'sourceInbox'>): Promise<void> {
  await purgeCandidates(db);
  await sourceInbox.tidy(new Date(clock.now().getTime() - DAY_MS));
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

export function isOpen({ state }: Pick<RunRow, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

export function keptOf(sources: readonly Pick<SourceProgress, 'kept'>[]): number {
  return sources.reduce((sum, source) => sum + source.kept, 0);
}

export function withWords(source: SourceProgress): RunSource {
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
