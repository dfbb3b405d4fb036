import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import type { Message } from '#features/delivery/contract.ts';
import { removeDeletedPeople } from '#features/privacy/server/erase-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview, ExcludedPerson } from '../../contract-preview.ts';

let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  client = await app.as('admin');
});
afterAll(() => app.close());

const preview = (groupId: string, change: Record<string, unknown> = {}) =>
  client.post<CampaignPreview>('/api/campaigns/preview', {
    channels: ['email'],
    targetGroups: [groupId],
    ...change,
  });
const excludedOf = ({ excluded }: CampaignPreview) =>
  Object.fromEntries(excluded.map(({ reason, count }) => [reason, count]));
const peopleOf = (groupId: string, reason: string, more = '') =>
  client.get<ExcludedPerson[]>(
    `/api/campaigns/excluded?targetGroups=${groupId}&channels=email&reason=${reason}${more}`,
  );

it('writes once to a mailbox that Google knows by several addresses', async () => {
  const { groupId } = await groupOf(
    client,
    [
      { name: 'Jo Lee', email: 'jo.lee.ray@gmail.com' },
      { name: 'Jo L.', email: 'joleeray@googlemail.com', phone: '+447700900444' },
      { name: 'Jo at work', email: 'jo.leeray@clinic.test' },
    ],
    'Twins',
  );
  const counted = await preview(groupId);
  expect([counted.recipients, excludedOf(counted)]).toEqual([2, { duplicate: 1 }]);
  expect((await peopleOf(groupId, 'duplicate')).map(({ name }) => name)).toEqual(['Jo L.']);
  const second = await preview(groupId, { position: 1 });
  expect(second.sample?.leadName).toBe('Jo at work');

  const { id } = await createCampaign(client, { targetGroups: [groupId], status: 'active' });
  const messages = await untilMessages(client, id, { outbox: 2, skipped: 1 });
  expect(messages.find(({ status }) => status === 'skipped')).toMatchObject({
    leadName: 'Jo L.',
    reason: 'duplicate_mailbox',
  });
  // By hand both are reached at accounts of their own.
  const wider = await preview(groupId, { channels: ['email', 'whatsapp'] });
  expect([wider.recipients, wider.reach]).toEqual([
    3,
    [
      { channel: 'email', people: 2 },
      { channel: 'whatsapp', people: 1 },
    ],
  ]);
});

it('writes nothing of a campaign again to somebody who is deleted and added anew, whose record is hidden or gone', async () => {
  const { groupId, leadIds } = await groupOf(client, [{ email: 'anew@clinic.test' }], 'Anew');
  const { id } = await createCampaign(client, {
    targetGroups: [groupId],
    status: 'active',
    steps: [
      { channel: 'email', delayHours: 0, subject: 'Evenings', body: 'Hello' },
      { channel: 'email', delayHours: 72, subject: 'Again', body: 'Still here.' },
    ],
  });
  await untilMessages(client, id, { outbox: 1, queued: 1 });
  const addAnew = async (): Promise<string> => {
    const { id: leadId } = await client.post<{ id: string }>('/api/leads', {
      name: 'Ann Lee',
      email: 'anew@clinic.test',
      legalGround: 'consent',
      groupId,
    });
    return leadId;
  };
  await client.call('DELETE', `/api/leads/${leadIds[0]}`);
  const again = await addAnew();
  await client.patch(`/api/campaigns/${id}`, { name: 'Winter mornings' });
  await untilMessages(client, id, { outbox: 1, queued: 1, skipped: 2 });

  await client.call('DELETE', `/api/leads/${again}`);
  const calendar = new pg.Client({ connectionString: app.databaseUrl });
  await calendar.connect();
  await calendar.query(
    `update leads set deleted_at = now() - interval '2 days' where deleted_at is not null`,
  );
  await calendar.end();
  await removeDeletedPeople(app.app.context);
  await addAnew();
  await client.patch(`/api/campaigns/${id}`, { name: 'Winter nights' });
  const messages = await untilMessages(client, id, { outbox: 1, skipped: 5 });
  expect(messages.filter(({ reason }) => reason === 'had_before')).toHaveLength(2);
});

