import { expect, it } from 'vitest';
import { keysOfAccount } from './rules-accounts.ts';

it('knows an account by its page and by the place where it was found, whichever is asked for', () => {
  for (const [found, ...pages] of [
    ['instagram:dana', 'import:instagram.com/dana'],
    ['twitter:dana', 'import:x.com/dana', 'import:twitter.com/dana'],
    ['mastodon:dana@social.example', 'import:social.example/@dana'],
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
