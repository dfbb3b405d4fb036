import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Receiver } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { inTransaction } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Delivery, Webhook } from '../contract.ts';
import { deliverDue, deliverOverdue, tidyWebhooks } from './deliver.ts';
import { claimDue } from './store.ts';

type Call = { body: string; headers: Record<string, string> };

let running: TestApp;
let client: TestClient;
let server: Server;
let url: string;
let groupId: string;
let calls: Call[] = [];
/** What the receiver answers next; 204 once these are used up. */
let answers: { status: number; headers?: Record<string, string> }[] = [];
/** Requests with this text are refused. */
let refused: string | undefined;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = Buffer.concat(chunks).toString();
      calls.push({ body, headers });
      const isRefused = refused !== undefined && body.includes(refused);
      const { status, headers: back = {} } = isRefused
        ? { status: 500 }
        : (answers.shift() ?? { status: 204 });
      response.writeHead(status, back).end(status === 204 ? undefined : 'Not today');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/yarrow`;
  running = await startTestApp({ worker: false, env: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
  client = await running.as('admin');
  ({ id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Tea drinkers' }));
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await running.close();
});

beforeEach(async () => {
  for (const { id } of await client.get<Webhook[]>('/api/webhooks'))
    await client.call('DELETE', `/api/webhooks/${id}`);
  calls = [];
  answers = [];
  refused = undefined;
});

const create = (events: string[]): Promise<{ id: string; secret: string }> =>
  client.post('/api/webhooks', { url, events });
const addLead = (name: string): Promise<{ id: string }> =>
  client.post('/api/leads', {
    name,
    email: `${name.toLowerCase()}@example.com`,
    groupId,
    legalGround: 'customer',
  });
/** The same server at a later time. */
const at = (now: Date) => ({ ...running.app.context, clock: { now: () => now } });
const deliver = (id: string, now = new Date()): Promise<void> => deliverDue(at(now), id);
const log = (id: string, query = ''): Promise<Delivery[]> =>
  client.get(`/api/webhooks/${id}/deliveries${query}`);

it('reports a new lead in a request that an independent receiver verifies', async () => {
  const { id, secret } = await create(['lead.created']);
  expect(secret).toMatch(/^whsec_/);
  const lead = await addLead('Wanda');
  await deliver(id);
  expect(calls).toHaveLength(1);
  const [call] = calls;
  const told = new Receiver(secret).verify(call?.body ?? '', call?.headers ?? {});
  expect(told).toMatchObject({
    type: 'lead.created',
    timestamp: expect.stringMatching(/Z$/),
    data: { leadId: lead.id },
  });
  expect(call?.body).not.toContain('wanda@example.com');
  expect(await log(id)).toMatchObject([
    { id: call?.headers['webhook-id'], state: 'delivered', status: 204, attempts: 1, problem: null },
  ]);
});

it('never shows the secret again', async () => {
  const { secret } = await create(['lead.created']);
  expect(JSON.stringify(await client.get('/api/webhooks'))).not.toContain(secret.slice(6));
});

it('signs with both secrets for a day after a rotation', async () => {
  const { id, secret } = await create(['lead.created']);
  const rotated = await client.post<{ secret: string }>(`/api/webhooks/${id}/rotate`);
  await addLead('Rita');
  await deliver(id);
  for (const one of [secret, rotated.secret])
    expect(() => new Receiver(one).verify(calls[0]?.body ?? '', calls[0]?.headers ?? {})).not.toThrow();
  await addLead('Rosa');
  await deliver(id, new Date(Date.now() + DAY_MS + HOUR_MS));
  const signatures = calls[1]?.headers['webhook-signature'] ?? '';
  expect(signatures.split(' ')).toHaveLength(1);
});

it('keeps nothing of an event whose transaction is rolled back', async () => {
  const { id } = await create(['lead.created']);
  const { db } = running.app.context;
  await expect(
    inTransaction(db, async (tx) => {
      await recordEvents(running.app.context, tx, [{ type: 'lead.added' }]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await log(id)).toEqual([]);
});

it('delivers what happened to one lead in order, and does not let it hold up others', async () => {
  const { id } = await create(['lead.created', 'lead.stage_changed']);
  const first = await addLead('Olga');
  await client.patch(`/api/leads/${first.id}`, { stage: 'contacted' });
  const other = await addLead('Otto');
  refused = first.id;
  await deliver(id);
  const told = (from: number): string[] =>
    calls.slice(from).map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { leadId: string } };
      return `${type} ${data.leadId}`;
    });
  expect(told(0).toSorted()).toEqual([`lead.created ${first.id}`, `lead.created ${other.id}`].toSorted());
  refused = undefined;
  await deliver(id, new Date(Date.now() + 7_000));
  expect(told(2)).toEqual([`lead.created ${first.id}`, `lead.stage_changed ${first.id}`]);
});

it('tries for three days, then pauses the webhook and says why', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Fay');
  answers = Array.from({ length: 20 }, () => ({ status: 503 }));
  let now = new Date();
  const begun = now.getTime();
  for (;;) {
    await deliver(id, now);
    const [delivery] = await log(id);
    if (delivery?.nextAttemptAt == null) break;
    now = new Date(delivery.nextAttemptAt);
  }
  expect(now.getTime() - begun).toBeGreaterThan(3 * DAY_MS);
  expect(calls).toHaveLength(10);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await client.get('/api/webhooks')).toMatchObject([
    { id, isPaused: true, pauseReason: 'failing', failed: 1 },
  ]);
  expect(await client.get('/api/audit?subject=workspace')).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'webhook.paused' })]),
  );
});

it('waits as long as the receiver asks', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Ray');
  answers = [{ status: 429, headers: { 'retry-after': '3600' } }];
  await deliver(id);
  const [delivery] = await log(id);
  expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(HOUR_MS - 10_000);
});

it('pauses a webhook whose receiver is gone, keeps what waits and sends it once resumed', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Gia');
  answers = [{ status: 410 }];
  await deliver(id);
  await addLead('Gus');
  await deliver(id, new Date(Date.now() + HOUR_MS));
  expect(calls).toHaveLength(1);
  expect(await client.get('/api/webhooks')).toMatchObject([{ pauseReason: 'gone', waiting: 2 }]);
  await client.patch(`/api/webhooks/${id}`, { isPaused: false });
  await deliver(id, new Date(Date.now() + HOUR_MS));
  expect(calls).toHaveLength(3);
});

it('sends each delivery once when two processes deliver at the same time', async () => {
  const { id } = await create(['lead.created']);
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']) await addLead(name);
  await Promise.all([deliver(id), deliver(id), deliver(id)]);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  expect(calls).toHaveLength(5);
});

it('tries again what a process had taken when it died', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Kim');
  const now = new Date();
  const taken = await claimDue(running.app.context.db, {
    webhookId: id,
    now,
    until: new Date(now.getTime() + 60_000),
    limit: 10,
  });
  expect(taken).toHaveLength(1);
  await deliver(id, now);
  expect(calls).toHaveLength(0);
  await deliverOverdue(at(new Date(now.getTime() + 61_000)));
  await deliver(id, new Date(now.getTime() + 61_000));
  expect(calls).toHaveLength(1);
});

it('sends a test at once and says how it went', async () => {
  const { id } = await create(['lead.created']);
  expect(await client.post(`/api/webhooks/${id}/test`)).toMatchObject({
    type: 'webhook.test',
    state: 'delivered',
    status: 204,
  });
  answers = [{ status: 500 }];
  expect(await client.post(`/api/webhooks/${id}/test`)).toMatchObject({
    state: 'failed',
    status: 500,
    problem: 'answered_error',
    response: 'Not today',
  });
  expect(await client.get('/api/webhooks')).toMatchObject([{ isPaused: false }]);
});

it('replays one delivery and a period with the same ids', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Pia');
  await addLead('Pit');
  await deliver(id);
  const [newest] = await log(id);
  await client.post(`/api/webhooks/${id}/deliveries/${newest?.id}/replay`);
  await deliver(id);
  expect(calls.at(-1)?.headers['webhook-id']).toBe(newest?.id);
  const period = {
    from: new Date(Date.now() - HOUR_MS).toISOString(),
    to: new Date(Date.now() + HOUR_MS).toISOString(),
  };
  expect(await client.post(`/api/webhooks/${id}/replay`, { ...period, which: 'all' })).toEqual({
    replayed: 2,
  });
  await deliver(id);
  expect(calls).toHaveLength(5);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

it('removes deliveries after 30 days', async () => {
  const { id } = await create(['lead.created']);
  await addLead('Ted');
  await deliver(id);
  await tidyWebhooks(at(new Date(Date.now() + 31 * DAY_MS)));
  expect(await log(id)).toEqual([]);
});

it('reports a consent that was recorded', async () => {
  const lead = await addLead('Cora');
  const { id } = await create(['consent.changed']);
  await client.post(`/api/leads/${lead.id}/consents`, {
    channel: 'email',
    source: 'form',
    textVersion: 'I would like the newsletter.',
    proof: 'Sign-up form',
  });
  await deliver(id);
  expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'consent.changed', data: { leadId: lead.id, channel: 'email', ground: 'consent' } },
  ]);
});

it('restores a deleted webhook', async () => {
  const { id } = await create(['lead.created']);
  await client.call('DELETE', `/api/webhooks/${id}`);
  expect(await client.get('/api/webhooks')).toEqual([]);
  expect(await client.post(`/api/webhooks/${id}/restore`)).toMatchObject({ id });
});

it('refuses private addresses unless the server allows them', async () => {
  const guarded = await startTestApp({ worker: false });
  try {
    const admin = await guarded.as('admin');
    for (const address of [url, 'http://localhost/x', 'http://169.254.169.254/latest', 'http://[::1]/']) {
      const answer = await admin.call('POST', '/api/webhooks', {
        body: { url: address, events: ['lead.created'] },
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        fields: { url: expect.stringContaining('private network') },
      });
    }
  } finally {
    await guarded.close();
  }
});
