import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimelineEntry } from '#features/crm/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Lead, ScoreOutcome } from '../../contract.ts';
import { type BulkActionProgress, MOST_CHOSEN } from '../../contract-bulk-actions.ts';
import type { LeadGroup } from '../../contract-groups.ts';
import type { LeadNote } from '../../contract-notes.ts';

let app: TestApp;
let member: TestClient;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const createGroup = (name = `Group ${(serial += 1)}`) => member.post<LeadGroup>('/api/lead-groups', { name });

async function createLead(given: Record<string, unknown> = {}): Promise<Lead> {
  serial += 1;
  const lead = await member.post<Lead>('/api/leads', {
    name: `Person ${serial}`,
    handle: `person_${serial}`,
    platform: 'reddit',
    legalGround: 'consent',
    groupId: (given.groupId as string | undefined) ?? (await createGroup()).id,
  });
  const { groupId: _groupId, ...change } = given;
  return Object.keys(change).length === 0 ? lead : member.patch<Lead>(`/api/leads/${lead.id}`, change);
}

const leadOf = (id: string) => member.get<Lead>(`/api/leads/${id}`);
const listed = async (query: string) => (await member.get<Lead[]>(`/api/leads?${query}`)).map(({ id }) => id);
const act = (what: unknown, leads: unknown) =>
  member.post<BulkActionProgress>('/api/leads/acts', { act: what, leads });
const me = () => member.get<{ id: string }>('/api/auth/user');

/** Many people at once, as an import would add them. */
async function addMany(groupId: string, count: number): Promise<void> {
  await app.app.db.execute(sql`insert into leads (id, name, platform, group_id, legal_ground, ai_score)
    select gen_random_uuid(), 'Crowd ' || n, 'import', ${groupId}, 'consent', '4.0' from generate_series(1, ${count}) n`);
}

function untilDone(id: string, state = 'done'): Promise<BulkActionProgress> {
  return eventually(async () => {
    const progress = await member.get<BulkActionProgress>(`/api/leads/acts/${id}`);
    if (progress.state !== state) throw new Error(`still ${progress.state}, ${progress.done}`);
    return progress;
  }, 20_000);
}

