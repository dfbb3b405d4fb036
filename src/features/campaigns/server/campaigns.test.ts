import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, MessageSource } from '#features/delivery/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  buildCampaign,
  createCampaign,
  groupOf,
  messagesOf,
  newAddress,
  untilMessages,
} from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../contract.ts';
import type { CampaignTemplate, LandingSite } from '../contract-landing.ts';
import type { CampaignPreview, ExcludedPerson } from '../contract-preview.ts';

let app: TestApp;
let client: TestClient;
let sql: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  client = await app.as('admin');
  sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

async function refusal(
  body: Record<string, unknown>,
): Promise<{ status: number; fields: Record<string, string> }> {
  const response = await client.call('POST', '/api/campaigns', { body });
  const { fields = {} } = (await response.json()) as { fields?: Record<string, string> };
  return { status: response.status, fields };
}

describe('creating a campaign', () => {
  // S7-09 S3-04 S3-05 S4-09
  it('answers the draft with every field and the default objective', async () => {
    const { groupId } = await groupOf(client, []);
    const campaign = await createCampaign(client, { targetGroups: [groupId] });
    expect(campaign).toMatchObject({
      name: 'Winter evenings',
      objective: 'Lead Generation',
      targetGroups: [groupId],
      landingPageUrl: 'https://landing.test/evenings',
      selectedContentAssets: [],
      channels: ['email'],
      status: 'draft',
      totalLeads: 0,
      emailsSent: 0,
      repliesCount: 0,
      responses: 0,
    });
    expect(await client.get<Campaign[]>('/api/campaigns')).toContainEqual(campaign);
  });

  // S7-08
  it('lists campaigns, newest first', async () => {
    const first = await createCampaign(client);
    const second = await createCampaign(client);
    const ids = (await client.get<Campaign[]>('/api/campaigns')).map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
  });

  // S5-20 S5-21
  it('stores a draft without a lead group, and refuses one without name, landing page or channel', async () => {
    expect((await createCampaign(client, { targetGroups: [] })).status).toBe('draft');
    expect(await refusal(buildCampaign({ name: ' ' }))).toMatchObject({
      status: 400,
      fields: { name: expect.any(String) },
    });
    expect(await refusal(buildCampaign({ landingPageUrl: '' }))).toMatchObject({
      status: 400,
      fields: { landingPageUrl: expect.any(String) },
    });
    expect(await refusal(buildCampaign({ channels: [] }))).toMatchObject({
      status: 400,
      fields: { channels: expect.any(String) },
    });
  });

  // S5-19
  it('refuses to launch without a lead group, and says so at that field', async () => {
    expect(await refusal(buildCampaign({ status: 'active' }))).toMatchObject({
      status: 400,
      fields: { targetGroups: expect.any(String) },
    });
  });

  it('refuses a lead group and an asset that do not exist', async () => {
    const nobody = crypto.randomUUID();
    expect(await refusal(buildCampaign({ targetGroups: [nobody] }))).toMatchObject({
      status: 400,
      fields: { targetGroups: expect.any(String) },
    });
    expect(await refusal(buildCampaign({ selectedContentAssets: [nobody] }))).toMatchObject({ status: 400 });
  });

  it('takes approved assets alone where the workspace says so, when they are chosen and when it is launched', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const asset = await sql.query<{ id: string }>(
      `insert into content_assets (id, name, type, content) values (gen_random_uuid(), 'Spring', 'email', 'Hello.') returning id`,
    );
    const [assetId] = asset.rows.map(({ id }) => id);
    const chosen = { targetGroups: [groupId], selectedContentAssets: [assetId] };
    const draft = await createCampaign(client, chosen);
    const change = (body: object) => client.call('PATCH', `/api/campaigns/${draft.id}`, { body });
    await client.patch('/api/settings/workspace', { approvedContentOnly: true });
    const message = '“Spring” is not approved. Have it approved in the library, or choose another.';
    const fields = { selectedContentAssets: message };
    expect(await refusal(buildCampaign(chosen))).toEqual({ status: 400, fields });
    expect(await (await change({ status: 'active' })).json()).toMatchObject({ fields });
    // What a draft holds already keeps nobody from writing on.
    expect((await change({ name: 'Spring letter' })).status).toBe(200);
    await sql.query(`update content_assets set status = 'approved' where id = $1`, [assetId]);
    expect(await (await change({ status: 'active' })).json()).toMatchObject({ status: 'active' });
    await client.patch('/api/settings/workspace', { approvedContentOnly: false });
  });

  it('launches nothing that has blanks, and names the field', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const steps = [{ channel: 'email', delayHours: 0, subject: 'Soup on [date]', body: 'Hi [see the list]' }];
    const draft = await createCampaign(client, { targetGroups: [groupId], steps });
    const launch = (body: object = {}) =>
      client.call('PATCH', `/api/campaigns/${draft.id}`, { body: { status: 'active', ...body } });
    const refused = await launch();
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      reason: 'blanks',
      fields: { 'steps.0.subject': 'Fill the blanks first: [date].' },
    });
    const filled = steps.map((step) => ({ ...step, subject: 'Soup on Friday' }));
    expect(await (await launch({ steps: filled })).json()).toMatchObject({ status: 'active' });
  });

  it('says in words what is wrong with a merge field, at its step', async () => {
    const steps = [{ channel: 'email', delayHours: 0, subject: 'Hi', body: 'Hi {{petName}}' }];
    const { status, fields } = await refusal(buildCampaign({ steps }));
    expect([status, fields['steps.0.body']]).toEqual([400, expect.stringContaining('{{petName}}')]);
  });

  it.each([
    ['subject', 'Hello\r\nBcc: victim@clinic.test'],
    ['subject', 'Hello\u0007'],
  ])('refuses a %s that would break out of its header', async (field, value) => {
    const steps = [{ channel: 'email', delayHours: 0, body: 'Hi', [field]: value }];
    expect((await refusal(buildCampaign({ steps }))).status).toBe(400);
  });

  it('notes that the engine composed the first messages, one per channel', async () => {
    const campaign = await createCampaign(client, { channels: ['email', 'social_dm', 'whatsapp'] });
    expect(campaign.steps.map(({ channel, composedBy }) => [channel, composedBy])).toEqual([
      ['email', 'Built-in engine'],
      ['social_dm', 'Built-in engine'],
      ['whatsapp', 'Built-in engine'],
    ]);
    const { rows } = await sql.query('select data from events where type = $1 and campaign_id = $2', [
      'campaign.composed',
      campaign.id,
    ]);
    expect(rows).toEqual([{ data: { by: 'Built-in engine' } }]);
  });

  it('is left to members: a viewer reads', async () => {
    const viewer = await app.as('viewer');
    expect((await viewer.call('POST', '/api/campaigns', { body: buildCampaign() })).status).toBe(403);
    expect((await viewer.call('GET', '/api/campaigns')).status).toBe(200);
  });
});

