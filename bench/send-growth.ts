/** P18: what sending to ten times as many people takes, from the launch until the last outcome is written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { countMessages, fillRecipients, launchToAll, signedIn, startSink, until } from './mail-crowd.ts';
import { judge, print, timed } from './runner.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 1_000_000);
const FEW = Math.floor(MAILS / 10);

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const sink = await startSink({ mode: 'pipelining' });
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DEMO: 'off',
  SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  SMTP_CONNECTIONS: '20',
  MAIL_FROM: 'Bench <bench@sender.test>',
});

try {
  const client = await signedIn(server);
  const sendTo = async (people: number): Promise<number> => {
    await fillRecipients(pool, people);
    return timed(async () => {
      const id = await launchToAll(client);
      await until(async () => (await countMessages(pool, id, ['sent'])) === people);
    });
  };
  // The first one warms up: plans, templates, connections.
  await sendTo(Math.min(1_000, FEW));
  const fewMs = await sendTo(FEW);
  const manyMs = await sendTo(MAILS);
  print(
    judge({
      target: 'P18',
      title: `sending, ${FEW.toLocaleString('en-US')} to ${MAILS.toLocaleString('en-US')} people`,
      unit: 'ms',
      better: 'less',
      bound: 10.5,
      reference: fewMs,
      ours: manyMs,
    }),
    `${FEW.toLocaleString('en-US')} people`,
    `${MAILS.toLocaleString('en-US')} people`,
  );
} finally {
  await server.end();
  sink.close();
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
