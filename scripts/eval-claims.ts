/**
 * `npm run eval:claims [-- --file FILE]`: how well the claims linter judges labelled sentences, without FILE those that
 * nothing is tuned to. FILE is JSON lines
 * `{id, text, jurisdiction, verdict, rules, note}` or a table `text, jurisdiction, verdict, rules` with tabs.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ClaimVerdict } from '#features/compliance/contract.ts';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import { Jurisdiction } from '#features/settings/contract.ts';

/** No rule and no fit is made from them. */
const HELD_OUT = fileURLToPath(new URL('../evals/claims-heldout.tsv', import.meta.url));

const Row = z.object({
  id: z.string(),
  text: z.string(),
  jurisdiction: Jurisdiction,
  verdict: ClaimVerdict,
  rules: z.array(z.string()),
  note: z.string().optional(),
});
type Row = z.infer<typeof Row>;

type Tally = { hits: number; falseAlarms: number; misses: number };

const { values } = parseArgs({ options: { file: { type: 'string', default: HELD_OUT } } });
const rows = readRows(values.file);
const verdicts = new Map<string, Tally>();
const rules = new Map<string, Tally>();
let alarmsOnOk = 0;

for (const row of rows) {
  const check = checkClaims(row.text, [row.jurisdiction]);
  const found = new Set(check.findings.map((finding) => finding.rule));
  count(verdicts, [row.verdict], [check.verdict]);
  count(rules, row.rules, [...found]);
  if (row.verdict === 'ok' && check.verdict !== 'ok') alarmsOnOk += 1;
  if (check.verdict !== row.verdict) {
    const marks = check.findings.map((finding) => `${finding.rule} "${finding.excerpt}"`).join('; ');
    print(
      `${row.id} ${row.jurisdiction} ${row.verdict} (${row.rules.join(', ') || '–'}) got ${check.verdict}: ${marks}`,
    );
    print(`    ${row.text}`);
  }
}

print('');
table('rule', rules);
print('');
table('verdict', verdicts);
const f1s = [...verdicts.values()].map((tally) => figuresOf(tally).f1);
const okRows = rows.filter((row) => row.verdict === 'ok').length;
const exact = [...verdicts.values()].reduce((sum, tally) => sum + tally.hits, 0);
print(
  JSON.stringify({
    rows: rows.length,
    accuracy: round(exact / rows.length),
    macroF1: round(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length),
    blockRecall: round(figuresOf(verdicts.get('block')).recall),
    falseAlarmsOnOk: round(alarmsOnOk / Math.max(1, okRows)),
    ruleMicroF1: round(figuresOf(sumOf(rules)).f1),
  }),
);

function readRows(file: string): Row[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    // A remark, not a post that begins with a hashtag.
    .filter((line) => line.trim() !== '' && !/^#[^\t]*$/.test(line));
  if (!file.endsWith('.tsv')) return lines.map((line) => Row.parse(JSON.parse(line)));
  return lines
    .filter((line) => !line.startsWith('text\t'))
    .map((line, index) => {
      const [text, jurisdiction, verdict, names = ''] = line.split('\t');
      return Row.parse({
        id: String(index + 1),
        text,
        jurisdiction,
        verdict,
        rules: names.split(/[,\s]+/).filter((name) => name !== '' && name !== '-'),
      });
    });
}

function count(tallies: Map<string, Tally>, expected: string[], found: string[]): void {
  const tallyOf = (key: string): Tally => {
    const known = tallies.get(key) ?? { hits: 0, falseAlarms: 0, misses: 0 };
    tallies.set(key, known);
    return known;
  };
  for (const key of expected) {
    if (found.includes(key)) tallyOf(key).hits += 1;
    else tallyOf(key).misses += 1;
  }
  for (const key of found) if (!expected.includes(key)) tallyOf(key).falseAlarms += 1;
}

function figuresOf(tally: Tally = { hits: 0, falseAlarms: 0, misses: 0 }) {
  const { hits, falseAlarms, misses } = tally;
  const precision = hits + falseAlarms === 0 ? 0 : hits / (hits + falseAlarms);
  const recall = hits + misses === 0 ? 0 : hits / (hits + misses);
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function sumOf(tallies: Map<string, Tally>): Tally {
  const sum = { hits: 0, falseAlarms: 0, misses: 0 };
  for (const tally of tallies.values()) {
    sum.hits += tally.hits;
    sum.falseAlarms += tally.falseAlarms;
    sum.misses += tally.misses;
  }
  return sum;
}

function table(title: string, tallies: Map<string, Tally>): void {
  print(`${title.padEnd(24)} precision  recall     F1   rows`);
  for (const [name, tally] of [...tallies].sort(([left], [right]) => left.localeCompare(right))) {
    const { precision, recall, f1 } = figuresOf(tally);
    const cells = [precision, recall, f1].map((figure) => figure.toFixed(2).padStart(8)).join('');
    print(`${name.padEnd(24)} ${cells} ${String(tally.hits + tally.misses).padStart(6)}`);
  }
}

function round(figure: number): number {
  return Math.round(figure * 1_000) / 1_000;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
