/** What a lead, a message and an event take on disk, with all their indexes: the figures of docs/scaling.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { FIRST_GROUP, fillLeads } from './lead-crowd.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 50_000);
const EVENTS_PER_LEAD = 6;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
try {
  await migrate(database.url);
  await fillLeads(pool, LEADS);
  const campaign = crypto.randomUUID();
  const step = crypto.randomUUID();
  await pool.query(
    `insert into campaigns (id, name, objective, status, target_groups, landing_page_url, selected_content_assets, channels,
       utm_campaign, utm_source, utm_medium, launched_at)
     values ($1, 'Evenings', 'Sell', 'active', array[$2::uuid], 'https://landing.test', '{}', '{email}', 'c', 's', 'm', now())`,
    [campaign, FIRST_GROUP],
  );
  await pool.query(
    `insert into messages (id, campaign_id, step_id, lead_id, channel, address, contact_hash, vars, touchpoint_id, status, response,
       sent_at, due_at)
     select gen_random_uuid(), $1, $2, id, 'email', email, encode(sha256(email::bytea), 'hex'),
       jsonb_build_object('firstName', 'Person', 'name', name, 'signal', behavior_signal), gen_random_uuid(), 'sent',
       '250 2.0.0 Ok: queued as 4F2A1B', now(), now()
     from leads`,
    [campaign, step],
  );
  await pool.query(
    `insert into events (id, type, occurred_at, campaign_id, lead_id, message_id, channel, data)
     select gen_random_uuid(), (array['message.sent', 'landing.visited', 'link.clicked'])[1 + n % 3], now(), campaign_id,
       lead_id, id, 'email', '{"transport": "smtp"}'
     from messages cross join generate_series(1, $1::int) n`,
    [EVENTS_PER_LEAD],
  );
  for (const table of ['leads', 'messages', 'events']) {
    await pool.query(`vacuum analyze ${table}`);
    const { rows } = await pool.query<{ bytes: string; own: string; count: string }>(
      `select sum(pg_total_relation_size(relid)) as bytes, sum(pg_table_size(relid)) as own,
         (select count(*) from ${table}) as count
       from (select relid from pg_partition_tree($1) where isleaf union select $1::regclass) parts`,
      [table],
    );
    const [row] = rows;
    const each = (bytes = '0'): string =>
      Math.round(Number(bytes) / Number(row?.count)).toLocaleString('en-US');
    process.stdout.write(
      `${table}: ${each(row?.bytes)} B each, ${each(row?.own)} of them without indexes (${Number(row?.count).toLocaleString('en-US')} rows)\n`,
    );
  }
} finally {
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
