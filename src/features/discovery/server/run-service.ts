import { type Audience, readAudience } from '#engines/intent/audience.ts';
import { isHealthBarred, withoutConditions } from '#features/compliance/rules-health.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { scoreBand } from '#features/leads/rules.ts';
import {
  findDismissed,
  insertNewPeople,
  listKnown,
  lookupHashesOf,
  queueLeadChecks,
} from '#features/leads/server/intake-service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import {
  type LeadSource,
  type ListedSource,
  SourceError,
  type SourcePage,
} from '#providers/lead-sources/port.ts';
import type { SourceProgress } from '../contract.ts';
import { askedCountries, askedPlaces } from '../rules-asked-places.ts';
import { type Found, fromCandidate, toCandidate, toFoundLead } from './found-lead.ts';
import type { QueryPlanner } from './query-planner.ts';
import { recordScored } from './run-report.ts';
import {
  deleteCandidates,
  findRun,
  insertCandidates,
  leaseRun,
  listCandidateKeys,
  listCandidates,
  lockBudget,
  lockRun,
  type RunRow,
  releaseLease,
  renewLease,
  sumSpending,
  updateRun,
} from './run-store.ts';
import { createSignalScorer, type Judged, type SignalScorer } from './signal-scorer.ts';

type Dependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  tracking: Tracking;
  sources: readonly ListedSource[];
  /** An outside service is asked for the addresses of those who have none. */
  hasWebhook: boolean;
  languageModel: LanguageModel | undefined;
  planner: QueryPlanner;
  budget: DiscoveryBudget;
  log: Log;
  now: () => Date;
};

/** The most that runs spend on paid sources, in US dollars. */
export type DiscoveryBudget = { runUsd: number; dayUsd: number };

/** One run in the hands of one worker. */
type Shift = {
  run: RunRow;
  token: string;
  audience: Audience;
  scorer: SignalScorer;
  /** Aborts when the run is cancelled, lost to another worker, or the process ends. */
  lost: AbortController;
  /** Aborts when enough people were kept. */
  enough: AbortController;
};

const HEARTBEAT_MS = SECOND_MS;

/**
 * Does what a run asks for. Each page of a source is kept in one transaction with its progress, so that a worker
 * that dies leaves true counts, and the one after it goes on behind the last page without repeating anybody.
 */
