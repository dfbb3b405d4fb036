import { expect, it } from 'vitest';
import { MailboxReason } from './contract-reasons.ts';
import { inboxNote, mailboxNote } from './rules-mailbox-words.ts';

const details = { answer: '535 no' };

it('explains why a mailbox does not send or cannot be read', () => {
  const words = MailboxReason.options.map((reason) => [reason, mailboxNote(reason, details)]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "earlier_note": "535 no",
      "login_refused": "Paused: the mail server refused the login (535 no). Enter the password again, then resume.",
      "password_unreadable": "Its password cannot be read with this SESSION_SECRET. Enter it again.",
    }
  `);
  expect(inboxNote(details)).toBe('Its inbox cannot be read: 535 no');
});
