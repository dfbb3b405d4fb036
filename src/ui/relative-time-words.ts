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
  const zone = timeZone === undefined ? {} : { timeZone };
  const yearOf = (date: Date) => date.toLocaleDateString('en-GB', { year: 'numeric', ...zone });
  const year = yearOf(instant) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return instant
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year, ...zone })
    .replace('Sept', 'Sep');
}

/** "14 Jan 2027, 07:34 GMT". */
export function exactTime(instant: Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const date = instant
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
    .replace('Sept', 'Sep');
  const time = instant.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...zone,
  });
  return `${date}, ${time}`;
}

function away(span: string, isPast: boolean): string {
  return isPast ? `${span} ago` : `in ${span}`;
}
