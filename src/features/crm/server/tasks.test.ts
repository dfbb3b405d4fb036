import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import type { BoardCard, Task } from '../contract-board.ts';
import { getTimeline } from './get-timeline.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  member = await app.as('member');
  group = await member.post<LeadGroup>('/api/lead-groups', { name: 'Tea' });
});
afterAll(() => app.close());

const addLead = (name: string): Promise<Lead> =>
  member.post('/api/leads', {
    name,
    handle: `@${name.toLowerCase()}`,
    groupId: group.id,
    legalGround: 'consent',
  });
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();
const tasksOf = ({ id }: Lead): Promise<Task[]> => member.get(`/api/leads/${id}/tasks`);

describe('tasks', () => {
  it('stand with their lead and with their owner, are ticked off, deleted and brought back', async () => {
    const dana = await addLead('Dana');
    const path = `/api/leads/${dana.id}/tasks`;
    const later = await member.post<Task>(path, { title: 'Send samples', dueAt: NEXT_WEEK });
    const sooner = await member.post<Task>(path, { title: 'Call back', dueAt: TOMORROW });
    expect(sooner).toMatchObject({ leadName: 'Dana', ownerName: 'member Person', doneAt: null });
    expect((await tasksOf(dana)).map(({ title }) => title)).toEqual(['Call back', 'Send samples']);
    expect((await member.get<Task[]>('/api/crm/tasks')).map(({ id }) => id)).toEqual([sooner.id, later.id]);
    const other = await app.as('member');
    expect(await other.get('/api/crm/tasks')).toEqual([]);
    expect(await other.get('/api/crm/tasks?owner=all')).toHaveLength(2);

    const done = await member.patch<Task>(`/api/crm/tasks/${sooner.id}`, { isDone: true });
    const again = await member.patch<Task>(`/api/crm/tasks/${sooner.id}`, { isDone: true });
    expect(again.doneAt, 'the time at which it was done first').toBe(done.doneAt);
    expect((await tasksOf(dana)).map(({ title }) => title)).toEqual(['Send samples', 'Call back']);

    expect((await member.call('DELETE', `/api/crm/tasks/${later.id}`)).status).toBe(204);
    expect((await member.call('DELETE', `/api/crm/tasks/${later.id}`)).status).toBe(404);
    expect(await tasksOf(dana)).toHaveLength(1);
    await member.post(`/api/crm/tasks/${later.id}/restore`);
    expect(await tasksOf(dana)).toHaveLength(2);
  });

  it('stay done when somebody renames them in the moment in which they are ticked off', async () => {
    const lead = await addLead('Ines');
    const task = await member.post<Task>(`/api/leads/${lead.id}/tasks`, { title: 'Call', dueAt: TOMORROW });
    const ticking = new pg.Client({ connectionString: app.databaseUrl });
    await ticking.connect();
    await ticking.query('begin');
    await ticking.query('update tasks set done_at = now() where id = $1', [task.id]);
    const renamed = member.patch<Task>(`/api/crm/tasks/${task.id}`, { title: 'Call Ines' });
    await untilWaiting(ticking, 1);
    await ticking.query('commit');
    await ticking.end();
    expect(await renamed).toMatchObject({ title: 'Call Ines', doneAt: expect.any(String) });
    expect(await member.patch(`/api/crm/tasks/${task.id}`, {})).toEqual(await renamed);
  });

  // R8
  it('refuse what cannot be: no words, no day, a condition, strangers as owners, leads that are gone', async () => {
    const lead = await addLead('Kofi');
    const refused = async (body: object): Promise<unknown> => {
      const answer = await member.call('POST', `/api/leads/${lead.id}/tasks`, {
        body: { title: 'Call', dueAt: TOMORROW, ...body },
      });
      expect(answer.status).toBe(400);
      return Object.keys(((await answer.json()) as { fields: object }).fields);
    };
    expect(await refused({ title: ' ' })).toEqual(['title']);
    expect(await refused({ title: 'x'.repeat(201) })).toEqual(['title']);
    expect(await refused({ title: 'Ask about her diabetes' })).toEqual(['title']);
    expect(await refused({ dueAt: 'soon' })).toEqual(['dueAt']);
    expect(await refused({ ownerId: newId() })).toEqual(['ownerId']);
    const gone = await member.call('POST', `/api/leads/${newId()}/tasks`, {
      body: { title: 'Call', dueAt: TOMORROW },
    });
    expect(gone.status).toBe(404);
    expect((await (await app.as('viewer')).call('GET', `/api/leads/${lead.id}/tasks`)).status).toBe(200);
  });

  it('go with a person who is erased', async () => {
    const lead = await addLead('Mina');
    await member.post(`/api/leads/${lead.id}/tasks`, { title: 'Ring Mina', dueAt: TOMORROW });
    const admin = await app.as('admin');
    expect((await admin.call('POST', `/api/leads/${lead.id}/erase`)).ok).toBe(true);
    expect(await rowsOf(app.app.db, sql`select 1 from tasks where lead_id = ${lead.id}`)).toEqual([]);
  });
});

