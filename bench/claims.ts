/**
 * The claims linter: megabytes a second on one core, a text of 5,000 characters, and ten times the text against the
 * text, for writing as it comes and for writing that means harm. Processor time of this process, so that neighbours on
 * the machine do not count.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { judge, median, print } from './runner.ts';

const EVERYWHERE: Jurisdiction[] = ['US', 'EU', 'UK'];
const ROUNDS = 7;
const SIZE = 400_000;

const file = new URL('../src/features/compliance/claims-sentences/own.tsv', import.meta.url);
const sentences = readFileSync(fileURLToPath(file), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0] ?? '');
const prose = ofSize(`${sentences.join(' ')}\n\n`, SIZE);

const HOSTILE: Record<string, string> = {
  'one word without end': 'a',
  'claims without a full stop': 'cures cancer ',
  'tags that never close': '<a<b "',
  'merge fields that never close': '{{',
  'spaced-out letters': 'c u r e ',
  'hashtags without spaces': '#curecancer',
  'zero-width characters': 'c\u200bu\u200br\u200be\u200bs cancer ',
  'look-alike letters': 'сüre5 саncer ',
  'beginnings of every pattern': 'you saw our natural post without ',
};

for (let warm = 0; warm < 3; warm += 1) work(prose);

print(
  judge({
    target: 'claims',
    title: `${SIZE / 1_000} kB of marketing sentences, three jurisdictions`,
    unit: 'MB/s',
    better: 'more',
    bound: 1,
    reference: 2,
    ours: SIZE / 1_000 / costOf(prose),
  }),
  'wanted',
  'checkClaims',
);
print(
  judge({
    target: 'claims',
    title: 'A text of 5,000 characters',
    unit: 'ms',
    better: 'less',
    bound: 1,
    reference: 5,
    ours: costOf(prose.slice(0, 5_000)),
  }),
  'wanted',
  'checkClaims',
);
for (const [name, unit] of Object.entries({ 'marketing sentences': prose, ...HOSTILE })) {
  const text = ofSize(unit, SIZE);
  const [short, long] = [costOf(text.slice(0, SIZE / 10)), costOf(text)];
  print(
    judge({
      target: 'claims',
      title: `Ten times the text: ${name}`,
      unit: 'ms',
      better: 'less',
      bound: 12,
      reference: short,
      ours: long,
    }),
    `${SIZE / 10_000} kB`,
    `${SIZE / 1_000} kB`,
  );
}

function work(text: string): void {
  checkClaims(text, EVERYWHERE, { kind: 'content', format: text.startsWith('<') ? 'html' : 'text' });
}

/** Milliseconds of processor time, median; short texts are read often enough to be measured. */
function costOf(text: string): number {
  const times = Math.max(1, Math.round(100_000 / text.length));
  const costs = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) work(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / times;
  });
  return median(costs);
}

function ofSize(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}
