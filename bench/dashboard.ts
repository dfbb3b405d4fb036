/**
 * P4 and P5: the dashboard over 30 days of a million events, and over 90 days of many more while events come in,
 * through the whole server, against the bare SQL over the same rollups; and whether the sums are exact afterwards.
 * Numbers of events: BENCH_EVENTS (a million) and BENCH_MANY_EVENTS (ten million).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compareRollups, rebuildRollups } from '#features/tracking/server/store.ts';
import { inTransaction, openDatabase, sql } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { compare, judge, median, print, timed } from './runner.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const MANY_EVENTS = Number(process.env.BENCH_MANY_EVENTS ?? 10_000_000);
const CAMPAIGNS = 40;
const CALLS = 30;
/** Measured elsewhere, on two cores as well. */
const UMAMI_MS = 1_650;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const log = createLog('silent');
const database = await startEmbeddedPostgres({ dataDir: work, log });
const server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
const pool = new pg.Pool({ connectionString: database.url, max: 8, statement_timeout: 0 });
const db = openDatabase({ url: database.url, log, maxConnections: 2 });

try {
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  await addCampaigns();

  await addEvents(EVENTS, 30);
  await compareDashboard(
    'P4',
    `Dashboard, ${EVENTS.toLocaleString('en-US')} events of 30 days`,
    'last30',
    30,
    1.5,
  );

  await addEvents(Math.max(0, MANY_EVENTS - EVENTS), 90);
  let isIngesting = true;
  const ingest = keepIngesting(() => isIngesting);
  await compareDashboard(
    'P5',
    `Dashboard, ${MANY_EVENTS.toLocaleString('en-US')} events of 90 days, events coming in`,
    'last90',
    90,
    1.5,
  );
  isIngesting = false;
  const sent = await ingest;
  const { events, differences } = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return compareRollups(tx, 5);
  });
  process.stdout.write(
    `P5 sums after ${sent} events came in meanwhile: ${events.toLocaleString('en-US')} events, ${differences.length} rollup rows differ\n`,
  );
  if (differences.length > 0) process.exitCode = 1;

  async function compareDashboard(
    target: string,
    title: string,
    period: string,
    days: number,
    bound: number,
  ) {
    const bare = `select campaign_id, type, sum(count), sum(value_cents) from event_rollups
      where bucket >= date_trunc('day', now()) - make_interval(days => $1) and bucket < now() + interval '1 day'
        and type in ('message.sent', 'landing.visited', 'landing.converted', 'purchase.made', 'spend.recorded')
      group by 1, 2`;
    const ours = async (): Promise<unknown> =>
      (await client.call('GET', `/api/analytics/overview?period=${period}`)).arrayBuffer();
    for (let warm = 0; warm < 5; warm += 1) await Promise.all([ours(), pool.query(bare, [days])]);
    const result = await compare({
      target,
      title,
      unit: 'ms',
      better: 'less',
      bound,
      reference: {
        name: 'bare SQL over the rollups',
        measure: () => medianOf(() => pool.query(bare, [days])),
      },
      ours: { name: 'GET /api/analytics/overview', measure: () => medianOf(ours) },
    });
    print(
      judge({
        target,
        title: `${title}, against Umami over 1,000,000 events of 30 days`,
        unit: 'ms',
        better: 'less',
        bound: 0.1,
        reference: UMAMI_MS,
        ours: result.ours,
      }),
      'Umami, a fixed figure',
      'GET /api/analytics/overview',
    );
    for (const by of ['campaign', 'segment']) {
      const took = await medianOf(
        async () =>
          (await client.call('GET', `/api/analytics/funnel?period=${period}&by=${by}`)).arrayBuffer(),
        3,
      );
      process.stdout.write(`  funnel by ${by}: ${took.toFixed(0)} ms\n`);
    }
  }
} finally {
  await db.$client.end();
  await pool.end();
  await server.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

async function medianOf(call: () => Promise<unknown>, calls = CALLS): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) times.push(await timed(call));
  return median(times);
}

async function addCampaigns(): Promise<void> {
  await pool.query(
    `insert into campaigns (id, name, objective, status, target_groups, landing_page_url, selected_content_assets, channels,
       utm_campaign, utm_source, utm_medium, launched_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Campaign ' || n, 'Sell', 'active', '{}',
       'https://example.com', '{}', '{email}', 'c', 's', 'm', now() - interval '100 days' from generate_series(1, $1::int) n`,
    [CAMPAIGNS],
  );
}

/** Made-up events over so many days, counted into the rollups as the product would have. */
async function addEvents(count: number, days: number): Promise<void> {
  if (count === 0) return;
  await pool.query(
    `insert into events (id, type, occurred_at, campaign_id, channel, value_cents)
     select gen_random_uuid(), t.type, now() - random() * make_interval(days => $2),
       ('00000000-0000-7000-8000-' || lpad((1 + n % $3::int)::text, 12, '0'))::uuid, 'email',
       case when t.type = 'purchase.made' then 4900 end
     from generate_series(1, $1::int) n
       cross join lateral (select (array['message.sent', 'message.sent', 'message.sent', 'landing.visited', 'landing.converted', 'purchase.made'])[1 + n % 6] as type) t`,
    [count, days, CAMPAIGNS],
  );
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await rebuildRollups(tx);
  });
  await pool.query('vacuum analyze event_days');
  await pool.query('vacuum analyze event_rollups');
  await pool.query('analyze events');
}

/** Reports visits one after the other until told otherwise; answers how many. */
async function keepIngesting(isOn: () => boolean): Promise<number> {
  const visitor = testClient(server.url);
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  };
  let sent = 0;
  while (isOn()) {
    await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.call('POST', '/api/track', { body: { type: 'visit', url: 'https://example.com/' }, headers }),
      ),
    );
    sent += 10;
  }
  return sent;
}