export function createRuns({
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
}: Dependencies) {
  return {
    /** Ends quietly when the run is over or in other hands. Throws what the queue should try again. */
    async discover(runId: string, signal: AbortSignal): Promise<void> {
      const token = newId();
      const run = await leaseRun(db, runId, token);
      if (!run) return;
      const shift: Shift = {
        run,
        token,
        audience: readAudience(run.searchQuery),
        scorer: createSignalScorer(languageModel, log),
        lost: new AbortController(),
        enough: new AbortController(),
      };
      signal.addEventListener('abort', () => shift.lost.abort(), { once: true });
      const heartbeat = setInterval(() => {
        renewLease(db, runId, token).then(
          (isOurs) => {
            if (!isOurs) shift.lost.abort();
          },
          (error: unknown) => log.warn({ err: error }, 'discovery: lease not renewed'),
        );
      }, HEARTBEAT_MS);
      try {
        const open = run.sources.filter(({ state }) => state === 'waiting' || state === 'running');
        await planRest(shift, open);
        if (shift.lost.signal.aborted) return;
        const searches = await Promise.allSettled(open.map(({ platform }) => search(shift, platform)));
        const failure = searches.find((result) => result.status === 'rejected');
        if (failure) throw failure.reason;
        if (!shift.lost.signal.aborted) await finish(shift);
      } finally {
        clearInterval(heartbeat);
        shift.lost.abort();
        await releaseLease(db, runId, token).catch(() => undefined);
      }
    },
  };

  /** Plans for the sources that nobody wrote queries for, and keeps the plan, so that the next worker asks the same. */
  async function planRest(shift: Shift, open: readonly SourceProgress[]): Promise<void> {
    const unplanned = sources.filter(
      ({ platform, isConfigured }) =>
        isConfigured &&
        shift.run.queries[platform] === undefined &&
        open.some((one) => one.platform === platform),
    );
    if (unplanned.length === 0) return;
    const { queries } = await planner.plan(shift.run.searchQuery, unplanned, shift.lost.signal);
    // Broken off it is the plan of the built-in engine; the next worker asks the model again.
    if (shift.lost.signal.aborted) return;
    shift.run = { ...shift.run, queries: { ...shift.run.queries, ...queries } };
    await inTransaction(db, async (tx) => {
      const run = await ours(tx, shift);
      if (run) await updateRun(tx, run.id, { queries: shift.run.queries });
    });
  }

  async function search(shift: Shift, platform: SearchPlatform): Promise<void> {
    const source = sources.find((listed) => listed.platform === platform);
    if (!source?.isConfigured) {
      await note(shift, platform, {
        state: 'off',
        reason: 'setting_missing',
        details: { needs: [...(source?.needs ?? [])] },
      });
      return;
    }
    const queries = shift.run.queries[platform] ?? [];
    if (queries.length === 0) {
      return note(shift, platform, {
        state: 'done',
        reason: 'nothing_to_ask',
      });
    }
    const budgetUsd = source.cost ? await allowance(shift, platform) : undefined;
    if (budgetUsd !== undefined && budgetUsd < LEAST_USD) {
      return note(shift, platform, { state: 'done', reason: 'spending_limit' });
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
      now: now(),
      budgetUsd,
      keepCursor: (cursor) => keepCursor(shift, platform, cursor),
    });
    const pages = found[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await nextPage(shift, source, pages);
        if (shift.lost.signal.aborted) return;
        if (next === 'end') return await note(shift, platform, { state: 'done' });
        if ('failed' in next) return await note(shift, platform, { state: 'failed', ...next.failed });
        const page = permitted(shift, source, next);
        const judged = languageModel && (await askForScores(shift, source, page));
        // Broken off the scores are not the model's; the next worker reads the page again.
        if (shift.lost.signal.aborted) return;
        const isWanted = await keepPage(shift, source, { platform, page, judged });
        if (!isWanted) return;
      }
    } finally {
      await pages.return?.().catch(() => undefined);
    }
  }

  /** What the model makes of those who would be kept now; of people who are known already it is asked nothing. */
  async function askForScores(
    shift: Shift,
    source: LeadSource,
    page: SourcePage,
  ): Promise<Judged | undefined> {
    const run = await findRun(db, shift.run.id);
    if (!run) return undefined;
    if (stillWanted(run) <= 0) return undefined;
    const { people } = await newPeople(db, shift, foundOn(shift, source, { page, judged: undefined }));
    return shift.scorer.judge(
      withoutConditions(shift.run.searchQuery),
      people.map(({ row }) => row.behaviorSignal ?? ''),
      AbortSignal.any([shift.lost.signal, shift.enough.signal]),
    );
  }

  async function nextPage(
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
      log.error({ err: error, source: source.platform }, 'discovery: source failed');
      return { failed: { reason: 'failed_here', details: null } };
    }
  }

  /**
   * Keeps the new people of a page who score at least medium, the best of them where there are too many, and puts the
   * others aside; false when the source need not go on.
   */
  function keepPage(
    shift: Shift,
    source: LeadSource,
    { platform, page, judged }: { platform: SearchPlatform; page: SourcePage; judged: Judged | undefined },
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const run = await ours(tx, shift);
      if (!run) return false;
      const wanted = stillWanted(run);
      const progress = run.sources.find((one) => one.platform === platform);
      if (!progress) return false;
      // Another source gave the last of them meanwhile.
      const found = wanted > 0 ? foundOn(shift, source, { page, judged }) : [];
      const { people, replaced } = await newPeople(tx, shift, found);
      await deleteCandidates(tx, run.id, replaced);
      const newCount = people.length - replaced.length;
      const better = people.filter((person) => !isLow(person));
      const kept = await keep(tx, run, { platform, people: better.slice(0, wanted) });
      await insertCandidates(
        tx,
        people
          .filter(isLow)
          .slice(0, wanted - kept.length)
          .map((person) => ({
            id: person.row.id,
            runId: run.id,
            platform,
            aiScore: person.row.aiScore ?? '0.0',
            person: toCandidate(person),
          })),
      );

      const looked = found.length;
      const isEnough = kept.length >= wanted;
      const read = progress.read + page.read;
      const costUsd = (progress.costUsd ?? 0) + (page.costUsd ?? 0);
      // The next page is taken to cost what this one did.
      const isSpent =
        source.cost?.isPaidAhead === false && costUsd + (page.costUsd ?? 0) > (progress.budgetUsd ?? 0);
      // Whoever is known already was no choice.
      const choice = progress.found - progress.duplicates + newCount;
      const hasSeenEnough = choice >= run.requested * reachOf(source);
      const isCutOff = isSpent || hasSeenEnough || read >= source.postsPerRun;
      const isEnd = isEnough || isCutOff || page.cursor === null;
      await updateRun(tx, run.id, {
        sources: replace(run.sources, {
          ...progress,
          state: isEnd ? 'done' : 'running',
          read,
          ...(source.cost ? { costUsd } : {}),
          ...(shift.scorer.failure === null
            ? {}
            : { reason: 'scored_by_rules' as const, details: { answer: shift.scorer.failure } }),
          ...(isSpent && !isEnough && page.cursor !== null
            ? { reason: 'spending_limit' as const, details: null }
            : {}),
          total: page.total,
          found: progress.found + looked,
          duplicates: progress.duplicates + looked - newCount,
          kept: progress.kept + kept.length,
        }),
        cursors: page.cursor === null ? run.cursors : { ...run.cursors, [platform]: page.cursor },
      });
      await announce(tx, ['runs', 'leads', 'lead-groups', 'usage']);
      return { isEnough, isEnd };
    }).then((outcome) => {
      if (outcome === false) return false;
      if (outcome.isEnough) shift.enough.abort();
      return !outcome.isEnd;
    });
  }

  /** Stores people as leads, with all that follows from it; answers those who were not there yet. */
  async function keep(
    tx: Transaction,
    run: RunRow,
    { platform, people }: { platform: SearchPlatform; people: readonly Found[] },
  ): Promise<Found[]> {
    const added = await insertNewPeople(
      tx,
      people.map(({ row }) => ({ ...row, groupId: run.groupId, runId: run.id, isDemo: run.isDemo })),
    );
    const kept = people.filter(({ row }) => added.has(row.id));
    await tracking.recordEvents(
      tx,
      kept.map(({ row }) => ({
        type: 'lead.discovered',
        leadId: row.id,
        data: { platform, runId: run.id, score: Number(row.aiScore) },
        isDemo: run.isDemo,
      })),
    );
    await queueLeadChecks(queue, tx, {
      added: kept.map(({ row }) => row.id),
      unchecked: kept.filter(({ needsCheck }) => needsCheck).map(({ row }) => row.id),
    });
    return kept;
  }

  /** Where fewer better ones were found than were asked for, the best of those who were put aside; the others go. */
  async function fillUp(tx: Transaction, shift: Shift, run: RunRow): Promise<SourceProgress[]> {
    const candidates = await listCandidates(tx, run.id);
    await deleteCandidates(tx, run.id);
    const platformOf = new Map(candidates.map(({ id, platform }) => [id, platform]));
    // Meanwhile somebody may have come in by another way, or objected.
    const { people } = await newPeople(
      tx,
      shift,
      candidates.map(({ person }) => fromCandidate(person)),
    );
    const chosen = people.slice(0, Math.max(0, stillWanted(run)));
    let { sources: progress } = run;
    for (const source of run.sources) {
      const own = chosen.filter(({ row }) => platformOf.get(row.id) === source.platform);
      if (own.length === 0) continue;
      const kept = await keep(tx, run, { platform: source.platform, people: own });
      if (kept.length === 0) continue;
      progress = replace(progress, { ...source, kept: source.kept + kept.length, low: kept.length });
    }
    return progress;
  }

  /**
   * What a paid source may spend: its part of the run's budget, as far as the day's allows. Kept with the run, so
   * that two runs at once do not spend the same money.
   */
  function allowance(shift: Shift, platform: SearchPlatform): Promise<number> {
    return inTransaction(db, async (tx) => {
      await lockBudget(tx);
      const run = await ours(tx, shift);
      const progress = run?.sources.find((one) => one.platform === platform);
      if (!run || !progress) return 0;
      if (progress.budgetUsd !== undefined) return progress.budgetUsd - (progress.costUsd ?? 0);
      const paid = run.sources.filter((one) =>
        sources.some((source) => source.platform === one.platform && source.isConfigured && source.cost),
      );
      const dayLeft = budget.dayUsd - (await sumSpending(tx, new Date(now().getTime() - DAY_MS)));
      const budgetUsd = Math.max(0, Math.min(budget.runUsd / paid.length, dayLeft));
      await updateRun(tx, run.id, { sources: replace(run.sources, { ...progress, budgetUsd }) });
      return budgetUsd;
    });
  }

  async function keepCursor(shift: Shift, platform: SearchPlatform, cursor: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const run = await ours(tx, shift);
      // A call that costs must not follow when another worker has the run.
      if (!run) throw new SourceError('The run is in other hands', { retryable: false });
      await updateRun(tx, run.id, { cursors: { ...run.cursors, [platform]: cursor } });
    });
  }

  /** The page without posts that may not make their author a lead; they count as read. */
  function permitted(shift: Shift, source: LeadSource, page: SourcePage): SourcePage {
    if (source.isSynthetic) return page;
    const posts = page.posts.filter(
      ({ text, author }) => !isHealthBarred(shift.run.searchQuery, text, author),
    );
    return { ...page, posts };
  }

  function foundOn(
    shift: Shift,
    source: LeadSource,
    { page, judged }: { page: SourcePage; judged: Judged | undefined },
  ): Found[] {
    return page.posts.map((post) =>
      toFoundLead(post, {
        hasWebhook,
        platform: source.platform,
        isSynthetic: source.isSynthetic,
        compliance,
        audience: shift.audience,
        judged,
        now: now(),
      }),
    );
  }

  /**
   * Those of the people who are new, each once with the words that score best, the best first. Who is a lead already, has
   * objected, was erased or was deleted by the team counts as known; who was put aside counts as known until they say
   * something better, and is then among the replaced.
   */
  async function newPeople(
    tx: Queryable,
    shift: Shift,
    unsorted: readonly Found[],
  ): Promise<{ people: Found[]; replaced: string[] }> {
    const found = unsorted.toSorted(byScore);
    const sought = found.map(({ row }) => ({ ...row, hashes: lookupHashesOf(compliance, row) }));
    const hashes = sought.flatMap((person) => person.hashes);
    const [leads, suppressed, dismissed, waiting] = [
      await listKnown(tx, sought),
      await compliance.findSuppressed(tx, hashes),
      await findDismissed(tx, hashes),
      await listCandidateKeys(tx, shift.run.id),
    ];
    const waitingBy = new Map(waiting.flatMap((row) => keysOf(row).map((key) => [key, row.id])));
    const known = new Set<string>();
    const replaced = new Set<string>();
    const people = found.filter((person, index) => {
      const keys = keysOf(person.row);
      const aside = keys.flatMap((key) => waitingBy.get(key) ?? []);
      if (aside.length > 0 && isLow(person)) return false;
      const isUnwanted = sought[index]?.hashes.some((hash) => suppressed.has(hash) || dismissed.has(hash));
      const isLead = (leads[index]?.length ?? 0) > 0;
      if (isLead || isUnwanted || keys.some((key) => known.has(key))) return false;
      for (const key of keys) known.add(key);
      for (const id of aside) replaced.add(id);
      return true;
    });
    return { people, replaced: [...replaced] };
  }

  /** The run while it is still in this worker's hands, locked. */
  async function ours(tx: Transaction, shift: Shift): Promise<RunRow | undefined> {
    const run = await lockRun(tx, shift.run.id);
    if (run?.state === 'running' && run.leaseToken === shift.token) return run;
    shift.lost.abort();
    return undefined;
  }

  async function note(
    shift: Shift,
    platform: SearchPlatform,
    change: Partial<SourceProgress>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const run = await ours(tx, shift);
      const progress = run?.sources.find((source) => source.platform === platform);
      if (!run || !progress) return;
      await updateRun(tx, run.id, { sources: replace(run.sources, { ...progress, ...change }) });
      await announce(tx, ['runs']);
    });
  }

  async function finish(shift: Shift): Promise<void> {
    await inTransaction(db, async (tx) => {
      const run = await ours(tx, shift);
      if (!run) return;
      const progress = await fillUp(tx, shift, run);
      const used = progress.filter(({ state }) => state !== 'off');
      const isFailure = used.every(({ state, kept }) => state === 'failed' && kept === 0);
      await updateRun(tx, run.id, {
        state: isFailure ? 'failed' : 'done',
        finishedAt: now(),
        sources: progress,
      });
      if (!isFailure) await recordScored(tx, tracking, run);
      await announce(tx, ['runs', 'leads', 'activity', 'usage', 'lead-groups']);
    });
  }
}

/** Who asked for so many people is shown the best of so many times as many. */
const REACH = 3;

/** Each further page of some sources is paid for, and the records of a directory all score alike. */
function reachOf({ cost }: LeadSource): number {
  return cost?.isPaidAhead === false ? 1 : REACH;
}

function isLow({ row }: Found): boolean {
  return scoreBand(Number(row.aiScore)) === 'low';
}

function byScore(one: Found, other: Found): number {
  return Number(other.row.aiScore) - Number(one.row.aiScore);
}

function keysOf({ emailKey, handleKey }: Pick<Found['row'], 'emailKey' | 'handleKey'>): string[] {
  return [emailKey, handleKey].filter((key) => key !== null);
}

/** Less than any source takes for one post. */
const LEAST_USD = 0.001;
type Failure = Pick<SourceProgress, 'reason' | 'details'>;

/** How many people a run still takes. */
function stillWanted({ requested, sources }: RunRow): number {
  return requested - sources.reduce((sum, { kept }) => sum + kept, 0);
}

function replace(sources: readonly SourceProgress[], changed: SourceProgress): SourceProgress[] {
  return sources.map((source) => (source.platform === changed.platform ? changed : source));
}
