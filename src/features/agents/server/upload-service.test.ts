import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { KnowledgeItem, KnowledgePassage } from '../contract-knowledge.ts';
import type { TrainingMaterial } from '../contract-uploads.ts';

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
  it('S7-35 S7-36 S3-24 are sent to an uploadURL with PUT, recorded, and answered from', async () => {
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
    expect(await contentOf('prices.csv', 'product,price\nTea,9.80\n')).toContain('| Tea | 9.80 |');
    const page =
      '<html><body><h1>Shipping</h1><!-- secret --><p hidden>no</p><p>Costs &euro;5.</p></body></html>';
    expect(await contentOf('page.html', page)).toBe('# Shipping\n\nCosts €5.');
    const word = zipSync({
      'word/document.xml': strToU8(
        '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Care</w:t></w:r></w:p><w:p><w:r><w:t>Keep &amp; store cool.</w:t></w:r></w:p></w:body></w:document>',
      ),
    });
    expect(await contentOf('care.docx', copy(word))).toBe('# Care\n\nKeep & store cool.');
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

  it('R18 are refused in words when they are empty, too large, or not what they say', async () => {
    expect((await send(new Uint8Array(0))).status).toBe(422);
    expect((await send(new Uint8Array(10_485_760 + 1))).status).toBe(413);
    const refusals: [name: string, bytes: Uint8Array<ArrayBuffer> | string, words: RegExp][] = [
      ['picture.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), /not text, PDF, Word or Excel/],
      ['report.pdf', 'plainly not a pdf', /not a \.pdf file inside/],
      ['broken.pdf', '%PDF-1.7\nnothing more', /damaged|cannot be read|No text/],
      ['archive.docx', copy(zipSync({ 'readme.txt': strToU8('hi') })), /archive/],
      ['old.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /old or protected/],
      ['blank.txt', '   \n ', /No text was found/],
    ];
    for (const [name, bytes, words] of refusals) {
      const response = await teach(name, bytes);
      expect(response.status, name).toBe(422);
      expect(((await response.json()) as { message: string }).message, name).toMatch(words);
    }
  });

  it('R18 bombs and strange names reach nothing', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(70_000_000) }, { level: 9 });
    const response = await teach('bomb.docx', copy(bomb));
    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain('60 MB');
    const odd = await teach('../../etc/passwd.txt', 'The gate opens at dawn.');
    expect(odd.status).toBe(201);
    expect(readdirSync(dataDir)).toEqual(['files']);
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['training']);
    const stray = await admin.call('POST', '/api/training-materials', {
      body: { expertId, fileName: 'a.txt', fileUrl: '/api/training-materials/files/../../../etc/passwd' },
    });
    expect(stray.status).toBe(404);
  });

  it('R18 are given back as downloads that no browser runs, to those who are signed in', async () => {
    const response = await teach('evil.html', '<p>Tea time is at 4.</p><script>alert(1)</script>');
    const { fileUrl } = (await response.json()) as TrainingMaterial;
    const file = await admin.call('GET', fileUrl);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await yarrow.visitor().call('GET', fileUrl)).status).toBe(401);
  });

  it('R18 are what their bytes say: a polyglot is no text, and no shown type makes it run', async () => {
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
    const { agents, uploads } = yarrow.app.features;
    const status = async () => (await admin.call('GET', fileUrl)).status;
    const removed = (agent: string, days: number) =>
      yarrow.app.db.execute(
        sql`update experts set deleted_at = now() - make_interval(days => ${days}) where id = ${agent}`,
      );
    const clean = async () => {
      await agents.tidy();
      await yarrow.app.db.execute(
        sql`update uploaded_files set given_at = now() - interval '2 days', arrived_at = now() - interval '2 days'`,
      );
      await uploads.sweep();
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
