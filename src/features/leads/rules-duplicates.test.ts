import { describe, expect, it } from 'vitest';
import { DuplicateReason } from './contract-merge.ts';
import { companyOf, duplicateNote, matchKeysOf, similarityOf, soundOfName } from './rules-duplicates.ts';

const person = (
  name: string,
  emailKey: string | null = null,
  handleKey: string | null = null,
  phoneKey: string | null = null,
) => ({
  name,
  emailKey,
  handleKey,
  phoneKey,
});

describe('likeness of two records', () => {
  it.each([
    ['jo@acme.com', 'acme'],
    ['jo@mail.acme.co.uk', 'acme'],
    ['jo@gmail.com', null],
    ['jo@yahoo.co.uk', null],
    ['broken', null],
    [null, null],
  ])('reads the company of %s as %s', (email, company) => {
    expect(companyOf(email)).toBe(company);
  });

  it('hears names that are written differently as one, in any order', () => {
    for (const name of ['John Smith', 'Jon Smyth', 'Smith, John', 'JÓN SMITH']) {
      expect(soundOfName(name), name).toBe(soundOfName('John Smith'));
    }
    for (const name of ['Joan Schmidt', 'John Smithers', 'Jane Smart', 'John']) {
      expect(soundOfName(name), name).not.toBe(soundOfName('John Smith'));
    }
  });

  it.each([
    [person('John Smith', 'john@acme.com'), person('Jon Smyth', 'j.smyth@acme.com'), 'name_and_company'],
    [person('Dana Brews', null, 'reddit:dana_brews'), person('dana', null, 'twitter:danabrews'), 'handle'],
    [
      person('Dana Whitlow', 'dana.brews@gmail.com'),
      person('dana_brews', null, 'reddit:dana_brews'),
      'handle_in_address',
    ],
    [
      person('Dana Whitlow', null, 'reddit:teatime', '+447700900123'),
      person('dana', 'dana@gmail.com', null, '+447700900123'),
      'phone',
    ],
    [person('Ann Lee', null, null, '+447700900123'), person('Bo Chan', null, null, '+447700900123'), null],
    [person('John Smith', 'john@acme.com'), person('Mary Jones', 'mary@acme.com'), null],
    [person('John Smith', 'a@acme.com'), person('John Smith', 'b@other.com'), null],
    [person('Dana Brews', null, 'reddit:teatime'), person('Omar Vance', null, 'twitter:teatime'), null],
    [person('Ann', null, 'reddit:ann'), person('Ann', null, 'twitter:ann'), null],
  ])('of %o and %o is %s, and who is alike shares a key', (one, other, likeness) => {
    expect(similarityOf(one, other)?.reason ?? null).toBe(likeness);
    expect(similarityOf(other, one)?.reason ?? null).toBe(likeness);
    if (likeness === null) return;
    const keys = new Set(matchKeysOf(one));
    expect(matchKeysOf(other).some((key) => keys.has(key))).toBe(true);
  });
});

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