describe('the board', () => {
  it('shows the leads of a stage with what happened last, since when they wait and what is due first', async () => {
    const [pia, otis] = [await addLead('Pia'), await addLead('Otis')];
    await member.patch(`/api/leads/${pia.id}`, { stage: 'qualified' });
    await member.patch(`/api/leads/${otis.id}`, { stage: 'qualified' });
    await recordEvents(
      app.app.context,
      // Outside of any use case, as the log would hold it.
      app.app.db as never,
      [{ type: 'reply.received', leadId: pia.id, occurredAt: new Date() }],
    );
    await member.post(`/api/leads/${pia.id}/tasks`, { title: 'Later', dueAt: NEXT_WEEK });
    const task = await member.post<Task>(`/api/leads/${pia.id}/tasks`, { title: 'First', dueAt: TOMORROW });
    await app.app.db.execute(
      sql`update leads set stage_changed_at = now() - interval '9 days' where id = ${otis.id}`,
    );

    const answer = await member.call('GET', '/api/crm/cards?stage=qualified&sort=name');
    expect(answer.headers.get('x-total-count')).toBe('2');
    const [ofOtis, ofPia] = (await answer.json()) as BoardCard[];
    expect(ofPia).toMatchObject({
      lead: { name: 'Pia' },
      lastEvent: { words: 'Replied' },
      task: { id: task.id, title: 'First' },
    });
    expect(ofOtis).toMatchObject({ lead: { name: 'Otis' }, lastEvent: { words: 'Added' }, task: null });
    expect(Date.now() - Date.parse(ofOtis?.lead.stageSince ?? '')).toBeGreaterThan(8 * 86_400_000);
    expect(await member.get('/api/crm/cards?stage=qualified&q=pia')).toHaveLength(1);
  });

  it('lets the second of two people who move one lead know', async () => {
    const lead = await addLead('Zoe');
    const move = (stage: string) =>
      member.call('PATCH', `/api/leads/${lead.id}`, { body: { stage, version: lead.version } });
    const answers = await Promise.all([move('engaged'), move('qualified')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

it('the timeline joins the words of a mail with its event, and tells what other features know', async () => {
  const lead = await addLead('Arlo');
  const at = new Date();
  await recordEvents(app.app.context, app.app.db as never, [
    { type: 'reply.received', leadId: lead.id, occurredAt: at },
  ]);
  const known = [
    { id: 'r', type: 'reply.received', title: 'Wrote back', detail: '“Yes”', at: at.toISOString() },
    { id: 'c', type: 'agent.talked', title: 'Talked with an agent', detail: null, at: at.toISOString() },
  ];
  const timeline = await getTimeline(
    { ...app.app.context, timelineSources: [(id) => Promise.resolve(id === lead.id ? known : [])] },
    lead.id,
  );
  expect(timeline.map(({ title, detail }) => [title, detail])).toEqual(
    expect.arrayContaining([
      ['Replied', '“Yes”'],
      ['Talked with an agent', null],
    ]),
  );
  // Added by hand, and moved to Engaged by the reply.
  expect(timeline).toHaveLength(4);
});
