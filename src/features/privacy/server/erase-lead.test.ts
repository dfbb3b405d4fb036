import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import type { Lead } from '#features/leads/contract.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { ErrorBody } from '#kit/errors.ts';
import { inTransaction, rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import type { PrivacyRequest, Retention, RetentionPreview } from '../contract.ts';
import { removeDeletedPeople } from './erase-lead.ts';
import { enforceRetention } from './retention.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

/** Every place in the database whose text holds one of these words, as "table.column". */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { db } = running.app;
  const columns = await rowsOf<{ schema: string; table: string; column: string }>(
    db,
    sql`select n.nspname as schema, c.relname as table, a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const value = sql`lower(${sql.identifier(column)}::text)`;
    const isThere = sql.join(
      words.map((word) => sql`strpos(${value}, ${word.toLowerCase()}) > 0`),
      sql` or `,
    );
    const place = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
    if ((await rowsOf(db, sql`select 1 from ${place} where ${isThere} limit 1`)).length > 0) {
      found.push(`${table}.${column}`);
    }
  }
  return found.toSorted();
}

const trailOf = (leadId: string) => client.get<AuditEntry[]>(`/api/audit?subject=lead:${leadId}`);

describe('erasing a person', () => {
  it('leaves no trace of name, address, handle and words in any column, and refuses their return', async () => {
    const words = ['Quillon', 'zyx.quill@customer.test', 'quill_kettle', 'oolong at midnight'];
    const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Evenings' });
    const person = {
      name: 'Zyx Quillon',
      email: 'zyx.quill@customer.test',
      handle: 'quill_kettle',
      phone: '+12025550104',
      platform: 'reddit',
      behaviorSignal: 'Anyone up for oolong at midnight?',
      groupId,
      legalGround: 'consent',
    };
    const added = await client.call('POST', '/api/leads', {
      body: person,
      headers: { 'idempotency-key': 'add-quillon' },
    });
    const { id } = (await added.json()) as Lead;
    const { db } = running.app;
    await client.post(`/api/leads/${id}/consents`, {
      channel: 'whatsapp',
      source: 'phone',
      textVersion: 'Call script 2',
      proof: 'Zyx Quillon said yes on the phone',
    });
    const { id: campaignId } = await createCampaign(client, {
      channels: ['email', 'social_dm', 'whatsapp'],
      targetGroups: [groupId],
      status: 'active',
    });
    await untilMessages(client, campaignId, { outbox: 1, manual: 2 });
    await client.call('POST', '/api/campaigns/preview', {
      body: { channels: ['email'], targetGroups: [groupId] },
      headers: { 'idempotency-key': 'preview-of-evenings' },
    });
    await inTransaction(db, (tx) =>
      recordEvents(running.app.context, tx, [
        { type: 'message.failed', leadId: id, data: { reason: 'no mailbox zyx.quill@customer.test' } },
      ]).then(() => undefined),
    );
    await db.execute(sql`update pgboss.job set output = '{"message": "cannot check zyx.quill@customer.test"}'
      where name = 'leads.check_addresses'`);
    await db.execute(sql`insert into source_deliveries (search_id, hash, record)
      values (gen_random_uuid(), 'one', '{"author": {"handle": "Quill_Kettle"}}')`);
    const before = await placesOf(words);
    expect(before).toEqual(
      expect.arrayContaining([
        'consents.proof',
        'idempotency_keys.answer',
        'job_common.output',
        'leads.email',
        'leads.search_text',
        'messages.address',
        'messages.vars',
        'outbox_mails.raw',
        'source_deliveries.record',
      ]),
    );

    expect((await client.call('POST', `/api/leads/${id}/erase`)).status).toBe(204);

    expect(await placesOf(words)).toEqual([]);
    for (const again of [person, { ...person, email: undefined }, { ...person, handle: undefined }]) {
      const refused = await client.call('POST', '/api/leads', { body: again });
      expect([refused.status, await refused.json()]).toMatchObject([422, { reason: 'erased' }]);
    }
    expect((await client.call('POST', `/api/leads/${id}/erase`)).status).toBe(204);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'lead.erased',
      'consent.given',
      'consent.given',
      'consent.given',
    ]);
    expect((await client.call('GET', `/api/leads/${id}`)).status).toBe(404);
  }, 60_000);

  it('deletes the views that are about them, and leaves those that only share letters with their name', async () => {
    const { leadIds } = await groupOf(client, [
      { name: 'Ian', handle: 'kettle' },
      { name: 'Orla Quist', email: 'orla@customer.test' },
    ]);
    await client.post('/api/lead-views', { name: 'Kettle', query: { q: 'who boils water' } });
    for (const q of ['dietitian', 'kettles', 'ian', '@kettle', 'with orla quist', 'Orla']) {
      await client.post('/api/lead-views', { name: `View ${q}`, query: { q } });
    }
    await client.post('/api/lead-views', { name: 'Orla Quist and friends', query: { stage: 'new' } });
    for (const id of leadIds) await client.post(`/api/leads/${id}/erase`);
    const left = await client.get<{ query: { q?: string } }[]>('/api/lead-views');
    expect(left.map(({ query }) => query.q).toSorted()).toEqual([
      'Orla',
      'dietitian',
      'kettles',
      'who boils water',
    ]);
  });

  it('keeps the answers to calls that do not tell of them, so that a repeat does nothing twice', async () => {
    const { leadIds } = await groupOf(client, [{ name: 'Tea', handle: 'box' }]);
    const add = () =>
      client.call('POST', '/api/lead-groups', {
        body: { name: 'Tea boxes', description: 'Who orders tea by the box' },
        headers: { 'idempotency-key': 'tea-boxes' },
      });
    const { id } = (await (await add()).json()) as { id: string };
    await client.post(`/api/leads/${leadIds[0]}/erase`);
    expect((await (await add()).json()) as { id: string }).toMatchObject({ id });
  });

  it('turns an unsubscribe of before into an erasure, and knows nobody it never knew', async () => {
    const { leadIds, groupId } = await groupOf(client, [{ email: 'gone@customer.test' }]);
    const [row] = await rowsOf<{ hash: string }>(
      running.app.db,
      sql`select contact_hash as hash from leads where id = ${leadIds[0]}`,
    );
    await suppress(running.app.db, {
      contactHash: row?.hash ?? '',
      reason: 'unsubscribed',
    });
    await client.post(`/api/leads/${leadIds[0]}/erase`);
    const body = { name: 'Gone', email: 'gone@customer.test', groupId, legalGround: 'consent' };
    expect((await client.call('POST', '/api/leads', { body })).status).toBe(422);
    expect((await client.call('POST', `/api/leads/${crypto.randomUUID()}/erase`)).status).toBe(404);
  });
});

describe('removing who was deleted a day ago', () => {
  it('is told to browsers that ask of whom nothing is kept; who is only hidden comes back, and says so', async () => {
    const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Quists' });
    const [gone, hidden, live] = await Promise.all(
      ['Gone Quist', 'Hidden Quist', 'Live Quist'].map((name) =>
        client.post<Lead>('/api/leads', { name, groupId, legalGround: 'customer' }),
      ),
    );
    if (!gone || !hidden || !live) throw new Error('nobody was added');
    const forgotten = () =>
      client.get<string[]>(`/api/leads/forgotten?ids=${[gone, hidden, live].map(({ id }) => id).join()}`);
    await client.call('DELETE', `/api/leads/${hidden.id}`);
    expect(await forgotten()).toEqual([]);
    await client.call('POST', `/api/leads/${gone.id}/erase`);
    expect(await forgotten()).toEqual([gone.id]);
    const reasonOf = async ({ id }: Lead) =>
      ((await (await client.call('GET', `/api/leads/${id}`)).json()) as ErrorBody).reason;
    expect([await reasonOf(hidden), await reasonOf(gone)]).toEqual(['deleted', undefined]);
  });

  it('keeps whoever is restored in that moment', async () => {
    const { leadIds } = await groupOf(client, [{ name: 'Rhea Sun', email: 'rhea@customer.test' }]);
    const [id] = leadIds;
    await client.call('DELETE', `/api/leads/${id}`);
    const colleague = new pg.Client({ connectionString: running.databaseUrl });
    await colleague.connect();
    try {
      await colleague.query(`update leads set deleted_at = now() - interval '25 hours' where id = $1`, [id]);
      await colleague.query('begin');
      await colleague.query('update leads set deleted_at = null where id = $1', [id]);
      const tidied = removeDeletedPeople(running.app.context);
      await untilWaiting(colleague, 1);
      await colleague.query('commit');
      await tidied;
    } finally {
      await colleague.end();
    }
    expect(await client.get(`/api/leads/${id}`)).toMatchObject({ name: 'Rhea Sun' });
  });
});

describe('a request for access', () => {
  it('is due in 30 days, is answered with everything that is kept, and closed', async () => {
    const { leadIds, groupId } = await groupOf(
      client,
      [{ name: 'Bo Reed', email: 'bo@customer.test' }],
      'Bo',
    );
    const path = `/api/leads/${leadIds[0]}`;
    const request = await client.post<PrivacyRequest>(`${path}/privacy-requests`, { kind: 'access' });
    expect(Date.parse(request.dueAt) - Date.parse(request.receivedAt)).toBe(30 * 24 * 3_600_000);
    const again = await client.post<PrivacyRequest>(`${path}/privacy-requests`, { kind: 'access' });
    expect(again.id).toBe(request.id);
    const waiting = await client.get<PrivacyRequest[]>('/api/privacy/requests');
    expect(waiting).toContainEqual(expect.objectContaining({ id: request.id, leadName: 'Bo Reed' }));

    await client.post(`${path}/consents`, {
      channel: 'email',
      source: 'form',
      textVersion: 'v1',
      proof: 'Entry 5',
    });
    const { id } = await createCampaign(client, { targetGroups: [groupId], status: 'active' });
    await untilMessages(client, id, { outbox: 1 });
    await running.app.db.execute(sql`insert into source_deliveries (search_id, hash, record) values
      (gen_random_uuid(), 'theirs', '{"email": "Bo@Customer.test"}'),
      (gen_random_uuid(), 'another', '{"email": "somebody@else.test"}')`);
    const response = await client.call('GET', `${path}/export`);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="person-/);
    expect(await response.json()).toMatchObject({
      person: { name: 'Bo Reed', email: 'bo@customer.test', legalGround: 'consent', platform: 'manual' },
      consent: { records: [{ proof: 'Entry 5' }, { source: 'noted' }] },
      messages: [{ status: 'outbox', to: 'bo@customer.test', legalGround: 'consent' }],
      events: expect.arrayContaining([expect.objectContaining({ type: 'message.sent' })]),
      deliveredRecords: [{ record: { email: 'Bo@Customer.test' } }],
    });

    const done = await client.post<PrivacyRequest>(`/api/privacy/requests/${request.id}/done`);
    expect(done.doneAt).not.toBeNull();
    expect(await client.get(`/api/privacy/requests?leadId=${leadIds[0]}`)).toEqual([]);
    const actions = (await trailOf(leadIds[0] ?? '')).map(({ action }) => action);
    expect(actions).toEqual([
      'request.done',
      'lead.exported',
      'consent.given',
      'request.opened',
      'consent.given',
    ]);
  });
});

describe('retention', () => {
  it('removes who was kept long enough, keeps everybody else, and reports what it did', async () => {
    const old = { legalGround: 'legitimate_interest', platform: 'reddit' };
    const { leadIds } = await groupOf(client, [
      { ...old, name: 'Overdue', handle: 'overdue' },
      { ...old, name: 'Fresh', handle: 'fresh' },
      { ...old, name: 'Agreed', handle: 'agreed', legalGround: 'consent' },
      { ...old, name: 'Made up', handle: 'made_up', platform: 'practice' },
      { ...old, name: 'By hand', handle: 'by_hand', platform: 'manual' },
      { ...old, name: 'Agreed later', handle: 'later' },
      { ...old, name: 'Silent', handle: 'silent' },
    ]);
    const [overdue, fresh, , , , later, silent] = leadIds;
    const { db } = running.app;
    await db.execute(sql`update leads set created_at = now() - interval '29 days'
      where id = any(${sql.param(leadIds)}::uuid[]) and id <> ${fresh}`);
    await db.execute(
      sql`update leads set last_contact_at = now() - interval '200 days' where id = ${silent}`,
    );
    await client.post(`/api/leads/${later}/consents`, {
      channel: 'email',
      source: 'form',
      textVersion: 'v1',
      proof: 'Entry 9',
    });

    await enforceRetention(running.app.context);

    const left = await rowsOf<{ id: string }>(
      db,
      sql`select id from leads where id = any(${sql.param(leadIds)}::uuid[])`,
    );
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      leadIds.filter((id) => id !== overdue && id !== silent).toSorted(),
    );
    const { lastRun } = await client.get<Retention>('/api/privacy/retention');
    expect(lastRun?.removed).toEqual({
      uncontacted_leads: 1,
      unanswered_leads: 1,
      ended_consents: 0,
      strangers_chats: 0,
    });
    const [entry] = await client.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(entry).toMatchObject({
      action: 'retention.ran',
      actorName: 'Yarrow',
      details: { removed: lastRun?.removed },
    });
    expect((await trailOf(overdue ?? ''))[0]?.action).toBe('lead.expired');
  });

  it('keeps nobody for a message of a campaign that was deleted, put away or is over', async () => {
    const waitingIn = async (name: string) => {
      const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name });
      const { id } = await client.post<Lead>('/api/leads', {
        name,
        email: `${name}@customer.test`,
        platform: 'reddit',
        country: 'US',
        legalGround: 'legitimate_interest',
        groupId,
      });
      const startsAt = new Date(Date.now() + 86_400_000).toISOString();
      const campaign = await createCampaign(client, { targetGroups: [groupId], status: 'active', startsAt });
      await untilMessages(client, campaign.id, { queued: 1 });
      return { id, path: `/api/campaigns/${campaign.id}` };
    };
    const [going, paused, deleted, archived] = [
      await waitingIn('running'),
      await waitingIn('paused'),
      await waitingIn('deleted'),
      await waitingIn('archived'),
    ];
    for (const { path } of [paused, archived]) await client.post(`${path}/pause`);
    await client.call('DELETE', deleted.path);
    await client.post(`${archived.path}/archive`);
    const ids = [going, paused, deleted, archived].map(({ id }) => id);
    const { db } = running.app;
    await db.execute(sql`update leads set created_at = now() - interval '29 days'
      where id = any(${sql.param(ids)}::uuid[])`);
    await enforceRetention(running.app.context);
    const left = await rowsOf<{ id: string }>(
      db,
      sql`select id from leads where id = any(${sql.param(ids)}::uuid[]) order by id`,
    );
    expect(left.map(({ id }) => id)).toEqual([going.id, paused.id]);
  });

  it('says beforehand whom the next run removes by other rules, and whom somebody wrote to by hand', async () => {
    const old = { legalGround: 'legitimate_interest', platform: 'reddit' };
    const { leadIds } = await groupOf(client, [
      { ...old, name: 'Unheard', handle: 'unheard' },
      { ...old, name: 'Written to', handle: 'written_to' },
      { ...old, name: 'Not after all', handle: 'not_after_all' },
      { ...old, name: 'New here', handle: 'new_here' },
    ]);
    const [unheard, written, takenBack] = leadIds;
    const { db } = running.app;
    for (const id of [written, takenBack])
      await client.post(`/api/leads/${id}/contacts`, { channel: 'social_dm' });
    expect((await client.call('DELETE', `/api/leads/${takenBack}/contacts`)).status).toBeLessThan(300);
    await db.execute(sql`update leads set created_at = now() - interval '20 days',
        last_contact_at = last_contact_at - interval '19 days'
      where id = any(${sql.param([unheard, written, takenBack])}::uuid[])`);
    const preview = (query: string) => client.get<RetentionPreview>(`/api/privacy/retention/preview${query}`);
    const { at, ...shorter } = await preview('?uncontacted_leads=19&unanswered_leads=18');
    expect(at).toMatch(/T04:11:00.000Z$/);
    expect(shorter).toEqual({
      removed: { uncontacted_leads: 2, unanswered_leads: 1, ended_consents: 0, strangers_chats: 0 },
      writtenByHand: 1,
    });
    expect((await preview('?uncontacted_leads=28&unanswered_leads=182')).removed).toEqual({
      uncontacted_leads: 0,
      unanswered_leads: 0,
      ended_consents: 0,
      strangers_chats: 0,
    });
    expect((await preview('')).removed).toMatchObject({ uncontacted_leads: 0 });
    const member = await running.as('member');
    expect((await member.call('GET', '/api/privacy/retention/preview')).status).toBe(403);

    const { rules } = await client.get<Retention>('/api/privacy/retention');
    const put = (body: unknown) => client.call('PUT', '/api/privacy/retention', { body });
    await put({ ...rules, uncontacted_leads: 19, unanswered_leads: 18 });
    await enforceRetention(running.app.context);
    await put(rules);
    const { lastRun } = await client.get<Retention>('/api/privacy/retention');
    expect(lastRun).toMatchObject(shorter);
    const expired = async (id = '') => (await trailOf(id)).find(({ action }) => action === 'lead.expired');
    expect((await expired(written))?.details).toEqual({ kind: 'unanswered_leads', isWrittenByHand: true });
    expect((await expired(unheard))?.details).toEqual({ kind: 'uncontacted_leads' });
  });

  it('counts somebody into whom another record went as one person, before as after', async () => {
    const old = { legalGround: 'legitimate_interest', platform: 'reddit' };
    const { leadIds } = await groupOf(client, [
      { ...old, name: 'Kept one', handle: 'kept_one' },
      { ...old, name: 'Other one', handle: 'other_one' },
    ]);
    const [keep, other] = await Promise.all(leadIds.map((id) => client.get<Lead>(`/api/leads/${id}`)));
    await client.post(`/api/leads/${keep?.id}/merge`, {
      otherId: other?.id,
      take: [],
      version: keep?.version,
      otherVersion: other?.version,
    });
    const { db } = running.app;
    await db.execute(sql`update leads set created_at = now() - interval '29 days'
      where id = any(${sql.param(leadIds)}::uuid[])`);
    const { removed } = await client.get<RetentionPreview>(
      '/api/privacy/retention/preview?uncontacted_leads=27',
    );
    expect(removed).toMatchObject({ uncontacted_leads: 1 });
    await enforceRetention(running.app.context);
    expect((await client.get<Retention>('/api/privacy/retention')).lastRun?.removed).toEqual(removed);
    const left = sql`select id from leads where id = any(${sql.param(leadIds)}::uuid[])`;
    expect(await rowsOf(db, left)).toEqual([]);
  });

  it('is set by admins, per kind of data', async () => {
    const rules = {
      uncontacted_leads: null,
      unanswered_leads: 90,
      ended_consents: 1_095,
      strangers_chats: 30,
    };
    const put = async (who: TestClient, body: unknown) =>
      (await who.call('PUT', '/api/privacy/retention', { body })).status;
    expect(await put(await running.as('member'), rules)).toBe(403);
    expect(await put(client, { ...rules, unanswered_leads: 0 })).toBe(400);
    expect(await put(client, rules)).toBe(200);
    expect(await client.get<Retention>('/api/privacy/retention')).toMatchObject({ rules });
  });
});
