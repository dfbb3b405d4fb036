import { expect, it } from 'vitest';
import { MessageReason } from '#features/campaigns/contract-messages.ts';
import { messageNote } from './rules-message-words.ts';

it('explains each reason of a message in words', () => {
  const details = { obstacle: 'withdrawn', platform: 'Bluesky', answer: '550 no' } as const;
  const words = MessageReason.options.map((reason) => [reason, messageNote({ reason, details })]);
  expect(Object.fromEntries(words)).toMatchInlineSnapshot(`
    {
      "address_check_failed": "Skipped: the check of the address failed.",
      "bounced": "Bounced: 550 no",
      "by_hand": "Send it by hand, then mark it as sent.",
      "by_hand_whatsapp": "Send it by hand to people who agreed to hear from you on WhatsApp, then mark it as sent.",
      "came_back": "Came back: 550 no",
      "claim_with_details": "Skipped: with this person’s details the text makes a claim that may not leave.",
      "complained": "Stopped: they reported a message as spam.",
      "connection_lost": "The connection broke before the mail server answered. It may have arrived; it is not sent again automatically.",
      "converted": "Stopped: they signed up or bought.",
      "deferred": "Bluesky said "not now", it is tried again: 550 no",
      "deferred_too_long": "Failed: Bluesky said "not now" for too long: 550 no",
      "duplicate_mailbox": "Skipped: someone else in the groups has the same mailbox.",
      "earlier_note": "550 no",
      "earlier_step_failed": "Skipped: an earlier message to this person did not arrive.",
      "group_removed": "Skipped: the lead group was taken out of the campaign.",
      "had_before": "Skipped: they had this campaign before they were deleted and added again.",
      "in_other_campaign": "Skipped: they still wait for a message of another running campaign.",
      "lead_deleted": "Skipped: the lead was deleted.",
      "no_address": "Skipped: there is no address for this channel any more.",
      "no_clear_answer": "Bluesky gave no clear answer: 550 no. It may have arrived; it is not sent again automatically.",
      "no_consent": "Skipped. This person withdrew their consent for this channel.",
      "no_mail_server": "Sent to the outbox alone. Not sent: no mail server configured (SMTP_URL).",
      "platform_declined": "550 no Send it by hand, then mark it as sent.",
      "platform_not_set_up": "The platform is not set up any more. Send it by hand, then mark it as sent.",
      "practice_address": "Sent to the outbox alone: a practice address is never given to a mail server.",
      "refused": "Refused: 550 no",
      "replied": "Stopped: they replied.",
      "restored": "It was due when this workspace was restored from a backup. It may have left after the backup was taken; it is not sent again automatically.",
      "step_removed": "Skipped: this step was taken out of the campaign.",
      "suppressed": "Skipped: unsubscribed or objected.",
      "text_lost": "Failed: its text is not kept any more.",
      "unsubscribed": "Stopped: they unsubscribed.",
      "variant_test": "Waits for the outcome of the A/B test.",
      "worker_ended": "The platform had the message when the sending process ended. It may have arrived; it is not sent again automatically.",
    }
  `);
});

it('says nothing of an answer that is not kept', () => {
  const words = MessageReason.options.map((reason) => messageNote({ reason }));
  expect(words.filter((note) => note.includes('undefined'))).toEqual([]);
  expect(messageNote({ reason: 'bounced' })).toBe('Bounced.');
});

it('names the mail server where no platform is known', () => {
  const details = { answer: '450 later' };
  expect(messageNote({ reason: 'deferred', details })).toBe(
    'The mail server said "not now", it is tried again: 450 later',
  );
  expect(messageNote({ reason: 'deferred_too_long', details })).toBe(
    'Failed: the mail server said "not now" for too long: 450 later',
  );
  expect(messageNote({ reason: 'worker_ended' })).toMatch(/^The mail server had the message/);
});

it.each([
  ['suppressed', 'Not to be sent any more: unsubscribed or objected.'],
  ['lead_deleted', 'Not to be sent any more: the lead was deleted.'],
  ['no_consent', 'This person withdrew their consent for this channel.'],
] as const)('says why a message must not be sent by hand: %s', (reason, note) => {
  expect(messageNote({ status: 'manual', reason, details: { obstacle: 'withdrawn' } })).toBe(note);
});
