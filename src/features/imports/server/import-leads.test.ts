import { request } from 'node:http';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { type Lead } from '#features/leads/contract.ts';
import { type LeadGroup } from '#features/leads/contract-groups.ts';
import { type LeadConsent } from '#features/privacy/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { ADMIN, GATE_PASSWORD, type TestClient } from '#tests/support/client.ts';
import { csv, importCalls } from '#tests/support/lead-calls.ts';
import { MAX_IMPORT_BYTES } from '../contract.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
  group = await member.post('/api/lead-groups', { name: 'From files' });
});
afterAll(() => app.close());

const { send, importFile, fresh, find } = importCalls(() => ({ member, group }));

/** The parts of a workbook with one sheet of texts. */
function workbook(rows: string[][]): Uint8Array {
  const cell = (text: string, column: number, row: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cell(text, at, row)).join('')}</row>`)
    .join('');
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const office = 'http://schemas.openxmlformats.org';
  return zipSync({
    '[Content_Types].xml': xml(`<Types xmlns="${office}/package/2006/content-types"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
  });
}

describe('importing a file', () => {
  it('adds its people to the group with the ground that was chosen; words of a file earn no points', async () => {
    const [one, other] = fresh(2);
    const report = await importFile(
      `Full name;E-Mail;Country;Message\n${one?.name};${one?.email};gb;"Looking for a sleep tea; any tips?"\n${other?.name};${other?.email};;\n`,
      { query: '&legalGround=consent' },
    );
    expect(report).toMatchObject({
      rows: 2,
      importable: 2,
      imported: 2,
      duplicates: 0,
      errors: [],
      columns: ['name', 'email', 'country', 'signal'],
      format: { kind: 'text', encoding: 'utf-8', delimiter: ';' },
    });
    expect(await find(one?.email ?? '')).toMatchObject({
      name: one?.name,
      platform: 'import',
      groupId: group.id,
      country: 'GB',
      legalGround: 'consent',
      behaviorSignal: 'Looking for a sleep tea; any tips?',
      aiScore: '0.0',
      scoreReasons: [],
    });
  });

  it('changes nothing in a dry run and says the same', async () => {
    const [person] = fresh(1);
    const text = `name,email\n${person?.name},${person?.email}\nNobody,not an address\n`;
    const dry = await importFile(text, { query: '&dryRun=true' });
    expect(dry).toMatchObject({ rows: 2, importable: 1, imported: 0, importId: null });
    expect(await find(person?.email ?? '')).toBeUndefined();
    const real = await importFile(text);
    expect(real).toMatchObject({ rows: 2, importable: 1, imported: 1, errors: dry.errors });
  });

  it('names the record and the column of each error and gives the record back', async () => {
    const [person] = fresh(1);
    const report = await importFile(
      csv([
        ['first name', 'last name', 'email', 'profile url'],
        ['', '', '', ''],
        [person?.name ?? '', '', person?.email ?? '', ''],
        ['Odd', 'Address', 'odd@@customer.test', ''],
        ['No', 'Way', '', ''],
        ['Script', 'Link', '', 'javascript:alert(1)'],
        ['Too', 'Wide', 'wide@customer.test', '', 'one more'],
      ]),
    );
    expect(report).toMatchObject({ rows: 5, importable: 1, rejectedRows: 4 });
    expect(report.errors).toEqual([
      { row: 2, field: 'email', reason: 'invalid_email' },
      { row: 3, field: 'email', reason: 'missing_identifier' },
      { row: 4, field: 'profile url', reason: 'invalid_profile_url' },
      { row: 5, field: null, reason: 'column_count' },
    ]);
    expect(report.rejected[0]).toEqual({ row: 2, cells: ['Odd', 'Address', 'odd@@customer.test', ''] });
  });

  it('finds the same person within the file and among the leads, by address and by profile', async () => {
    serial += 1;
    const [known, twice] = fresh(2);
    await member.post('/api/leads', { ...known, groupId: group.id, legalGround: 'consent' });
    const report = await importFile(
      csv([
        ['name', 'email', 'linkedin'],
        ['Known', known?.email.toUpperCase() ?? '', ''],
        [twice?.name ?? '', twice?.email ?? '', `https://www.example.com/in/p${serial}/`],
        ['By tag', twice?.email.replace('@', '+news@') ?? '', ''],
        ['By profile', '', `example.com/IN/p${serial}`],
      ]),
    );
    expect(report).toMatchObject({ rows: 4, importable: 1, duplicates: 3, errors: [] });
  });

  it('keeps out who opted out, who was erased and who was deleted by the team', async () => {
    const [optedOut, erased, deleted] = fresh(3);

    for (const [person, reason] of [
      [optedOut, 'unsubscribed'],
      [erased, 'erased'],
    ] as const) {
      const contactHash = hashContact(app.app.context, 'email', person?.email ?? '');
      await suppress(app.app.db, { contactHash, reason });
    }
    const lead = await member.post<Lead>('/api/leads', {
      ...deleted,
      groupId: group.id,
      legalGround: 'consent',
    });
    await member.call('DELETE', `/api/leads/${lead.id}`);
    const report = await importFile(`email\n${optedOut?.email}\n${erased?.email}\n${deleted?.email}\n`);
    expect(report).toMatchObject({ rows: 3, importable: 0, imported: 0, duplicates: 0 });
    expect(report.errors).toEqual([
      { row: 1, field: null, reason: 'opted_out' },
      { row: 2, field: null, reason: 'opted_out' },
      { row: 3, field: null, reason: 'rejected_before' },
    ]);
  });

  it.each([
    [
      'UTF-8 with a mark',
      'utf-8',
      (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    ],
    [
      'UTF-16',
      'utf-16',
      (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    ],
    ['Windows-1252', 'windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('reads %s', async (_, encoding, encode) => {
    serial += 1;
    const [person] = fresh(1);
    const report = await importFile(
      encode(`Vorname\tE-Mail\r\nJürgen Größe ${serial}\t${person?.email}\r\n`),
    );
    expect(report).toMatchObject({ imported: 1, format: { encoding, delimiter: '\t' } });
    expect((await find(person?.email ?? ''))?.name).toBe(`Jürgen Größe ${serial}`);
  });

  it('reads the first sheet of a workbook', async () => {
    const [person] = fresh(1);
    const rows = [
      ['Contact name', 'Mail'],
      [person?.name ?? '', person?.email ?? ''],
    ];
    const report = await importFile(workbook(rows), { name: 'people.xlsx' });
    expect(report).toMatchObject({ rows: 1, imported: 1, errors: [], format: { kind: 'workbook' } });
  });

  it('passes over what stands before the header, and does without a header', async () => {
    const [one, other] = fresh(2);
    const titled = await importFile(
      `Export of May\n"Two lines, one of them\nbroken"\n\nemail,name\n${one?.email},${one?.name}\n`,
    );
    expect(titled).toMatchObject({ rows: 1, imported: 1, header: ['email', 'name'] });
    const bare = await importFile(`${other?.name},${other?.email}\n`);
    expect(bare).toMatchObject({
      rows: 1,
      imported: 1,
      header: ['Column 1', 'Column 2'],
      columns: [null, 'email'],
    });
  });

  it('finds the addresses under a heading it does not know, and takes the columns that a person chose', async () => {
    serial += 1;
    const [one, other] = fresh(2);
    expect(await importFile(`who,where\n${one?.name},${one?.email}\n`)).toMatchObject({
      rows: 1,
      imported: 1,
      header: ['who', 'where'],
      columns: [null, 'email'],
    });
    const text = `who,where\n${other?.name},https://example.com/in/p${serial}\n`;
    expect(await importFile(text, { query: '&dryRun=true' })).toMatchObject({
      rows: 1,
      importable: 0,
      errors: [{ row: 0, field: null, reason: 'no_identifier_column' }],
    });
    expect(await importFile(text, { query: '&columns=name,profileUrl' })).toMatchObject({
      imported: 1,
      errors: [],
    });
  });

  it('goes by telephone numbers where a file has neither addresses nor profiles, and finds each again', async () => {
    const file = csv([
      ['Name', 'Mobile', 'Country'],
      ['Nina Ring', '07700 900801', 'GB'],
      ['Otto Ring', '0170 5550801', ''],
      ['Nina again', '+44 (0)7700 900801', ''],
      ['Nobody', '', ''],
      ['No number', 'n/a', ''],
    ]);
    expect(await importFile(file)).toMatchObject({
      rows: 5,
      imported: 2,
      duplicates: 1,
      columns: ['name', 'phone', 'country'],
      errors: [
        { row: 4, field: 'Mobile', reason: 'missing_phone' },
        { row: 5, field: 'Mobile', reason: 'invalid_phone' },
      ],
    });
    expect(await find('07700900801')).toBeUndefined();
    expect(await find('447700900801')).toMatchObject({
      name: 'Nina Ring',
      phone: '+44 7700 900801',
      handle: null,
      contactStatus: 'manual_verification',
    });
    expect(await importFile(file)).toMatchObject({ imported: 0, duplicates: 3 });
    // The number goes on being what they are known by when somebody edits them.
    const nina = await find('447700900801');
    const otto = await find('1705550801');
    await member.call('PATCH', `/api/leads/${nina?.id}`, { body: { country: 'DE', email: null } });
    expect(await importFile(file)).toMatchObject({ imported: 0, duplicates: 3 });
    const taken = await member.call('PATCH', `/api/leads/${otto?.id}`, { body: { phone: '+447700900801' } });
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      { fields: { phone: '+447700900801 is already in From files.' } },
    ]);
    // Beside people with addresses, a number that can be dialled names a person.
    const [{ name, email } = { name: '', email: '' }] = fresh(1);
    const mixed = csv([
      ['name', 'email', 'phone'],
      [name, email, '+44 7700 900802'],
      ['Only a number', '', '+44 7700 900803'],
      ['Only an extension', '', '555-0113'],
    ]);
    expect(await importFile(mixed)).toMatchObject({
      imported: 2,
      errors: [{ row: 3, field: 'email', reason: 'missing_identifier' }],
    });
    // Without headings a number with its country is known by its look.
    expect(await importFile('Pia Ring;+44 7700 900804\nQuin Ring;+44 7700 900805\n')).toMatchObject({
      imported: 2,
      columns: ['name', 'phone'],
    });
  });

  it('asks the columns that shops and mail programs name otherwise, where they hold a yes or a no', async () => {
    const [one, other] = fresh(2);
    const columnsOf = async (heading: string, first: string, second: string) => {
      const text = `email;${heading}\n${one?.email};${first}\n${other?.email};${second}\n`;
      return (await importFile(text, { query: '&dryRun=true' })).columns.at(-1);
    };
    expect(await columnsOf('Newsletter', 'ja', 'nein')).toBe('consent');
    expect(await columnsOf('Accepts Email Marketing', 'yes', 'no')).toBe('consent');
    expect(await columnsOf('Accepts SMS Marketing', '', 'no')).toBe('consentSms');
    expect(await columnsOf('Subscribed', 'true', 'false')).toBe('consent');
    expect(await columnsOf('Newsletter', 'weekly', 'monthly')).toBeNull();
    expect(await columnsOf('Newsletter', '', '')).toBeNull();
    expect(await columnsOf('Newsletters received', '1', '0')).toBeNull();
    expect(await columnsOf('Unsubscribed', 'no', 'yes')).toBe('unsubscribed');
    expect(await columnsOf('Newsletter', 'pending', 'nein')).toBe('consent');
    const unread = await importFile(`email;Newsletter\n${one?.email};weekly\n`, {
      query: '&dryRun=true&legalGround=consent',
    });
    expect(unread.warnings).toEqual([{ row: 0, field: 'Newsletter', reason: 'unread_consent' }]);
  });

  it('keeps the first name of a file whose last name has a comma', async () => {
    const [person] = fresh(1);
    await importFile(`email;Vorname;Nachname\n${person?.email};John;"Smith, Jr."\n`);
    expect(await find(person?.email ?? '')).toMatchObject({ name: 'John Smith Jr.' });
  });

  it('says which record a file breaks off in and takes over those before it', async () => {
    const [person] = fresh(1);
    const report = await importFile(
      `name,email,note\n${person?.name},${person?.email},ok\nCut,cut@customer.test,"and th`,
    );
    expect(report).toMatchObject({ rows: 2, imported: 1 });
    expect(report.errors).toEqual([{ row: 2, field: 'note', reason: 'truncated_record' }]);
  });

  it.each(['Notes', 'Comments', 'Bemerkung', 'Notiz', 'Kommentar'])(
    'leaves out the remarks of colleagues under "%s" unless they are asked for, then as notes',
    async (heading) => {
      const [one, other] = fresh(2);
      const text = `email;${heading}\n${one?.email};ruft selbst zurück\n${other?.email};has diabetes\n`;
      expect((await importFile(text, { query: '&dryRun=true' })).columns).toEqual(['email', null]);
      const report = await importFile(text, { query: '&columns=email,note' });
      expect(report).toMatchObject({ imported: 2, healthTexts: 1 });
      expect(report.warnings).toEqual([{ row: 2, field: heading, reason: 'health_condition' }]);
      const lead = await find(one?.email ?? '');
      expect(lead).toMatchObject({ behaviorSignal: '', scoreReasons: [] });
      expect(await member.get(`/api/leads/${lead?.id}/notes`)).toMatchObject([
        { text: 'ruft selbst zurück' },
      ]);
      const harmed = await find(other?.email ?? '');
      expect(await member.get(`/api/leads/${harmed?.id}/notes`)).toEqual([]);
      await importFile(`email;${heading}\n${fresh(1)[0]?.email};has diabetes\n`, {
        query: '&columns=email,signal',
      });
      expect(await member.get('/api/leads?q=diabetes')).toEqual([]);
    },
  );

  it('takes each person at their word about mail: yes is proved by the file, no is never written to', async () => {
    const [yes, no, open, odd] = fresh(4);
    const report = await importFile(
      `E-Mail;Einwilligung Newsletter (ja/nein)\n${yes?.email};ja\n${no?.email};Nein\n${open?.email};\n${odd?.email};vielleicht\n`,
      { name: 'kunden.csv', query: '&legalGround=consent' },
    );
    expect(report).toMatchObject({
      imported: 4,
      columns: ['email', 'consent'],
      warnings: [{ row: 4, reason: 'unclear_consent' }],
    });
    const consentOf = async (email: string | undefined) => {
      const lead = await find(email ?? '');
      return member.get<LeadConsent>(`/api/leads/${lead?.id}/consents`);
    };
    const given = await consentOf(yes?.email);
    expect(given.channels.find(({ channel }) => channel === 'email')).toMatchObject({
      ground: 'consent',
      obstacle: null,
    });
    expect(given.records).toMatchObject([
      {
        channel: 'email',
        ground: 'consent',
        source: 'import',
        textVersion: 'Einwilligung Newsletter (ja/nein)',
        proof: expect.stringMatching(/^Record 1 of kunden\.csv, imported on \d{4}-\d\d-\d\d by .+\.$/),
      },
    ]);
    expect(await find(no?.email ?? '')).toMatchObject({ hasRefused: true });
    expect(await find(yes?.email ?? '')).toMatchObject({ hasRefused: false });
    for (const person of [no, open, odd]) {
      const { channels, records } = await consentOf(person?.email);
      expect(channels.filter(({ obstacle }) => obstacle === null)).toEqual([]);
      expect(records.every(({ ground }) => ground === null)).toBe(true);
    }
    expect(await find(no?.email ?? '')).toMatchObject({ legalGround: 'legitimate_interest' });
  });

  it('reads countries by name, says where it knows none, and reads numbers by them', async () => {
    const people = fresh(6);
    const names = ['Deutschland', 'Germany', 'USA', 'England', 'uk', 'Narnia'];
    const rows = people.map(({ email }, at) => [email, names[at] ?? '', at === 0 ? '0170 5550817' : '']);
    const report = await importFile(csv([['email', 'Land', 'Telefon'], ...rows]));
    expect(report.warnings).toEqual([{ row: 6, field: 'Land', reason: 'unknown_country' }]);
    const found = await Promise.all(people.map(({ email }) => find(email)));
    expect(found.map((lead) => lead?.country)).toEqual(['DE', 'DE', 'US', 'GB', 'GB', null]);
    expect(found[0]?.phone).toBe('+49 170 5550817');
  });

  it('warns of no handle as if it were a formula, but of a formula among them', async () => {
    const [one, other] = fresh(2);
    const report = await importFile(`email,handle\n${one?.email},@maryrowan\n${other?.email},@SUM(A1)\n`);
    expect(report.warnings).toEqual([{ row: 2, field: 'handle', reason: 'formula_injection' }]);
  });

  it('keeps a formula as text and says so', async () => {
    const [person] = fresh(1);
    const report = await importFile(`name,email\n=cmd|' /C calc'!A0,${person?.email}\n`);
    expect(report.warnings).toEqual([{ row: 1, field: 'name', reason: 'formula_injection' }]);
    expect((await find(person?.email ?? ''))?.name).toBe("=cmd|' /C calc'!A0");
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'people.csv', 'empty_file'],
    ['only a header', Buffer.from('name,email\n'), 'people.csv', 'empty_file'],
    ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0', 'latin1'), 'people.csv', 'not_csv'],
    ['a workbook under another name', Buffer.from(workbook([['email']])), 'people.csv', 'not_csv'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004 and no more'), 'people.xlsx', 'not_csv'],
    [
      'a quotation mark that never closes',
      Buffer.from(`email\n"${'x'.repeat(1_200_000)}`),
      'people.csv',
      'record_too_long',
    ],
  ])('says of %s what it is', async (_, bytes, name, reason) => {
    expect(await importFile(bytes, { name })).toMatchObject({
      rows: 0,
      imported: 0,
      errors: [{ row: 0, field: null, reason }],
    });
  });

  it('refuses a workbook that unpacks to more than the memory there is', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': [new Uint8Array(110 * 1024 * 1024), { level: 1 }] });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await importFile(bomb, { name: 'bomb.xlsx' })).toMatchObject({
      rows: 0,
      errors: [{ reason: 'workbook_too_large' }],
    });
  });

  it('refuses a workbook of 1 KB whose last cell is the last one of Excel', async () => {
    const far = workbook([['email'], ['a@example.com']]);
    const parts = unzipSync(far);
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const last = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>';
    parts['xl/worksheets/sheet1.xml'] = strToU8(sheet.replace('</sheetData>', last));
    const bytes = zipSync(parts);
    expect(bytes.length).toBeLessThan(2_000);
    expect(await importFile(bytes, { name: 'far.xlsx', query: '&dryRun=true' })).toMatchObject({
      rows: 0,
      errors: [{ row: 0, reason: 'sheet_too_large' }],
    });
  });

  it('reads no more than 200 characters of a heading', async () => {
    const [person] = fresh(1);
    const heading = `${'agree '.repeat(40_000)}marketing`;
    const report = await importFile(`email,"${heading}"\n${person?.email},yes\n`);
    expect(report).toMatchObject({ imported: 1, columns: ['email', null] });
  });

  it('refuses a workbook of which a part is packed in a way that nobody unpacks: it may be of any size', async () => {
    const [person] = fresh(1);
    const bytes = workbook([['email'], [person?.email ?? '']]);
    const name = strToU8('docProps/thumbnail.jpeg');
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(99, 8);
    header.writeUInt16LE(name.length, 26);
    expect(await importFile(Buffer.concat([header, name, bytes]), { name: 'odd.xlsx' })).toMatchObject({
      imported: 0,
      errors: [{ reason: 'not_csv' }],
    });
  });

  it('is done once however often the same call arrives', async () => {
    serial += 1;
    const [person] = fresh(1);
    const text = `email\n${person?.email}\n`;
    const headers = { 'idempotency-key': `import-${serial}` };
    const [one, other] = await Promise.all([importFile(text, { headers }), importFile(text, { headers })]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ imported: 1 });
    expect((await send('email\nother@customer.test\n', { headers })).status).toBe(422);
  });

  it('asks for a lead group that exists and for a member', async () => {
    const elsewhere = await member.call('POST', '/api/leads/import?groupId=1', { body: 'email\n' });
    expect(elsewhere.status).toBe(400);
    const missing = await member.call('POST', `/api/leads/import?groupId=${crypto.randomUUID()}`, {
      body: 'email\na@customer.test\n',
    });
    expect(missing.status).toBe(404);
    expect((await send('email\n', { as: await app.as('viewer') })).status).toBe(403);
  });
});

