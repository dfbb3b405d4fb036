import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignPreview } from '#features/campaigns/contract-preview.ts';
import type { AuditEntry, ConsentObstacle, ContactChannel } from '#features/compliance/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import { sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  buildCampaign,
  createCampaign,
  groupOf,
  messagesOf,
  untilMessages,
} from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { LeadConsent } from '../contract.ts';

let running: TestApp;
let client: TestClient;

beforeAll(async () => {
  running = await startTestApp();
  client = await running.as('admin');
});
afterAll(() => running.close());

let people = 0;
const person = (given: Record<string, string> = {}) => {
  people += 1;
  return { name: 'Ann Lee', email: `person${people}@clinic.test`, ...given };
};

const consent = { channel: 'email', source: 'form', textVersion: 'News, v3', proof: 'Form entry 81' };

async function obstacles(leadId: string): Promise<Partial<Record<ContactChannel, ConsentObstacle | null>>> {
  const { channels } = await client.get<LeadConsent>(`/api/leads/${leadId}/consents`);
  return Object.fromEntries(channels.map(({ channel, reason }) => [channel, reason]));
}

/** Launches a campaign to this group and waits until each message has come to an end. */
async function launch(groupId: string, channels: string[], wanted: Record<string, number>) {
  const { id } = await createCampaign(client, { channels, targetGroups: [groupId], status: 'active' });
  return { id, messages: await untilMessages(client, id, wanted) };
}

describe('consent at the send claim', () => {
  it.each([
    ['GB', 'legitimate_interest', 'uk'],
    ['DE', 'legitimate_interest', 'eu'],
    ['GB', 'customer', null],
    ['GB', 'consent', null],
    ['US', 'legitimate_interest', null],
    ['', 'legitimate_interest', 'unknown_region'],
    ['BR', 'legitimate_interest', 'unknown_region'],
    ['US', 'enquiry', 'enquiry'],
  ])('mail to somebody in "%s" on the ground of %s', async (country, legalGround, expected) => {
    const who = person({ legalGround, ...(country === '' ? {} : { country }) });
    const { groupId, leadIds } = await groupOf(client, [who]);
    const { messages } = await launch(groupId, ['email'], { [expected ? 'skipped' : 'outbox']: 1 });
    if (expected)
      expect(messages[0]).toMatchObject({ reason: 'no_consent', details: { obstacle: expected } });
    else expect(messages[0]?.legalGround).toBe(legalGround);
    const { email } = await obstacles(leadIds[0] ?? '');
    expect(email).toBe(expected);
  });

  it('says where no country’s rule is applied, because the address is one of nobody', async () => {
    const channelOf = async (email: string) => {
      const who = person({ legalGround: 'legitimate_interest', country: 'DE', email });
      const { leadIds } = await groupOf(client, [who]);
      const { channels } = await client.get<LeadConsent>(`/api/leads/${leadIds[0]}/consents`);
      return channels.find(({ channel }) => channel === 'email');
    };
    expect(await channelOf('ann@example.com')).toMatchObject({ obstacle: null, isPractice: true });
    expect(await channelOf('ann@clinic.test')).toMatchObject({
      reason: 'eu',
      isPractice: false,
    });
  });

  it('treats an unknown country by the strictest region of the workspace', async () => {
    const { groupId } = await groupOf(client, [person({ legalGround: 'legitimate_interest' })]);
    await client.patch('/api/settings/workspace', { jurisdictions: ['US'] });
    const inUs = await launch(groupId, ['email'], { outbox: 1 });
    expect(inUs.messages[0]?.legalGround).toBe('legitimate_interest');
    await client.patch('/api/settings/workspace', { jurisdictions: ['US', 'EU'] });
    const inEurope = await launch(groupId, ['email'], { skipped: 1 });
    expect(inEurope.messages[0]?.details).toEqual({ obstacle: 'unknown_region' });
    await client.patch('/api/settings/workspace', { jurisdictions: ['US', 'EU', 'UK'] });
  });

  it('lets practice addresses pass, which belong to nobody', async () => {
    const who = person({ legalGround: 'legitimate_interest', country: 'GB', email: 'nobody@people.example' });
    const { groupId } = await groupOf(client, [who]);
    const { messages } = await launch(groupId, ['email'], { outbox: 1 });
    expect(messages[0]?.to).toBe('nobody@people.example');
  });

  it('writes over WhatsApp to nobody who has not opted in', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      person({ legalGround: 'customer', country: 'US', phone: '+12025550101' }),
      person({ legalGround: 'consent', country: 'US', phone: '+12025550102' }),
    ]);
    const { messages } = await launch(groupId, ['whatsapp'], { skipped: 1, manual: 1 });
    expect(messages.find(({ status }) => status === 'skipped')?.details).toEqual({ obstacle: 'opt_in' });
    await client.post(`/api/leads/${leadIds[0]}/consents`, { ...consent, channel: 'whatsapp' });
    await launch(groupId, ['whatsapp'], { manual: 2 });
  });

  it('holds back a message that waits when the consent is withdrawn', async () => {
    const { groupId, leadIds } = await groupOf(client, [
      person({ legalGround: 'consent', phone: '+12025550103' }),
    ]);
    const mail = await createCampaign(client, { targetGroups: [groupId], status: 'active' });
    await untilMessages(client, mail.id, { outbox: 1 });
    const { id } = await launch(groupId, ['whatsapp'], { manual: 1 });
    await client.post(`/api/leads/${leadIds[0]}/consents/withdraw`, { channel: 'whatsapp' });
    const [message] = await messagesOf(client, id);
    expect(message).toMatchObject({ deepLink: null, details: { obstacle: 'withdrawn' } });
    expect((await client.call('POST', `/api/messages/${message?.id}/mark-sent`)).status).toBe(422);
    await client.post(`/api/leads/${leadIds[0]}/consents/withdraw`, { channel: 'email' });
    await launch(groupId, ['email'], { skipped: 1 });
  });

  it('stops at an expired consent', async () => {
    const { groupId, leadIds } = await groupOf(client, [person({ legalGround: 'legitimate_interest' })]);
    await client.post(`/api/leads/${leadIds[0]}/consents`, consent);
    expect((await obstacles(leadIds[0] ?? '')).email).toBeNull();
    await running.app.db.execute(
      sql`update consents set expires_at = now() - interval '1 second' where lead_id = ${leadIds[0]}`,
    );
    const { messages } = await launch(groupId, ['email'], { skipped: 1 });
    expect(messages[0]?.details).toEqual({ obstacle: 'expired' });
  });

  it('is counted in the preview, with the reason', async () => {
    const { groupId } = await groupOf(client, [
      person({ legalGround: 'legitimate_interest', country: 'FR' }),
      person({ legalGround: 'consent', country: 'FR' }),
    ]);
    const preview = await client.post<CampaignPreview>(
      '/api/campaigns/preview',
      buildCampaign({ targetGroups: [groupId] }),
    );
    expect(preview).toMatchObject({
      recipients: 1,
      excluded: [{ reason: 'no_consent', label: 'Their consent is needed first', count: 1 }],
    });
  });
});