describe('owner, tags and the day people came in', () => {
  it('finds them by owner, by nobody, by tag and by day, and exports exactly what is listed', async () => {
    const { id: ownerId } = await me();
    const group = await createGroup('Shelf');
    const mine = await createLead({ groupId: group.id, ownerId, tags: ['VIP', ' Wholesale '] });
    const other = await createLead({ groupId: group.id });
    await app.app.db.execute(
      sql`update leads set created_at = '2026-03-10T23:30:00Z' where id = ${other.id}`,
    );
    await app.app.db.execute(sql`update workspace set time_zone = 'Europe/Berlin'`);
    expect(mine).toMatchObject({ ownerId, tags: ['VIP', 'Wholesale'] });
    const within = `groupId=${group.id}`;
    expect(await listed(`${within}&ownerId=${ownerId}`)).toEqual([mine.id]);
    expect(await listed(`${within}&ownerId=none`)).toEqual([other.id]);
    expect(await listed(`${within}&tag=Wholesale`)).toEqual([mine.id]);
    expect(await listed(`${within}&tag=VIP&ownerId=none`)).toEqual([]);
    // Half past midnight in Berlin.
    expect(await listed(`${within}&from=2026-03-11&to=2026-03-11`)).toEqual([other.id]);
    expect(await listed(`${within}&to=2026-03-10`)).toEqual([]);
    const answer = await member.call('GET', `/api/leads?${within}&tag=VIP`);
    expect(answer.headers.get('x-total-count')).toBe('1');
    const file = await (await member.call('GET', `/api/leads/export?${within}&tag=VIP`)).text();
    const lines = file.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('member Person');
    expect(lines[1]).toContain('"VIP; Wholesale"');
  });

  it('spells a tag as it was first spelled, and lists the tags', async () => {
    await createLead({ tags: ['Evening Tea'] });
    expect(await createLead({ tags: ['evening téa', 'EVENING TEA'] })).toMatchObject({
      tags: ['Evening Tea'],
    });
    expect(await member.get<string[]>('/api/leads/tags')).toContain('Evening Tea');
  });

  it('refuses a condition in a tag and in a note, and an owner who is no colleague', async () => {
    const lead = await createLead();
    const answer = await member.call('PATCH', `/api/leads/${lead.id}`, { body: { tags: ['Has eczema'] } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('“eczema” is a health condition');
    const note = await member.call('POST', `/api/leads/${lead.id}/notes`, {
      body: { text: 'Migraine again' },
    });
    expect(note.status).toBe(400);
    for (const what of [
      { kind: 'owner', ownerId: 'nobody' },
      { kind: 'move', groupId: lead.id },
      { kind: 'add_tags', tags: ['diabetics'] },
    ]) {
      const refused = await member.call('POST', '/api/leads/acts', {
        body: { act: what, leads: { ids: [lead.id] } },
      });
      expect([400, 404]).toContain(refused.status);
    }
    expect(await leadOf(lead.id)).toEqual(lead);
  });
});

describe('notes', () => {
  it('stand in the timeline with their author, can be changed, deleted and brought back, and go with the person', async () => {
    const lead = await createLead();
    const note = await member.post<LeadNote>(`/api/leads/${lead.id}/notes`, { text: ' Asked for a sample ' });
    expect(note).toMatchObject({ text: 'Asked for a sample', authorName: 'member Person', editedAt: null });
    const timeline = () => member.get<TimelineEntry[]>(`/api/leads/${lead.id}/timeline`);
    expect((await timeline())[0]).toMatchObject({
      id: note.id,
      type: 'note.added',
      title: 'Asked for a sample',
      detail: 'Note by member Person',
    });
    await member.patch(`/api/leads/notes/${note.id}`, { text: 'Asked for two samples' });
    expect((await timeline())[0]).toMatchObject({
      title: 'Asked for two samples',
      detail: 'Note by member Person, edited',
    });
    expect((await member.call('DELETE', `/api/leads/notes/${note.id}`)).status).toBe(204);
    expect((await timeline()).map(({ type }) => type)).toEqual(['lead.added']);
    expect((await member.call('PATCH', `/api/leads/notes/${note.id}`, { body: { text: 'x' } })).status).toBe(
      404,
    );
    await member.post(`/api/leads/notes/${note.id}/restore`);
    const own = await (await member.call('GET', `/api/leads/${lead.id}/export`)).text();
    expect(own).toContain('Asked for two samples');
    await member.post(`/api/leads/${lead.id}/erase`);
    expect(await rowsOf(app.app.db, sql`select id from lead_notes where id = ${note.id}`)).toEqual([]);
  });
});

describe('one deed on many leads', () => {
  it('is done at once to those named, counts who changed, and is taken back as one', async () => {
    const { id: ownerId } = await me();
    const group = await createGroup();
    const tagged = await createLead({ groupId: group.id, tags: ['VIP'] });
    const plain = await createLead({ groupId: group.id });
    const ids = [tagged.id, plain.id];
    const tags = await act({ kind: 'add_tags', tags: ['vip', 'Fair'] }, { ids });
    expect(tags).toMatchObject({ state: 'done', total: 2, done: 2, changed: 2 });
    expect((await leadOf(tagged.id)).tags).toEqual(['VIP', 'Fair']);
    expect((await act({ kind: 'owner', ownerId }, { ids })).changed).toBe(2);
    const stage = await act({ kind: 'stage', stage: 'contacted' }, { ids });
    const removed = await act({ kind: 'remove_tags', tags: ['VIP'] }, { ids: [plain.id] });
    expect(removed).toMatchObject({ changed: 1 });
    expect(await leadOf(plain.id)).toMatchObject({ tags: ['Fair'], ownerId, stage: 'contacted' });

    for (const { id } of [removed, stage, tags]) {
      expect(await member.post(`/api/leads/acts/${id}/undo`)).toMatchObject({ state: 'undone' });
      expect(await member.post(`/api/leads/acts/${id}/undo`)).toMatchObject({ state: 'undone' });
    }
    expect(await leadOf(plain.id)).toMatchObject({ tags: [], ownerId, stage: 'new' });
    expect(await leadOf(tagged.id)).toMatchObject({ tags: ['VIP'], ownerId, stage: 'new' });
  });

  it('leaves on its way back what somebody has changed since', async () => {
    const [from, to, elsewhere] = [await createGroup(), await createGroup(), await createGroup()];
    const [moved, stays] = [await createLead({ groupId: from.id }), await createLead({ groupId: from.id })];
    const { id } = await act({ kind: 'move', groupId: to.id }, { ids: [moved.id, stays.id] });
    await member.patch(`/api/leads/${moved.id}`, { groupId: elsewhere.id });
    await member.post(`/api/leads/acts/${id}/undo`);
    expect((await leadOf(moved.id)).groupId).toBe(elsewhere.id);
    expect((await leadOf(stays.id)).groupId).toBe(from.id);
  });

  it('works through all that a filter finds, whatever the deed does to the filter, with true counts, and back', async () => {
    const group = await createGroup();
    await addMany(group.id, 2_500);
    const one = await createLead();
    const filter = { groupId: group.id, stage: 'new' };
    const begun = await act({ kind: 'stage', stage: 'qualified' }, { filter });
    expect(begun).toMatchObject({ total: 2_500 });
    expect(await untilDone(begun.id)).toMatchObject({ total: 2_500, done: 2_500, changed: 2_500 });
    const total = async (query: string) =>
      Number((await member.call('GET', `/api/leads?limit=1&${query}`)).headers.get('x-total-count'));
    expect(await total(`groupId=${group.id}&stage=qualified`)).toBe(2_500);
    expect((await leadOf(one.id)).stage).toBe('new');
    await member.post(`/api/leads/acts/${begun.id}/undo`);
    expect(await untilDone(begun.id, 'undone')).toMatchObject({ total: 2_500, done: 2_500 });
    expect(await total(`groupId=${group.id}&stage=new`)).toBe(2_500);

    const gone = await act({ kind: 'delete' }, { filter: { groupId: group.id, q: 'crowd 7' } });
    await untilDone(gone.id);
    expect(await total(`groupId=${group.id}&q=crowd%207`)).toBe(0);
    // What was searched for may be somebody's name.
    expect(await rowsOf(app.app.db, sql`select selection from lead_acts where id = ${gone.id}`)).toEqual([
      { selection: null },
    ]);
    await member.post(`/api/leads/acts/${gone.id}/undo`);
    await untilDone(gone.id, 'undone');
    expect(await total(`groupId=${group.id}`)).toBe(2_500);
    expect((await member.get<BulkActionProgress[]>('/api/leads/acts')).map(({ id }) => id)).toContain(
      gone.id,
    );
  }, 60_000);

  it('scores people by what their group is searched for now, and gives them their old score back', async () => {
    const group = await createGroup('Sourdough bread');
    const lead = await member.post<Lead>('/api/leads', {
      name: 'Dana Whitlow',
      groupId: group.id,
      legalGround: 'consent',
      behaviorSignal: 'Can anyone recommend a caffeine-free evening tea? Happy to pay for good leaves.',
    });
    await app.app.db.execute(sql`insert into lead_runs (id, group_id, search_query, requested, state, sources)
      values (gen_random_uuid(), ${group.id}, 'people who ask for evening tea', 20, 'done', '[]')`);
    const done = await act({ kind: 'rescore' }, { ids: [lead.id] });
    expect(done).toMatchObject({ state: 'done', changed: 1 });
    const scored = await leadOf(lead.id);
    expect(Number(scored.aiScore)).toBeGreaterThan(Number(lead.aiScore));
    expect((await act({ kind: 'rescore' }, { ids: [lead.id] })).changed).toBe(0);
    await member.post(`/api/leads/acts/${done.id}/undo`);
    const { aiScore, scoreReasons } = await leadOf(lead.id);
    expect({ aiScore, scoreReasons }).toEqual({ aiScore: lead.aiScore, scoreReasons: lead.scoreReasons });
  });

  it('takes a scoring back only where nothing has scored the person since', async () => {
    const group = await createGroup('Sourdough bread');
    const behaviorSignal = 'Can anyone recommend a caffeine-free evening tea? Happy to pay for good leaves.';
    const { id } = await member.post<Lead>('/api/leads', {
      name: 'Dana Whitlow',
      groupId: group.id,
      legalGround: 'consent',
      behaviorSignal,
    });
    const searchedFor = (words: string) =>
      app.app.db.execute(sql`insert into lead_runs (id, group_id, search_query, requested, state, sources)
        values (gen_random_uuid(), ${group.id}, ${words}, 20, 'done', '[]')`);
    await searchedFor('people who ask for evening tea');
    const first = await act({ kind: 'rescore' }, { ids: [id] });
    const { aiScore: firstScore } = await leadOf(id);
    await searchedFor('people who repair bicycles');
    const second = await act({ kind: 'rescore' }, { ids: [id] });
    const { aiScore } = await leadOf(id);
    await member.post(`/api/leads/acts/${first.id}/undo`);
    expect((await leadOf(id)).aiScore).toBe(aiScore);
    await member.post(`/api/leads/acts/${second.id}/undo`);
    expect((await leadOf(id)).aiScore).toBe(firstScore);
  });

  it('gives back what is still there when a colleague or a group has gone since', async () => {
    const admin = await app.as('admin');
    await app.as('viewer');
    const ann = (await admin.get<{ id: string; role: string }[]>('/api/users')).find(
      ({ role }) => role === 'viewer',
    );
    const group = await createGroup();
    const lead = await createLead({ groupId: group.id });
    const mine = (await me()).id;
    await act({ kind: 'owner', ownerId: ann?.id }, { ids: [lead.id] });
    const owned = await act({ kind: 'owner', ownerId: mine }, { ids: [lead.id] });
    const elsewhere = await createGroup();
    const moved = await act({ kind: 'move', groupId: elsewhere.id }, { ids: [lead.id] });
    await admin.call('DELETE', `/api/users/${ann?.id}`);
    await app.app.db.execute(sql`delete from lead_groups where id = ${group.id}`);
    for (const { id } of [owned, moved]) await member.post(`/api/leads/acts/${id}/undo`);
    expect(await leadOf(lead.id)).toMatchObject({ ownerId: null, groupId: elsewhere.id });
    for (const { id } of [owned, moved]) await untilDone(id, 'undone');
  });

  it('still counts what a profile showed when a lead is scored again', async () => {
    const group = await createGroup('Evening tea');
    const lead = await member.post<Lead>('/api/leads', {
      name: 'Iris Calloway',
      groupId: group.id,
      legalGround: 'consent',
      behaviorSignal: 'Can anyone recommend an evening tea?',
    });
    await app.app.db.execute(sql`update leads set ai_score = 1, score_reasons =
      '[{"rule": "profile_sells", "label": "Sells something, by their profile", "points": -0.9, "start": null, "end": null}]'
      where id = ${lead.id}`);
    await act({ kind: 'rescore' }, { ids: [lead.id] });
    const scored = await leadOf(lead.id);
    expect(scored.scoreReasons).toContainEqual(expect.objectContaining({ rule: 'profile_sells' }));
    expect(Number(scored.aiScore)).toBeLessThan(Number(lead.aiScore));
  });

  it('forgets what somebody was with the person, and takes the deed back for the others', async () => {
    const group = await createGroup();
    const [erased, stays] = [
      await createLead({ groupId: group.id, tags: ['Tea'] }),
      await createLead({ groupId: group.id, tags: ['Tea'] }),
    ];
    const { id } = await act({ kind: 'remove_tags', tags: ['Tea'] }, { ids: [erased.id, stays.id] });
    const kept = () =>
      rowsOf<{ id: string }>(
        app.app.db,
        sql`select jsonb_object_keys(before) as id from lead_act_portions where act_id = ${id}`,
      );
    expect((await kept()).map((row) => row.id)).toEqual([erased.id, stays.id].toSorted());
    await member.post(`/api/leads/${erased.id}/erase`);
    expect(await kept()).toEqual([{ id: stays.id }]);
    expect(await member.post(`/api/leads/acts/${id}/undo`)).toMatchObject({ state: 'undone', done: 1 });
    expect((await leadOf(stays.id)).tags).toEqual(['Tea']);
    expect(await kept()).toEqual([]);
  });

  it('writes nothing anew for the others when somebody is erased who only stands between them', async () => {
    const group = await createGroup();
    const [first, between, last] = [
      await createLead({ groupId: group.id, tags: ['Tea'] }),
      await createLead({ groupId: group.id, tags: ['Tea'] }),
      await createLead({ groupId: group.id, tags: ['Tea'] }),
    ];
    const { id } = await act({ kind: 'remove_tags', tags: ['Tea'] }, { ids: [first.id, last.id] });
    const written = () =>
      rowsOf(
        app.app.db,
        sql`select xmin::text, ${between.id}::uuid between first_lead_id and last_lead_id as spans
          from lead_act_portions where act_id = ${id}`,
      );
    const before = await written();
    expect(before).toEqual([{ xmin: expect.any(String), spans: true }]);
    await member.post(`/api/leads/${between.id}/erase`);
    expect(await written()).toEqual(before);
  });

  it('refuses a selection of nothing, of both kinds and of too many', async () => {
    const { id } = await createLead();
    const fit = { kind: 'fit', isNotFit: true };
    const leads = [
      { ids: [] },
      { ids: [id], filter: {} },
      {},
      { ids: Array(MOST_CHOSEN + 1).fill(id) },
      { filter: { q: 'x'.repeat(201) } },
    ];
    for (const each of leads) {
      const answer = await member.call('POST', '/api/leads/acts', { body: { act: fit, leads: each } });
      expect(answer.status, JSON.stringify(each).slice(0, 80)).toBe(400);
    }
    expect((await member.call('POST', `/api/leads/acts/${id}/undo`)).status).toBe(404);
  });
});

describe('not a fit', () => {
  it('counts against the score, contacted or not', async () => {
    const outcome = async () =>
      (await member.get<ScoreOutcome[]>('/api/leads/outcomes')).find(({ band }) => band === 'low');
    const lead = await createLead();
    const before = await outcome();
    if (!before) throw new Error('no outcome');
    await member.patch(`/api/leads/${lead.id}`, { isNotFit: true });
    expect(await outcome()).toEqual({ ...before, notFit: before.notFit + 1, judged: before.judged + 1 });
    await member.patch(`/api/leads/${lead.id}`, { stage: 'contacted' });
    expect(await outcome()).toEqual({
      ...before,
      contacted: before.contacted + 1,
      notFit: before.notFit + 1,
      judged: before.judged + 1,
    });
  });
});
