import { findSuppressed } from '#features/compliance/server/suppression-store.ts';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { scoreBand } from '#features/leads/rules.ts';
import { queueLeadChecks } from '#features/leads/server/lead-checks.ts';
import { lookupHashesOf } from '#features/leads/server/person.ts';
import { findDismissed, insertNewPeople, listKnown } from '#features/leads/server/service.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { LeadSource, SourcePage } from '#providers/lead-sources/port.ts';
import type { SourceProgress } from '../contract.ts';
import { type Found, fromCandidate, toCandidate, toFoundLead } from './found-lead.ts';
import { recordScored } from './run-report.ts';
import { lockOwnRun, replaceSource, type Shift, stillWanted } from './run-shift.ts';
import {
  deleteCandidates,
  insertCandidates,
  listCandidateKeys,
  listCandidates,
  type RunRow,
  updateRun,
} from './run-store.ts';
import type { RunContext } from './runs.ts';
import type { Judged } from './signal-scorer.ts';

/**
 * Keeps the new people of a page who score at least medium, the best of them where there are too many, and puts the
 * others aside; false when the source need not go on.
 */
export function keepPage(
  ctx: RunContext,
  shift: Shift,
  source: LeadSource,
  { platform, page, judged }: { platform: SearchPlatform; page: SourcePage; judged: Judged | undefined },
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const run = await lockOwnRun(tx, shift);
    if (!run) return false;
    const wanted = stillWanted(run);
    const progress = run.sources.find((one) => one.platform === platform);
    if (!progress) return false;
    // Another source gave the last of them meanwhile.
    const found = wanted > 0 ? toFoundLeads(ctx, shift, source, { page, judged }) : [];
    const { people, replaced } = await newPeople(ctx, tx, shift, found);
    await deleteCandidates(tx, run.id, replaced);
    const newCount = people.length - replaced.length;
    const better = people.filter((person) => !isLow(person));
    const kept = await keep(ctx, tx, run, { platform, people: better.slice(0, wanted) });
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
      sources: replaceSource(run.sources, {
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

export async function finishRun(ctx: RunContext, shift: Shift): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const run = await lockOwnRun(tx, shift);
    if (!run) return;
    const progress = await fillUp(ctx, tx, shift, run);
    const used = progress.filter(({ state }) => state !== 'off');
    const isFailure = used.every(({ state, kept }) => state === 'failed' && kept === 0);
    await updateRun(tx, run.id, {
      state: isFailure ? 'failed' : 'done',
      finishedAt: ctx.clock.now(),
      sources: progress,
    });
    if (!isFailure) await recordScored(ctx, tx, run);
    await announce(tx, ['runs', 'leads', 'activity', 'usage', 'lead-groups']);
  });
}

/** Stores people as leads, with all that follows from it; answers those who were not there yet. */
async function keep(
  ctx: RunContext,
  tx: Transaction,
  run: RunRow,
  { platform, people }: { platform: SearchPlatform; people: readonly Found[] },
): Promise<Found[]> {
  const added = await insertNewPeople(
    tx,
    people.map(({ row }) => ({ ...row, groupId: run.groupId, runId: run.id, isDemo: run.isDemo })),
  );
  const kept = people.filter(({ row }) => added.has(row.id));
  await recordEvents(
    ctx,
    tx,
    kept.map(({ row }) => ({
      type: 'lead.discovered',
      leadId: row.id,
      data: { platform, runId: run.id, score: Number(row.aiScore) },
      isDemo: run.isDemo,
    })),
  );
  await queueLeadChecks(ctx.jobs, tx, {
    added: kept.map(({ row }) => row.id),
    unchecked: kept.filter(({ needsCheck }) => needsCheck).map(({ row }) => row.id),
  });
  return kept;
}

/** Where fewer better ones were found than were asked for, the best of those who were put aside; the others go. */
async function fillUp(
  ctx: RunContext,
  tx: Transaction,
  shift: Shift,
  run: RunRow,
): Promise<SourceProgress[]> {
  const candidates = await listCandidates(tx, run.id);
  await deleteCandidates(tx, run.id);
  const platformOf = new Map(candidates.map(({ id, platform }) => [id, platform]));
  // Meanwhile somebody may have come in by another way, or objected.
  const { people } = await newPeople(
    ctx,
    tx,
    shift,
    candidates.map(({ person }) => fromCandidate(person)),
  );
  const chosen = people.slice(0, Math.max(0, stillWanted(run)));
  let { sources: progress } = run;
  for (const source of run.sources) {
    const own = chosen.filter(({ row }) => platformOf.get(row.id) === source.platform);
    if (own.length === 0) continue;
    const kept = await keep(ctx, tx, run, { platform: source.platform, people: own });
    if (kept.length === 0) continue;
    progress = replaceSource(progress, { ...source, kept: source.kept + kept.length, low: kept.length });
  }
  return progress;
}

export function toFoundLeads(
  ctx: RunContext,
  shift: Shift,
  source: LeadSource,
  { page, judged }: { page: SourcePage; judged: Judged | undefined },
): Found[] {
  return page.posts.map((post) =>
    toFoundLead(post, {
      hasWebhook: ctx.enrichment.hasWebhook,
      platform: source.platform,
      isSynthetic: source.isSynthetic,
      contactPepper: ctx.contactPepper,
      audience: shift.audience,
      judged,
      now: ctx.clock.now(),
    }),
  );
}

/**
 * Those of the people who are new, each once with the words that score best, the best first. Who is a lead already, has
 * objected, was erased or was deleted by the team counts as known; who was put aside counts as known until they say
 * something better, and is then among the replaced.
 */
export async function newPeople(
  ctx: RunContext,
  tx: Queryable,
  shift: Shift,
  unsorted: readonly Found[],
): Promise<{ people: Found[]; replaced: string[] }> {
  const found = unsorted.toSorted(byScore);
  const sought = found.map(({ row }) => ({ ...row, hashes: lookupHashesOf(ctx, row) }));
  const hashes = sought.flatMap((person) => person.hashes);
  const [leads, suppressed, dismissed, waiting] = [
    await listKnown(tx, sought),
    await findSuppressed(tx, hashes),
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
