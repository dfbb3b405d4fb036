import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { textCell, workbookOf } from '#tests/support/workbook.ts';
import { readWorkbook } from './workbook-reading.ts';

const MIB = 1024 * 1024;
const RELATIONS = 'xl/_rels/workbook.xml.rels';

it('reads the sheets in their order and says which are hidden', async () => {
  const bytes = workbookOf([
    { name: 'Cover', rows: [['Customers']] },
    { name: 'Old', rows: [['email']], state: 'veryHidden' },
    { name: 'People', rows: [['email'], ['ann@example.com']] },
  ]);
  expect(await readWorkbook(bytes, MIB)).toEqual([
    { name: 'Cover', isHidden: false, tooLarge: null, rows: [['Customers']] },
    { name: 'Old', isHidden: true, tooLarge: null, rows: [['email']] },
    { name: 'People', isHidden: false, tooLarge: null, rows: [['email'], ['ann@example.com']] },
  ]);
});

it('leaves out a sheet that reaches too far, says how far, and reads the others', async () => {
  const rows = `<row r="1">${textCell('a', 'A1')}</row><row r="1048576">${textCell('b', 'XFD1048576')}</row>`;
  // Spaces in a tag do not hide where a cell is.
  const spaced = rows.replaceAll(' r="', ` r${' '.repeat(40)}="`);
  for (const far of [rows, spaced]) {
    const bytes = workbookOf([
      { name: 'Far', rows: far },
      { name: 'People', rows: [['email']] },
    ]);
    expect(await readWorkbook(bytes, MIB)).toMatchObject([
      { name: 'Far', tooLarge: { rows: 1_048_576, columns: 16_384 } },
      { name: 'People', tooLarge: null, rows: [['email']] },
    ]);
  }
});

it('reads a workbook in which one sheet is a chart', async () => {
  const parts = unzipSync(
    workbookOf([
      { name: 'Chart', rows: [] },
      { name: 'People', rows: [['email']] },
    ]),
  );
  const relations = strFromU8(parts[RELATIONS] ?? new Uint8Array());
  parts[RELATIONS] = strToU8(
    relations.replace('worksheet" Target="worksheets/sheet1', 'chartsheet" Target="chartsheets/sheet1'),
  );
  delete parts['xl/worksheets/sheet1.xml'];
  parts['xl/chartsheets/sheet1.xml'] = strToU8('<chartsheet/>');
  expect(await readWorkbook(zipSync(parts), MIB)).toMatchObject([
    { name: 'Chart', rows: [] },
    { name: 'People', rows: [['email']] },
  ]);
});

it('says what is no workbook, and what is damaged', async () => {
  const archive = zipSync({ 'readme.xml': strToU8('<a/>') });
  await expect(readWorkbook(archive, MIB)).rejects.toMatchObject({ problem: 'no_workbook' });
  const cut = workbookOf([{ name: 'People', rows: [['email']] }]).subarray(0, 200);
  await expect(readWorkbook(cut, MIB)).rejects.toMatchObject({ problem: 'damaged' });
});
