import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import type { GeneratedLeads, LeadRun } from '#features/discovery/contract.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { leadCalls } from '#tests/support/lead-calls.ts';
import type { Lead } from '../contract.ts';
import type { LeadGroup, LeadGroupCount } from '../contract-groups.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const { createGroup, createLead } = leadCalls(() => member);

async function refusal(answer: Response): Promise<{ status: number; body: Record<string, unknown> }> {
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('lead groups', () => {
  // S7-16
  it('creates a group from name, description and color and answers with it', async () => {
    const answer = await member.call('POST', '/api/lead-groups', {
      body: { name: ' Evening blends ', description: 'Tea drinkers', color: '#112233' },
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      id: expect.any(String),
      name: 'Evening blends',
      description: 'Tea drinkers',
      color: '#112233',
    });
  });

  // S3-10
  it('gives a group without a color #3B82F6', async () => {
    expect(await createGroup()).toMatchObject({ color: '#3B82F6', description: '' });
  });

  // S5-12
  it('refuses a blank name', async () => {
    const { status, body } = await refusal(
      await member.call('POST', '/api/lead-groups', { body: { name: '   ' } }),
    );
    expect(status).toBe(400);
    expect(body.fields).toEqual({ name: 'Enter a name.' });
  });

  it('refuses a member a name with a health condition, with what to write instead', async () => {
    const answer = await member.call('POST', '/api/lead-groups', {
      body: { name: 'Eczema sufferers', allowsCondition: true },
    });
    const { status, body } = await refusal(answer);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      reason: 'names_condition',
      fields: { name: expect.stringContaining('An admin can allow it.') },
    });
  });

  it('takes it from an admin who says so, and keeps that in the audit trail', async () => {
    const admin = await app.as('admin');
    const name = 'Eczema sufferers';
    expect((await admin.call('POST', '/api/lead-groups', { body: { name } })).status).toBe(422);
    const { id } = await admin.post<LeadGroup>('/api/lead-groups', { name, allowsCondition: true });
    const trail = await admin.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(trail).toMatchObject([
      { action: 'condition.allowed', details: { leadGroupId: id, condition: 'Eczema' } },
    ]);
    await admin.call('DELETE', `/api/lead-groups/${id}`);
  });

  // S7-14 S3-09
  it('lists the groups with their fields, newest first', async () => {
    const older = await createGroup();
    const newer = await createGroup();
    const groups = await member.get<LeadGroup[]>('/api/lead-groups');
    expect(groups.slice(0, 2).map((group) => group.id)).toEqual([newer.id, older.id]);
    expect(Object.keys(groups[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'name', 'description', 'color', 'createdAt']),
    );
  });

  // S7-15 S3-11
  it('counts the leads of each group and those that can be reached', async () => {
    const group = await createGroup();
    await createLead({ groupId: group.id });
    await createLead({ groupId: group.id, email: undefined, handle: '@nobody_knows' });
    const failed = await createLead({ groupId: group.id });
    await member.patch(`/api/leads/${failed.id}`, { contactStatus: 'verification_failed' });
    const gone = await createLead({ groupId: group.id });
    await member.call('DELETE', `/api/leads/${gone.id}`);
    const counts = await member.get<LeadGroupCount[]>('/api/lead-groups/counts');
    expect(counts.find((count) => count.id === group.id)).toEqual({
      id: group.id,
      name: group.name,
      totalLeads: 3,
      leadsWithContact: 1,
    });
  });

  // S7-17 S2.7-11
  it('takes a deleted group out of the list, keeps its leads, and brings it back', async () => {
    const group = await createGroup();
    const lead = await createLead({ groupId: group.id });
    const answer = await member.call('DELETE', `/api/lead-groups/${group.id}`);
    expect(answer.status).toBe(204);
    const ids = async () => (await member.get<LeadGroup[]>('/api/lead-groups')).map(({ id }) => id);
    expect(await ids()).not.toContain(group.id);
    expect(await member.get(`/api/leads/${lead.id}`)).toMatchObject({ groupId: null });
    expect(await member.get(`/api/leads?groupId=${group.id}`)).toEqual([]);

    expect(await member.post(`/api/lead-groups/${group.id}/restore`)).toMatchObject({ id: group.id });
    expect(await ids()).toContain(group.id);
    expect(await member.get(`/api/leads/${lead.id}`)).toMatchObject({ groupId: group.id });
  });

  it('answers 404 for a group that is gone', async () => {
    const group = await createGroup();
    await member.call('DELETE', `/api/lead-groups/${group.id}`);
    expect((await member.call('DELETE', `/api/lead-groups/${group.id}`)).status).toBe(404);
    expect((await member.call('POST', '/api/lead-groups/nonsense/restore')).status).toBe(404);
  });
});

