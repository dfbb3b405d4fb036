import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ThreadAnswer } from '#platform/bounded-thread.ts';
import { readWorkbook, WorkbookError } from '#platform/workbook-reading.ts';

/** Reads the first sheet of a workbook in a thread of its own and ends. */
const { path, mostBytes } = z.object({ path: z.string(), mostBytes: z.number() }).parse(workerData);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await read());

async function read(): Promise<ThreadAnswer<string[][]>> {
  try {
    const [first] = await readWorkbook(await readFile(path), mostBytes);
    return { done: (first?.rows ?? []).map((row) => row.map(textOf)) };
  } catch (error) {
    if (error instanceof WorkbookError) return { refused: error.problem };
    throw error;
  }
}

/** A cell as it would be typed. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00.000Z$/, '');
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}
