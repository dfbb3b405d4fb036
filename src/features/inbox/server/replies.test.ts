import { generateKeyPairSync, sign } from 'node:crypto';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import type { Message, MessageSource } from '#features/delivery/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { Mailbox } from '#features/mailboxes/contract.ts';
import { removeDeletedPeople } from '#features/privacy/server/erase-lead.ts';
import type { SourceNotice } from '#features/source-notices/contract.ts';
import { touchpointToken } from '#features/tracking/rules.ts';
import { sweepFiles } from '#features/uploads/server/sweep-files.ts';
import type { ErrorBody } from '#kit/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startImapServer, type TestImapServer } from '#tests/support/imap-server.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { mailboxAt, startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Reply, ReplyThread } from '../contract.ts';

/** Of the follow-ups of analytics. */
type FollowUps = { items: { kind: string; lead: { id: string }; replyId: string | null }[] };

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('what comes back', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let smtp: TestMailServer;
  let imap: TestImapServer;
  let mailbox: Mailbox;
  let isBusy = false;
  /** Ends what the server thinks over. */
  let goOn: (() => void) | undefined;

  beforeAll(async () => {
    smtp = await startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('thinks')) goOn = () => done();
        else done(isBusy ? Object.assign(new Error('4.7.1 greylisted'), { responseCode: 451 }) : null);
      },
    });
    imap = await startImapServer();
    app = await startTestApp({
      env: {
        MAIL_HOSTS_ALLOW: '127.0.0.1',
        POSTMARK_WEBHOOK_SECRET: 'a long enough secret',
        SENDGRID_WEBHOOK_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
    });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
    mailbox = await client.post<Mailbox>(
      '/api/mailboxes',
      mailboxAt(smtp.port, {
        name: 'Mia',
        imapHost: '127.0.0.1',
        imapPort: imap.port,
        imapSecurity: 'none',
        username: 'mia',
        password: 'secret',
      }),
    );
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    await smtp.close();
    await imap.close();
  });

  /** A campaign that has been sent to these people. */
  async function sentTo(emails: string[]): Promise<{ id: string; of: (email: string) => Message }> {
    const people = emails.map((email) => ({ email, name: 'Ann Lee' }));
    const { groupId } = await groupOf(client, people, `Group ${Math.random()}`);
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [
        {
          channel: 'email',
          delayHours: 0,
          subject: 'Evenings',
          body: 'The evening blend is free of caffeine.',
        },
        { channel: 'email', delayHours: 72, subject: 'Again', body: 'Still here.' },
      ],
    });
    await untilMessages(client, id, { sent: emails.length, queued: emails.length });
    const messages = await messagesOf(client, id);
    return {
      id,
      of: (email) => {
        const message = messages.find(({ to, status }) => to === email && status === 'sent');
        if (!message) throw new Error(`nothing was sent to ${email}`);
        return message;
      },
    };
  }

  const hear = () => app.app.features.inbox.mailboxInboxes.readNow();
  const mail = (from: string, answers: Pick<Message, 'id'>, body: string, headers: string[] = []) =>
    imap.deliver(
      [
        `From: Ann Lee <${from}>`,
        'To: mia@northwind.test',
        'Subject: Re: Evenings',
        `Message-ID: <${crypto.randomUUID()}@clinic.test>`,
        `In-Reply-To: <${answers.id}@northwind.test>`,
        `Date: ${new Date().toUTCString()}`,
        ...headers,
        '',
        body,
      ].join('\n'),
    );
  /** The reply of a person that waits for an answer among the follow-ups. */
  const waitingOf = async (leadId: string | null) =>
    (await client.get<FollowUps>('/api/analytics/follow-ups')).items.find(
      ({ kind, lead }) => kind === 'replied' && lead.id === leadId,
    )?.replyId;
  const typesOf = async (leadId: string | null) => {
    const { rows } = await sql.query<{ type: string }>(
      `select type from events where lead_id = $1 and type <> 'lead.added' order by received_at, id`,
      [leadId],
    );
    return rows.map(({ type }) => type);
  };

  // S2.8
  it('an answer lands in the inbox and on the timeline, moves the lead, ends its sequence, and is answered from there', async () => {
    const { id, of } = await sentTo(['ann@clinic.test']);
    const message = of('ann@clinic.test');
    mail(
      'ann@clinic.test',
      message,
      'Does the evening blend contain caffeine?\n\nOn Monday Mia wrote:\n> Hi',
    );
    expect(await hear()).toBe(1);
    expect(await hear()).toBe(0);
    expect(await typesOf(message.leadId)).toEqual(
      expect.arrayContaining(['reply.received', 'lead.stage_changed']),
    );
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      repliesCount: 1,
      responses: 1,
    });
    await untilMessages(client, id, { sent: 1, skipped: 1 });
    const [reply] = await client.get<Reply[]>('/api/replies?state=open');
    expect(reply).toMatchObject({
      leadName: 'Ann Lee',
      label: 'question',
      labelledBy: 'Built-in engine',
      text: 'Does the evening blend contain caffeine?',
    });
    const thread = await client.get<ReplyThread>(`/api/replies/${reply?.id}`);
    // By the links of the person themselves whoever reads it could act in their name.
    expect(thread.items[0]?.text).toMatch(/\/u\/…/);
    expect(JSON.stringify(thread)).not.toMatch(/\/[unr]\/[\w-]{22}/);
    expect(thread.items.map(({ kind }) => kind)).toEqual(['message', 'reply']);
    expect(thread.draft).toMatchObject({ by: 'Built-in engine' });
    expect(thread.draft?.text).toContain('The evening blend is free of caffeine.');
    const answered = await client.post<ReplyThread>(`/api/replies/${reply?.id}/answers`, {
      text: 'It has none. Mia',
    });
    expect(answered).toMatchObject({ isDone: true });
    expect(answered.items.at(-1)).toMatchObject({ kind: 'answer', text: 'It has none. Mia', reason: null });
    const left = await PostalMime.parse(smtp.received.at(-1)?.raw ?? '');
    expect(left).toMatchObject({ subject: 'Re: Evenings', from: { address: 'mia@northwind.test' } });
    expect(left.inReplyTo).toMatch(/@clinic\.test>$/);
    expect(await client.get('/api/replies?state=open')).toEqual([]);
  });

  it('does not promise to try an answer again that the mail server does not take now', async () => {
    const { of } = await sentTo(['grey@clinic.test']);
    const message = of('grey@clinic.test');
    mail('grey@clinic.test', message, 'What does it cost?');
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const answer = () =>
      client.post<ReplyThread>(`/api/replies/${reply?.id}/answers`, { text: 'Twelve dollars.' });
    isBusy = true;
    const refused = await answer();
    isBusy = false;
    expect(refused.isDone).toBe(false);
    expect(refused.items.find(({ kind }) => kind === 'answer')).toMatchObject({
      reason: 'deferred',
      details: { answer: expect.stringContaining('greylisted') },
    });
    const sent = await answer();
    expect(sent).toMatchObject({ isDone: true });
    expect(sent.items.at(-1)).toMatchObject({ kind: 'answer', reason: null });
  });

  it('does not send an answer to whom a colleague has answered since it was read, until it is sent again', async () => {
    const { of } = await sentTo(['overtaken@clinic.test']);
    const message = of('overtaken@clinic.test');
    mail('overtaken@clinic.test', message, 'What does it cost?');
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const path = `/api/replies/${reply?.id}/answers`;
    const answer = (text: string, seenAnswerIds: string[]) =>
      client.call('POST', path, { body: { text, seenAnswerIds } });
    isBusy = true;
    const busy = (await (await answer('Twelve dollars.', [])).json()) as ReplyThread;
    isBusy = false;
    expect(busy.isDone).toBe(false);
    // What was not sent is the same answer when it is pressed again, as it was read.
    const thread = (await (await answer('Twelve dollars.', [])).json()) as ReplyThread;
    expect(thread.isDone).toBe(true);
    const before = smtp.received.length;
    const late = await answer('Eleven dollars.', []);
    expect([late.status, ((await late.json()) as ErrorBody).message]).toEqual([
      409,
      expect.stringMatching(/ has answered them meanwhile\. Send yours again if it is still needed\.$/),
    ]);
    expect(smtp.received).toHaveLength(before);
    const seen = thread.items.flatMap(({ id, kind }) => (kind === 'answer' ? id : []));
    expect((await answer('Eleven dollars.', seen)).status).toBe(200);
    expect(smtp.received).toHaveLength(before + 1);
  });

  it('stores an answer to an address of practice in the outbox, once, and closes the reply with it', async () => {
    const { of } = await sentTo(['practice@clinic.test']);
    const message = of('practice@clinic.test');
    mail('practice@clinic.test', message, 'What does it cost?');
    await hear();
    await sql.query(`update inbound_mails set from_address = 'ann@example.org' where lead_id = $1`, [
      message.leadId,
    ]);
    const mine = async (state: string) =>
      (await client.get<Reply[]>(`/api/replies?state=${state}`)).filter(
        ({ leadId }) => leadId === message.leadId,
      );
    const [reply] = await mine('open');
    expect(await client.get(`/api/replies/${reply?.id}`)).toMatchObject({ isPractice: true });
    const before = smtp.received.length;
    const thread = await client.post<ReplyThread>(`/api/replies/${reply?.id}/answers`, {
      text: 'Twelve dollars.',
    });
    expect(thread).toMatchObject({ isDone: true });
    const answer = thread.items.at(-1);
    expect(answer?.reason).toBe('practice_address');
    expect(smtp.received).toHaveLength(before);
    const stored = await sql.query(`select 1 from outbox_mails where id = $1`, [answer?.id]);
    expect(stored.rowCount).toBe(1);
    expect([await mine('open'), await mine('done')]).toMatchObject([[], [{ id: reply?.id }]]);
    expect(await client.get('/api/replies/counts')).toEqual({ open: 0 });
  });

  it('keeps an answer to a real address in the outbox once, however often it is sent, until there is a mail server', async () => {
    const { of } = await sentTo(['kept@clinic.test']);
    const message = of('kept@clinic.test');
    mail('kept@clinic.test', message, 'What does it cost?');
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const { rows } = await sql.query<{ mailbox_id: string }>(
      `select mailbox_id from inbound_mails where lead_id = $1`,
      [message.leadId],
    );
    const writeTo = (id: string | null | undefined) =>
      sql.query(`update inbound_mails set mailbox_id = $1 where lead_id = $2`, [id, message.leadId]);
    const answer = () =>
      client.post<ReplyThread>(`/api/replies/${reply?.id}/answers`, { text: 'Twelve dollars.' });
    const copies = async () =>
      (await sql.query(`select 1 from outbox_mails where to_address = 'kept@clinic.test'`)).rowCount;
    await writeTo(null);
    expect(await client.get(`/api/replies/${reply?.id}`)).toMatchObject({ isKept: true });
    await answer();
    await answer();
    const kept = await answer();
    const answers = kept.items.filter(({ kind }) => kind === 'answer');
    expect(answers).toMatchObject([{ reason: 'no_mail_server' }]);
    expect(answers[0]?.isInOutbox).toBe(true);
    expect(kept.isDone).toBe(false);
    expect(await copies()).toBe(1);
    const source = await client.get<MessageSource>(`/api/messages/${answers[0]?.id}/source`);
    expect(source).toMatchObject({ to: 'kept@clinic.test', text: 'Twelve dollars.' });
    expect(source.raw).toContain('In-Reply-To:');

    await writeTo(rows[0]?.mailbox_id);
    const sent = await answer();
    expect(sent).toMatchObject({ isDone: true, isKept: false });
    expect(sent.items.filter(({ kind }) => kind === 'answer')).toMatchObject([
      { reason: null, isInOutbox: false },
    ]);
    expect(await copies()).toBe(0);
  });

  it('keeps no copy of an answer to somebody who is erased while it leaves', async () => {
    const { of } = await sentTo(['erased@clinic.test']);
    const message = of('erased@clinic.test');
    mail('erased@clinic.test', message, 'What does it cost?');
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    await sql.query(`update inbound_mails set mailbox_id = null where lead_id = $1`, [message.leadId]);
    await sql.query(`create function erase_now() returns trigger language plpgsql as $$ begin
      delete from reply_answers where id = new.id; return new; end $$`);
    await sql.query(
      `create trigger erase_now before insert on outbox_mails for each row execute function erase_now()`,
    );
    try {
      await client.post(`/api/replies/${reply?.id}/answers`, { text: 'Twelve dollars.' });
    } finally {
      await sql.query('drop trigger erase_now on outbox_mails');
    }
    const kept = await sql.query(`select 1 from outbox_mails where to_address = 'erased@clinic.test'`);
    await client.post(`/api/leads/${message.leadId}/erase`);
    expect(kept.rows).toEqual([]);
  });

  it('sends no answer with a claim that the law forbids, unless an admin says why, and adds what the law wants', async () => {
    const { of } = await sentTo(['claims@clinic.test']);
    const message = of('claims@clinic.test');
    mail('claims@clinic.test', message, 'Does it help with my gout?');
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const path = `/api/replies/${reply?.id}/answers`;
    const member = await app.as('member');
    const claim = { text: 'Yes, our evening blend cures gout.' };
    const overrideReason = 'Our counsel has seen this very sentence.';
    const before = smtp.received.length;
    const refused = await member.call('POST', path, { body: claim });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { reason: 'claims_blocked', fields: { text: expect.stringContaining('cures gout” blocks it') } },
    ]);
    expect((await member.call('POST', path, { body: { ...claim, overrideReason } })).status).toBe(403);
    expect(smtp.received).toHaveLength(before);
    const { items } = await client.get<ReplyThread>(`/api/replies/${reply?.id}`);
    expect(items.map(({ kind }) => kind)).not.toContain('answer');

    const answered = await client.post<ReplyThread>(path, { ...claim, overrideReason });
    expect(answered.items.at(-1)).toMatchObject({ kind: 'answer', text: claim.text });
    expect(smtp.received).toHaveLength(before + 1);
    const trail = await client.get<AuditEntry[]>(`/api/audit?subject=lead:${message.leadId}`);
    const entry = trail.find(({ action }) => action === 'claims.overridden');
    expect(entry).toMatchObject({
      reason: overrideReason,
      details: { findings: [{ rule: 'disease-claim' }] },
    });
    expect(JSON.stringify(entry?.details), 'words that an erasure would have to find').not.toContain('gout');

    await member.post(path, { text: 'Magnesium supports restful sleep.' });
    const { text = '' } = await PostalMime.parse(smtp.received.at(-1)?.raw ?? '');
    expect(text).toMatch(/^Magnesium supports restful sleep\*\.\n\n\*This statement/);
    expect(text.replaceAll('\n', ' ')).toContain(
      'has not been evaluated by the Food and Drug Administration',
    );

    // What was known about each text when it left stays with it, for the trail of the person.
    const texts = await client.get<PersonalText[]>(`/api/leads/${message.leadId}/texts`);
    expect(texts).toMatchObject([
      {
        kind: 'answer',
        channel: 'email',
        proof: { verdict: 'warn', override: null, consent: [{ channel: 'email', obstacle: null }] },
      },
      {
        kind: 'answer',
        by: 'Admin',
        text: claim.text,
        proof: {
          verdict: 'block',
          findings: [{ rule: 'disease-claim', excerpt: expect.stringContaining('cures gout') }],
          override: { by: 'Admin', reason: overrideReason, rules: ['disease-claim'] },
        },
      },
      { kind: 'campaign', channel: 'email', by: null, proof: { consent: [{ channel: 'email' }] } },
    ]);
    const [newest, ...older] = texts;
    const page = await client.get<PersonalText[]>(
      `/api/leads/${message.leadId}/texts?limit=2&cursor=${newest?.id}`,
    );
    expect(page).toEqual(older);
    const csv = await client.call('GET', `/api/leads/${message.leadId}/texts/export?format=csv`);
    expect(await csv.text()).toMatch(
      /^at,kind,[\s\S]*Answer,email[\s\S]*block disease-claim[\s\S]*Our counsel/,
    );
    const file = await (await client.call('GET', `/api/leads/${message.leadId}/export`)).json();
    expect(file).toMatchObject({ texts });
    await client.post(`/api/leads/${message.leadId}/erase`);
    const { rows } = await sql.query('select proof from reply_answers where lead_id = $1', [message.leadId]);
    expect(rows).toEqual([]);
    expect((await client.call('GET', `/api/leads/${message.leadId}/texts`)).status).toBe(404);
  });

  it('tells an absence apart from an answer', async () => {
    const { id, of } = await sentTo(['away@clinic.test']);
    mail('away@clinic.test', of('away@clinic.test'), 'I am away until Monday.', [
      'Auto-Submitted: auto-replied',
    ]);
    await hear();
    expect(await typesOf(of('away@clinic.test').leadId)).not.toContain('reply.received');
    await untilMessages(client, id, { sent: 1, queued: 1 });
    expect(await client.get('/api/replies?label=out_of_office')).toMatchObject([{ isDone: true }]);
  });

  it('lets follow-ups wait until someone is back, or as long as the workspace says', async () => {
    const { id, of } = await sentTo(['dated@away.test', 'undated@away.test', 'ticket@away.test']);
    const headers = ['Return-Path: <>', 'Auto-Submitted: auto-replied'];
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await client.patch('/api/settings/workspace', { awayDays: 21 });
    mail('dated@away.test', of('dated@away.test'), `I am in room 510 until ${day(30)}. Call 555.`, headers);
    mail('undated@away.test', of('undated@away.test'), 'I am away.', ['X-Auto-Response-Suppress: All']);
    mail('ticket@away.test', of('ticket@away.test'), 'We have received your message.', headers);
    expect(await hear()).toBe(3);
    const { rows } = await sql.query<{ address: string; due: string }>(
      `select address, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD') as due from messages
        where campaign_id = $1 and status = 'queued'`,
      [id],
    );
    expect(Object.fromEntries(rows.map(({ address, due }) => [address, due]))).toEqual({
      'dated@away.test': day(31),
      'undated@away.test': day(21),
      'ticket@away.test': day(3),
    });
    const types = await Promise.all(
      ['dated', 'undated'].map((name) => typesOf(of(`${name}@away.test`).leadId)),
    );
    expect(types.flat()).not.toContain('message.bounced');
  });

  it('counts a message that came back later once', async () => {
    const emails = Array.from({ length: 49 }, (_, index) => `p${index}@once.test`);
    const { id, of } = await sentTo(emails);
    for (const email of emails.slice(0, 2))
      imap.deliver(dsn({ id: of(email).id, to: email, action: 'failed', status: '5.1.1' }));
    expect(await hear()).toBe(2);
    // Of 49 messages nothing is concluded yet; with the two that came back counted twice they would be 51.
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({ status: 'active' });
  });

  it('puts a reply with a wrong clock behind what it answers, as one entry of the timeline', async () => {
    const { of } = await sentTo(['clock@clinic.test']);
    const message = of('clock@clinic.test');
    imap.deliver(
      [
        'From: clock@clinic.test',
        'Subject: Re: Evenings',
        `In-Reply-To: <${message.id}@northwind.test>`,
        'Date: Mon, 01 Jan 2018 10:00:00 +0000',
        '',
        'Thank you for the letter',
      ].join('\n'),
    );
    await hear();
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const { items } = await client.get<ReplyThread>(`/api/replies/${reply?.id}`);
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'reply']);
    expect(Date.parse(items[1]?.at ?? '')).toBeLessThanOrEqual(Date.now());
    const timeline = await client.get<{ type: string }[]>(`/api/leads/${message.leadId}/timeline`);
    expect(timeline.filter(({ type }) => type === 'reply.received')).toHaveLength(1);
    expect(await waitingOf(message.leadId)).toBe(reply?.id);
    await client.patch(`/api/replies/${reply?.id}`, { isDone: true });
    expect(await waitingOf(message.leadId)).toBeUndefined();
  });

  it('keeps a reply as it came, to be read in full and downloaded with its attachments, until its person is erased', async () => {
    const { of } = await sentTo(['original@clinic.test']);
    const message = of('original@clinic.test');
    const page = '<script>alert(1)</script>';
    const raw = [
      'From: Ann Lee <original@clinic.test>',
      'To: mia@northwind.test',
      'Subject: Re: Evenings',
      `In-Reply-To: <${message.id}@northwind.test>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Here is the plan.',
      '',
      'On Monday Mia wrote:',
      '> Hello',
      '--b',
      'Content-Type: text/html',
      `Content-Disposition: attachment; filename*=UTF-8''..%2Fplan%20%C3%A4.html`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(page).toString('base64'),
      '--b--',
      '',
    ].join('\r\n');
    imap.deliver(raw);
    expect(await hear()).toBe(1);
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === message.leadId);
    const path = `/api/replies/${reply?.id}`;
    const [, item] = (await client.get<ReplyThread>(path)).items;
    expect(item).toMatchObject({
      text: 'Here is the plan.',
      hasOriginal: true,
      attachments: [{ name: 'plan \u00e4.html', type: 'text/html', bytes: page.length }],
    });
    expect(await client.get(`${path}/original`)).toMatchObject({
      from: 'Ann Lee <original@clinic.test>',
      text: expect.stringContaining('> Hello'),
    });
    const file = await client.call('GET', `${path}/original.eml`);
    expect(await file.text()).toBe(raw);
    const attachment = await client.call('GET', `${path}/attachments/0`);
    expect(await attachment.text()).toBe(page);
    for (const { headers } of [file, attachment]) {
      // Never shown by a browser, whatever it is.
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await client.call('GET', `${path}/attachments/1`)).status).toBe(404);
    expect((await app.visitor().call('GET', `${path}/original.eml`)).status).toBe(401);

    await client.post(`/api/leads/${message.leadId}/erase`);
    expect((await client.call('GET', `${path}/original.eml`)).status).toBe(404);
    await sql.query(`update uploaded_files set given_at = now() - interval '3 days', arrived_at = now() - interval '3 days'
      where purpose = 'reply'`);
    await sweepFiles(app.app.context);
    const { rows } = await sql.query(
      `select 1 from uploaded_files where purpose = 'reply'
        and id not in (select original_id from inbound_mails where original_id is not null)`,
    );
    expect(rows).toEqual([]);
  });

  it('unsubscribes who writes Stop, and nobody writes to them again', async () => {
    const { of } = await sentTo(['stop@clinic.test']);
    const message = of('stop@clinic.test');
    mail('stop@clinic.test', message, 'STOP');
    await hear();
    expect(await typesOf(message.leadId)).toContain('contact.unsubscribed');
    const { rows } = await sql.query('select reason from suppressions where lead_id = $1', [message.leadId]);
    expect(rows).toEqual([{ reason: 'unsubscribed' }]);
    const [reply] = await client.get<Reply[]>('/api/replies?label=stop');
    const refused = await client.call('POST', `/api/replies/${reply?.id}/answers`, { body: { text: 'But' } });
    expect(refused.status).toBe(422);
  });

  describe('another label for a reply that was read as Stop', () => {
    afterAll(() => sql.query('update inbound_mails set done_at = coalesce(done_at, now())'));

    const replyOf = async (leadId: string | null) => {
      const replies = await client.get<Reply[]>('/api/replies?label=stop');
      return replies.find((reply) => reply.leadId === leadId)?.id ?? '';
    };
    const relabel = (id: string, label: string | null) =>
      client.patch<ReplyThread>(`/api/replies/${id}`, { label });
    const reasonsOf = async (leadId: string | null) =>
      (
        await sql.query<{ reason: string }>('select reason from suppressions where lead_id = $1', [leadId])
      ).rows.map(({ reason }) => reason);
    const isSuppressed = async (leadId: string | null) =>
      (await client.get<Lead>(`/api/leads/${leadId}`)).isSuppressed;

    it('lifts the suppression that came from it, once, and leaves a line in the audit trail', async () => {
      const { of } = await sentTo(['relabel@clinic.test']);
      const message = of('relabel@clinic.test');
      mail('relabel@clinic.test', message, 'STOP');
      await hear();
      expect(await isSuppressed(message.leadId)).toBe(true);
      const id = await replyOf(message.leadId);
      const { rows } = await sql.query<{ id: string }>('select id from suppressions where lead_id = $1', [
        message.leadId,
      ]);
      const refused = await client.call('POST', `/api/suppressions/${rows[0]?.id}/lift`, {
        body: { reason: 'They said that they never meant it so.' },
      });
      expect([refused.status, ((await refused.json()) as ErrorBody).message]).toEqual([
        422,
        expect.stringContaining('change its label under Campaign, Replies'),
      ]);
      // Pressed twice, or by two people.
      const [thread] = await Promise.all([relabel(id, 'interested'), relabel(id, 'interested')]);
      expect(thread).toMatchObject({
        label: 'interested',
        labelledBy: 'Admin',
        isDone: false,
        obstacle: null,
      });
      expect(await isSuppressed(message.leadId)).toBe(false);
      const timeline = await client.get<{ type: string; title: string }[]>(
        `/api/leads/${message.leadId}/timeline`,
      );
      expect(timeline.filter(({ title }) => title === 'Unsubscribe undone')).toHaveLength(1);
      expect((await client.get<Lead>(`/api/leads/${message.leadId}`)).stage).toBe('engaged');
      const trail = await client.get<AuditEntry[]>(`/api/audit?subject=lead:${message.leadId}`);
      expect(trail.filter(({ action }) => action === 'suppression.lifted')).toMatchObject([
        { actorName: 'Admin', details: { was: 'unsubscribed', replyId: id, label: 'interested' } },
      ]);
      await relabel(id, 'stop');
      expect(await isSuppressed(message.leadId)).toBe(true);
      await relabel(id, null);
      expect(await isSuppressed(message.leadId)).toBe(false);
    });

    it('keeps the suppression of somebody who used the link as well, before or after', async () => {
      const people = ['before@relabel.test', 'after@relabel.test'];
      const { of } = await sentTo(people);
      for (const email of people) {
        const message = of(email);
        const { rows } = await sql.query<{ token: string }>(
          'select touchpoint_id as token from messages where id = $1',
          [message.id],
        );
        const useLink = () => app.visitor().call('POST', `/u/${touchpointToken(rows[0]?.token ?? '')}`);
        if (email.startsWith('before')) await useLink();
        mail(email, message, 'STOP');
        await hear();
        if (email.startsWith('after')) await useLink();
        await relabel(await replyOf(message.leadId), 'question');
        expect([email, await reasonsOf(message.leadId)]).toEqual([email, ['unsubscribed']]);
      }
    });

    it('brings the reason back that was there before, or came meanwhile', async () => {
      const { of } = await sentTo(['listed@relabel.test', 'later@relabel.test']);
      const [listed, later] = [of('listed@relabel.test'), of('later@relabel.test')];
      await client.post('/api/suppressions', { text: 'listed@relabel.test' });
      mail('listed@relabel.test', listed, 'STOP');
      mail('later@relabel.test', later, 'STOP');
      await hear();
      await client.post('/api/suppressions', { text: 'later@relabel.test' });
      for (const { leadId } of [listed, later]) {
        expect(await reasonsOf(leadId)).toEqual(['unsubscribed']);
        await relabel(await replyOf(leadId), null);
        expect(await reasonsOf(leadId)).toEqual(['manual']);
      }
    });

    it('keeps the suppression while another reply of theirs asks for the same', async () => {
      const { of } = await sentTo(['again@relabel.test']);
      const message = of('again@relabel.test');
      mail('again@relabel.test', message, 'STOP');
      await hear();
      const first = await replyOf(message.leadId);
      mail('again@relabel.test', message, 'Please unsubscribe me.');
      await hear();
      await relabel(first, 'question');
      expect(await reasonsOf(message.leadId)).toEqual(['unsubscribed']);
      const { rows } = await sql.query<{ id: string }>(
        `select id from inbound_mails where lead_id = $1 and label = 'stop'`,
        [message.leadId],
      );
      await relabel(rows[0]?.id ?? '', 'question');
      expect(await reasonsOf(message.leadId)).toEqual([]);
    });
  });

  it('counts once who unsubscribes by the link and says Stop as well', async () => {
    const { id, of } = await sentTo(['both@clinic.test']);
    const message = of('both@clinic.test');
    const { rows } = await sql.query<{ token: string }>(
      'select touchpoint_id as token from messages where id = $1',
      [message.id],
    );
    await app.visitor().call('POST', `/u/${touchpointToken(rows[0]?.token ?? '')}`);
    for (let time = 0; time < 2; time += 1) mail('both@clinic.test', message, 'STOP');
    expect(await hear()).toBe(2);
    expect((await typesOf(message.leadId)).filter((type) => type === 'contact.unsubscribed')).toHaveLength(1);
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({ unsubscribes: 1 });
  });

  it('holds to what somebody says whose record is gone by then, once each', async () => {
    const people = ['left@clinic.test', 'cross@clinic.test', 'off@clinic.test', 'bare@clinic.test'];
    const { id, of } = await sentTo(people);
    const all = people.map(of);
    const [left, cross, off] = all;
    for (const { leadId } of all) await client.call('DELETE', `/api/leads/${leadId}`);
    await sql.query(`update leads set deleted_at = now() - interval '2 days' where id = any($1)`, [
      all.map(({ leadId }) => leadId),
    ]);
    await removeDeletedPeople(app.app.context);
    expect(
      (await sql.query('select 1 from messages where campaign_id = $1 and lead_id is not null', [id])).rows,
    ).toEqual([]);

    if (left) mail('left@clinic.test', left, 'STOP');
    // Without a reference it is known by the address; so much is heard of strangers only when they want no more.
    for (const [from, words] of [
      ['bare@clinic.test', 'STOP'],
      ['cross@clinic.test', 'What does it cost?'],
      ['stranger@clinic.test', 'STOP'],
    ])
      imap.deliver(`From: ${from}\nTo: mia@northwind.test\nSubject: Hello\n\n${words}`);
    if (cross) for (let time = 0; time < 2; time += 1) imap.deliver(arf(cross.id, 'one@provider.test'));
    const report = (body: Record<string, unknown>) =>
      app.visitor().call('POST', '/api/webhooks/postmark', {
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa('hook:a long enough secret')}`,
        },
      });
    const wish = { RecordType: 'SubscriptionChange', SuppressSending: true, Metadata: { id: off?.id } };
    for (let time = 0; time < 2; time += 1) await report({ ...wish, MessageID: 'pm-7' });
    expect(await hear()).toBe(3);
    const { rows } = await sql.query<{ reason: string }>(
      `select suppressions.reason from suppressions join messages using (contact_hash)
        where messages.campaign_id = $1 and messages.status = 'sent' order by 1`,
      [id],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(['complained', ...Array(3).fill('unsubscribed')]);
    const counted = await sql.query(
      `select type, count(*)::int from events where campaign_id = $1
        and type in ('message.complained', 'contact.unsubscribed') group by 1 order by 1`,
      [id],
    );
    expect(counted.rows).toEqual([
      { type: 'contact.unsubscribed', count: 3 },
      { type: 'message.complained', count: 1 },
    ]);
    expect((await sql.query('select 1 from inbound_mails where campaign_id = $1', [id])).rows).toEqual([]);
  });

  it('does not answer an older mail of somebody who has said Stop since', async () => {
    const { of } = await sentTo(['later@clinic.test']);
    const message = of('later@clinic.test');
    mail('later@clinic.test', message, 'What does it cost?');
    await hear();
    const [question] = await client.get<Reply[]>('/api/replies?state=open');
    mail('later@clinic.test', message, 'STOP');
    await hear();
    const refused = await client.call('POST', `/api/replies/${question?.id}/answers`, {
      body: { text: 'But' },
    });
    expect(refused.status).toBe(422);
  });

  it('does not answer somebody whose mail a colleague reads as Stop in the same moment', async () => {
    const { of } = await sentTo(['moment@clinic.test']);
    mail('moment@clinic.test', of('moment@clinic.test'), 'I am thinking about it');
    await hear();
    const [reply] = await client.get<Reply[]>('/api/replies?state=open');
    const colleague = new pg.Client({ connectionString: app.databaseUrl });
    await colleague.connect();
    await colleague.query('begin');
    await colleague.query(`update inbound_mails set label = 'stop' where id = $1`, [reply?.id]);
    const before = smtp.received.length;
    const answered = client.call('POST', `/api/replies/${reply?.id}/answers`, { body: { text: 'But' } });
    await untilWaiting(colleague, 1);
    await colleague.query('commit');
    await colleague.end();
    expect((await answered).status).toBe(422);
    expect(smtp.received).toHaveLength(before);
    expect((await sql.query(`select 1 from reply_answers where inbound_id = $1`, [reply?.id])).rows).toEqual(
      [],
    );
    await sql.query(`update inbound_mails set done_at = now() where id = $1`, [reply?.id]);
  });

  it('keeps what somebody wrote in the inbox when two records of them become one, and apart again', async () => {
    const { of } = await sentTo(['twice@clinic.test', 'double@clinic.test']);
    const [keepId, otherId] = [of('twice@clinic.test').leadId, of('double@clinic.test').leadId];
    mail('double@clinic.test', of('double@clinic.test'), 'What does it cost?');
    await hear();
    const openOf = async () =>
      (await client.get<Reply[]>('/api/replies?state=open')).map(({ leadId }) => leadId);
    expect(await openOf()).toEqual([otherId]);
    const versionOf = async (id: string | null) => (await client.get<Lead>(`/api/leads/${id}`)).version;
    const { mergeId } = await client.post<{ mergeId: string }>(`/api/leads/${keepId}/merge`, {
      otherId,
      version: await versionOf(keepId),
      otherVersion: await versionOf(otherId),
    });
    expect(await openOf()).toEqual([keepId]);
    await client.post(`/api/leads/merges/${mergeId}/undo`);
    expect(await openOf()).toEqual([otherId]);
  });

  it('reads a report of a mail that came back, and of one that was called spam', async () => {
    const { of } = await sentTo(['gone@clinic.test', 'angry@clinic.test', 'slow@clinic.test']);
    imap.deliver(
      dsn({ id: of('gone@clinic.test').id, to: 'gone@clinic.test', action: 'failed', status: '5.1.1' }),
    );
    imap.deliver(
      dsn({ id: of('slow@clinic.test').id, to: 'slow@clinic.test', action: 'delayed', status: '4.4.1' }),
    );
    imap.deliver(arf(of('angry@clinic.test').id));
    expect(await hear()).toBe(2);
    expect(await typesOf(of('gone@clinic.test').leadId)).toContain('message.bounced');
    expect(await typesOf(of('angry@clinic.test').leadId)).toContain('message.complained');
    expect(await typesOf(of('slow@clinic.test').leadId)).not.toContain('message.bounced');
    const { rows } = await sql.query<{ reason: string }>(
      'select reason from suppressions where lead_id = any($1) order by 1',
      [[of('gone@clinic.test').leadId, of('angry@clinic.test').leadId]],
    );
    expect(rows).toEqual([{ reason: 'bounced' }, { reason: 'complained' }]);
    const messages = await messagesOf(client, of('gone@clinic.test').campaignId);
    expect(messages.find(({ id }) => id === of('gone@clinic.test').id)).toMatchObject({
      status: 'bounced',
      reason: 'came_back',
      details: { answer: 'smtp; 550 5.1.1 User unknown' },
    });
  });

  it('believes no report that does not name a mail of ours', async () => {
    const { of } = await sentTo(['framed@clinic.test']);
    const { leadId, id } = of('framed@clinic.test');
    const stranger = crypto.randomUUID();
    imap.deliver(dsn({ id: stranger, to: 'framed@clinic.test', action: 'failed', status: '5.1.1' }));
    imap.deliver(arf(stranger).replace('Version: 1', 'Version: 1\nOriginal-Rcpt-To: <framed@clinic.test>'));
    expect(await hear()).toBe(0);
    const { rows } = await sql.query('select 1 from suppressions where lead_id = $1', [leadId]);
    expect(rows).toEqual([]);
    const messages = await messagesOf(client, of('framed@clinic.test').campaignId);
    expect(messages.find((one) => one.id === id)?.status).toBe('sent');
  });

  it('keeps nothing that has nothing to do with us, and reads nothing twice when the server counts anew', async () => {
    imap.deliver(
      'From: shop@other.test\nTo: mia@northwind.test\nSubject: Sale\nMessage-ID: <1@other.test>\n\nBuy',
    );
    const count = async () =>
      (await sql.query('select count(*)::int from inbound_mails')).rows[0].count as number;
    const before = await count();
    expect(await hear()).toBe(0);
    imap.renumber();
    expect(await hear()).toBe(0);
    expect(await count()).toBe(before);
  });

  it('hears who answers a source notice, says Stop to it or is not reached by it, as with a message', async () => {
    const people = ['asks', 'stops', 'bare', 'nobody', 'cross'].map((name) => ({
      email: `${name}@notice.test`,
      legalGround: 'legitimate_interest',
    }));
    const { leadIds } = await groupOf(client, people, 'Told');
    const told = async (index: number) => {
      const id = leadIds[index] ?? '';
      const notice = await client.post<SourceNotice>(`/api/leads/${id}/source-notice`, {});
      expect(notice.state).toBe('sent');
      const { rows } = await sql.query<{ id: string }>(
        'select mail_id as id from source_notices where lead_id = $1',
        [id],
      );
      return { leadId: id, id: rows[0]?.id ?? '' };
    };
    const all = [await told(0), await told(1), await told(2), await told(3), await told(4)];
    const [asks, stops, bare, nobody, cross] = all;
    if (!asks || !stops || !bare || !nobody || !cross) throw new Error('nobody was told');

    mail('asks@notice.test', asks, 'What do you keep about me?');
    mail('stops@notice.test', stops, 'STOP');
    imap.deliver('From: bare@notice.test\nTo: mia@northwind.test\nSubject: Hello\n\nSTOP');
    imap.deliver(dsn({ id: nobody.id, to: 'nobody@notice.test', action: 'failed', status: '5.1.1' }));
    imap.deliver(arf(cross.id));
    expect(await hear()).toBe(5);

    const open = await client.get<Reply[]>('/api/replies?state=open&label=question');
    expect(open.find(({ leadId }) => leadId === asks.leadId)).toMatchObject({
      campaignId: null,
      text: 'What do you keep about me?',
    });
    expect(await typesOf(asks.leadId)).toContain('reply.received');
    for (const { leadId } of [stops, bare]) expect(await typesOf(leadId)).toContain('contact.unsubscribed');
    const { rows } = await sql.query<{ lead_id: string; reason: string }>(
      'select lead_id, reason from suppressions where lead_id = any($1)',
      [leadIds],
    );
    expect(Object.fromEntries(rows.map(({ lead_id, reason }) => [lead_id, reason]))).toEqual({
      [stops.leadId]: 'unsubscribed',
      [bare.leadId]: 'unsubscribed',
      [nobody.leadId]: 'bounced',
      [cross.leadId]: 'complained',
    });
    expect(await client.get(`/api/leads/${nobody.leadId}/source-notice`)).toMatchObject({
      state: 'failed',
      sentAt: null,
      reason: 'came_back',
      details: { answer: 'smtp; 550 5.1.1 User unknown' },
    });
    expect(await typesOf(nobody.leadId), 'no figure of messages counts it').not.toContain('message.bounced');

    await client.patch(`/api/replies/${open.find(({ leadId }) => leadId === asks.leadId)?.id}`, {
      label: 'stop',
    });
    expect((await client.get<Lead>(`/api/leads/${asks.leadId}`)).isSuppressed).toBe(true);
  });

  it('writes down with the record that stays whom a source notice told that became part of it meanwhile', async () => {
    const people = ['thinks', 'stays'].map((name) => ({
      email: `${name}@notice.test`,
      legalGround: 'legitimate_interest',
    }));
    const [otherId = '', keepId = ''] = (await groupOf(client, people, 'Told meanwhile')).leadIds;
    const sending = client.call('POST', `/api/leads/${otherId}/source-notice`, { body: {} });
    await expect.poll(() => goOn !== undefined).toBe(true);
    const versionOf = async (id: string) => (await client.get<Lead>(`/api/leads/${id}`)).version;
    await client.post(`/api/leads/${keepId}/merge`, {
      otherId,
      version: await versionOf(keepId),
      otherVersion: await versionOf(otherId),
    });
    goOn?.();
    await sending;
    expect(await client.get(`/api/leads/${keepId}/source-notice`)).toMatchObject({ state: 'sent' });
    expect(await typesOf(keepId)).toContain('notice.sent');
  });

  it('reads a mail once that came to two mailboxes, or to one that was added anew', async () => {
    const { id, of } = await sentTo(['copies@clinic.test']);
    mail('copies@clinic.test', of('copies@clinic.test'), 'What does it cost?');
    expect(await hear()).toBe(1);
    const again = await client.post<Mailbox>(
      '/api/mailboxes',
      mailboxAt(smtp.port, {
        name: 'Mia',
        address: 'mia.again@northwind.test',
        imapHost: '127.0.0.1',
        imapPort: imap.port,
        imapSecurity: 'none',
        username: 'mia',
        password: 'secret',
      }),
    );
    expect(await hear()).toBe(0);
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({ repliesCount: 1 });
    await client.call('DELETE', `/api/mailboxes/${again.id}`);
  });

  it('reads another inbox from its own beginning, though its server counts as the one before', async () => {
    const other = await startImapServer({ user: 'ben' });
    const { of } = await sentTo(['moved@clinic.test']);
    const read = (port: number, username: string) =>
      client.patch(`/api/mailboxes/${mailbox.id}`, { imapPort: port, username, password: 'secret' });
    for (let count = 0; count < 2; count += 1)
      imap.deliver('From: shop@other.test\nSubject: Sale\nMessage-ID: <2@other.test>\n\nBuy');
    expect(await hear()).toBe(0);
    await read(other.port, 'ben');
    other.deliver(
      [
        'From: moved@clinic.test',
        'Subject: Re: Evenings',
        `In-Reply-To: <${of('moved@clinic.test').id}@northwind.test>`,
        '',
        'What does it cost?',
      ].join('\n'),
    );
    expect(await hear()).toBe(1);
    await read(imap.port, 'mia');
    expect(await hear(), 'what was heard of the first one is not heard again').toBe(0);
    await other.close();
  });

  it('takes a report of a mail whose acceptance has not been written down yet', async () => {
    const { id, of } = await sentTo(['quick@clinic.test']);
    const message = of('quick@clinic.test');
    await sql.query(`update messages set status = 'sending', sent_at = null where id = $1`, [message.id]);
    imap.deliver(dsn({ id: message.id, to: 'quick@clinic.test', action: 'failed', status: '5.1.1' }));
    expect(await hear()).toBe(1);
    await untilMessages(client, id, { bounced: 1, skipped: 1 });
  });

  it('knows by the answer that a mail arrived of which nobody knew, and sends it to nobody again', async () => {
    const { id, of } = await sentTo(['unsure@clinic.test', 'requeued@clinic.test']);
    const [unsure, requeued] = [of('unsure@clinic.test'), of('requeued@clinic.test')];
    await client.post(`/api/campaigns/${id}/pause`);
    await sql.query(
      `update messages set status = 'unconfirmed', sent_at = null, reason = 'connection_lost' where id = any($1)`,
      [[unsure.id, requeued.id]],
    );
    await sql.query(`update message_attempts set verdict = '{"kind":"unconfirmed"}' where message_id = $1`, [
      requeued.id,
    ]);
    await client.post(`/api/messages/${requeued.id}/send-again`);
    imap.deliver(
      [
        'From: unsure@clinic.test',
        `In-Reply-To: <${unsure.id}@northwind.test>`,
        'Date: Mon, 01 Jan 2018 10:00:00 +0000',
        '',
        'Who are you?',
      ].join('\n'),
    );
    mail('requeued@clinic.test', requeued, 'I am away.', ['Auto-Submitted: auto-replied']);
    expect(await hear()).toBe(2);
    const sent = (await messagesOf(client, id)).filter(({ status }) => status === 'sent');
    expect(sent.map((message) => message.id).toSorted()).toEqual([unsure.id, requeued.id].toSorted());
    expect(sent.every(({ sentAt, reason }) => sentAt !== null && reason === null)).toBe(true);
    const reply = (await client.get<Reply[]>('/api/replies')).find(({ leadId }) => leadId === unsure.leadId);
    const { items } = await client.get<ReplyThread>(`/api/replies/${reply?.id}`);
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'reply']);
    expect(await waitingOf(unsure.leadId), 'nothing was sent after the answer').toBe(reply?.id);
  });

  it('counts a complaint once, though the report and the list of the provider both tell of it', async () => {
    const { of } = await sentTo(['cross@pm.test', 'gone@pm.test', 'off@pm.test']);
    const change = async (email: string, SuppressionReason: string, rest: object) => {
      const { status } = await app.visitor().call('POST', '/api/webhooks/postmark', {
        body: JSON.stringify({
          RecordType: 'SubscriptionChange',
          SuppressSending: true,
          SuppressionReason,
          Recipient: email,
          ...rest,
        }),
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa('hook:a long enough secret')}`,
        },
      });
      expect(status).toBe(200);
    };
    imap.deliver(arf(of('cross@pm.test').id));
    expect(await hear()).toBe(1);
    await change('cross@pm.test', 'SpamComplaint', {
      MessageID: 'pm-cross',
      Metadata: { message: of('cross@pm.test').id },
    });
    await change('gone@pm.test', 'HardBounce', {
      MessageID: 'pm-gone',
      Metadata: { message: of('gone@pm.test').id },
    });
    // By hand in the provider's own pages there is no message.
    await change('off@pm.test', 'ManualSuppression', { MessageID: null, Metadata: null, Origin: 'Customer' });
    const heard = async (email: string) =>
      (await typesOf(of(email).leadId)).filter((type) => /complained|bounced|unsubscribed/.test(type));
    expect(await heard('cross@pm.test')).toEqual(['message.complained']);
    expect(await heard('gone@pm.test')).toEqual(['message.bounced']);
    expect(await heard('off@pm.test')).toEqual(['contact.unsubscribed']);
  });

  it('says beside an answer of ours that it came back, and waits for another', async () => {
    const { of } = await sentTo(['returned@clinic.test']);
    mail('returned@clinic.test', of('returned@clinic.test'), 'What does it cost?');
    await hear();
    const [reply] = await client.get<Reply[]>('/api/replies?state=open');
    const answered = await client.post<ReplyThread>(`/api/replies/${reply?.id}/answers`, { text: 'Nine.' });
    expect(answered.isDone).toBe(true);
    const report = dsn({
      id: answered.items.at(-1)?.id ?? '',
      to: 'returned@clinic.test',
      action: 'failed',
      status: '5.2.2',
    });
    imap.deliver(report);
    expect(await hear()).toBe(1);
    const thread = await client.get<ReplyThread>(`/api/replies/${reply?.id}`);
    expect(thread.isDone).toBe(false);
    expect(thread.items.find(({ kind }) => kind === 'answer')).toMatchObject({
      reason: 'came_back',
      details: { answer: expect.stringMatching(/^smtp; 550/) },
    });
  });

  it('says that the inbox cannot be read, and why', async () => {
    await client.patch(`/api/mailboxes/${mailbox.id}`, { password: 'another' });
    await hear();
    const [row] = await client.get<Mailbox[]>('/api/mailboxes');
    expect(row).toMatchObject({
      readReason: 'login_refused',
      readDetails: { answer: expect.stringContaining('wrong password') },
    });
    expect(await client.post(`/api/mailboxes/${mailbox.id}/check`)).toMatchObject({
      reading: { isReady: false },
    });
    await client.patch(`/api/mailboxes/${mailbox.id}`, { password: 'secret' });
    await hear();
    expect((await client.get<Mailbox[]>('/api/mailboxes'))[0]?.readReason).toBeNull();
  });

  it('takes reports of Postmark with the password, once each', async () => {
    const { of } = await sentTo(['pm@clinic.test']);
    const body = JSON.stringify({
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      ID: 42,
      Email: 'pm@clinic.test',
      Details: '550 gone',
    });
    const post = (secret: string) =>
      app.visitor().call('POST', '/api/webhooks/postmark', {
        body,
        headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`hook:${secret}`)}` },
      });
    expect((await post('a wrong secret')).status).toBe(422);
    expect(await typesOf(of('pm@clinic.test').leadId)).not.toContain('message.bounced');
    expect((await post('a long enough secret')).status).toBe(200);
    expect((await post('a long enough secret')).status).toBe(200);
    expect(
      (await typesOf(of('pm@clinic.test').leadId)).filter((type) => type === 'message.bounced'),
    ).toHaveLength(1);
  });

  it('takes from Postmark neither an absence nor a delay for a mail that came back, and each for what it is', async () => {
    const people = ['AutoResponder', 'DnsError', 'Blocked', 'SpamComplaint', 'Unsubscribe'];
    const { of } = await sentTo(people.map((name) => `${name.toLowerCase()}@types.test`));
    const heard: Record<string, string[]> = {};
    for (const [ID, Type] of people.entries()) {
      const { id, leadId } = of(`${Type.toLowerCase()}@types.test`);
      const { status } = await app.visitor().call('POST', '/api/webhooks/postmark', {
        body: JSON.stringify({ RecordType: 'Bounce', Type, ID: 900 + ID, Metadata: { message: id } }),
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa('hook:a long enough secret')}`,
        },
      });
      expect(status).toBe(200);
      heard[Type] = (await typesOf(leadId)).filter((type) => /bounced|complained|unsubscribed/.test(type));
    }
    expect(heard).toEqual({
      AutoResponder: [],
      DnsError: [],
      Blocked: ['message.bounced'],
      SpamComplaint: ['message.complained'],
      Unsubscribe: ['contact.unsubscribed'],
    });
  });

  it('takes from Postmark that a mail was opened, once, and by a machine apart, where opens are counted', async () => {
    const { of } = await sentTo(['opens@clinic.test']);
    const { id, leadId } = of('opens@clinic.test');
    const { raw = '' } = smtp.received.find(({ to }) => to === 'opens@clinic.test') ?? {};
    const [, sentId] = /^X-PM-Metadata-\w+: (\S+)\r?$/im.exec(raw) ?? [];
    expect(sentId).toBe(id);
    const open = async (UserAgent: string, messageId = sentId) => {
      const { status } = await app.visitor().call('POST', '/api/webhooks/postmark', {
        body: JSON.stringify({
          RecordType: 'Open',
          MessageID: crypto.randomUUID(),
          Recipient: 'opens@clinic.test',
          Metadata: { message: messageId },
          UserAgent,
        }),
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa('hook:a long enough secret')}`,
        },
      });
      expect(status).toBe(200);
    };
    const typesNow = async () => (await typesOf(leadId)).filter((type) => type.startsWith('message.')).sort();
    await open('Mozilla/5.0 (X11)');
    expect(await typesNow()).toEqual(['message.sent']);
    await client.patch('/api/settings/workspace', { countsOpens: true });
    // Of another mail to the same person, such as an invitation or a receipt.
    await open('Mozilla/5.0 (X11)', crypto.randomUUID());
    await open('Mozilla/5.0 (X11)', '');
    expect(await typesNow()).toEqual(['message.sent']);
    for (const agent of [
      'Mozilla/5.0',
      'Mozilla/5.0',
      'Mozilla/5.0 (Macintosh) Mail/3826',
      'Mozilla/5.0 (X11)',
    ])
      await open(agent);
    expect(await typesNow()).toEqual(['message.opened', 'message.preloaded', 'message.sent']);
  });

  /** As SendGrid sends it, with a signature over what it says was sent. */
  const postSendgrid = (
    text: string,
    {
      signed = text,
      timestamp = String(Math.floor(Date.now() / 1000)),
    }: { signed?: string; timestamp?: string | undefined } = {},
  ) =>
    app.visitor().call('POST', '/api/webhooks/sendgrid', {
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign(
          'sha256',
          Buffer.from(timestamp + signed),
          privateKey,
        ).toString('base64'),
      },
    });

  it('takes reports of SendGrid with a good signature over the very bytes', async () => {
    await client.patch('/api/settings/workspace', { countsOpens: true });
    const { of } = await sentTo(['sg@clinic.test']);
    // What cannot be stored keeps nothing that is told with it from being heard.
    const odd = `{"event":"bounce","sg_event_id":"e\\u00000","reason":"550 no \\u0000 room","status":"5.2.1","smtp-id":"<${of('sg@clinic.test').id}@northwind.test>"}`;
    const body = `[ ${odd}, {"event":"spamreport","email":"sg@clinic.test","sg_event_id":"e1","smtp-id":"<${of('sg@clinic.test').id}@northwind.test>"},{"event":"open","sg_event_id":"e2","smtp-id":"<${of('sg@clinic.test').id}@northwind.test>","sg_machine_open":true,"useragent":"Mozilla/5.0 (Mac)"},{"event":7},"news" ]`;
    const post = (text: string, timestamp?: string) => postSendgrid(text, { signed: body, timestamp });
    expect((await post(body.replace('spamreport', 'unsubscribe'))).status).toBe(422);
    expect((await post(body, '1763630000')).status).toBe(422);
    expect((await post(body)).status).toBe(200);
    const types = await typesOf(of('sg@clinic.test').leadId);
    expect(types).toEqual(
      expect.arrayContaining(['message.bounced', 'message.complained', 'message.preloaded']),
    );
  });

  it('takes from SendGrid that a mail was dropped before it left, and of its reason what it says of the person', async () => {
    const reasons = {
      'bounced@drops.test': 'Bounced Address',
      'left@drops.test': 'Unsubscribed Address',
      'cross@drops.test': 'Spam Reporting Address',
      'quota@drops.test': 'Recipient List over Package Quota',
    };
    const { of } = await sentTo(Object.keys(reasons));
    const drops = Object.entries(reasons).map(([email, reason]) => ({
      event: 'dropped',
      email,
      reason,
      sg_event_id: `drop ${email}`,
      'smtp-id': `<${of(email).id}@northwind.test>`,
    }));
    expect((await postSendgrid(JSON.stringify(drops))).status).toBe(200);
    const heardOf = async (email: string) => {
      const { leadId } = of(email);
      const types = (await typesOf(leadId)).filter((type) => /bounced|complained|unsubscribed/.test(type));
      return [...types, (await client.get<Lead>(`/api/leads/${leadId}`)).isSuppressed];
    };
    expect(await heardOf('bounced@drops.test')).toEqual(['message.bounced', true]);
    expect(await heardOf('left@drops.test')).toEqual(['contact.unsubscribed', true]);
    expect(await heardOf('cross@drops.test')).toEqual(['contact.unsubscribed', true]);
    expect(await heardOf('quota@drops.test')).toEqual(['message.bounced', false]);
  });
});

function dsn({ id, to, action, status }: { id: string; to: string; action: string; status: string }): string {
  return [
    'From: Mail Delivery System <mailer-daemon@mx.clinic.test>',
    'To: mia@northwind.test',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${crypto.randomUUID()}@mx.clinic.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.clinic.test',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1',
    ' User unknown',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${id}@northwind.test>`,
    'Subject: Evenings',
    '--b1--',
    '',
  ].join('\n');
}

function arf(id: string, key = `${crypto.randomUUID()}@provider.test`): string {
  return [
    'From: feedback@provider.test',
    'To: mia@northwind.test',
    'Subject: FW: Evenings',
    `Message-ID: <${key}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
    '',
    '--b2',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: FBL/1.0',
    'Version: 1',
    '--b2',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${id}@northwind.test>`,
    'Subject: Evenings',
    '',
    'Hello',
    '--b2--',
    '',
  ].join('\n');
}