it('reaches by another way whose mail came back, and says of the others that it did', async () => {
  const { groupId } = await groupOf(
    client,
    [
      { name: 'Both', email: 'both@returned.test', handle: 'both', platform: 'reddit' },
      { name: 'Mail alone', email: 'alone@returned.test' },
      { name: 'Left', email: 'left@returned.test', handle: 'left', platform: 'reddit' },
    ],
    'Returned',
  );

  const stop = (name: string, reason: 'bounced' | 'unsubscribed') =>
    suppress(app.app.db, {
      contactHash: hashContact(app.app.context, 'email', `${name}@returned.test`),
      reason,
    });
  for (const name of ['both', 'alone']) await stop(name, 'bounced');
  await stop('left', 'unsubscribed');
  const channels = ['email', 'social_dm'];
  const counted = await preview(groupId, { channels });
  expect([counted.recipients, excludedOf(counted)]).toEqual([1, { bounced: 1, suppressed: 1 }]);
  expect(counted.reach).toEqual([
    { channel: 'email', people: 0 },
    { channel: 'social_dm', people: 1 },
  ]);
  expect(counted.sample?.leadName).toBe('Both');
  expect(excludedOf(await preview(groupId))).toEqual({ bounced: 2, suppressed: 1 });
  const { id } = await createCampaign(client, { channels, targetGroups: [groupId], status: 'active' });
  const [message] = await untilMessages(client, id, { manual: 1 });
  expect(message).toMatchObject({ leadName: 'Both', channel: 'social_dm', reason: 'by_hand' });
  expect((await client.call('POST', `/api/messages/${message?.id}/mark-sent`)).status).toBe(200);
});

it('counts nobody as reached at an account who is known by nothing but a number', async () => {
  const { groupId, leadIds } = await groupOf(
    client,
    [
      { handle: 'known', platform: 'reddit' },
      { phone: '+447700900333', platform: 'manual' },
    ],
    'By number',
  );
  await app.app.db.execute(
    `update leads set platform = 'import', handle_key = 'import:+447700900333' where id = '${leadIds[1]}'`,
  );
  const counted = await preview(groupId, { channels: ['social_dm'] });
  expect([counted.recipients, excludedOf(counted)]).toEqual([1, { no_address: 1 }]);
  expect((await preview(groupId, { channels: ['social_dm'], position: 1 })).sample).toBeNull();
});

it('leaves out over WhatsApp who has no number that can be dialled, and says so', async () => {
  const { groupId } = await groupOf(
    client,
    [
      { name: 'With number', phone: '+447700900555', platform: 'manual' },
      { name: 'Without country', phone: '089 1234567', platform: 'manual' },
      { name: 'By mail', email: 'no.number@clinic.test' },
    ],
    'Numbers',
  );
  const counted = await preview(groupId, { channels: ['whatsapp'] });
  expect([counted.recipients, excludedOf(counted)]).toEqual([1, { no_address: 2 }]);
  expect(counted.sample?.leadName).toBe('With number');
  expect((await preview(groupId, { channels: ['whatsapp'], position: 1 })).sample).toBeNull();

  const { id } = await createCampaign(client, {
    targetGroups: [groupId],
    channels: ['whatsapp'],
    status: 'active',
    steps: [{ channel: 'whatsapp', delayHours: 0, body: 'Hi {{landingPage}}' }],
  });
  const messages = await untilMessages(client, id, { manual: 1 });
  expect(messages.map(({ leadName, to }) => [leadName, to])).toEqual([['With number', '+447700900555']]);
});

