import type { Worker } from 'node:worker_threads';

const LOOK_MS = 200;
/** A thread that waits for something uses no processor; so many times as long it may take all the same. */
const LONGEST = 10;

type Limits = {
  /** Of the processor. */
  mostMs: number;
  /** Of buffers, which the heap limit of a thread does not count: unpacked streams are such. */
  mostBufferBytes: number;
  onOver: (limit: 'time' | 'memory') => void;
};

/**
 * Calls `onOver` once, when a thread has worked for `mostMs` or holds more than `mostBufferBytes`. A busy machine is no
 * reason to give it up: it may take ten times as long by the clock. The returned function ends the watch.
 */
export function limitThread(
  thread: Pick<Worker, 'cpuUsage' | 'getHeapStatistics'>,
  { mostMs, mostBufferBytes, onOver }: Limits,
): () => void {
  const begunAt = performance.now();
  let before: number | undefined;
  let isAsked = false;

  const timer = setInterval(look, LOOK_MS);
  look();
  return () => clearInterval(timer);

  function look(): void {
    if (performance.now() - begunAt > LONGEST * mostMs) return over('time');
    if (isAsked) return;
    isAsked = true;
    Promise.all([thread.cpuUsage(), thread.getHeapStatistics()])
      .then(
        ([{ user, system }, { external_memory: bufferBytes }]) => {
          const usedMs = (user + system) / 1_000;
          before ??= usedMs;
          if (bufferBytes > mostBufferBytes) over('memory');
          else if (usedMs - before > mostMs) over('time');
        },
        // It has not begun, or has ended: its caller learns that from its events.
        () => undefined,
      )
      .finally(() => {
        isAsked = false;
      });
  }

  function over(limit: 'time' | 'memory'): void {
    clearInterval(timer);
    onOver(limit);
  }
}