describe('adding a lead by hand', () => {
  it('answers 201 with the lead, scored and with its address checked', async () => {
    const group = await createGroup('Evening tea');
    const answer = await member.call('POST', '/api/leads', {
      body: {
        name: ' Dana Whitlow ',
        email: ' Dana.Whitlow@Customer.test ',
        handle: 'u/dana_brews',
        platform: 'reddit',
        groupId: group.id,
        behaviorSignal: 'Can anyone recommend a herbal tea for the evening? Happy to pay for good leaves.',
        country: 'gb',
        legalGround: 'legitimate_interest',
      },
    });
    expect(answer.status).toBe(201);
    const lead = (await answer.json()) as Lead;
    expect(lead).toMatchObject({
      name: 'Dana Whitlow',
      email: 'Dana.Whitlow@Customer.test',
      handle: 'u/dana_brews',
      platform: 'reddit',
      country: 'GB',
      stage: 'new',
      nextAction: 'Contact Lead',
      groupId: group.id,
      lastContact: null,
      isSuppressed: false,
      hasBounced: false,
      scoreCategory: 'high',
      scoredBy: 'Built-in engine',
      contactStatus: 'manual_verification',
    });
    const earned = lead.scoreReasons.reduce((sum, reason) => sum + reason.points, 0);
    expect(earned).toBeCloseTo(Number(lead.aiScore), 5);
  });

  // S3-08
  it('gives every lead a numeric score out of 10 as text', async () => {
    for (const behaviorSignal of ['', 'Use my code TEA20, link in bio', 'Anyone know a good tea shop?']) {
      const lead = await createLead({ behaviorSignal });
      expect(lead.aiScore).toMatch(/^\d{1,2}\.\d$/);
      expect(Number(lead.aiScore)).toBeLessThanOrEqual(10);
    }
  });

  // S4-14
  it('gives a lead without an address a contact status too', async () => {
    const lead = await createLead({ email: undefined, handle: '@only_a_handle' });
    expect(lead.contactStatus).toBe('manual_verification');
  });

  it('records that the lead was added', async () => {
    const lead = await createLead();
    const { rows } = await app.app.db.execute(sql`select type from events where lead_id = ${lead.id}`);
    expect(rows).toContainEqual({ type: 'lead.added' });
  });

  it('refuses the same address with the name of the group it is in', async () => {
    const group = await createGroup('Winter wellness');
    await createLead({ groupId: group.id, email: 'mo@customer.test' });
    const { status, body } = await refusal(
      await member.call('POST', '/api/leads', {
        body: { name: 'Mo', email: 'MO+news@customer.test', groupId: group.id, legalGround: 'consent' },
      }),
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message: 'MO+news@customer.test is already in Winter wellness.',
      fields: { email: 'MO+news@customer.test is already in Winter wellness.' },
    });
  });

  it('refuses who is known by another way: by the page of an account, by its name, and by a record merged away', async () => {
    const group = await createGroup('Known people');
    const add = async (given: object) => {
      const body = { name: 'Known', groupId: group.id, legalGround: 'consent', ...given };
      return refusal(await member.call('POST', '/api/leads', { body }));
    };
    const found = await createLead({
      groupId: group.id,
      email: undefined,
      handle: 'Found_1',
      platform: 'reddit',
    });
    const page = 'https://www.reddit.com/user/found_1/';
    expect(await add({ handle: page })).toMatchObject({
      status: 409,
      body: { fields: { handle: `${page} is already in Known people.` } },
    });
    expect(await add({ handle: 'https://x.com/typed_1' })).toMatchObject({ status: 201 });
    expect((await add({ handle: 'typed_1', platform: 'twitter' })).status).toBe(409);
    const filed = await app.as('member');
    const imported = await filed.call('POST', `/api/leads/import?groupId=${group.id}`, {
      body: new Uint8Array(
        Buffer.from('name,profile\nTyped,https://twitter.com/typed_1\nNew,https://t.me/filed_1\n'),
      ),
      headers: { 'content-type': 'text/csv', 'x-filename': 'people.csv' },
    });
    expect(await imported.json()).toMatchObject({ imported: 1, duplicates: 1 });
    expect((await add({ handle: 't.me/Filed_1' })).status).toBe(409);

    const other = await createLead({ groupId: group.id, email: 'old@customer.test' });
    await member.post(`/api/leads/${found.id}/merge`, {
      otherId: other.id,
      take: [],
      version: found.version,
      otherVersion: other.version,
    });
    expect(await add({ email: 'Old@customer.test' })).toMatchObject({
      status: 409,
      body: { fields: { email: 'Old@customer.test is already in Known people.' } },
    });
    // The one who has them may get their address, and another may not.
    const another = await createLead();
    const change = (id: string) =>
      member.call('PATCH', `/api/leads/${id}`, { body: { email: 'old@customer.test' } });
    expect((await change(another.id)).status).toBe(409);
    expect((await change(found.id)).status).toBe(200);
  });

  it('refuses the same account, however it is written', async () => {
    const first = await createLead({ email: undefined, handle: 'u/Slow_Kettle', platform: 'reddit' });
    const again = { name: 'Again', handle: 'slow_kettle', platform: 'reddit', legalGround: 'consent' };
    const answer = await member.call('POST', '/api/leads', { body: { ...again, groupId: first.groupId } });
    expect(answer.status).toBe(409);
    const elsewhere = { ...again, platform: 'twitter', groupId: first.groupId };
    expect((await member.call('POST', '/api/leads', { body: elsewhere })).status).toBe(201);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ country: 'Britain' }, 'country'],
    [{ legalGround: 'because' }, 'legalGround'],
    [{ groupId: 'nonsense' }, 'groupId'],
    [{ groupId: '00000000-0000-7000-8000-000000000000' }, 'groupId'],
    [{ behaviorSignal: 'x'.repeat(4_001) }, 'behaviorSignal'],
    [{ platform: 'myspace' }, 'platform'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const group = await createGroup();
    const { status, body } = await refusal(
      await member.call('POST', '/api/leads', {
        body: { name: 'Ann', groupId: group.id, legalGround: 'consent', ...wrong },
      }),
    );
    expect(status).toBe(400);
    expect(Object.keys(body.fields as object)).toEqual([field]);
  });
});

