import type pg from 'pg';
import { sumUpParts } from '#features/analytics/server/parts-store.ts';
import { rebuildRollups } from '#features/tracking/server/store.ts';
import { type Database, inTransaction, sql } from '#platform/db.ts';

const CAMPAIGNS = 40;
const GROUPS = 20;
const LEADS = 20_000;
/** Rows per statement; small enough to show progress. */
const AT_ONCE = 1_000_000;

const ID = (number: string): string =>
  `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/**
 * Invented events of the last days, of leads in groups and of launched campaigns, counted into the rollups as the product
 * does. They are inserted in order of time, so that indexes by time grow at their end; the index by lead is created afterwards.
 */
export async function fillEvents(
  pool: pg.Pool,
  db: Database,
  { events, days }: { events: number; days: number },
): Promise<void> {
  await pool.query(
    'truncate events, event_rollups, event_days, event_parts, event_part_days, event_part_moves, event_part_marks',
  );
  await addCampaigns(pool);
  await addLeads(pool);
  // Past months have partitions too, as they would in production.
  await pool.query(
    `select ensure_event_partition(now() - make_interval(days => n)) from generate_series(0, $1::int) n`,
    [days],
  );
  const client = await pool.connect();
  try {
    await client.query(`set synchronous_commit = off`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query('drop index events_lead');
    for (let from = 0; from < events; from += AT_ONCE) {
      await client.query(
        `insert into events (id, type, occurred_at, campaign_id, lead_id, channel, value_cents)
         select gen_random_uuid(), t.type, now() - make_interval(secs => $3::float8 * 86400 * (1 - n / $4::float8)),
           ${ID(`1 + n % ${CAMPAIGNS}`)}, ${ID(`1 + (n * 7919) % ${LEADS}`)},
           (array['email', 'email', 'social_dm'])[1 + n % 3], case when t.type = 'purchase.made' then 4900 end
         from generate_series($1::bigint, $2::bigint) n
           cross join lateral (select (array['message.sent', 'message.sent', 'message.sent', 'landing.visited',
             'landing.converted', 'purchase.made'])[1 + (n / ${CAMPAIGNS}) % 6] as type) t`,
        [from + 1, Math.min(from + AT_ONCE, events), days, events],
      );
      process.stderr.write(`  ${Math.min(from + AT_ONCE, events).toLocaleString('en-US')} events\n`);
    }
    await client.query('create index events_lead on events (lead_id, occurred_at)');
  } finally {
    client.release(true);
  }
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await rebuildRollups(tx);
  });
  // All events are late, but there are no sums yet that they could change.
  await pool.query('truncate event_part_marks');
  while (await inTransaction(db, (tx) => sumUpParts(tx, new Date())));
  for (const table of ['event_parts', 'event_days', 'event_rollups', 'events', 'leads'])
    await pool.query(`vacuum analyze ${table}`);
}

async function addCampaigns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into campaigns (id, name, objective, status, target_groups, landing_page_url, selected_content_assets, channels,
       utm_campaign, utm_source, utm_medium, launched_at)
     select ${ID('n')}, 'Campaign ' || n, 'Sell', 'active', '{}', 'https://example.com', '{}', '{email}', 'c', 's', 'm',
       now() - interval '100 days' from generate_series(1, $1::int) n on conflict do nothing`,
    [CAMPAIGNS],
  );
}

async function addLeads(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into lead_groups (id, name, color) select ${ID('n')}, 'Group ' || n, '#3B82F6'
     from generate_series(1, $1::int) n on conflict do nothing`,
    [GROUPS],
  );
  await pool.query(
    `insert into leads (id, name, handle, handle_key, platform, group_id, stage, legal_ground, contact_status)
     select ${ID('n')}, 'Person ' || n, '@p' || n, 'practice:p' || n, (array['practice', 'reddit', 'import'])[1 + n % 3],
       ${ID(`1 + n % ${GROUPS}`)}, 'engaged', 'consent', 'verified' from generate_series(1, $1::int) n on conflict do nothing`,
    [LEADS],
  );
}
