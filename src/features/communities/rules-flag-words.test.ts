import { expect, it } from 'vitest';
import { FlagReason } from './contract-posts.ts';
import { flagNote } from './rules-flag-words.ts';

it('says what a person should look at in a post', () => {
  const details = { category: 'pregnancy', rule: 'disease-claim', links: 4, note: 'Odd' } as const;
  const words = FlagReason.options.map((reason) => [reason, flagNote({ reason, details })]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "advertisement": "Reads like an advertisement",
      "against_doctor": "Advises against a doctor",
      "capitals": "Written in capitals",
      "changes_medicine": "Advises to change a medicine",
      "claim": "Disease claim",
      "concern": "Question about pregnancy",
      "copy": "The same was posted within a day",
      "crisis": "Somebody may be in crisis",
      "diagnosis": "Names a diagnosis",
      "dose": "Advises a dose",
      "earlier_note": "Odd",
      "emergency": "This may be an emergency",
      "hidden_link": "Hides where a link leads",
      "many_links": "Holds 4 links",
      "one_character": "Repeats one character",
      "private_chat": "Leads people away to a private chat",
      "quick_money": "Promises quick money",
      "repetition": "Says the same again and again",
    }
  `);
});
