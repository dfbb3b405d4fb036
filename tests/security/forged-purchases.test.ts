import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Funnel } from '#features/analytics/contract-funnel.ts';
import type { Sale } from '#features/analytics/contract-purchases.ts';
import { compareParts, sumUpParts } from '#features/analytics/server/parts-store.ts';
import type { Lead } from '#features/leads/contract.ts';
import { compareRollups } from '#features/tracking/server/store.ts';
import { pageToken } from '#features/tracking/server/token-source.ts';
import { openTouchpoints } from '#features/tracking/server/touchpoint-store.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';
const SHOP = 'https://shop.example/thanks';
const KEY = 'the key of the shop server';

let running: TestApp;
let member: TestClient;
let groupId: string;
const campaignId = newId();

beforeAll(async () => {
  running = await startTestApp({ worker: false, env: { TRACK_KEY: KEY, TRUST_PROXY: '1' } });
  await running.app.db.execute(
    sql`insert into landing_sites (id, name, url) values (${newId()}, 'Shop', 'https://shop.example/')`,
  );
  await running.app.db.execute(sql`insert into campaigns (id, name, objective, status, target_groups, landing_page_url,
      selected_content_assets, channels, utm_campaign, utm_source, utm_medium, launched_at)
    values (${campaignId}, 'Winter', '', 'active', '{}', 'https://tea.example/', '{}', '{email}', '', '', '', now())`);
  member = await running.as('member');
  groupId = (await member.post<{ id: string }>('/api/lead-groups', { name: 'Buyers' })).id;
});
afterAll(() => running.close());
beforeEach(() => running.app.db.execute(sql`truncate counted_sales`));

/** A person with a stage in the pipeline, and the token of the page that their message led to. */
async function reader() {
  const lead = await member.post<Lead>('/api/leads', {
    name: 'Ada Birch',
    groupId,
    legalGround: 'consent',
    email: `${newId()}@clinic.test`,
  });
  const [id, messageId] = [newId(), newId()];
  await inTransaction(running.app.db, (tx) =>
    openTouchpoints(tx, [{ id, campaignId, messageId, leadId: lead.id, channel: 'email', contactHash: id }]),
  );
  const stage = async () => (await member.get<Lead>(`/api/leads/${lead.id}`)).stage;
  return { leadId: lead.id, token: pageToken(running.app.context, id), stage };
}

type Answer = { counted: boolean; problem?: string };
async function report(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await running.visitor().call('POST', '/api/track', {
    body: { type: 'purchase', url: SHOP, ...body },
    headers: { 'user-agent': BROWSER, ...headers },
  });
  return response.json();
}
const HELD = { counted: false, problem: 'held_for_review' };

const typesOf = async (leadId: string | null) =>
  (
    await rowsOf<{ type: string; because: string | null }>(
      running.app.db,
      sql`select type, data->>'heldBecause' as because from events
        where (type like 'purchase.%' or type like 'refund.%') and lead_id is not distinct from ${leadId}
        order by occurred_at, id`,
    )
  ).map(({ type, because }) => (because && type.endsWith('.held') ? `${type} ${because}` : type));

const revenue = async () => {
  const { total } = await member.get<Funnel>('/api/analytics/funnel?period=lifetime&by=campaign');
  return { purchases: total.counts.purchases, revenue: total.counts.revenue };
};
const sales = (state: string) => member.get<Sale[]>(`/api/analytics/sales?state=${state}`);
const newest = async (state: string): Promise<Sale> => {
  const [sale] = await sales(state);
  if (!sale) throw new Error(`no sale is ${state}`);
  return sale;
};
const decide = ({ id, at }: Sale, state: string) =>
  member.post<{ before: string }>(`/api/analytics/sales/${id}/decision`, { at, state });

const expectExactSums = async () => {
  expect((await compareRollups(running.app.db, 10)).differences).toEqual([]);
  expect((await compareParts(running.app.db, 10)).differences).toEqual([]);
};

