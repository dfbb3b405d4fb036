import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { CampaignPreview } from '#features/campaigns/contract-preview.ts';
import { sendWaitingInvitations } from '#features/communities/server/send-invitation.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { inTransaction } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { mailboxAt, type Script, startMailServer, startScriptedServer } from '#tests/support/mail-server.ts';
import type { Mailbox, MailboxLimits } from '../contract.ts';
import { listSending } from './sending.ts';

const FREE: MailboxLimits = {
  perDay: 1_000,
  growthPerDay: 0,
  mostPerDay: 1_000,
  minGapSeconds: 0,
  perDomainPerHour: 1_000,
};

/** The row of SMTP_URL's own mailbox, which outlasts the setting. */
const SERVER_LIMITS = `insert into mailboxes
    (id, is_server, name, address, smtp_host, smtp_port, smtp_security, username, sealed_password, limits)
  values ('00000000-0000-4000-8000-000000000001', true, '', '', '', 0, 'none', '', '', $1)`;

describe('mailboxes', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  const opened: { close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    app = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  beforeEach(async () => {
    for (const { id } of await client.get<Mailbox[]>('/api/mailboxes'))
      await client.call('DELETE', `/api/mailboxes/${id}`);
    await sql.query(`update campaigns set status = 'completed'`);
    // A worker may still be writing down what has left: whoever a deadlock falls on tries again, as the workers do.
    await vi.waitFor(() => sql.query('delete from leads'), 15_000);
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    for (const one of opened) await one.close();
  });

  async function server(script: Script = {}) {
    const one = await startScriptedServer(script);
    opened.push(one);
    return one;
  }

  function addMailbox(url: string, change: Record<string, unknown> = {}): Promise<Mailbox> {
    return client.post<Mailbox>(
      '/api/mailboxes',
      mailboxAt(Number(new URL(url).port), { name: 'Mia of Northwind', limits: FREE, ...change }),
    );
  }

  async function launchTo(emails: string[], change: Record<string, unknown> = {}): Promise<Campaign> {
    const { groupId } = await groupOf(client, [], `Group ${Math.random()}`);
    // In one file: sixty calls take a busy machine longer than a test may.
    const file = await client.call('POST', `/api/leads/import?groupId=${groupId}&legalGround=consent`, {
      body: new TextEncoder().encode(['name,email', ...emails.map((email) => `Ann Lee,${email}`)].join('\n')),
      headers: { 'content-type': 'text/csv', 'x-filename': 'people.csv' },
    });
    expect(await file.json()).toMatchObject({ imported: emails.length });
    return createCampaign(client, { status: 'active', targetGroups: [groupId], ...change });
  }

  const names = (count: number, domain = 'clinic.test') =>
    Array.from({ length: count }, (_none, index) => `p${index}@${domain}`);

  it('send in turns, each under its own address, and a follow-up from the one before it', async () => {
    const [first, second] = [await startMailServer(), await startMailServer()];
    opened.push(first, second);
    await addMailbox(first.url, { address: 'mia@northwind.test', limits: { ...FREE, minGapSeconds: 1 } });
    await addMailbox(second.url, {
      address: 'ben@northwind.test',
      name: '',
      limits: { ...FREE, minGapSeconds: 1 },
    });
    const { id } = await launchTo(names(4), {
      steps: [
        { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
        { channel: 'email', delayHours: 24, subject: 'Two', body: 'Second' },
      ],
    });
    await untilMessages(client, id, { sent: 4, queued: 4 });
    expect(first.received.length).toBeGreaterThan(0);
    expect(second.received.length).toBeGreaterThan(0);
    expect(first.received[0]?.raw).toContain('From: Mia of Northwind <mia@northwind.test>');
    expect(second.received[0]).toMatchObject({
      from: 'ben@northwind.test',
      raw: expect.stringContaining('@northwind.test>'),
    });
    const before = new Map([first, second].flatMap((one) => one.received.map(({ to, from }) => [to, from])));
    await sql.query(`update messages set due_at = now() where campaign_id = $1 and status = 'queued'`, [id]);
    await untilMessages(client, id, { sent: 8 });
    for (const { to, from } of [...first.received, ...second.received]) expect(from).toBe(before.get(to));
  });

  it('that are changed while their server thinks hold up no other, and what it says is written down', async () => {
    let answer: (() => void) | undefined;
    const slow = await startMailServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => {
          answer = () => done();
        });
      },
    });
    const other = await startMailServer();
    opened.push(slow, other);
    const { id: mailboxId } = await addMailbox(slow.url);
    const { id } = await launchTo(['ann@clinic.test']);
    await expect.poll(() => answer !== undefined, { timeout: 15_000 }).toBe(true);
    await client.patch(`/api/mailboxes/${mailboxId}`, { isPaused: true });
    await addMailbox(other.url, { address: 'ben@northwind.test' });
    const next = await launchTo(['bob@clinic.test']);
    await untilMessages(client, next.id, { sent: 1 });
    expect((await messagesOf(client, id)).map(({ status }) => status)).toEqual(['sending']);
    answer?.();
    await untilMessages(client, id, { sent: 1 });
    expect(other.received.map(({ to }) => to)).toEqual(['bob@clinic.test']);
  });

  it('keep the cap of the day, and the hourly one of a domain', async () => {
    const mail = await server();
    const { id: mailboxId } = await addMailbox(mail.url, {
      limits: { ...FREE, perDay: 3, mostPerDay: 3, perDomainPerHour: 2 },
    });
    const { id } = await launchTo([...names(4, 'big.test'), 'ann@small.test', 'bob@other.test']);
    await untilMessages(client, id, { sent: 3, queued: 3 });
    expect(mail.accepted.filter((to) => to.endsWith('@big.test'))).toHaveLength(2);
    expect(await client.get<Mailbox[]>('/api/mailboxes')).toMatchObject([{ sentToday: 3, capToday: 3 }]);
    // Enough for the small domains; the big one has had its share of the hour.
    await client.patch(`/api/mailboxes/${mailboxId}`, { limits: { ...FREE, perDomainPerHour: 2 } });
    await untilMessages(client, id, { sent: 4, queued: 2 });
    expect(new Set(mail.accepted.slice(-2))).not.toContain('p2@big.test');
  });

  it('hold a message until its window opens where the person lives', async () => {
    const mail = await server();
    await addMailbox(mail.url);
    const weekday = ((new Date().getUTCDay() + 3) % 7) + 1;
    const { id } = await launchTo(['ann@clinic.test'], {
      sendWindow: { days: [weekday], from: '09:00', until: '17:00' },
    });
    await expect.poll(async () => (await messagesOf(client, id)).length).toBe(1);
    await sql.query(`update messages set due_at = now() where campaign_id = $1`, [id]);
    app.app.features.delivery.queue.wake();
    await expect
      .poll(async () => Date.parse((await messagesOf(client, id))[0]?.dueAt ?? '') > Date.now() + 3_600_000, {
        timeout: 10_000,
      })
      .toBe(true);
    const [waiting] = await messagesOf(client, id);
    expect(waiting).toMatchObject({ status: 'queued', dueAt: expect.stringContaining('T09:00:00.000Z') });
    await client.patch(`/api/campaigns/${id}`, { sendWindow: null });
    await sql.query(`update messages set due_at = now() where campaign_id = $1`, [id]);
    await untilMessages(client, id, { sent: 1 });
  });

  it('pause with a notice when the login is refused, keep the password secret, and go on once it is mended', async () => {
    const mail = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right one' ? done(null, { user: 'mia' }) : done(new Error('wrong password')),
    });
    opened.push(mail);
    const { id: mailboxId } = await addMailbox(mail.url, { username: 'mia', password: 'wrong one' });
    const { id } = await launchTo(['ann@clinic.test']);
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 15_000 })
      .toBe('paused');
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      reason: 'login_refused',
      details: { mailbox: 'mia@northwind.test' },
    });
    const [mailbox] = await client.get<Mailbox[]>('/api/mailboxes');
    expect(mailbox).toMatchObject({ isPaused: true, reason: 'login_refused' });
    expect(JSON.stringify(mailbox)).not.toContain('wrong one');
    const stored = await sql.query('select mailboxes::text as row from mailboxes');
    expect(JSON.stringify(stored.rows)).not.toContain('wrong one');
    expect(await client.post(`/api/mailboxes/${mailboxId}/check`)).toMatchObject({
      sending: { isReady: false },
    });
    await client.patch(`/api/mailboxes/${mailboxId}`, { password: 'right one', isPaused: false });
    expect(await client.post(`/api/mailboxes/${mailboxId}/check`)).toMatchObject({
      sending: { isReady: true },
    });
    await client.post(`/api/campaigns/${id}/resume`);
    await untilMessages(client, id, { sent: 1 });
  });

  it.each([
    ['limits of a mail server that mail does not leave from beside them', 'server'],
    ['a mailbox whose password cannot be read', 'unreadable'],
  ])('pause what waits when the last of them stops, in spite of %s', async (_what, kind) => {
    const mail = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: (_login, _session, done) => done(new Error('wrong password')),
    });
    opened.push(mail);
    await sql.query(`delete from mailboxes where is_server`);
    if (kind === 'server') await sql.query(SERVER_LIMITS, [JSON.stringify(FREE)]);
    else {
      const { id } = await addMailbox('smtp://x:1', { password: 'of another secret' });
      await sql.query(`update mailboxes set sealed_password = 'sealed with another' where id = $1`, [id]);
    }
    await addMailbox(mail.url, { username: 'mia', password: 'wrong one' });
    const { id } = await launchTo(['ann@clinic.test']);
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 15_000 })
      .toBe('paused');
    await sql.query(`delete from mailboxes where is_server`);
  });

  it('pause what waits when the last two of them are refused at once', async () => {
    const refusals: (() => void)[] = [];
    const mail = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: (_login, _session, done) => {
        refusals.push(() => done(new Error('wrong password')));
        if (refusals.length >= 2) for (const refuse of refusals) refuse();
      },
    });
    opened.push(mail);
    await addMailbox(mail.url, { username: 'mia', password: 'wrong one' });
    await addMailbox(mail.url, { address: 'ben@northwind.test', username: 'ben', password: 'wrong too' });
    const { id } = await launchTo(['ann@clinic.test', 'bo@clinic.test']);
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 15_000 })
      .toBe('paused');
  });

  it('pauses a campaign by itself when more than 2 % of 50 mails come back', async () => {
    const mail = await server({ rcpt: (to) => (/^p[012]@/.test(to) ? '550 5.1.1 no such user' : undefined) });
    await addMailbox(mail.url);
    const { id } = await launchTo(names(70));
    await expect
      .poll(async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).status, { timeout: 30_000 })
      .toBe('paused');
    const { reason, details } = await client.get<Campaign>(`/api/campaigns/${id}`);
    expect([reason, details?.count]).toEqual(['bounces', 3]);
    // At the fiftieth at the earliest; those already at the server go on.
    expect(details?.left).toBeGreaterThanOrEqual(50);
    expect(details?.left).toBeLessThan(70);
    const [entry] = await client.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(entry).toMatchObject({
      action: 'campaign.paused',
      actorId: null,
      actorName: 'Yarrow',
      reason: expect.stringMatching(/^Paused: 3 of [56]\d mails came back/),
      details: { reason, details },
    });
    // Whoever resumes it answers for what came back; what comes from then on is looked at by itself.
    await client.post(`/api/campaigns/${id}/resume`);
    await untilMessages(client, id, { sent: 67, bounced: 3 });
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      status: 'active',
      reason: null,
    });
  }, 60_000);

  it('count a day only where they have sent on it, so that none grows its cap by waiting', async () => {
    const mail = await server();
    const { id } = await addMailbox(mail.url);
    const { db, context } = app.app;
    const [sending] = await listSending(context);
    const days = async () =>
      (await sql.query('select sending_days from mailboxes where id = $1', [id])).rows[0].sending_days;
    await inTransaction(db, (tx) => sending?.mailbox.take(tx) ?? Promise.reject(new Error('none sends')));
    expect(await days()).toBe(0);
    const campaign = await launchTo(names(2, 'warm.test'));
    await untilMessages(client, campaign.id, { sent: 2 });
    expect(await days()).toBe(1);
  });

  it('say so where their password cannot be read any more', async () => {
    const { id } = await addMailbox('smtp://x:1', { password: 'of another secret' });
    await sql.query(`update mailboxes set sealed_password = 'sealed with another secret' where id = $1`, [
      id,
    ]);
    expect(await client.get<Mailbox[]>('/api/mailboxes')).toMatchObject([
      { id, reason: 'password_unreadable' },
    ]);
    await client.patch(`/api/mailboxes/${id}`, { password: 'entered again' });
    expect(await client.get<Mailbox[]>('/api/mailboxes')).toMatchObject([{ id, reason: null }]);
  });

  it('hold nothing back by the limits of a mail server that is not set any more', async () => {
    await sql.query(SERVER_LIMITS, [JSON.stringify(FREE)]);
    const { id } = await launchTo(['ann@clinic.test']);
    expect(await untilMessages(client, id, { outbox: 1 })).toMatchObject([{ to: 'ann@clinic.test' }]);
  });

  it('sends a kept password to no other server than it was entered for', async () => {
    const { id } = await addMailbox('smtp://x:25', { password: 'only for mine' });
    const change = async (body: object) =>
      (await client.call('PATCH', `/api/mailboxes/${id}`, { body })).status;
    expect(await change({ smtpHost: 'mail.elsewhere.test' })).toBe(400);
    expect(await change({ imapHost: 'mail.elsewhere.test', password: '' })).toBe(400);
    expect(await change({ smtpHost: '127.0.0.1', name: 'Mia' })).toBe(200);
    expect(await change({ smtpHost: 'mail.elsewhere.test', password: 'another' })).toBe(200);
  });

  it('refuses a host on a private network that the operator has not allowed', async () => {
    const { id } = await addMailbox('smtp://x:1', { smtpHost: '10.0.0.7', smtpPort: 25 });
    expect(await client.post(`/api/mailboxes/${id}/check`)).toEqual({
      sending: { isReady: false, text: 'Only public addresses are called' },
      reading: null,
    });
  });

  // S2.8
  it('stops the sequence of somebody who answered, signed up or left', async () => {
    const mail = await server();
    await addMailbox(mail.url);
    const steps = [
      { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
      { channel: 'email', delayHours: 24, subject: 'Two', body: 'Second' },
      { channel: 'email', delayHours: 24, subject: 'Three', body: 'Third' },
    ];
    const { id } = await launchTo(['ann@clinic.test', 'bob@clinic.test', 'eve@clinic.test'], { steps });
    await untilMessages(client, id, { sent: 3, queued: 6 });
    const messages = await messagesOf(client, id);
    const leadOf = (to: string) => messages.find((one) => one.to === to)?.leadId ?? '';
    const { db, context } = app.app;
    await db.transaction(async (tx) => {
      await recordEvents(context, tx, [
        { type: 'reply.received', campaignId: id, leadId: leadOf('ann@clinic.test'), channel: 'email' },
        { type: 'landing.converted', campaignId: id, leadId: leadOf('bob@clinic.test') },
      ]);
    });
    const after = await untilMessages(client, id, { sent: 3, queued: 2, skipped: 4 });
    expect(new Set(after.filter(({ status }) => status === 'skipped').map(({ reason }) => reason))).toEqual(
      new Set(['replied', 'converted']),
    );
    // A step that is added later does not reach them either.
    await client.patch(`/api/campaigns/${id}`, {
      steps: [...steps, { channel: 'email', delayHours: 0, subject: 'Four', body: 'Fourth' }],
    });
    await expect.poll(async () => (await messagesOf(client, id)).length).toBe(12);
    const toEve = () => mail.accepted.filter((to) => to === 'eve@clinic.test').length;
    await expect
      .poll(
        async () => {
          await sql.query(`update messages set due_at = now() where campaign_id = $1 and status = 'queued'`, [
            id,
          ]);
          return toEve();
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(4);
    await untilMessages(client, id, { sent: 6, skipped: 6 });
    expect(mail.accepted.filter((to) => to !== 'eve@clinic.test')).toHaveLength(2);
  }, 60_000);

  it('paused by hand, say in the preview that mails wait, hold them, and let them go when one is resumed', async () => {
    const mail = await server();
    const { id: mailboxId } = await addMailbox(mail.url);
    const { groupId } = await groupOf(client, [{ email: 'ann@clinic.test' }], 'Patient');
    const preview = () =>
      client.post<CampaignPreview>('/api/campaigns/preview', {
        channels: ['email'],
        targetGroups: [groupId],
        landingPageUrl: 'https://landing.test/',
      });
    expect(await preview()).toMatchObject({ hasMailServer: true, isMailPaused: false });
    await client.patch(`/api/mailboxes/${mailboxId}`, { isPaused: true });
    expect(await preview()).toMatchObject({ hasMailServer: true, isMailPaused: true });
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { queued: 1 });
    const waiting = async () => (await client.get<Campaign>(`/api/campaigns/${id}`)).emailsWaiting;
    expect(await waiting()).toBe(1);
    await client.patch(`/api/mailboxes/${mailboxId}`, { isPaused: false });
    await untilMessages(client, id, { sent: 1 });
    expect(await waiting()).toBe(0);
  });

  it('shows what would leave on which day, also while all of them are paused', async () => {
    const { id } = await addMailbox('smtp://x:1', { limits: { ...FREE, perDay: 2, mostPerDay: 2 } });
    const { groupId } = await groupOf(
      client,
      names(5, 'plan.test').map((email) => ({ email })),
      'Planned',
    );
    const schedule = async () => {
      const preview = await client.post<CampaignPreview>('/api/campaigns/preview', {
        channels: ['email'],
        targetGroups: [groupId],
        landingPageUrl: 'https://landing.test/',
      });
      return preview.schedule.map(({ emails }) => emails);
    };
    expect(await schedule()).toEqual([2, 2, 1]);
    await client.patch(`/api/mailboxes/${id}`, { isPaused: true });
    expect(await schedule()).toEqual([2, 2, 1]);
  });
});

