import { recordEvents } from '#features/tracking/server/record-events.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { countBands, type RunRow } from './run-store.ts';

/** Records what a run came to. Called once, where the run ends. */
export async function recordScored(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  run: RunRow,
): Promise<void> {
  const bands = await countBands(tx, run.id);
  await recordEvents(ctx, tx, [
    {
      type: 'run.scored',
      data: {
        runId: run.id,
        groupId: run.groupId,
        found: bands.high + bands.medium + bands.low,
        ...bands,
        sources: run.sources.filter((source) => source.state !== 'off').map((source) => source.platform),
        by: BUILT_IN_ENGINE,
      },
      isDemo: run.isDemo,
    },
  ]);
}
