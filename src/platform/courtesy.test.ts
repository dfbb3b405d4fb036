import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Courtesy } from './courtesy.ts';

// R5
describe('bulk work gives way to people', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** How long it rests after a piece of work of this length. */
  async function restAfter(courtesy: Courtesy, workedMs: number): Promise<number> {
    const begunAt = performance.now();
    vi.advanceTimersByTime(workedMs);
    const endedAt = performance.now();
    const resting = courtesy.giveWay(begunAt).then(() => performance.now() - endedAt);
    await vi.advanceTimersByTimeAsync(10_000);
    return resting;
  }

  it('goes on at once where nobody has called', async () => {
    expect(await restAfter(new Courtesy(), 100)).toBe(0);
  });

  it('rests three times as long as it worked while somebody is at work', async () => {
    const courtesy = new Courtesy();
    courtesy.heard();
    expect(await restAfter(courtesy, 40)).toBe(120);
  });

  it('rests half a second at most', async () => {
    const courtesy = new Courtesy();
    courtesy.heard();
    expect(await restAfter(courtesy, 1_000)).toBe(500);
  });

  it('goes on at full speed a second after the last call', async () => {
    const courtesy = new Courtesy();
    courtesy.heard();
    vi.advanceTimersByTime(1_001);
    expect(await restAfter(courtesy, 100)).toBe(0);
  });
});
