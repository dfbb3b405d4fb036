import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOverview } from '#features/analytics/server/get-overview.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { changeWorkspace, getWorkspace, removeDemoData } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { openTouchpoints, trackLink } from '#features/tracking/server/touchpoint-store.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { systemClock } from '#platform/context.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { seedOnFirstStart } from './first-start.ts';
import { DEMO_TABLES, removeDemo } from './remove.ts';

const contactPepper = 'a pepper for tests only';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log: createLog('silent') });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** Tables that have a column of this name, without the partitions of one. */
const tablesWith = async (column: string): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      sql`select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attname = ${column} and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
          and c.relnamespace = 'public'::regnamespace order by 1`,
    )
  ).map(({ name }) => name);

/** Every row that is no sample, table by table, as text. */
async function ownRows(): Promise<Record<string, string[]>> {
  const tables = await tablesWith('is_demo');
  const rows = await Promise.all(
    tables.map((table) =>
      rowsOf<{ row: string }>(
        db,
        sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t where not is_demo order by 1`,
      ),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, (rows[index] ?? []).map(({ row }) => row)]));
}

/** Adds what somebody does in the demo workspace: people of their own, a campaign, and what came of it. */
async function workInWorkspace() {
  const [group] = await rowsOf<{ id: string }>(
    db,
    sql`select id from lead_groups where name = 'Evening blends'`,
  );
  const [stranger] = await rowsOf<{ id: string }>(db, sql`select id from leads where is_demo limit 1`);
  const ids = { lead: newId(), ownGroup: newId(), campaign: newId(), step: newId() };
  await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`insert into lead_groups (id, name, color) values (${ids.ownGroup}, 'Mine', '#3B82F6')`,
    );
    await tx.execute(sql`insert into leads (id, name, platform, legal_ground, group_id, ai_score)
      values (${ids.lead}, 'Found by me', 'practice', 'legitimate_interest', ${group?.id}, 6.1),
        (${newId()}, 'In my group', 'manual', 'consent', ${ids.ownGroup}, 7.0)`);
    await tx.execute(sql`update leads set tags = '{club}' where name = 'In my group'`);
    await tx.execute(sql`insert into campaigns (id, name, objective, status, target_groups, landing_page_url,
        selected_content_assets, channels, utm_campaign, utm_source, utm_medium, launched_at)
      values (${ids.campaign}, 'Mine', 'Sell', 'active', array[${group?.id}]::uuid[], 'https://shop.example/',
        '{}', '{email}', 'mine', 'yarrow', 'email', now() - interval '1 hour')`);
    await tx.execute(sql`insert into messages (id, campaign_id, step_id, lead_id, channel, status, due_at)
      values (${newId()}, ${ids.campaign}, ${ids.step}, ${ids.lead}, 'email', 'outbox', now()),
        (${newId()}, ${ids.campaign}, ${ids.step}, ${stranger?.id}, 'email', 'outbox', now())`);
    await tx.execute(
      sql`insert into content_assets (id, name, type, content) values (${newId()}, 'Mine', 'text', 'x')`,
    );
    await suppress(tx, { contactHash: 'mine', reason: 'objected' });
    await openTouchpoints(tx, [
      { id: newId(), campaignId: ids.campaign, leadId: ids.lead, channel: 'email', contactHash: 'mine' },
    ]);
    await trackLink(tx, ids.campaign, 'https://shop.example/');
    await recordEvents({ eventSubscribers: [] }, tx, [
      { type: 'message.sent', campaignId: ids.campaign, leadId: ids.lead },
      { type: 'message.sent', campaignId: ids.campaign, leadId: stranger?.id ?? null },
      { type: 'landing.visited', campaignId: ids.campaign, leadId: ids.lead },
      { type: 'purchase.made', campaignId: ids.campaign, leadId: ids.lead, valueCents: 1_250 },
    ]);
  });
  return ids;
}

const ADMIN: Actor = {
  id: 'ann',
  email: 'ann@yarrow.test',
  role: 'admin',
  firstName: 'Ann',
  lastName: 'Lee',
};

describe('removing the demo', () => {
  it('knows every table that marks sample rows', async () => {
    const known = DEMO_TABLES.map((table) => Reflect.get(table, Symbol.for('drizzle:Name')));
    expect(known.toSorted()).toEqual(await tablesWith('is_demo'));
  });

  it('removes exactly the sample rows, leaves the work of people as it was, and is safe to repeat', async () => {
    await seedOnFirstStart(db, { isDemo: true, contactPepper });
    const ids = await workInWorkspace();
    const before = await ownRows();
    await changeWorkspace({ db, recordRegions: () => Promise.resolve() }, { senderName: 'Me' }, ADMIN);

    const { removedRows } = await removeDemoData({ db, removeDemoRows: removeDemo });
    expect(removedRows).toBeGreaterThan(40_000);

    const demoTables = await tablesWith('is_demo');
    for (const table of demoTables) {
      const rows = await rowsOf(db, sql`select 1 from ${sql.identifier(table)} where is_demo limit 1`);
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
    const [left] = await rowsOf(
      db,
      sql`select (select count(*)::int from inbound_mails) as replies, (select count(*)::int from reply_answers) as answers,
        (select count(*)::int from content_versions) as versions, (select count(*)::int from golden_questions) as golden,
        (select count(*)::int from brand_voices) as voices, (select array_agg(name) from lead_tags) as tags`,
    );
    // A tag that somebody has given to a person of their own stays.
    expect(left).toEqual({ replies: 0, answers: 0, versions: 0, golden: 0, voices: 0, tags: ['club'] });
    // What pointed at a sample row points at nothing now; nothing else is different.
    const withoutPointers = (rows: Record<string, string[]>) =>
      Object.fromEntries(
        Object.entries(rows).map(([table, lines]) => [
          table,
          lines.map((line) => line.replace(/"(group_id|lead_id)": (null|"[^"]+")/g, '"$1": …')),
        ]),
      );
    const after = await ownRows();
    expect(withoutPointers(after)).toEqual(withoutPointers(before));
    const pointers = await rowsOf<{ name: string; group_id: string | null }>(
      db,
      sql`select name, group_id from leads order by name`,
    );
    expect(pointers).toEqual([
      { name: 'Found by me', group_id: null },
      { name: 'In my group', group_id: ids.ownGroup },
    ]);

    const overview = await getOverview({ db, clock: systemClock }, 'lifetime');
    expect(overview.totals).toMatchObject({ messagesSent: 2, landingPageVisits: 1, purchaseConversions: 1 });
    expect(overview.campaigns.map(({ name, revenue }) => [name, revenue])).toEqual([['Mine', 12.5]]);
    const [sums] = await rowsOf<{ rolled: number; raw: number }>(
      db,
      sql`select (select sum(count)::int from event_rollups) as rolled, (select count(*)::int from events) as raw`,
    );
    expect(sums).toEqual({ rolled: 4, raw: 4 });
    expect(await getWorkspace(db)).toMatchObject({
      name: 'My workspace',
      senderName: 'Me',
      senderEmail: '',
      postalAddress: '',
      hasDemoData: false,
    });

    expect(await removeDemoData({ db, removeDemoRows: removeDemo })).toEqual({ removedRows: 0 });
    expect(await ownRows()).toEqual(after);
  });
});
