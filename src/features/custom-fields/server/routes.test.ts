import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '#features/leads/contract.ts';
import type { BulkActionProgress } from '#features/leads/contract-bulk-actions.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { leadCalls } from '#tests/support/lead-calls.ts';
import type { CustomField } from '../contract.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
});
afterAll(() => app.close());

const { createGroup, createLead } = leadCalls(() => member);
let serial = 0;

async function addField(given: Record<string, unknown> = {}): Promise<CustomField> {
  serial += 1;
  return member.post('/api/custom-fields', {
    entity: 'lead',
    key: `field_${serial}`,
    label: `Field ${serial}`,
    type: 'text',
    ...given,
  });
}

type Refusal = { status: number; message: string; reason?: string; fields?: Record<string, string> };

async function refused(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: unknown) {
  const answer = await member.call(method, path, body === undefined ? {} : { body });
  const { message, reason, fields } = (await answer.json()) as Omit<Refusal, 'status'>;
  return { status: answer.status, message, reason, fields };
}

const setCustom = (lead: Lead, custom: unknown) => member.patch<Lead>(`/api/leads/${lead.id}`, { custom });
const listed = async (group: LeadGroup, query: string): Promise<string[]> =>
  (await member.get<Lead[]>(`/api/leads?groupId=${group.id}&${query}`)).map(({ name }) => name);

