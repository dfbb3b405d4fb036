import { addDays, dateInZone, HOUR_MS, MINUTE_MS, startOfDate } from '#kit/time.ts';

/**
 * Days as the demo tells its story: 0 is today in the workspace's time zone, -1 yesterday. Nothing lies in the
 * future, whenever the demo is made: what belongs to today is squeezed into the part of it that is over.
 */
export function createCalendar(now: Date, timeZone: string) {
  const today = dateInZone(now, timeZone);
  const starts = new Map<number, Date>();
  const startOf = (day: number): Date => {
    const known = starts.get(day) ?? startOfDate(addDays(today, day), timeZone);
    starts.set(day, known);
    return known;
  };
  const dayOfMonth = Number(today.slice(8));

  /** The instant `hour` hours into a day that is over, or the same part of what is over of today. */
  const at = (day: number, hour: number): Date => {
    const start = startOf(day).getTime();
    if (day < 0) return new Date(start + hour * HOUR_MS);
    return new Date(start + Math.floor(((now.getTime() - start) * hour) / 24));
  };

  return {
    now,
    today,
    timeZone,
    startOf,
    at,
    /** Day on which the current month began, 0 on its first. */
    firstOfMonth: 1 - dayOfMonth,
    monthStart: startOf(1 - dayOfMonth),
    minutesAfter: (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * MINUTE_MS),
  };
}
export type Calendar = ReturnType<typeof createCalendar>;
