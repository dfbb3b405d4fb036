import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { defineJob } from '#platform/jobs.ts';
import { continueUndo, resumeUndos, undoImportJob } from './undo-import.ts';

/** Goes on with undos whose worker is gone. */
const tickJob = defineJob({
  name: 'imports.tick',
  payload: z.object({}),
  policy: 'singleton',
  schedule: '* * * * *',
});

export const IMPORT_JOBS = [undoImportJob, tickJob];

export async function workImports(ctx: Context): Promise<void> {
  await ctx.jobs.work(undoImportJob, ({ importId }) => continueUndo(ctx, importId));
  await ctx.jobs.work(tickJob, () => resumeUndos(ctx));
  // Undos of a worker that died don't wait for the next minute.
  await resumeUndos(ctx);
}
