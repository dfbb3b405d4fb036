/**
 * Compares ours with a reference in one run. The two alternate, so that other work on the machine affects both; the ratio
 * is valid on other machines, the figures are not.
 */

export type Side = {
  name: string;
  /** One round; returns its figure. */
  measure: () => Promise<number>;
};

export type Comparison = {
  /** Target it belongs to, `P1`. */
  target: string;
  title: string;
  unit: string;
  reference: Side;
  ours: Side;
  /** Whether more of the unit is better (throughput) or less (time). */
  better: 'more' | 'less';
  /** Bound of ours ÷ reference: at least, where more is better; at most, where less is. */
  bound: number;
  rounds?: number;
};

export type Result = {
  target: string;
  title: string;
  unit: string;
  reference: number;
  ours: number;
  ratio: number;
  bound: number;
  isMet: boolean;
};

const ROUNDS = 5;

/** Runs one comparison and prints it. */
export async function compare({
  target,
  title,
  unit,
  reference,
  ours,
  better,
  bound,
  rounds = ROUNDS,
}: Comparison): Promise<Result> {
  const figures = { reference: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    // The first side changes each round, so that a warm cache favours neither.
    const order = round % 2 === 0 ? (['reference', 'ours'] as const) : (['ours', 'reference'] as const);
    for (const who of order) figures[who].push(await (who === 'ours' ? ours : reference).measure());
  }
  const result = judge({
    target,
    title,
    unit,
    better,
    bound,
    reference: median(figures.reference),
    ours: median(figures.ours),
  });
  print(result, reference.name, ours.name);
  return result;
}

type Judged = Pick<Comparison, 'target' | 'title' | 'unit' | 'better' | 'bound'> & {
  reference: number;
  ours: number;
};

/** A result from figures that were measured elsewhere in the same run. */
export function judge({ target, title, unit, better, bound, reference, ours }: Judged): Result {
  const ratio = ours / reference;
  const isMet = better === 'more' ? ratio >= bound : ratio <= bound;
  return { target, title, unit, reference, ours, ratio, bound, isMet };
}

export function print(result: Result, referenceName = 'reference', oursName = 'ours'): void {
  const figure = (value: number): string =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
  process.stdout.write(
    `${result.target} ${result.title}\n` +
      `  ${referenceName}: ${figure(result.reference)} ${result.unit}\n` +
      `  ${oursName}: ${figure(result.ours)} ${result.unit}\n` +
      `  ratio ${result.ratio.toFixed(2)}, target ${result.bound}: ${result.isMet ? 'met' : 'missed'}\n` +
      `${JSON.stringify(result)}\n`,
  );
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const index = Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
