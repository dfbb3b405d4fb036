import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { CampaignPreview } from '#features/campaigns/contract-preview.ts';
import type { Lead } from '#features/leads/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type Script, startMailServer, startScriptedServer } from '#tests/support/mail-server.ts';
import { fillPeople } from '#tests/support/people.ts';

const MAIL_FROM = 'Mia of Northwind <mia@sender.test>';
const opened: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

type Running = { app: TestApp; client: TestClient; sql: pg.Client };

async function startApp(env: Record<string, string>): Promise<Running> {
  const app = await startTestApp({ env: { MAIL_FROM, SMTP_CONNECTIONS: '4', ...env } });
  opened.push(app);
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  sql.on('error', () => undefined);
  await sql.connect();
  opened.push({ close: () => sql.end() });
  return { app, client: await app.as('admin'), sql };
}

async function against(
  script: Script,
): Promise<Running & { server: Awaited<ReturnType<typeof startScriptedServer>> }> {
  const server = await startScriptedServer(script);
  opened.push(server);
  return { ...(await startApp({ SMTP_URL: server.url })), server };
}

async function launch(client: TestClient, emails: string[]): Promise<{ id: string; leadIds: string[] }> {
  const { groupId, leadIds } = await groupOf(
    client,
    emails.map((email) => ({ name: 'Ann Lee', email })),
  );
  const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
  return { id, leadIds };
}

const makeDue = (sql: pg.Client, id: string) =>
  sql.query(`update messages set due_at = now() where campaign_id = $1 and status = 'queued'`, [id]);

const recipients = (server: { heard: { command: string; at: number }[] }) =>
  server.heard.flatMap(({ command }) => /^RCPT TO:<([^>]*)>/.exec(command)?.[1] ?? []);

/** TEST_SCALE=10 makes it 200 people who leave in mid-campaign. */
const SCALE = Number(process.env.TEST_SCALE ?? 1);