describe('changing a lead', () => {
  it('changes what is given and nothing else, and raises the version', async () => {
    // Without an address, which would be checked meanwhile.
    const lead = await createLead({ handle: '@before', email: undefined });
    const changed = await member.patch<Lead>(`/api/leads/${lead.id}`, { name: 'New Name', country: 'de' });
    expect(changed).toEqual({ ...lead, name: 'New Name', country: 'DE', version: changed.version });
    expect(changed.version).toBeGreaterThan(lead.version);
  });

  it('reads a telephone number by the country, finds people by it however it is typed, and clears it', async () => {
    const given = { phone: '07700 900456', country: 'GB' };
    const lead = await createLead({ email: 'dialled@customer.test', ...given });
    expect(lead.phone).toBe('+44 7700 900456');
    for (const q of ['+44 7700 900456', '447700900456', '900456'])
      expect(await member.get<Lead[]>(`/api/leads?q=${encodeURIComponent(q)}`)).toMatchObject([
        { id: lead.id },
      ]);
    const abroad = await createLead({ phone: '0171 555 0134' });
    expect(abroad.phone).toBe('0171 555 0134');
    expect(await member.patch(`/api/leads/${abroad.id}`, { country: 'DE' })).toMatchObject({
      phone: '+49 171 5550134',
    });
    const cleared = await member.patch<Lead>(`/api/leads/${lead.id}`, { phone: null });
    expect(cleared).toMatchObject({ phone: null, email: lead.email });
    const refused = await refusal(
      await member.call('PATCH', `/api/leads/${lead.id}`, { body: { phone: 'ask me' } }),
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { phone: expect.stringContaining('telephone number') } },
    });
  });

  it('finds a renamed lead under the new name only', async () => {
    const lead = await createLead({ name: 'Quillon Abernathy' });
    await member.patch(`/api/leads/${lead.id}`, { name: 'Zeb Foxglove' });
    expect(await member.get<Lead[]>('/api/leads?q=abernathy')).toEqual([]);
    expect(await member.get<Lead[]>('/api/leads?q=foxglove')).toHaveLength(1);
  });

  it('refuses a change on top of an older version', async () => {
    const lead = await createLead();
    await member.patch(`/api/leads/${lead.id}`, { name: 'First', version: lead.version });
    const { status, body } = await refusal(
      await member.call('PATCH', `/api/leads/${lead.id}`, {
        body: { name: 'Second', version: lead.version },
      }),
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({ reason: 'stale_version' });
    expect(await member.get(`/api/leads/${lead.id}`)).toMatchObject({ name: 'First' });
  });

  // S4-21 S4-22
  it('shows Onboard until the onboarding of a converted lead is done', async () => {
    const lead = await createLead();
    const converted = await member.patch<Lead>(`/api/leads/${lead.id}`, { stage: 'converted' });
    expect(converted.nextAction).toBe('Onboard');
    const done = await member.patch<Lead>(`/api/leads/${lead.id}`, { isOnboarded: true });
    expect(done.nextAction).toBe('Complete');
  });

  it('records each move of stage once, with where it came from', async () => {
    const lead = await createLead();
    await member.patch(`/api/leads/${lead.id}`, { stage: 'qualified' });
    await member.patch(`/api/leads/${lead.id}`, { stage: 'qualified' });
    const { rows } = await app.app.db.execute(
      sql`select data from events where lead_id = ${lead.id} and type = 'lead.stage_changed'`,
    );
    expect(rows).toEqual([{ data: { from: 'new', to: 'qualified' } }]);
  });

  it('checks a new address and refuses one that another lead has', async () => {
    const [lead, other] = [await createLead(), await createLead()];
    await member.patch(`/api/leads/${lead.id}`, { contactStatus: 'verified' });
    const changed = await member.patch<Lead>(`/api/leads/${lead.id}`, { email: 'fresh@customer.invalid' });
    expect(changed).toMatchObject({ contactStatus: 'verification_failed' });
    const taken = await member.call('PATCH', `/api/leads/${lead.id}`, { body: { email: other.email } });
    expect(taken.status).toBe(409);
    expect(await member.patch(`/api/leads/${lead.id}`, { email: null })).toMatchObject({
      email: null,
      contactStatus: 'manual_verification',
    });
  });

  it('does not let a call write what it may not', async () => {
    const lead = await createLead();
    const changed = await member.patch<Lead>(`/api/leads/${lead.id}`, {
      name: 'Same',
      id: '00000000-0000-7000-8000-000000000000',
      aiScore: '9.9',
      isDemo: true,
      deletedAt: '2020-01-01T00:00:00Z',
    });
    expect(changed).toMatchObject({ id: lead.id, aiScore: lead.aiScore });
  });

  it('shows that somebody may not be written to', async () => {
    const lead = await createLead({ email: 'optout@customer.test' });

    const contactHash = hashContact(app.app.context, 'email', 'optout@customer.test');
    await suppress(app.app.db, { contactHash, reason: 'unsubscribed' });
    expect(await member.get(`/api/leads/${lead.id}`)).toMatchObject({ isSuppressed: true });
    const [listed] = await member.get<Lead[]>(`/api/leads?groupId=${lead.groupId}`);
    expect(listed).toMatchObject({ isSuppressed: true });
    const counts = await member.get<LeadGroupCount[]>('/api/lead-groups/counts');
    expect(counts.find(({ id }) => id === lead.groupId)).toMatchObject({
      totalLeads: 1,
      leadsWithContact: 0,
    });
  });
});