describe('a launched campaign', () => {
  // S7-10 S1-03 S4-09
  it('gives everybody their own message, and stays active', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      { name: 'Ann Lee', email: newAddress('ann') },
      { name: 'Bob Ray', email: newAddress('bob'), legalGround: 'customer' },
    ]);
    const { id, status } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    expect(status).toBe('active');
    const messages = await untilMessages(client, id, { outbox: 2 });
    expect(messages.map(({ leadId }) => leadId).sort()).toEqual([...leadIds].sort());
    const [ann, bob] = leadIds.map((leadId) => messages.find((message) => message.leadId === leadId));
    expect(ann?.body).toContain('Hi Ann,');
    expect(bob?.body).toContain('Hi Bob,');
    expect(ann?.body.replaceAll(/\/[ru]\/[\w-]+/g, '')).not.toBe(bob?.body.replaceAll(/\/[ru]\/[\w-]+/g, ''));
    expect(ann).toMatchObject({
      channel: 'email',
      subject: expect.any(String),
      sentAt: expect.any(String),
      reason: 'no_mail_server',
    });
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      status: 'active',
      messagesSent: 2,
      emailsSent: 2,
      isPreparing: false,
      totalLeads: 2,
    });
    // One comes back later: it was sent all the same, as the dashboard counts it.
    await sql.query(`update messages set status = 'bounced' where id = $1`, [ann?.id]);
    expect(await client.get<Campaign>(`/api/campaigns/${id}`)).toMatchObject({
      messagesSent: 2,
      emailsSent: 2,
      messages: { outbox: 1, bounced: 1 },
    });
  });

  it('carries nobody on whose mail stays in the outbox for want of a mail server, but whoever has a practice address', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      { email: newAddress() },
      { email: 'practice-person@example.com' },
    ]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { outbox: 2 });
    const written = await Promise.all(leadIds.map((leadId) => client.get<Lead>(`/api/leads/${leadId}`)));
    expect(written.map(({ stage, lastContact }) => [stage, lastContact !== null])).toEqual([
      ['new', false],
      ['contacted', true],
    ]);
  });

  it('leads through a tracked link to the landing page with its UTM values, without a condition', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const campaign = await createCampaign(client, {
      name: 'Diabetes Evenings 2027',
      allowsCondition: true,
      status: 'active',
      targetGroups: [groupId],
      landingPageUrl: 'https://landing.test/a?ref=1',
    });
    const [message] = await untilMessages(client, campaign.id, { outbox: 1 });
    const path = /\/r\/[\w-]+/.exec(message?.body ?? '')?.[0] ?? '';
    const answer = await app.visitor().call('GET', path);
    const target = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, target.origin, target.searchParams.get('ref')]).toEqual([
      302,
      'https://landing.test',
      '1',
    ]);
    expect(target.searchParams.get('utm_campaign')).toBe('evenings-2027');
  });

  it('leaves out who has no address, failed the check or objected, and the preview counts them', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      { email: newAddress() },
      { name: 'No Address' },
      { email: newAddress() },
      { email: newAddress() },
    ]);
    await sql.query(`update leads set contact_status = 'verification_failed' where id = $1`, [leadIds[2]]);
    await sql.query(
      `insert into suppressions (id, contact_hash, reason) select $1, contact_hash, 'unsubscribed' from leads where id = $2`,
      [crypto.randomUUID(), leadIds[3]],
    );
    const body = { targetGroups: [groupId], channels: ['email'], landingPageUrl: 'https://landing.test/' };
    const preview = await client.post<CampaignPreview>('/api/campaigns/preview', body);
    expect(preview).toMatchObject({
      recipients: 1,
      totalLeads: 4,
      estimatedMessages: 4,
      estimatedCostCents: 20,
    });
    expect(Object.fromEntries(preview.excluded.map(({ reason, count }) => [reason, count]))).toEqual({
      no_address: 1,
      verification_failed: 1,
      suppressed: 1,
    });
    const excluded = async (reason: string): Promise<string[]> => {
      const query = new URLSearchParams({ targetGroups: groupId, channels: 'email', reason });
      return (await client.get<ExcludedPerson[]>(`/api/campaigns/excluded?${query}`)).map(({ id }) => id);
    };
    expect(await excluded('no_address'), 'the people behind each count').toEqual([leadIds[1]]);
    expect(await excluded('verification_failed')).toEqual([leadIds[2]]);
    expect(await excluded('suppressed')).toEqual([leadIds[3]]);
    expect(preview.sample?.leadId).toBe(leadIds[0]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const messages = await untilMessages(client, id, { outbox: 1 });
    expect(messages[0]?.leadId).toBe(leadIds[0]);
    expect(preview.sample?.messages[0]?.subject).toBe(messages[0]?.subject);
  });

  it('lists excluded people page by page', async () => {
    const { groupId, leadIds } = await groupOf(client, [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
    const query = new URLSearchParams({ targetGroups: groupId, channels: 'email', reason: 'no_address' });
    const first = await client.call('GET', `/api/campaigns/excluded?${query}&limit=2`);
    expect(first.headers.get('x-total-count')).toBe('3');
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const pages = [await first.json(), await client.get<ExcludedPerson[]>(next)].flat();
    expect(pages.map(({ id }: ExcludedPerson) => id)).toEqual([...leadIds].sort());
    for (const wrong of ['cursor=nothing', 'targetGroups=all', 'channels=pigeon', 'reason=taste']) {
      const [key = '', value = ''] = wrong.split('=');
      const response = await client.call(
        'GET',
        `/api/campaigns/excluded?${new URLSearchParams({ ...Object.fromEntries(query), [key]: value })}`,
      );
      expect(response.status, wrong).toBe(400);
    }
  });

  it('shows a message of the outbox in full', async () => {
    const to = newAddress();
    const { groupId } = await groupOf(client, [{ email: to }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const [message] = await untilMessages(client, id, { outbox: 1 });
    const source = await client.get<MessageSource>(`/api/messages/${message?.id}/source`);
    expect(source).toMatchObject({ to, subject: message?.subject, text: message?.body });
    expect(source.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  it('shows who only reads the whole message without what its links know the person by', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress(), phone: '+447700900669' }]);
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['email', 'whatsapp'],
      targetGroups: [groupId],
    });
    const messages = await untilMessages(client, id, { outbox: 1, manual: 1 });
    const mail = messages.find(({ channel }) => channel === 'email');
    const tokens = new Set(
      [...(mail?.body ?? '').matchAll(/\/[unr]\/([\w-]{22})/g)].map(([, token]) => token),
    );
    expect(tokens.size).toBe(2);
    const viewer = await app.as('viewer');
    const read = await messagesOf(viewer, id);
    expect(read.map(({ deepLink }) => deepLink)).toEqual([null, null]);
    const source = await viewer.get<MessageSource>(`/api/messages/${mail?.id}/source`);
    // Quoted-printable breaks its lines anywhere.
    const seen = `${JSON.stringify(read)} ${source.text} ${source.raw.replaceAll('=\r\n', '')}`;
    for (const kind of ['u', 'n', 'r']) {
      expect(seen).not.toMatch(new RegExp(`/${kind}/[\\w-]{22}`));
      expect(seen).toContain(`/${kind}/…`);
    }
    expect(source).toMatchObject({ to: mail?.to, subject: mail?.subject });
  });

  it('leaves social messages to a person, who marks them as sent once', async () => {
    const { groupId } = await groupOf(client, [
      { handle: 'dana', platform: 'reddit', phone: '+447700900666' },
    ]);
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['social_dm', 'whatsapp'],
      targetGroups: [groupId],
    });
    const messages = await untilMessages(client, id, { manual: 2 });
    const direct = messages.find(({ channel }) => channel === 'social_dm');
    expect(direct).toMatchObject({
      to: 'dana',
      deepLink: expect.stringContaining('reddit.com'),
      subject: null,
    });
    expect(messages.find(({ channel }) => channel === 'whatsapp')?.deepLink).toMatch(
      /^https:\/\/wa\.me\/447700900666\?text=Hi/,
    );
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect(await client.post(`/api/messages/${direct?.id}/mark-sent`)).toMatchObject({
        status: 'sent',
        deepLink: null,
      });
    }
    const { rows } = await sql.query('select data from events where type = $1 and message_id = $2', [
      'message.sent',
      direct?.id,
    ]);
    expect(rows).toEqual([{ data: { transport: 'manual' } }]);
  });

  it('takes what waits for people from those who unsubscribed: no link, no mark, and the reason beside it', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress(), handle: 'finn', platform: 'reddit' }]);
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['email', 'social_dm'],
      targetGroups: [groupId],
    });
    const messages = await untilMessages(client, id, { outbox: 1, manual: 1 });
    const mail = messages.find(({ channel }) => channel === 'email');
    const direct = messages.find(({ channel }) => channel === 'social_dm');
    expect(direct?.deepLink).toContain('reddit.com');
    const { raw } = await client.get<MessageSource>(`/api/messages/${mail?.id}/source`);
    const [, leave = ''] = /^List-Unsubscribe: <[^>]*(\/u\/[\w-]+)>/m.exec(raw) ?? [];
    expect((await app.visitor().call('POST', leave)).status).toBe(200);
    const after = (await messagesOf(client, id)).find(({ channel }) => channel === 'social_dm');
    expect(after).toMatchObject({
      status: 'manual',
      deepLink: null,
      reason: 'suppressed',
      note: 'Not to be sent any more: unsubscribed or objected.',
    });
    const refused = await client.call('POST', `/api/messages/${direct?.id}/mark-sent`);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ message: 'Not to be sent any more: unsubscribed or objected.' }),
    ]);
  });

  it('holds the person before their messages where one is marked as sent, and the next counts from there', async () => {
    const { groupId, leadIds } = await groupOf(client, [{ handle: 'erin', platform: 'reddit' }]);
    const step = { channel: 'social_dm', body: 'Hello' };
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['social_dm'],
      targetGroups: [groupId],
      steps: [
        { ...step, delayHours: 0 },
        { ...step, delayHours: 48 },
      ],
    });
    const messages = await untilMessages(client, id, { manual: 2 });
    const [first, next] = messages.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
    await sql.query(`update messages set due_at = now() - interval '9 days' where campaign_id = $1`, [id]);
    // Somebody edits the person at this moment.
    await sql.query('begin');
    await sql.query('select from leads where id = $1 for update', [leadIds[0]]);
    const marked = client.post<Message>(`/api/messages/${first?.id}/mark-sent`);
    try {
      await expect
        .poll(
          async () => {
            const { rows } = await sql.query(
              `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
            );
            return rows.length;
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0);
      await sql.query('select from messages where campaign_id = $1 for update nowait', [id]);
    } finally {
      await sql.query('commit');
    }
    const { sentAt } = await marked;
    const { rows } = await sql.query<{ due_at: Date }>('select due_at from messages where id = $1', [
      next?.id,
    ]);
    expect(Number(rows[0]?.due_at) - Date.parse(sentAt ?? '')).toBe(48 * 3_600_000);
  });

  it('refuses to mark what does not wait for a person', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    const [message] = await untilMessages(client, id, { outbox: 1 });
    expect((await client.call('POST', `/api/messages/${message?.id}/mark-sent`)).status).toBe(422);
  });

  it('pages its messages, each once', async () => {
    const { groupId } = await groupOf(
      client,
      Array.from({ length: 7 }, () => ({ email: newAddress() })),
    );
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { outbox: 7 });
    const seen: string[] = [];
    let path: string | undefined = `/api/campaigns/${id}/messages?limit=3`;
    while (path) {
      const response = await client.call('GET', path);
      expect(response.headers.get('x-total-count')).toBe('7');
      seen.push(...((await response.json()) as { id: string }[]).map((message) => message.id));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
    expect((await client.call('GET', `/api/campaigns/${id}/messages?cursor=nonsense`)).status).toBe(400);
  });
});

describe('changing a campaign', () => {
  // S7-11 S4-13
  it('changes what is given and leaves the rest as it is', async () => {
    const { groupId } = await groupOf(client, []);
    const campaign = await createCampaign(client, {
      objective: 'Invite people to the open day',
      targetGroups: [groupId],
    });
    const changed = await client.patch<Campaign>(`/api/campaigns/${campaign.id}`, { name: 'Another name' });
    expect(changed).toMatchObject({
      name: 'Another name',
      objective: 'Invite people to the open day',
      targetGroups: [groupId],
      status: 'draft',
      version: campaign.version + 1,
    });
  });

  it('refuses a change on top of an older version', async () => {
    const { id, version } = await createCampaign(client);
    await client.patch(`/api/campaigns/${id}`, { name: 'First', version });
    const late = await client.call('PATCH', `/api/campaigns/${id}`, { body: { name: 'Second', version } });
    expect(late.status).toBe(409);
    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).name).toBe('First');
  });

  it('launches a draft, once', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, { targetGroups: [groupId] });
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await client.patch<Campaign>(`/api/campaigns/${id}`, { status: 'active' })).status).toBe(
        'active',
      );
    }
    await untilMessages(client, id, { outbox: 1 });
    const { rows } = await sql.query('select 1 from events where type = $1 and campaign_id = $2', [
      'campaign.launched',
      id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('refuses to launch a draft without a lead group, and to make a running one a draft', async () => {
    const draft = await createCampaign(client);
    expect(
      (await client.call('PATCH', `/api/campaigns/${draft.id}`, { body: { status: 'active' } })).status,
    ).toBe(400);
    const { groupId } = await groupOf(client, []);
    const running = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    expect(
      (await client.call('PATCH', `/api/campaigns/${running.id}`, { body: { status: 'draft' } })).status,
    ).toBe(422);
    expect(
      (await client.call('PATCH', `/api/campaigns/${running.id}`, { body: { targetGroups: [] } })).status,
    ).toBe(400);
  });

  // S4-12
  it('a running one applies it at once: a new group is written to, a removed one is not', async () => {
    const first = await groupOf(client, [{ email: newAddress() }], 'First');
    const second = await groupOf(client, [{ email: newAddress() }], 'Second');
    const steps = [
      { channel: 'email', delayHours: 0, subject: 'One', body: 'First letter' },
      { channel: 'email', delayHours: 24, subject: 'Two', body: 'Second letter' },
    ];
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [first.groupId], steps });
    await untilMessages(client, id, { outbox: 1, queued: 1 });
    await client.patch(`/api/campaigns/${id}`, { targetGroups: [second.groupId] });
    const messages = await untilMessages(client, id, { outbox: 2, queued: 1, skipped: 1 });
    expect(messages.find(({ status }) => status === 'skipped')).toMatchObject({
      leadId: first.leadIds[0],
      reason: 'group_removed',
    });
    await client.patch(`/api/campaigns/${id}`, { targetGroups: [first.groupId, second.groupId] });
    await untilMessages(client, id, { outbox: 2, queued: 2 });
  });

  it('what has not left follows the new text, what has left shows the old one', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const letter = (body: string) => [
      { channel: 'email', delayHours: 0, subject: 'One', body: 'First letter' },
      { channel: 'email', delayHours: 24, subject: 'Two', body },
    ];
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: letter('Old words'),
    });
    await untilMessages(client, id, { outbox: 1, queued: 1 });
    await client.patch(`/api/campaigns/${id}`, {
      steps: letter('New words').map((step) =>
        step.subject === 'One' ? { ...step, body: 'Changed too late' } : step,
      ),
    });
    const messages = await messagesOf(client, id);
    expect(messages.find(({ status }) => status === 'queued')?.body).toContain('New words');
    expect(messages.find(({ status }) => status === 'outbox')?.body).toContain('First letter');
    expect(messages).toHaveLength(2);
  });

  it('a channel that is taken out and comes back reaches nobody twice', async () => {
    const { groupId } = await groupOf(client, [
      { email: newAddress(), handle: 'danawrites', platform: 'reddit' },
    ]);
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['email', 'social_dm'],
      targetGroups: [groupId],
    });
    await untilMessages(client, id, { outbox: 1, manual: 1 });
    await client.patch(`/api/campaigns/${id}`, { channels: ['social_dm'] });
    await client.patch(`/api/campaigns/${id}`, { channels: ['email'] });
    await untilMessages(client, id, { outbox: 1, skipped: 1 });
    await client.patch(`/api/campaigns/${id}`, { channels: ['email', 'social_dm'] });
    await untilMessages(client, id, { outbox: 1, manual: 1 });
    expect(await messagesOf(client, id)).toHaveLength(2);
  });

  it('a follow-up added later counts from when the message before it left', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const steps = [{ channel: 'email', delayHours: 0, subject: 'One', body: 'First' }];
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], steps });
    const [first] = await untilMessages(client, id, { outbox: 1 });
    await client.patch(`/api/campaigns/${id}`, {
      steps: [...steps, { channel: 'email', delayHours: 48, subject: 'Two', body: 'Second' }],
    });
    const messages = await untilMessages(client, id, { outbox: 1, queued: 1 });
    const followUp = messages.find(({ status }) => status === 'queued');
    expect(Date.parse(followUp?.dueAt ?? '') - Date.parse(first?.sentAt ?? '')).toBe(48 * 3_600_000);
  });
});

describe('a schedule that is changed after the launch', () => {
  const HOUR_MS = 3_600_000;
  const sequence = (delayHours: number) => [
    { channel: 'email', delayHours: 0, subject: 'One', body: 'First' },
    { channel: 'email', delayHours, subject: 'Two', body: 'Second' },
    { channel: 'email', delayHours: 48, subject: 'Three', body: 'Third' },
  ];
  const dueOf = (messages: Message[]): number[] =>
    messages.map(({ dueAt }) => Date.parse(dueAt ?? '')).sort((one, other) => one - other);

  it('moves what waits to the new start and what follows it, counted as affected before', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const day = (days: number): string => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
    const fields = { targetGroups: [groupId], steps: sequence(72), startsAt: day(2) };
    const { id } = await createCampaign(client, { ...fields, status: 'active' });
    await untilMessages(client, id, { queued: 3 });
    const startsAt = day(5);
    const preview = await client.post<CampaignPreview>('/api/campaigns/preview', {
      ...buildCampaign({ ...fields, startsAt }),
      campaignId: id,
    });
    expect(preview.affected).toBe(1);
    await client.patch(`/api/campaigns/${id}`, { startsAt });
    const start = Date.parse(startsAt);
    expect(dueOf(await messagesOf(client, id))).toEqual([start, start + 72 * HOUR_MS, start + 120 * HOUR_MS]);

    await client.patch(`/api/campaigns/${id}`, { startsAt: null });
    await untilMessages(client, id, { outbox: 1, queued: 2 });
  });

  it('brings a step so much sooner or later as its distance has changed, also where the step before it has left', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: sequence(72),
    });
    const [first] = await untilMessages(client, id, { outbox: 1, queued: 2 });
    const leftAt = Date.parse(first?.sentAt ?? '');
    await expect.poll(async () => dueOf(await messagesOf(client, id))[1]).toBe(leftAt + 72 * HOUR_MS);
    await client.patch(`/api/campaigns/${id}`, { steps: sequence(24) });
    const [, second = 0, third = 0] = dueOf(await messagesOf(client, id));
    expect(second).toBe(leftAt + 24 * HOUR_MS);
    expect(Math.round((third - second) / HOUR_MS)).toBe(48);
  });

  it('leaves each step of a sequence that has begun, or may have, where it is when the start moves', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: sequence(72),
    });
    const [first] = await untilMessages(client, id, { outbox: 1, queued: 2 });
    const second = Date.parse(first?.sentAt ?? '') + 72 * HOUR_MS;
    await expect.poll(async () => dueOf(await messagesOf(client, id))[1]).toBe(second);
    const before = dueOf(await messagesOf(client, id));
    const startIn = (days: number) =>
      client.patch(`/api/campaigns/${id}`, {
        startsAt: new Date(Date.now() + days * 24 * HOUR_MS).toISOString(),
      });
    await startIn(30);
    expect(dueOf(await messagesOf(client, id))).toEqual(before);
    await sql.query(`update messages set status = 'unconfirmed', sent_at = null where id = $1`, [first?.id]);
    await startIn(40);
    expect(dueOf(await messagesOf(client, id))).toEqual(before);
  });

  it('holds what was tried already until a start that is postponed, and never brings it forward', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }, { email: newAddress() }]);
    const startIn = (days: number): string => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      startsAt: startIn(1),
    });
    const [first, other] = await untilMessages(client, id, { queued: 2 });
    await client.post(`/api/campaigns/${id}/pause`);
    await sql.query(
      `update messages set attempts = 1, due_at = now() + case when id = $2 then interval '9 days' else '-1 hour' end
        where campaign_id = $1`,
      [id, other?.id],
    );
    const startsAt = startIn(3);
    await client.patch(`/api/campaigns/${id}`, { startsAt });
    const dueOfOne = async (one: Message | undefined) =>
      Date.parse((await messagesOf(client, id)).find((message) => message.id === one?.id)?.dueAt ?? '');
    expect(await dueOfOne(first)).toBe(Date.parse(startsAt));
    const deferredTo = await dueOfOne(other);
    expect(deferredTo).toBeGreaterThan(Date.now() + 8 * 24 * HOUR_MS);
    await client.patch(`/api/campaigns/${id}`, { startsAt: startIn(2) });
    expect(await dueOfOne(other)).toBe(deferredTo);
  });

  it('keeps to the days of a window that is chosen later', async () => {
    const { groupId } = await groupOf(client, [{ email: newAddress() }]);
    const startsAt = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], startsAt });
    await untilMessages(client, id, { queued: 1 });
    const [start = 0] = dueOf(await messagesOf(client, id));
    const other = (new Date(start).getUTCDay() + 1) % 7 || 7;
    await client.patch(`/api/campaigns/${id}`, {
      sendWindow: { days: [other], from: '09:00', until: '17:00' },
    });
    const [message] = await messagesOf(client, id);
    const due = new Date(message?.dueAt ?? '');
    expect([due.getUTCDay() || 7, due.getUTCMinutes()]).toEqual([other, 0]);
    await client.patch(`/api/campaigns/${id}`, { sendWindow: null });
    expect(dueOf(await messagesOf(client, id))).toEqual([start]);
  });
});

describe('templates and landing pages', () => {
  // S3-06 S2.8-07
  it('answers three templates with every field', async () => {
    const templates = await client.get<CampaignTemplate[]>('/api/campaign-templates');
    expect(templates).toHaveLength(3);
    for (const template of templates) {
      expect(Object.keys(template).sort()).toEqual(
        [
          'description',
          'id',
          'landingPageUrl',
          'message',
          'name',
          'performance',
          'targetSegment',
          'utmMedium',
          'utmSource',
        ].sort(),
      );
    }
  });

  // S2.8-07
  it('a campaign can be started from each', async () => {
    for (const { id, message, targetSegment } of await client.get<CampaignTemplate[]>(
      '/api/campaign-templates',
    )) {
      const campaign = await createCampaign(client, { templateId: id });
      expect(campaign).toMatchObject({ templateId: id, targetSegment });
      expect(campaign.steps[0]?.body).toBe(message);
    }
  });

  // S7-21 S7-22 S3-13 S5-14
  it('a landing page needs name and url and is then in the list', async () => {
    const site = await client.post<LandingSite>('/api/landing-sites', {
      name: 'Evenings',
      url: 'https://landing.test/e',
    });
    expect(site).toEqual({
      assetId: null,
      id: expect.any(String),
      name: 'Evenings',
      url: 'https://landing.test/e',
      description: '',
    });
    expect(await client.get('/api/landing-sites')).toContainEqual(site);
    for (const lack of [
      { name: 'x' },
      { url: 'https://landing.test/' },
      { name: 'x', url: 'javascript:alert(1)' },
    ]) {
      expect((await client.call('POST', '/api/landing-sites', { body: lack })).status).toBe(400);
    }
  });
});
