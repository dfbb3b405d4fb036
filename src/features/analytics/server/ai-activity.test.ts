import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CrmStats, TimelineEntry } from '#features/crm/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AiActivity } from '../contract.ts';
import type { Cohort } from '../contract-funnel.ts';

let app: TestApp;
let member: TestClient;
let other: TestClient;
let viewer: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  [member, other, viewer] = [await app.as('member'), await app.as('member'), await app.as('viewer')];
});
afterAll(() => app.close());
beforeEach(() => db().execute(sql`truncate events, event_rollups, event_days, leads, lead_tallies cascade`));

const db = () => app.app.db;
const record = (...events: NewEvent[]) =>
  inTransaction(db(), (tx) => recordEvents(app.app.context, tx, events));
async function addLead(name: string): Promise<string> {
  const id = newId();
  await db().execute(sql`insert into leads (id, name, email, platform, legal_ground)
    values (${id}, ${name}, ${`${name.toLowerCase()}@example.org`}, 'reddit', 'consent')`);
  await record({ type: 'lead.discovered', leadId: id, data: { platform: 'reddit' } });
  return id;
}
const activity = () => member.get<AiActivity[]>('/api/analytics/ai-activity');
const undo = (client: TestClient, id: string) =>
  client.call('POST', '/api/analytics/ai-activity/undo', { body: { id } });
const stageOf = async (id: string): Promise<string> => (await member.get<Lead>(`/api/leads/${id}`)).stage;
const only = async (): Promise<AiActivity> => {
  const [item, ...rest] = await activity();
  if (!item || rest.length > 0) throw new Error(`${rest.length + 1} lines`);
  return item;
};

describe('what the pipeline did by itself', () => {
  it('is told by day and stage with its reasons, and moves of people are not', async () => {
    const [dana, eve, kofi] = [await addLead('Dana'), await addLead('Eve'), await addLead('Kofi')];
    await record({ type: 'link.clicked', leadId: dana });
    await record({ type: 'reply.received', leadId: eve }, { type: 'link.clicked', leadId: eve });
    await member.call('PATCH', `/api/leads/${kofi}`, { body: { stage: 'qualified' } });
    expect(await only()).toMatchObject({
      kind: 'moved',
      title: 'Moved 2 people to Engaged',
      by: 'Pipeline rules',
      href: '/crm?stage=engaged',
      undo: 'possible',
    });
    expect((await only()).detail).toMatch(/^Because they (replied|clicked a link) \(1\), they/);
    const [entry] = await member.get<TimelineEntry[]>(`/api/leads/${dana}/timeline`);
    expect(entry).toMatchObject({
      title: 'Moved from New to Engaged',
      detail: 'By itself, because they clicked a link.',
    });
  });

  it('is undone as if it had not been: stage, timeline, cohort and week', async () => {
    const dana = await addLead('Dana');
    await record({ type: 'reply.received', leadId: dana });
    const item = await only();
    expect(item).toMatchObject({ title: 'Moved Dana to Engaged', detail: 'Because they replied' });
    expect((await undo(viewer, item.id)).status).toBe(403);
    expect(await (await undo(member, item.id)).json()).toEqual({ undone: 1, kept: 0 });
    expect(await stageOf(dana)).toBe('new');
    expect(await only()).toMatchObject({ undo: 'done' });
    expect(await (await undo(member, item.id)).json(), 'once more').toEqual({ undone: 1, kept: 0 });
    const [entry] = await member.get<TimelineEntry[]>(`/api/leads/${dana}/timeline`);
    expect(entry).toMatchObject({
      title: 'Moved from Engaged to New',
      detail: 'A move that the pipeline had made was undone.',
    });
    expect(await member.get<Cohort[]>('/api/analytics/cohorts')).toMatchObject([{ leads: 1, engaged: 0 }]);
    expect((await member.get<CrmStats>('/api/crm/stats')).movedForwardThisWeek).toBe(0);
  });

  it('is told of everybody, however many, and undone for all of them', async () => {
    const many = 5_100;
    await db().execute(sql`insert into leads (id, name, platform, legal_ground)
      select gen_random_uuid(), 'Crowd ' || n, 'reddit', 'consent' from generate_series(1, ${many}) n`);
    const ids = (await rowsOf<{ id: string }>(db(), sql`select id from leads`)).map(({ id }) => id);
    await record(...ids.map((leadId): NewEvent => ({ type: 'landing.visited', leadId })));
    const item = await only();
    expect(item.title).toBe('Moved 5,100 people to Engaged');
    expect(await (await undo(member, item.id)).json()).toEqual({ undone: many, kept: 0 });
    expect(await only()).toMatchObject({ undo: 'done' });
    expect(await rowsOf(db(), sql`select stage, count(*)::int from leads group by stage`)).toEqual([
      { stage: 'new', count: many },
    ]);
  });

  it('leaves those alone whom somebody has moved since, and says how many', async () => {
    const [dana, eve] = [await addLead('Dana'), await addLead('Eve')];
    await record({ type: 'reply.received', leadId: dana }, { type: 'reply.received', leadId: eve });
    const item = await only();
    await member.call('PATCH', `/api/leads/${eve}`, { body: { stage: 'qualified' } });
    expect(await (await undo(member, item.id)).json()).toEqual({ undone: 1, kept: 1 });
    expect([await stageOf(dana), await stageOf(eve)]).toEqual(['new', 'qualified']);
  });

  it('is refused once everybody was moved on, and does not reach what came after it was shown', async () => {
    const [dana, eve] = [await addLead('Dana'), await addLead('Eve')];
    await record({ type: 'reply.received', leadId: dana });
    const item = await only();
    await record({ type: 'reply.received', leadId: eve });
    await member.call('PATCH', `/api/leads/${dana}`, { body: { stage: 'contacted' } });
    const answer = await undo(member, item.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ reason: 'moved_since' });
    expect([await stageOf(dana), await stageOf(eve)]).toEqual(['contacted', 'engaged']);
  });

  it('is undone once by two people at the same moment', async () => {
    const ids = await Promise.all(['Ada', 'Bea', 'Cai', 'Dov'].map(addLead));
    await record(...ids.map((leadId): NewEvent => ({ type: 'landing.visited', leadId })));
    const item = await only();
    const answers = await Promise.all([undo(member, item.id), undo(other, item.id)]);
    expect(answers.map(({ status }) => status).toSorted()).not.toContain(500);
    expect(await Promise.all(ids.map(stageOf))).toEqual(['new', 'new', 'new', 'new']);
    for (const id of ids) {
      const timeline = await member.get<TimelineEntry[]>(`/api/leads/${id}/timeline`);
      expect(timeline.filter(({ title }) => title === 'Moved from Engaged to New')).toHaveLength(1);
    }
  });
});

