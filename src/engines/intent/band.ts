export type Band = 'low' | 'medium' | 'high';

/** Lowest score of a band. */
export const BAND_FLOORS = { high: 8, medium: 5, low: 0 } as const;

/** Band of a score out of 10: high from 8, medium from 5, low below. */
export function bandOf(score: number): Band {
  if (score >= BAND_FLOORS.high) return 'high';
  return score >= BAND_FLOORS.medium ? 'medium' : 'low';
}
