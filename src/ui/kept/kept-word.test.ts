// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { keptWord } from './kept-word.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('is kept, forgotten, and told to who follows it', () => {
  const word = keptWord('color');
  const follow = vi.fn<() => void>();
  const leave = word.subscribe(follow);
  word.keep('red');
  expect([word.read(), keptWord('color').read()]).toEqual(['red', 'red']);
  word.keep(null);
  expect([word.read(), localStorage.length]).toEqual([null, 0]);
  dispatchEvent(new Event('storage'));
  expect(follow).toHaveBeenCalledTimes(3);
  leave();
  word.keep('blue');
  expect(follow).toHaveBeenCalledTimes(3);
});

it('lives as long as the page where storage is closed', () => {
  for (const deed of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, deed).mockImplementation(() => {
      throw new Error('closed');
    });
  const word = keptWord('color');
  expect(word.read()).toBeNull();
  word.keep('red');
  expect(word.read()).toBe('red');
});
