import { expect, it } from 'vitest';
import { SAME_PERSON_WORDS } from './rules-member-words.ts';

it('says why two entries seem to be one person', () => {
  expect(SAME_PERSON_WORDS).toEqual({
    same_lead: 'Both are the same lead',
    same_account: 'Same account name',
    account_in_address: 'The account name is the beginning of the address',
  });
});
