import { z } from 'zod';
import { listWorkedOn } from '#features/leads/server/linked-records.ts';
import { hideLeads } from '#features/leads/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { ImportUndo } from '../contract.ts';
import { takeBackSuppressions, takeBackWithdrawals, UNDONE_AT_ONCE } from './import-consent.ts';
import {
  beginImport,
  countImported,
  findImport,
  type ImportRow,
  type ImportUndoState,
  listOpenUndos,
  lockImport,
  lockUntouched,
  saveUndo,
} from './store.ts';

/** Goes on with the undo of an import. */
export const undoImportJob = defineJob({
  name: 'leads.undo_import',
  payload: z.object({ importId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** The caller waits this long for all of it; the job does the rest. */
const ANSWERED_WITHIN_MS = 10 * SECOND_MS;

/** Undoes an import. Once it is done, a second call removes only what has come back since. Refuses with `not_found`. */
export async function undoImport(
  ctx: Context,
  id: string,
  { id: actorId, email, firstName, lastName }: Actor,
): Promise<ImportUndo> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockImport(tx, id);
    if (!row) throw noImport();
    if (row.undo !== null && row.undo.step !== 'done') return;
    const by = { id: actorId, email, firstName, lastName };
    await saveUndo(tx, id, { undo: { step: 'leads', lastLeadId: null, removed: 0, reopened: 0, by } });
    await ctx.jobs.send(undoImportJob, { importId: id }, { tx });
  });
  const until = performance.now() + ANSWERED_WITHIN_MS;
  while (performance.now() < until && (await nextBatch(ctx, id)));
  return getImportUndo(ctx, id);
}

export async function getImportUndo({ db }: Pick<Context, 'db'>, id: string): Promise<ImportUndo> {
  const row = await findImport(db, id);
  if (!row?.undo) throw noImport();
  const { step, removed, reopened } = row.undo;
  return { isDone: step === 'done', removed, kept: await countImported(db, id), reopened };
}

export async function continueUndo(ctx: Context, id: string): Promise<void> {
  while (await nextBatch(ctx, id));
}

/** Queues undos whose worker is gone again. */
export async function resumeUndos({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const importId of await listOpenUndos(db)) await jobs.send(undoImportJob, { importId });
}

/** One batch, stored with its progress, so another process can continue; true if there is more. */
function nextBatch(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    // One that is running may say the same of these people.
    await beginImport(tx);
    const row = await lockImport(tx, id);
    if (!row?.undo || row.undo.step === 'done') return false;
    const undo = await stepOn(ctx, tx, row, row.undo);
    await saveUndo(tx, id, {
      undo,
      ...(undo.step === 'done' && row.undoneAt === null ? { undoneAt: ctx.clock.now() } : {}),
    });
    await announce(tx, ['leads', 'lead-groups', 'messages', 'suppressions', 'campaigns']);
    return undo.step !== 'done';
  });
}

async function stepOn(
  ctx: Context,
  tx: Transaction,
  { id }: ImportRow,
  undo: ImportUndoState,
): Promise<ImportUndoState> {
  switch (undo.step) {
    case 'leads': {
      const { untouched, last } = await lockUntouched(tx, id, {
        after: undo.lastLeadId,
        limit: UNDONE_AT_ONCE,
        workedOn: listWorkedOn(ctx),
      });
      await hideLeads(tx, untouched, ctx.clock.now());
      const step = last === null ? 'suppressions' : 'leads';
      return { ...undo, step, lastLeadId: last, removed: undo.removed + untouched.length };
    }
    case 'suppressions': {
      const { isAll, reopened } = await takeBackSuppressions(tx, id, undo.by);
      const step = isAll ? 'withdrawals' : 'suppressions';
      return { ...undo, step, reopened: undo.reopened + reopened };
    }
    case 'withdrawals': {
      const { isAll, reopened } = await takeBackWithdrawals(tx, id, undo.by);
      const next = { ...undo, reopened: undo.reopened + reopened };
      return isAll ? { ...next, step: 'done', by: null } : next;
    }
    case 'done':
      return undo;
  }
}

function noImport(): AppError {
  return new AppError('not_found', 'This import does not exist.');
}
