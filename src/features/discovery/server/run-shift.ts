import type { Audience } from '#engines/intent/audience.ts';
import type { SearchPlatform } from '#features/leads/contract.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { SourceProgress } from '../contract.ts';
import { lockRun, type RunRow, updateRun } from './run-store.ts';
import type { RunContext } from './runs.ts';
import type { SignalScorer } from './signal-scorer.ts';

/** One run in the hands of one worker. */
export type Shift = {
  run: RunRow;
  token: string;
  audience: Audience;
  scorer: SignalScorer;
  /** Aborts when the run is cancelled, lost to another worker, or the process ends. */
  lost: AbortController;
  /** Aborts when enough people were kept. */
  enough: AbortController;
};

/** The run while it is still in this worker's hands, locked. */
export async function lockOwnRun(tx: Transaction, shift: Shift): Promise<RunRow | undefined> {
  const run = await lockRun(tx, shift.run.id);
  if (run?.state === 'running' && run.leaseToken === shift.token) return run;
  shift.lost.abort();
  return undefined;
}

export async function noteProgress(
  ctx: RunContext,
  shift: Shift,
  platform: SearchPlatform,
  change: Partial<SourceProgress>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const run = await lockOwnRun(tx, shift);
    const progress = run?.sources.find((source) => source.platform === platform);
    if (!run || !progress) return;
    await updateRun(tx, run.id, { sources: replaceSource(run.sources, { ...progress, ...change }) });
    await announce(tx, ['runs']);
  });
}

/** How many people a run still takes. */
export function stillWanted({ requested, sources }: RunRow): number {
  return requested - sources.reduce((sum, { kept }) => sum + kept, 0);
}

export function replaceSource(sources: readonly SourceProgress[], changed: SourceProgress): SourceProgress[] {
  return sources.map((source) => (source.platform === changed.platform ? changed : source));
}
