import { expect, it } from 'vitest';
import { AnswerReason } from './contract-reasons.ts';
import { answerNote } from './rules-answer-words.ts';

const details = { platform: 'Bluesky', answer: '450 later' };

it('explains what became of an answer', () => {
  const words = AnswerReason.options.map((reason) => [reason, answerNote(reason, details)]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "bounced": "Bounced: 450 later",
      "came_back": "Came back: 450 later",
      "connection_lost": "The connection broke before the mail server answered. It may have arrived; it is not sent again automatically.",
      "deferred": "Not sent, "not now" was the answer: 450 later. Send it again later.",
      "deferred_too_long": "Failed: Bluesky said "not now" for too long: 450 later",
      "earlier_note": "450 later",
      "may_have_arrived": "It may have arrived; it is not sent again automatically.",
      "no_clear_answer": "Bluesky gave no clear answer: 450 later. It may have arrived; it is not sent again automatically.",
      "no_mail_server": "Kept in the outbox. Not sent: no mail server configured (SMTP_URL). Send it again when there is one.",
      "not_reached": "Not sent: 450 later. Send it again later.",
      "on_its_way": "On its way.",
      "platform_declined": "Not sent: 450 later",
      "platform_not_set_up": "Not sent: the platform is not set up.",
      "practice_address": "Sent to the outbox alone: a practice address is never given to a mail server.",
      "refused": "Refused: 450 later",
      "restored": "It was due when this workspace was restored from a backup. It may have left after the backup was taken; it is not sent again automatically.",
      "sender_refused": "Not sent: the sender is refused. Check how this mailbox sends, then send it again.",
      "text_lost": "Failed: its text is not kept any more.",
      "worker_ended": "The platform had the message when the sending process ended. It may have arrived; it is not sent again automatically.",
    }
  `);
  expect(answerNote('not_reached')).toBe('Not sent: there was no connection in time. Send it again later.');
});
