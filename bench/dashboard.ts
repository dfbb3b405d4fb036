/**
 * P4 and P5: the dashboard over 30 days of a million events, and over 90 days of ten million during ingest, through the
 * whole server vs. bare SQL over the same rollups; and whether the sums are exact afterwards. For both also breakdowns,
 * first and last touch, and the rows behind them. BENCH_EVENTS and BENCH_MANY_EVENTS set the sizes, 0 skips one.
 * BENCH_DATA_DIR keeps both for the next run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sumUpParts } from '#features/analytics/server/parts-store.ts';
import { compareRollups } from '#features/tracking/server/store.ts';
import { type Database, inTransaction, openDatabase, sql } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { fillEvents } from './support/event-crowd.ts';
import { compare, judge, median, print, timed } from './support/runner.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const MANY_EVENTS = Number(process.env.BENCH_MANY_EVENTS ?? 10_000_000);
const CALLS = 30;
const BOUND = 1.5;
/** People moved to another group at once. */
const MOVED = 5_000;
/** Measured elsewhere, on two cores as well. */
const UMAMI_MS = 1_650;

type Ground = { pool: pg.Pool; db: Database; client: TestClient; url: string };

if (EVENTS > 0) {
  await onGround({ events: EVENTS, days: 30 }, (ground) =>
    compareDashboard(ground, {
      target: 'P4',
      title: `Dashboard, ${EVENTS.toLocaleString('en-US')} events of 30 days`,
      period: 'last30',
      days: 30,
    }),
  );
}
if (MANY_EVENTS > 0) {
  await onGround({ events: MANY_EVENTS, days: 90 }, async (ground) => {
    let isIngesting = true;
    const ingest = keepIngesting(ground.url, () => isIngesting);
    await compareDashboard(ground, {
      target: 'P5',
      title: `Dashboard, ${MANY_EVENTS.toLocaleString('en-US')} events of 90 days, events coming in`,
      period: 'last90',
      days: 90,
    });
    isIngesting = false;
    const sent = await ingest;
    const { events, differences } = await inTransaction(ground.db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return compareRollups(tx, 5);
    });
    process.stdout.write(
      `P5 sums after ${sent} events came in meanwhile: ${events.toLocaleString('en-US')} events, ${differences.length} rollup rows differ\n`,
    );
    if (differences.length > 0) process.exitCode = 1;
  });
}

/** Runs a measurement on a server with these events, kept in BENCH_DATA_DIR if it is set. */
async function onGround(
  { events, days }: { events: number; days: number },
  measure: (ground: Ground) => Promise<void>,
): Promise<void> {
  const kept = process.env.BENCH_DATA_DIR && join(process.env.BENCH_DATA_DIR, `events-${events}-${days}`);
  if (kept) mkdirSync(kept, { recursive: true });
  const folder = kept || mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
  const log = createLog('silent');
  const database = await startEmbeddedPostgres({ dataDir: folder, log });
  const server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
  const pool = new pg.Pool({ connectionString: database.url, max: 8, statement_timeout: 0 });
  const db = openDatabase({ url: database.url, log, maxConnections: 2 });
  try {
    const client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
    const { rows } = await pool.query<{ count: string }>(
      'select coalesce(sum(count), 0) as count from event_days',
    );
    if (Number(rows[0]?.count) < events) {
      const took = await timed(() => fillEvents(pool, db, { events, days }));
      process.stdout.write(
        `${events.toLocaleString('en-US')} events created in ${(took / 1000).toFixed(0)} s\n`,
      );
    }
    // Kept events may not have daily sums.
    while (await inTransaction(db, (tx) => sumUpParts(tx, new Date())));
    const summed = await pool.query<{ days: number }>('select count(*)::int as days from event_part_days');
    process.stdout.write(`${summed.rows[0]?.days ?? 0} days are summed\n`);
    await measure({ pool, db, client, url: server.url });
  } finally {
    await db.$client.end();
    await pool.end();
    await server.end();
    await database.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

async function compareDashboard(
  { pool, client }: Ground,
  { target, title, period, days }: { target: string; title: string; period: string; days: number },
): Promise<void> {
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
    bound: BOUND,
    reference: {
      name: 'bare SQL over the rollups',
      measure: () => medianOf(() => pool.query(bare, [days])),
    },
    ours: { name: 'GET /api/analytics/overview', measure: () => medianOf(ours) },
  });
  print(
    judge({
      target,
      title: `${title}, vs. Umami over 1,000,000 events of 30 days`,
      unit: 'ms',
      better: 'less',
      bound: 0.1,
      reference: UMAMI_MS,
      ours: result.ours,
    }),
    'Umami, a fixed figure',
    'GET /api/analytics/overview',
  );
  await printAnalytics({ pool, client }, { target, period });
}

/** The breakdowns of `/analytics`; one also right after many people moved. */
async function printAnalytics(
  { pool, client }: Pick<Ground, 'pool' | 'client'>,
  { target, period }: { target: string; period: string },
): Promise<void> {
  const show = async (what: string, path: string): Promise<void> => {
    const took = await medianOf(async () => {
      const answer = await client.call('GET', `/api/analytics/${path}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    }, 3);
    process.stdout.write(`  ${target} ${what}: ${took.toFixed(0)} ms\n`);
  };
  for (const by of ['campaign', 'segment', 'source', 'channel', 'agent'])
    await show(`funnel by ${by}`, `funnel?period=${period}&by=${by}`);
  const { rows } = await pool.query<{ id: string; group: string }>(
    'select c.id, g.id as group from campaigns c, lead_groups g order by 1, 2 limit 1',
  );
  const [known] = rows;
  await show('rows by segment', `rows?measure=visits&period=${period}&by=segment&key=${known?.group}`);
  await show('rows by agent', `rows?measure=visits&period=${period}&by=agent&key=`);
  for (const goal of ['purchases', 'conversions'])
    await show(`first and last touch of ${goal}`, `touches?period=${period}&goal=${goal}`);
  await show(
    'rows of a first touch',
    `touch-rows?period=${period}&touch=first&touchCampaign=${known?.id}&channel=email`,
  );
  await pool.query(
    `update leads set group_id = (select id from lead_groups where id <> leads.group_id order by id limit 1)
     where id in (select id from leads order by id limit $1)`,
    [MOVED],
  );
  await show(
    `funnel by segment, ${MOVED.toLocaleString('en-US')} people moved`,
    `funnel?period=${period}&by=segment`,
  );
}

async function medianOf(call: () => Promise<unknown>, calls = CALLS): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) times.push(await timed(call));
  return median(times);
}

/** Reports visits until `isOn` is false; returns how many. */
async function keepIngesting(url: string, isOn: () => boolean): Promise<number> {
  const visitor = testClient(url);
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
