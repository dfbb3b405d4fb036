import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#kit/time.ts';
import { exactTime, relativeTime } from './relative-time-words.ts';
import { Tooltip } from './tooltip.tsx';

type RelativeTimeProps = {
  /** ISO 8601 or a Date. */
  value: string | Date;
  /** IANA name; else the zone of the browser. */
  timeZone?: string;
  /** Of what is to come. Without it an instant after now reads "now": the browser's clock is late. */
  isAhead?: boolean;
  /** In a row that opens what says the exact time: without tooltip and without a stop for the Tab key. */
  isPlain?: boolean;
  className?: string;
};

/** "2 h ago" or "in 2 h" under a day, then "12 Jan", the year where it differs; the exact time on hover and focus. */
export function RelativeTime({
  value,
  timeZone,
  isAhead = false,
  isPlain = false,
  className,
}: RelativeTimeProps) {
  const minute = useSyncExternalStore(everyMinute, currentMinute);
  const instant = new Date(value);
  const now = new Date(isAhead ? minute * MINUTE_MS : Math.max(minute * MINUTE_MS, instant.getTime()));
  const words = relativeTime(instant, now, timeZone);
  if (isPlain) {
    return (
      <time dateTime={instant.toISOString()} className={className}>
        {words}
      </time>
    );
  }
  return (
    <Tooltip content={exactTime(instant, timeZone)}>
      <time
        dateTime={instant.toISOString()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time is needed without a mouse too
        tabIndex={0}
        className={className}
      >
        {words}
      </time>
    </Tooltip>
  );
}

// One clock for all of them.
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function everyMinute(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= setInterval(() => {
    for (const each of listeners) each();
  }, MINUTE_MS / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}
