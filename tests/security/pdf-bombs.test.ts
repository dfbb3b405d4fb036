import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeflate, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';

let running: TestApp;
let admin: TestClient;
let expertId: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'yarrow-pdf-bombs-'));
  running = await startTestApp({ worker: false, env: { DATA_DIR: dataDir } });
  admin = await running.as('admin');
  ({ id: expertId } = await admin.post<{ id: string }>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Tea',
    communicationStyle: 'friendly',
  }));
});
afterAll(async () => {
  await running.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function teach(bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; message: string }> {
  const { uploadURL } = await admin.post<{ uploadURL: string }>('/api/training-materials/upload');
  await admin.call('PUT', uploadURL, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const answer = await admin.call('POST', '/api/training-materials', {
    body: {
      expertId,
      fileName: 'bomb.pdf',
      fileUrl: uploadURL,
      fileType: 'application/pdf',
      trainingContext: '',
    },
  });
  const { message = '' } = (await answer.json()) as { message?: string };
  return { status: answer.status, message };
}

/** Objects by number from 1, of which the first is the catalogue. */
function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const size = () => parts.reduce((sum, { length }) => sum + length, 0);
  for (const [at, object] of objects.entries()) {
    offsets.push(size());
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = size();
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const page = (contents: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents ${contents} >>`;
const streamOf = (packed: Uint8Array, filters: string): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter [${filters}] >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);

/** So many blanks, packed twice: some KB. */
async function packedBlanks(bytes: number): Promise<Buffer> {
  const packer = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  packer.on('data', (part: Buffer) => parts.push(part));
  const blanks = Buffer.alloc(4_000_000, ' ');
  for (let written = 0; written < bytes; written += blanks.length)
    if (!packer.write(blanks)) await once(packer, 'drain');
  packer.end();
  await once(packer, 'end');
  return deflateSync(Buffer.concat(parts), { level: 9 });
}

it('a PDF of a few KB that unpacks to gigabytes is refused before it takes the memory of the server', async () => {
  const packed = await packedBlanks(1_200_000_000);
  const bomb = pdfOf([CATALOGUE, PAGES, page('4 0 R'), streamOf(packed, '/FlateDecode /FlateDecode')]);
  expect(bomb.length).toBeLessThan(10_000);
  expect(await teach(bomb)).toEqual({
    status: 422,
    message: 'This needs too much memory to read. Split it.',
  });
});

it.each<[string, () => Uint8Array<ArrayBuffer>]>([
  [
    'pages that hold themselves',
    () => pdfOf([CATALOGUE, '<< /Type /Pages /Count 1000 /Kids [2 0 R 2 0 R] >>']),
  ],
  ['more pages than it has', () => pdfOf([CATALOGUE, '<< /Type /Pages /Count 2147483647 /Kids [] >>'])],
  [
    'a hundred thousand arrays in one another',
    () => pdfOf([CATALOGUE, PAGES, page(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)]),
  ],
  [
    'a stream whose length is the stream',
    () => pdfOf([CATALOGUE, PAGES, page('4 0 R'), '<< /Length 4 0 R >>\nstream\nBT ET\nendstream']),
  ],
  ['a table that goes before itself', () => pdfOf([CATALOGUE, PAGES, page('[]')], '/Prev 9')],
  [
    'one stream as a thousand contents of a page',
    () =>
      pdfOf([
        CATALOGUE,
        PAGES,
        page(`[${'4 0 R '.repeat(1_000)}]`),
        streamOf(deflateSync(Buffer.alloc(1_000_000, ' ')), '/FlateDecode'),
      ]),
  ],
])('a PDF with %s is refused in words', async (_what, bomb) => {
  const { status, message } = await teach(bomb());
  expect(status).toBe(422);
  expect(message).toMatch(/damaged|No text|too much memory|too long|more than 2,000 pages/);
  expect((await running.visitor().call('GET', '/healthz')).status).toBe(200);
});