describe('accounts in a file', () => {
  it('are known by handle and platform, whatever the platform column is called', async () => {
    serial += 1;
    const [one, other, third] = [`yarrow.a${serial}`, `yarrow_b${serial}`, `yarrow-c${serial}`];
    const text = csv([
      ['Name', 'Handle', 'Source'],
      ['Ida Ring', `@${one}`, 'Instagram'],
      ['Ole Ring', other, 'TikTok'],
      ['Una Ring', `u/${third}`, 'reddit'],
      ['Fair Ring', 'fairring', 'Trade fair'],
      ['Gap Ring', '', 'Instagram'],
    ]);
    const report = await importFile(text);
    expect(report).toMatchObject({ rows: 5, imported: 3, columns: ['name', 'handle', 'platform'] });
    expect(report.errors).toEqual([
      { row: 4, field: 'Handle', reason: 'missing_identifier' },
      { row: 5, field: 'Handle', reason: 'missing_identifier' },
    ]);
    expect(await find(one)).toMatchObject({
      name: 'Ida Ring',
      platform: 'import',
      handle: `instagram.com/${one}`,
      signalUrl: `https://instagram.com/${one}`,
    });
    expect(await find(other)).toMatchObject({ handle: `tiktok.com/@${other}` });
    expect(await find(third)).toMatchObject({ handle: `reddit.com/user/${third}` });
    const links = `name,profile\nIda,https://www.instagram.com/${one.toUpperCase()}/?hl=en\n`;
    expect(await importFile(links)).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await importFile(`name,Instagram,email\nIda,@${one},\n`)).toMatchObject({ duplicates: 1 });
  });

  it('are the people who were found there, and whoever objected there stays out', async () => {
    serial += 1;
    const [found, gone] = [`found${serial}`, `gone${serial}`];
    await member.post('/api/leads', {
      name: 'Found there',
      handle: found,
      platform: 'reddit',
      groupId: group.id,
      legalGround: 'legitimate_interest',
    });

    const contactHash = hashContact(app.app.context, 'handle', `twitter:${gone}`);
    await suppress(app.app.db, { contactHash, reason: 'unsubscribed' });
    const [person] = fresh(1);
    const report = await importFile(
      csv([
        ['handle', 'platform', 'email'],
        [found, 'Reddit', ''],
        [`@${gone}`, 'X (Twitter)', ''],
        ['somebody', 'Club 24', person?.email ?? ''],
      ]),
    );
    expect(report).toMatchObject({ imported: 1, duplicates: 1 });
    expect(report.errors).toEqual([{ row: 2, field: null, reason: 'opted_out' }]);
    expect(report.warnings).toEqual([{ row: 3, field: 'platform', reason: 'unknown_platform' }]);
    expect(await find(person?.email ?? '')).toMatchObject({ handle: 'somebody', signalUrl: null });
  });

  it('with a number in their address are told apart', async () => {
    serial += 1;
    const page = (id: string) => `https://www.facebook.com/profile.php?id=${serial}${id}&ref=x`;
    const text = `name,profile\nOne,${page('1')}\nTwo,${page('2')}\nOne again,${page('1')}\n`;
    expect(await importFile(text)).toMatchObject({ imported: 2, duplicates: 1 });
  });
});

