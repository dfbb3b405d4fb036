import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { SentMessage, SentText } from '#features/delivery/contract.ts';
import type { ErrorBody } from '#kit/errors.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  buildCampaign,
  createCampaign,
  groupOf,
  messagesOf,
  newAddress,
  untilMessages,
} from '#tests/support/campaigns.ts';
import { ADMIN, type TestClient } from '#tests/support/client.ts';
import type { Campaign } from '../../contract.ts';
import type { CampaignPreview } from '../../contract-preview.ts';

const CLAIM = 'Our evening tea cures insomnia.';
const HARMLESS = 'Our evening tea tastes of lemon balm.';
const REASON = 'Counsel has seen the file and agreed in writing.';

let app: TestApp;
let admin: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  member = await app.as('member');
});
afterAll(() => app.close());

async function oneGroup(person: { name?: string } = {}): Promise<string> {
  return (await groupOf(admin, [{ ...person, email: newAddress('reader') }])).groupId;
}

const step = (body: string, subject = 'A note') => ({ channel: 'email', delayHours: 0, subject, body });

async function refusal(
  client: TestClient,
  method: string,
  path: string,
  body: unknown,
): Promise<ErrorBody & { status: number }> {
  const response = await client.call(method, path, { body });
  return { ...((await response.json()) as ErrorBody), status: response.status };
}

describe('a campaign whose text makes a claim that may not leave', () => {
  it('is saved as a draft with its findings', async () => {
    const { steps } = await createCampaign(member, { steps: [step(CLAIM)] });
    expect(steps[0]?.claims).toMatchObject({
      verdict: 'block',
      jurisdictions: ['US', 'EU', 'UK'],
      subject: [],
    });
    const [finding] = steps[0]?.claims?.body ?? [];
    expect(finding).toMatchObject({ severity: 'block', rule: 'disease-claim' });
    expect(CLAIM.slice(finding?.start, finding?.end)).toBe(finding?.excerpt);
  });

  it('is not launched, and the refusal names the field, the words and the rule', async () => {
    const before = (await admin.get<Campaign[]>('/api/campaigns')).length;
    const targetGroups = [await oneGroup()];
    const body = buildCampaign({ status: 'active', targetGroups, steps: [step(CLAIM)] });
    expect(await refusal(member, 'POST', '/api/campaigns', body)).toMatchObject({
      status: 422,
      code: 'refused',
      reason: 'claims_blocked',
      fields: { 'steps.0.body': expect.stringContaining('disease-claim') },
    });
    expect(await admin.get<Campaign[]>('/api/campaigns')).toHaveLength(before);
  });

  it('is not launched for a claim in the subject either', async () => {
    const targetGroups = [await oneGroup()];
    const body = buildCampaign({ status: 'active', targetGroups, steps: [step(HARMLESS, CLAIM)] });
    expect((await refusal(member, 'POST', '/api/campaigns', body)).fields).toHaveProperty('steps.0.subject');
  });

  it('is not launched under a subject that names a condition, until an admin says why', async () => {
    const targetGroups = [await oneGroup()];
    const draft = await createCampaign(member, {
      targetGroups,
      steps: [step(HARMLESS, 'New dates for our eczema evening')],
    });
    const path = `/api/campaigns/${draft.id}`;
    const { fields } = await refusal(member, 'PATCH', path, { status: 'active' });
    expect(fields?.['steps.0.subject']).toContain('eczema');
    await admin.patch(path, { status: 'active', overrideReason: REASON });
    const trail = await admin.get<AuditEntry[]>(`/api/audit?subject=campaign:${draft.id}`);
    expect(trail.map(({ action }) => action)).toContain('claims.overridden');
  });

  it('leaves once the claim is rewritten', async () => {
    const targetGroups = [await oneGroup()];
    const draft = await createCampaign(member, { targetGroups, steps: [step(CLAIM)] });
    const change = { status: 'active', steps: [step(HARMLESS)] };
    expect((await member.patch<Campaign>(`/api/campaigns/${draft.id}`, change)).status).toBe('active');
    await untilMessages(admin, draft.id, { outbox: 1 });
  });

  it('does not get into a campaign that runs', async () => {
    const targetGroups = [await oneGroup()];
    const running = await createCampaign(member, { status: 'active', targetGroups, steps: [step(HARMLESS)] });
    const answer = await refusal(member, 'PATCH', `/api/campaigns/${running.id}`, { steps: [step(CLAIM)] });
    expect(answer).toMatchObject({ status: 422, reason: 'claims_blocked' });
    expect((await admin.get<Campaign>(`/api/campaigns/${running.id}`)).steps[0]?.body).toBe(HARMLESS);
  });
});

