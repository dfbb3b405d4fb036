import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { changeWorkspace } from '#features/settings/server/workspace.ts';
import type { Suppression } from '#features/suppressions/contract.ts';
import { newId } from '#kit/id.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview, PreflightCheck } from '../../contract-preview.ts';

describe('before a launch', () => {
  let app: TestApp;
  let client: TestClient;
  let smtp: TestMailServer;

  beforeAll(async () => {
    smtp = await startMailServer();
    app = await startTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Mia <mia@sender.invalid>' } });
    client = await app.as('admin');
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const fields = (groupId: string, body = 'Hi {{firstName|there}}, see {{landingPage}}') => ({
    name: 'Evenings',
    channels: ['email'],
    targetGroups: [groupId],
    landingPageUrl: 'http://127.0.0.1:1/evenings',
    steps: [{ channel: 'email', delayHours: 0, subject: 'Evenings for {{firstName|you}}', body }],
  });

  it('sends a test to oneself as the recipient would get it, and counts nothing', async () => {
    const { groupId } = await groupOf(client, [{ name: 'Ann Lee', email: 'ann@clinic.test' }]);
    expect(await client.post('/api/campaigns/test-mail', fields(groupId))).toMatchObject({
      outcome: 'sent',
      to: 'admin@yarrow.test',
    });
    const [received] = smtp.received.splice(0);
    const mail = await PostalMime.parse(received?.raw ?? '');
    expect(received?.to).toBe('admin@yarrow.test');
    expect(mail).toMatchObject({ subject: '[Test] Evenings for Ann' });
    expect(mail.text).toContain('Hi Ann, see');
    expect(mail.html).toContain('Hi Ann');
    expect(await client.get('/api/campaigns')).toEqual([]);
    const blocked = await client.call('POST', '/api/campaigns/test-mail', {
      body: fields(groupId, 'Our tea cures insomnia for good. {{landingPage}}'),
    });
    expect(blocked.status).toBe(422);
    expect(smtp.received).toEqual([]);
  });

  it('looks at records, links, unsubscribe and address', async () => {
    const { groupId } = await groupOf(client, [{ email: 'bob@clinic.test' }], 'Preflight');
    await changeWorkspace(app.app.context, { postalAddress: '' });
    const checks = await client.post<PreflightCheck[]>('/api/campaigns/preflight', fields(groupId));
    expect(checks.map(({ id }) => id)).toEqual([
      'server',
      'spf',
      'dkim',
      'dmarc',
      'links',
      'unsubscribe',
      'postal-address',
    ]);
    const stateOf = (id: string) => checks.find((check) => check.id === id)?.state;
    // A link on this very machine is not called; nobody outside could open it either.
    expect([stateOf('server'), stateOf('links'), stateOf('unsubscribe'), stateOf('postal-address')]).toEqual([
      'good',
      'bad',
      'bad',
      'bad',
    ]);
  });

  it('says who has written and waits for an answer, before they get the next mail', async () => {
    const people = [{ email: 'ira@waits.test' }, { email: 'jo@waits.test' }, { email: 'ki@waits.test' }];
    const { groupId, leadIds } = await groupOf(client, people, 'Waiting');
    const [ira = '', jo = ''] = leadIds;
    const wrote = (leadId: string, label: string | null) =>
      app.app.db.execute(sql`insert into inbound_mails (id, source_key, kind, lead_id, from_address, subject, text, label, received_at)
        values (${newId()}, ${newId()}, 'reply', ${leadId}, '', '', 'Is it vegan?', ${label}, now())`);
    await wrote(ira, 'question');
    await wrote(ira, null);
    await wrote(jo, 'stop');
    const found = async () =>
      (await client.post<PreflightCheck[]>('/api/campaigns/preflight', fields(groupId))).find(
        ({ id }) => id === 'unanswered',
      );
    expect(await found()).toMatchObject({
      state: 'warn',
      text: expect.stringMatching(/^1 of these people has/),
    });
    await app.app.db.execute(sql`update inbound_mails set done_at = now() where lead_id = ${ira}`);
    expect(await found()).toBeUndefined();
  });

  // S4-12
  it('says how many people a change would touch, and copies a campaign into a draft', async () => {
    const { groupId } = await groupOf(
      client,
      [{ email: 'eve@clinic.test' }, { email: 'zoe@clinic.test' }],
      'Running',
    );
    const { id } = await createCampaign(client, {
      ...fields(groupId),
      status: 'active',
      sendWindow: null,
      steps: [
        { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
        { channel: 'email', delayHours: 24, subject: 'Two', body: 'Second' },
      ],
    });
    await untilMessages(client, id, { sent: 2, queued: 2 });
    const preview = await client.post<CampaignPreview>('/api/campaigns/preview', {
      ...fields(groupId),
      campaignId: id,
    });
    expect(preview).toMatchObject({ affected: 2, hasMailServer: true });
    const affectedBy = async (first: string, second: string): Promise<number | null> => {
      const steps = [
        { channel: 'email', delayHours: 0, subject: 'One', body: first },
        { channel: 'email', delayHours: 24, subject: 'Two', body: second },
      ];
      const change = { ...fields(groupId), sendWindow: null, campaignId: id, steps };
      return (await client.post<CampaignPreview>('/api/campaigns/preview', change)).affected;
    };
    expect(await affectedBy('First, once more', 'Second'), 'everybody has had it').toBe(0);
    expect(await affectedBy('First', 'Second, once more')).toBe(2);
    const copy = await client.post<Campaign>(`/api/campaigns/${id}/duplicate`);
    expect(copy).toMatchObject({
      name: 'Copy of Evenings',
      status: 'draft',
      targetGroups: [groupId],
      launchedAt: null,
    });
    expect(copy.steps.map(({ subject, body }) => [subject, body])).toEqual([
      ['One', 'First'],
      ['Two', 'Second'],
    ]);
  });

  it('puts a campaign away that does not run, and takes it out again', async () => {
    const { groupId } = await groupOf(client, [{ email: 'archive@clinic.test' }], 'Archive');
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const call = (path: string) => client.call('POST', `/api/campaigns/${id}/${path}`);
    const listed = async (query = '') =>
      (await client.get<Campaign[]>(`/api/campaigns${query}`)).some((campaign) => campaign.id === id);
    expect((await call('archive')).status).toBe(422);
    await call('pause');
    expect((await call('archive')).status).toBe(200);
    expect((await call('archive')).status).toBe(200);
    expect([await listed(), await listed('?archived=true')]).toEqual([false, true]);
    const refused = await call('resume');
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ reason: 'archived', message: expect.stringContaining('archive') }),
    ]);
    expect((await client.call('PATCH', `/api/campaigns/${id}`, { body: { name: 'Other' } })).status).toBe(
      422,
    );
    expect(await client.post<Campaign>(`/api/campaigns/${id}/unarchive`)).toMatchObject({
      status: 'paused',
      archivedAt: null,
    });
    expect([await listed(), await listed('?archived=true')]).toEqual([true, false]);
  });

  it('takes off the list what may be, in writing, and the person’s own wish only on their later word', async () => {
    const { leadIds } = await groupOf(
      client,
      [
        { name: 'Lou Ray', email: 'lou@clinic.test' },
        { name: 'Pat Kay', email: 'pat@clinic.test' },
      ],
      'Lifted',
    );
    const [lou, pat] = leadIds;
    await client.post('/api/suppressions', { text: 'lou@clinic.test' });
    const entryOf = async (leadId: string | undefined) =>
      (await client.get<Suppression[]>('/api/suppressions?limit=200')).find((one) => one.leadId === leadId);
    const reason = 'Entered by mistake, the list belongs to another shop.';
    const lift = (id: string | undefined, body: Record<string, unknown> = { reason }) =>
      client.call('POST', `/api/suppressions/${id}/lift`, { body });
    const byHand = await entryOf(lou);
    expect((await lift(byHand?.id, { reason: 'because' })).status).toBe(400);
    expect((await lift(byHand?.id)).status).toBe(204);
    expect((await lift(byHand?.id)).status).toBe(204);
    expect(await entryOf(lou)).toBeUndefined();
    const trail = await client.get<{ action: string; reason: string | null; details: unknown }[]>(
      `/api/audit?subject=lead:${lou}`,
    );
    expect(trail.filter(({ action }) => action === 'suppression.lifted')).toEqual([
      expect.objectContaining({ reason, details: expect.objectContaining({ was: 'manual' }) }),
    ]);

    await suppress(app.app.db, {
      contactHash: hashContact(app.app.context, 'email', 'pat@clinic.test'),
      reason: 'unsubscribed',
      leadId: pat ?? null,
    });
    const own = await entryOf(pat);
    const refused = await lift(own?.id);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ reason: 'own_wish', message: expect.stringContaining('agreed anew') }),
    ]);
    expect(await entryOf(pat)).toBeDefined();
    await client.post(`/api/leads/${pat}/consents`, {
      channel: 'email',
      purpose: 'marketing',
      ground: 'consent',
      source: 'in_person',
      sourceUrl: null,
      textVersion: 'fair-2026',
      proof: 'Signed card of the fair.',
      expiresAt: null,
    });
    expect((await lift(own?.id)).status).toBe(204);
    expect(await entryOf(pat)).toBeUndefined();
    // They agreed to mail; nothing else opens with it.
    const { channels } = await client.get<{ channels: { channel: string; obstacle: string | null }[] }>(
      `/api/leads/${pat}/consents`,
    );
    expect(channels.filter(({ obstacle }) => obstacle === null).map(({ channel }) => channel)).toEqual([
      'email',
    ]);
  });

  it('keeps the person’s own word before what was entered by hand, and their last word before a consent', async () => {
    const { leadIds } = await groupOf(client, [{ name: 'Jo Fox', email: 'jo@clinic.test' }], 'Own word');
    const leadId = leadIds[0] ?? '';

    const contactHash = hashContact(app.app.context, 'email', 'jo@clinic.test');
    const unsubscribe = () => suppress(app.app.db, { contactHash, reason: 'unsubscribed', leadId });
    const enter = () => client.post('/api/suppressions', { text: 'jo@clinic.test' });
    const entry = async () =>
      (await client.get<Suppression[]>('/api/suppressions?limit=200')).find((one) => one.leadId === leadId);
    const lift = async () =>
      client.call('POST', `/api/suppressions/${(await entry())?.id}/lift`, {
        body: { reason: 'Entered by mistake, the list belongs to another shop.' },
      });
    await enter();
    expect(await unsubscribe(), 'on the list already').toBe(false);
    await enter();
    expect(await entry()).toMatchObject({ reason: 'unsubscribed' });
    expect((await lift()).status).toBe(422);

    await client.post(`/api/leads/${leadId}/consents`, {
      channel: 'email',
      purpose: 'marketing',
      ground: 'consent',
      source: 'in_person',
      sourceUrl: null,
      textVersion: 'fair-2026',
      proof: 'Signed card of the fair.',
      expiresAt: null,
    });
    await unsubscribe();
    expect((await lift()).status, 'they have said so again since').toBe(422);
    expect(await entry()).toBeDefined();
  });

  it('lists, takes in and gives out who may not be written to', async () => {
    const { leadIds } = await groupOf(
      client,
      [{ name: 'Kim Roe', email: 'kim+news@clinic.test' }],
      'Suppressed',
    );
    const text = 'KIM@clinic.test nobody@other.test jo@bücher.test\nnot an address';
    expect(await client.post('/api/suppressions', { text })).toEqual({
      added: 3,
      known: 0,
      refused: ['not an address'],
    });
    expect(await client.post('/api/suppressions', { text: 'kim@clinic.test' })).toMatchObject({
      added: 0,
      known: 1,
    });
    const list = await client.get<Suppression[]>('/api/suppressions?reason=manual');
    expect(list.map(({ leadId, name }) => [leadId, name])).toEqual(
      expect.arrayContaining([
        [leadIds[0], 'Kim Roe'],
        [null, null],
      ]),
    );
    const file = await (await client.call('GET', '/api/suppressions/export')).text();
    expect(file).toContain('Kim Roe,kim+news@clinic.test,manual');
    expect(file).not.toContain('nobody@other.test');
  });
});
