import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#features/imports/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Lead } from '../../contract.ts';
import type { LeadGroup } from '../../contract-groups.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const createGroup = (name: string) => member.post<LeadGroup>('/api/lead-groups', { name });
const listed = (query: string) => member.get<Lead[]>(`/api/leads?limit=200&${query}`);

async function importFile(
  group: LeadGroup,
  body: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<ImportReport> {
  const answer = await member.call('POST', `/api/leads/import?groupId=${group.id}${query}`, {
    body,
    headers: {
      'content-type': 'application/octet-stream',
      'x-filename': typeof body === 'string' ? 'a.csv' : 'a.xlsx',
    },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ImportReport;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** What spreadsheets take for a formula, in all its disguises. */
const FORMULAS = [
  '=cmd|calc!A0',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\u0009=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(A1)',
  "'=1+1",
  '=HYPERLINK("http://evil.test","Click")',
];

// R14
describe('cells that a spreadsheet would run', () => {
  it('leave as text in every exported column, and come back as they were', async () => {
    const group = await createGroup('Formulas');
    const lines = FORMULAS.map((formula, index) => [
      `${formula} ${index}`,
      `f${index}@customer.test`,
      `${formula} said`,
    ]);
    await importFile(
      group,
      ['name,email,signal', ...lines.map((line) => line.map(quoted).join(','))].join('\n'),
    );
    const leads = await listed(`groupId=${group.id}`);
    expect(leads.length).toBeGreaterThan(8);
    await member.patch(`/api/leads/${leads[0]?.id}`, { tags: ['=1+1'] });
    const text = await (await member.call('GET', `/api/leads/export?groupId=${group.id}`)).text();
    const cells = text.replace('\uFEFF', '').split(/\r\n|,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const bare = cells.map((cell) => (cell.startsWith('"') ? cell.slice(1) : cell));
    expect(bare.filter((cell) => /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([]);

    const copy = await createGroup('Copy');
    await app.app.db.execute(sql`delete from leads where group_id = ${group.id}`);
    const report = await importFile(copy, text);
    expect(report.imported).toBe(leads.length);
    const byEmail = (list: readonly Lead[]) =>
      list
        .map(({ email, name, behaviorSignal }) => ({ email, name, behaviorSignal }))
        .toSorted((one, other) => ((one.email ?? '') < (other.email ?? '') ? -1 : 1));
    expect(byEmail(await listed(`groupId=${copy.id}`))).toEqual(byEmail(leads));
  });

  it('stand in an Excel workbook as text as well, beside numbers, and come back as they were', async () => {
    const group = await createGroup('Formulas in Excel');
    const lines = FORMULAS.map((formula, index) => [
      `${formula} ${index}`,
      `x${index}@customer.test`,
      `${formula} <said> & "quoted"\nin two lines`,
    ]);
    await importFile(
      group,
      ['name,email,signal', ...lines.map((line) => line.map(quoted).join(','))].join('\n'),
    );
    const leads = await listed(`groupId=${group.id}`);
    expect(leads).toHaveLength(FORMULAS.length);
    const answer = await member.call('GET', `/api/leads/export?groupId=${group.id}&format=xlsx`);
    expect(answer.headers.get('content-disposition')).toContain('leads.xlsx');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toContain('<f');
    expect(sheet.match(/<v>0<\/v>/g)).toHaveLength(FORMULAS.length);

    const copy = await createGroup('Copy of Excel');
    await app.app.db.execute(sql`delete from leads where group_id = ${group.id}`);
    expect((await importFile(copy, bytes)).imported).toBe(leads.length);
    const told = (list: readonly Lead[]) =>
      list.map(({ email, name, behaviorSignal }) => [email, name, behaviorSignal]).toSorted();
    expect(told(await listed(`groupId=${copy.id}`))).toEqual(told(leads));
  });

  it('are read from a workbook as text and never run', async () => {
    const group = await createGroup('Workbook');
    const cell = (column: string, row: number, value: string) =>
      `<c r="${column}${row}" t="inlineStr"><is><t xml:space="preserve">${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
    const names = FORMULAS.map((formula, index) => `${formula} ${index}`);
    const rows = [
      `<row r="1">${cell('A', 1, 'name')}${cell('B', 1, 'email')}</row>`,
      ...names.map(
        (name, index) =>
          `<row r="${index + 2}">${cell('A', index + 2, name)}${cell('B', index + 2, `w${index}@customer.test`)}</row>`,
      ),
    ];
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`;
    const book = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
    const file = zipSync({
      'xl/workbook.xml': strToU8(book),
      'xl/_rels/workbook.xml.rels': strToU8(rels),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    });
    const report = await importFile(group, new Uint8Array(file));
    expect(report.imported).toBe(FORMULAS.length);
    const text = await (await member.call('GET', `/api/leads/export?groupId=${group.id}`)).text();
    expect(text).not.toMatch(/(^|\r\n)"?\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/);
  });
});

/** Each would change, read or stall something where it was put together into a statement. */
const INJECTIONS = [
  "'; drop table leads; --",
  "' or '1'='1",
  '1 or 1=1',
  "name'; select pg_sleep(5); --",
  'name); delete from leads; --',
  'name,(select password from accounts limit 1)',
  '-name union select 1',
  '%',
  '_',
  '\\',
  '${sql`1`}',
  "{'};",
  '$1',
  ':groupId',
  'null',
];

// R15
describe('injection into what lists and files are asked', () => {
  it('into every sort, filter and search changes nothing and finds only what is written so', async () => {
    const group = await createGroup('Injected');
    await importFile(
      group,
      'name,email,signal\nAnn,ann@customer.test,"100% _sure_ \\ $1"\nBo,bo@customer.test,tea\n',
    );
    const state = () =>
      rowsOf(
        app.app.db,
        sql`select count(*), md5(string_agg(concat_ws('|', id, name, email, handle, stage, behavior_signal, deleted_at), ',' order by id)) as sum from leads`,
      );
    const before = await state();
    const parameters = [
      ...[
        'sort',
        'groupId',
        'platform',
        'band',
        'contactStatus',
        'stage',
        'ownerId',
        'tag',
        'runId',
        'from',
        'to',
      ],
      ...['limit', 'cursor'],
    ];
    for (const injection of INJECTIONS) {
      const value = encodeURIComponent(injection);
      for (const parameter of parameters) {
        for (const path of ['/api/leads', '/api/leads/export']) {
          const answer = await member.call('GET', `${path}?${parameter}=${value}`);
          expect([200, 400], `${path} ${parameter}=${injection}`).toContain(answer.status);
          const isNarrow =
            answer.status === 200 && ['ownerId', 'tag'].includes(parameter) && path === '/api/leads';
          if (isNarrow) expect(await answer.json(), `${parameter}=${injection}`).toEqual([]);
        }
      }
      const found = (await listed(`groupId=${group.id}&q=${value}`)).map(
        ({ behaviorSignal }) => behaviorSignal,
      );
      expect(found, injection).toEqual(
        ['%', '_', '\\', '$1'].includes(injection) ? ['100% _sure_ \\ $1'] : [],
      );
    }
    expect(await state()).toEqual(before);
  }, 60_000);

  it('into every column of a file and of the mapping is kept as text or refused', async () => {
    const group = await createGroup('Injected file');
    const lines = INJECTIONS.map((injection, index) =>
      [injection, `i${index}@customer.test`, injection, injection, injection].map(quoted).join(','),
    );
    const report = await importFile(group, ['name,email,handle,country,signal', ...lines].join('\n'));
    expect(report.imported).toBe(INJECTIONS.length);
    const signals = (await listed(`groupId=${group.id}`)).map(({ behaviorSignal }) => behaviorSignal);
    expect(signals.toSorted()).toEqual(INJECTIONS.toSorted());
    for (const injection of INJECTIONS) {
      const columns = encodeURIComponent(`name,${injection}`);
      const answer = await member.call('POST', `/api/leads/import?groupId=${group.id}&columns=${columns}`, {
        body: 'a,b\nc,d@customer.test',
        headers: { 'content-type': 'text/csv', 'x-filename': `${encodeURIComponent(injection)}.csv` },
      });
      expect(answer.status, injection).toBe(400);
    }
  });
});
