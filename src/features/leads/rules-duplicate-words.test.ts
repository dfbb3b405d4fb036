import { expect, it } from 'vitest';
import { DuplicateReason } from './contract-merge.ts';
import { duplicateNote } from './rules-duplicate-words.ts';

it('says why two records may be one person', () => {
  const details = { company: 'acme', note: 'Alike' };
  const words = DuplicateReason.options.map((reason) => [reason, duplicateNote(reason, details)]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "earlier_note": "Alike",
      "found_address": "The address that was found for one belongs to the other",
      "handle": "Same handle on two platforms",
      "handle_in_address": "The handle of one is in the address of the other",
      "name_and_company": "Names alike, same company (acme)",
      "name_and_mailbox": "Names alike, same address at another host",
      "phone": "Same telephone number",
    }
  `);
});
