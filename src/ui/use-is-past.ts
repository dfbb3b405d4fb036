import { useEffect, useReducer } from 'react';
import { DAY_MS } from '#kit/time.ts';

/** Whether a time has come, on a page that stays open too; false for none. */
export function useIsPast(instant: string | null): boolean {
  const [round, nextRound] = useReducer((before: number) => before + 1, 0);
  const dueMs = instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);
  const isPast = dueMs <= Date.now();
  // Timers count up to 24 days: each round sets the next.
  useEffect(() => {
    if (isPast || dueMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(nextRound, Math.min(Math.max(dueMs - Date.now(), 0), DAY_MS));
    return () => clearTimeout(timer);
  }, [dueMs, isPast, round]);
  return isPast;
}
