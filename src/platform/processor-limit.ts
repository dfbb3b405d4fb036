import type { Worker } from 'node:worker_threads';

const LOOK_MS = 500;
/** A thread that waits for something uses no processor; so many times as long it may take all the same. */
const LONGEST = 10;

/**
 * Calls `onOver` once, when a thread has worked for `mostMs`: a machine with much to do is no reason to give it up. It may
 * take ten times as long by the clock. The returned function ends the watch.
 */
export function limitProcessorTime(
  thread: Pick<Worker, 'cpuUsage'>,
  { mostMs, onOver }: { mostMs: number; onOver: () => void },
): () => void {
  const begunAt = performance.now();
  let before: number | undefined;
  let isAsked = false;

  const timer = setInterval(look, LOOK_MS);
  look();
  return () => clearInterval(timer);

  function look(): void {
    if (performance.now() - begunAt > LONGEST * mostMs) return over();
    if (isAsked) return;
    isAsked = true;
    thread
      .cpuUsage()
      .then(
        ({ user, system }) => {
          const usedMs = (user + system) / 1_000;
          before ??= usedMs;
          if (usedMs - before > mostMs) over();
        },
        // It has not begun, or has ended: whoever started it hears of that.
        () => undefined,
      )
      .finally(() => {
        isAsked = false;
      });
  }

  function over(): void {
    clearInterval(timer);
    onOver();
  }
}
