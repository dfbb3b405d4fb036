import { DAY_MS } from '#kit/time.ts';

/** Age of a post, as what is left of the points above medium: a wish cools down. */
const STEPS = [
  { days: 1, share: 1 },
  { days: 3, share: 0.92 },
  { days: 7, share: 0.7 },
  { days: 14, share: 0.5 },
  { days: 30, share: 0.38 },
  { days: 60, share: 0.3 },
];
/** Of an older post. */
export const STALE_SHARE = 0.22;
/** Of a post without a date. */
export const UNDATED_SHARE = 0.92;

export function shareLeft(ageMs: number): number {
  return STEPS.find(({ days }) => ageMs <= days * DAY_MS)?.share ?? STALE_SHARE;
}
