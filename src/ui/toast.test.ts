import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REMOVE_AFTER_MS, ToastStore } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Titles by state, the oldest first. */
function titles(store: ToastStore, state: 'open' | 'waiting' | 'dismissed'): string[] {
  return store
    .list()
    .filter((toast) => toast.state === state)
    .map((toast) => toast.title);
}

describe('the toasts', () => {
  // S9-05
  it('show one at a time: a new one takes the place of the one before', () => {
    const store = new ToastStore();
    store.show({ title: 'first' });
    store.show({ title: 'second' });
    expect(titles(store, 'open')).toEqual(['second']);
    expect(titles(store, 'dismissed')).toEqual(['first']);
  });

  // S9-08
  it('show for 5000 ms by default', () => {
    const store = new ToastStore();
    store.show({ title: 'first' });
    expect(store.open()?.durationMs).toBe(5000);
    store.show({ title: 'second', durationMs: 900 });
    expect(store.open()?.durationMs).toBe(900);
  });

  // S9-06
  it('are removed from the list 1,000,000 ms after they were dismissed', () => {
    const store = new ToastStore();
    const { id } = store.show({ title: 'first' });
    vi.advanceTimersByTime(60_000);
    store.dismiss(id);
    expect(REMOVE_AFTER_MS).toBe(1_000_000);
    vi.advanceTimersByTime(999_999);
    expect(titles(store, 'dismissed')).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(store.list()).toEqual([]);
  });

  it('tell those who listen', () => {
    const store = new ToastStore();
    const listener = vi.fn<() => void>();
    const stop = store.subscribe(listener);
    store.show({ title: 'first' });
    expect(listener).toHaveBeenCalled();
    listener.mockClear();
    stop();
    store.show({ title: 'second' });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('a toast with an undo', () => {
  it('lasts 10 s and is not displaced by a later one: that one waits', () => {
    const store = new ToastStore();
    const { id } = store.show({ title: 'Group deleted', undo: () => undefined });
    store.show({ title: 'Lead saved' });
    expect(store.open()).toMatchObject({ title: 'Group deleted', durationMs: 10_000 });
    expect(titles(store, 'waiting')).toEqual(['Lead saved']);
    store.dismiss(id);
    expect(titles(store, 'open')).toEqual(['Lead saved']);
  });

  it('of several that wait shows the latest news, but no undo is lost', () => {
    const store = new ToastStore();
    const { id } = store.show({ title: 'Group deleted', undo: () => undefined });
    store.show({ title: 'old news' });
    const second = store.show({ title: 'Lead deleted', undo: () => undefined });
    store.show({ title: 'news' });
    expect(titles(store, 'waiting')).toEqual(['Lead deleted', 'news']);
    store.dismiss(id);
    expect(titles(store, 'open')).toEqual(['Lead deleted']);
    second.dismiss();
    expect(titles(store, 'open')).toEqual(['news']);
  });

  it('is undone once', () => {
    const store = new ToastStore();
    const undo = vi.fn<() => void>();
    const { id } = store.show({ title: 'Group deleted', undo });
    store.undo(id);
    store.undo(id);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(store.open()).toBeUndefined();
  });

  it('is not undone once it is over', () => {
    const store = new ToastStore();
    const undo = vi.fn<() => void>();
    const { id } = store.show({ title: 'Group deleted', undo });
    store.dismiss(id);
    store.undo(id);
    expect(undo).not.toHaveBeenCalled();
  });
});

it('the last toast before the page is left stays, even over an undo', () => {
  const store = new ToastStore();
  store.show({ title: 'Group deleted', undo: () => undefined });
  store.show({ title: 'Unauthorized', isLast: true });
  store.show({ title: 'Failed to create campaign.', variant: 'destructive' });
  expect(titles(store, 'open')).toEqual(['Unauthorized']);
  expect(titles(store, 'waiting')).toEqual([]);
});
