import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CategoryCount, CrmStats, TimelineEntry } from '#features/crm/contract.ts';
import { boughtWords } from '#features/crm/rules.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';

let running: TestApp;
let admin: TestClient;
let groupId: string;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
  admin = await running.as('admin');
  ({ id: groupId } = await admin.post<{ id: string }>('/api/lead-groups', { name: 'Evening blends' }));
});
afterAll(() => running.close());

let people = 0;
const addLead = (more: object = {}): Promise<Lead> => {
  people += 1;
  return admin.post<Lead>('/api/leads', {
    name: `Person ${people}`,
    email: `person-${people}@example.com`,
    groupId,
    legalGround: 'consent',
    ...more,
  });
};
const record = (...events: NewEvent[]) =>
  inTransaction(running.app.db, (tx) => recordEvents(running.app.context, tx, events));
const leadOf = (id: string) => admin.get<Lead>(`/api/leads/${id}`);

describe('the pipeline', () => {
  it.each([
    ['message.sent', 'contacted', 'Wait for Response'],
    ['link.clicked', 'engaged', 'Send Follow-up'],
    ['landing.visited', 'engaged', 'Send Follow-up'],
    ['reply.received', 'engaged', 'Send Follow-up'],
    ['landing.converted', 'qualified', 'Schedule Call'],
    ['purchase.made', 'converted', 'Onboard'],
  ] as const)('S1-09 %s carries a new lead to %s, next action %s', async (type, stage, nextAction) => {
    const { id } = await addLead();
    await record({ type, leadId: id });
    expect(await leadOf(id)).toMatchObject({ stage, nextAction });
  });

  it('moves only forward, and notes the last contact', async () => {
    const { id } = await addLead();
    await record({ type: 'landing.converted', leadId: id });
    const sentAt = new Date(Date.now() - 60_000);
    await record(
      { type: 'link.clicked', leadId: id },
      { type: 'message.sent', leadId: id, occurredAt: sentAt },
    );
    expect(await leadOf(id)).toMatchObject({ stage: 'qualified', lastContact: sentAt.toISOString() });
  });

  it('a letter written by hand and marked as sent counts for the stage and the timeline, and in no campaign', async () => {
    const { id } = await addLead();
    const sums = () => admin.get<{ totals: object }>('/api/analytics/overview?period=lifetime');
    const before = await sums();
    const marked = await admin.post<Lead>(`/api/leads/${id}/contacts`, { channel: 'social_dm' });
    expect(marked).toMatchObject({ stage: 'contacted', nextAction: 'Wait for Response' });
    expect(Date.now() - Date.parse(marked.lastContact ?? '')).toBeLessThan(60_000);
    const [moved, sent] = await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
    expect(moved).toMatchObject({ detail: 'By itself, because they were written to.' });
    expect(sent).toMatchObject({
      title: 'Direct message sent',
      detail: expect.stringMatching(/^Written by hand, marked as sent by \w+/),
    });
    expect((await sums()).totals).toEqual(before.totals);

    const back = await admin.call('DELETE', `/api/leads/${id}/contacts`);
    expect(await back.json()).toMatchObject({ stage: 'new', lastContact: null });
    const [, undone] = await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
    expect(undone).toMatchObject({ detail: 'A move that the pipeline had made was undone.' });
    expect(await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`)).toContainEqual(
      expect.objectContaining({ title: 'Direct message was not sent' }),
    );
    expect((await admin.call('DELETE', `/api/leads/${id}/contacts`)).status, 'only once').toBe(404);

    const statusFor = async (client: TestClient): Promise<number> =>
      (await client.call('POST', `/api/leads/${id}/contacts`, { body: { channel: 'email' } })).status;
    expect(await statusFor(await running.as('viewer'))).toBe(403);
    await admin.call('DELETE', `/api/leads/${id}`);
    expect(await statusFor(admin)).toBe(404);
  });

  it('says in the timeline what was bought and through what, and counts the money of the people in the pipeline alone', async () => {
    const before = await admin.get<CrmStats>('/api/crm/stats');
    const { id } = await addLead();
    await record(
      { type: 'purchase.made', leadId: id, valueCents: 8_600, data: { item: 'Evening blend' } },
      { type: 'purchase.made', leadId: id, valueCents: 1_400 },
      { type: 'purchase.refunded', leadId: id, valueCents: -400 },
      { type: 'purchase.made', leadId: id, data: { amountMinor: 4_950, currency: 'EUR' } },
      { type: 'purchase.made', valueCents: 99_900 },
    );
    const entries = await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
    expect(entries.flatMap(({ title, purchase }) => (purchase ? [{ title, ...purchase }] : []))).toEqual(
      expect.arrayContaining([
        {
          title: 'Bought “Evening blend” for $86.00',
          valueCents: 8_600,
          amountMinor: null,
          currency: null,
          item: 'Evening blend',
          campaign: null,
        },
        expect.objectContaining({ title: 'Refunded $4.00', valueCents: -400 }),
        expect.objectContaining({ title: 'Bought for €49.50', valueCents: null, currency: 'EUR' }),
      ]),
    );
    const after = await admin.get<CrmStats>('/api/crm/stats');
    expect([after.buyers, after.revenueCents]).toEqual([before.buyers + 1, before.revenueCents + 9_600]);
    expect(after.purchasesLeftOut).toBe(before.purchasesLeftOut + 1);
    await admin.call('DELETE', `/api/leads/${id}`);
    const without = await admin.get<CrmStats>('/api/crm/stats');
    expect([without.buyers, without.revenueCents]).toEqual([before.buyers, before.revenueCents]);
  });

  it('an undone move leaves no trace in how long somebody is in their stage, nor in what moved forward', async () => {
    const { id } = await addLead();
    await running.app.db.execute(sql`update leads set created_at = now() - interval '9 days',
      stage_changed_at = now() - interval '9 days' where id = ${id}`);
    const [before, stats] = [await leadOf(id), await admin.get<CrmStats>('/api/crm/stats')];
    await admin.patch(`/api/leads/${id}`, { stage: 'engaged' });
    await admin.patch(`/api/leads/${id}`, { stage: 'new', isUndo: true });
    expect(await leadOf(id)).toMatchObject({ stage: 'new', stageSince: before.stageSince });
    expect(await admin.get<CrmStats>('/api/crm/stats')).toEqual(stats);

    await admin.patch(`/api/leads/${id}`, { stage: 'engaged' });
    const engaged = await leadOf(id);
    await admin.patch(`/api/leads/${id}`, { stage: 'qualified' });
    await admin.patch(`/api/leads/${id}`, { stage: 'engaged', isUndo: true });
    expect(await leadOf(id)).toMatchObject({ stage: 'engaged', stageSince: engaged.stageSince });
    // Nothing was moved from there: it is a move like any.
    await admin.patch(`/api/leads/${id}`, { stage: 'converted', isUndo: true });
    const since = Date.parse((await leadOf(id)).stageSince);
    expect(since).toBeGreaterThan(Date.parse(engaged.stageSince));
  });

  // S9-30
  it('counts stages and moves from what is stored', async () => {
    const before = await admin.get<CrmStats>('/api/crm/stats');
    const { id } = await addLead();
    const between = await admin.get<CrmStats>('/api/crm/stats');
    expect(between.stages.new).toBe(before.stages.new + 1);
    await record({ type: 'message.sent', leadId: id });
    await record({ type: 'link.clicked', leadId: id });
    const after = await admin.get<CrmStats>('/api/crm/stats');
    expect(after).toMatchObject({
      totalLeads: before.totalLeads + 1,
      stages: { new: before.stages.new, engaged: before.stages.engaged + 1 },
      // One person, though two steps.
      movedForwardThisWeek: before.movedForwardThisWeek + 1,
      movedForwardLastWeek: 0,
    });
    await admin.patch(`/api/leads/${id}`, { stage: 'new' });
    const back = await admin.get<CrmStats>('/api/crm/stats');
    expect(back.movedForwardThisWeek).toBe(after.movedForwardThisWeek);
  });

  // S3-12 S7-25
  it('counts each category by stage, and who can be reached', async () => {
    const group = await admin.post<{ id: string }>('/api/lead-groups', { name: 'Counted' });
    const [one, two] = [await addLead({ groupId: group.id }), await addLead({ groupId: group.id })];
    await addLead({ groupId: group.id, email: undefined, handle: 'onlyahandle' });
    await record({ type: 'purchase.made', leadId: one.id });
    await admin.patch(`/api/leads/${two.id}`, { contactStatus: 'verification_failed' });
    const counts = await admin.get<CategoryCount[]>('/api/lead-categories/counts');
    expect(counts.find(({ id }) => id === group.id)).toEqual({
      id: group.id,
      name: 'Counted',
      color: '#3B82F6',
      totalLeads: 3,
      leadsWithContact: 1,
      stageBreakdown: { new: 2, contacted: 0, engaged: 0, qualified: 0, converted: 1 },
    });
  });

  // S1-09
  it('tells the engagement of a lead, newest first, with the name of the campaign', async () => {
    const { id } = await addLead();
    const campaignId = newId();
    await running.app.db.execute(sql`insert into campaigns (id, name, objective, target_groups, landing_page_url,
        selected_content_assets, channels, utm_campaign, utm_source, utm_medium)
      values (${campaignId}, 'Winter Evenings', 'Sell', '{}', 'https://shop.example/', '{}', '{email}', 'c', 's', 'm')`);
    await record({ type: 'message.sent', leadId: id, campaignId, channel: 'email' });
    await record({ type: 'link.clicked', leadId: id, campaignId, channel: 'email' });
    const timeline = await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
    const titles = timeline.map(({ title }) => title).filter((title) => !title.startsWith('Moved'));
    expect(titles.slice(0, 2)).toEqual([
      'Clicked the link in Winter Evenings',
      'Email sent in Winter Evenings',
    ]);
    expect(titles.at(-1)).toBe('Added by hand');
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('tells what somebody bought, however much has happened since', async () => {
    const { id } = await addLead();
    const bought = (valueCents: number, daysAgo: number): NewEvent => ({
      type: 'purchase.made',
      leadId: id,
      valueCents,
      occurredAt: new Date(Date.now() - daysAgo * 86_400_000),
    });
    await record(bought(8_600, 9), bought(4_000, 8));
    await record(...Array.from({ length: 500 }, (): NewEvent => ({ type: 'link.clicked', leadId: id })));
    await record(bought(1_400, 0));
    const entries = await admin.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
    expect(entries.flatMap(({ purchase }) => purchase?.valueCents ?? [])).toEqual([1_400, 4_000, 8_600]);
    expect(boughtWords(entries, () => 'this day')).toBe('Bought 3 times for $140.00, last on this day.');
  });

  it('has no timeline of somebody who does not exist', async () => {
    expect((await admin.call('GET', `/api/leads/${newId()}/timeline`)).status).toBe(404);
  });
});