describe('purchases that a page reports', () => {
  it('of $1,000,000 are held, and neither a figure nor the stage of the person moves', async () => {
    const { leadId, token, stage } = await reader();
    const before = await revenue();
    for (let time = 0; time < 3; time += 1)
      expect(await report({ token, value: 1_000_000 })).toMatchObject(HELD);
    expect(await revenue()).toEqual(before);
    expect(await stage()).toBe('new');
    expect(await typesOf(leadId)).toEqual(Array(3).fill('purchase.held too_much'));
    await expectExactSums();
  });

  it('count up to 5 an hour and 10,000 a day of one person', async () => {
    const { leadId, token } = await reader();
    for (let time = 0; time < 7; time += 1) await report({ token, value: 10 });
    expect(await typesOf(leadId)).toEqual([
      ...Array(5).fill('purchase.made'),
      ...Array(2).fill('purchase.held too_many'),
    ]);
    const other = await reader();
    for (const value of [6_000, 3_999, 2, '9.000,00 €', '1.001,00 €'])
      await report({ token: other.token, value });
    expect(await typesOf(other.leadId)).toEqual([
      'purchase.made',
      'purchase.made',
      'purchase.held too_much',
      'purchase.made',
      'purchase.held too_much',
    ]);
  });

  it('are counted together where they come at once, from a person, from one who asks not to be followed, or from a network', async () => {
    const { token } = await reader();
    const callers: { body: object; headers: Record<string, string> }[] = [
      { body: { token }, headers: {} },
      { body: { token: (await reader()).token }, headers: { 'sec-gpc': '1' } },
      { body: {}, headers: { 'x-forwarded-for': '2001:db8:7::1' } },
    ];
    for (const { body, headers } of callers) {
      const answers = await Promise.all(
        Array.from({ length: 9 }, () => report({ ...body, value: 10 }, headers)),
      );
      expect(answers.filter(({ counted }) => counted)).toHaveLength(5);
    }
    expect(await report({ value: 10 }, { 'x-forwarded-for': '2001:db8:7::ffff' })).toMatchObject(HELD);
    expect(await report({ value: 10 }, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
      counted: true,
    });
  });

  it.each([
    ['another site', { url: 'https://shop.example.evil.test/' }, {}],
    ['a page of another site that names ours', {}, { origin: 'https://evil.test' }],
    ['a page without an origin', {}, { origin: 'null' }],
  ])('are held from %s', async (_where, body, headers) => {
    const { leadId, token } = await reader();
    expect(await report({ token, value: 10, ...body }, headers)).toMatchObject(HELD);
    expect(await typesOf(leadId)).toEqual(['purchase.held unknown_site']);
  });

  it('cannot take money back that they have not brought: refunds without an order are held alike', async () => {
    const { leadId, token } = await reader();
    await report({ type: 'refund', token, value: 900_000 });
    await report({ token, value: -900_000 });
    await report({ type: 'refund', token, value: 20, url: 'https://evil.test/' });
    expect(await typesOf(leadId)).toEqual([
      'refund.held too_much',
      'refund.held too_much',
      'refund.held unknown_site',
    ]);
  });

  it('count without a limit from the server that has the key, and not at all with a wrong key', async () => {
    const { leadId, token } = await reader();
    const headers = { authorization: `Bearer ${KEY}` };
    for (let time = 0; time < 7; time += 1)
      await report({ token, value: 20_000, url: 'https://pos.test/' }, headers);
    expect(await typesOf(leadId)).toEqual(Array(7).fill('purchase.made'));
    expect(await report({ token, value: 10 }, { authorization: 'Bearer wrong' })).toMatchObject({
      code: 'unauthenticated',
    });
  });
});

