/**
 * How fast the claims engine checks advertising texts, three jurisdictions at once: bytes per second of texts joined to
 * 5,000 characters, and one such text. Processor time of the checking thread, so a busy machine does not count.
 */
import { readClaimSets } from '../evals/claims.ts';
import { checkClaims, prepareClaims } from '../src/engines/claims/check.ts';

const LENGTH = 5_000;
const ROUNDS = 7;
const JURISDICTIONS = ['US', 'EU', 'UK'] as const;

await prepareClaims(1_000, () => Promise.resolve());
const all = readClaimSets()
  .filter(({ isIndependent }) => isIndependent)
  .flatMap(({ rows }) => rows.map(({ text }) => text))
  .join('\n\n');
const texts = Array.from({ length: Math.floor(all.length / LENGTH) }, (_, at) =>
  all.slice(at * LENGTH, (at + 1) * LENGTH),
);
const bytes = Buffer.byteLength(texts.join(''));

const perRound = Array.from({ length: ROUNDS }, () =>
  texts.map((text) => {
    const before = process.threadCpuUsage();
    checkClaims(text, { jurisdictions: JURISDICTIONS, kind: 'content' });
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  }),
);
// The first rounds warm the compiler up.
const costs = perRound.slice(2);
const totals = costs.map((round) => round.reduce((sum, ms) => sum + ms, 0));
const single = costs.flat().sort((one, other) => one - other);
print('MB/s', (bytes / 1_000_000 / medianOf(totals)) * 1_000, 2);
print('ms for 5,000 characters, median', medianOf(single), 2);
print('ms for 5,000 characters, 95th percentile', single[Math.floor(single.length * 0.95)] ?? 0, 2);

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function print(what: string, figure: number, digits: number): void {
  process.stdout.write(`${figure.toFixed(digits)} ${what}\n`);
}
