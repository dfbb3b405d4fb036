import { Worker } from 'node:worker_threads';
import { AppError } from '#kit/errors.ts';
import { createTurns } from '#kit/turns.ts';
import { limitProcessorTime } from './processor-limit.ts';

/** Of the processor. */
const THREAD_MS = 60_000;
const THREAD_MB = 512;

/** Why the text itself was refused; other refusals are of the time or the memory that it took. */
export const UNREADABLE = 'unreadable';

/** `waits`: the work is done, what is left is to wait for the database, beside which others may work. */
export type ThreadAnswer<T> = { done: T } | { refused: string } | { waits: true };

/** Threads at once in a process: more would finish no sooner, and chats would wait for a core. */
const MOST_THREADS = 1;
const inTurn = createTurns(MOST_THREADS);

/**
 * Reads a file or a long text in a thread of its own, with limits on processor time and memory. All such work of a process
 * shares one pool. `thread` comes from `threadFile`. Rejects with an `AppError` whose reason is `unreadable` (the thread
 * refused), `too_long` or `too_much_memory`.
 */
export function runInThread<T>(thread: URL, workerData: object): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  void inTurn(async () => {
    const turn = Promise.withResolvers<void>();
    const done = run<T>(thread, workerData, turn.resolve);
    resolve(done);
    await Promise.race([turn.promise, done.catch(() => undefined)]);
  });
  return promise;
}

function run<T>(thread: URL, workerData: object, onWait: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MB, maxYoungGenerationSizeMb: 64 },
    });
    const end = (refusal?: AppError): void => {
      endWatch();
      void worker.terminate();
      if (refusal) reject(refusal);
    };
    const endWatch = limitProcessorTime(worker, {
      mostMs: THREAD_MS,
      onOver: () =>
        end(new AppError('refused', 'This takes too long to read. Split it.', { reason: 'too_long' })),
    });
    worker.on('message', (answer: ThreadAnswer<T>) => {
      if ('waits' in answer) return onWait();
      if ('refused' in answer) return end(new AppError('refused', answer.refused, { reason: UNREADABLE }));
      end();
      resolve(answer.done);
    });
    worker.once('error', (error) => {
      if (isOutOfMemory(error)) {
        const message = 'This needs too much memory to read. Split it.';
        return end(new AppError('refused', message, { reason: 'too_much_memory' }));
      }
      end();
      reject(error instanceof Error ? error : new Error('the thread failed', { cause: error }));
    });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