describe('the mail server of SMTP_URL', () => {
  it('paused by hand without limits, sends neither campaigns nor invitations until it is resumed', async () => {
    const mail = await startScriptedServer({});
    const app = await startTestApp({ env: { SMTP_URL: mail.url } });
    try {
      const client = await app.as('admin');
      const [own] = await client.get<Mailbox[]>('/api/mailboxes');
      expect(own).toMatchObject({ isServer: true, canSend: true, limits: null });
      await client.patch(`/api/mailboxes/${own?.id}`, { isPaused: true });
      const { groupId } = await groupOf(client, [{ email: 'ann@clinic.test' }, { email: 'kim@example.org' }]);
      const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
      // What has its own way leaves meanwhile.
      await untilMessages(client, id, { outbox: 1, queued: 1 });
      const { id: communityId } = await client.post<{ id: string }>('/api/communities', { name: 'Circle' });
      const emails = ['dora@clinic.test'];
      await client.post(`/api/communities/${communityId}/invitations`, { emails });
      const invited = () => client.get(`/api/communities/${communityId}/members`);
      await expect.poll(invited).toMatchObject([{ inviteState: 'waiting' }]);
      expect(mail.accepted).toEqual([]);
      await client.patch(`/api/mailboxes/${own?.id}`, { isPaused: false });
      await untilMessages(client, id, { outbox: 1, sent: 1 });
      await sendWaitingInvitations(app.app.context, new AbortController().signal);
      expect(await invited()).toMatchObject([{ inviteState: 'sent' }]);
      expect(mail.accepted.toSorted()).toEqual(['ann@clinic.test', ...emails]);
    } finally {
      await app.close();
      await mail.close();
    }
  });
});
