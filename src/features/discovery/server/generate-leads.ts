import { setTimeout as sleep } from 'node:timers/promises';
import { findCondition } from '#features/compliance/rules-health.ts';
import { assertKnownPlatforms } from '#features/leads/rules.ts';
import { getGroup } from '#features/leads/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { databaseFailure, inTransaction } from '#platform/db.ts';
import type { ListedSource } from '#providers/lead-sources/port.ts';
import {
  GENERATION_FAILURES,
  type GeneratedLeads,
  type GenerateLeads,
  type SourceProgress,
} from '../contract.ts';
import { generationFailureText } from '../rules.ts';
import { sourceNote } from '../rules-source-words.ts';
import { findRun, type RunRow } from './run-store.ts';
import { isOpen, keptOf, openRun, type RunContext, reclaimRuns, withWords } from './runs.ts';

const POLL_MS = 150;
/** Proxies and browsers give up after a minute; the run does not. */
const LONGEST_WAIT_MS = 55_000;

/**
 * Starts a run and answers when it ends. After 55 seconds it answers with what there is, and the run goes on.
 * Refuses with a reason where no source is on, and with `invalid_input` a query for a health condition.
 */
export async function generateLeads(
  ctx: RunContext,
  { categoryId, count, ...asked }: GenerateLeads,
  { actorId, signal }: { actorId: string; signal?: AbortSignal },
): Promise<GeneratedLeads> {
  await getGroup(ctx.db, categoryId);
  assertKnownPlatforms(ctx.leadSources, asked.platforms);
  assertNoConditions(asked.queries);
  const wanted = ctx.leadSources.filter(({ platform }) => asked.platforms.includes(platform));
  if (!wanted.some(({ isConfigured }) => isConfigured)) {
    const reason = missingPart(wanted);
    throw new AppError('refused', generationFailureText(reason), { reason });
  }
  const opened = await inTransaction(ctx.db, (tx) =>
    openRun(ctx, tx, { ...asked, groupId: categoryId, requested: count, startedBy: actorId }),
  );
  const run = await waitForRun(ctx, opened, signal);
  if (run.state === 'failed') {
    const reason = GENERATION_FAILURES.failed;
    throw new AppError('unavailable', generationFailureText(reason), { reason, retryable: true });
  }
  return {
    totalGenerated: keptOf(run.sources),
    runId: run.id,
    state: run.state,
    apiStatus: {
      scraping: statusOf(ctx, 'scraping', run.sources),
      enrichment: statusOf(ctx, 'enrichment', run.sources),
    },
    sources: run.sources.map(withWords),
  };
}

/** The run as it is when it ends, or when waiting does, so that the caller starts no second one. */
async function waitForRun(ctx: RunContext, opened: RunRow, signal: AbortSignal | undefined): Promise<RunRow> {
  const until = ctx.clock.now().getTime() + LONGEST_WAIT_MS;
  let last = opened;
  for (;;) {
    const run = await findRun(ctx.db, opened.id).catch((error: unknown) => {
      if (databaseFailure(error) === undefined) throw error;
      return last;
    });
    if (!run) throw new AppError('not_found', 'This run does not exist any more.');
    last = run;
    if (!isOpen(run) || ctx.clock.now().getTime() > until || signal?.aborted) return run;
    // Its worker is gone: do not leave the caller waiting for the next tick.
    if (run.leasedUntil !== null && run.leasedUntil.getTime() < ctx.clock.now().getTime()) {
      await reclaimRuns(ctx).catch((error: unknown) => {
        if (databaseFailure(error) === undefined) throw error;
      });
    }
    await sleep(POLL_MS);
  }
}

function statusOf(
  { leadSources, enrichment }: RunContext,
  kind: 'scraping' | 'enrichment',
  run: readonly SourceProgress[],
) {
  const ofKind = leadSources.filter((source) => source.kind === kind);
  const configured =
    ofKind.some(({ isConfigured }) => isConfigured) || (kind === 'enrichment' && enrichment.hasWebhook);
  const used = run.filter(({ platform }) => ofKind.some((one) => one.platform === platform));
  const failed = used.find(({ state }) => state === 'failed');
  return {
    working: configured && !failed,
    configured,
    leadsFound: keptOf(used),
    error: configured ? (failed ? sourceNote(failed) : null) : 'API key missing',
  };
}

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
