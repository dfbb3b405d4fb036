import { SECOND_MS } from '#kit/time.ts';
import type { MailboxLimits } from './contract.ts';

/** For a mailbox that somebody adds: what providers bear from a new sender. */
export const CAREFUL_LIMITS: MailboxLimits = {
  perDay: 30,
  growthPerDay: 2,
  mostPerDay: 200,
  minGapSeconds: 60,
  perDomainPerHour: 20,
};

/** What a mailbox may send on a day on which it sends for the `sendingDay`-th time, from 1. */
export function dailyCap({ perDay, growthPerDay, mostPerDay }: MailboxLimits, sendingDay: number): number {
  return Math.min(perDay + growthPerDay * Math.max(0, sendingDay - 1), Math.max(mostPerDay, perDay));
}

export type MailboxUse = { sentToday: number; lastAt: Date | null; sendingDay: number };

/** When a mailbox may send its next message; `tomorrow` is the beginning of its next day. */
export function roomAt(
  limits: MailboxLimits,
  { sentToday, lastAt, sendingDay }: MailboxUse,
  { now, tomorrow }: { now: Date; tomorrow: Date },
): Date {
  if (sentToday >= dailyCap(limits, sendingDay)) return tomorrow;
  const gapEnds = lastAt === null ? 0 : lastAt.getTime() + limits.minGapSeconds * SECOND_MS;
  return new Date(Math.max(now.getTime(), gapEnds));
}

/** Whether mails wait because somebody has paused all that they could leave from. */
export function isMailPaused(
  mailboxes: readonly { isServer: boolean; canSend: boolean; isPaused: boolean }[],
): boolean {
  const own = mailboxes.filter(({ isServer }) => !isServer);
  const senders = own.length > 0 ? own : mailboxes.filter(({ canSend }) => canSend);
  return senders.length > 0 && senders.every(({ isPaused }) => isPaused);
}
