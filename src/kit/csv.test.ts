import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvOf, unguarded } from './csv.ts';

const HOSTILE = [
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\u00a0=1',
  '\u200b=1',
  '\u202e=1',
  '﹦1',
  '⁺1',
  "'=1",
  "'quoted",
  'a "quoted" word',
  'two\nlines',
  'semi;colon, comma',
  "fine; =cmd|'/c calc'!A0;then",
  "two\n=cmd|'/c calc'!A0\nlines",
  'two\r\n\u200b＝1\r\n\r\n  @SUM(A1)',
  'a\t+HYPERLINK("https://x.test")',
  'list\n- one\n- two; - three',
  "a\n'=1;'b;''c\n''-f(1)",
  '\n=1',
  ' spaces ',
  '',
];

describe('CSV', () => {
  it('holds no cell that a spreadsheet would run', () => {
    const rows: string[][] = parse(csvOf(HOSTILE.map((text) => [text, 'x'])), { bom: true });
    for (const [cell = ''] of rows) expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@\t\r＝＋－＠﹦⁺]/u);
  });

  it('nor one that begins in the middle of a cell, where another separator than the comma is the usual one', () => {
    const text = csvOf(HOSTILE.map((cell) => ['Ann', cell, 'x']));
    for (const delimiter of [';', '\t']) {
      const rows: string[][] = parse(text, {
        bom: true,
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
      });
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s\p{C}]*(?:[=＝]|[+@-].*[(|])/u);
    }
    expect(text).toContain('list\n- one\n- two; - three');
  });

  it('gives back each cell as it was', () => {
    const rows: string[][] = parse(csvOf(HOSTILE.map((text) => [text, 'x'])), { bom: true });
    expect(rows.map(([cell = '']) => unguarded(cell))).toEqual(HOSTILE);
  });

  it('leaves a change in percent as it is shown', () => {
    const changes = ['+7.5%', '−1,204.3%', "'+7.5%", '+1%+cmd', '-1+2%'];
    const rows: string[][] = parse(csvOf(changes.map((text) => [text])), { bom: true });
    const cells = rows.map(([cell = '']) => cell);
    expect(cells).toEqual(['+7.5%', '−1,204.3%', "''+7.5%", "'+1%+cmd", "'-1+2%"]);
    expect(cells.map(unguarded)).toEqual(changes);
  });
});
