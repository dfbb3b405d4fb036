import { MINUTE_MS } from '#kit/time.ts';

const LONGEST_REST_MS = 15 * MINUTE_MS;

/**
 * How long a platform's inbox is left alone after looks that failed, in milliseconds: twice as long each time. Wrong
 * keys do not mend themselves, and each try with them counts against the account: at once the longest.
 */
export function lookRestMs({
  failures,
  isRefused,
  everyMs,
  askedMs = 0,
}: {
  /** In a row, from 1. */
  failures: number;
  isRefused: boolean;
  /** Between two looks that succeed. */
  everyMs: number;
  /** As the platform wishes. */
  askedMs?: number | undefined;
}): number {
  if (isRefused) return LONGEST_REST_MS;
  return Math.min(Math.max(everyMs * 2 ** (failures - 1), askedMs), LONGEST_REST_MS);
}