describe('delivery over SMTP', () => {
  // S7-10
  it('gives each person a mail with one-click unsubscribe and their own links', async () => {
    const server = await startMailServer();
    opened.push(server);
    const { client, sql } = await startApp({ SMTP_URL: server.url, PUBLIC_URL: 'https://yarrow.test' });
    const { id } = await launch(client, ['ann@clinic.test', 'bob@clinic.test']);
    const messages = await untilMessages(client, id, { sent: 2 });
    expect(server.received.map(({ to }) => to).sort()).toEqual(['ann@clinic.test', 'bob@clinic.test']);
    const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
    for (const mail of mails) {
      const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
      expect(headers['list-unsubscribe']).toMatch(/^<https:\/\/yarrow\.test\/u\/[\w-]{22}>$/);
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      expect(mail.from).toMatchObject({ name: 'Mia of Northwind', address: 'mia@sender.test' });
      expect(messages.map((message) => `<${message.id}@sender.test>`)).toContain(mail.messageId);
      expect(mail.html).toContain('/r/');
    }
    expect(new Set(mails.map((mail) => mail.text)).size).toBe(2);
    const { rows } = await sql.query(
      `select data from events where type = 'message.sent' and campaign_id = $1`,
      [id],
    );
    expect(rows.map(({ data }) => data)).toEqual([{ transport: 'smtp' }, { transport: 'smtp' }]);
  });

  it('is seen alive whatever its upkeep has to wait for', async () => {
    const { app, sql } = await startApp({});
    const seen = async () =>
      (await sql.query<{ at: Date }>('select min(seen_at) as at from delivery_workers')).rows[0]?.at ?? 0;
    await sql.query('begin');
    await sql.query('lock table mailboxes');
    app.app.features.delivery.queue.wake();
    const since = Number(await seen());
    await expect.poll(async () => Number(await seen()), { timeout: 30_000 }).toBeGreaterThan(since + 6_000);
    await sql.query('commit');
  }, 60_000);

  it('reaches quoted local parts and domains of any script, named to the server as it knows them', async () => {
    const { client, server } = await against({});
    const { id } = await launch(client, ['"ann lee"@clinic.test', 'jo@bücher.test', '"a@b"@clinic.test']);
    await untilMessages(client, id, { sent: 3 });
    expect(recipients(server).toSorted()).toEqual([
      '"a@b"@clinic.test',
      '"ann lee"@clinic.test',
      'jo@xn--bcher-kva.test',
    ]);
  });

  it('keeps nothing that a server says of somebody who is erased while their mail is in the air', async () => {
    let refuse: (() => void) | undefined;
    const server = await startMailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => {
          const refusal = Object.assign(new Error('5.1.1 <jane@clinic.test> is unknown'), {
            responseCode: 550,
          });
          refuse = () => done(refusal);
        });
      },
    });
    opened.push(server);
    const { client, sql } = await startApp({ SMTP_URL: server.url });
    const { id, leadIds } = await launch(client, ['jane@clinic.test']);
    await expect.poll(() => refuse !== undefined, { timeout: 20_000 }).toBe(true);
    expect((await client.call('POST', `/api/leads/${leadIds[0]}/erase`)).status).toBe(204);
    refuse?.();
    await untilMessages(client, id, { failed: 1 });
    const { rows } = await sql.query(
      `select type, lead_id, data from events where campaign_id = $1 and type = 'message.failed'`,
      [id],
    );
    expect(rows).toEqual([{ type: 'message.failed', lead_id: null, data: { transport: 'smtp' } }]);
    const left = await sql.query('select from message_attempts');
    expect(left.rowCount).toBe(0);
  });

  it('keeps practice addresses in the outbox, with the reason', async () => {
    const { client, server } = await against({});
    const { id } = await launch(client, ['ann@example.org', 'bob@mail.example.com', 'eve@clinic.test']);
    const messages = await untilMessages(client, id, { sent: 1, outbox: 2 });
    expect(server.accepted).toEqual(['eve@clinic.test']);
    expect(messages.find(({ to }) => to === 'ann@example.org')?.reason).toBe('practice_address');
  });

  it('tries again after "not now", and tells why meanwhile', async () => {
    let calls = 0;
    const { client, sql, server } = await against({
      rcpt: () => {
        calls += 1;
        return calls === 1 ? '451 4.7.1 greylisted' : undefined;
      },
    });
    const { id } = await launch(client, ['ann@clinic.test']);
    await expect
      .poll(async () => (await messagesOf(client, id))[0], { timeout: 10_000 })
      .toMatchObject({ reason: 'deferred', details: { answer: expect.stringContaining('greylisted') } });
    const [waiting] = await messagesOf(client, id);
    expect(waiting?.status).toBe('queued');
    expect(Date.parse(waiting?.dueAt ?? '')).toBeGreaterThan(Date.now() + 5_000);
    await makeDue(sql, id);
    await untilMessages(client, id, { sent: 1 });
    expect(server.accepted).toEqual(['ann@clinic.test']);
  });

  it('gives up the further steps of whom the first does not reach at once, so that nobody waits for them', async () => {
    const { client } = await against({
      rcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
    });
    const { groupId } = await groupOf(client, [
      { name: 'Ann Lee', email: 'ann@clinic.test' },
      { name: 'Gone Lee', email: 'gone@clinic.test' },
      { name: 'Unasked Lee', email: 'unasked@clinic.test', legalGround: 'legitimate_interest' },
    ]);
    const step = { channel: 'email', subject: 'Evenings', body: 'The evening blend is free of caffeine.' };
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [0, 72, 72].map((delayHours) => ({ ...step, delayHours })),
    });
    const messages = await untilMessages(client, id, { sent: 1, bounced: 1, queued: 2, skipped: 5 });
    const given = messages.filter(({ reason }) => reason === 'earlier_step_failed');
    expect(given.map(({ to }) => to).toSorted()).toEqual([
      'gone@clinic.test',
      'gone@clinic.test',
      'unasked@clinic.test',
      'unasked@clinic.test',
    ]);
  });

  it('ends refusals in a clear state: an unknown mailbox bounces and is never written to again', async () => {
    const { client, sql, server } = await against({
      rcpt: (to) => {
        if (to.startsWith('gone')) return '550 5.1.1 no such user';
        if (to.startsWith('full')) return '552 5.2.2 mailbox full';
        return to.startsWith('policy') ? '550 5.7.1 not from you' : undefined;
      },
      end: (to) => (to.startsWith('spam') ? '554 5.6.0 spam' : undefined),
    });
    const { id, leadIds } = await launch(
      client,
      ['gone', 'full', 'policy', 'spam', 'fine'].map((name) => `${name}@clinic.test`),
    );
    const messages = await untilMessages(client, id, { bounced: 2, failed: 2, sent: 1 });
    expect(messages.find(({ to }) => to === 'gone@clinic.test')).toMatchObject({
      reason: 'bounced',
      details: { answer: expect.stringContaining('550 5.1.1 no such user') },
    });
    const { rows } = await sql.query('select reason, lead_id from suppressions');
    expect(rows).toEqual([{ reason: 'bounced', lead_id: leadIds[0] }]);
    const gone = await client.get<Lead>(`/api/leads/${leadIds[0]}`);
    expect(gone.contactStatus).toBe('verification_failed');
    const { excluded } = await client.post<CampaignPreview>('/api/campaigns/preview', {
      channels: ['email'],
      targetGroups: [gone.groupId],
    });
    expect(excluded).toContainEqual({ reason: 'bounced', label: 'The address bounced', count: 1 });
    expect(excluded.map(({ reason }) => reason)).not.toContain('suppressed');
    expect(server.accepted).toEqual(['fine@clinic.test']);
    const events = await sql.query(
      `select type, count(*)::int from events where campaign_id = $1 and type like 'message.%' group by 1 order by 1`,
      [id],
    );
    expect(events.rows).toEqual([
      { type: 'message.bounced', count: 2 },
      { type: 'message.failed', count: 2 },
      { type: 'message.sent', count: 1 },
    ]);
  });

  it('writes to the mended address of somebody whose mail came back', async () => {
    const { client, server } = await against({
      rcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
    });
    const { id, leadIds } = await launch(client, ['gone@clinic.test']);
    await untilMessages(client, id, { bounced: 1 });
    const { groupId, version } = await client.get<Lead>(`/api/leads/${leadIds[0]}`);
    await client.patch(`/api/leads/${leadIds[0]}`, { email: 'ann@clinic.test', version });
    const preview = await client.post<CampaignPreview>('/api/campaigns/preview', {
      channels: ['email'],
      targetGroups: [groupId],
    });
    expect(preview).toMatchObject({ recipients: 1, excluded: [] });
    const next = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, next.id, { sent: 1 });
    expect(server.accepted).toEqual(['ann@clinic.test']);
  });

  it('lists a mail whose answer was lost as unconfirmed and never sends it again', async () => {
    const { app, client, server, sql } = await against({
      end: (to) => (to.startsWith('lost') ? 'drop' : undefined),
    });
    const { id } = await launch(client, ['lost@clinic.test', 'fine@clinic.test']);
    const messages = await untilMessages(client, id, { unconfirmed: 1, sent: 1 });
    expect(messages.find(({ status }) => status === 'unconfirmed')?.reason).toBe('connection_lost');
    await client.post(`/api/campaigns/${id}/pause`);
    await client.post(`/api/campaigns/${id}/resume`);
    app.app.features.delivery.queue.wake();
    await sleep(1_500);
    expect(recipients(server).filter((to) => to === 'lost@clinic.test')).toHaveLength(1);
    const { rows } = await sql.query(`select count(*)::int from events where type = 'message.unconfirmed'`);
    expect(rows).toEqual([{ count: 1 }]);
    const lost = messages.find(({ status }) => status === 'unconfirmed');
    expect(await client.post(`/api/messages/${lost?.id}/mark-sent`)).toMatchObject({ status: 'sent' });
  });

  it('sends an unconfirmed mail again when a person says so, once however often they press, and writes down who', async () => {
    let isAnswering = false;
    const { client, server } = await against({ end: () => (isAnswering ? undefined : 'drop') });
    const { id } = await launch(client, ['lost@clinic.test']);
    const [lost] = await untilMessages(client, id, { unconfirmed: 1 });
    const path = `/api/messages/${lost?.id}/send-again`;
    isAnswering = true;
    const pressed = await Promise.all([1, 2, 3].map(() => client.call('POST', path)));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
    await untilMessages(client, id, { sent: 1 });
    expect((await client.call('POST', path)).status).toBe(200);
    await sleep(1_500);
    expect(recipients(server)).toEqual(['lost@clinic.test', 'lost@clinic.test']);
    const trail = await client.get<{ action: string; actorName: string }[]>(
      `/api/audit?subject=campaign:${id}`,
    );
    expect(trail.filter(({ action }) => action === 'message.sent_again')).toHaveLength(1);
  });

  it('sends no unconfirmed mail again that waits for nobody: of a campaign that is over, or of who has unsubscribed', async () => {
    const { client, sql } = await against({ end: () => 'drop' });
    const { id, leadIds } = await launch(client, ['lost@clinic.test']);
    const [lost] = await untilMessages(client, id, { unconfirmed: 1 });
    const path = `/api/messages/${lost?.id}/send-again`;
    await sql.query(`update campaigns set status = 'completed' where id = $1`, [id]);
    const refused = await client.call('POST', path);
    expect([refused.status, await refused.json()]).toMatchObject([422, { reason: 'campaign_over' }]);
    await sql.query(`update campaigns set status = 'active' where id = $1`, [id]);
    await sql.query(
      `insert into suppressions (id, contact_hash, reason, lead_id) select gen_random_uuid(), contact_hash, 'unsubscribed', id from leads where id = $1`,
      leadIds,
    );
    await client.post(path);
    const [left] = await untilMessages(client, id, { skipped: 1 });
    expect(left?.reason).toBe('suppressed');
  });

  it('pauses the campaign when the login is refused, and loses nothing', async () => {
    let isLetIn = false;
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: (_auth, _session, done) =>
        isLetIn ? done(null, { user: 'mia' }) : done(new Error('wrong password')),
    });
    opened.push(server);
    const { client } = await startApp({ SMTP_URL: `smtp://mia:secret@127.0.0.1:${server.port}` });
    const { id } = await launch(client, ['ann@clinic.test', 'bob@clinic.test']);
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 10_000 })
      .toBe('paused');
    const paused = await client.get<Campaign>(`/api/campaigns/${id}`);
    expect(paused).toMatchObject({ reason: 'login_refused', messages: { queued: 2 } });
    expect(JSON.stringify(paused)).not.toContain('secret');
    isLetIn = true;
    expect(await client.post<Campaign>(`/api/campaigns/${id}/resume`)).toMatchObject({
      status: 'active',
      reason: null,
    });
    await untilMessages(client, id, { sent: 2 });
    expect(server.received).toHaveLength(2);
  });

  it('pauses the campaign when the sender is refused, instead of failing everybody', async () => {
    const { client } = await against({ mail: () => '550 5.7.1 sender not allowed' });
    const { id } = await launch(client, ['ann@clinic.test', 'bob@clinic.test', 'eve@clinic.test']);
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 10_000 })
      .toBe('paused');
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      reason: 'sender_refused',
      messages: { queued: 3, failed: 0 },
    });
  });

  it('waits for a server that is away', async () => {
    const first = await startScriptedServer();
    await first.close();
    const port = Number(new URL(first.url).port);
    const { client } = await startApp({ SMTP_URL: first.url });
    const { id } = await launch(client, ['ann@clinic.test']);
    await sleep(1_500);
    expect((await messagesOf(client, id)).map(({ status }) => status)).toEqual(['queued']);
    const { SMTPServer } = await import('smtp-server');
    const back = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      closeTimeout: 100,
    });
    back.listen(port, '127.0.0.1');
    opened.push({ close: () => new Promise((resolve) => back.close(() => resolve())) });
    await untilMessages(client, id, { sent: 1 });
  });

  // R4
  it('begins nothing for somebody later than a second after they unsubscribed', async () => {
    const begun = new Map<string, number>();
    const server = await startMailServer({
      onRcptTo(address, _session, done) {
        begun.set(address.address, Date.now());
        done();
      },
      // Slow, so that the campaign is still running when people object.
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => setTimeout(done, 150));
      },
    });
    opened.push(server);
    const { app, client, sql } = await startApp({ SMTP_URL: server.url });
    const groupId = await fillPeople(sql, 60 * SCALE);
    const people = await sql.query<{ id: string }>('select id from leads');
    const leadIds = people.rows.map((row) => row.id);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await client.post(`/api/campaigns/${id}/pause`);
    await expect
      .poll(async () => (await messagesOf(client, id)).length, { timeout: 10_000 * SCALE })
      .toBe(60 * SCALE);
    const before = await messagesOf(client, id);
    const alreadySent = new Set(before.filter(({ status }) => status === 'sent').map(({ leadId }) => leadId));
    const leaving = leadIds.filter((leadId) => !alreadySent.has(leadId)).slice(0, 20 * SCALE);
    const unsubscribedAt = new Map<string, number>();
    await client.post(`/api/campaigns/${id}/resume`);
    for (const leadId of leaving) {
      const message = before.find((candidate) => candidate.leadId === leadId);
      const path = /\/u\/[\w-]+/.exec(message?.body ?? '')?.[0] ?? '';
      const answer = await app.visitor().call('POST', path, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).toBe(200);
      unsubscribedAt.set(message?.to ?? '', Date.now());
    }
    await expect
      .poll(
        async () =>
          (await messagesOf(client, id)).filter(({ status }) => status === 'queued' || status === 'sending')
            .length,
        { timeout: 15_000 * SCALE },
      )
      .toBe(0);
    for (const [to, at] of unsubscribedAt) {
      expect((begun.get(to) ?? 0) - at).toBeLessThan(1_000);
    }
    const skipped = (await messagesOf(client, id)).filter(({ status }) => status === 'skipped');
    expect(skipped.length).toBeGreaterThan(0);
    for (const { reason, to } of skipped)
      expect([reason, begun.has(to ?? '')]).toEqual([
        expect.stringMatching(/^(suppressed|unsubscribed)$/),
        false,
      ]);
  }, 60_000);

  it('a follow-up leaves after the message before it, and not to somebody it did not reach', async () => {
    const { client, sql, server } = await against({
      rcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
    });
    const { groupId } = await groupOf(client, [{ email: 'ann@clinic.test' }, { email: 'gone@clinic.test' }]);
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [
        { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
        { channel: 'email', delayHours: 24, subject: 'Two', body: 'Second' },
      ],
    });
    await untilMessages(client, id, { sent: 1, bounced: 1, queued: 1, skipped: 1 });
    await makeDue(sql, id);
    await untilMessages(client, id, { sent: 2, bounced: 1, skipped: 1 });
    expect(server.accepted).toEqual(['ann@clinic.test', 'ann@clinic.test']);
  });

  it('finishes what is in the air when it is told to stop, and leaves nothing behind', async () => {
    const slow: string[] = [];
    const server = await startMailServer({
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          slow.push(session.envelope.rcptTo[0]?.address ?? '');
          setTimeout(done, 400);
        });
      },
    });
    opened.push(server);
    const { app, client, sql } = await startApp({ SMTP_URL: server.url });
    const { id } = await launch(
      client,
      Array.from({ length: 12 }, (_none, index) => `p${index}@clinic.test`),
    );
    await expect.poll(() => slow.length, { timeout: 15_000 }).toBeGreaterThan(0);
    await app.app.features.delivery.queue.stop();
    const { rows } = await sql.query<{ status: string; count: number }>(
      'select status, count(*)::int from messages where campaign_id = $1 group by 1',
      [id],
    );
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    expect(counts.sending).toBeUndefined();
    expect((counts.sent ?? 0) + (counts.queued ?? 0)).toBe(12);
    expect(counts.sent).toBe(slow.length);
  });
});
