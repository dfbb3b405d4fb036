import type { SamePersonReason } from './contract.ts';

/** Why two entries seem to be one person. */
export const SAME_PERSON_WORDS: Record<SamePersonReason, string> = {
  same_lead: 'Both are the same lead',
  same_account: 'Same account name',
  account_in_address: 'The account name is the beginning of the address',
};
