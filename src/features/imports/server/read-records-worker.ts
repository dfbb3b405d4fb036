import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { PORTIONS_AHEAD, type ThreadAnswer } from '#platform/bounded-thread.ts';
import { ImportEncoding } from '../contract.ts';
import type { ImportBatch } from './read-import-file.ts';
import { type ImportRecord, openImportFile } from './read-records.ts';
import { UnreadableFile } from './unreadable-file.ts';

const Given = z.object({
  path: z.string(),
  name: z.string(),
  bytes: z.number(),
  encoding: ImportEncoding.optional(),
  sheet: z.string().optional(),
});

const RECORDS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 1_000_000;

/** Reads one file, hands on what it holds in batches and ends. */
const { encoding, sheet, ...file } = Given.parse(workerData);
let ahead = 0;
parentPort?.on('message', () => {
  ahead -= 1;
});
tell(await read());
parentPort?.unref();

function tell(told: ThreadAnswer<null, ImportBatch>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(told);
}

async function handOn(batch: ImportBatch): Promise<void> {
  tell({ portion: batch });
  ahead += 1;
  while (ahead >= PORTIONS_AHEAD && parentPort) await once(parentPort, 'message');
}

async function read(): Promise<ThreadAnswer<null, ImportBatch>> {
  try {
    const { format, records } = await openImportFile(file, { encoding, sheet });
    await handOn({ format });
    let batch: ImportRecord[] = [];
    let characters = 0;
    for await (const record of records()) {
      batch.push(record);
      for (const cell of record.cells) characters += cell.length;
      if (batch.length < RECORDS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      await handOn({ records: batch });
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) await handOn({ records: batch });
    return { done: null };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { refused: 'This file cannot be read.', reason: error.reason };
  }
}
