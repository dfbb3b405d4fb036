import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#features/delivery/contract.ts';
import { DAY_MS } from '#kit/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  buildCampaign,
  countsOf,
  createCampaign,
  groupOf,
  messagesOf,
  untilMessages,
} from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';
import type { StepResult } from '../../contract-variants.ts';
import { decideTests } from './variants.ts';

const PEOPLE = 40;

describe('a step in several texts', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let groupId: string;
  let otherGroupId: string;
  let quietGroupId: string;

  beforeAll(async () => {
    app = await startTestApp();
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
    const crowd = (name: string) =>
      groupOf(
        client,
        Array.from({ length: PEOPLE }, (_none, index) => ({ email: `${name}${index}@clinic.test` })),
        name,
      );
    ({ groupId: quietGroupId } = await crowd('quiet'));
    ({ groupId } = await crowd('first'));
    ({ groupId: otherGroupId } = await crowd('second'));
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
  });

  const step = (change: Record<string, unknown> = {}) => ({
    channel: 'email',
    delayHours: 0,
    subject: 'Quiet evenings',
    body: 'Text A for {{firstName|you}}: {{landingPage}}',
    variants: [
      { letter: 'B', subject: 'Tea for tonight', body: 'Text B for {{firstName|you}}: {{landingPage}}' },
    ],
    test: { goal: 'clicked', percent: 50, waitHours: 24 },
    ...change,
  });
  const resultsOf = async ({ id }: Pick<Campaign, 'id'>): Promise<StepResult> => {
    const [result] = await client.get<StepResult[]>(`/api/campaigns/${id}/variants`);
    if (!result) throw new Error('no result');
    return result;
  };
  const settled = async (
    campaign: Campaign,
    isDone: (counts: Record<string, number>) => boolean,
  ): Promise<Message[]> => {
    let messages: Message[] = [];
    await expect
      .poll(
        async () => {
          messages = await messagesOf(client, campaign.id);
          return messages.length === PEOPLE && isDone(countsOf(messages));
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    return messages;
  };
  const click = async ({ body }: Message): Promise<void> => {
    const [, token] = /\/r\/([\w-]+)/.exec(body) ?? [];
    const response = await fetch(`${app.url}/r/${token}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' },
    });
    expect(response.status).toBe(302);
  };

  it('splits the test, makes the others wait, looks once, and gives them the winner', async () => {
    const campaign = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step()],
    });
    const first = await settled(
      campaign,
      ({ queued, sending, held }) => !queued && !sending && held !== undefined,
    );
    const tested = first.filter(({ status }) => status === 'outbox');
    expect(tested.length).toBeGreaterThan(8);
    expect(tested.length).toBeLessThan(32);
    expect(new Set(tested.map(({ leadId }) => leadId)).size).toBe(tested.length);
    for (const { variant, subject, body } of tested) {
      expect(subject).toBe(variant === 'B' ? 'Tea for tonight' : 'Quiet evenings');
      expect(body).toContain(`Text ${variant} for`);
    }
    const ofB = tested.filter(({ variant }) => variant === 'B');
    for (const message of ofB) await click(message);
    await expect.poll(async () => (await resultsOf(campaign)).variants[1]?.clicked).toBe(ofB.length);
    const open = await resultsOf(campaign);
    expect(open).toMatchObject({
      state: 'not_enough_data',
      tested: tested.length,
      settled: tested.length,
      waiting: PEOPLE - tested.length,
      verdict: null,
      variants: [
        { letter: 'A', sent: tested.length - ofB.length, clicked: 0, rate: { percent: 0, low: 0 } },
        { letter: 'B', sent: ofB.length, rate: { percent: 100, high: 100 } },
      ],
    });

    await decideTests(app.app.context);
    expect((await resultsOf(campaign)).state).toBe('not_enough_data');
    await decideTests(app.app.context, new Date(Date.now() + 2 * DAY_MS));
    expect(await resultsOf(campaign)).toMatchObject({
      state: 'won',
      verdict: { winner: 'B', by: null },
      waiting: 0,
    });
    const all = await settled(campaign, ({ outbox }) => outbox === PEOPLE);
    const rest = all.filter(({ id }) => !tested.some((one) => one.id === id));
    expect(new Set(rest.map(({ variant, subject }) => `${variant} ${subject}`))).toEqual(
      new Set(['B Tea for tonight']),
    );
    // What came to those outside the test changes no figure of it.
    const [late] = rest;
    if (late) await click(late);
    expect((await resultsOf(campaign)).variants[1]).toMatchObject({ sent: ofB.length, clicked: ofB.length });
    const { rows } = await sql.query(
      `select actor_id, details->>'variant' as variant from audit_entries where action = 'campaign.variant_chosen' and subject_id = $1`,
      [campaign.id],
    );
    expect(rows).toEqual([{ actor_id: null, variant: 'B' }]);
    const texts = await client.get<{ variant: string }[]>(`/api/campaigns/${campaign.id}/sent-texts`);
    expect(texts.map(({ variant }) => variant).toSorted()).toEqual(['A', 'B']);
  });

  it('ends a test while one of its groups is deleted and may come back', async () => {
    const { id: goneId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Gone' });
    const campaign = await createCampaign(client, {
      targetGroups: [quietGroupId, goneId],
      steps: [step()],
    });
    await client.call('DELETE', `/api/lead-groups/${goneId}`);
    await client.patch(`/api/campaigns/${campaign.id}`, { status: 'active', version: campaign.version });
    await settled(campaign, ({ queued, sending, held }) => !queued && !sending && held !== undefined);
    expect(await client.get<Campaign>(`/api/campaigns/${campaign.id}`)).toMatchObject({ isPreparing: false });
    const { rows } = await sql.query('select needs_expansion from campaigns where id = $1', [campaign.id]);
    expect(rows).toEqual([{ needs_expansion: true }]);
    await decideTests(app.app.context, new Date(Date.now() + 2 * DAY_MS));
    expect(await resultsOf(campaign)).toMatchObject({ waiting: 0, verdict: { by: null } });
  });

  it('calls no winner without a difference, and lets a person choose and take it back', async () => {
    const campaign = await createCampaign(client, {
      status: 'active',
      targetGroups: [otherGroupId],
      steps: [step()],
    });
    await settled(campaign, ({ queued, sending, held }) => !queued && !sending && held !== undefined);
    await client.post(`/api/campaigns/${campaign.id}/pause`);
    const { stepId, waiting } = await resultsOf(campaign);
    const choose = (letter: string | null) =>
      client.post<StepResult[]>(`/api/campaigns/${campaign.id}/steps/${stepId}/variant`, { letter });
    const [chosen] = await choose('A');
    expect(chosen).toMatchObject({
      state: 'chosen',
      waiting: 0,
      verdict: { winner: 'A', by: expect.any(String) },
    });
    expect(countsOf(await messagesOf(client, campaign.id)).queued).toBe(waiting);
    const [back] = await choose(null);
    expect(back).toMatchObject({ state: 'not_enough_data', waiting, verdict: null });
    const unknown = await client.call('POST', `/api/campaigns/${campaign.id}/steps/${stepId}/variant`, {
      body: { letter: 'D' },
    });
    expect(unknown.status).toBe(422);

    await client.post(`/api/campaigns/${campaign.id}/resume`);
    await decideTests(app.app.context, new Date(Date.now() + 2 * DAY_MS));
    expect(await resultsOf(campaign)).toMatchObject({ state: 'no_difference', waiting: 0 });
    const all = await settled(campaign, ({ outbox }) => outbox === PEOPLE);
    // A choice after the figures have spoken is taken back to what they said; the test is over.
    expect((await choose('B'))[0]).toMatchObject({ state: 'chosen' });
    expect((await choose('A'))[0]).toMatchObject({ state: 'chosen' });
    expect((await choose(null))[0]).toMatchObject({ state: 'no_difference', verdict: { by: null } });
    const counts = all.filter(({ variant }) => variant === 'B').length;
    expect(counts).toBeGreaterThan(5);
    expect(counts).toBeLessThan(35);
  });

  it('begins a test anew when a text changes, and gives nobody two texts of one step', async () => {
    const campaign = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step()],
    });
    const first = await settled(
      campaign,
      ({ queued, sending, held }) => !queued && !sending && held !== undefined,
    );
    const sent = first.filter(({ status }) => status === 'outbox');
    await client.post(`/api/campaigns/${campaign.id}/pause`);
    const change = (steps: unknown[]) =>
      client.call('PATCH', `/api/campaigns/${campaign.id}`, { body: { steps } });
    const other = [{ letter: 'B', subject: 'Another one', body: 'Text B, second try. {{landingPage}}' }];
    expect((await change([step({ variants: other })])).status).toBe(200);
    const anew = await resultsOf(campaign);
    expect(anew).toMatchObject({ state: 'not_enough_data', settled: 0 });
    expect(anew.tested).toBeGreaterThan(0);
    expect(anew.tested + anew.waiting).toBe(first.length - sent.length);
    expect((await change([step({ variants: undefined })])).status).toBe(200);
    await client.post(`/api/campaigns/${campaign.id}/resume`);
    const all = await settled(campaign, ({ outbox }) => outbox === PEOPLE);
    expect(new Set(all.map(({ leadId }) => leadId)).size).toBe(PEOPLE);
    const rest = all.filter(({ id }) => !sent.some((one) => one.id === id));
    expect(new Set(rest.map(({ subject }) => subject))).toEqual(new Set(['Quiet evenings']));
    expect(await client.get(`/api/campaigns/${campaign.id}/variants`)).toEqual([]);
  });

  it('goes on waiting for whom an edit takes out and brings back, and not for a test that has nobody', async () => {
    const { groupId: ownGroupId } = await groupOf(
      client,
      Array.from({ length: 20 }, (_none, index) => ({ email: `fourth${index}@clinic.test` })),
      'fourth',
    );
    const { groupId: emptyGroupId } = await groupOf(client, [], 'empty');
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [ownGroupId],
      startsAt: new Date(Date.now() + DAY_MS).toISOString(),
      steps: [step()],
    });
    const counts = async () => countsOf(await messagesOf(client, id));
    const total = async () => (await messagesOf(client, id)).length;
    await expect.poll(total, { timeout: 20_000 }).toBe(20);
    const before = await counts();
    expect(before.held).toBeGreaterThan(0);
    const target = (targetGroups: string[]) =>
      client.call('PATCH', `/api/campaigns/${id}`, { body: { targetGroups } });
    await target([emptyGroupId]);
    expect(await counts()).toEqual({ skipped: 20 });
    await target([ownGroupId]);
    expect(await counts()).toEqual(before);

    await sql.query(`update messages set status = 'held', is_in_test = false where campaign_id = $1`, [id]);
    const decided = async () => {
      await decideTests(app.app.context);
      return (await resultsOf({ id })).state;
    };
    await expect.poll(decided, { timeout: 20_000 }).toBe('no_difference');
    expect(await counts()).toEqual({ queued: 20 });
  });

  it('waits a week for what people send by hand, and then looks without it', async () => {
    const { groupId: ownGroupId } = await groupOf(
      client,
      Array.from({ length: 4 }, (_none, index) => ({ handle: `u/hand${index}`, platform: 'reddit' })),
      'hands',
    );
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['social_dm'],
      targetGroups: [ownGroupId],
      steps: [
        {
          channel: 'social_dm',
          delayHours: 0,
          body: 'First words',
          variants: [{ letter: 'B', body: 'Other words' }],
          test: { goal: 'replied', percent: 40, waitHours: 24 },
        },
      ],
    });
    const [message] = await untilMessages(client, id, { manual: 4 });
    await client.post(`/api/messages/${message?.id}/mark-sent`);
    const later = new Date(Date.now() + 2 * DAY_MS);
    await decideTests(app.app.context, later);
    expect(await resultsOf({ id })).toMatchObject({ state: 'not_enough_data', settled: 1, byHand: 3 });
    await sql.query(`update messages set due_at = now() - interval '8 days' where campaign_id = $1`, [id]);
    await decideTests(app.app.context, later);
    expect(await resultsOf({ id })).toMatchObject({ state: 'no_difference' });
  });

  it('lets follow-ups wait for a step that waits for its test', async () => {
    const { groupId: ownGroupId } = await groupOf(
      client,
      Array.from({ length: PEOPLE }, (_none, index) => ({ email: `third${index}@clinic.test` })),
      'third',
    );
    const follow = { channel: 'email', delayHours: 0, subject: 'Second', body: 'Again: {{landingPage}}' };
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [ownGroupId],
      steps: [step(), follow],
    });
    const read = () => messagesOf(client, id);
    const held = async () => (await read()).filter(({ status }) => status === 'held');
    await expect
      .poll(
        async () => {
          const { outbox = 0, queued = 0, sending = 0, held: waiting = 0 } = countsOf(await read());
          return [outbox + queued + sending + waiting, queued + sending === waiting, waiting > 0];
        },
        { timeout: 20_000 },
      )
      .toEqual([2 * PEOPLE, true, true]);
    const waiting = new Set((await held()).map(({ leadId }) => leadId));
    const second = (await read()).filter(({ subject }) => subject === 'Second');
    for (const { leadId, status } of second) expect(status).toBe(waiting.has(leadId) ? 'queued' : 'outbox');
    const { stepId } = await resultsOf({ id });
    await client.post(`/api/campaigns/${id}/steps/${stepId}/variant`, { letter: 'A' });
    await expect
      .poll(async () => countsOf(await read()), { timeout: 20_000 })
      .toEqual({ outbox: 2 * PEOPLE });
  });

  it('keeps each text to the rules: claims, merge fields, a text of its own', async () => {
    const refusal = async (variants: unknown[]) => {
      const response = await client.call('POST', '/api/campaigns', {
        body: buildCampaign({ status: 'active', targetGroups: [groupId], steps: [step({ variants })] }),
      });
      return { status: response.status, ...((await response.json()) as { fields?: Record<string, string> }) };
    };
    const b = { letter: 'B', subject: 'Tea' };
    const blocked = await refusal([{ ...b, body: 'Our tea cures insomnia for good. {{landingPage}}' }]);
    expect(blocked).toMatchObject({
      status: 422,
      fields: { 'steps.0.variants.0.body': expect.stringContaining('blocks it') },
    });
    expect(await refusal([{ ...b, body: 'Hi {{petName}}' }])).toMatchObject({
      status: 400,
      fields: { 'steps.0.variants.0.body': expect.stringContaining('petName') },
    });
    expect(await refusal([{ ...b, subject: 'Quiet evenings', body: step().body }])).toMatchObject({
      status: 400,
      fields: { 'steps.0.variants.0.body': 'B reads like A.' },
    });
    // While it is being written it may: only a launch has to compare something.
    const unfinished = await createCampaign(client, {
      status: 'draft',
      targetGroups: [groupId],
      steps: [step({ variants: [{ ...b, subject: 'Quiet evenings', body: step().body }] })],
    });
    expect(unfinished).toMatchObject({ status: 'draft' });
    const launched = await client.call('PATCH', `/api/campaigns/${unfinished.id}`, {
      body: { status: 'active' },
    });
    expect([launched.status, await launched.json()]).toMatchObject([
      400,
      { fields: { 'steps.0.variants.0.body': 'B reads like A.' } },
    ]);
    expect((await refusal([b, b].map((one) => ({ ...one, body: 'Twice' })))).status).toBe(400);
    expect((await refusal([{ ...b, letter: 'A', body: 'Mine' }])).status).toBe(400);
  });

  it('shows every text in the preview, sends any of them as a test, and copies them with the campaign', async () => {
    const fields = { ...buildCampaign({ targetGroups: [groupId] }), steps: [step()] };
    const { sample } = await client.post<CampaignPreview>('/api/campaigns/preview', fields);
    expect(sample?.messages.map(({ ordinal, variant, subject }) => [ordinal, variant, subject])).toEqual([
      [0, 'A', 'Quiet evenings'],
      [0, 'B', 'Tea for tonight'],
    ]);
    expect(await client.post('/api/campaigns/test-mail', { ...fields, variant: 'B' })).toMatchObject({
      outcome: 'outbox',
    });
    const draft = await createCampaign(client, { steps: [step()] });
    const copy = await client.post<Campaign>(`/api/campaigns/${draft.id}/duplicate`);
    expect(copy.steps[0]).toMatchObject({
      variants: [{ letter: 'B', subject: 'Tea for tonight' }],
      test: { percent: 50 },
    });
  });
});
