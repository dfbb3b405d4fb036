import type { MessageStatus, Receipt } from '#features/campaigns/contract-messages.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';

/** What is added to a message that has left: "Sent · read". */
export const RECEIPT_WORDS: Record<Receipt, string> = { delivered: 'delivered', read: 'read' };

export const MESSAGE_STATUS_LABELS: Record<MessageStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  outbox: 'In the outbox',
  manual: 'Waits for you',
  failed: 'Failed',
  bounced: 'Bounced',
  unconfirmed: 'Unconfirmed',
  skipped: 'Skipped',
  held: 'Waits for the test',
};

/** WhatsApp: how long after their last word somebody may be written to in free text. */
export const WINDOW_HOURS = 24;

/** Waits after a mail server's "not now" (4xx). The first is short, since most throttles are; they sum up to 24 h. */
const RETRY_WAITS_MS = [
  15 * SECOND_MS,
  ...[1, 5, 15, 30, 60, 120, 240, 360, 608].map((minutes) => minutes * MINUTE_MS),
];

/** Milliseconds until the next try after the `attempts`-th; undefined when it is time to give up (24 h). */
export function retryDelayMs(attempts: number): number | undefined {
  return RETRY_WAITS_MS[attempts - 1];
}

/** Where a mail server refused: the sender, the recipient or the message. */
export type RefusalStage = 'sender' | 'recipient' | 'content';

/** What a permanent refusal (5xx) means. */
export type Refusal = {
  /**
   * - `bounced`: this address cannot be reached
   * - `failed`: this message is not wanted
   * - `halted`: the server refuses the sender, so every further message would fail too
   */
  outcome: 'bounced' | 'failed' | 'halted';
  /** The mailbox does not exist: never write to it again. */
  isAddressDead: boolean;
};

/**
 * Reads a refusal by stage and enhanced status code (RFC 3463): 5.1.x is a bad address, 5.2.x a full or disabled
 * mailbox, 5.7.x policy, which says nothing about the address.
 */
export function readRefusal(stage: RefusalStage, response: string): Refusal {
  const [, subject = ''] = /^5\d\d[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  if (stage === 'sender') return { outcome: 'halted', isAddressDead: false };
  if (stage === 'content') return { outcome: 'failed', isAddressDead: false };
  if (subject === '7' || /\brelay/i.test(response)) {
    return { outcome: /\brelay/i.test(response) ? 'halted' : 'failed', isAddressDead: false };
  }
  const isUnknownMailbox = subject === '1' || (subject === '' && /^55[013]/.test(response));
  return { outcome: 'bounced', isAddressDead: isUnknownMailbox };
}
