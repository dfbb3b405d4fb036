import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS, TooltipTiming } from './tooltip-timing.ts';

let now: number;
let timing: TooltipTiming;

beforeEach(() => {
  vi.useFakeTimers();
  now = 10_000;
  timing = new TooltipTiming({ delayMs: TOOLTIP_DELAY_MS, skipMs: TOOLTIP_SKIP_MS, now: () => now });
});
afterEach(() => vi.useRealTimers());

// S9-17
it('opens after 700 ms', () => {
  const open = vi.fn<() => void>();
  timing.schedule(open, false);
  vi.advanceTimersByTime(699);
  expect(open).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(open).toHaveBeenCalledTimes(1);
});

// S9-17
it('opens without that delay within 300 ms after another one closed', () => {
  timing.closed();
  now += 300;
  const open = vi.fn<() => void>();
  timing.schedule(open, false);
  expect(open).toHaveBeenCalledTimes(1);
});

// S9-17
it('waits again once 300 ms have passed', () => {
  timing.closed();
  now += 301;
  const open = vi.fn<() => void>();
  timing.schedule(open, false);
  expect(open).not.toHaveBeenCalled();
});

it('does not open once the pointer has left', () => {
  const open = vi.fn<() => void>();
  timing.schedule(open, false)();
  vi.advanceTimersByTime(10_000);
  expect(open).not.toHaveBeenCalled();
});

it('opens at once on keyboard focus', () => {
  const open = vi.fn<() => void>();
  timing.schedule(open, true);
  expect(open).toHaveBeenCalledTimes(1);
});
