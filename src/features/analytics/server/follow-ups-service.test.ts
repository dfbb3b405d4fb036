import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import type { NewEvent } from '#features/tracking/server/service.ts';
import { inTransaction, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { FollowUps } from '../contract-follow-ups.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  member = await app.as('member');
  group = await member.post<LeadGroup>('/api/lead-groups', { name: 'Tea' });
});
afterAll(() => app.close());
beforeEach(() =>
  app.app.db.execute(sql`truncate events, event_rollups, leads, lead_tallies, suppressions cascade`),
);

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const record = (...events: NewEvent[]) =>
  inTransaction(app.app.db, (tx) => app.app.features.tracking.recordEvents(tx, events));
const addLead = (name: string, fields: object = {}): Promise<Lead> =>
  member.post('/api/leads', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
    behaviorSignal: 'Which herbal tea would you buy?',
    groupId: group.id,
    legalGround: 'consent',
    ...fields,
  });
const listed = (): Promise<FollowUps> => member.get('/api/analytics/follow-ups');
const kinds = async () => (await listed()).items.map(({ lead, kind }) => `${lead.name} ${kind}`);
const answer = (lead: Lead, kind: string, said: string): Promise<{ id: string }> =>
  member.post(`/api/analytics/follow-ups/${lead.id}`, { kind, answer: said });

describe('who to talk to now', () => {
  it('names who replied before who scored high, each once, with why, their own words and a draft', async () => {
    const dana = await addLead('Dana Whitlow');
    const kofi = await addLead('Kofi Mensah');
    await app.app.db.execute(sql`update leads set ai_score = 9.4 where id = ${kofi.id}`);
    await record({ type: 'reply.received', leadId: dana.id, occurredAt: daysAgo(3) });
    const { items } = await listed();
    expect(items.map(({ lead, kind }) => [lead.name, kind])).toEqual([
      ['Dana Whitlow', 'replied'],
      ['Kofi Mensah', 'promising'],
    ]);
    expect(items[0]).toMatchObject({
      why: 'Replied 3 days ago and waits for an answer.',
      words: 'Which herbal tea would you buy?',
      draft: { by: 'Built-in engine', subject: 'Your reply' },
    });
    expect(items[0]?.draft.text).toMatch(/^Hi Dana,\n\nthank you for writing back/);
  });

  it('leaves out who was answered since, who objects and who is not a fit', async () => {
    const [dana, kofi, mina] = [await addLead('Dana'), await addLead('Kofi'), await addLead('Mina')];
    await record(
      ...[dana, kofi, mina].map(
        (lead): NewEvent => ({ type: 'reply.received', leadId: lead.id, occurredAt: daysAgo(2) }),
      ),
    );
    expect(await kinds()).toHaveLength(3);
    await record({ type: 'message.sent', leadId: dana.id, channel: 'email', occurredAt: daysAgo(1) });
    await app.app.db.execute(sql`insert into suppressions (id, contact_hash, reason)
      select gen_random_uuid(), contact_hash, 'unsubscribed' from leads where id = ${kofi.id}`);
    await app.app.db.execute(sql`update leads set is_not_fit = true where id = ${mina.id}`);
    expect(await kinds()).toEqual([]);
  });

  it('learns: what is not useful goes, and its reason counts less; an undo brings both back', async () => {
    const [dana, kofi] = [await addLead('Dana'), await addLead('Kofi')];
    await record(
      { type: 'reply.received', leadId: dana.id, occurredAt: daysAgo(2) },
      { type: 'reply.received', leadId: kofi.id, occurredAt: daysAgo(1) },
    );
    const { id } = await answer(dana, 'replied', 'not_useful');
    expect(await kinds()).toEqual(['Kofi replied']);
    expect((await listed()).learned.find(({ kind }) => kind === 'replied')).toEqual({
      kind: 'replied',
      done: 0,
      notUseful: 1,
      weight: 0.667,
    });
    expect((await member.call('DELETE', `/api/analytics/follow-up-answers/${id}`)).status).toBe(204);
    expect(await kinds()).toEqual(['Dana replied', 'Kofi replied']);

    await answer(kofi, 'replied', 'done');
    expect(await kinds()).toEqual(['Dana replied']);
    await record({ type: 'reply.received', leadId: kofi.id, occurredAt: new Date(Date.now() + 1_000) });
    expect(await kinds(), 'a new reply is a new reason').toContain('Kofi replied');
  });

  it('R8 is answered by members about leads that are there, in the known words', async () => {
    const dana = await addLead('Dana');
    const call = (client: TestClient, id: string, body: object) =>
      client.call('POST', `/api/analytics/follow-ups/${id}`, { body });
    expect((await call(member, dana.id, { kind: 'replied', answer: 'maybe' })).status).toBe(400);
    expect((await call(member, crypto.randomUUID(), { kind: 'replied', answer: 'done' })).status).toBe(404);
    expect((await call(await app.as('viewer'), dana.id, { kind: 'replied', answer: 'done' })).status).toBe(
      403,
    );
  });
});
