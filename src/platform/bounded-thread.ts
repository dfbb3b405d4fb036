import { Worker } from 'node:worker_threads';
import { AppError } from '#kit/errors.ts';
import { createTurns } from '#kit/turns.ts';
import { limitThread } from './thread-limits.ts';

/** Of the processor. */
const THREAD_MS = 60_000;
const THREAD_MB = 512;
/** Outside of its heap. */
const THREAD_BUFFER_MB = 512;
/** In a process: one for an import, which lasts as long as its database work, and one for everything else. */
const THREADS = 2;
/** Portions that wait to be taken before the thread pauses. */
export const PORTIONS_AHEAD = 2;

/** Why the text itself was refused. */
export const UNREADABLE = 'unreadable';
/** Why a thread was ended. */
export const TOOK_TOO_LONG = 'too_long';
export const TOOK_TOO_MUCH_MEMORY = 'too_much_memory';

/**
 * `waits`: the work is done, what is left is to wait for the database, beside which others may work. `portion`: a part of
 * what was read; the thread is sent `{ more: true }` when it is taken.
 */
export type ThreadAnswer<T, Portion = never> =
  | { done: T }
  | { refused: string; reason?: string }
  | { waits: true }
  | { portion: Portion };

const inTurn = createTurns(THREADS);

/**
 * Reads a file or a long text in a thread of its own, with limits on processor time and memory. All such work of a process
 * shares one pool. `thread` comes from `threadFile`. Rejects with an `AppError` whose reason is `too_long`,
 * `too_much_memory` or, if the thread refused, the reason that it gave or `unreadable`.
 */
export function runInThread<T>(thread: URL, workerData: object): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  void inTurn(async () => {
    const turn = Promise.withResolvers<void>();
    const { done } = start<T, never>(thread, workerData, { onWait: turn.resolve });
    resolve(done);
    await Promise.race([turn.promise, done.catch(() => undefined)]);
  });
  return promise;
}

/** The same for a file that is read in portions. The thread pauses until they are taken and ends with the iteration. */
export async function* readInPortions<Portion>(
  thread: URL,
  workerData: object,
): AsyncGenerator<Portion, void, undefined> {
  const turn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const isOver = inTurn(async () => {
    begun.resolve();
    await turn.promise;
  });
  await begun.promise;
  const waiting: Portion[] = [];
  let news = Promise.withResolvers<void>();
  let isDone = false;
  const { done, takeMore, end } = start<void, Portion>(thread, workerData, {
    onPortion: (portion) => {
      waiting.push(portion);
      news.resolve();
    },
  });
  const ended = done.finally(() => {
    isDone = true;
    news.resolve();
  });
  // Thrown below, unless the iteration ends early.
  ended.catch(() => undefined);
  try {
    for (;;) {
      const portion = waiting.shift();
      if (portion !== undefined) {
        takeMore();
        yield portion;
      } else if (isDone) {
        return await ended;
      } else {
        await news.promise;
        news = Promise.withResolvers<void>();
      }
    }
  } finally {
    end();
    turn.resolve();
    await isOver;
  }
}

type Listening<Portion> = { onWait?: () => void; onPortion?: (portion: Portion) => void };

function start<T, Portion>(
  thread: URL,
  workerData: object,
  { onWait, onPortion }: Listening<Portion>,
): { done: Promise<T>; takeMore: () => void; end: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const worker = new Worker(thread, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MB, maxYoungGenerationSizeMb: 64 },
  });
  const end = (refusal?: AppError): void => {
    endWatch();
    void worker.terminate();
    if (refusal) reject(refusal);
  };
  const endWatch = limitThread(worker, {
    mostMs: THREAD_MS,
    mostBufferBytes: THREAD_BUFFER_MB * 1024 * 1024,
    onOver: (limit) => end(limit === 'time' ? tookTooLong() : tookTooMuchMemory()),
  });
  worker.on('message', (answer: ThreadAnswer<T, Portion>) => {
    if ('waits' in answer) return onWait?.();
    if ('portion' in answer) return onPortion?.(answer.portion);
    if ('refused' in answer)
      return end(new AppError('refused', answer.refused, { reason: answer.reason ?? UNREADABLE }));
    end();
    resolve(answer.done);
  });
  worker.once('error', (error) => {
    if (isOutOfMemory(error)) return end(tookTooMuchMemory());
    end();
    reject(error instanceof Error ? error : new Error('the thread failed', { cause: error }));
  });
  worker.once('exit', () => end(new AppError('unavailable', 'The file could not be read. Try again.')));
  return {
    done: promise,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    takeMore: () => worker.postMessage({ more: true }),
    end: () => end(),
  };
}

function tookTooLong(): AppError {
  return new AppError('refused', 'This takes too long to read. Split it.', { reason: TOOK_TOO_LONG });
}

function tookTooMuchMemory(): AppError {
  const message = 'This needs too much memory to read. Split it.';
  return new AppError('refused', message, { reason: TOOK_TOO_MUCH_MEMORY });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