describe('the size of a file', () => {
  /** Begins a request that announces so many bytes and sends none. */
  function announce(bytes: number, cookie: string): Promise<number> {
    const path = `/api/leads/import?groupId=${group.id}`;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const call = request(new URL(path, app.url), {
      method: 'POST',
      headers: { cookie, 'content-length': bytes },
    });
    call.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      call.destroy();
    });
    call.on('error', reject);
    call.flushHeaders();
    return promise;
  }

  it('is refused before it is read where it is too large, and a stranger is asked who they are', async () => {
    const visitor = app.visitor();
    const answers = [
      await visitor.call('POST', '/api/access', { body: { password: GATE_PASSWORD } }),
      await visitor.call('POST', '/api/auth/sign-in/email', { body: ADMIN }),
    ];
    const cookies = answers.flatMap((answer) => answer.headers.getSetCookie());
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect(await announce(MAX_IMPORT_BYTES + 1, cookie)).toBe(413);
    expect(await announce(MAX_IMPORT_BYTES + 1, '')).toBe(401);
  });
});

describe('exporting a list', () => {
  const download = async (query: string) => {
    const answer = await member.call('GET', `/api/leads/export?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('leads.csv');
    return answer.text();
  };

  it('holds exactly the people of the list, in its order, and they come in again as they were', async () => {
    const people = fresh(203);
    const rows = people.map(({ name, email }, index) => [
      index === 7 ? '=cmd()' : name,
      email,
      'Looking for a tea',
      index === 8 ? '07700 900123' : '',
      'GB',
    ]);
    await importFile(csv([['name', 'email', 'message', 'Mobile phone', 'country'], ...rows]));
    const query = `q=${encodeURIComponent('looking for a tea')}&groupId=${group.id}&sort=name:asc`;
    const listed = await member.get<Lead[]>(`/api/leads?${query}&limit=200`);
    const text = await download(query);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(204);
    expect(lines[0]).toMatch(/^Name,E-mail,Handle,Telephone,Company,Platform,Lead group,Score/);
    for (const [index, lead] of listed.entries()) expect(lines[index + 1]).toContain(lead.email);
    expect(text).not.toMatch(/^=/m);

    const again = await importFile(text, { query: '&dryRun=true' });
    expect(again).toMatchObject({ rows: 203, importable: 0, duplicates: 203, errors: [] });
    expect(again.sample.some(([name]) => name === '=cmd()')).toBe(true);
    expect(listed.filter(({ phone }) => phone !== null).map(({ phone }) => phone)).toEqual([
      '+44 7700 900123',
    ]);
    expect(again.columns[3]).toBe('phone');
  });

  it('is not for viewers', async () => {
    const viewer = await app.as('viewer');
    expect((await viewer.call('GET', '/api/leads/export')).status).toBe(403);
  });
});

describe('undoing an import', () => {
  it('takes back its people but for those somebody has worked with, and they may come again', async () => {
    const people = fresh(3);
    const text = csv([['name', 'email'], ...people.map(({ name, email }) => [name, email])]);
    const { importId } = await importFile(text);
    const worked = await find(people[0]?.email ?? '');
    await member.patch(`/api/leads/${worked?.id}`, { stage: 'contacted' });
    const undo = () => member.post(`/api/leads/imports/${importId}/undo`);
    expect(await undo()).toEqual({ isDone: true, removed: 2, kept: 1, reopened: 0 });
    expect(await undo()).toEqual({ isDone: true, removed: 0, kept: 1, reopened: 0 });
    expect(await find(people[1]?.email ?? '')).toBeUndefined();
    expect(await importFile(text)).toMatchObject({ imported: 2, duplicates: 1, errors: [] });
  });

  it('keeps whoever has got a note, a task or a yes by hand since, and not whoever has them from the file', async () => {
    const people = fresh(5);
    const rows = people.map(({ name, email }) => [name, email, 'met at the fair', 'yes']);
    const { importId } = await importFile(csv([['name', 'email', 'note', 'consent'], ...rows]));
    const [noted, tasked, agreed, asked] = await Promise.all(people.map(({ email }) => find(email)));
    await member.post(`/api/leads/${noted?.id}/notes`, { text: 'Called back, wants the small pot' });
    await member.post(`/api/leads/${tasked?.id}/tasks`, {
      title: 'Send the price list',
      dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await member.post(`/api/leads/${agreed?.id}/consents`, {
      channel: 'whatsapp',
      source: 'form',
      textVersion: 'Opt-in 3',
      proof: 'Form entry 12',
    });
    await member.post(`/api/leads/${asked?.id}/privacy-requests`, { kind: 'access' });
    const undone = await member.post(`/api/leads/imports/${importId}/undo`);
    expect(undone).toEqual({ isDone: true, removed: 1, kept: 4, reopened: 0 });
  });

  it('knows no import that there was not', async () => {
    const answer = await member.call('POST', `/api/leads/imports/${crypto.randomUUID()}/undo`);
    expect(answer.status).toBe(404);
  });
});
