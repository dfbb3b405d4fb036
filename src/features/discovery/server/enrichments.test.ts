import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import type { PossibleDuplicate } from '#features/leads/contract-merge.ts';
import { tidyLeads } from '#features/leads/server/jobs.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';
import type { SystemStatus } from '../contract.ts';
import { askForContacts } from './enrichments.ts';

let provider: ProviderServer;
let app: TestApp;
let member: TestClient;
let group: LeadGroup;
let serial = 0;

beforeAll(async () => {
  provider = await startProviderServer(() => ({ body: 'taken' }));
  app = await startTestApp({
    env: {
      ENRICHMENT_WEBHOOK_URL: `${provider.url}/hook`,
      ENRICHMENT_WEBHOOK_SECRET: 'a secret of both sides',
      ENRICHMENT_WAIT_HOURS: '2',
    },
  });
  member = await app.as('member');
  group = await member.post('/api/lead-groups', { name: 'Evenings' });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.fault = undefined;
});

function addLead(given: Record<string, unknown> = {}): Promise<Lead> {
  serial += 1;
  return member.post('/api/leads', {
    name: `Person ${serial}`,
    handle: `person_${serial}`,
    platform: 'reddit',
    groupId: group.id,
    legalGround: 'consent',
    ...given,
  });
}

const leadOf = (id: string) => member.get<Lead>(`/api/leads/${id}`);
type Request = { request_id: string; lead_id: string; callback_token: string };

/** Lets the service be told, by us or by the worker that was first, and answers what it was told about this lead. */
async function toldAbout(lead: Lead): Promise<Request | undefined> {
  await askForContacts(app.app.context);
  const told = () =>
    provider.requests.map(({ body }) => body as Request).find(({ lead_id: id }) => id === lead.id);
  await expect.poll(told, { timeout: 10_000 }).toBeDefined();
  return told();
}

const answer = (body: unknown, token = '') =>
  app.visitor().call('POST', '/api/enrichment/answers', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });

describe('enrichment', () => {
  it('is on with both settings', async () => {
    expect(await member.get<SystemStatus>('/api/system/status')).toMatchObject({ enrichment: true });
  });

  it('tells the service once about who has no address, and keeps the first answer that is authentic', async () => {
    const lead = await addLead();
    expect(lead.contactStatus).toBe('enrichment_pending');
    await addLead({ email: 'known@customer.test' });
    const told = await toldAbout(lead);
    expect(told).toBeDefined();
    expect(provider.requests).toHaveLength(1);
    await askForContacts(app.app.context);
    expect(provider.requests, 'told once').toHaveLength(1);

    const given = { request_id: told?.request_id, email: 'Found@Customer.test' };
    expect((await answer(given, 'wrong')).status).toBe(403);
    expect((await leadOf(lead.id)).email).toBeNull();
    const taken = await answer(given, told?.callback_token);
    expect([taken.status, await taken.json()]).toEqual([200, { taken: true }]);
    expect(await leadOf(lead.id)).toMatchObject({ email: 'Found@Customer.test' });
    const replay = await answer({ ...given, email: 'other@customer.test' }, told?.callback_token);
    expect(await replay.json()).toEqual({ taken: false });
    expect(await leadOf(lead.id)).toMatchObject({ email: 'Found@Customer.test' });
  });

  it('leaves an empty answer, and one that never comes, to a person', async () => {
    const [empty, silent] = [await addLead(), await addLead()];
    const told = await toldAbout(empty);
    await answer({ request_id: told?.request_id, email: '' }, told?.callback_token);
    expect((await leadOf(empty.id)).contactStatus).toBe('manual_verification');
    const wait = (hours: number) =>
      app.app.db.execute(
        sql`update leads set updated_at = now() - make_interval(hours => ${hours}) where id = ${silent.id}`,
      );
    await wait(1);
    await tidyLeads(app.app.context);
    expect((await leadOf(silent.id)).contactStatus).toBe('enrichment_pending');
    await wait(3);
    await tidyLeads(app.app.context);
    expect((await leadOf(silent.id)).contactStatus).toBe('manual_verification');
  });

  it('tries again what the service was too busy for, and gives up what it refuses', async () => {
    provider.fault = () => ({ status: 429, headers: { 'retry-after': '60' }, body: '' });
    const lead = await addLead();
    await toldAbout(lead);
    provider.fault = undefined;
    provider.requests.length = 0;
    await askForContacts(app.app.context);
    expect(provider.requests, 'it asked for a minute of rest').toEqual([]);
    await app.app.db.execute(sql`update lead_enrichments set next_try_at = now() where lead_id = ${lead.id}`);
    expect(await toldAbout(lead)).toBeDefined();

    provider.fault = () => ({ status: 404, body: '' });
    const refused = await addLead();
    await toldAbout(refused);
    await expect.poll(async () => (await leadOf(refused.id)).contactStatus).toBe('manual_verification');
  });

  it('proposes a merge where the address belongs to another lead', async () => {
    const owner = await addLead({ email: 'shared@customer.test' });
    const lead = await addLead();
    const told = await toldAbout(lead);
    await answer({ request_id: told?.request_id, email: 'shared@customer.test' }, told?.callback_token);
    expect(await leadOf(lead.id)).toMatchObject({ email: null, contactStatus: 'manual_verification' });
    const pairs = await member.get<PossibleDuplicate[]>('/api/leads/duplicates');
    expect(pairs).toMatchObject([{ keep: { id: owner.id }, other: { id: lead.id } }]);
  });

  it('refuses what is no answer, and one that is too large', async () => {
    for (const body of ['', 'null', '[]', '{"request_id":"x"}', '{"request_id":1}', '\u0000']) {
      expect((await answer(body)).status, body).toBe(400);
    }
    expect((await answer('x'.repeat(70_000))).status).toBe(413);
    const unknown = { request_id: '0b8f6d6c-4a0e-4a52-9f3c-6a3c2f0b7f11', email: '' };
    expect((await answer(unknown)).status).toBe(403);
    expect(
      await rowsOf(app.app.db, sql`select 1 from lead_enrichments where state = 'asked' and attempts = 0`),
    ).toEqual([]);
  });
});