it('loses nobody who is moved from one group of the campaign to another while they are turned into messages', async () => {
  const { groupId, leadIds } = await groupOf(
    client,
    ['one', 'two', 'three'].map((name) => ({ email: `${name}@moved.test` })),
    'Moved from',
  );
  const { groupId: target } = await groupOf(client, [], 'Moved to');
  const other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select from leads where id = any($1) for update', [leadIds.slice(0, 2)]);
    await other.query('update leads set group_id = $1 where id = any($2)', [target, leadIds.slice(0, 2)]);
    const { id } = await createCampaign(client, {
      targetGroups: [groupId, target],
      status: 'active',
      steps: [
        {
          channel: 'email',
          delayHours: 0,
          subject: 'Hi',
          body: 'For {{groupName|everybody}} {{landingPage}}',
        },
      ],
    });
    const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await expect
      .poll(async () => (await other.query(waiting)).rows.length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await other.query('commit');
    const messages = await untilMessages(client, id, { outbox: 3 });
    expect(messages.map(({ to, body }) => [to, /For (.*?)\s/.exec(body)?.[1]]).toSorted()).toEqual([
      ['one@moved.test', 'Moved'],
      ['three@moved.test', 'Moved'],
      ['two@moved.test', 'Moved'],
    ]);
    expect(messages.filter(({ body }) => body.includes('For Moved to'))).toHaveLength(2);
  } finally {
    await other.end();
  }
});

it('waits for an edit of somebody who is turned into messages, and writes to their new address', async () => {
  const { groupId, leadIds } = await groupOf(
    client,
    ['one', 'two', 'three'].map((name) => ({ email: `${name}@edited.test` })),
    'Edited',
  );
  const other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select from leads where id = any($1) for update', [leadIds.slice(0, 2)]);
    await other.query(`update leads set email = 'new@edited.test' where id = $1`, [leadIds[0]]);
    await other.query('update leads set group_id = null where id = $1', [leadIds[1]]);
    const { id } = await createCampaign(client, { targetGroups: [groupId], status: 'active' });
    const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await expect
      .poll(async () => (await other.query(waiting)).rows.length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await other.query('commit');
    const messages = await untilMessages(client, id, { outbox: 2 });
    expect(messages.map(({ to }) => to).toSorted()).toEqual(['new@edited.test', 'three@edited.test']);
  } finally {
    await other.end();
  }
});

