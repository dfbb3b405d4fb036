import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ThreadAnswer } from '#platform/bounded-thread.ts';
import { type Reading, readWhole } from './knowledge-reading.ts';

/** Reads one text and ends. */
const text = z.object({ title: z.string(), content: z.string() }).parse(workerData);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage({ done: readWhole(text) } satisfies ThreadAnswer<Reading>);
