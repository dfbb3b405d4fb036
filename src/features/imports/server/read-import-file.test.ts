import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { csv, importCalls } from '#tests/support/lead-calls.ts';
import { textCell, workbookOf } from '#tests/support/workbook.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
  group = await member.post('/api/lead-groups', { name: 'From real files' });
});
afterAll(() => app.close());

const { importFile, fresh, find } = importCalls(() => ({ member, group }));
const rowsFor = (people: { name: string; email: string }[]) => [
  ['Name', 'E-mail'],
  ...people.map(({ name, email }) => [name, email]),
];

describe('workbooks', () => {
  it('reads the sheet that holds people, says which one, and another on demand', async () => {
    const shown = fresh(3);
    const hidden = fresh(5);
    const other = fresh(2);
    const bytes = workbookOf([
      { name: 'Old list', rows: rowsFor(hidden), state: 'veryHidden' },
      { name: 'Cover', rows: [['Customers 2026'], ['Questions? Write to the office.']] },
      { name: 'Empty', rows: [] },
      { name: 'Customers', rows: rowsFor(shown) },
      { name: 'Partners', rows: rowsFor(other) },
    ]);
    const report = await importFile(bytes, { name: 'people.xlsx', query: '&dryRun=true' });
    expect(report).toMatchObject({
      rows: 3,
      format: { kind: 'workbook', sheet: 'Customers' },
    });
    expect(report.format.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['Old list', true],
      ['Cover', false],
      ['Empty', false],
      ['Customers', false],
      ['Partners', false],
    ]);
    const asked = (sheet: string) =>
      importFile(bytes, { name: 'people.xlsx', query: `&dryRun=true&sheet=${encodeURIComponent(sheet)}` });
    expect(await asked('Partners')).toMatchObject({ rows: 2, format: { sheet: 'Partners' } });
    expect(await asked('Old list')).toMatchObject({ rows: 5 });
    expect(await asked('Nowhere')).toMatchObject({ errors: [{ row: 0, reason: 'unknown_sheet' }] });
  });

  it('reads a hidden sheet where no other holds people', async () => {
    const bytes = workbookOf([
      { name: 'Cover', rows: [['Customers']] },
      { name: 'Data', rows: rowsFor(fresh(2)), state: 'hidden' },
    ]);
    const query = '&dryRun=true';
    expect(await importFile(bytes, { name: 'p.xlsx', query })).toMatchObject({
      rows: 2,
      format: { sheet: 'Data' },
    });
  });

  it('refuses a sheet that reaches to its last cell, and goes on answering', async () => {
    const rows = `<row r="1">${textCell('email', 'A1')}</row><row r="1048576">${textCell('x', 'XFD1048576')}</row>`;
    const bytes = workbookOf([{ name: 'People', rows }]);
    expect(bytes.length).toBeLessThan(2_000);
    const [report, health] = await Promise.all([
      importFile(bytes, { name: 'people.xlsx', query: '&dryRun=true' }),
      member.call('GET', '/healthz'),
    ]);
    expect(report).toMatchObject({ rows: 0, errors: [{ row: 0, reason: 'sheet_too_large' }] });
    expect(health.status).toBe(200);
  });
});

