import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, sql } from '#platform/db.ts';
import { sharedSecret } from '#platform/secrets.ts';
import { createSourceInbox } from '#providers/lead-sources/inbox.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { graphApi, WHATSAPP, whatsAppPost, whatsAppSettings } from '#tests/support/graph-api.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';

const ours = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const another = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const HOUR_MS = 3_600_000;

let graph: ProviderServer;
let running: TestApp;
let client: TestClient;
beforeAll(async () => {
  graph = await startProviderServer(graphApi(() => []));
  running = await startTestApp({
    env: {
      ...whatsAppSettings(graph.url),
      SENDGRID_WEBHOOK_KEY: ours.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      CLAY_WEBHOOK_URL: `${graph.url}/clay`,
    },
  });
  client = await running.as('admin');
});
afterAll(async () => {
  await running.close();
  await graph.close();
});

const countOf = async (table: 'inbound_mails' | 'source_deliveries'): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    running.app.db,
    sql`select count(*)::int from ${sql.identifier(table)}`,
  );
  return row?.count ?? 0;
};

const post = async (path: string, body: string, headers: Record<string, string>): Promise<number> =>
  (
    await running.visitor().call('POST', path, {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).status;

describe('reports of SendGrid', () => {
  const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
  const signed = (body: string, { timestamp = seconds(), key = ours.privateKey } = {}) => ({
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString(
      'base64',
    ),
  });
  const report = (messageId: string, eventId = 'one') =>
    JSON.stringify([
      { event: 'spamreport', sg_event_id: eventId, 'smtp-id': `<${messageId}@northwind.test>` },
    ]);

  it('change nothing without a fresh signature of theirs over the very bytes', async () => {
    const body = report(crypto.randomUUID());
    const good = signed(body);
    const { 'x-twilio-email-event-webhook-timestamp': timestamp } = good;
    const forged: Record<string, string>[] = [
      {},
      { 'x-twilio-email-event-webhook-timestamp': timestamp },
      { ...good, 'x-twilio-email-event-webhook-signature': '' },
      { ...good, 'x-twilio-email-event-webhook-signature': 'AAAA' },
      { ...good, 'x-twilio-email-event-webhook-timestamp': seconds(60) },
      { ...good, 'x-twilio-email-event-webhook-timestamp': `0${timestamp}` },
      signed(body, { key: another.privateKey }),
      signed(`${body} `),
      ...[seconds(-HOUR_MS / 1000), seconds(HOUR_MS / 1000), '', 'now', 'NaN', 'Infinity', '0x7fffffff'].map(
        (time) => signed(body, { timestamp: time }),
      ),
    ];
    for (const headers of forged) {
      expect(await post('/api/webhooks/sendgrid', body, headers), JSON.stringify(headers)).toBe(422);
    }
    expect(await post('/api/webhooks/sendgrid', body, good)).toBe(200);
  });

  it('count once when they are sent again, also at the same time', async () => {
    const { groupId } = await groupOf(client, [{ email: 'sg@clinic.test' }]);
    const { id } = await createCampaign(client, { targetGroups: [groupId], status: 'active' });
    const [message] = await untilMessages(client, id, { outbox: 1 });
    const before = await countOf('inbound_mails');
    const body = report(message?.id ?? '', 'twice');
    const headers = signed(body);
    const again = () => post('/api/webhooks/sendgrid', body, headers);
    expect(await Promise.all([again(), again(), again()])).toEqual([200, 200, 200]);
    expect(await again()).toBe(200);
    expect(await countOf('inbound_mails')).toBe(before + 1);
    const complaints = await rowsOf(
      running.app.db,
      sql`select 1 from events where type = 'message.complained' and message_id = ${message?.id}`,
    );
    expect(complaints).toHaveLength(1);
  });
});

describe('reports of WhatsApp', () => {
  const said = whatsAppPost({
    messages: [
      { from: '4477009', id: 'wamid.1', timestamp: '1763630000', type: 'text', text: { body: 'Hi' } },
    ],
  });
  const digest = (algorithm: string, key: string): string =>
    createHmac(algorithm, key).update(said.body).digest('hex');

  it('are not read without a signature of ours over the very bytes', async () => {
    const forged = [
      '',
      'sha256=',
      said.signature.slice(7),
      said.signature.slice(0, -1),
      `${said.signature}00`,
      `sha256=${'0'.repeat(64)}`,
      `sha256=${digest('sha256', 'another secret')}`,
      `sha256=${digest('sha256', '')}`,
      `sha256=${digest('sha256', WHATSAPP.verifyToken)}`,
      `sha1=${digest('sha1', WHATSAPP.appSecret)}`,
    ];
    for (const signature of forged) {
      const headers = { 'x-hub-signature-256': signature };
      expect(await post('/api/webhooks/whatsapp', said.body, headers), signature).toBe(403);
    }
    for (const body of [`${said.body} `, said.body.replace('Hi', 'Yo'), '', '[]'])
      expect(await post('/api/webhooks/whatsapp', body, { 'x-hub-signature-256': said.signature })).toBe(403);
    const good = { 'x-hub-signature-256': said.signature };
    expect(await post('/api/webhooks/whatsapp', said.body, good)).toBe(200);
  });
});

describe('rows of Clay', () => {
  const row = JSON.stringify({ name: 'Ann Lee', title: 'Coach' });
  const deliver = (token: string) => post('/api/leads/deliveries', row, { authorization: `Bearer ${token}` });
  const inboxOf = (secret: string) =>
    createSourceInbox({ db: running.app.db, secret, publicUrl: running.url });
  const soon = () => new Date(Date.now() + HOUR_MS);

  it('are taken once with the key of their search, and not with one of another search, time or secret', async () => {
    const inbox = inboxOf(await sharedSecret(running.app.db, 'source_inbox'));
    const { token } = inbox.address(crypto.randomUUID(), soon());
    const [search = '', until = '', signature = ''] = token.split('.');
    const before = await countOf('source_deliveries');
    const forged = [
      inboxOf('a secret of theirs').address(crypto.randomUUID(), soon()).token,
      '',
      '..',
      `${search}.${until}.`,
      `${search}.${Number(until) + HOUR_MS}.${signature}`,
      `${crypto.randomUUID()}.${until}.${signature}`,
      `${search}..${until}.${signature}`,
      `${search}.${until}.${signature.slice(0, -1)}`,
    ];
    for (const one of forged) expect(await deliver(one), one).toBe(404);
    const ended = inbox.address(crypto.randomUUID(), new Date(Date.now() - HOUR_MS));
    await deliver(ended.token);
    expect(await countOf('source_deliveries'), 'nor for a search that has ended').toBe(before);

    expect(await Promise.all([deliver(token), deliver(token)])).toEqual([200, 200]);
    expect(await deliver(token)).toBe(200);
    expect(await countOf('source_deliveries')).toBe(before + 1);
  });
});
