import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import { generateLeads } from '#features/discovery/server/generate-leads.ts';
import { setSchedule } from '#features/discovery/server/schedules.ts';
import { type Database, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createCampaign, untilMessages } from './support/campaigns.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from './support/client.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { buildPost, buildSource, startLeads } from './support/leads.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';

const CONDITIONS = /eczema|migraine|psoria|endometrio/i;

/**
 * Where words are kept as somebody wrote them: people in public, the team in a search, a campaign or a message. All
 * other text is made by the product, and none of it may say what anybody has.
 */
const AS_WRITTEN = new Set([
  ...['name', 'handle', 'handle_key', 'behavior_signal', 'signal_url', 'search_text'].map(
    (column) => `leads.${column}`,
  ),
  // Their handle, where a message is sent to it, and as it is compared with those of others.
  'messages.address',
  'leads.match_keys',
  'lead_runs.search_query',
  'lead_schedules.search_query',
  'campaigns.name',
  'campaigns.objective',
  'campaigns.landing_page_url',
  'campaign_steps.body',
  'compositions.text',
  'compositions.html',
  'outbox_mails.raw',
  'landing_sites.name',
  'landing_sites.url',
  'landing_sites.description',
  // An admin let a name or an address name it, and the trail keeps that.
  'audit_entries.details',
]);

const POSTS = [
  { name: 'Migraine Mum', handle: '@migraine_mum' },
  { name: 'Pete Psoriasis', handle: '@psoriasis_pete' },
  { name: 'Ann Lee', handle: '@annlee' },
].map((author, index) =>
  buildPost(index, {
    text: 'My eczema and migraine are back. Can anyone recommend a cream? Happy to pay.',
    url: `https://social.test/r/endometriosis/${index}`,
    author: { ...author, country: 'US' },
  }),
);

const LANDING_PAGE =
  'https://landing.test/evenings?utm_source=eczema&utm_campaign=migraine&utm_term=psoriasis';

describe('what people have', () => {
  let database: TestDatabase;
  let db: Database;
  let server: ServerProcess;
  let client: TestClient;
  let campaign: Campaign;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, log: createLog('silent') });
    const groupId = await discover();
    server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off', LOG_LEVEL: 'debug' });
    client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
    await client.post('/api/landing-sites', {
      name: 'Your eczema',
      url: LANDING_PAGE,
      allowsCondition: true,
    });
    campaign = await createCampaign(client, {
      name: 'Eczema and migraine, spring',
      allowsCondition: true,
      objective: 'Invite people with eczema to the open day',
      landingPageUrl: LANDING_PAGE,
      channels: ['email', 'social_dm'],
      targetGroups: [groupId],
      status: 'active',
    });
  }, 120_000);
  afterAll(async () => {
    await server.end();
    await db.$client.end();
    await database.drop();
  });

  /** People who write about their conditions, found and then looked for again by itself. */
  async function discover(): Promise<string> {
    const source = buildSource(async function* () {
      yield { posts: POSTS, read: POSTS.length, total: POSTS.length, cursor: null };
    });
    const bench = await startLeads({ beside: database, sources: [source] });
    const { id } = await bench.createGroup('Spring');
    const search = {
      searchQuery: 'People with eczema who look for a gentle skin cream',
      platforms: ['reddit' as const],
    };
    await generateLeads(bench.context, { ...search, count: 20, categoryId: id }, { actorId: 'mia' });
    await setSchedule(bench.context, id, search, 'mia');
    await bench.close();
    return id;
  }

  const messagesSent = () =>
    untilMessages(client, campaign.id, { outbox: POSTS.length, manual: POSTS.length });

  /** Every place of the database that names a condition: "leads.behavior_signal". */
  async function placesThatName(): Promise<string[]> {
    const tables = await rowsOf<{ schema: string; name: string }>(
      db,
      sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const places = new Set<string>();
    for (const { schema, name } of tables) {
      const columns = await rowsOf<{ column: string }>(
        db,
        sql`select distinct cell.key as column
          from ${sql.identifier(schema)}.${sql.identifier(name)} as line, jsonb_each_text(to_jsonb(line)) as cell
          where cell.value ~* ${CONDITIONS.source}`,
      );
      for (const { column } of columns)
        places.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${column}`);
    }
    return [...places];
  }

  it('stays in the words they wrote: no tag, group, event, UTM value, job or log is made of it', async () => {
    const messages = await messagesSent();
    const link =
      /\/r\/[\w-]+/.exec(messages.find(({ channel }) => channel === 'email')?.body ?? '')?.[0] ?? '';
    const followed = await fetch(`${server.url}${link}`, { redirect: 'manual', headers: BROWSER });
    const target = followed.headers.get('location') ?? '';
    expect(target).toMatch(/^https:\/\/landing\.test\/evenings\?/);
    expect(target).not.toMatch(CONDITIONS);

    const visit = {
      type: 'visit',
      url: 'https://landing.test/eczema-cream',
      title: 'Eczema cream',
      referrer: 'https://search.test/?q=migraine',
      token: new URL(target).searchParams.get('yt') ?? '',
    };
    expect((await client.call('POST', '/api/track', { body: visit, headers: BROWSER })).status).toBe(202);
    // A statement that fails carries the words it was given; what is logged of it must not.
    await db.execute(sql`alter table leads rename to elsewhere`);
    expect((await client.call('GET', '/api/leads?q=eczema')).status).toBe(500);
    await db.execute(sql`alter table elsewhere rename to leads`);
    await client.call('GET', '/api/nothing/eczema?of=migraine');
    await client.call('POST', '/api/lead-groups', { body: { name: 'Eczema' } });
    await client.call('POST', '/api/leads/generate', { body: '{"searchQuery": "migraine' });

    const places = await placesThatName();
    expect(places).toContain('leads.behavior_signal');
    expect(places).toContain('campaigns.name');
    expect(places.filter((place) => !AS_WRITTEN.has(place))).toEqual([]);
    expect(server.output()).toContain('request failed');
    expect(server.output()).not.toMatch(CONDITIONS);
  });

  it('stands in no subject line, no address and no greeting that the product writes', async () => {
    expect(campaign.steps.map(({ subject }) => subject ?? '').join('\n')).not.toMatch(CONDITIONS);
    const messages = await messagesSent();
    for (const message of messages) {
      expect(message.subject ?? '').not.toMatch(CONDITIONS);
      expect(message.body.split('\n')[0]).toMatch(/^Hi (?:there|Ann)[,]/);
      expect([...message.body.matchAll(/https?:\S+/g)].join(' ')).not.toMatch(CONDITIONS);
    }
    const { id } = messages.find(({ status }) => status === 'outbox') ?? { id: '' };
    const { raw } = await client.get<{ raw: string }>(`/api/messages/${id}/source`);
    expect(raw.slice(0, raw.search(/\r?\n\r?\n/))).not.toMatch(CONDITIONS);
  });
});

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
};
