/**
 * `npm run eval:claims [-- --file FILE]`: how well the claims engine judges labelled texts. Without FILE, those of each
 * independent author with a model fitted to the others. FILE is a table `text, jurisdiction, verdict, rules` with tabs, or
 * JSON lines with these fields.
 */
import { parseArgs } from 'node:util';
import {
  type ClaimRow,
  everydayClaims,
  labelledClaims,
  readClaimRows,
  readClaimSets,
} from '../evals/claims.ts';
import { checkClaims, checkWith } from '../src/engines/claims/check.ts';
import type { ClaimCheck } from '../src/engines/claims/finding.ts';
import { Judge, readModel } from '../src/engines/claims/model.ts';
import { claimSampleOf, trainClaims } from '../src/engines/claims/train.ts';

type Judged = { row: ClaimRow; check: ClaimCheck };
type Tally = { hits: number; falseAlarms: number; misses: number };

const { values } = parseArgs({ options: { file: { type: 'string' } } });
const judged = values.file === undefined ? judgeLeftOut() : judgeFile(values.file);

for (const { row, check } of judged) {
  if (check.verdict === row.verdict) continue;
  const marks = check.findings.map(({ rule, severity, excerpt }) => `${rule} (${severity}) "${excerpt}"`);
  print(
    `${row.jurisdiction} ${row.verdict} (${row.rules.join(', ')}) got ${check.verdict}: ${marks.join('; ')}`,
  );
  print(`    ${row.text}`);
}
table(
  'rule',
  tally(
    ({ rules }) => rules,
    ({ findings }) => [...new Set(findings.map(({ rule }) => rule))],
  ),
);
table(
  'verdict',
  tally(
    ({ verdict }) => [verdict],
    ({ verdict }) => [verdict],
  ),
);
const byPlace = Map.groupBy(judged, ({ row }) => row.jurisdiction);
print(
  JSON.stringify({
    ...figuresOf(judged),
    jurisdictions: Object.fromEntries([...byPlace].map(([place, rows]) => [place, figuresOf(rows)])),
    ruleMicroF1: round(
      scoresOf(
        sumOf(
          tally(
            ({ rules }) => rules,
            ({ findings }) => findings.map(({ rule }) => rule),
          ),
        ),
      ).f1,
    ),
  }),
);

function judgeFile(file: string): Judged[] {
  return readClaimRows(file).map((row) => ({
    row,
    check: checkClaims(row.text, { jurisdictions: [row.jurisdiction] }),
  }));
}

function judgeLeftOut(): Judged[] {
  const everyday = everydayClaims().map(claimSampleOf);
  const sets = readClaimSets().map((set) => ({ ...set, samples: labelledClaims(set).map(claimSampleOf) }));
  return sets
    .filter(({ isIndependent }) => isIndependent)
    .flatMap((leftOut) => {
      const others = sets.filter((set) => set !== leftOut).flatMap(({ samples }) => samples);
      const judge = new Judge(readModel(trainClaims([...others, ...everyday])));
      const those = leftOut.rows.map((row) => ({
        row,
        check: checkWith(judge, row.text, { jurisdictions: [row.jurisdiction] }),
      }));
      print(`${leftOut.name} ${JSON.stringify(figuresOf(those))}`);
      return those;
    });
}

/** Share of what must be blocked that is; share of what is harmless that is blocked, and that has any finding. */
function figuresOf(those: readonly Judged[]) {
  const [blocks, harmless] = (['block', 'ok'] as const).map((verdict) =>
    those.filter(({ row }) => row.verdict === verdict),
  );
  const share = (of: readonly Judged[] = [], isMeant: (verdict: string) => boolean): number =>
    round(of.filter(({ check }) => isMeant(check.verdict)).length / Math.max(1, of.length));
  const blocked = those.filter(({ check }) => check.verdict === 'block');
  const precision = blocked.filter(({ row }) => row.verdict === 'block').length / Math.max(1, blocked.length);
  const blockRecall = share(blocks, (verdict) => verdict === 'block');
  return {
    rows: those.length,
    accuracy: round(those.filter(({ row, check }) => row.verdict === check.verdict).length / those.length),
    blockRecall,
    falseBlocks: share(harmless, (verdict) => verdict === 'block'),
    falseAlarmsOnOk: share(harmless, (verdict) => verdict !== 'ok'),
    blockF1: round((2 * precision * blockRecall) / Math.max(1e-9, precision + blockRecall)),
  };
}

function tally(
  expectedOf: (row: ClaimRow) => readonly string[],
  foundOf: (check: ClaimCheck) => readonly string[],
): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const of = (key: string): Tally => {
    const known = tallies.get(key) ?? { hits: 0, falseAlarms: 0, misses: 0 };
    tallies.set(key, known);
    return known;
  };
  for (const { row, check } of judged) {
    const expected = new Set(expectedOf(row));
    const found = new Set(foundOf(check));
    for (const key of expected) of(key)[found.has(key) ? 'hits' : 'misses'] += 1;
    for (const key of found) if (!expected.has(key)) of(key).falseAlarms += 1;
  }
  return tallies;
}

function scoresOf({ hits, falseAlarms, misses }: Tally) {
  const precision = hits / Math.max(1, hits + falseAlarms);
  const recall = hits / Math.max(1, hits + misses);
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function sumOf(tallies: Map<string, Tally>): Tally {
  const sum = { hits: 0, falseAlarms: 0, misses: 0 };
  for (const { hits, falseAlarms, misses } of tallies.values()) {
    sum.hits += hits;
    sum.falseAlarms += falseAlarms;
    sum.misses += misses;
  }
  return sum;
}

function table(title: string, tallies: Map<string, Tally>): void {
  print(`\n${title.padEnd(24)} precision  recall     F1   rows`);
  for (const [name, one] of [...tallies].sort(([left], [right]) => left.localeCompare(right))) {
    const { precision, recall, f1 } = scoresOf(one);
    const cells = [precision, recall, f1].map((figure) => figure.toFixed(2).padStart(8)).join('');
    print(`${name.padEnd(24)} ${cells} ${String(one.hits + one.misses).padStart(6)}`);
  }
}

function round(figure: number): number {
  return Math.round(figure * 1_000) / 1_000;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
