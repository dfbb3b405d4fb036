/** First digit of the fourth part of a UUID (RFC 9562). */
const VARIANTS = ['8', '9', 'a', 'b'];

/** Chance that comes out the same for the same seed (mulberry32). */
export type Random = {
  /** From 0 up to but not including 1. */
  next: () => number;
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(items: readonly T[]) => T[];
  /** A UUID that sorts by the instant it is given (version 7, RFC 9562). */
  id: (at: Date) => string;
};

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(next() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  const shuffled = <T>(items: readonly T[]): T[] => {
    const order = items.map((item) => ({ item, rank: next() }));
    return order.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
  };
  const hex = (digits: number): string =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const id = (at: Date): string => {
    const time = at.getTime().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${pick(VARIANTS)}${hex(3)}-${hex(6)}${hex(6)}`;
  };
  return { next, between, pick, shuffled, id };
}

/** `total` in whole shares as near to the weights as can be; the shares add up exactly (largest remainder). */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const missing = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
