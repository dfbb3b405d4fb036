import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import { defineJob, type JobQueue } from '#platform/jobs.ts';

/** Goes on with the undo of an import. */
export const undoImportJob = defineJob({
  name: 'leads.undo_import',
  payload: z.object({ importId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** Goes on with undos whose worker is gone. */
const tickJob = defineJob({
  name: 'imports.tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const IMPORT_JOBS = [undoImportJob, tickJob];

/** What the jobs do. */
type ImportWork = {
  continueUndo: (importId: string) => Promise<void>;
  resumeUndos: () => Promise<void>;
};

export async function workImports(queue: JobQueue, imports: ImportWork): Promise<void> {
  await queue.work(undoImportJob, ({ importId }) => imports.continueUndo(importId));
  await queue.work(tickJob, () => imports.resumeUndos());
  // Undos of a worker that died don't wait for the next minute.
  await imports.resumeUndos();
}
