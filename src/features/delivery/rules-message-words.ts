import type {
  MessageReason,
  MessageReasonDetails,
  MessageStatus,
} from '#features/campaigns/contract-messages.ts';
import { CONSENT_OBSTACLE_LABELS } from '#features/compliance/rules-consent.ts';

type Words = string | ((details: MessageReasonDetails) => string);

const BY_HAND = 'Send it by hand, then mark it as sent.';
const NOT_SENT_AGAIN = 'It may have arrived; it is not sent again automatically.';

const MESSAGE_REASON_WORDS: Record<MessageReason, Words> = {
  replied: 'Stopped: they replied.',
  converted: 'Stopped: they signed up or bought.',
  unsubscribed: 'Stopped: they unsubscribed.',
  complained: 'Stopped: they reported a message as spam.',
  suppressed: 'Skipped: unsubscribed or objected.',
  no_consent: ({ obstacle }) =>
    obstacle === undefined ? 'Skipped.' : `Skipped. ${CONSENT_OBSTACLE_LABELS[obstacle]}`,
  lead_deleted: 'Skipped: the lead was deleted.',
  group_removed: 'Skipped: the lead group was taken out of the campaign.',
  step_removed: 'Skipped: this step was taken out of the campaign.',
  claim_with_details: 'Skipped: with this person’s details the text makes a claim that may not leave.',
  no_address: 'Skipped: there is no address for this channel any more.',
  address_check_failed: 'Skipped: the check of the address failed.',
  duplicate_mailbox: 'Skipped: someone else in the groups has the same mailbox.',
  had_before: 'Skipped: they had this campaign before they were deleted and added again.',
  in_other_campaign: 'Skipped: they still wait for a message of another running campaign.',
  earlier_step_failed: 'Skipped: an earlier message to this person did not arrive.',
  bounced: quoting('Bounced'),
  came_back: quoting('Came back'),
  refused: quoting('Refused'),
  deferred_too_long: ({ platform = 'the mail server', answer }) =>
    quoting(`Failed: ${platform} said "not now" for too long`)({ answer }),
  text_lost: 'Failed: its text is not kept any more.',
  worker_ended: ({ platform }) =>
    `${platform === undefined ? 'The mail server' : 'The platform'} had the message when the sending process ended. ${NOT_SENT_AGAIN}`,
  connection_lost: `The connection broke before the mail server answered. ${NOT_SENT_AGAIN}`,
  no_clear_answer: ({ platform = 'The platform', answer }) =>
    `${platform} gave no clear answer${answer === undefined ? '' : `: ${answer}`}. ${NOT_SENT_AGAIN}`,
  restored:
    'It was due when this workspace was restored from a backup. It may have left after the backup was taken; it is not sent again automatically.',
  by_hand: BY_HAND,
  by_hand_whatsapp:
    'Send it by hand to people who agreed to hear from you on WhatsApp, then mark it as sent.',
  platform_declined: ({ answer }) => (answer === undefined ? BY_HAND : `${answer} ${BY_HAND}`),
  platform_not_set_up: 'The platform is not set up any more. Send it by hand, then mark it as sent.',
  variant_test: 'Waits for the outcome of the A/B test.',
  deferred: ({ platform = 'The mail server', answer }) =>
    quoting(`${platform} said "not now", it is tried again`)({ answer }),
  no_mail_server: 'Sent to the outbox alone. Not sent: no mail server configured (SMTP_URL).',
  practice_address: 'Sent to the outbox alone: a practice address is never given to a mail server.',
  earlier_note: ({ answer = '' }) => answer,
};

/** What was answered is not kept of a person who was erased. */
function quoting(words: string): (details: Pick<MessageReasonDetails, 'answer'>) => string {
  return ({ answer }) => (answer === undefined ? `${words}.` : `${words}: ${answer}`);
}

/** A message that a person was to send reads differently once it must not be sent. */
const NOT_BY_HAND: Partial<Record<MessageReason, Words>> = {
  suppressed: 'Not to be sent any more: unsubscribed or objected.',
  lead_deleted: 'Not to be sent any more: the lead was deleted.',
  no_consent: ({ obstacle }) => (obstacle === undefined ? '' : CONSENT_OBSTACLE_LABELS[obstacle]),
};

type Explained = {
  status?: MessageStatus;
  reason: MessageReason;
  details?: MessageReasonDetails | null;
};

/** The sentence that people read about a message. */
export function messageNote({ status, reason, details }: Explained): string {
  const words = (status === 'manual' ? NOT_BY_HAND[reason] : undefined) ?? MESSAGE_REASON_WORDS[reason];
  return typeof words === 'string' ? words : words(details ?? {});
}
