import { strToU8, zipSync } from 'fflate';

/** A sheet of texts, or its rows as XML. */
export type TestSheet = { name: string; rows: string[][] | string; state?: 'hidden' | 'veryHidden' };

const OFFICE = 'http://schemas.openxmlformats.org';
const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);

/** An Excel workbook, as small as one can be. */
export function workbookOf(sheets: readonly TestSheet[]): Buffer {
  const each = (text: (sheet: TestSheet, number: number) => string) =>
    sheets.map((sheet, index) => text(sheet, index + 1)).join('');
  const parts = sheets.map(({ rows }, index): [string, Uint8Array] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    xml(
      `<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${typeof rows === 'string' ? rows : rowsOf(rows)}</sheetData></worksheet>`,
    ),
  ]);
  const packed = zipSync({
    '[Content_Types].xml': xml(`<Types xmlns="${OFFICE}/package/2006/content-types"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>${each(
        ({ name, state }, n) =>
          `<sheet name="${name}" sheetId="${n}"${state ? ` state="${state}"` : ''} r:id="rId${n}"/>`,
      )}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${OFFICE}/package/2006/relationships">${each(
        (_, n) =>
          `<Relationship Id="rId${n}" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}</Relationships>`,
    ),
    ...Object.fromEntries(parts),
  });
  return Buffer.from(packed);
}

export const textCell = (text: string, place: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

function rowsOf(rows: string[][]): string {
  return rows
    .map((cells, row) => {
      const told = cells.map((text, at) => textCell(text, `${String.fromCharCode(65 + at)}${row + 1}`));
      return `<row r="${row + 1}">${told.join('')}</row>`;
    })
    .join('');
}
