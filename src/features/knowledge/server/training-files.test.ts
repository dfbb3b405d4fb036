import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyAgents } from '#features/agents/server/agents.ts';
import { sweepFiles } from '#features/uploads/server/sweep-files.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { KnowledgeItem, KnowledgePassage } from '../contract.ts';
import type { TrainingMaterial } from '../contract-files.ts';

let yarrow: TestApp;
let admin: TestClient;
let expertId: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'yarrow-uploads-'));
  yarrow = await startTestApp({ env: { DATA_DIR: dataDir } });
  admin = await yarrow.as('admin');
  expertId = newId();
  await yarrow.app.db.execute(
    sql`insert into experts (id, name, expertise_area) values (${expertId}, 'Fern', 'Tea')`,
  );
});
afterAll(async () => {
  await yarrow.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; uploadURL: string }> {
  const { uploadURL } = await admin.post<{ uploadURL: string }>('/api/training-materials/upload');
  const response = await admin.call('PUT', uploadURL, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return { status: response.status, uploadURL };
}

async function teach(fileName: string, bytes: Uint8Array<ArrayBuffer> | string) {
  const raw = typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes)) : bytes;
  const { uploadURL } = await send(raw);
  return admin.call('POST', '/api/training-materials', {
    body: { expertId, fileName, fileUrl: uploadURL, fileType: 'text/plain', trainingContext: 'For tests' },
  });
}