describe('an override', () => {
  it('names who answers for it by their address where they have no name', async () => {
    const { db } = app.app;
    const call = (name: string) =>
      db.execute(sql`update users set first_name = ${name}, last_name = '' where email = ${ADMIN.email}`);
    await call('');
    onTestFinished(async () => void (await call('Admin')));
    const { steps } = await createCampaign(admin, {
      targetGroups: [await oneGroup()],
      steps: [step(CLAIM)],
      overrideReason: REASON,
    });
    expect(steps[0]?.override?.by).toBe(ADMIN.email);
  });

  it('lets it leave, with the reason and the name of the admin beside it', async () => {
    const targetGroups = [await oneGroup()];
    const campaign = await createCampaign(admin, {
      status: 'active',
      targetGroups,
      steps: [step(CLAIM)],
      overrideReason: REASON,
    });
    expect(campaign.steps[0]?.override).toMatchObject({ reason: REASON, rules: ['disease-claim'] });
    expect(campaign.steps[0]?.override?.by).not.toBe('');
    await untilMessages(admin, campaign.id, { outbox: 1 });
  });

  it('may be left in a draft for a member to launch', async () => {
    const targetGroups = [await oneGroup()];
    const draft = await createCampaign(member, { targetGroups, steps: [step(CLAIM)] });
    await admin.patch(`/api/campaigns/${draft.id}`, { overrideReason: REASON });
    const launched = await member.patch<Campaign>(`/api/campaigns/${draft.id}`, { status: 'active' });
    expect(launched.status).toBe('active');
  });

  it('is refused to a member', async () => {
    const targetGroups = [await oneGroup()];
    const body = buildCampaign({ targetGroups, steps: [step(CLAIM)], overrideReason: REASON });
    expect(await refusal(member, 'POST', '/api/campaigns', body)).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  it('wants a reason that says something', async () => {
    const body = buildCampaign({ steps: [step(CLAIM)], overrideReason: 'ok' });
    expect(await refusal(admin, 'POST', '/api/campaigns', body)).toMatchObject({
      status: 400,
      fields: { overrideReason: expect.any(String) },
    });
  });

  it('ends when the text changes, and stays when only the name does', async () => {
    const targetGroups = [await oneGroup()];
    const draft = await createCampaign(admin, { targetGroups, steps: [step(CLAIM)], overrideReason: REASON });
    const path = `/api/campaigns/${draft.id}`;
    const renamed = await member.patch<Campaign>(path, { name: 'Another name' });
    expect(renamed.steps[0]?.override?.reason).toBe(REASON);
    const changed = await member.patch<Campaign>(path, { steps: [step(`${CLAIM} Really.`)] });
    expect(changed.steps[0]?.override).toBeNull();
    expect((await refusal(member, 'PATCH', path, { status: 'active' })).reason).toBe('claims_blocked');
  });
});

describe('the text as one person reads it', () => {
  it('does not leave to somebody whose details make the claim', async () => {
    const { groupId } = await groupOf(admin, [
      { name: 'Ann Lee', email: 'ann@clinic.test' },
      { name: 'The FDA approved tea', email: 'prank@clinic.test' },
    ]);
    const { id } = await createCampaign(member, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step(`Hello {{name|there}}.\n\n${HARMLESS}`)],
    });
    const messages = await untilMessages(admin, id, { outbox: 1, skipped: 1 });
    expect(messages.find(({ status }) => status === 'skipped')).toMatchObject({
      to: 'prank@clinic.test',
      reason: 'claim_with_details',
    });
  });

  it('leaves to somebody whose details only make it read like a claim: nobody could answer for one of many', async () => {
    const { groupId } = await groupOf(admin, [{ name: 'Skin Age', email: 'likeness@clinic.test' }]);
    const { id } = await createCampaign(member, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step('It works on your {{name|there}} from the first cup.')],
    });
    const [message] = await untilMessages(admin, id, { outbox: 1 });
    expect(message).toMatchObject({
      status: 'outbox',
      body: expect.stringContaining('works on your Skin Age from'),
    });
  });
});