describe('a reviewer', () => {
  it('counts a held purchase and strikes it out again, and every figure and the stage follow', async () => {
    const { leadId, token, stage } = await reader();
    const before = await revenue();
    await report({ token, value: 50_000, order: newId(), item: 'Retreat' });
    const held = await newest('held');
    expect(held).toMatchObject({
      leadId,
      leadName: 'Ada Birch',
      value: 5_000_000,
      heldBecause: 'too_much',
      item: 'Retreat',
    });
    expect(await decide(held, 'counted')).toEqual({ before: 'held' });
    expect(await decide(held, 'counted'), 'once more changes nothing').toEqual({ before: 'counted' });
    expect(await stage()).toBe('converted');
    expect(await revenue()).toEqual({ purchases: before.purchases + 1, revenue: before.revenue + 5_000_000 });
    await expectExactSums();

    expect(await decide(held, 'struck_out')).toEqual({ before: 'counted' });
    expect(await stage()).toBe('new');
    expect(await revenue()).toEqual(before);
    await expectExactSums();
    expect(await newest('struck_out')).toMatchObject({ id: held.id, state: 'struck_out' });
  });

  it('takes the refunds of an order along, also those that come later', async () => {
    const { leadId, token } = await reader();
    const order = newId();
    const before = await revenue();
    await report({ token, value: 20_000, order });
    expect(await report({ type: 'refund', order, value: 5_000 })).toMatchObject(HELD);
    expect(await typesOf(leadId)).toEqual(['purchase.held too_much', 'refund.held']);
    expect(await revenue()).toEqual(before);
    const held = await newest('held');
    expect(held, 'its refund is no entry of its own').toMatchObject({ kind: 'purchase' });
    await decide(held, 'counted');
    expect(await revenue()).toEqual({ purchases: before.purchases + 1, revenue: before.revenue + 1_500_000 });
    await decide(held, 'struck_out');
    await report({ type: 'refund', order, value: 1_000 });
    expect(await typesOf(leadId)).toEqual(['purchase.struck_out', 'refund.struck_out', 'refund.struck_out']);
    expect(await revenue()).toEqual(before);
    await expectExactSums();
  });

  it('leaves a customer where another purchase counts, and where a person moved them since', async () => {
    const twice = await reader();
    await report({ token: twice.token, value: 10 });
    await report({ token: twice.token, value: 20 });
    await decide(await newest('counted'), 'struck_out');
    expect(await twice.stage()).toBe('converted');

    const moved = await reader();
    await report({ token: moved.token, value: 10 });
    await member.patch(`/api/leads/${moved.leadId}`, { stage: 'qualified' });
    await decide(await newest('counted'), 'struck_out');
    expect(await moved.stage()).toBe('qualified');
  });

  it('returns a person to the stage that what came after the purchase calls for', async () => {
    const { token, stage } = await reader();
    await report({ token, value: 10 });
    const [sale] = await sales('counted');
    await report({ type: 'conversion', token });
    if (sale) await decide(sale, 'struck_out');
    expect(await stage()).toBe('qualified');
  });

  it('makes the sums of a day that is over right again, also where one sale goes and another of the same worth comes', async () => {
    const [one, other] = [await reader(), await reader()];
    await report({ token: one.token, value: 30 });
    const counted = await newest('counted');
    await report({ token: other.token, value: 30, url: 'https://evil.test/' });
    const held = await newest('held');
    const { db } = running.app;
    await inTransaction(db, (tx) => sumUpParts(tx, new Date(Date.now() + 3 * DAY_MS)));
    expect((await compareParts(db, 10)).days).toBeGreaterThan(0);
    await decide(counted, 'struck_out');
    await decide(held, 'counted');
    await expectExactSums();
    await inTransaction(db, (tx) => sumUpParts(tx, new Date(Date.now() + 3 * DAY_MS)));
    await expectExactSums();
  });

  it('decides at the same time as another: both are answered and the figures are exact', async () => {
    const { token } = await reader();
    await report({ token, value: 30 });
    const sale = await newest('counted');
    const answers = await Promise.all(
      ['struck_out', 'held', 'counted', 'struck_out'].map((state) => decide(sale, state)),
    );
    expect(answers).toHaveLength(4);
    await expectExactSums();
  });

  it('is a member: viewers read alone', async () => {
    const viewer = await running.as('viewer');
    const sale = await newest('counted');
    expect(await viewer.get<Sale[]>('/api/analytics/sales')).not.toEqual([]);
    const refused = await viewer.call('POST', `/api/analytics/sales/${sale.id}/decision`, {
      body: { at: sale.at, state: 'struck_out' },
    });
    expect(refused.status).toBe(403);
  });
});
