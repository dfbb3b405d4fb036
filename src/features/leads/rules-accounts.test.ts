import { expect, it } from 'vitest';
import { keysOfAccount, pageAsHandle } from './rules-accounts.ts';

it('knows an account by its page and by the place where it was found, whichever is asked for', () => {
  for (const [found, ...pages] of [
    ['instagram:dana', 'import:instagram.com/dana', 'manual:instagram.com/dana'],
    ['twitter:dana', 'import:x.com/dana', 'import:twitter.com/dana', 'manual:x.com/dana'],
    ['mastodon:dana@social.example', 'import:social.example/@dana', 'manual:social.example/@dana'],
  ] as const) {
    for (const key of [found, ...pages]) {
      const [first, ...others] = keysOfAccount(key);
      expect(first).toBe(key);
      expect([first, ...others].toSorted()).toEqual([found, ...pages].toSorted());
    }
  }
});

it.each(['import:447700900801', 'import:practice.example/team/dana', 'manual:dana', 'reddit:two words'])(
  'knows "%s" by nothing else',
  (key) => {
    expect(keysOfAccount(key)).toEqual([key]);
  },
);

it.each([
  ['https://www.reddit.com/u/Dana/?hl=en', 'reddit.com/user/dana'],
  ['twitter.com/Dana', 'x.com/dana'],
  ['https://social.example/@dana', 'social.example/@dana'],
  ['@dana', null],
  ['dana.brews', null],
  ['u/dana', null],
])('reads "%s", given as a handle, as the page %s', (given, page) => {
  expect(pageAsHandle(given)).toBe(page);
});
