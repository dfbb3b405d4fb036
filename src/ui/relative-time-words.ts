import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';

/** "now", "5 min ago", "2 h ago", "in 3 h", then "12 Jan", and "12 Jan 2025" in another year. */
export function relativeTime(instant: Date, now: Date, timeZone?: string): string {
  const agoMs = now.getTime() - instant.getTime();
  const isPast = agoMs >= 0;
  const awayMs = Math.abs(agoMs);
  if (awayMs < MINUTE_MS) return 'now';
  if (awayMs < HOUR_MS) return away(`${Math.floor(awayMs / MINUTE_MS)} min`, isPast);
  if (awayMs < DAY_MS) return away(`${Math.floor(awayMs / HOUR_MS)} h`, isPast);
  return shortDate(instant, now, timeZone);
}

/** "12 Jan", with the year when it is not that of `now`. */
export function shortDate(instant: Date, now: Date, timeZone?: string): string {
  const year = formatter('year', timeZone);
  const isThisYear = year.format(instant) === year.format(now);
  return formatter(isThisYear ? 'day' : 'date', timeZone)
    .format(instant)
    .replace('Sept', 'Sep');
}

/** "14 Jan 2027, 07:34 GMT". */
export function exactTime(instant: Date, timeZone?: string): string {
  const date = formatter('date', timeZone).format(instant).replace('Sept', 'Sep');
  return `${date}, ${formatter('time', timeZone).format(instant)}`;
}

const FORMATS = {
  year: { year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes as long as using it a hundred times, and a table shows hundreds of dates. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(name: keyof typeof FORMATS, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${name} ${timeZone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...FORMATS[name], ...(timeZone ? { timeZone } : {}) });
  formatters.set(key, made);
  return made;
}

function away(span: string, isPast: boolean): string {
  return isPast ? `${span} ago` : `in ${span}`;
}
