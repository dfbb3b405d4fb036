/**
 * What people feel on their screens while a third of the mails fail or get no answer, a language model hangs, drips and
 * breaks, and a source answers nothing: the p95 of the calls behind four screens against the same in quiet (R5).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Campaign } from '#features/campaigns/contract.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { createCampaign } from '../tests/support/campaigns.ts';
import { startScriptedServer } from '../tests/support/mail-server.ts';
import { fillPeople } from '../tests/support/people.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { signedIn } from './mail-crowd.ts';
import { judge, percentile, print, timed } from './runner.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 20_000);
const ROUNDS = Number(process.env.BENCH_CALLS ?? 150);
const SCREENS = [
  '/api/leads?limit=50',
  '/api/analytics/overview?period=last30',
  '/api/campaigns',
  '/api/crm/stats',
];

/** In turn: no answer at all, 503, 429 with a rest, half an answer, a letter each 200 ms. */
const FAULTS: ((response: ServerResponse) => void)[] = [
  () => undefined,
  (response) => void response.writeHead(503).end(),
  (response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"id":');
    response.destroy();
  },
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const drip = setInterval(() => response.write(' '), 200);
    response.once('close', () => clearInterval(drip));
  },
];
let asked = 0;
const provider = createServer((request, response) => {
  request.resume();
  asked += 1;
  FAULTS[asked % FAULTS.length]?.(response);
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

let mails = 0;
const mail = await startScriptedServer({
  isPipelining: true,
  rcpt: () => {
    mails += 1;
    return mails % 12 === 0 ? '450 4.2.1 mailbox busy' : mails % 12 === 4 ? 'drop' : undefined;
  },
  end: () => (mails % 500 === 8 ? 'silence' : mails % 12 === 8 ? 'drop' : undefined),
});
const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: join(work, 'db'), log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DATA_DIR: join(work, 'data'),
  DEMO: 'off',
  SMTP_URL: mail.url,
  SMTP_CONNECTIONS: '10',
  MAIL_FROM: 'Bench <bench@sender.test>',
  LLM_PROVIDER: 'openai-compatible',
  LLM_BASE_URL: `${providerUrl}/v1`,
  LLM_API_KEY: 'key',
  LLM_MODEL: 'model',
  MASTODON_BASE_URL: providerUrl,
  HACKER_NEWS_BASE_URL: providerUrl,
});

try {
  const client = await signedIn(server);
  const groupId = await fillPeople(pool, PEOPLE);
  await pool.query('vacuum analyze leads');
  const look = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const screen of SCREENS) times.push(await timed(() => client.get(screen)));
    }
    return times;
  };
  // The screens show this campaign before and after its launch.
  const { id, version } = await createCampaign(client, { targetGroups: [groupId] });
  await look();
  const quiet = percentile(await look(), 95);

  await client.patch(`/api/campaigns/${id}`, { status: 'active', version });
  let isOver = false;
  const keepFailing = async (deed: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await deed().catch(() => undefined);
      await sleep(100);
    }
  };
  const failing = [
    keepFailing(() =>
      client.post('/api/leads/generate', {
        searchQuery: 'people who ask for evening tea',
        count: 20,
        platforms: ['mastodon', 'hacker_news'],
        categoryId: groupId,
      }),
    ),
    ...Array.from({ length: 3 }, () =>
      keepFailing(async () => {
        const { id: sessionId } = await client.post<{ id: string }>('/api/content-generation/sessions', {
          sessionName: 'Evening tea',
          requirements: 'A mail about evening tea for people who work late.',
          contentType: 'email',
        });
        await client.post('/api/content-generation/generate', { sessionId });
      }),
    ),
    keepFailing(async () => {
      const { status } = await client.get<Campaign>(`/api/campaigns/${id}`);
      if (status === 'paused') await client.post(`/api/campaigns/${id}/resume`);
    }),
  ];
  await sleep(2_000);
  const busy = percentile(await look(), 95);
  isOver = true;
  const sent = mail.accepted.length;
  provider.closeAllConnections();
  await Promise.race([Promise.all(failing), sleep(5_000)]);
  console.log(`${sent} mails accepted meanwhile, ${asked} calls of model and sources`);
  print(
    judge({
      target: 'R5',
      title: 'Calls of four screens while providers fail, p95',
      unit: 'ms',
      better: 'less',
      bound: 2,
      reference: quiet,
      ours: busy,
    }),
    'in quiet',
    'meanwhile',
  );
} finally {
  await server.end('SIGKILL');
  await mail.close();
  provider.closeAllConnections();
  provider.close();
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