describe('custom fields', () => {
  it('are created, listed in their order, changed and moved', async () => {
    const answer = await member.call('POST', '/api/custom-fields', {
      body: { entity: 'company', key: 'size_class', label: ' Size ', type: 'choice', options: ['S', 'L'] },
    });
    expect(answer.status).toBe(201);
    const first = (await answer.json()) as CustomField;
    expect(first).toMatchObject({ label: 'Size', required: false, default: null, version: 1, position: 0 });
    const second = await addField({ entity: 'company' });
    await member.patch(`/api/custom-fields/${second.id}`, { position: 0, version: second.version });
    const fields = await member.get<CustomField[]>('/api/custom-fields?entity=company');
    expect(fields.map(({ key }) => key)).toEqual([second.key, 'size_class']);
    const changed = await member.patch<CustomField>(`/api/custom-fields/${first.id}`, {
      label: 'Class',
      default: 'L',
    });
    expect(changed).toMatchObject({ label: 'Class', default: 'L', options: ['S', 'L'] });
  });

  it('refuse a change on top of an older version', async () => {
    const field = await addField();
    await member.patch(`/api/custom-fields/${field.id}`, { label: 'Newer', version: field.version });
    const again = { label: 'Older', version: field.version };
    expect(await refused('PATCH', `/api/custom-fields/${field.id}`, again)).toMatchObject({
      status: 409,
      reason: 'stale_version',
    });
  });

  it('have a key of their own in each entity, also when two people add it at once', async () => {
    const body = { entity: 'deal', key: 'twice', label: 'Twice', type: 'text' };
    const answers = await Promise.all([1, 2].map(() => member.call('POST', '/api/custom-fields', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await addField({ ...body, entity: 'company' })).toMatchObject({ key: 'twice' });
  });

  it.each([
    [{ key: 'Plan' }, 'key'],
    [{ key: '1plan' }, 'key'],
    [{ key: 'constructor' }, 'key'],
    [{ key: 'p'.repeat(41) }, 'key'],
    [{ label: 'x'.repeat(81) }, 'label'],
    [{ label: ' ' }, 'label'],
    [{ type: 'colour' }, 'type'],
    [{ entity: 'agent' }, 'entity'],
    [{ type: 'choice' }, 'options'],
    [{ type: 'choice', options: ['a', 'a'] }, 'options'],
    [{ type: 'choice', options: Array.from({ length: 201 }, (_, at) => `o${at}`) }, 'options'],
    [{ options: ['a'] }, 'options'],
    [{ type: 'choice', options: ['a'], default: 'b' }, 'default'],
    [{ type: 'number', default: 'many' }, 'default'],
  ])('refuse %j with its field', async (given, field) => {
    const body = { entity: 'lead', key: 'never', label: 'Never', type: 'text', ...given };
    const { status, fields } = await refused('POST', '/api/custom-fields', body);
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
  });

  it.each([
    [{ key: 'migraine_days' }, 'key'],
    [{ label: 'Diabetes type' }, 'label'],
    [{ label: 'Menopause stage' }, 'label'],
    [{ type: 'choice', options: ['Yoga', 'Eczema'] }, 'options.1'],
  ])('refuse a health condition in %j and say what to do instead', async (given, field) => {
    const body = { entity: 'lead', key: 'never', label: 'Never', type: 'text', ...given };
    const refusal = await refused('POST', '/api/custom-fields', body);
    expect(refusal).toMatchObject({ status: 400, reason: 'names_condition' });
    expect(refusal.fields?.[field]).toContain('is a health condition');
    expect(refusal.message).toContain('Record what people look for instead');
  });

  it('refuse a health condition that a change would bring in', async () => {
    const field = await addField({ type: 'choice', options: ['Yoga'] });
    expect(
      await refused('PATCH', `/api/custom-fields/${field.id}`, { options: ['Yoga', 'Asthma'] }),
    ).toMatchObject({ status: 400, reason: 'names_condition' });
  });

  it('number at most 100 for each entity', async () => {
    const { length } = await member.get<CustomField[]>('/api/custom-fields?entity=deal');
    for (let at = length; at < 100; at += 1) await addField({ entity: 'deal' });
    const body = { entity: 'deal', key: 'one_more', label: 'One more', type: 'text' };
    expect(await refused('POST', '/api/custom-fields', body)).toMatchObject({
      status: 422,
      reason: 'too_many_fields',
    });
  });

  it('are archived with their values and come back with them', async () => {
    const field = await addField();
    const lead = await createLead({ custom: { [field.key]: 'kept' } });
    const gone = await member.call('DELETE', `/api/custom-fields/${field.id}`);
    expect(gone.status).toBe(204);
    const hidden = await member.get<Lead>(`/api/leads/${lead.id}`);
    expect(hidden.custom).not.toHaveProperty(field.key);
    const archived = await member.get<CustomField[]>('/api/custom-fields?entity=lead&archived=true');
    expect(archived.map(({ key }) => key)).toContain(field.key);
    expect(await refused('POST', '/api/custom-fields', { ...field, options: [] })).toMatchObject({
      status: 409,
      reason: 'key_archived',
    });
    await member.post(`/api/custom-fields/${field.id}/restore`);
    expect(await member.get(`/api/leads/${lead.id}`)).toMatchObject({ custom: { [field.key]: 'kept' } });
  });

  it('are not archived while a saved view filters or sorts by them', async () => {
    const field = await addField();
    const query = { custom: { [field.key]: 'gold' } };
    const view = { name: 'Gold members', isShared: true, query };
    const { id } = await member.post<{ id: string }>('/api/lead-views', view);
    await member.post('/api/lead-views', { name: 'By plan', query: { sort: `-custom.${field.key}` } });
    const refusal = await refused('DELETE', `/api/custom-fields/${field.id}`);
    expect(refusal).toMatchObject({ status: 409, reason: 'in_use' });
    expect(refusal.message).toContain('the saved view “Gold members”');
    expect(refusal.message).toContain('a private view');
    expect(refusal.message).not.toContain('By plan');
    expect(await member.get('/api/lead-views')).toContainEqual(expect.objectContaining({ id, query }));
  });
});

describe('values of custom fields', () => {
  let group: LeadGroup;
  const values = {
    words: 'Blue door',
    size: 12.5,
    worth: { amountMinor: 1250, currency: 'EUR' },
    since: '2026-02-28',
    plan: 'gold',
    likes: ['tea', 'yoga'],
    vip: true,
    page: 'https://example.com/a',
  };

  beforeAll(async () => {
    group = await createGroup('Values');
    await addField({ key: 'words' });
    await addField({ key: 'size', type: 'number' });
    await addField({ key: 'worth', type: 'money' });
    await addField({ key: 'since', type: 'date' });
    await addField({ key: 'plan', label: 'Plan', type: 'choice', options: ['gold', 'silver'] });
    await addField({ key: 'likes', type: 'choices', options: ['tea', 'yoga', 'runs'] });
    await addField({ key: 'vip', type: 'checkbox' });
    await addField({ key: 'page', type: 'url' });
    await addField({ key: 'helper', type: 'user' });
    await createLead({ name: 'Full', groupId: group.id, custom: values });
    await createLead({
      name: 'Silver',
      groupId: group.id,
      custom: { plan: 'silver', size: 3, since: '2026-05-01', likes: ['runs'], vip: false },
    });
    await createLead({ name: 'Empty', groupId: group.id });
  });

  it('are kept, merged by key and cleared by null', async () => {
    const lead = await createLead({ custom: values });
    expect(lead.custom).toEqual(values);
    const changed = await setCustom(lead, { plan: 'silver', words: null, likes: [] });
    const { words: _, likes: __, ...rest } = values;
    expect(changed.custom).toEqual({ ...rest, plan: 'silver' });
    expect(changed.version).toBe(lead.version + 1);
  });

  it.each([
    ['words', 5],
    ['size', '12'],
    ['worth', 12],
    ['worth', { amountMinor: 1.5, currency: 'EUR' }],
    ['worth', { amountMinor: 1, currency: 'EURO' }],
    ['worth', { amountMinor: 1, currency: 'XQQ' }],
    ['since', '2026-02-30'],
    ['since', '28.02.2026'],
    ['plan', 'bronze'],
    ['plan', ['gold']],
    ['likes', 'tea'],
    ['likes', ['beer']],
    ['vip', 'yes'],
    ['page', 'javascript:alert(1)'],
    ['page', 'ftp://example.com'],
    ['helper', 'no-such-user'],
    ['unknown', 'x'],
  ])('refuse %s: %j with the field', async (key, value) => {
    const answer = await member.call('POST', '/api/leads', {
      body: { name: 'No', legalGround: 'customer', groupId: group.id, custom: { [key]: value } },
    });
    const { fields } = (await answer.json()) as Refusal;
    expect([answer.status, Object.keys(fields ?? {})]).toEqual([400, [`custom.${key}`]]);
  });

  it('take a colleague who exists', async () => {
    const { id } = (await member.get<{ id: string }[]>('/api/colleagues'))[0] ?? { id: '' };
    const lead = await createLead({ custom: { helper: id } });
    expect(lead.custom).toEqual({ helper: id });
  });

  it.each([
    ['custom.plan=gold', ['Full']],
    ['custom.plan=gold&custom.plan=silver', ['Full', 'Silver']],
    ['custom.words=blue%20DOOR', ['Full']],
    ['custom.words=blue', []],
    ['custom.size=12.5', ['Full']],
    ['custom.size=..5', ['Silver']],
    ['custom.size=3..20', ['Full', 'Silver']],
    ['custom.worth=1000..', ['Full']],
    ['custom.since=2026-03-01..', ['Silver']],
    ['custom.since=2026-02-28', ['Full']],
    ['custom.likes=yoga', ['Full']],
    ['custom.vip=true', ['Full']],
    ['custom.vip=false', ['Empty', 'Silver']],
    ['custom.plan=gold&custom.vip=false', []],
    ["custom.plan=' or 1=1 --", []],
  ])('filter a list by %s', async (query, names) => {
    expect((await listed(group, query)).toSorted()).toEqual(names);
    const answer = await member.call('GET', `/api/leads?groupId=${group.id}&limit=1&${query}`);
    expect(answer.headers.get('x-total-count')).toBe(String(names.length));
  });

  it.each(['custom.nothing=1', 'custom.Plan=1', 'sort=custom.nothing', "custom.x'%20or%201=1", 'custom=1'])(
    'refuse a list by %s',
    async (query) => {
      expect((await refused('GET', `/api/leads?${query}`)).status).toBe(400);
    },
  );

  it.each([
    ['custom.size', ['Silver', 'Full', 'Empty']],
    ['-custom.size', ['Full', 'Silver', 'Empty']],
    ['custom.plan', ['Full', 'Silver', 'Empty']],
    ['custom.since:desc', ['Silver', 'Full', 'Empty']],
    ['custom.worth', ['Full', 'Empty', 'Silver']],
  ])('sort a list by %s, page by page', async (sort, names) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const answer = await member.call('GET', `/api/leads?groupId=${group.id}&limit=1&sort=${sort}${cursor}`);
      found.push(...((await answer.json()) as Lead[]).map(({ name }) => name));
      const next = /[?&]cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1];
      cursor = next === undefined ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    // Leads without a value are in no order.
    const sorted = sort === 'custom.worth' ? [found[0], ...found.slice(1).toSorted()] : found;
    expect(sorted).toEqual(names);
  });

  it('are set on many leads at once, and taken back but where someone changed them since', async () => {
    const own = await createGroup();
    const one = await createLead({ groupId: own.id, custom: { plan: 'silver', size: 1 } });
    const other = await createLead({ groupId: own.id });
    const act = { kind: 'custom', custom: { plan: 'gold', size: null } };
    const leads = { ids: [one.id, other.id] };
    const done = await member.post<BulkActionProgress>('/api/leads/acts', { act, leads });
    expect(done).toMatchObject({ state: 'done', changed: 2 });
    expect(await member.get(`/api/leads/${one.id}`)).toMatchObject({ custom: { plan: 'gold' } });
    await setCustom(other, { plan: 'silver' });
    await member.post(`/api/leads/acts/${done.id}/undo`);
    expect(await member.get(`/api/leads/${one.id}`)).toMatchObject({ custom: { plan: 'silver', size: 1 } });
    expect(await member.get(`/api/leads/${other.id}`)).toMatchObject({ custom: { plan: 'silver' } });
    const bad = { act: { kind: 'custom', custom: { plan: 'bronze' } }, leads };
    expect((await refused('POST', '/api/leads/acts', bad)).fields).toHaveProperty('custom.plan');
  });

  it('are set on all leads that a custom filter finds', async () => {
    const own = await createGroup();
    const one = await createLead({ groupId: own.id, custom: { plan: 'silver' } });
    const filter = { groupId: own.id, custom: { plan: 'silver' } };
    const act = { kind: 'custom', custom: { vip: true } };
    const { id } = await member.post<BulkActionProgress>('/api/leads/acts', { act, leads: { filter } });
    await expect
      .poll(() => member.get<BulkActionProgress>(`/api/leads/acts/${id}`), { timeout: 10_000 })
      .toMatchObject({ state: 'done', changed: 1 });
    expect(await member.get(`/api/leads/${one.id}`)).toMatchObject({ custom: { plan: 'silver', vip: true } });
  });

  it('are columns of an exported list', async () => {
    const answer = await member.call('GET', `/api/leads/export?groupId=${group.id}&custom.plan=gold`);
    const [head = '', line = ''] = (await answer.text()).split('\r\n');
    expect(head).toContain(',Plan,');
    expect(line).toContain('Blue door,12.5,12.50 EUR,2026-02-28,gold,"tea; yoga",yes,https://example.com/a');
    const book = await member.call('GET', `/api/leads/export?groupId=${group.id}&format=xlsx`);
    expect(book.status).toBe(200);
  });

  it('of both records are kept when two leads are merged, and put back by the undo', async () => {
    const keep = await createLead({ custom: { plan: 'gold' } });
    const other = await createLead({ custom: { plan: 'silver', size: 4 } });
    const { lead, mergeId } = await member.post<{ lead: Lead; mergeId: string }>(
      `/api/leads/${keep.id}/merge`,
      { otherId: other.id, take: [], version: keep.version, otherVersion: other.version },
    );
    expect(lead.custom).toEqual({ plan: 'gold', size: 4 });
    expect(await member.post(`/api/leads/merges/${mergeId}/undo`)).toMatchObject({
      custom: { plan: 'gold' },
    });
  });

  it('get defaults, and the required ones are asked for, when a lead is added', async () => {
    const tier = await addField({ key: 'tier', type: 'choice', options: ['a', 'b'], default: 'a' });
    const must = await addField({ key: 'must', label: 'Must', required: true });
    const body = { name: 'No', legalGround: 'customer', groupId: group.id };
    expect((await refused('POST', '/api/leads', body)).fields).toEqual({
      'custom.must': 'Must is required.',
    });
    const lead = await createLead({ custom: { must: 'here' } });
    expect(lead.custom).toEqual({ must: 'here', tier: 'a' });
    const cleared = await refused('PATCH', `/api/leads/${lead.id}`, { custom: { must: null } });
    expect(cleared.fields).toEqual({ 'custom.must': 'Must is required.' });
    for (const { id } of [tier, must]) await member.call('DELETE', `/api/custom-fields/${id}`);
  });
});
