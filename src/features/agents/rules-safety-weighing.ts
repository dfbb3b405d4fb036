/** What each feature of a message adds to each thing that the message may be. */
export type Weights = ReadonlyMap<string, readonly number[]>;

/** How likely each of `count` things is, by logistic regression. */
export function sharesOf(weights: Weights, features: readonly string[], count: number): number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const name of features) {
    const added = weights.get(name);
    if (!added) continue;
    for (let at = 0; at < count; at += 1) sums[at] = (sums[at] ?? 0) + (added[at] ?? 0);
  }
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const whole = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / whole);
}

/** Weights as the fits write them: `name=12,-3,0` in hundredths, between bars and line breaks. */
export function readWeights(text: string): Weights {
  return new Map(
    text.split(/[|\n]/).flatMap((entry) => {
      const cut = entry.lastIndexOf('=');
      if (cut < 0) return [];
      const added = entry
        .slice(cut + 1)
        .split(',')
        .map((weight) => Number(weight) / 100);
      return [[entry.slice(0, cut), added] as const];
    }),
  );
}