it('leaves out who still waits for a message of a campaign that was launched before', async () => {
  const { groupId } = await groupOf(
    client,
    [
      { name: 'Ann', email: 'ann@clinic.test' },
      { name: 'Bob', email: 'bob@clinic.test' },
    ],
    'Busy',
  );
  const { groupId: annsGroup } = await groupOf(client, [], 'Later');
  const step = (delayHours: number, subject: string) => ({
    channel: 'email',
    delayHours,
    subject,
    body: 'Hi {{firstName|there}} {{landingPage}}',
  });
  const first = await createCampaign(client, {
    name: 'First',
    targetGroups: [groupId],
    status: 'active',
    steps: [step(0, 'One'), step(72, 'Two')],
  });
  await untilMessages(client, first.id, { outbox: 2, queued: 2 });
  await client.post('/api/leads', {
    name: 'Eve',
    email: 'eve@clinic.test',
    legalGround: 'consent',
    groupId: annsGroup,
  });

  const counted = await preview(groupId);
  expect([counted.recipients, excludedOf(counted), counted.sample]).toEqual([
    0,
    { in_other_campaign: 2 },
    null,
  ]);
  expect((await peopleOf(groupId, 'in_other_campaign')).map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  // It is no other campaign to itself, and whoever wants to may write to them all the same.
  expect((await preview(groupId, { campaignId: first.id })).recipients).toBe(2);
  expect((await preview(groupId, { skipsBusyPeople: false })).recipients).toBe(2);
  expect(await peopleOf(groupId, 'in_other_campaign', '&skipsBusyPeople=false')).toEqual([]);

  const second = await createCampaign(client, {
    name: 'Second',
    targetGroups: [groupId, annsGroup],
    status: 'active',
    steps: [step(0, 'Other')],
  });
  const skipped = await untilMessages(client, second.id, { outbox: 1, skipped: 2 });
  expect(skipped.filter(({ status }) => status === 'skipped').map(({ reason }) => reason)).toEqual([
    'in_other_campaign',
    'in_other_campaign',
  ]);
  const heedless = await createCampaign(client, {
    name: 'Heedless',
    targetGroups: [groupId],
    status: 'active',
    skipsBusyPeople: false,
    steps: [step(0, 'All the same')],
  });
  expect(heedless.skipsBusyPeople).toBe(false);
  await untilMessages(client, heedless.id, { outbox: 2 });

  // Once the first one is over, saving the second one writes to those it had left out.
  await client.post(`/api/campaigns/${first.id}/pause`);
  await client.call('PATCH', `/api/campaigns/${second.id}`, { body: { name: 'Second, again' } });
  await untilMessages(client, second.id, { outbox: 3 });
});

it('looks again at the moment of sending', async () => {
  const { groupId } = await groupOf(
    client,
    [
      { name: 'Zoe', email: 'zoe@clinic.test' },
      { name: 'Gus', email: 'gus@clinic.test' },
    ],
    'Moment',
  );
  const launch = (name: string, startsAt: string | null) =>
    createCampaign(client, {
      name,
      targetGroups: [groupId],
      status: 'active',
      startsAt,
      steps: [{ channel: 'email', delayHours: 0, subject: name, body: 'Hi {{landingPage}}' }],
    });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const first = await launch('Tomorrow', tomorrow);
  await untilMessages(client, first.id, { queued: 2 });
  await client.post(`/api/campaigns/${first.id}/pause`);
  // While the first one rests, the second one may have her.
  const second = await launch('Also tomorrow', tomorrow);
  await untilMessages(client, second.id, { queued: 2 });
  await client.post<Campaign>(`/api/campaigns/${first.id}/resume`);
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
  // The check of an address may end after the launch.
  await sql.query(`update leads set contact_status = 'verification_failed' where name = 'Gus'`);
  await sql.query('update messages set due_at = now() where campaign_id = $1', [second.id]);
  await sql.query('update messages set due_at = now() where campaign_id = $1', [first.id]);
  await sql.end();
  const noteOf = (messages: Message[], name: string) =>
    messages.find(({ leadName }) => leadName === name)?.reason;
  expect(noteOf(await untilMessages(client, second.id, { skipped: 2 }), 'Zoe')).toBe('in_other_campaign');
  expect(noteOf(await untilMessages(client, first.id, { outbox: 1, skipped: 1 }), 'Gus')).toBe(
    'address_check_failed',
  );
});

it('brings back nobody who still waits elsewhere, and no second record of a mailbox', async () => {
  const { groupId: firstRecords } = await groupOf(
    client,
    [{ name: 'Mo Ray', email: 'mo.ray.one@gmail.com', phone: '+447700900881' }],
    'First records',
  );
  const { groupId: secondRecords } = await groupOf(
    client,
    [{ name: 'Mo R.', email: 'morayone@gmail.com', phone: '+447700900882' }],
    'Second records',
  );
  const mail = (delayHours: number) => ({
    channel: 'email',
    delayHours,
    subject: 'Evenings',
    body: 'Hi {{firstName|there}} {{landingPage}}',
  });
  const first = await createCampaign(client, {
    targetGroups: [secondRecords],
    status: 'active',
    steps: [mail(0), mail(72)],
  });
  await untilMessages(client, first.id, { outbox: 1, queued: 1 });
  const second = await createCampaign(client, {
    targetGroups: [firstRecords, secondRecords],
    channels: ['email', 'whatsapp'],
    status: 'active',
    steps: [mail(0), { channel: 'whatsapp', delayHours: 0, body: 'Hi {{landingPage}}' }],
  });
  await untilMessages(client, second.id, { outbox: 1, manual: 1, skipped: 2 });
  const save = (name: string) => client.call('PATCH', `/api/campaigns/${second.id}`, { body: { name } });
  const notes = async () =>
    Object.fromEntries(
      (await messagesOf(client, second.id))
        .filter(({ leadName }) => leadName === 'Mo R.')
        .map(({ channel, status, reason }) => [channel, status === 'skipped' ? reason : status]),
    );
  await save('Renamed');
  expect(await notes()).toEqual({ email: 'duplicate_mailbox', whatsapp: 'in_other_campaign' });
  await client.post(`/api/campaigns/${first.id}/pause`);
  await save('Renamed again');
  expect(await notes()).toEqual({ email: 'duplicate_mailbox', whatsapp: 'manual' });
});

it('writes once to a mailbox whose second record comes into a running campaign', async () => {
  const { groupId } = await groupOf(client, [{ name: 'Lu One', email: 'lu.one@gmail.com' }], 'Had it');
  const mail = { channel: 'email', delayHours: 0, subject: 'Once', body: 'Hi {{landingPage}}' };
  const { id } = await createCampaign(client, { targetGroups: [groupId], status: 'active', steps: [mail] });
  await untilMessages(client, id, { outbox: 1 });
  // The first of the two records is the one that has been written to; the one that is added is older.
  const { groupId: older } = await groupOf(client, [{ name: 'Lu 1', email: 'luone@gmail.com' }], 'Older');
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
  await sql.query(
    `update leads set id = '00000000-0000-7000-8000-000000000001' where email = 'luone@gmail.com'`,
  );
  await sql.end();
  await client.call('PATCH', `/api/campaigns/${id}`, { body: { targetGroups: [groupId, older] } });
  const messages = await untilMessages(client, id, { outbox: 1, skipped: 1 });
  expect(messages.find(({ status }) => status === 'skipped')).toMatchObject({
    leadName: 'Lu 1',
    reason: 'duplicate_mailbox',
  });
});

it('brings back the whole sequence of who was busy, and no further step of who has answered', async () => {
  const { groupId, leadIds } = await groupOf(
    client,
    [
      { name: 'Pia', email: 'pia@clinic.test' },
      { name: 'Ned', email: 'ned@clinic.test' },
    ],
    'Sequence',
  );
  const mail = (delayHours: number) => ({
    channel: 'email',
    delayHours,
    subject: `After ${delayHours}`,
    body: 'Hi {{firstName|there}} {{landingPage}}',
  });
  const launch = (name: string) =>
    createCampaign(client, { name, targetGroups: [groupId], status: 'active', steps: [mail(0), mail(72)] });
  const first = await launch('Goes first');
  await untilMessages(client, first.id, { outbox: 2, queued: 2 });
  const second = await launch('Comes second');
  await untilMessages(client, second.id, { skipped: 4 });
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
  // As the claim leaves it, which looks at the message before.
  await sql.query(`update messages set reason = $2 where campaign_id = $1 and follows_step_id is not null`, [
    second.id,
    'earlier_step_failed',
  ]);
  await sql.query(`insert into sequence_stops (campaign_id, lead_id, reason) values ($1, $2, 'replied')`, [
    second.id,
    leadIds[1],
  ]);
  await sql.end();
  await client.post(`/api/campaigns/${first.id}/pause`);
  await client.call('PATCH', `/api/campaigns/${second.id}`, { body: { name: 'Comes second, again' } });
  const messages = await untilMessages(client, second.id, { outbox: 2, queued: 1, skipped: 1 });
  const stateOf = (name: string) =>
    messages.filter(({ leadName }) => leadName === name).map(({ status }) => status);
  expect(stateOf('Pia').toSorted()).toEqual(['outbox', 'queued']);
  expect(stateOf('Ned').toSorted()).toEqual(['outbox', 'skipped']);
});
