/**
 * Two worker processes against one, from the first attempt to the last outcome: with a mail server that answers after
 * 20 ms, as one at a distance does, and with one that answers at once, where sender and database share the processors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { countMessages, fillRecipients, launchToAll, signedIn, startSink, until } from './mail-crowd.ts';
import { compare } from './runner.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });

try {
  for (const answersAfterMs of [20, 0]) await bench(answersAfterMs);
} finally {
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

async function bench(answersAfterMs: number): Promise<void> {
  const sink = await startSink({ mode: 'plain', answersAfterMs });
  const settings = {
    DATABASE_URL: database.url,
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SMTP_CONNECTIONS: '10',
    MAIL_FROM: 'Bench <bench@sender.test>',
  };
  const web = await startServerProcess({ ...settings, ROLE: 'web' });
  try {
    const client = await signedIn(web);
    await fillRecipients(pool, MAILS);
    /** Mails a second with this many workers, which all stand ready before the first message is due. */
    const rateOf = async (count: number): Promise<number> => {
      const workers = await Promise.all(
        Array.from({ length: count }, () => startServerProcess({ ...settings, ROLE: 'worker' })),
      );
      const id = await launchToAll(client);
      await client.post(`/api/campaigns/${id}/pause`);
      await until(async () => (await countMessages(pool, id, ['queued', 'sent'])) === MAILS);
      await client.post(`/api/campaigns/${id}/resume`);
      await until(async () => (await countMessages(pool, id, ['sent'])) === MAILS);
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
      title: `${MAILS.toLocaleString('en-US')} mails, a server that answers ${answersAfterMs === 0 ? 'at once' : `after ${answersAfterMs} ms`}`,
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
