import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { DAY_MS } from '#kit/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import {
  graphApi,
  graphError,
  template,
  WHATSAPP,
  whatsAppPost,
  whatsAppSettings,
  whatsAppText,
} from '#tests/support/graph-api.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';
import type { Reply, ReplyThread } from '../contract.ts';

const TEMPLATES = [template('class', 'Hi {{1}}, our evening class begins on Monday: {{2}} See you there.')];
const BODY = 'Hi {{firstName|there}}, our evening class begins on Monday: {{landingPage}} See you there.';

describe('WhatsApp', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let graph: ProviderServer;
  let x: ProviderServer;
  let numbers = 0;
  let heardOnX: Record<string, string>[] = [];

  beforeAll(async () => {
    graph = await startProviderServer(graphApi(() => TEMPLATES));
    x = await startProviderServer(({ method, path }) => {
      const [, name] = /^\/users\/by\/username\/(\w+)$/.exec(path) ?? [];
      if (name !== undefined) return { body: { data: { id: '77', receives_your_dm: name !== 'shy' } } };
      if (path === '/dm_events')
        return {
          body: { data: heardOnX, includes: { users: [{ id: '77', username: 'Ann_on_X' }] }, meta: {} },
        };
      return { body: { data: method === 'POST' ? { dm_event_id: '99' } : { id: '1' } } };
    });
    const keys = ['X_API_KEY', 'X_API_SECRET', 'X_ACCESS_TOKEN', 'X_ACCESS_TOKEN_SECRET'];
    app = await startTestApp({
      env: {
        ...whatsAppSettings(graph.url),
        ...Object.fromEntries(keys.map((key) => [key, `a ${key}`])),
        X_BASE_URL: x.url,
      },
    });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterEach(() => {
    graph.fault = undefined;
    graph.requests.splice(0);
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    await graph.close();
    await x.close();
  });

  const newNumber = (): string => {
    numbers += 1;
    return `+4477009${String(numbers).padStart(5, '0')}`;
  };
  const sends = () => graph.requests.filter((request) => whatsAppText(request) !== undefined);

  const textOf = (index: number) => sends().map(whatsAppText)[index];

  type Start = {
    people?: {
      name?: string;
      phone?: string;
      handle?: string;
      legalGround?: string;
      email?: string;
      consentChannels?: string[];
    }[];
    body?: string;
    startsAt?: string;
    steps?: Record<string, unknown>[];
  };

  /** A running WhatsApp campaign to these people. */
  async function launch({ people = [{ phone: newNumber() }], body = BODY, ...change }: Start = {}) {
    const { groupId, leadIds } = await groupOf(
      client,
      people.map((person) => ({ platform: 'manual', name: 'Ann Lee', ...person })),
      `Group ${Math.random()}`,
    );
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['whatsapp'],
      targetGroups: [groupId],
      steps: [{ channel: 'whatsapp', delayHours: 0, body }],
      ...change,
    });
    return { id, leadIds, numbers: people.map(({ phone }) => phone ?? '') };
  }

  /** One that has reached its one person. */
  async function sent() {
    const {
      id,
      leadIds,
      numbers: [number = ''],
    } = await launch();
    const [message] = await untilMessages(client, id, { sent: 1 });
    if (!message) throw new Error('there is no message');
    return { id, message, leadIds, leadId: leadIds[0] ?? '', number };
  }

  const report = async (
    value: Record<string, unknown>,
    change: (signature: string) => string = (same) => same,
  ) => {
    const { body, signature } = whatsAppPost(value);
    const { status } = await app.visitor().call('POST', '/api/webhooks/whatsapp', {
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': change(signature) },
    });
    return status;
  };
  const tell = (message: Message, name: string, more: Record<string, unknown> = {}) =>
    report({
      statuses: [
        {
          id: 'wamid.1',
          status: name,
          timestamp: '1763630000',
          biz_opaque_callback_data: message.id,
          ...more,
        },
      ],
    });
  const said = (number: string, text: string, more: Record<string, unknown> = {}) =>
    report({
      messages: [
        {
          from: number.replace('+', ''),
          id: `wamid.${Math.random()}`,
          timestamp: String(Math.floor(Date.now() / 1_000)),
          type: 'text',
          text: { body: text },
          ...more,
        },
      ],
    });
  const read = async ({ campaignId, id }: Message) =>
    (await messagesOf(client, campaignId)).find((one) => one.id === id);
  const eventsOf = async (messageId: string) => {
    const { rows } = await sql.query<{ type: string; channel: string }>(
      'select type, channel from events where message_id = $1 order by received_at, id',
      [messageId],
    );
    return rows.map(({ type, channel }) => `${type} ${channel}`);
  };

  it('sends nothing to a number whose person turns out to be somebody who wants no mail', async () => {
    const email = `objector${Math.random().toString(36).slice(2)}@clinic.test`;
    await client.post('/api/suppressions', { text: email });
    const { id, leadIds } = await launch({ startsAt: new Date(Date.now() + DAY_MS).toISOString() });
    await untilMessages(client, id, { queued: 1 });
    await client.patch(`/api/leads/${leadIds[0]}`, { email });
    await sql.query('update messages set due_at = now() where campaign_id = $1', [id]);
    const [message] = await untilMessages(client, id, { skipped: 1 });
    expect([message?.reason, sends()]).toEqual(['suppressed', []]);
  });

  // S2.8
  it('sends the approved template with each person’s words, only to who has opted in', async () => {
    const number = newNumber();
    const { id } = await launch({
      people: [{ phone: number }, { phone: newNumber(), legalGround: 'customer' }],
    });
    const messages = await untilMessages(client, id, { sent: 1, skipped: 1 });
    const skipped = messages.find((one) => one.status === 'skipped');
    expect(skipped?.details).toEqual({ obstacle: 'opt_in' });
    const message = messages.find((one) => one.status === 'sent');
    expect(message).toMatchObject({ to: number, channel: 'whatsapp', legalGround: 'consent', reason: null });
    expect(sends()).toHaveLength(1);
    expect(sends()[0]?.body).toMatchObject({
      to: number.slice(1),
      biz_opaque_callback_data: message?.id,
      template: { name: 'class' },
    });
    expect(textOf(0)).toMatch(/^class \| Ann \| http:\/\/127\.0\.0\.1:3000\/r\/\S+$/);
    expect(await eventsOf(message?.id ?? '')).toEqual(['message.sent whatsapp']);
  });

  it('leaves to a person what no template says, and nobody without a number', async () => {
    const { id } = await launch({
      people: [{ phone: newNumber() }, { handle: 'ann' }, { handle: 'bea', phone: '089 1234567' }],
      body: 'Come on Monday.',
    });
    const [own] = await untilMessages(client, id, { manual: 1 });
    expect(own?.reason).toBe('platform_declined');
    expect(own?.deepLink).toMatch(/^https:\/\/wa\.me\/4477009\d+\?text=Come%20on%20Monday/);
    expect(sends()).toEqual([]);
    expect(await client.post(`/api/messages/${own?.id}/mark-sent`)).toMatchObject({
      status: 'sent',
      reason: null,
    });
  });

  it('takes reports that are signed, in any order, and each moves a message only forward', async () => {
    const { message } = await sent();
    expect(await tell(message, 'read')).toBe(200);
    expect(await tell(message, 'delivered')).toBe(200);
    expect(await tell(message, 'sent')).toBe(200);
    expect(await read(message)).toMatchObject({ status: 'sent', receipt: 'read' });
    const forged = await report({ statuses: [] }, (signature) => signature.replace(/.$/, 'x'));
    expect(forged).toBe(403);

    const other = await sent();
    const errors = [{ code: 131_026, title: 'Message undeliverable' }];
    for (let time = 0; time < 2; time += 1) expect(await tell(other.message, 'failed', { errors })).toBe(200);
    expect(await read(other.message)).toMatchObject({
      status: 'failed',
      reason: 'refused',
      details: { answer: 'This number cannot be reached on WhatsApp.' },
    });
    expect(await eventsOf(other.message.id)).toEqual(['message.sent whatsapp', 'message.failed whatsapp']);
  });

  it('knows from a report or an answer that a message has left, whatever became of its worker', async () => {
    for (const prove of [
      ({ message }: Awaited<ReturnType<typeof sent>>) => tell(message, 'delivered'),
      ({ number }: Awaited<ReturnType<typeof sent>>) => said(number, 'Fine.'),
    ]) {
      const one = await sent();
      await sql.query(`update messages set status = 'sending', sent_at = null where id = $1`, [
        one.message.id,
      ]);
      await sql.query('delete from events where message_id = $1', [one.message.id]);
      expect(await prove(one)).toBe(200);
      expect(await read(one.message)).toMatchObject({ status: 'sent', sentAt: expect.any(String) });
      expect(await eventsOf(one.message.id)).toContain('message.sent whatsapp');
    }
  });

  it('holds the person before their next messages, as an edit of them does', async () => {
    const { groupId, leadIds } = await groupOf(client, [{ phone: newNumber() }], 'Edited');
    const step = { channel: 'whatsapp', body: BODY };
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['whatsapp'],
      targetGroups: [groupId],
      steps: [
        { ...step, delayHours: 0 },
        { ...step, delayHours: 48 },
      ],
    });
    const messages = await untilMessages(client, id, { sent: 1, queued: 1 });
    const first = messages.find(({ status }) => status === 'sent');
    if (!first) throw new Error('nothing was sent');
    await sql.query(`update messages set status = 'unconfirmed' where id = $1`, [first.id]);
    await sql.query('begin');
    await sql.query('select from leads where id = $1 for update', [leadIds[0]]);
    const told = tell(first, 'delivered');
    try {
      const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      await expect
        .poll(async () => (await sql.query(waiting)).rows.length, { timeout: 20_000 })
        .toBeGreaterThan(0);
      const later = `select from messages where campaign_id = $1 and status = 'queued' for update nowait`;
      expect((await sql.query(later, [id])).rows).toHaveLength(1);
    } finally {
      await sql.query('commit');
    }
    expect(await told).toBe(200);
  });

  it('takes once that somebody has stopped marketing, also before the call has been written down', async () => {
    const { message } = await sent();
    await sql.query(`update messages set status = 'sending' where id = $1`, [message.id]);
    const errors = [{ code: 131_050, title: 'Marketing stopped' }];
    for (let time = 0; time < 2; time += 1) expect(await tell(message, 'failed', { errors })).toBe(200);
    expect(await read(message)).toMatchObject({ status: 'failed' });
    expect((await eventsOf(message.id)).toSorted()).toEqual([
      'contact.unsubscribed whatsapp',
      'message.failed whatsapp',
      'message.sent whatsapp',
    ]);
  });

  it('gives up what would follow a message that is reported as failed', async () => {
    const step = { channel: 'whatsapp', body: BODY };
    const steps = [0, 48].map((delayHours) => ({ ...step, delayHours }));
    const { id } = await launch({ steps });
    const messages = await untilMessages(client, id, { sent: 1, queued: 1 });
    const first = messages.find(({ status }) => status === 'sent');
    const errors = [{ code: 131_026, title: 'Message undeliverable' }];
    if (first) expect(await tell(first, 'failed', { errors })).toBe(200);
    const [next] = (await messagesOf(client, id)).filter((message) => message.id !== first?.id);
    expect(next).toMatchObject({
      status: 'skipped',
      reason: 'earlier_step_failed',
    });
  });

  it('shakes hands with who knows our token', async () => {
    const path = (token: string) =>
      `/api/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${encodeURIComponent(token)}`;
    const answer = await app.visitor().call('GET', path(WHATSAPP.verifyToken));
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    expect((await app.visitor().call('GET', path('a guess'))).status).toBe(403);
  });

  // S2.8
  it('an answer comes into the inbox once, and is answered in free text for a day', async () => {
    const { message, number, leadId } = await sent();
    const inbound = { id: `wamid.${number}` };
    await said(number, 'What does it cost?', inbound);
    await said(number, 'What does it cost?', inbound);
    const replies = (await client.get<Reply[]>('/api/replies')).filter((one) => one.leadId === leadId);
    expect(replies).toMatchObject([{ channel: 'whatsapp', text: 'What does it cost?', label: 'question' }]);
    expect(await eventsOf(message.id)).toEqual(['message.sent whatsapp', 'reply.received whatsapp']);

    const id = replies[0]?.id ?? '';
    const thread = await client.post<ReplyThread>(`/api/replies/${id}/answers`, { text: 'Twelve dollars.' });
    expect(thread.items.map(({ kind, text, reason }) => [kind, text, reason])).toEqual([
      // Their own links are nobody else's.
      ['message', message.body.replaceAll(/\/([ru])\/[\w-]{22}/g, '/$1/…'), null],
      ['reply', 'What does it cost?', null],
      ['answer', 'Twelve dollars.', null],
    ]);
    expect(textOf(1)).toBe('Twelve dollars.');

    await sql.query(
      `update inbound_mails set received_at = received_at - interval '25 hours' where id = $1`,
      [id],
    );
    const late = await client.call('POST', `/api/replies/${id}/answers`, { body: { text: 'Still there?' } });
    expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('More than 24 hours')]);
    expect(sends()).toHaveLength(2);
  });

  it('writes free text to who has written within a day', async () => {
    const { number } = await sent();
    await said(number, 'Tell me more');
    const { rows } = await sql.query<{ group_id: string }>(
      'select group_id from leads where phone_key = $1',
      [number],
    );
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['whatsapp'],
      targetGroups: [rows[0]?.group_id],
      steps: [{ channel: 'whatsapp', delayHours: 0, body: 'No template says this.' }],
    });
    await untilMessages(client, id, { sent: 1 });
    expect(sends()[1]?.body).toMatchObject({
      type: 'text',
      text: { body: expect.stringMatching(/^No template says this\.[^]+No more messages: http/) },
    });
  });

  it('says to who agreed to WhatsApp that they did, on whatever ground mails go to them', async () => {
    const person = { phone: newNumber(), legalGround: 'legitimate_interest', consentChannels: ['whatsapp'] };
    const { id } = await launch({ people: [person] });
    await untilMessages(client, id, { sent: 1 });
    const [message] = await messagesOf(client, id);
    expect(message?.body).toContain('because you agreed to it');
  });

  it('Stop ends WhatsApp for a person, and leaves their mail alone', async () => {
    const { message, number, leadId } = await sent();
    await said(number, 'STOP');
    await said(number, 'stop');
    expect((await eventsOf(message.id)).filter((type) => type.startsWith('contact'))).toHaveLength(1);
    const { channels } = await client.get<{ channels: { channel: string; obstacle: string | null }[] }>(
      `/api/leads/${leadId}/consents`,
    );
    const obstacles = new Map(channels.map((one) => [one.channel, one.obstacle]));
    expect(obstacles.get('whatsapp')).toContain('withdrew');
    expect(obstacles.get('email')).toBeNull();
    const { stage } = await client.get<{ stage: string }>(`/api/leads/${leadId}`);
    expect(stage, 'a no carries nobody on').toBe('contacted');
    const timeline = await client.get<{ detail: string | null }[]>(`/api/leads/${leadId}/timeline`);
    expect(timeline.map(({ detail }) => detail)).toContain(
      'Gets no more WhatsApp messages from any campaign; other channels stay open.',
    );

    const { rows } = await sql.query<{ group_id: string }>('select group_id from leads where id = $1', [
      leadId,
    ]);
    const again = await createCampaign(client, {
      status: 'active',
      channels: ['whatsapp'],
      targetGroups: [rows[0]?.group_id],
      steps: [{ channel: 'whatsapp', delayHours: 0, body: BODY }],
    });
    await untilMessages(client, again.id, { skipped: 1 });
    const [reply] = (await client.get<Reply[]>('/api/replies?label=stop')).filter(
      (one) => one.leadId === leadId,
    );
    expect(reply?.isDone).toBe(true);
    const refused = await client.call('POST', `/api/replies/${reply?.id}/answers`, { body: { text: 'But' } });
    expect(refused.status).toBe(422);
  });

  it('another label takes back what a Stop over WhatsApp did, for everyone at that number', async () => {
    const number = newNumber();
    const { id, leadIds } = await launch({
      people: [
        { phone: number, email: `desk${number}@clinic.test` },
        { phone: number, email: `home${number}@clinic.test` },
      ],
    });
    await untilMessages(client, id, { sent: 2 });
    await said(number, 'Please stop sending me WhatsApp messages');
    const [reply] = (await client.get<Reply[]>('/api/replies?label=stop')).filter((one) =>
      leadIds.includes(one.leadId),
    );
    const obstacles = () =>
      Promise.all(
        leadIds.map(async (leadId) => {
          const path = `/api/leads/${leadId}/consents`;
          const { channels } = await client.get<{ channels: { channel: string; obstacle: string | null }[] }>(
            path,
          );
          return channels.find(({ channel }) => channel === 'whatsapp')?.obstacle ?? '';
        }),
      );
    expect(await obstacles()).toEqual(leadIds.map(() => expect.stringContaining('withdrew')));
    await client.patch(`/api/replies/${reply?.id}`, { label: 'question' });
    expect(await obstacles()).toEqual(leadIds.map(() => expect.not.stringContaining('withdrew')));
    const trail = await client.get<{ action: string }[]>(`/api/audit?subject=lead:${leadIds[0]}`);
    expect(trail.map(({ action }) => action)).toContain('consent.withdrawal_undone');
  });

  it('Stop holds for everybody who is written to at that number, and counts once', async () => {
    const number = newNumber();
    const { id, leadIds } = await launch({
      people: [
        { phone: number, email: `front${number}@clinic.test` },
        { phone: number, email: `back${number}@clinic.test` },
      ],
    });
    await untilMessages(client, id, { sent: 2 });
    await said(number, 'STOP');
    for (const leadId of leadIds) {
      const { channels } = await client.get<{ channels: { channel: string; obstacle: string | null }[] }>(
        `/api/leads/${leadId}/consents`,
      );
      expect(channels.find(({ channel }) => channel === 'whatsapp')?.obstacle).toContain('withdrew');
    }
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({ unsubscribes: 1 });
  });

  it('hears nothing as an answer that was said before the message left', async () => {
    const { id, leadIds, number } = await sent();
    const repliesOf = async () =>
      (await client.get<Reply[]>('/api/replies')).filter(({ leadId }) => leadIds.includes(leadId ?? ''));
    const before = String(Math.floor(Date.now() / 1_000) - 3_600);
    await said(number, 'Are you open on Sunday?', { timestamp: before });
    expect(await repliesOf()).toEqual([]);
    await sql.query(`update messages set sent_at = sent_at - interval '1 day' where campaign_id = $1`, [id]);
    await said(number, 'And on Monday?', { timestamp: before });
    expect((await repliesOf()).map(({ text }) => text)).toEqual(['And on Monday?']);
  });

  it('hears what was said before a report of the message came, where it had left by then', async () => {
    const { id, message, number, leadId } = await sent();
    const age = `now() - interval '2 hours'`;
    await sql.query(
      `update messages set status = 'unconfirmed', sent_at = null, due_at = ${age} where campaign_id = $1`,
      [id],
    );
    await sql.query(`update message_attempts set started_at = ${age} where message_id = $1`, [message.id]);
    expect(await tell(message, 'delivered')).toBe(200);
    await said(number, 'Yes, please.', { timestamp: String(Math.floor(Date.now() / 1_000) - 3_600) });
    const replies = await client.get<Reply[]>('/api/replies');
    expect(replies.filter((one) => one.leadId === leadId).map(({ text }) => text)).toEqual(['Yes, please.']);
  });

  it('hears who answers when the newest record of their number was erased', async () => {
    const number = newNumber();
    const { id, leadIds } = await launch({
      people: [{ phone: number }, { phone: number, name: 'Somebody Else' }],
    });
    await untilMessages(client, id, { sent: 2 });
    const { rows } = await sql.query<{ lead_id: string }>(
      'select lead_id from messages where campaign_id = $1 order by id desc limit 1',
      [id],
    );
    await client.post(`/api/leads/${rows[0]?.lead_id}/erase`);
    await said(number, 'Is there room on Monday?');
    const heard = (await client.get<Reply[]>('/api/replies')).filter(({ leadId }) =>
      leadIds.includes(leadId),
    );
    expect(heard.map(({ text }) => text)).toEqual(['Is there room on Monday?']);
  });

  it('hears once that somebody wants no more, however often WhatsApp reports it', async () => {
    const { message } = await sent();
    const errors = [{ code: 131_050, title: 'User has stopped to receive marketing messages' }];
    for (let time = 0; time < 2; time += 1) expect(await tell(message, 'failed', { errors })).toBe(200);
    expect((await eventsOf(message.id)).filter((type) => type.startsWith('contact'))).toHaveLength(1);
  });

  it('sends nothing twice after a lost answer, and learns from a report that it had arrived', async () => {
    graph.fault = (request) => (whatsAppText(request) === undefined ? undefined : 'cut');
    const { id } = await launch();
    const [message] = await untilMessages(client, id, { unconfirmed: 1 });
    graph.fault = undefined;
    if (!message) throw new Error('there is no message');
    expect(message.reason).toBe('no_clear_answer');
    for (let time = 0; time < 2; time += 1) await tell(message, 'delivered');
    expect(await read(message)).toMatchObject({ status: 'sent', receipt: 'delivered', reason: null });
    expect(await eventsOf(message.id)).toEqual(['message.unconfirmed whatsapp', 'message.sent whatsapp']);
    expect(sends()).toHaveLength(1);
  });

  it('sends nothing again that turns out to have arrived while it waits for that', async () => {
    graph.fault = (request) => (whatsAppText(request) === undefined ? undefined : 'cut');
    const { id } = await launch();
    const [message] = await untilMessages(client, id, { unconfirmed: 1 });
    graph.fault = undefined;
    if (!message) throw new Error('there is no message');
    await client.post(`/api/campaigns/${id}/pause`);
    await client.post(`/api/messages/${message.id}/send-again`);
    await untilMessages(client, id, { queued: 1 });
    expect(await tell(message, 'delivered')).toBe(200);
    await client.post(`/api/campaigns/${id}/resume`);
    await untilMessages(client, id, { sent: 1 });
    expect(await read(message)).toMatchObject({ status: 'sent', receipt: 'delivered', reason: null });
    expect(sends()).toHaveLength(1);
  });

  it('rests when it is told to, and then sends everything once', async () => {
    let refusals = 2;
    graph.fault = (request) => {
      if (whatsAppText(request) === undefined || refusals === 0) return undefined;
      refusals -= 1;
      return { ...graphError(130_429, 'Rate limit hit', 429), headers: { 'retry-after': '1' } };
    };
    const { id, numbers: called } = await launch({
      people: Array.from({ length: 5 }, () => ({ phone: newNumber() })),
    });
    await untilMessages(client, id, { sent: 5 });
    const taken = sends().map(({ body }) => (body as { to: string }).to);
    expect(taken.slice(-5).toSorted()).toEqual(called.map((number) => number.slice(1)).toSorted());
  });

  it('pauses the campaign and names the setting when the token is refused', async () => {
    graph.fault = () => graphError(190, 'Session has expired', 401);
    const { id } = await launch();
    await expect
      .poll(() => client.get<Campaign>(`/api/campaigns/${id}`), { timeout: 10_000 })
      .toMatchObject({
        reason: 'login_refused',
        details: { settings: 'WHATSAPP_TOKEN', answer: '(#190) Session has expired (190)' },
      });
    graph.fault = undefined;
    await client.post(`/api/campaigns/${id}/resume`);
    await untilMessages(client, id, { sent: 1 });
  });

  it('knows somebody who shows no number by what WhatsApp reported before', async () => {
    const { message, leadId, number } = await sent();
    await tell(message, 'delivered', { recipient_user_id: 'GB.134912' });
    await said(number, 'Yes please', { from: undefined, from_user_id: 'GB.134912' });
    await said(number, 'Who is this?', { from: undefined, from_user_id: 'GB.999' });
    const replies = await client.get<Reply[]>('/api/replies');
    expect(replies.filter((one) => one.leadId === leadId)).toMatchObject([{ text: 'Yes please' }]);
    expect(replies.filter(({ text }) => text === 'Who is this?')).toEqual([]);
  });

  // S2.8
  it('direct messages leave over X where it is set up and they are taken, and wait for a person elsewhere', async () => {
    const people = [
      { handle: '@ann_on_x', platform: 'twitter' },
      { handle: 'shy', platform: 'twitter' },
      { handle: 'u/ann', platform: 'reddit' },
      { handle: 'ann.bsky.social', platform: 'bluesky' },
    ];
    const { groupId } = await groupOf(client, people, 'On platforms');
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['social_dm'],
      targetGroups: [groupId],
      steps: [
        { channel: 'social_dm', delayHours: 0, body: 'Hello {{firstName|there}}' },
        { channel: 'social_dm', delayHours: 0, body: 'Still here' },
      ],
    });
    const messages = await untilMessages(client, id, { sent: 2, manual: 5, queued: 1 });
    const of = (handle: string) => messages.filter(({ to }) => to === handle);
    expect(of('@ann_on_x').map(({ status }) => status)).toEqual(['sent', 'sent']);
    // What follows waits for the person who sends the first by hand.
    expect(of('shy').map(({ status, reason }) => [status, reason])).toEqual([
      ['manual', 'platform_declined'],
      ['queued', null],
    ]);
    expect(of('u/ann')[0]?.deepLink).toContain('https://www.reddit.com/message/compose/?to=ann');
    expect(of('ann.bsky.social')[0]?.deepLink).toBe('https://bsky.app/profile/ann.bsky.social');
    const sentTexts = x.requests.flatMap(({ body }) => (body as { text: string } | undefined)?.text ?? []);
    expect(sentTexts.map((text) => text.split('\n')[0])).toEqual(['Hello Ann', 'Still here']);

    const say = async (eventId: string, text: string, senderId = '77') => {
      const common = {
        event_type: 'MessageCreate',
        sender_id: senderId,
        created_at: new Date().toISOString(),
      };
      heardOnX = [{ ...common, id: eventId, text }, ...heardOnX];
      await app.app.features.inbox.messengerInboxes.readNow();
    };
    await say('2001', 'What does it cost?');
    await say('2002', 'Words of a stranger', '78');
    const onX = async () =>
      (await client.get<Reply[]>('/api/replies')).filter(({ channel }) => channel === 'social_dm');
    const [reply] = await onX();
    expect(reply).toMatchObject({
      text: 'What does it cost?',
      label: 'question',
      leadId: of('@ann_on_x')[0]?.leadId,
    });
    await client.post(`/api/replies/${reply?.id}/answers`, { text: 'Nothing.' });
    // Its inbox may have been asked meanwhile.
    expect(x.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({ text: 'Nothing.' });
    await say('2003', 'Stop');
    expect(await onX()).toMatchObject([{ label: 'stop', isDone: true }]);
    const { channels } = await client.get<{ channels: { channel: string; obstacle: string | null }[] }>(
      `/api/leads/${reply?.leadId}/consents`,
    );
    expect(channels.find(({ channel }) => channel === 'social_dm')?.obstacle).toContain('withdrew');
  });

  it('leaves a platform alone that does not let us in', async () => {
    x.fault = ({ path }) =>
      path === '/dm_events' ? { status: 401, body: { title: 'Unauthorized' } } : undefined;
    const before = x.requests.length;
    for (let time = 0; time < 2; time += 1) await app.app.features.inbox.messengerInboxes.readNow();
    expect(x.requests.slice(before).map(({ path }) => path)).toEqual(['/dm_events']);
  });
});
