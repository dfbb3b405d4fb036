import type { EventType } from '#features/tracking/contract.ts';
import { amountText } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';

const LAST_WORDS: Partial<Record<EventType, string>> = {
  'lead.discovered': 'Found',
  'lead.added': 'Added',
  'message.sent': 'Sent',
  'letter.taken_back': 'Not sent after all',
  'message.bounced': 'Mail bounced',
  'link.clicked': 'Clicked',
  'landing.visited': 'Visited',
  'landing.converted': 'Signed up',
  'purchase.made': 'Bought',
  'purchase.refunded': 'Refunded',
  'reply.received': 'Replied',
  'contact.unsubscribed': 'Unsubscribed',
  'contact.unsubscribe_undone': 'Replied',
};

/** Events that a card can tell about. */
export const TOLD_EVENTS = Object.keys(LAST_WORDS);

/** "Replied", "Bought for $86.00". */
export function lastWords(type: EventType, money: Parameters<typeof amountText>[0]): string {
  const words = LAST_WORDS[type] ?? 'Seen';
  const amount = amountText(money);
  return type === 'purchase.made' && amount !== null ? `${words} for ${amount}` : words;
}

export type Due = { words: string; isLate: boolean };

/** "Due today", "4 days late", "Due in 3 days"; by calendar days of the reader. */
export function dueWords(dueAt: string, now: Date): Due {
  const due = new Date(dueAt);
  const days = Math.round((startOfDay(due) - startOfDay(now)) / DAY_MS);
  if (days < 0) return { words: `${countOf(-days, 'day')} late`, isLate: true };
  if (days === 0) return { words: due < now ? 'Late today' : 'Due today', isLate: true };
  return { words: days === 1 ? 'Due tomorrow' : `Due in ${countOf(days, 'day')}`, isLate: false };
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
