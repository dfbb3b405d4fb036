import { zoneOfCountry } from '#features/leads/rules-time-zones.ts';
import type { MailboxLimits } from '#features/mailboxes/contract.ts';
import { dailyCap } from '#features/mailboxes/rules.ts';
import { addDays, DAY_MS, dateInZone, HOUR_MS, SECOND_MS, wallInstant } from '#kit/time.ts';
import type { SendWindow, StepTest } from './contract.ts';
import type { Pause } from './contract-pauses.ts';

export const OFFICE_HOURS: SendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' };

/** Of a campaign's mails so far: more than these shares, after this many, pause it. */
const RATED_FROM = 50;
const MOST_BOUNCES = 0.02;
const MOST_COMPLAINTS = 0.001;

export type ReputationCounts = {
  /** Mails that left, those that came back included. */
  left: number;
  bounced: number;
  complained: number;
};

/** What came since: who resumes a campaign that had stopped for it answers for what came before. */
export function reputationSince(
  now: ReputationCounts,
  answeredFor: ReputationCounts | null,
): ReputationCounts {
  if (answeredFor === null) return now;
  return {
    left: now.left - answeredFor.left,
    bounced: now.bounced - answeredFor.bounced,
    complained: now.complained - answeredFor.complained,
  };
}

/** Why a campaign has to pause; undefined while its mails are welcome. */
export function reputationPause({ left, bounced, complained }: ReputationCounts): Pause | undefined {
  if (left < RATED_FROM) return undefined;
  if (bounced / left > MOST_BOUNCES) return { reason: 'bounces', details: { count: bounced, left } };
  if (complained / left > MOST_COMPLAINTS)
    return { reason: 'complaints', details: { count: complained, left } };
  return undefined;
}

/**
 * The time zone in which a person's send window counts: that of their place where it is known, else the one where most
 * people of their country live, else the workspace's.
 */
export function zoneOf(country: string | null, workspaceZone: string, ownZone: string | null = null): string {
  return ownZone ?? (country === null ? null : zoneOfCountry(country)) ?? workspaceZone;
}

/** 1 Monday to 7 Sunday. */
function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The first instant from `at` on at which the window is open. Without a window every instant is. */
export function nextOpening(at: Date, window: SendWindow | null, timeZone: string): Date {
  if (window === null) return at;
  const today = dateInZone(at, timeZone);
  for (let day = 0; day <= 7; day += 1) {
    const date = addDays(today, day);
    if (!window.days.includes(weekdayOf(date))) continue;
    const opens = wallInstant(date, minutesOf(window.from), timeZone).getTime();
    const closes = wallInstant(date, minutesOf(window.until), timeZone).getTime();
    if (at.getTime() < closes) return new Date(Math.max(opens, at.getTime()));
  }
  return at;
}

export type SchedulePlan = {
  /** People who get the first mail. */
  recipients: number;
  /** Hours from each mail of the sequence to the one before it. */
  delaysHours: readonly number[];
  /** Of each of them: who is in its test of variants, while the others wait for the winner. */
  tests?: readonly (Pick<StepTest, 'percent' | 'waitHours'> | null)[];
  /** People who are written to by hand, per step, and the hours from launch to it. */
  byHand: readonly { people: number; hours: number }[];
  /** The same over a platform's API: it knows no limit of a mailbox, and keeps to the window. */
  overApi: readonly { people: number; hours: number }[];
  /** Of each mailbox: its limits and how many days it has sent. None: no limit. */
  mailboxes: readonly { limits: MailboxLimits; sendingDays: number }[];
  window: SendWindow | null;
  startsAt: Date;
  timeZone: string;
};

export type ScheduleDay = { date: string; emails: number; byHand: number; overApi: number };

/** A plan that does not end within this many days is cut there. */
const LONGEST_PLAN_DAYS = 366;

/**
 * What would leave on which day if everybody got every step: what is due first leaves first, as far as the mailboxes
 * allow. Days without a message are left out.
 */
