import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { Agent, listAgents } from '../contract.ts';

let app: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

const EXPERTS = '/api/chatbot/experts';
const FERN = {
  name: 'Fern',
  expertiseArea: 'Herbal tea',
  description: 'Answers questions about the blends.',
  backgroundInfo: 'Answer from the labels only.',
  specializations: ['Brewing', 'Gifts'],
  communicationStyle: 'friendly',
  interactionMode: 'avatar',
  voiceDescription: 'Warm',
  appearanceDescription: 'A green face',
  personalityDescription: 'Patient',
  category: 'advisory',
} as const;
const create = (fields: object = {}) => admin.post<Agent>(EXPERTS, { ...FERN, ...fields });
const put = async (id: string, body: unknown) => admin.call('PUT', `${EXPERTS}/${id}`, { body });
const read = async (id: string) => (await admin.get<Agent[]>(EXPERTS)).find((agent) => agent.id === id);
const refusal = async (response: Response) => ({
  status: response.status,
  fields: ((await response.json()) as { fields?: Record<string, string> }).fields,
});

describe('agents', () => {
  // S7-26 S7-27 S3-20
  it('creates an agent with every field of the form and lists it, newest first', async () => {
    const older = await create({ name: 'Older' });
    const created = await create();
    expect(created).toMatchObject(FERN);
    expect(created).toMatchObject({
      isActive: true,
      totalConversations: 0,
      allowedDomains: [],
      voiceType: 'neutral',
      avatarStyle: 'leaf',
    });
    expect(created.apiKey).toMatch(/^pk_[0-9a-f]{32}$/);
    expect(created.apiKey).not.toBe(older.apiKey);
    const list = await member.get<Agent[]>(EXPERTS);
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([created.id, older.id]);
    expect(Agent.strict().parse(list[0])).toEqual(created);
  });

  it('refuses what is missing, unknown or endless, field by field', async () => {
    const answer = await refusal(
      await admin.call('POST', EXPERTS, {
        body: {
          name: ' ',
          interactionMode: 'hologram',
          description: 'x'.repeat(1_001),
          allowedDomains: ['no domain'],
        },
      }),
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.fields ?? {}).sort()).toEqual([
      'allowedDomains.0',
      'description',
      'interactionMode',
      'name',
    ]);
    const unnamed = await refusal(await admin.call('POST', EXPERTS, { body: { name: 'Fern' } }));
    expect(Object.keys(unnamed.fields ?? {}).sort()).toEqual(['communicationStyle', 'expertiseArea']);
  });

  // S7-28
  it('changes only the fields that are given, and not on top of what somebody else changed', async () => {
    const { id, version } = await create();
    const changed = await admin.patch<Agent>(`${EXPERTS}/${id}`, { name: 'Moss', version });
    expect(changed).toMatchObject({ ...FERN, name: 'Moss', version: version + 1 });
    const late = await admin.call('PATCH', `${EXPERTS}/${id}`, { body: { name: 'Late', version } });
    expect(late.status).toBe(409);
    expect((await read(id))?.name).toBe('Moss');
  });

  // S7-29
  it('replaces the persona, and refuses one with a part left out or of another agent', async () => {
    const { id, category } = await create();
    const { category: _category, ...persona } = { ...FERN, id, personalityDescription: 'Brisk' };
    const response = await put(id, persona);
    expect(response.status).toBe(200);
    expect(await read(id)).toMatchObject({ personalityDescription: 'Brisk', category });
    const { backgroundInfo: _left, ...partial } = persona;
    expect((await put(id, partial)).status).toBe(400);
    expect((await put(id, { ...persona, id: newId() })).status).toBe(400);
  });

  // S3-22
  it('takes and reads the older field names expertise and personality', async () => {
    const created = await admin.post<Agent>(EXPERTS, {
      name: 'Old',
      expertise: 'Tea',
      personality: 'empathetic',
    });
    expect(created).toMatchObject({ expertiseArea: 'Tea', communicationStyle: 'empathetic' });
    const { expertiseArea, communicationStyle, ...rest } = created;
    const [agent] = listAgents.response.parse([
      { ...rest, expertise: expertiseArea, personality: communicationStyle } as unknown as Agent,
    ]);
    expect(agent).toEqual(created);
  });

  // S2.10-36 S6-07
  it('deletes and restores with the same keys; a member may read and change nothing', async () => {
    const { id, apiKey } = await create();
    for (const [method, path, body] of [
      ['POST', EXPERTS, FERN],
      ['PATCH', `${EXPERTS}/${id}`, { name: 'x' }],
      ['PUT', `${EXPERTS}/${id}`, FERN],
      ['DELETE', `${EXPERTS}/${id}`, undefined],
    ] as const)
      expect((await member.call(method, path, { body })).status, `${method} ${path}`).toBe(403);
    expect((await member.get<Agent[]>(EXPERTS)).some((agent) => agent.id === id)).toBe(true);

    expect((await admin.call('DELETE', `${EXPERTS}/${id}`)).status).toBe(204);
    expect(await read(id)).toBeUndefined();
    expect((await admin.call('DELETE', `${EXPERTS}/${id}`)).status).toBe(404);
    expect((await admin.call('PATCH', `${EXPERTS}/${id}`, { body: { name: 'x' } })).status).toBe(404);
    expect(await admin.post<Agent>(`${EXPERTS}/${id}/restore`)).toMatchObject({ id, apiKey });
  });

  it('shows a secret key once, stores only its hash, and keeps no copy of the answer', async () => {
    const { id, secretKey } = await create();
    expect(secretKey).toBeNull();
    const path = `${EXPERTS}/${id}/secret-key`;
    const made = await admin.call('POST', path, { headers: { 'idempotency-key': newId() } });
    const { secretKey: key } = (await made.json()) as { secretKey: string };
    expect(key).toMatch(/^sk_[\w-]{43}$/);
    expect((await read(id))?.secretKey?.hint).toBe(key.slice(-4));
    for (const table of ['experts', 'idempotency_keys', 'audit_entries']) {
      const rows = await rowsOf(app.app.db, sql`select * from ${sql.raw(table)}`);
      expect(JSON.stringify(rows), table).not.toContain(key);
    }
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect((await read(id))?.secretKey).toBeNull();
  });

  // S2.10-25
  it('keeps the deployment type, rate limit and allowed domains', async () => {
    const { id } = await create();
    await admin.patch(`${EXPERTS}/${id}`, {
      deploymentType: 'mobile_app',
      rateLimit: 'premium',
      allowedDomains: ['https://Shop.example.com/teas', '*.example.org'],
    });
    expect(await read(id)).toMatchObject({
      deploymentType: 'mobile_app',
      rateLimit: 'premium',
      allowedDomains: ['shop.example.com', '*.example.org'],
    });
  });

  // S7-37
  it('gives the line of HTML that puts the agent on a website', async () => {
    const { id, apiKey } = await create();
    const { widgetCode } = await member.get<{ widgetCode: string }>(`${EXPERTS}/${id}/widget-code`);
    expect(widgetCode).toBe(
      `<script async src="http://127.0.0.1:3000/api/agents/widget/${apiKey}"></script>`,
    );
    expect((await member.call('GET', `${EXPERTS}/${newId()}/widget-code`)).status).toBe(404);
  });
});
