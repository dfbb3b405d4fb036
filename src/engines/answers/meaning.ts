/** The same direction with length 1, so that the product of two is how alike they are. */
export function toUnitLength(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}

/** One bit for each number: whether it is above 0. Two texts that mean the same differ in few. */
export function signsOf(vector: readonly number[]): string {
  return vector.map((value) => (value > 0 ? '1' : '0')).join('');
}

/** A rank of 1 in one list must not outweigh good ranks in both (G. V. Cormack and others, SIGIR 2009). */
const RANK_OFFSET = 60;

/** One order made of several: what stands high in more of them stands higher. Equal ones keep the order of the first. */
export function fuseRanks<T>(lists: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const scores = new Map<string, { item: T; score: number }>();
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const known = scores.get(keyOf(item)) ?? { item, score: 0 };
      known.score += 1 / (RANK_OFFSET + rank + 1);
      scores.set(keyOf(item), known);
    }
  }
  return [...scores.values()].sort((left, right) => right.score - left.score).map(({ item }) => item);
}