describe('people who asked to be erased', () => {
  it('cannot be added again by hand', async () => {
    const contactHash = hashContact(app.app.context, 'email', 'erased@customer.test');
    await suppress(app.app.db, { contactHash, reason: 'erased' });
    const group = await createGroup();
    const body = { name: 'E', email: 'Erased@customer.test', groupId: group.id, legalGround: 'consent' };
    const answer = await refusal(await member.call('POST', '/api/leads', { body }));
    expect(answer).toMatchObject({ status: 422, body: { reason: 'erased' } });
  });

  it('do not come back as the address, the account or the number of somebody else', async () => {
    const { id: groupId } = await createGroup();
    const gone = { email: 'gone@customer.test', handle: 'gone_for_good', phone: '+4915112345678' };
    const erased = { name: 'Gone', ...gone, platform: 'reddit', groupId, legalGround: 'consent' };
    const { id: erasedId } = await member.post<Lead>('/api/leads', erased);
    await member.post(`/api/leads/${erasedId}/erase`);
    const other = { name: 'Other', email: 'other.one@customer.test', platform: 'reddit', groupId };
    const lead = await member.post<Lead>('/api/leads', { ...other, legalGround: 'consent' });
    for (const [field, value] of Object.entries(gone)) {
      const answer = await refusal(
        await member.call('PATCH', `/api/leads/${lead.id}`, { body: { [field]: value } }),
      );
      expect(answer, field).toMatchObject({ status: 422, body: { reason: 'erased' } });
    }
    // Whoever is erased is nobody's obstacle to be changed in other ways.
    await suppress(app.app.db, {
      contactHash: hashContact(app.app.context, 'email', 'other.one@customer.test'),
      reason: 'erased',
    });
    expect(await member.patch(`/api/leads/${lead.id}`, { handle: 'other_one' })).toMatchObject({
      handle: 'other_one',
    });
  });
});