describe('a lead whom an agent made', () => {
  async function meet(name: string): Promise<string> {
    const id = newId();
    await db().execute(sql`insert into leads (id, name, email, platform, legal_ground)
      values (${id}, ${name}, ${`${name.toLowerCase()}@example.org`}, 'website', 'legitimate_interest')`);
    await record(
      { type: 'lead.added', leadId: id, data: { platform: 'website' } },
      { type: 'conversation.linked', leadId: id, data: { agent: 'Fern', agentId: newId() } },
    );
    return id;
  }
  const joined = async (): Promise<AiActivity> => {
    const item = (await activity()).find(({ kind }) => kind === 'joined');
    if (!item) throw new Error('nobody joined');
    return item;
  };

  it('is deleted by Undo, and brought back as any lead', async () => {
    const ada = await meet('Ada');
    const item = await joined();
    expect(item).toMatchObject({
      title: 'Made a lead of Ada',
      detail: 'Left an address with Fern',
      by: 'Fern',
      href: `/crm?lead=${ada}`,
      undo: 'possible',
    });
    expect((await undo(member, item.id)).status).toBe(200);
    expect((await member.call('GET', `/api/leads/${ada}`)).status).toBe(404);
    expect(await joined()).toMatchObject({ undo: 'done', title: 'Made a lead of a visitor' });
    expect((await undo(member, item.id)).status, 'once more').toBe(200);
    await member.post(`/api/leads/${ada}/restore`);
    expect(await joined()).toMatchObject({ undo: 'possible' });
  });

  it.each([
    ['a note', (id: string) => member.call('POST', `/api/leads/${id}/notes`, { body: { text: 'Called.' } })],
    [
      'a task',
      (id: string) =>
        member.call('POST', `/api/leads/${id}/tasks`, {
          body: { title: 'Call', dueAt: '2027-01-01T09:00:00Z' },
        }),
    ],
    ['a message', (id: string) => record({ type: 'message.sent', leadId: id, channel: 'email' })],
    ['a stage', (id: string) => member.call('PATCH', `/api/leads/${id}`, { body: { stage: 'qualified' } })],
  ])('stays once somebody has gone on with them by %s', async (_by, goOn) => {
    const ada = await meet('Ada');
    const item = await joined();
    await goOn(ada);
    expect(await joined()).toMatchObject({ undo: 'passed' });
    const answer = await undo(member, item.id);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ message: 'Somebody has gone on with Ada, who stays.' });
    expect(await stageOf(ada)).not.toBe('');
  });
});

it('tells of a campaign that was halted, and of none that a person paused', async () => {
  await record(
    { type: 'campaign.paused', data: { reason: 'bounces', details: { count: 12, left: 100 } } },
    { type: 'campaign.paused' },
  );
  expect(await only()).toMatchObject({
    kind: 'stopped',
    detail: expect.stringMatching(/^Paused: 12 of 100 mails came back \(12 %/),
    undo: null,
  });
});

it.each([
  'moved:2027-01-14:engaged',
  'moved:2027-13-45:engaged:2027-01-14T00:00:00.000Z',
  "moved:2027-01-14:engaged'; drop table leads; --:2027-01-14T00:00:00.000Z",
  'joined:nobody',
  `joined:${'0'.repeat(100)}`,
  '',
  // R8
])('refuses %s as a thing to take back', async (id) => {
  const answer = await undo(member, id);
  expect(answer.status).toBe(400);
});
