/**
 * R5: the calls behind four screens while a third of the messages fail or get no response, a language model hangs, drips and
 * breaks, and a source returns nothing, p95 vs. the same with the campaign paused.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Campaign } from '#features/campaigns/contract.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { createCampaign } from '../tests/support/campaigns.ts';
import { fillPeople } from '../tests/support/people.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { signedIn } from './support/mail-crowd.ts';
import { judge, percentile, print, timed } from './support/runner.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 20_000);
const ROUNDS = Number(process.env.BENCH_CALLS ?? 150);
/** Sending time before anything is measured. */
const SENT_BEFORE_MS = 2_000;
const SCREENS = [
  '/api/leads?limit=50',
  '/api/analytics/overview?period=last30',
  '/api/campaigns',
  '/api/crm/stats',
];

const peer = fork(fileURLToPath(new URL('support/failing-peer.ts', import.meta.url)));
const answerOfPeer = async <Answer>(): Promise<Answer> => {
  const [answer] = (await once(peer, 'message')) as [Answer];
  return answer;
};
const { mailUrl, providerUrl } = await answerOfPeer<{ mailUrl: string; providerUrl: string }>();

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: join(work, 'db'), log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DATA_DIR: join(work, 'data'),
  DEMO: 'off',
  SMTP_URL: mailUrl,
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
  // The same campaign, paused and then sending, so that the screens load the same.
  const { id, version } = await createCampaign(client, { targetGroups: [groupId] });
  await client.patch(`/api/campaigns/${id}`, { status: 'active', version });
  await sleep(SENT_BEFORE_MS);
  await client.post(`/api/campaigns/${id}/pause`);
  await look();
  const quiet = percentile(await look(), 95);

  await client.post(`/api/campaigns/${id}/resume`);
  let isOver = false;
  const keepFailing = async (act: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await act().catch(() => undefined);
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
  const counted = answerOfPeer<{ mails: number; calls: number }>();
  peer.send('count');
  const { mails, calls } = await counted;
  await Promise.race([Promise.all(failing), sleep(5_000)]);
  console.log(`${mails} messages accepted meanwhile, ${calls} calls to model and sources`);
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
    'paused',
    'meanwhile',
  );
} finally {
  await server.end('SIGKILL');
  peer.disconnect();
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
