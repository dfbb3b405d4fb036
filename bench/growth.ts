/**
 * P18: ten times as many leads in a page of the list and a dashboard; ten times as many recipients from the launch until
 * the last outcome is recorded. Also what `docs/scaling.md` says about two workers vs. one and about disk space.
 * BENCH_LEADS (1,000,000), BENCH_MAILS (1,000,000) and BENCH_WORKER_MAILS (10,000) are the larger sizes; 0 skips a part.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { FIRST_GROUP } from './support/lead-crowd.ts';
import { startLeadServer } from './support/lead-server.ts';
import {
  countMessages,
  fillRecipients,
  launchToAll,
  signedIn,
  startSink,
  until,
} from './support/mail-crowd.ts';
import { compare, judge, median, print, timed } from './support/runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const MAILS = Number(process.env.BENCH_MAILS ?? 1_000_000);
const WORKER_MAILS = Number(process.env.BENCH_WORKER_MAILS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = 25;
const PAGES = [
  ['a page of a group by score', `/api/leads?groupId=${FIRST_GROUP}&sort=-aiScore&limit=50`, 1.3],
  ['a page of all, newest first', '/api/leads?sort=-createdAt&limit=50', 1.3],
  ['the dashboard of 30 days', '/api/analytics/overview?period=last30', 1.5],
] as const;

if (LEADS > 0) await compareLists();
if (MAILS > 0) await onDatabase(compareSends);
for (const answersAfterMs of WORKER_MAILS > 0 ? [20, 0] : [])
  await onDatabase((database) => compareWorkers({ ...database, answersAfterMs }));

async function compareLists(): Promise<void> {
  // Both at once, so that they can take turns.
  const few = await startLeadServer(Math.floor(LEADS / 10), 'few');
  const many = await startLeadServer(LEADS);
  try {
    for (const [title, path, bound] of PAGES) {
      const medianOf = async ({ client }: typeof few): Promise<number> => {
        const times: number[] = [];
        for (let call = 0; call < CALLS; call += 1) {
          times.push(
            await timed(async () => {
              const response = await client.call('GET', path);
              if (!response.ok) throw new Error(`${path} returned ${response.status}`);
              await response.arrayBuffer();
            }),
          );
        }
        return median(times);
      };
      await Promise.all([medianOf(few), medianOf(many)]);
      await compare({
        target: 'P18',
        title: `${title}, ten times the leads`,
        unit: 'ms',
        better: 'less',
        bound,
        reference: { name: inWords(LEADS / 10), measure: () => medianOf(few) },
        ours: { name: inWords(LEADS), measure: () => medianOf(many) },
      });
    }
    await printSize(many.pool, 'leads');
  } finally {
    await many.stop();
    await few.stop();
  }
}

type Database = { url: string; pool: pg.Pool };

async function onDatabase(measure: (database: Database) => Promise<void>): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
  const pool = new pg.Pool({ connectionString: url, max: 2, statement_timeout: 0 });
  try {
    await measure({ url, pool });
  } finally {
    await pool.end();
    await stop();
    rmSync(work, { recursive: true, force: true });
  }
}

async function compareSends({ url, pool }: Database): Promise<void> {
  const sink = await startSink({ mode: 'pipelining' });
  const server = await startServerProcess(sendingSettings({ url, port: sink.port, connections: 20 }));
  try {
    const client = await signedIn(server);
    const sendTo = async (people: number): Promise<number> => {
      await fillRecipients(pool, people);
      return timed(async () => {
        const id = await launchToAll(client);
        await until(async () => (await countMessages(pool, id, ['sent'])) === people);
      });
    };
    const few = Math.floor(MAILS / 10);
    // The first one warms up plans, templates and connections.
    await sendTo(Math.min(1_000, few));
    const reference = await sendTo(few);
    const ours = await sendTo(MAILS);
    print(
      judge({
        target: 'P18',
        title: 'a whole send, ten times the recipients',
        unit: 'ms',
        better: 'less',
        bound: 10.5,
        reference,
        ours,
      }),
      inWords(few),
      inWords(MAILS),
    );
    for (const table of ['messages', 'events']) await printSize(pool, table);
  } finally {
    await server.end();
    sink.close();
  }
}

/** Two worker processes vs. one, with a mail server that responds after a while, as a distant one does, or at once. */
async function compareWorkers({
  url,
  pool,
  answersAfterMs,
}: Database & { answersAfterMs: number }): Promise<void> {
  const sink = await startSink({ mode: 'plain', answersAfterMs });
  const settings = sendingSettings({ url, port: sink.port, connections: 10 });
  const web = await startServerProcess({ ...settings, ROLE: 'web' });
  try {
    const client = await signedIn(web);
    await fillRecipients(pool, WORKER_MAILS);
    /** Accepted per second by this many workers, all ready before the first message is due. */
    const rateOf = async (count: number): Promise<number> => {
      const workers = await Promise.all(
        Array.from({ length: count }, () => startServerProcess({ ...settings, ROLE: 'worker' })),
      );
      const id = await launchToAll(client);
      await client.post(`/api/campaigns/${id}/pause`);
      await until(async () => (await countMessages(pool, id, ['queued', 'sent'])) === WORKER_MAILS);
      await client.post(`/api/campaigns/${id}/resume`);
      await until(async () => (await countMessages(pool, id, ['sent'])) === WORKER_MAILS);
      await Promise.all(workers.map((worker) => worker.end()));
      const { rows } = await pool.query<{ rate: string }>(
        `select count(*) / extract(epoch from max(sent_at) - min(started_at)) as rate
         from messages join message_attempts on message_id = messages.id and number = attempts
         where campaign_id = $1 and started_at > (select max(occurred_at) from events where type = 'campaign.resumed')`,
        [id],
      );
      return Number(rows[0]?.rate);
    };
    await compare({
      target: 'workers',
      title: `${inWords(WORKER_MAILS)}, a server that responds ${answersAfterMs === 0 ? 'at once' : `after ${answersAfterMs} ms`}`,
      unit: 'accepted/s',
      better: 'more',
      bound: 1.4,
      rounds: ROUNDS,
      reference: { name: 'one worker', measure: () => rateOf(1) },
      ours: { name: 'two workers', measure: () => rateOf(2) },
    });
  } finally {
    await web.end();
    sink.close();
  }
}

function sendingSettings({ url, port, connections }: { url: string; port: number; connections: number }) {
  return {
    DATABASE_URL: url,
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_CONNECTIONS: String(connections),
    MAIL_FROM: 'Bench <bench@sender.test>',
  };
}

/** Bytes per row, with and without indexes. */
async function printSize(pool: pg.Pool, table: string): Promise<void> {
  await pool.query(`vacuum analyze ${table}`);
  const { rows } = await pool.query<{ all: string; own: string; count: string }>(
    `select sum(pg_total_relation_size(relid)) as all, sum(pg_table_size(relid)) as own,
       (select count(*) from ${table}) as count
     from (select relid from pg_partition_tree($1) where isleaf union select $1::regclass) parts`,
    [table],
  );
  const [row] = rows;
  const each = (bytes = '0'): string => String(Math.round(Number(bytes) / Number(row?.count)));
  process.stdout.write(
    `${table}: ${each(row?.all)} B per row, ${each(row?.own)} of them without indexes (${row?.count} rows)\n`,
  );
}

function inWords(count: number): string {
  return Math.floor(count).toLocaleString('en-US');
}
