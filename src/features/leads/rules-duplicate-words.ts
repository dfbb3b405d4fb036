import type { DuplicateDetails, DuplicateReason } from './contract-merge.ts';

const DUPLICATE_REASON_WORDS: Record<DuplicateReason, (details: DuplicateDetails) => string> = {
  name_and_company: ({ company }) => `Names alike, same company (${company})`,
  phone: () => 'Same telephone number',
  handle: () => 'Same handle on two platforms',
  handle_in_address: () => 'The handle of one is in the address of the other',
  name_and_mailbox: () => 'Names alike, same address at another host',
  found_address: () => 'The address that was found for one belongs to the other',
  earlier_note: ({ note = '' }) => note,
};

/** Why two records may be one person, for people. */
export function duplicateNote(reason: DuplicateReason, details: DuplicateDetails): string {
  return DUPLICATE_REASON_WORDS[reason](details);
}
