import { readAudience } from '#engines/intent/audience.ts';
import { isHealthBarred, withoutConditions } from '#features/compliance/rules-health.ts';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, SECOND_MS } from '#kit/time.ts';
import { inTransaction } from '#platform/db.ts';
import { type LeadSource, SourceError, type SourcePage } from '#providers/lead-sources/port.ts';
import type { SourceProgress } from '../contract.ts';
import { askedCountries, askedPlaces } from '../rules-asked-places.ts';
import { finishRun, keepPage, newPeople, toFoundLeads } from './keep-found.ts';
import { planSources } from './plan-search.ts';
import { lockOwnRun, noteProgress, replaceSource, type Shift, stillWanted } from './run-shift.ts';
import {
  findRun,
  leaseRun,
  lockBudget,
  releaseLease,
  renewLease,
  sumSpending,
  updateRun,
} from './run-store.ts';
import type { RunContext } from './runs.ts';
import { createSignalScorer, type Judged } from './signal-scorer.ts';

const HEARTBEAT_MS = SECOND_MS;
/** Less than any source takes for one post. */
const LEAST_USD = 0.001;
type Failure = Pick<SourceProgress, 'reason' | 'details'>;

/**
 * Does what a run asks for; ends quietly when the run is over or in other hands, throws what the queue should try again.
 * Each page of a source is kept in one transaction with its progress, so a worker that takes over a run repeats no one.
 */
export async function discover(ctx: RunContext, runId: string, signal: AbortSignal): Promise<void> {
  const token = newId();
  const run = await leaseRun(ctx.db, runId, token);
  if (!run) return;
  const shift: Shift = {
    run,
    token,
    audience: readAudience(run.searchQuery),
    scorer: createSignalScorer(ctx.languageModel, ctx.log),
    lost: new AbortController(),
    enough: new AbortController(),
  };
  signal.addEventListener('abort', () => shift.lost.abort(), { once: true });
  const heartbeat = setInterval(() => {
    renewLease(ctx.db, runId, token).then(
      (isOurs) => {
        if (!isOurs) shift.lost.abort();
      },
      (error: unknown) => ctx.log.warn({ err: error }, 'discovery: lease not renewed'),
    );
  }, HEARTBEAT_MS);
  try {
    const open = run.sources.filter(({ state }) => state === 'waiting' || state === 'running');
    await planRest(ctx, shift, open);
    if (shift.lost.signal.aborted) return;
    const searches = await Promise.allSettled(open.map(({ platform }) => search(ctx, shift, platform)));
    const failure = searches.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    if (!shift.lost.signal.aborted) await finishRun(ctx, shift);
  } finally {
    clearInterval(heartbeat);
    shift.lost.abort();
    await releaseLease(ctx.db, runId, token).catch(() => undefined);
  }
}

/** Plans for the sources that nobody wrote queries for, and keeps the plan, so that the next worker asks the same. */
async function planRest(ctx: RunContext, shift: Shift, open: readonly SourceProgress[]): Promise<void> {
  const unplanned = ctx.leadSources.filter(
    ({ platform, isConfigured }) =>
      isConfigured &&
      shift.run.queries[platform] === undefined &&
      open.some((one) => one.platform === platform),
  );
  if (unplanned.length === 0) return;
  const { queries } = await planSources(ctx, shift.run.searchQuery, unplanned, shift.lost.signal);
  // Broken off it is the plan of the built-in engine; the next worker asks the model again.
  if (shift.lost.signal.aborted) return;
  shift.run = { ...shift.run, queries: { ...shift.run.queries, ...queries } };
  await inTransaction(ctx.db, async (tx) => {
    const run = await lockOwnRun(tx, shift);
    if (run) await updateRun(tx, run.id, { queries: shift.run.queries });
  });
}

