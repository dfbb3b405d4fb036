/** A launch to 100,000 people: until the first mail is with the mail server, and the server's memory until the last. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import {
  countMessages,
  fillRecipients,
  launchToAll,
  residentMb,
  signedIn,
  startSink,
  until,
} from './mail-crowd.ts';
import { judge, print } from './runner.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 100_000);
const FIRST_WITHIN_MS = 3_000;
const MOST_MB = 400;

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
  await fillRecipients(pool, MAILS);
  const launchedAt = Date.now();
  const id = await launchToAll(client);
  let mostMb = 0;
  await until(async () => {
    mostMb = Math.max(mostMb, residentMb(server));
    return (await countMessages(pool, id, ['sent'])) === MAILS;
  }, 100);
  const people = `${MAILS.toLocaleString('en-US')} people`;
  const common = { target: 'launch', better: 'less', bound: 1 } as const;
  const firstMs = (sink.firstAt() ?? Number.NaN) - launchedAt;
  print(
    judge({
      ...common,
      title: `${people}, first mail accepted`,
      unit: 'ms',
      reference: FIRST_WITHIN_MS,
      ours: firstMs,
    }),
    'wanted',
  );
  print(
    judge({
      ...common,
      title: `${people}, most memory of the server`,
      unit: 'MB',
      reference: MOST_MB,
      ours: mostMb,
    }),
    'wanted',
  );
} finally {
  await server.end();
  sink.close();
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
