import { expect, it } from 'vitest';
import { NoticeReason } from './contract.ts';
import { noticeNote } from './rules-notice-words.ts';

const details = { platform: 'Bluesky', answer: '450 later' };

it('explains what became of a source notice', () => {
  const words = NoticeReason.options.map((reason) => [reason, noticeNote(reason, details)]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "bounced": "Bounced: 450 later",
      "came_back": "Came back: 450 later",
      "connection_lost": "The connection broke before the mail server answered. It may have arrived.",
      "deferred": "The mail server said "not now": 450 later",
      "deferred_too_long": "Failed: Bluesky said "not now" for too long: 450 later",
      "earlier_note": "450 later",
      "no_mail_server": "Not sent: no mail server configured (SMTP_URL).",
      "not_reached": "The mail server could not be reached: 450 later.",
      "practice_address": "Sent to the outbox alone: a practice address is never given to a mail server.",
      "process_ended": "The sending process ended while it was on its way. It may have arrived.",
      "refused": "Refused: 450 later",
      "sender_refused": "The mail server refuses the sender. Check MAIL_FROM and SMTP_URL, then send it again.",
      "text_lost": "Failed: its text is not kept any more.",
    }
  `);
});
