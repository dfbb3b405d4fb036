import { hideLeads } from '#features/leads/server/intake-service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { ImportUndo } from '../contract.ts';
import { type ImportConsents, UNDONE_AT_ONCE } from './import-consent.ts';
import { undoImportJob } from './jobs.ts';
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

type Dependencies = {
  db: Database;
  queue: JobQueue;
  consents: ImportConsents;
  leads: Pick<Leads, 'listWorkedOn'>;
  now: () => Date;
};

/** So long whoever asked waits for all of it; the rest follows without them. */
const ANSWERED_WITHIN_MS = 10 * SECOND_MS;

/** An import taken back, in portions that each say how far it is: the next process goes on where one has died. */
export function createImportUndos({ db, queue, consents, leads, now }: Dependencies) {
  /** One portion; true where more is left. */
  const nextBatch = (id: string): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      // One that is running may say the same of these people.
      await beginImport(tx);
      const row = await lockImport(tx, id);
      if (!row?.undo || row.undo.step === 'done') return false;
      const undo = await stepOn(tx, row, row.undo);
      await saveUndo(tx, id, {
        undo,
        ...(undo.step === 'done' && row.undoneAt === null ? { undoneAt: now() } : {}),
      });
      await announce(tx, ['leads', 'lead-groups', 'messages', 'suppressions', 'campaigns']);
      return undo.step !== 'done';
    });

  const stepOn = async (
    tx: Transaction,
    { id }: ImportRow,
    undo: ImportUndoState,
  ): Promise<ImportUndoState> => {
    switch (undo.step) {
      case 'leads': {
        const { untouched, last } = await lockUntouched(tx, id, {
          after: undo.lastLeadId,
          limit: UNDONE_AT_ONCE,
          workedOn: leads.listWorkedOn(),
        });
        await hideLeads(tx, untouched, now());
        const step = last === null ? 'suppressions' : 'leads';
        return { ...undo, step, lastLeadId: last, removed: undo.removed + untouched.length };
      }
      case 'suppressions': {
        const { isAll, reopened } = await consents.takeBackSuppressions(tx, id, undo.by);
        const step = isAll ? 'withdrawals' : 'suppressions';
        return { ...undo, step, reopened: undo.reopened + reopened };
      }
      case 'withdrawals': {
        const { isAll, reopened } = await consents.takeBackWithdrawals(tx, id, undo.by);
        const told = { ...undo, reopened: undo.reopened + reopened };
        return isAll ? { ...told, step: 'done', by: null } : told;
      }
      case 'done':
        return undo;
    }
  };

  const getImportUndo = async (id: string): Promise<ImportUndo> => {
    const row = await findImport(db, id);
    if (!row?.undo) throw noImport();
    const { step, removed, reopened } = row.undo;
    return { isDone: step === 'done', removed, kept: await countImported(db, id), reopened };
  };

  return {
    /** Once it is done, again changes nothing but what has come back since. */
    async undoImport(id: string, { id: actorId, email, firstName, lastName }: Actor): Promise<ImportUndo> {
      await inTransaction(db, async (tx) => {
        const row = await lockImport(tx, id);
        if (!row) throw noImport();
        if (row.undo !== null && row.undo.step !== 'done') return;
        const by = { id: actorId, email, firstName, lastName };
        await saveUndo(tx, id, { undo: { step: 'leads', lastLeadId: null, removed: 0, reopened: 0, by } });
        await queue.send(undoImportJob, { importId: id }, { tx });
      });
      const until = performance.now() + ANSWERED_WITHIN_MS;
      while (performance.now() < until && (await nextBatch(id)));
      return getImportUndo(id);
    },

    getImportUndo,

    async continueUndo(id: string): Promise<void> {
      while (await nextBatch(id));
    },

    /** Goes on with those whose worker is gone. */
    async resumeUndos(): Promise<void> {
      for (const importId of await listOpenUndos(db)) await queue.send(undoImportJob, { importId });
    },
  };
}

function noImport(): AppError {
  return new AppError('not_found', 'This import does not exist.');
}
