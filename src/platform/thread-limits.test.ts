import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { limitThread } from './thread-limits.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A thread that has used so much, as the test says. */
function usageOf(used: { ms: number; bufferBytes?: number }) {
  const heap = getHeapStatistics();
  return {
    cpuUsage: () => Promise.resolve({ user: used.ms * 900, system: used.ms * 100 }),
    getHeapStatistics: () => Promise.resolve({ ...heap, external_memory: used.bufferBytes ?? 0 }),
  };
}

it('a thread that got little of a busy machine is not over, one that has worked so long is', async () => {
  vi.useFakeTimers();
  const used = { ms: 40 };
  const onOver = vi.fn<() => void>();
  limitThread(usageOf(used), { mostMs: 2_000, mostBufferBytes: 1_000, onOver });
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
  limitThread(usageOf({ ms: 0 }), { mostMs: 2_000, mostBufferBytes: 1_000, onOver });
  limitThread(usageOf({ ms: 0 }), { mostMs: 2_000, mostBufferBytes: 1_000, onOver: ended })();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onOver).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
});

it('a thread that never ends by itself is over in the middle of its work', async () => {
  const thread = new Worker('for (;;);', { eval: true });
  const { promise, resolve } = Promise.withResolvers<string>();
  limitThread(thread, { mostMs: 20, mostBufferBytes: 1e9, onOver: resolve });
  expect(await promise).toBe('time');
  await thread.terminate();
});

it('a thread is over when its buffers are too large, whatever is in its heap', async () => {
  vi.useFakeTimers();
  const used = { ms: 0, bufferBytes: 1_000 };
  const onOver = vi.fn<(limit: string) => void>();
  limitThread(usageOf(used), { mostMs: 2_000, mostBufferBytes: 1_000, onOver });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onOver).not.toHaveBeenCalled();
  used.bufferBytes = 1_001;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onOver.mock.calls).toEqual([['memory']]);
});

it('a thread that fills buffers without a pause is over before it has filled them all', async () => {
  const thread = new Worker('const kept = []; for (;;) kept.push(new Uint8Array(100_000).fill(1));', {
    eval: true,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  limitThread(thread, { mostMs: 60_000, mostBufferBytes: 50_000_000, onOver: resolve });
  expect(await promise).toBe('memory');
  await thread.terminate();
});