describe('the text of a campaign that runs', () => {
  const later = (body: string) => ({ ...step(body), delayHours: 24 });

  it('is checked again with each person’s details when it changes, before anything leaves with it', async () => {
    const { groupId } = await groupOf(admin, [
      { name: 'Ann Lee', email: 'ann.again@clinic.test' },
      { name: 'The FDA approved tea', email: 'prank.again@clinic.test' },
    ]);
    const { id } = await createCampaign(member, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step(HARMLESS), later(HARMLESS)],
    });
    await untilMessages(admin, id, { outbox: 2, queued: 2 });

    const named = later(`Hello {{name|there}}.\n\n${HARMLESS}`);
    await member.patch(`/api/campaigns/${id}`, { steps: [step(HARMLESS), named] });
    const skipped = (await messagesOf(admin, id)).filter(({ status }) => status === 'skipped');
    expect(skipped).toEqual([
      expect.objectContaining({ to: 'prank.again@clinic.test', reason: 'claim_with_details' }),
    ]);

    await member.patch(`/api/campaigns/${id}`, { steps: [step(HARMLESS), later(`${HARMLESS} Really.`)] });
    await untilMessages(admin, id, { outbox: 2, queued: 2 });
  });

  it('is checked again with each person’s details when it goes on for another region', async () => {
    await admin.patch('/api/settings/workspace', { jurisdictions: ['US'] });
    const { groupId } = await groupOf(admin, [
      { name: 'Doctors recommend turmeric', email: 'doctor@clinic.test' },
    ]);
    const { id } = await createCampaign(member, {
      status: 'active',
      targetGroups: [groupId],
      steps: [step(HARMLESS), later(`Hello {{name|there}}.\n\n${HARMLESS}`)],
    });
    await untilMessages(admin, id, { outbox: 1, queued: 1 });
    await member.post(`/api/campaigns/${id}/pause`);
    await admin.patch('/api/settings/workspace', { jurisdictions: ['US', 'EU', 'UK'] });
    await member.post(`/api/campaigns/${id}/resume`);
    const messages = await untilMessages(admin, id, { outbox: 1, skipped: 1 });
    expect(messages.find(({ status }) => status === 'skipped')?.reason).toBe('claim_with_details');
  });
});

describe('a name or an address with a health condition', () => {
  const NAMED = { name: 'Eczema, spring', landingPageUrl: 'https://landing.test/eczema-cream' };

  it('is refused to everybody but an admin who says so, each field with what to write instead', async () => {
    for (const [who, allowsCondition] of [
      [member, true],
      [admin, false],
    ] as const) {
      const body = buildCampaign({ ...NAMED, allowsCondition });
      expect(await refusal(who, 'POST', '/api/campaigns', body)).toMatchObject({
        status: 422,
        reason: 'names_condition',
        fields: {
          name: expect.stringContaining('“Eczema” is a health condition'),
          landingPageUrl: expect.stringContaining('neutral path'),
        },
      });
    }
    const { id } = await createCampaign(admin, { ...NAMED, allowsCondition: true });
    const entries = await admin.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(entries.map(({ action, details }) => [action, details['field']]).toSorted()).toEqual([
      ['condition.allowed', 'landingPageUrl'],
      ['condition.allowed', 'name'],
    ]);
    // What is there already keeps nobody from other changes.
    expect((await member.patch<Campaign>(`/api/campaigns/${id}`, { objective: 'Spring' })).objective).toBe(
      'Spring',
    );
    const renamed = await refusal(member, 'PATCH', `/api/campaigns/${id}`, { name: 'Psoriasis, spring' });
    expect(renamed.reason).toBe('names_condition');
  });

  it('holds for landing pages; one that an admin has allowed can be chosen by everybody', async () => {
    const site = { name: 'Skin care', url: 'https://landing.test/psoriasis' };
    expect((await refusal(member, 'POST', '/api/landing-sites', site)).fields).toEqual({
      url: expect.stringContaining('“psoriasis”'),
    });
    const claim = { name: 'Claims', url: 'https://landing.test/claims', description: 'Our tea cures gout.' };
    expect(await refusal(admin, 'POST', '/api/landing-sites', claim)).toMatchObject({
      reason: 'claims_blocked',
      fields: { description: expect.stringContaining('cures gout” blocks it') },
    });
    const answered = { ...claim, overrideReason: REASON };
    expect((await member.call('POST', '/api/landing-sites', { body: answered })).status).toBe(403);
    await admin.post('/api/landing-sites', answered);
    expect((await admin.get<AuditEntry[]>('/api/audit?subject=workspace'))[0]).toMatchObject({
      action: 'claims.overridden',
      reason: REASON,
      details: { findings: [{ rule: 'disease-claim' }] },
    });
    await admin.post('/api/landing-sites', { ...site, allowsCondition: true });
    const { landingPageUrl } = await createCampaign(member, { landingPageUrl: site.url });
    expect(landingPageUrl).toBe(site.url);
    const [entry] = await admin.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(entry).toMatchObject({
      action: 'condition.allowed',
      details: { field: 'url', condition: 'psoriasis' },
    });
  });
});