describe('the consent ledger', () => {
  it('keeps each line with its proof and tells the audit trail without it', async () => {
    const { leadIds } = await groupOf(client, [person({ legalGround: 'legitimate_interest' })]);
    const path = `/api/leads/${leadIds[0]}/consents`;
    await client.post(path, { ...consent, sourceUrl: 'https://shop.test/form' });
    const { records } = await client.post<LeadConsent>(`${path}/withdraw`, { channel: 'email' });
    expect(records).toMatchObject([
      { channel: 'email', purpose: 'marketing', ground: null },
      { ground: 'consent', proof: 'Form entry 81', sourceUrl: 'https://shop.test/form' },
    ]);
    await client.patch(`/api/leads/${leadIds[0]}`, { legalGround: 'customer' });
    const trail = await client.get<AuditEntry[]>(`/api/audit?subject=lead:${leadIds[0]}`);
    expect(trail.map(({ action }) => action)).toEqual([
      'lead.ground_changed',
      'consent.withdrawn',
      'consent.given',
    ]);
    expect(JSON.stringify(trail)).not.toContain('Form entry');
  });

  it('finds who agreed with an account or a number while nothing says to what, until it is recorded', async () => {
    const agreed = { legalGround: 'consent' };
    const { groupId, leadIds } = await groupOf(client, [
      person({ ...agreed, name: 'From before', handle: 'before_lines' }),
      person({ ...agreed, name: 'Number alone', phone: '+12025550188' }),
      person({ ...agreed, name: 'Said to what', handle: 'said_to_what' }),
      person({ ...agreed, name: 'Mail alone' }),
      person({ name: 'Never agreed', legalGround: 'customer', phone: '+12025550189' }),
    ]);
    const { db } = running.app;
    // As they were added before each channel had a line of its own.
    const [before, number, , mail] = leadIds;
    for (const id of [before, number, mail])
      await db.execute(sql`delete from consents where lead_id = ${id}`);
    const path = `/api/leads?groupId=${groupId}&consent=unsaid`;
    const names = async () => (await client.get<Lead[]>(path)).map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['From before', 'Number alone']);
    await client.post(`/api/leads/${before}/consents`, { ...consent, channel: 'social_dm' });
    expect(await names()).toEqual(['Number alone']);
    expect((await client.call('GET', path)).headers.get('x-total-count')).toBe('1');
    expect((await client.call('GET', '/api/leads?consent=said')).status).toBe(400);
  });

  it.each([
    [{ proof: ' ' }, 'proof'],
    [{ textVersion: '' }, 'textVersion'],
    [{ channel: 'pigeon' }, 'channel'],
    [{ sourceUrl: 'javascript:alert(1)' }, 'sourceUrl'],
    [{ collectedAt: '2999-01-01T00:00:00Z' }, 'collectedAt'],
    [{ collectedAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt'],
  ])('names what is wrong with %j', async (wrong, field) => {
    const { leadIds } = await groupOf(client, [person()]);
    const body = { ...consent, ...wrong };
    const response = await client.call('POST', `/api/leads/${leadIds[0]}/consents`, { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });
});
