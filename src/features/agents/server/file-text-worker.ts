import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readFileText, UnreadableFile } from './file-text.ts';
import type { ThreadAnswer } from './worker-thread.ts';

/** Reads one file and ends: whatever a file does to its reader stays in here. */
const answer = await read();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer);

async function read(): Promise<ThreadAnswer<string>> {
  try {
    const { text } = await readFileText(z.object({ path: z.string(), name: z.string() }).parse(workerData));
    return { done: text };
  } catch (error) {
    const isOurs = error instanceof UnreadableFile;
    return { refused: isOurs ? error.message : 'This file is damaged and cannot be read.' };
  }
}
