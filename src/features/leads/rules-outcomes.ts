/** Leads below which a share says more about chance than about the score. */
export const FEWEST_OUTCOMES = 30;

/** Two-sided 95 %. */
const Z = 1.96;

/** Whole percent between which the true share lies with 95 % confidence (Wilson); null where there is too little data. */
export function likelyPercent(part: number, whole: number): { from: number; to: number } | null {
  if (whole < FEWEST_OUTCOMES) return null;
  const share = part / whole;
  const spread = (Z * Z) / whole;
  const middle = share + spread / 2;
  const reach = Z * Math.sqrt((share * (1 - share)) / whole + spread / (4 * whole));
  const percent = (value: number): number => Math.round((100 * value) / (1 + spread));
  return { from: Math.max(0, percent(middle - reach)), to: Math.min(100, percent(middle + reach)) };
}
