import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { type WorkbookCell, xlsxOf } from './workbook.ts';

async function* portionsOf(...portions: WorkbookCell[][][]) {
  for (const portion of portions) {
    await Promise.resolve();
    yield portion;
  }
}

async function packed(portions: AsyncIterable<WorkbookCell[][]>, rowsOfSheet?: number): Promise<Buffer> {
  const options = { name: 'Leads', head: ['Name', 'Score'], ...(rowsOfSheet && { rowsOfSheet }) };
  return Buffer.concat(await Array.fromAsync(xlsxOf(portions, options)));
}

it('gives back every text as it was, markup, formulas, lines and spaces among them, and numbers as numbers', async () => {
  const texts = ['<b>&amp;"\'', '=1+1', ' two\nlines\t', 'a\rb', '𝒳 ünï', '', '12', 'half \ud800', '_x0041_'];
  const file = await packed(portionsOf(texts.map((text, index) => [text, index])));
  expect(await readSheet(file, 1, { trim: false })).toEqual([
    ['Name', 'Score'],
    ...texts.map((text, index) => [text === '' ? null : text.toWellFormed(), index]),
  ]);
});

it('writes what a parser of XML alone would take away: carriage returns, and spaces at the ends', async () => {
  const file = await packed(portionsOf([['a\rb', 1]], [[' two ', 2]]));
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('>a&#13;b</t>');
  expect(sheet).toContain('<t xml:space="preserve"> two </t>');
});

it('goes on in a further sheet where one is full, whatever the portions', async () => {
  const file = await packed(
    portionsOf(
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      [
        ['d', 4],
        ['e', 5],
      ],
    ),
    3,
  );
  const names = async (sheet: number) => (await readSheet(file, sheet)).map(([name]) => name);
  expect([await names(1), await names(2), await names(3)]).toEqual([
    ['Name', 'a', 'b'],
    ['Name', 'c', 'd'],
    ['Name', 'e'],
  ]);
});

it('is packed while it is read, not at its end', async () => {
  let asked = 0;
  async function* many() {
    for (; asked < 50; asked += 1) {
      await Promise.resolve();
      yield Array.from({ length: 200 }, () => [crypto.randomUUID(), asked]);
    }
  }
  const file = xlsxOf(many(), { name: 'Leads', head: ['Name', 'Score'] });
  await file.next();
  expect(asked).toBeLessThan(25);
  await file.return(undefined);
});