async function search(ctx: RunContext, shift: Shift, platform: SearchPlatform): Promise<void> {
  const source = ctx.leadSources.find((listed) => listed.platform === platform);
  if (!source?.isConfigured) {
    await noteProgress(ctx, shift, platform, {
      state: 'off',
      reason: 'setting_missing',
      details: { needs: [...(source?.needs ?? [])] },
    });
    return;
  }
  const queries = shift.run.queries[platform] ?? [];
  if (queries.length === 0) {
    return noteProgress(ctx, shift, platform, {
      state: 'done',
      reason: 'nothing_to_ask',
    });
  }
  const budgetUsd = source.cost ? await allowance(ctx, shift, platform) : undefined;
  if (budgetUsd !== undefined && budgetUsd < LEAST_USD) {
    return noteProgress(ctx, shift, platform, { state: 'done', reason: 'spending_limit' });
  }
  const query = withoutConditions(shift.run.searchQuery);
  const places = askedPlaces(query);
  const found = source.search({
    query,
    queries,
    places: { names: places.map(({ name }) => name), countries: askedCountries(places) },
    limit: shift.run.requested,
    cursor: shift.run.cursors[platform],
    signal: AbortSignal.any([shift.lost.signal, shift.enough.signal]),
    now: ctx.clock.now(),
    budgetUsd,
    keepCursor: (cursor) => keepCursor(ctx, shift, platform, cursor),
  });
  const pages = found[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextPage(ctx, shift, source, pages);
      if (shift.lost.signal.aborted) return;
      if (next === 'end') return await noteProgress(ctx, shift, platform, { state: 'done' });
      if ('failed' in next)
        return await noteProgress(ctx, shift, platform, { state: 'failed', ...next.failed });
      const page = permitted(shift, source, next);
      const judged = ctx.languageModel && (await askForScores(ctx, shift, source, page));
      // Broken off the scores are not the model's; the next worker reads the page again.
      if (shift.lost.signal.aborted) return;
      const isWanted = await keepPage(ctx, shift, source, { platform, page, judged });
      if (!isWanted) return;
    }
  } finally {
    await pages.return?.().catch(() => undefined);
  }
}

/** What the model makes of those who would be kept now; of people who are known already it is asked nothing. */
async function askForScores(
  ctx: RunContext,
  shift: Shift,
  source: LeadSource,
  page: SourcePage,
): Promise<Judged | undefined> {
  const run = await findRun(ctx.db, shift.run.id);
  if (!run) return undefined;
  if (stillWanted(run) <= 0) return undefined;
  const { people } = await newPeople(
    ctx,
    ctx.db,
    shift,
    toFoundLeads(ctx, shift, source, { page, judged: undefined }),
  );
  return shift.scorer.judge(
    withoutConditions(shift.run.searchQuery),
    people.map(({ row }) => row.behaviorSignal ?? ''),
    AbortSignal.any([shift.lost.signal, shift.enough.signal]),
  );
}

async function nextPage(
  ctx: RunContext,
  shift: Shift,
  source: LeadSource,
  pages: AsyncIterator<SourcePage>,
): Promise<SourcePage | 'end' | { failed: Failure }> {
  if (shift.enough.signal.aborted) return 'end';
  try {
    const next = await pages.next();
    return next.done ? 'end' : next.value;
  } catch (error) {
    if (shift.enough.signal.aborted || shift.lost.signal.aborted) return 'end';
    if (error instanceof SourceError) {
      const details = { answer: error.message };
      return { failed: { reason: 'search_failed', details } };
    }
    ctx.log.error({ err: error, source: source.platform }, 'discovery: source failed');
    return { failed: { reason: 'failed_here', details: null } };
  }
}

/**
 * What a paid source may spend: its part of the run's budget, as far as the day's allows. Kept with the run, so
 * that two runs at once do not spend the same money.
 */
function allowance(ctx: RunContext, shift: Shift, platform: SearchPlatform): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await lockBudget(tx);
    const run = await lockOwnRun(tx, shift);
    const progress = run?.sources.find((one) => one.platform === platform);
    if (!run || !progress) return 0;
    if (progress.budgetUsd !== undefined) return progress.budgetUsd - (progress.costUsd ?? 0);
    const paid = run.sources.filter((one) =>
      ctx.leadSources.some(
        (source) => source.platform === one.platform && source.isConfigured && source.cost,
      ),
    );
    const dayLeft =
      ctx.config.DISCOVERY_DAY_BUDGET_USD -
      (await sumSpending(tx, new Date(ctx.clock.now().getTime() - DAY_MS)));
    const budgetUsd = Math.max(0, Math.min(ctx.config.DISCOVERY_RUN_BUDGET_USD / paid.length, dayLeft));
    await updateRun(tx, run.id, { sources: replaceSource(run.sources, { ...progress, budgetUsd }) });
    return budgetUsd;
  });
}

async function keepCursor(
  ctx: RunContext,
  shift: Shift,
  platform: SearchPlatform,
  cursor: string,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const run = await lockOwnRun(tx, shift);
    // A call that costs must not follow when another worker has the run.
    if (!run) throw new SourceError('The run is in other hands', { retryable: false });
    await updateRun(tx, run.id, { cursors: { ...run.cursors, [platform]: cursor } });
  });
}

/** The page without posts that may not make their author a lead; they count as read. */
function permitted(shift: Shift, source: LeadSource, page: SourcePage): SourcePage {
  if (source.isSynthetic) return page;
  const posts = page.posts.filter(({ text, author }) => !isHealthBarred(shift.run.searchQuery, text, author));
  return { ...page, posts };
}
