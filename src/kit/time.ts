export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The calendar date of an instant in a time zone, as `YYYY-MM-DD`. */
export function dateInZone(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(0, 10);
}

/** The first instant of a calendar date (`YYYY-MM-DD`) in a time zone. */
export function startOfDate(date: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`);
  // Where clocks change at midnight, the day begins at 01:00 or the midnight of only one of the two offsets is in it.
  const midnights = [-DAY_MS, DAY_MS].map((aside) => asUtc - offsetMs(new Date(asUtc + aside), timeZone));
  const within = midnights.filter((instant) => dateInZone(new Date(instant), timeZone) === date);
  return new Date(Math.min(...(within.length > 0 ? within : midnights)));
}

/**
 * When clocks in a time zone show this many minutes after midnight on a date. A time that they leave out is as many
 * minutes later as they jump; of one that they show twice it is the first.
 */
export function wallInstant(date: string, minutes: number, timeZone: string): Date {
  const midnight = startOfDate(date, timeZone);
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS;
  const [before, after] = [midnight, new Date(midnight.getTime() + DAY_MS)].map(
    (instant) => asUtc - offsetMs(instant, timeZone),
  );
  const shows = (instant: number | undefined): instant is number =>
    instant !== undefined && instant + offsetMs(new Date(instant), timeZone) === asUtc;
  return new Date([before, after].find(shows) ?? before ?? asUtc);
}

/** A calendar date moved by whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Making one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function offsetMs(instant: Date, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((entry) => entry.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(instant.getTime() / 1000) * 1000;
}
