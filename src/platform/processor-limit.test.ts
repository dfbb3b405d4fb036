import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { limitProcessorTime } from './processor-limit.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A thread that has used so much, as it is told. */
function usageOf(told: { ms: number }) {
  return { cpuUsage: () => Promise.resolve({ user: told.ms * 900, system: told.ms * 100 }) };
}

it('a thread that got little of a busy machine is not over, one that has worked so long is', async () => {
  vi.useFakeTimers();
  const used = { ms: 40 };
  const onOver = vi.fn<() => void>();
  limitProcessorTime(usageOf(used), { mostMs: 2_000, onOver });
  await vi.advanceTimersByTimeAsync(10_000);
  used.ms = 2_030;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onOver).not.toHaveBeenCalled();
  used.ms = 2_050;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(onOver).toHaveBeenCalledOnce();
});

it('nothing goes on for ever, and what has ended is watched no more', async () => {
  vi.useFakeTimers();
  const onOver = vi.fn<() => void>();
  const ended = vi.fn<() => void>();
  limitProcessorTime(usageOf({ ms: 0 }), { mostMs: 2_000, onOver });
  limitProcessorTime(usageOf({ ms: 0 }), { mostMs: 2_000, onOver: ended })();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onOver).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
});

it('a thread that never ends by itself is over in the middle of its work', async () => {
  const thread = new Worker('for (;;);', { eval: true });
  const { promise, resolve } = Promise.withResolvers<string>();
  limitProcessorTime(thread, { mostMs: 20, onOver: () => resolve('over') });
  expect(await promise).toBe('over');
  await thread.terminate();
});