async function contentOf(fileName: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const response = await teach(fileName, bytes);
  if (response.status !== 201) throw new Error(await response.text());
  const { knowledgeId } = (await response.json()) as TrainingMaterial;
  return (await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${knowledgeId}`)).content;
}

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

describe('training files', () => {
  // S7-35 S7-36 S3-24
  it('are sent to an uploadURL with PUT, recorded, and answered from', async () => {
    const response = await teach('hours.md', '# Hours\n\nThe shop opens at 9:00 on Mondays.');
    expect(response.status).toBe(201);
    const material = (await response.json()) as TrainingMaterial;
    expect(material).toMatchObject({
      expertId,
      fileName: 'hours.md',
      fileType: 'text/plain',
      trainingContext: 'For tests',
    });
    expect(material.fileUrl).toMatch(/^\/api\/training-materials\/files\//);
    const item = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${material.knowledgeId}`);
    expect(item).toMatchObject({ type: 'uploaded_file', title: 'hours.md', passageCount: 1 });
    const reply = await admin.post<{ answer: string }>('/api/chatbot/chat', {
      expertId,
      question: 'When does the shop open on Mondays?',
    });
    expect(reply.answer).toContain('9:00');
  });

  it('are read as what they are inside: text, tables, pages, Word', async () => {
    const parted = 'Soak;Made of;Vegan\nPine;sea salt, pine oil, honey;no\nMoor;peat, birch;yes\n';
    expect(await contentOf('soaks.csv', parted)).toContain('| Pine | sea salt, pine oil, honey | no |');
    const page =
      '<html><body><h1>Shipping</h1><!-- secret --><p hidden>no</p><p>Costs &euro;5.</p></body></html>';
    expect(await contentOf('page.html', page)).toBe('# Shipping\n\nCosts €5.');
    const word = zipSync({
      'word/document.xml': strToU8(
        '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Care</w:t></w:r></w:p><w:p><w:r><w:t>Keep &amp; store cool.</w:t></w:r></w:p></w:body></w:document>',
      ),
    });
    expect(await contentOf('care.docx', copy(word))).toBe('# Care\n\nKeep & store cool.');
    for (const name of ['teas.json', 'teas.tsv', 'teas.markdown', 'Prices 12.11', 'README'])
      expect(await contentOf(name, 'Fennel costs 4.20.'), name).toBe('Fennel costs 4.20.');
  });

  it('that are pages answer from tables and from what a click opens, never with the question alone', async () => {
    const page = `<body class="overflow-x-hidden"><nav>Delivery abroad</nav>
      <h2>Visit us</h2><table><tr><td>Wednesday</td><td>closed</td></tr><tr><td>Thursday</td><td>11:15 to 19:45</td></tr></table>
      <h2>Orders</h2><details><summary>Do you deliver jasmine pearls abroad?</summary><p>We send them to Norway for 12 euros.</p></details>
      <dl><dt>Can jasmine pearls be returned?</dt><dd>Sealed tins within 21 days.</dd></dl></body>`;
    expect((await teach('visit.html', page)).status).toBe(201);
    const ask = async (question: string) =>
      (await admin.post<{ answer: string }>('/api/chatbot/chat', { expertId, question })).answer;
    expect(await ask('What time do you open on Thursday?')).toContain('11:15 to 19:45');
    expect(await ask('Do you deliver jasmine pearls abroad?')).toContain('Norway for 12 euros');
    expect(await ask('Can jasmine pearls be returned?')).toContain('within 21 days');
  });

  it('state opening hours that are found however they are asked for, in the language of the text', async () => {
    const texts: [text: string, ...questions: string[]][] = [
      ['The tea house opens at nine on weekdays.', 'When do you open?', 'What are your opening hours?'],
      ['Das Teehaus öffnet werktags um neun Uhr.', 'Wann habt ihr offen?', 'Was sind Ihre Öffnungszeiten?'],
      ['Le salon de thé ouvre à neuf heures.', 'Quand ouvrez-vous ?', 'Quels sont vos horaires ?'],
    ];
    for (const [text, ...questions] of texts) {
      const agent = newId();
      await yarrow.app.db.execute(
        sql`insert into experts (id, name, expertise_area) values (${agent}, 'Rowan', 'Tea')`,
      );
      const body = { expertId: agent, title: 'About us', content: text, type: 'manual' };
      await admin.post('/api/chatbot/knowledge', body);
      for (const question of questions) {
        const reply = await admin.post<{ answer: string }>('/api/chatbot/chat', {
          expertId: agent,
          question,
        });
        expect(reply.answer, question).toContain(text);
      }
    }
  });

  it('are read again on demand: what is found takes the place of the item, which can be taken back into use', async () => {
    const response = await teach('gate.md', '# Gate\n\nThe gate opens at 7:15 on weekdays.');
    const { knowledgeId } = (await response.json()) as TrainingMaterial;
    const again = () =>
      admin.post<{ knowledgeId: string; isSame: boolean; passagesBefore: number }>(
        `/api/chatbot/knowledge/${knowledgeId}/read-again`,
      );
    expect(await again()).toMatchObject({ knowledgeId, isSame: true });
    // As an older reader would have left it.
    await yarrow.app.db.execute(
      sql`update knowledge_items set content = 'The gate opens', file_name = 'gate.pdf', file_read_by = 0,
        tags = '["doors"]' where id = ${knowledgeId}`,
    );
    const old = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${knowledgeId}`);
    expect(old.remarks.map(({ text }) => text).join()).toContain('older reader');
    await yarrow.app.db.execute(
      sql`update knowledge_items set file_name = 'gate.md' where id = ${knowledgeId}`,
    );
    const renewed = await again();
    expect(renewed).toMatchObject({ isSame: false, passagesBefore: 1 });
    const item = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${renewed.knowledgeId}`);
    expect(item).toMatchObject({ tags: ['doors'], isFileKept: true, retiredAt: null, remarks: [] });
    expect(item.content).toContain('7:15');
    const retired = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${knowledgeId}`);
    expect(retired.retiredAt).not.toBeNull();
    expect((await admin.call('POST', `/api/chatbot/knowledge/${knowledgeId}/read-again`)).status).toBe(409);
    const left = await yarrow.app.db.execute(sql`select 1 from knowledge_readings`);
    expect(left.rows).toEqual([]);
  });

  it('do not wait for one that only waits for the database', async () => {
    const holder = await yarrow.app.db.$client.connect();
    await holder.query('begin; lock table knowledge_readings in access exclusive mode');
    const held = teach('held.md', '# Held\n\nThe east door is for deliveries.');
    const isHeld = async () =>
      (
        await yarrow.app.db.execute(
          sql`select 1 from pg_locks where relation = 'knowledge_readings'::regclass and not granted`,
        )
      ).rows.length > 0;
    try {
      await expect.poll(isHeld, { timeout: 30_000 }).toBe(true);
      const broken = await teach('broken.pdf', '%PDF-1.7 and nothing else');
      expect(broken.status, await broken.clone().text()).toBe(422);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await held).status).toBe(201);
  });

  it('take the place of an earlier file of their name, which can be taken back; the same file again is the same item', async () => {
    const idOf = async (price: string, name = 'prices.csv') =>
      ((await (await teach(name, `Tea,Price\nMarsh mallow root,${price}\n`)).json()) as TrainingMaterial)
        .knowledgeId;
    const items = async () =>
      (await admin.get<KnowledgeItem[]>(`/api/chatbot/knowledge?expertId=${expertId}&limit=100`)).filter(
        ({ fileName }) => fileName === 'prices.csv',
      );
    const answer = async () => {
      const body = { expertId, question: 'What does marsh mallow root cost?' };
      return (await admin.post<{ answer: string }>('/api/chatbot/chat', body)).answer;
    };
    const old = await idOf('6.90');
    expect(await idOf('6.90')).toBe(old);
    await admin.patch(`/api/chatbot/knowledge/${old}`, { tags: ['prices'] });
    const [first, second] = await Promise.all([idOf('7.40'), idOf('7.40')]);
    expect(second, 'sent by two at once').toBe(first);
    const found = await items();
    expect(found.map(({ id, retiredAt }) => [id, retiredAt === null])).toEqual([
      [first, true],
      [old, false],
    ]);
    expect(found[0]?.tags).toEqual(['prices']);
    expect(await answer()).toContain('7.40');
    expect(await answer()).not.toContain('6.90');
    // What had passed its last day is used again once it is sent again; a day that is to come stays.
    await admin.patch(`/api/chatbot/knowledge/${first}`, { validUntil: '2099-12-31' });
    expect(await idOf('7.40')).toBe(first);
    expect((await items())[0]?.validUntil).toBe('2099-12-31');
    await admin.patch(`/api/chatbot/knowledge/${first}`, { validUntil: '2020-12-31' });
    expect(await answer()).not.toContain('7.40');
    expect(await idOf('7.40')).toBe(first);
    expect((await items())[0]).toMatchObject({ validUntil: null, remarks: [] });
    expect(await answer()).toContain('7.40');
    await idOf('8.10', 'other-prices.csv');
    expect(await items(), 'of another name').toHaveLength(2);
    await admin.patch(`/api/chatbot/knowledge/${old}`, { isRetired: false });
    expect(await answer()).toContain('6.90');
  });

  it('are learnt to their last line, though a text of 10 MB has millions of letters', async () => {
    const last = 'The water gate opens at 5:45 on Thursdays.';
    const line = `${'ab'.repeat(480)}\n\n`;
    const text = line.repeat(Math.floor((10_485_760 - last.length) / line.length)) + last;
    const response = await teach('gates.txt', text);
    expect(response.status).toBe(201);
    const { knowledgeId } = (await response.json()) as TrainingMaterial;
    const item = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${knowledgeId}`);
    // Whoever looks at it is not sent all of it.
    expect(item.content).toHaveLength(200_000);
    expect(item.passageCount).toBeGreaterThan(10_000);
    const { answer } = await admin.post<{ answer: string }>('/api/chatbot/chat', {
      expertId,
      question: 'When does the water gate open on Thursdays?',
    });
    expect(answer).toContain('5:45');
    const quote = encodeURIComponent('The water gate opens at 5:45');
    const around = await admin.get<KnowledgePassage[]>(
      `/api/chatbot/knowledge/${knowledgeId}/passages?limit=10&quote=${quote}`,
    );
    const count = item.passageCount;
    expect(around.map(({ number }) => number)).toEqual([count - 3, count - 2, count - 1, count]);
    expect(around.at(-1)?.text).toBe(last);
    const first = await admin.call('GET', `/api/chatbot/knowledge/${knowledgeId}/passages?limit=2`);
    expect(((await first.json()) as KnowledgePassage[]).map(({ number }) => number)).toEqual([1, 2]);
    expect(first.headers.get('x-total-count')).toBe(String(count));
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await admin.get<KnowledgePassage[]>(next);
    expect(second.map(({ number }) => number)).toEqual([3, 4]);
    const unread = await teach('rows.txt', 'x\n\n'.repeat(100_001));
    expect(unread.status).toBe(422);
    expect(((await unread.json()) as { message: string }).message).toBe(
      'This text has more than 100,000 passages. Split it.',
    );
  });

  // R18
  it('are refused in words when they are empty, too large, or not what they say', async () => {
    expect((await send(new Uint8Array(0))).status).toBe(422);
    expect((await send(new Uint8Array(10_485_760 + 1))).status).toBe(413);
    const refusals: [name: string, bytes: Uint8Array<ArrayBuffer> | string, words: RegExp][] = [
      ['picture.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), /not text, PDF, Word or Excel/],
      ['report.pdf', 'plainly not a pdf', /not a \.pdf file inside/],
      ['broken.pdf', '%PDF-1.7\nnothing more', /damaged|cannot be read|No text/],
      ['archive.docx', copy(zipSync({ 'readme.txt': strToU8('hi') })), /archive/],
      ['old.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /old or protected/],
      ['blank.txt', '   \n ', /No text was found/],
      ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><text>Tea</text></svg>', /^Only PDF, Word/],
    ];
    for (const [name, bytes, words] of refusals) {
      const response = await teach(name, bytes);
      expect(response.status, name).toBe(422);
      expect(((await response.json()) as { message: string }).message, name).toMatch(words);
    }
  });

  // R18
  it('that were refused are gone from the storage at once, unless an agent was taught from them', async () => {
    const isKept = async (fileUrl: string) => (await admin.call('GET', fileUrl)).status === 200;
    const record = (fileUrl: string, fileName: string) =>
      admin.call('POST', '/api/training-materials', { body: { expertId, fileName, fileUrl } });
    const { uploadURL } = await send(new Uint8Array(Buffer.from('The gate opens at six.')));
    expect((await record(uploadURL, 'gate.pdf')).status).toBe(422);
    expect(await isKept(uploadURL.replace('uploads', 'files'))).toBe(false);
    expect((await record(uploadURL, 'gate.txt')).status).toBe(404);
    const taught = (await (await teach('dusk.txt', 'The gate closes at dusk.')).json()) as TrainingMaterial;
    expect((await record(taught.fileUrl, 'dusk.pdf')).status).toBe(422);
    expect(await isKept(taught.fileUrl)).toBe(true);
  });

  // R18
  it('take no longer for what is never closed', async () => {
    const open = '<w:tbl>'.repeat(400_000) + '<w:p '.repeat(400_000);
    const said = '<w:p ><w:t>Fennel is steeped for six minutes.</w:t></w:p><w:t>';
    const word = zipSync({ 'word/document.xml': strToU8(said + open) });
    expect(await contentOf('open.docx', copy(word))).toBe('Fennel is steeped for six minutes.');
    const page = `<p>Sage is steeped for two minutes.</p>${'<script '.repeat(40_000)}`;
    expect(await contentOf('open.html', page)).toMatch(/^Sage is steeped for two minutes\./);
    const runs = `<w:p ><w:t xml:space="preserve">Mint rests</w:t></w:p><w:p >${'<w:t '.repeat(300_000)}</w:t></w:p>`;
    const unclosed = zipSync({ 'word/document.xml': strToU8(runs) });
    expect(await contentOf('runs.docx', copy(unclosed))).toBe('Mint rests');
    const oddEnds = [
      `${'<a '.repeat(500_000)}">`,
      `${'<a "'.repeat(300_000)}'>`,
      `and${'<b> '.repeat(300_000)}`,
    ];
    for (const odd of oddEnds)
      expect(await contentOf('odd.html', `<p>Dill rests for a day.</p>${odd}`)).toMatch(
        /^Dill rests for a day\./,
      );
    expect(
      await contentOf('quotes.html', `<p>Is 1 <b title='>"' class=">">< 2</b> "or" <i>not</i>?</p>`),
    ).toBe('Is 1 < 2 "or" not?');
  });

  // R18
  it('may have a cell that is far away where nothing is in it, and take no memory for one with a value', async () => {
    const book = (rows: string, at = 'worksheets/sheet1.xml', more: Record<string, Uint8Array> = {}) => {
      const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
      const sheets = [at, ...Object.keys(more)];
      return copy(
        zipSync({
          '[Content_Types].xml': strToU8('<Types/>'),
          'xl/workbook.xml': strToU8(
            `<workbook xmlns:r="${office}"><sheets>${sheets.map((_, index) => `<sheet name="Teas ${index}" sheetId="${index + 1}" r:id="r${index}"/>`).join('')}</sheets></workbook>`,
          ),
          'xl/_rels/workbook.xml.rels': strToU8(
            `<Relationships>${sheets.map((sheet, index) => `<Relationship Id="r${index}" Type="${office}/worksheet" Target="${sheet}"/>`).join('')}</Relationships>`,
          ),
          ...Object.fromEntries(Object.entries(more).map(([name, xml]) => [`xl/${name}`, xml])),
          [`xl/${at}`]: sheet(rows),
        }),
      );
    };
    const sheet = (rows: string) =>
      strToU8(`<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`);
    const said = (cell: string, attributes = `r="${cell}"`) =>
      `<c s="1" ${attributes} t="inlineStr"><is><t>six minutes</t></is></c>`;
    const first = '<c r="A1" t="inlineStr"><is><t>Fennel</t></is></c>';
    const near = `<row r="1">${first}${said('B1')}</row>`;
    const good = {
      near,
      'styled to the end': `<row r="1">${first}${said('B1')}<c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/><c r="XFD1048576" t="str"><f>""</f><v></v></c></row>`,
    };
    for (const [name, rows] of Object.entries(good))
      expect(await contentOf(`${name}.xlsx`, book(rows)), name).toContain('| Fennel | six minutes |');
    const wide = `<row r="1">${said('XFD1')}</row>`;
    const large = `<row r="1">${said('C1')}</row><row r="1048576">${said('A1048576')}</row>`;
    const bombs: Record<string, Uint8Array<ArrayBuffer>> = {
      far: book(`<row r="1">${first}${said('XFD1048576')}</row>`),
      'a far row': book(`${wide}<row r="1048576">${said('A2')}</row>`),
      'a row alone': book('<row r="4000000000"/>'),
      'single quotes': book(`${wide}<row r='1048576'>${said('', "r='A1048576'")}</row>`),
      tabs: book(
        `<row r="1"><c\tr="XFD1"><v>1</v></c></row><row\tr="1048576"><c\tr="A1048576"><v>1</v></c></row>`,
      ),
      elsewhere: book(`<row r="1">${first}${said('XFD1048576')}</row>`, 'teas.xml'),
      'several sheets': book(large, undefined, { 'worksheets/sheet2.xml': sheet(large) }),
    };
    for (const [name, bytes] of Object.entries(bombs)) {
      const response = await teach(`${name}.xlsx`, bytes);
      expect(response.status, name).toBe(422);
      expect(((await response.json()) as { message: string }).message, name).toMatch(
        /^This sheet reaches to row [\d,]+ and column [\d,]+\. Delete what is empty and try again\.$/,
      );
    }
  });

  // R18
  it('bombs and strange names reach nothing', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(70_000_000) }, { level: 9 });
    const response = await teach('bomb.docx', copy(bomb));
    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain('60 MB');
    // One that states less than it holds gets no more room than it states.
    const liar = Buffer.from(bomb);
    for (const [mark, offset] of [
      ['PK\u0003\u0004', 22],
      ['PK\u0001\u0002', 24],
    ] as const)
      liar.writeUInt32LE(1_000, liar.indexOf(mark, 0, 'latin1') + offset);
    expect((await teach('liar.docx', copy(liar))).status).toBe(422);
    const odd = await teach('../../etc/passwd.txt', 'The gate opens at dawn.');
    expect(odd.status).toBe(201);
    expect(readdirSync(dataDir)).toEqual(['files', 'temporary']);
    const temporary = readdirSync(join(dataDir, 'temporary'), { recursive: true, withFileTypes: true });
    expect(temporary.filter((entry) => !entry.isDirectory())).toEqual([]);
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['training']);
    const stray = await admin.call('POST', '/api/training-materials', {
      body: { expertId, fileName: 'a.txt', fileUrl: '/api/training-materials/files/../../../etc/passwd' },
    });
    expect(stray.status).toBe(404);
  });

  // R18
  it('are given back as downloads that no browser runs, to those who are signed in', async () => {
    const response = await teach('evil.html', '<p>Tea time is at 4.</p><script>alert(1)</script>');
    const { fileUrl } = (await response.json()) as TrainingMaterial;
    const file = await admin.call('GET', fileUrl);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await yarrow.visitor().call('GET', fileUrl)).status).toBe(401);
  });

  // R18
  it('are what their bytes say: a polyglot is no text, and no shown type makes it run', async () => {
    const gif = 'GIF89a/*<script>alert(1)</script>*/=1;';
    const refused = await teach('both.html', gif + '\u0000\u0000');
    expect(refused.status).toBe(422);
    const pdfAndZip = copy(
      Buffer.concat([Buffer.from('%PDF-1.7\n'), zipSync({ 'word/document.xml': strToU8('<w:p/>') })]),
    );
    expect((await teach('both.docx', pdfAndZip)).status).toBe(422);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    const response = await teach('drawing.html', `<p>Tea time is at 5.</p>${svg}`);
    const { knowledgeId, fileUrl } = (await response.json()) as TrainingMaterial;
    const { content } = await admin.get<KnowledgeItem>(`/api/chatbot/knowledge/${knowledgeId}`);
    expect(content).toBe('Tea time is at 5.');
    expect((await admin.call('GET', fileUrl)).headers.get('content-security-policy')).toContain('sandbox');
  });

  it('are gone from the storage when no agent that could come back was taught from them, and not before', async () => {
    const addAgent = async (): Promise<string> => {
      const id = newId();
      await yarrow.app.db.execute(
        sql`insert into experts (id, name, expertise_area) values (${id}, 'Alder', 'Tea')`,
      );
      return id;
    };
    const [alder, hazel] = [await addAgent(), await addAgent()];
    const { uploadURL } = await send(new TextEncoder().encode('The gate opens at noon.'));
    const teachFrom = (agent: string) =>
      admin.post<TrainingMaterial>('/api/training-materials', {
        expertId: agent,
        fileName: 'gate.txt',
        fileUrl: uploadURL,
        fileType: 'text/plain',
        trainingContext: '',
      });
    const { fileUrl } = await teachFrom(alder);
    expect((await teachFrom(hazel)).fileUrl).toBe(fileUrl);
    const strays = [(await send(new TextEncoder().encode('Never taken up.'))).uploadURL];
    const status = async () => (await admin.call('GET', fileUrl)).status;
    const removed = (agent: string, days: number) =>
      yarrow.app.db.execute(
        sql`update experts set deleted_at = now() - make_interval(days => ${days}) where id = ${agent}`,
      );
    const clean = async () => {
      await tidyAgents(yarrow.app.context);
      await yarrow.app.db.execute(
        sql`update uploaded_files set given_at = now() - interval '2 days', arrived_at = now() - interval '2 days'`,
      );
      await sweepFiles(yarrow.app.context);
    };
    await removed(alder, 31);
    await clean();
    expect(await status(), 'another agent was taught from it').toBe(200);
    for (const stray of strays)
      expect((await admin.call('GET', stray.replace('uploads', 'files'))).status).toBe(404);
    await removed(hazel, 1);
    await clean();
    expect(await status(), 'the agent can be restored').toBe(200);
    await removed(hazel, 31);
    await clean();
    expect(await status()).toBe(404);
  });
});