it('a warning that evidence answers is kept with its source beside the text', async () => {
  await admin.post('/api/compliance/evidence', {
    words: 'clinically tested',
    title: 'Sleep trial',
    url: 'https://journal.test/1',
    publishedOn: '2025-03-01',
  });
  const { steps } = await createCampaign(member, { steps: [step('Our pillow is clinically tested.')] });
  expect(steps[0]?.claims).toMatchObject({
    verdict: 'ok',
    body: [{ rule: 'proof-claim', severity: 'suggest', evidence: { title: 'Sleep trial' } }],
  });
});

describe('the FDA disclaimer', () => {
  const SUPPORT = 'Lemon balm supports relaxation.';
  const DISCLAIMER = /\*This statement has not been evaluated by the Food and Drug Administration\./g;

  it('stands once in the preview and in the message, tied to the claim by its sign', async () => {
    await admin.patch('/api/settings/workspace', { jurisdictions: ['US'] });
    const targetGroups = [await oneGroup()];
    const fields = { ...buildCampaign({ targetGroups, steps: [step(SUPPORT)] }) };
    const { sample } = await member.post<CampaignPreview>('/api/campaigns/preview', fields);
    const { id } = await createCampaign(member, { ...fields, status: 'active' });
    await untilMessages(admin, id, { outbox: 1 });
    const [message] = await messagesOf(admin, id);
    for (const text of [sample?.messages[0]?.body ?? '', message?.body ?? '']) {
      expect(text.match(DISCLAIMER)).toHaveLength(1);
      expect(text).toContain('relaxation*');
    }
  });
});

describe('the audit trail of a campaign', () => {
  async function overridden(): Promise<Campaign> {
    const targetGroups = [await oneGroup({ name: 'Ann Lee' })];
    const campaign = await createCampaign(admin, {
      status: 'active',
      targetGroups,
      steps: [step(`Hi {{firstName|there}}. ${CLAIM}`)],
      overrideReason: REASON,
    });
    await untilMessages(admin, campaign.id, { outbox: 1 });
    return campaign;
  }

  it('keeps the launch and the override with the words, the rule and the reason', async () => {
    const { id } = await overridden();
    const entries = await member.get<AuditEntry[]>(`/api/audit?subject=campaign:${id}`);
    expect(entries.map(({ action }) => action).sort()).toEqual(['campaign.launched', 'claims.overridden']);
    const override = entries.find(({ action }) => action === 'claims.overridden');
    expect(override).toMatchObject({
      reason: REASON,
      details: { findings: [{ rule: 'disease-claim', excerpt: expect.stringContaining('cures insomnia') }] },
    });
    expect(JSON.stringify(override?.details)).not.toContain('Ann');
  });

  it('writes nothing for an override of a launch that was refused', async () => {
    const draft = await createCampaign(admin, { steps: [step(CLAIM)] });
    await refusal(admin, 'PATCH', `/api/campaigns/${draft.id}`, { status: 'active', overrideReason: REASON });
    expect(await member.get<AuditEntry[]>(`/api/audit?subject=campaign:${draft.id}`)).toEqual([]);
  });

  it('shows each text that left with its findings, without anybody’s name in it', async () => {
    const { id } = await overridden();
    const [text] = await member.get<SentText[]>(`/api/campaigns/${id}/sent-texts`);
    expect(text).toMatchObject({
      messages: 1,
      outbox: 1,
      claims: { verdict: 'block' },
      override: { reason: REASON },
      text: expect.stringContaining('Hi [First name]. Our evening tea'),
    });
  });

  it('is exported word for word, as JSON and as CSV', async () => {
    const { id } = await overridden();
    const path = `/api/campaigns/${id}/sent-messages/export`;
    const [message] = await member.get<SentMessage[]>(path);
    expect(message).toMatchObject({
      body: expect.stringContaining('Hi Ann. Our evening tea'),
      verdict: 'block',
      legalGround: 'consent',
      override: { reason: REASON },
    });
    const csv = await (await member.call('GET', `${path}?format=csv`)).text();
    expect(csv.split('\r\n')[0]).toBe(
      'message,lead,channel,status,sent at,legal ground,subject,text,verdict,findings,overridden by,reason',
    );
    expect(csv).toContain(REASON);
  });

  it('is answered with 404 for a campaign that never was', async () => {
    const response = await member.call('GET', `/api/campaigns/${crypto.randomUUID()}/sent-texts`);
    expect(response.status).toBe(404);
  });
});
