import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedLeads } from '#features/discovery/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';

type Callback = { request_id: string; callback_url: string; callback_token: string };

let clay: ProviderServer;
let test: TestApp;
/** What the table answers with, row by row. */
let deliver: (callback: Callback) => Promise<void> = () => Promise.resolve();
let delivered: Promise<void> = Promise.resolve();

beforeAll(async () => {
  clay = await startProviderServer(({ body }) => {
    delivered = deliver(body as Callback);
    return { body: 'OK' };
  });
  test = await startTestApp({
    env: { CLAY_WEBHOOK_URL: `${clay.url}/hook`, CLAY_WAIT_SECONDS: '3', DISCOVERY_RUN_BUDGET_USD: '5' },
  });
});
afterAll(async () => {
  await test.close();
  await clay.close();
});

async function post({ callback_url, callback_token }: Callback, row: Record<string, unknown>) {
  const { pathname } = new URL(callback_url);
  const response = await test.visitor().call('POST', pathname, {
    body: row,
    headers: { authorization: `Bearer ${callback_token}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a service that delivers people later', () => {
  it('fills the run that asked, each person once, and takes nothing without its key', async () => {
    const member = await test.as('member');
    const group = await member.post<LeadGroup>('/api/lead-groups', { name: 'Coaches' });
    const row = (name: string) => ({
      name,
      title: 'Coach',
      company: 'Acme',
      email: '',
      profile_url: `https://www.linkedin.com/in/${name.toLowerCase()}`,
    });
    let callback: Callback | undefined;
    deliver = async (given) => {
      callback = given;
      for (const name of ['Ann', 'Ben', 'Ann']) {
        expect(await post(given, row(name))).toEqual({ status: 200, body: { taken: true } });
      }
    };
    const answer = await member.post<GeneratedLeads>('/api/leads/generate', {
      searchQuery: 'coaches who buy herbal tea',
      platforms: ['clay_database'],
      categoryId: group.id,
    });
    await delivered;
    expect(answer).toMatchObject({ totalGenerated: 2, state: 'done' });
    expect(answer.apiStatus.enrichment).toMatchObject({ working: true, configured: true, leadsFound: 2 });
    const leads = await member.get<Lead[]>(`/api/leads?groupId=${group.id}&sort=name`);
    expect(leads.map(({ name, behaviorSignal, platform }) => [name, behaviorSignal, platform])).toEqual([
      ['Ann', 'Coach at Acme', 'clay_database'],
      ['Ben', 'Coach at Acme', 'clay_database'],
    ]);

    const forged = { ...callback!, callback_token: `${callback!.callback_token}x` };
    expect((await post(forged, row('Eve'))).status).toBe(404);
    expect((await post(callback!, { name: ['nested'] })).status).toBe(400);
    expect((await member.get<Lead[]>(`/api/leads?groupId=${group.id}`)).length).toBe(2);
  });
});
