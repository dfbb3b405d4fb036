import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitPassages } from '#engines/answers/passages.ts';
import { type PdfText, pdfOf } from '#tests/support/pdf.ts';
import { readFileText } from './file-text.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yarrow-pdf-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function textOf(...pages: PdfText[][]): Promise<string> {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, pdfOf(pages));
  return (await readFileText({ path, name: 'file.pdf' })).text;
}

describe('the text of a PDF', () => {
  it('is cut by its headings, whatever their size, and by white space', async () => {
    const text = await textOf([
      { text: 'Visiting the mill', y: 780, size: 24 },
      { text: 'Dogs', y: 740, size: 16 },
      { text: 'Dogs stay on a lead.', y: 715 },
      { text: 'Cats stay at home.', y: 690 },
      { text: 'Cars', y: 655, size: 16 },
      { text: 'Buses', y: 625, isBold: true },
      { text: 'Buses stop behind the barn.', y: 600 },
    ]);
    expect(splitPassages(text).map(({ headings, text: said }) => [headings, said])).toEqual([
      ['Visiting the mill › Dogs', 'Dogs stay on a lead.'],
      ['Visiting the mill › Dogs', 'Cats stay at home.'],
      ['Visiting the mill › Cars › Buses', 'Buses stop behind the barn.'],
    ]);
  });

  it('has wrapped lines put together again, and entries left apart', async () => {
    const text = await textOf([
      {
        text: 'A bar of our soap lasts for about four weeks when it is kept on a dry dish. Never leave it stand-',
        y: 780,
      },
      { text: 'ing in water, for it melts.', y: 766 },
      { text: 'Mill Lane 12', y: 730 },
      { text: 'Hexham', y: 716 },
      { text: '- soap', y: 690 },
      { text: '- salt', y: 676 },
    ]);
    expect(text).toContain('Never leave it standing in water, for it melts.');
    expect(text).toContain('Mill Lane 12\nHexham');
    expect(splitPassages(text).map(({ text: said }) => said)).toContain('salt');
  });

  it('keeps figures under the names of their columns where these stand close', async () => {
    const row = (y: number, cells: [string, string, string], isBold = false): PdfText[] =>
      cells.map((text, at) => ({ text, x: [50, 122, 180][at] ?? 0, y, isBold }));
    const text = await textOf([
      { text: 'What a parcel costs, by country and by what it weighs with its box.', y: 780 },
      ...row(750, ['Country', 'Up to 2 kg', 'Over 2 kg'], true),
      ...row(736, ['Great Britain', '3.20', '5.80']),
      ...row(722, ['Ireland', '6.90', '11.40']),
    ]);
    expect(text).toContain('| Country | Up to 2 kg | Over 2 kg |');
    expect(text).toContain('| Great Britain | 3.20 | 5.80 |');
    expect(text).toContain('| Ireland | 6.90 | 11.40 |');
  });

  it('keeps the rows of a table, with their columns where a row names them', async () => {
    const row = (y: number, cells: string[], isBold = false): PdfText[] =>
      cells.map((text, at) => ({ text, x: 50 + at * 150, y, isBold }));
    const text = await textOf([
      { text: 'The prices below hold for everybody who comes to the shop in person.', y: 780 },
      ...row(750, ['Box', 'Contents', 'Price'], true),
      ...row(734, ['Small hive', '1 soap', '15.00 GBP']),
      ...row(718, ['Big hive', '3 soaps', '36.00 GBP']),
      { text: 'Opening hours', y: 690, size: 15 },
      ...row(670, ['Monday', '9:00 to 17:00']),
      ...row(656, ['Friday', '9:00 to 12:00']),
    ]);
    const said = splitPassages(text).map((passage) => passage.text);
    expect(said).toContain('Box: Small hive; Contents: 1 soap; Price: 15.00 GBP');
    expect(said).toContain('Monday 9:00 to 17:00\nFriday 9:00 to 12:00');
  });

  it('reads two columns one after the other, however they were written', async () => {
    const left = [
      'Soap is boiled in the old mill, in a',
      'kettle that is older than the town',
      'and cut by hand when it has cooled',
      'for three days on a wooden board.',
    ];
    const right = [
      'Candles are poured on Fridays, and',
      'whoever wants to help is welcome,',
      'from four in the afternoon until it',
      'is dark, with tea and with bread.',
    ];
    const at = (text: string, x: number, line: number): PdfText => ({ text, x, y: 780 - line * 14 });
    const byLine = left.flatMap((text, line) => [at(text, 50, line), at(right[line] ?? '', 320, line)]);
    const byColumn = [
      ...left.map((text, line) => at(text, 50, line)),
      ...right.map((text, line) => at(text, 320, line)),
    ];
    for (const items of [byLine, byColumn]) {
      const text = (await textOf(items)).replaceAll('\n', ' ');
      expect(text).toContain('cut by hand when it has cooled for three days');
      expect(text).toContain('whoever wants to help is welcome, from four in the afternoon');
    }
  });

  it('goes on over the end of a page, without what stands at the edge of every page', async () => {
    const page = (number: number, ...items: PdfText[]): PdfText[] => [
      { text: 'Handbook of the mill', y: 815, size: 14 },
      ...items,
      { text: `Page ${number} of 3`, y: 20 },
    ];
    const text = await textOf(
      page(1, { text: 'Whoever wants to see how soap is boiled comes to the kitchen of the mill on', y: 60 }),
      page(2, { text: 'any Thursday at ten.', y: 780 }, { text: 'It is free.', y: 740 }),
      page(3, { text: 'The way is signposted.', y: 780 }),
    );
    expect(text).toContain('comes to the kitchen of the mill on any Thursday at ten.');
    expect(text.match(/Handbook of the mill/g)).toHaveLength(1);
    expect(text).not.toContain('Page 2');
    const lessons = [1, 2, 3, 4].map((number) => [{ text: `Lesson ${number}`, y: 800, size: 20 }]);
    expect(await textOf(...lessons)).toContain('Lesson 2');
  });
});