describe('generating leads', () => {
  // S7-18
  it('takes searchQuery, count, platforms and categoryId and answers totalGenerated and apiStatus', async () => {
    const group = await createGroup();
    const answer = await member.post<GeneratedLeads>('/api/leads/generate', {
      searchQuery: 'People asking for evening tea',
      count: 20,
      platforms: ['practice'],
      categoryId: group.id,
    });
    expect(answer.totalGenerated).toBe(20);
    expect(Object.keys(answer.apiStatus)).toEqual(['scraping', 'enrichment']);
    const found = await member.get<Lead[]>(`/api/leads?groupId=${group.id}`);
    expect(found).toHaveLength(20);
    const [run] = await member.get<LeadRun[]>('/api/leads/runs?limit=1');
    const people = await member.get<Lead[]>(`/api/leads?runId=${answer.runId}&limit=50`);
    const isEnriched = ({ contactStatus }: Lead) =>
      !['enrichment_pending', 'manual_verification', 'verification_failed'].includes(contactStatus);
    expect(run?.sources[0]?.enriched).toBe(people.filter(isEnriched).length);
    expect(run?.sources[0]?.enriched, 'some can be reached').toBeGreaterThan(0);
    expect(run).toMatchObject({ id: answer.runId, groupId: group.id, state: 'done', requested: 20 });
    expect(await member.post(`/api/leads/runs/${answer.runId}/cancel`)).toMatchObject({ state: 'done' });
  });

  it.each([undefined, null, '', 'nonsense'])(
    "S5-11 fails with 'Please select a lead group first' for categoryId %j",
    async (categoryId) => {
      const body = { searchQuery: 'tea', count: 20, platforms: ['practice'], categoryId };
      const answer = await refusal(await member.call('POST', '/api/leads/generate', { body }));
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({ categoryId: 'Please select a lead group first' });
    },
  );

  it.each([
    [{ searchQuery: '  ' }, 'searchQuery'],
    [{ searchQuery: 'x'.repeat(1_001) }, 'searchQuery'],
    [{ platforms: [] }, 'platforms'],
    [{ platforms: ['myspace'] }, 'platforms.0'],
    [{ count: 0 }, 'count'],
    [{ count: 101 }, 'count'],
    [{ count: '20' }, 'count'],
  ])('refuses %j', async (wrong, field) => {
    const { id } = await createGroup();
    const body = { searchQuery: 'tea', count: 20, platforms: ['practice'], categoryId: id, ...wrong };
    const answer = await refusal(await member.call('POST', '/api/leads/generate', { body }));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields as object)).toEqual([field]);
  });

  // S8-06
  it('tells by its reason that no scraping provider is configured', async () => {
    const { id } = await createGroup();
    const body = { searchQuery: 'tea', count: 20, platforms: ['twitter', 'reddit'], categoryId: id };
    const answer = await refusal(await member.call('POST', '/api/leads/generate', { body }));
    expect(answer).toMatchObject({ status: 422, body: { reason: 'SCRAPING_TOKEN_MISSING' } });
  });

  // S7-19 S3-18
  it('answers the system status', async () => {
    expect(await member.get('/api/system/status')).toEqual({
      scraping: false,
      enrichment: false,
      languageModel: false,
    });
    expect(await member.get<unknown[]>('/api/leads/sources')).toHaveLength(11);
  });

  // S7-57
  it('turns auto-refresh of a group on and off', async () => {
    const { id } = await createGroup();
    const wish = { searchQuery: 'evening tea', platforms: ['practice'] };
    const on = await member.call('PUT', `/api/lead-groups/${id}/schedule`, { body: wish });
    expect(await on.json()).toMatchObject({ id, schedule: wish });
    const off = await member.call('DELETE', `/api/lead-groups/${id}/schedule`);
    expect(await off.json()).toMatchObject({ id, schedule: null });
    const gone = '00000000-0000-7000-8000-000000000000';
    const nowhere = await member.call('PUT', `/api/lead-groups/${gone}/schedule`, { body: wish });
    expect(nowhere.status).toBe(404);
  });

  it('finds the same people once when the same call is repeated with its key', async () => {
    const { id } = await createGroup();
    const body = { searchQuery: 'yoga', count: 5, platforms: ['practice'], categoryId: id };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await (await member.call('POST', '/api/leads/generate', { body, headers })).json();
    const again = await (await member.call('POST', '/api/leads/generate', { body, headers })).json();
    expect(again).toEqual(first);
    expect(await member.get<Lead[]>(`/api/leads?groupId=${id}`)).toHaveLength(5);
  });
});

