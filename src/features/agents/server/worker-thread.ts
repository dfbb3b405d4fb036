import { Worker } from 'node:worker_threads';
import { AppError } from '#kit/errors.ts';
import { createTurns } from '#kit/turns.ts';
import { threadFile } from '#platform/thread-file.ts';

const THREAD_MS = 60_000;
const THREAD_MB = 512;

export type ThreadAnswer<T> = { done: T } | { refused: string };

const inTurn = createTurns(1);

/**
 * Work of seconds on what somebody teaches, in a thread of its own with limits of time and memory. One after the other:
 * of several files at once none would be read sooner, and chats would wait for a core.
 */
export function runInThread<T>(
  thread: 'file-reading-worker' | 'knowledge-worker',
  workerData: object,
): Promise<T> {
  return inTurn(() => run<T>(thread, workerData));
}

function run<T>(thread: string, workerData: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadFile(thread, import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB, maxYoungGenerationSizeMb: 64 },
    });
    const end = (refusal?: string): void => {
      clearTimeout(timer);
      void worker.terminate();
      if (refusal !== undefined) reject(new AppError('refused', refusal));
    };
    const timer = setTimeout(() => end('This takes too long to read. Split it.'), THREAD_MS);
    worker.once('message', (answer: ThreadAnswer<T>) => {
      if ('refused' in answer) return end(answer.refused);
      end();
      resolve(answer.done);
    });
    worker.once('error', (error) => {
      if (isOutOfMemory(error)) return end('This needs too much memory to read. Split it.');
      end();
      reject(error instanceof Error ? error : new Error('the thread failed', { cause: error }));
    });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