describe('texts', () => {
  it('detects the encoding and takes another one', async () => {
    const [person] = fresh(1);
    const bytes = Buffer.concat([
      Buffer.from('Name;E-mail\r\nStanis'),
      Buffer.from([0xb3]),
      Buffer.from('aw '),
      Buffer.from([0xaf]),
      Buffer.from(`ak;${person?.email}\r\n`),
    ]);
    const query = '&dryRun=true';
    const detected = await importFile(bytes, { query });
    expect(detected).toMatchObject({ format: { encoding: 'windows-1250' } });
    expect(detected.sample[0]?.[0]).toBe('Stanisław Żak');
    const chosen = await importFile(bytes, { query: `${query}&encoding=windows-1252` });
    expect(chosen).toMatchObject({ format: { encoding: 'windows-1252' } });
    expect(chosen.sample[0]?.[0]).toBe('Stanis³aw ¯ak');
  });

  it.each([
    ['a web page', '<html><body><table><tr><td>email</td></tr></table></body></html>', 'markup_file'],
    [
      'XML',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'markup_file',
    ],
    ['a web archive', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<table></table>', 'markup_file'],
    ['contact cards', 'BEGIN:VCARD\r\nEMAIL:ann@example.com\r\nEND:VCARD\r\n', 'not_a_table'],
    ['JSON', '[{"name":"Ann","email":"ann@example.com"}]', 'not_a_table'],
    ['rich text', '{\\rtf1 ann@example.com}', 'not_a_table'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'old_workbook'],
  ])('says that %s named .xls is one', async (_, bytes, reason) => {
    expect(await importFile(bytes, { name: 'people.xls' })).toMatchObject({ errors: [{ row: 0, reason }] });
  });

  it('reads a workbook and a table of tabs that are named .xls', async () => {
    const query = '&dryRun=true';
    const book = workbookOf([{ name: 'People', rows: rowsFor(fresh(1)) }]);
    expect(await importFile(book, { name: 'p.xls', query })).toMatchObject({ rows: 1, importable: 1 });
    const tabs = `name\temail\nMira\t${fresh(1)[0]?.email}\n`;
    expect(await importFile(tabs, { name: 'p.xls', query })).toMatchObject({ importable: 1 });
  });

  it('reads a file in which lines end in different ways', async () => {
    const [one, other, third] = fresh(3);
    const text = `name,email\r\n"A\nB",${one?.email}\nB,${other?.email}\r\nC,${third?.email}\rD,x`;
    expect(await importFile(text, { query: '&dryRun=true' })).toMatchObject({ rows: 4, importable: 3 });
  });

  it('refuses more columns than a file of people has, and reads headings of any length', async () => {
    const wide = `email,${Array.from({ length: 2_000 }, (_, at) => `c${at}`).join(',')}\na@customer.test\n`;
    expect(await importFile(wide)).toMatchObject({ errors: [{ row: 0, reason: 'too_many_columns' }] });
    const [person] = fresh(1);
    const long = csv([
      ['email', 'agree '.repeat(100_000)],
      [person?.email ?? '', 'agree '.repeat(100_000)],
    ]);
    const report = await importFile(long, { query: '&dryRun=true' });
    expect(report.importable).toBe(1);
    expect(report.header[1]?.length).toBeLessThanOrEqual(200);
  });
});

describe('people', () => {
  it('tells repeated records of a file from people who were known before', async () => {
    const [one, other] = fresh(2);
    const rows = [one, other, one].map((person) => ({ name: 'Mira', email: person?.email ?? '' }));
    expect(await importFile(csv(rowsFor(rows)))).toMatchObject({ imported: 2, duplicates: 1, repeated: 1 });
    expect(await importFile(csv(rowsFor(rows)))).toMatchObject({ imported: 0, duplicates: 3, repeated: 0 });
  });

  it('never makes one person of two whose numbers a spreadsheet cut short', async () => {
    const numbers = csv([
      ['name', 'phone'],
      ['Mira', '4.91512E+12'],
      ['Jo', '4.91512E+12'],
    ]);
    expect(await importFile(numbers)).toMatchObject({
      imported: 0,
      duplicates: 0,
      errors: [{ reason: 'mangled_number' }, { reason: 'mangled_number' }],
    });
    const people = fresh(2);
    const rows = people.map(({ email }) => [email, '4.91512E+12']);
    expect(await importFile(csv([['email', 'phone'], ...rows]))).toMatchObject({ imported: 2 });
    expect((await find(people[0]?.email ?? ''))?.phone).toBeNull();
  });

  it('keeps given name, family name and company of a file until somebody renames the person', async () => {
    const [person] = fresh(1);
    await importFile(
      csv([
        ['First Name', 'Last Name', 'Organization Name', 'E-mail 1 - Value'],
        ['Mary Ann', 'Byrne', 'Fennel & Sage', person?.email ?? ''],
      ]),
    );
    const lead = await find(person?.email ?? '');
    expect(lead).toMatchObject({
      name: 'Mary Ann Byrne',
      givenName: 'Mary Ann',
      familyName: 'Byrne',
      company: 'Fennel & Sage',
    });
    const found = await member.get<Lead[]>('/api/leads?q=fennel');
    expect(found.map(({ id }) => id)).toContain(lead?.id);
    await member.call('PATCH', `/api/leads/${lead?.id}`, { body: { name: 'Ann Byrne-Vale' } });
    expect(await find(person?.email ?? '')).toMatchObject({ givenName: null, familyName: null });
  });
});
