/**
 * A file of 10 MB (a PDF, a text, a price list) is taught to one agent while visitors chat with another: how much longer
 * the slowest turn takes than a turn does in quiet, and the longest time in which the process answers nobody. Built-in
 * engine, one process. `BENCH_FILES` names some of the files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '#features/agents/contract.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { judge, median, print, timed } from './runner.ts';

const PAGES = Number(process.env.BENCH_PAGES ?? 1_500);
const LINES = 38;
const MB = 1_048_576;
const FILE_BYTES = 10 * MB - 1_024;
const QUIET_TURNS = 200;
const LONGEST_STALL_MS = 100;
const HERBS = 'chamomile fennel ginger hibiscus lavender mint nettle rooibos sage thyme'.split(' ');
const SYLLABLES = 'ba ce do fi gu la me no pi ru sa te vo wi xu ya ze ho ki mu'.split(' ');
const FILES = {
  'handbook.pdf': () => pdfOf(PAGES),
  'handbook.md': textOf,
  'products.csv': listOf,
};

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: join(work, 'db'), log: createLog('silent') });
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DATA_DIR: join(work, 'data'),
  DEMO: 'off',
});
const client = testClient(server.url);

try {
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const asked = await createAgent('Fern');
  const taught = await createAgent('Moss');
  await client.post('/api/chatbot/knowledge', {
    expertId: asked.id,
    title: 'Blends',
    content: Array.from(
      { length: 1_000 },
      (_, index) => `Blend ${index} of ${HERBS[index % 10]} is steeped for ${(index % 9) + 2} minutes.`,
    ).join('\n\n'),
  });
  const { secretKey } = await client.post<{ secretKey: string }>(
    `/api/chatbot/experts/${asked.id}/secret-key`,
  );
  let turns = 0;
  const turn = async (): Promise<void> => {
    turns += 1;
    const response = await fetch(`${server.url}/api/agents/chat/${asked.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secretKey}` },
      body: JSON.stringify({
        message: `For how many minutes is blend ${turns % 1_000} of ${HERBS[turns % 10]} steeped?`,
      }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('steeped')) throw new Error(`answered ${response.status}: ${text}`);
  };
  const look = async (): Promise<void> => {
    await (await fetch(`${server.url}/healthz`)).arrayBuffer();
  };

  const quiet: number[] = [];
  for (let index = 0; index < QUIET_TURNS; index += 1) quiet.push(await timed(turn));

  for (const [name, make] of Object.entries(FILES)) {
    if (process.env.BENCH_FILES?.split(',').includes(name) === false) continue;
    // Made beforehand: whoever makes it measures nothing meanwhile.
    const file = make();
    let isTaught = false;
    const busy: number[] = [];
    const looks: number[] = [];
    const chatting = (async () => {
      while (!isTaught) busy.push(await timed(turn));
    })();
    const looking = (async () => {
      while (!isTaught) {
        looks.push(await timed(look));
        await sleep(5);
      }
    })();
    const startedAt = performance.now();
    const passages = await teach(taught, name, file);
    const seconds = (performance.now() - startedAt) / 1_000;
    isTaught = true;
    await Promise.all([chatting, looking]);
    console.log(
      `${name}: ${passages.toLocaleString('en-US')} passages in ${seconds.toFixed(1)} s, ${busy.length} turns meanwhile; a turn in quiet ${median(quiet).toFixed(1)} ms, meanwhile ${median(busy).toFixed(1)} ms`,
    );
    const shown = {
      target: 'P10',
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: LONGEST_STALL_MS,
    } as const;
    const slowest = Math.max(...busy) - median(quiet);
    print(
      judge({
        ...shown,
        title: `${name}: slowest turn while 10 MB are taught, above a quiet one`,
        ours: slowest,
      }),
      'wanted',
      'chat',
    );
    print(
      judge({
        ...shown,
        title: `${name}: longest time without an answer to anybody`,
        ours: Math.max(...looks),
      }),
      'wanted',
      'GET /healthz',
    );
  }
} finally {
  await server.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

function createAgent(name: string): Promise<Agent> {
  return client.post<Agent>('/api/chatbot/experts', {
    name,
    expertiseArea: 'Herbal tea',
    communicationStyle: 'professional',
    rateLimit: 'enterprise',
  });
}

/** Sends the file as the upload widget does and has it read; answers how many passages it gave. */
async function teach(agent: Agent, fileName: string, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const { uploadURL } = await client.post<{ uploadURL: string }>('/api/training-materials/upload');
  const sent = await client.call('PUT', uploadURL, {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { fileUrl } = (await sent.json()) as { fileUrl: string };
  const { knowledgeId } = await client.post<{ knowledgeId: string }>('/api/training-materials', {
    expertId: agent.id,
    fileName,
    fileUrl,
    fileType: '',
    trainingContext: '',
  });
  const listed = await client.get<{ id: string; passageCount: number }[]>(
    `/api/chatbot/knowledge?expertId=${agent.id}`,
  );
  return listed.find(({ id }) => id === knowledgeId)?.passageCount ?? 0;
}

/** Paragraphs of some 450 letters, a heading now and then. */
function textOf(): Uint8Array<ArrayBuffer> {
  const paragraph = (index: number): string => {
    const lines = Array.from({ length: 7 }, (_, line) => lineOf(index * 7 + line));
    return `${index % 20 === 0 ? `## ${wordOf(index)} ${index}\n\n` : ''}${lines.join(' ')}\n\n`;
  };
  return filledWith(paragraph);
}

/** A row of some hundred letters for each product. */
function listOf(): Uint8Array<ArrayBuffer> {
  const row = (index: number): string =>
    `${wordOf(index)} ${wordOf(index * 7)} ${index},${index % 500} g,${index % 90}.${10 + (index % 90)},${lineOf(index)} ${wordOf(index + 5)}\n`;
  return filledWith((index) => (index === 0 ? 'Product,Size,Price,Note\n' : row(index)));
}

function filledWith(part: (index: number) => string): Uint8Array<ArrayBuffer> {
  const parts: string[] = [];
  for (let index = 0, bytes = 0; ; index += 1) {
    const next = part(index);
    bytes += next.length;
    if (bytes > FILE_BYTES) return new TextEncoder().encode(parts.join(''));
    parts.push(next);
  }
}

/** A handbook of so many pages with some 2,300 letters each, filled up to the size with something to skip, like a picture. */
function pdfOf(pages: number): Uint8Array<ArrayBuffer> {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 0; page < pages; page += 1) {
    const lines = Array.from({ length: LINES }, (_, line) => `(${lineOf(page * LINES + line)}) Tj T*`);
    const stream = `BT /F1 9 Tf 12 TL 40 800 Td\n${lines.join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  const textBytes = objects.reduce((sum, object) => sum + object.length + 20, 0);
  const filling = '0'.repeat(Math.max(0, FILE_BYTES - textBytes - (objects.length + 1) * 42));
  objects.push(`<< /Length ${filling.length} >>\nstream\n${filling}\nendstream`);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}

/** Words of a language of its own, with a figure to remember now and then; some sixty letters. */
function lineOf(index: number): string {
  const words = Array.from({ length: 9 }, (_, at) => wordOf(index * 31 + at * 977));
  return `${words.join(' ')} ${index % 5 === 0 ? `takes ${index % 97} minutes.` : ''}`;
}

function wordOf(seed: number): string {
  const number = (seed * 2_654_435_761) % 7_919;
  return [number, number / 20, number / 400]
    .map((part) => SYLLABLES[Math.floor(part) % SYLLABLES.length])
    .join('');
}
