/** P18: what ten times as many leads cost a page of the list and a dashboard with a fixed window. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { FIRST_GROUP, fillLeads } from './lead-crowd.ts';
import { judge, median, print, timed } from './runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const CALLS = 60;
const FEW = Math.floor(LEADS / 10);

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });

const PAGES = [
  ['a page of the list', `/api/leads?groupId=${FIRST_GROUP}&sort=-aiScore&limit=50`, 1.3],
  ['a page of the list, another order', '/api/leads?sort=-createdAt&limit=50', 1.3],
  ['the dashboard of 30 days', '/api/analytics/overview?period=last30', 1.5],
] as const;

try {
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const measure = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      times.push(
        await timed(async () => {
          const response = await client.call('GET', path);
          if (!response.ok) throw new Error(`${path} answered ${response.status}`);
          await response.arrayBuffer();
        }),
      );
    }
    // The first ones warm up.
    return median(times.slice(10));
  };

  await fillLeads(pool, FEW);
  const few: number[] = [];
  for (const [, path] of PAGES) few.push(await measure(path));
  await fillLeads(pool, LEADS, FEW + 1);
  for (const [index, [title, path, bound]] of PAGES.entries()) {
    print(
      judge({
        target: 'P18',
        title: `${title}, ${FEW.toLocaleString('en-US')} to ${LEADS.toLocaleString('en-US')} leads`,
        unit: 'ms',
        better: 'less',
        bound,
        reference: few[index] ?? Number.NaN,
        ours: await measure(path),
      }),
      `${FEW.toLocaleString('en-US')} leads`,
      `${LEADS.toLocaleString('en-US')} leads`,
    );
  }
} finally {
  await pool.end();
  await server.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