describe('deleting a lead', () => {
  // S2.7-12
  it('takes it out of the list and brings it back as it was', async () => {
    const lead = await createLead();
    expect((await member.call('DELETE', `/api/leads/${lead.id}`)).status).toBe(204);
    expect((await member.call('GET', `/api/leads/${lead.id}`)).status).toBe(404);
    expect(await member.get(`/api/leads?groupId=${lead.groupId}`)).toEqual([]);
    const restored = await member.post<Lead>(`/api/leads/${lead.id}/restore`);
    expect(restored).toEqual({ ...lead, version: restored.version });
  });

  it('frees the address for a new lead, after which the old one cannot come back', async () => {
    const lead = await createLead({ email: 'twice@customer.test' });
    await member.call('DELETE', `/api/leads/${lead.id}`);
    await createLead({ email: 'twice@customer.test' });
    const { status, body } = await refusal(await member.call('POST', `/api/leads/${lead.id}/restore`));
    expect(status).toBe(409);
    expect(body.message).toMatch(/^twice@customer\.test is already in /);
  });

  it('restoring twice changes nothing', async () => {
    const lead = await createLead();
    await member.call('DELETE', `/api/leads/${lead.id}`);
    const first = await member.post(`/api/leads/${lead.id}/restore`);
    expect(await member.post(`/api/leads/${lead.id}/restore`)).toEqual(first);
  });
});

// S7-06
it('keeps what it has confirmed: a new connection to the database finds the lead', async () => {
  const lead = await createLead();
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select name from leads where id = $1', [lead.id]);
  await client.end();
  expect(rows).toEqual([{ name: lead.name }]);
});

it('lets a viewer read and a member write', async () => {
  const viewer = await app.as('viewer');
  expect((await viewer.call('GET', '/api/leads')).status).toBe(200);
  expect((await viewer.call('POST', '/api/lead-groups', { body: { name: 'No' } })).status).toBe(403);
  expect((await app.visitor().call('GET', '/api/leads')).status).toBe(401);
});
