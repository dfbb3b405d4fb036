import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** A condition that stands nowhere in the product's own texts of these tables. */
const WORD = 'psoriasis';
const SITE = 'https://shop.test';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ServerProcess;
let client: TestClient;
let sql: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off', LOG_LEVEL: 'debug' });
  client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await server.end();
  await database.drop();
});

it('no condition word reaches tags, names of segments, addresses, UTM values, events, logs or subjects unless an admin says so', async () => {
  const refused = async (method: string, path: string, body: unknown) => {
    const answer = await client.call(method, path, { body });
    expect([400, 422], `${method} ${path} answered ${answer.status}`).toContain(answer.status);
    expect(await answer.text()).toMatch(new RegExp(WORD, 'i'));
  };
  // What people wrote themselves is kept as they wrote it.
  const group = await client.post<LeadGroup>('/api/lead-groups', { name: 'Winter wellness' });
  const lead = await client.post<Lead>('/api/leads', {
    name: 'Dana Whitlow',
    email: 'dana@example.org',
    groupId: group.id,
    legalGround: 'consent',
    behaviorSignal: `My ${WORD} is back, which cream would you buy?`,
  });
  await refused('POST', '/api/lead-groups', { name: `People with ${WORD}` });
  await refused('PATCH', `/api/leads/${lead.id}`, { tags: [WORD] });
  await refused('POST', '/api/lead-views', { name: `${WORD} first`, filter: {} });

  const campaign = (change: object) => ({
    name: 'Evenings',
    objective: `Tell people with ${WORD} about us`,
    landingPageUrl: `${SITE}/winter`,
    selectedContentAssets: [],
    channels: ['email'],
    targetGroups: [group.id],
    steps: [{ channel: 'email', delayHours: 0, subject: 'An evening note', body: 'Good evening.' }],
    status: 'active',
    ...change,
  });
  await refused('POST', '/api/campaigns', campaign({ name: `${WORD} evenings` }));
  await refused('POST', '/api/campaigns', campaign({ landingPageUrl: `${SITE}/${WORD}-cream` }));
  await refused('POST', '/api/campaigns', campaign({ landingPageUrl: `${SITE}/winter?topic=${WORD}` }));
  const subject = { channel: 'email', delayHours: 0, subject: `About ${WORD}`, body: 'Good evening.' };
  await refused('POST', '/api/campaigns', campaign({ steps: [subject] }));
  await refused('POST', '/api/landing-sites', { name: `${WORD} page`, url: SITE });
  await refused('POST', '/api/landing-sites', { name: 'Winter', url: `${SITE}/${WORD}` });
  await client.post('/api/campaigns', campaign({}));
  await expect
    .poll(async () => (await sql.query('select id from messages where sent_at is not null')).rowCount, {
      timeout: 20_000,
    })
    .toBe(1);

  // What a visitor says about themselves stays in the conversation.
  const agent = await client.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Teas',
    category: 'health',
    communicationStyle: 'friendly',
    interactionMode: 'chat',
    deploymentType: 'website_chat',
    allowedDomains: [SITE],
  });
  const opened = await client.call('POST', `/api/agents/visitor/${agent.apiKey}`, {
    body: {},
    headers: { origin: SITE },
  });
  const { token } = (await opened.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, origin: SITE };
  const said = await client.call('POST', `/api/agents/chat/${agent.apiKey}`, {
    body: { message: `I have ${WORD}, can I take the capsules?`, messageId: crypto.randomUUID() },
    headers,
  });
  expect(said.status, await said.text()).toBe(200);
  await client.call('POST', `/api/agents/contact/${agent.apiKey}`, {
    body: { email: 'eve@example.org' },
    headers,
  });

  const { rows: places } = await sql.query<{ place: string; words: string }>(`
    select 'a tag' as place, (lead_tags.*)::text as words from lead_tags
    union all select 'tags of a lead', leads.tags::text from leads
    union all select 'a group', name from lead_groups
    union all select 'a view', (lead_views.*)::text from lead_views
    union all select 'a campaign', concat_ws(' ', name, landing_page_url, utm_source, utm_medium, utm_campaign) from campaigns
    union all select 'a landing page', concat_ws(' ', name, url) from landing_sites
    union all select 'a link', (tracked_links.*)::text from tracked_links
    union all select 'a subject', subject from compositions
    union all select 'a subject of a step', subject from campaign_steps
    union all select 'an event', concat_ws(' ', type, data) from events
    union all select 'a line of the trail', concat_ws(' ', action, details) from audit_entries`);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter(({ words }) => words?.toLowerCase().includes(WORD))).toEqual([]);
  expect(server.output()).not.toBe('');
  expect(server.output().toLowerCase()).not.toContain(WORD);

  // An admin may, in so many words, and it stands in the trail.
  await client.post('/api/lead-groups', { name: `Researchers of ${WORD}`, allowsCondition: true });
  const { rows } = await sql.query(`select action from audit_entries where details::text like '%${WORD}%'`);
  expect(rows).toEqual([{ action: 'condition.allowed' }]);
});