export function planSchedule(plan: SchedulePlan): ScheduleDay[] {
  const {
    recipients,
    delaysHours,
    tests = [],
    byHand,
    overApi,
    mailboxes,
    window,
    startsAt,
    timeZone,
  } = plan;
  // What people send by hand waits for no window, so the plan begins with the launch.
  const first = dateInZone(startsAt, timeZone);
  const opening = dateInZone(nextOpening(startsAt, window, timeZone), timeZone);
  const opensOn = Math.round((Date.parse(opening) - Date.parse(first)) / DAY_MS);
  const after = (hours: number): Date => new Date(startsAt.getTime() + hours * HOUR_MS);
  const manual = new Map<string, number>();
  for (const { people, hours } of byHand) addTo(manual, dateInZone(after(hours), timeZone), people);
  const posted = new Map<string, number>();
  for (const { people, hours } of overApi)
    addTo(posted, dateInZone(nextOpening(after(hours), window, timeZone), timeZone), people);
  /** Waiting, the earliest due first: of which step, from which day on, how many. */
  const groupOf = (step: number, day: number, people: number): SendingGroup => {
    const test = tests[step];
    const count = test ? Math.ceil((people * test.percent) / 100) : people;
    return { step, day, count, held: people - count };
  };
  let waiting = delaysHours.length === 0 || recipients === 0 ? [] : [groupOf(0, opensOn, recipients)];
  const days: ScheduleDay[] = [];
  let sendingDays = 0;
  for (let day = 0; day < LONGEST_PLAN_DAYS && waiting.length + manual.size + posted.size > 0; day += 1) {
    const date = addDays(first, day);
    const isOpen = window === null || window.days.includes(weekdayOf(date));
    let room = isOpen ? capacityOf(mailboxes, sendingDays, window) : 0;
    let emails = 0;
    waiting.sort((left, right) => left.day - right.day || right.step - left.step);
    for (const group of [...waiting]) {
      if (group.day > day || room <= 0) continue;
      const count = Math.min(group.count, room);
      room -= count;
      emails += count;
      group.count -= count;
      const delay = delaysHours[group.step + 1];
      if (delay !== undefined) {
        waiting.push(groupOf(group.step + 1, day + daysOf(delay), count));
      }
      if (group.count === 0 && group.held > 0) {
        const wait = daysOf(tests[group.step]?.waitHours ?? 0);
        waiting.push({ step: group.step, day: day + wait, count: group.held, held: 0 });
      }
    }
    waiting = waiting.filter(({ count }) => count > 0);
    if (emails > 0) sendingDays += 1;
    const hands = takeFrom(manual, date);
    const posts = takeFrom(posted, date);
    if (emails + hands + posts > 0) days.push({ date, emails, byHand: hands, overApi: posts });
  }
  return days;
}

/** People who get the same mail of a sequence from the same day on, and who waits until they have answered. */
type SendingGroup = { step: number; day: number; count: number; held: number };

function daysOf(hours: number): number {
  return Math.max(0, Math.round((hours * HOUR_MS) / DAY_MS));
}

function addTo(days: Map<string, number>, date: string, count: number): void {
  if (count > 0) days.set(date, (days.get(date) ?? 0) + count);
}

function takeFrom(days: Map<string, number>, date: string): number {
  const count = days.get(date) ?? 0;
  days.delete(date);
  return count;
}

/** Mails that can leave on a day by the caps and, within a window, by the gap between two mails. */
function capacityOf(
  mailboxes: SchedulePlan['mailboxes'],
  sendingDays: number,
  window: SendWindow | null,
): number {
  if (mailboxes.length === 0) return Number.POSITIVE_INFINITY;
  const openSeconds =
    window === null ? DAY_MS / SECOND_MS : (minutesOf(window.until) - minutesOf(window.from)) * 60;
  return mailboxes.reduce((sum, { limits, sendingDays: before }) => {
    const byGap =
      limits.minGapSeconds === 0 ? Number.POSITIVE_INFINITY : Math.floor(openSeconds / limits.minGapSeconds);
    return sum + Math.min(dailyCap(limits, before + sendingDays + 1), Math.max(1, byGap));
  }, 0);
}
