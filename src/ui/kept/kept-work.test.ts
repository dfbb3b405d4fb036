// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/time.ts';
import { forgetOldWork, keepWork, readWork } from './kept-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('is kept for a fortnight since somebody was last at it, and then neither read nor stored', () => {
  keepWork('note.a', 'Asked for');
  vi.advanceTimersByTime(13 * DAY_MS);
  keepWork('note.b', 'Wants a sample');
  expect(readWork('note.a')).toBe('Asked for');
  vi.advanceTimersByTime(2 * DAY_MS);
  expect([readWork('note.a'), readWork('note.b')]).toEqual([undefined, 'Wants a sample']);
  forgetOldWork();
  expect(localStorage).toHaveLength(1);
});

it('that was kept before there were ages is read, and counts from the day on which it is looked through', () => {
  localStorage.setItem('yarrow.work.note.a', '"Asked for"');
  localStorage.setItem('yarrow.work.note.b', 'not ours');
  forgetOldWork();
  expect([readWork('note.a'), localStorage.length]).toEqual(['Asked for', 1]);
  vi.advanceTimersByTime(15 * DAY_MS);
  forgetOldWork();
  expect(localStorage).toHaveLength(0);
});
