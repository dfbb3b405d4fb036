import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import type { TimelineEntry } from '#features/crm/contract.ts';
import type { LeadConsent } from '#features/privacy/contract.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Lead } from '../../contract.ts';
import type { LeadGroup } from '../../contract-groups.ts';
import type { MergePreview, PossibleDuplicate } from '../../contract-merge.ts';
import type { LeadView } from '../../contract-views.ts';
import { tidyLeads } from '../jobs.ts';
import { findDuplicates } from './duplicates.ts';

let app: TestApp;
let member: TestClient;
let group: LeadGroup;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  member = await app.as('member');
  group = await member.post('/api/lead-groups', { name: 'Evenings' });
});
afterAll(() => app.close());

async function createLead(given: Record<string, unknown> = {}): Promise<Lead> {
  serial += 1;
  const { tags, stage, ownerId, ...fields } = given;
  const lead = await member.post<Lead>('/api/leads', {
    name: `Person ${serial}`,
    groupId: group.id,
    legalGround: 'consent',
    ...fields,
  });
  const change = { tags, stage, ownerId };
  return Object.values(change).every((value) => value === undefined)
    ? lead
    : member.patch<Lead>(`/api/leads/${lead.id}`, change);
}

const leadOf = (id: string) => member.get<Lead>(`/api/leads/${id}`);
async function merge(keep: Lead, other: Lead, take: string[] = []): Promise<{ mergeId: string; lead: Lead }> {
  const [own, others] = [await leadOf(keep.id), await leadOf(other.id)];
  return member.post(`/api/leads/${keep.id}/merge`, {
    otherId: other.id,
    take,
    version: own.version,
    otherVersion: others.version,
  });
}
/** Taken back, it has been in its stage since then. */
const withoutVersion = ({ version: _version, stageSince: _stageSince, ...lead }: Lead) => lead;

describe('merging two leads', () => {
  it('takes chats and memberships along, and gives them back', async () => {
    const keep = await createLead({ name: 'Ona Keep', email: 'ona@customer.test' });
    const other = await createLead({ name: 'Ona Other', email: 'ona.other@customer.test' });
    const { id: expertId } = await (await app.as('admin')).post<{ id: string }>('/api/chatbot/experts', {
      name: 'Fern',
      expertiseArea: 'Tea',
      communicationStyle: 'friendly',
    });
    const { id: communityId } = await member.post<{ id: string }>('/api/communities', { name: 'Ona circle' });
    const ids = [newId(), newId()];
    await app.app.db.execute(sql`insert into conversations (id, expert_id, channel, lead_id, started_at, last_message_at)
      values (${ids[0]}, ${expertId}, 'widget', ${other.id}, now(), now())`);
    await app.app.db.execute(sql`insert into community_members (id, community_id, name, lead_id)
      values (${ids[1]}, ${communityId}, 'Ona', ${other.id})`);
    const owners = async () =>
      (
        await rowsOf<{ leadId: string }>(
          app.app.db,
          sql`select lead_id as "leadId" from conversations where id = ${ids[0]}
            union all select lead_id from community_members where id = ${ids[1]}`,
        )
      ).map(({ leadId }) => leadId);
    // Chats of somebody who left the address of the one and of the other.
    for (const leadId of [keep.id, other.id]) {
      await app.app.db.execute(sql`insert into conversations (id, expert_id, channel, contact_email, proposed_lead_id, started_at, last_message_at)
        values (${newId()}, ${expertId}, 'widget', 'ona@customer.test', ${leadId}, now(), now())`);
    }
    const proposed = async () =>
      (
        await rowsOf<{ leadId: string }>(
          app.app.db,
          sql`select proposed_lead_id as "leadId" from conversations where proposed_lead_id is not null order by id`,
        )
      ).map(({ leadId }) => leadId);
    const { mergeId } = await merge(keep, other);
    expect(await owners()).toEqual([keep.id, keep.id]);
    expect(await proposed()).toEqual([keep.id, keep.id]);
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect(await owners()).toEqual([other.id, other.id]);
    expect(await proposed()).toEqual([keep.id, other.id]);
  });

  it('shows field by field what wins, takes what was chosen, and is taken back as if it had not been', async () => {
    const keep = await createLead({ name: 'Dana Whitlow', email: 'dana@customer.test', tags: ['VIP'] });
    const other = await createLead({
      name: 'D. Whitlow',
      handle: 'dana_brews',
      platform: 'reddit',
      country: 'GB',
      tags: ['Fair'],
      stage: 'engaged',
    });
    await member.post(`/api/leads/${other.id}/notes`, { text: 'Asked for a sample' });
    const preview = await member.get<MergePreview>(`/api/leads/${keep.id}/merge-preview?otherId=${other.id}`);
    expect(Object.fromEntries(preview.fields.map(({ field, take }) => [field, take]))).toEqual({
      name: 'keep',
      email: 'keep',
      handle: 'other',
      stage: 'other',
      country: 'other',
    });
    expect(preview.moves).toMatchObject({ notes: 1, messages: 0 });

    const [before, otherBefore] = [await leadOf(keep.id), await leadOf(other.id)];
    const { mergeId, lead } = await merge(keep, other, ['handle', 'stage', 'country', 'email']);
    expect(lead).toMatchObject({
      name: 'Dana Whitlow',
      email: 'dana@customer.test',
      handle: 'dana_brews',
      platform: 'reddit',
      stage: 'engaged',
      country: 'GB',
      tags: ['VIP', 'Fair'],
    });
    expect((await member.call('GET', `/api/leads/${other.id}`)).status).toBe(404);
    const timeline = await member.get<TimelineEntry[]>(`/api/leads/${keep.id}/timeline`);
    expect(timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Merged with D. Whitlow', 'Asked for a sample']),
    );
    expect(timeline.find(({ type }) => type === 'lead.merged')?.id).toBe(mergeId);

    await member.patch(`/api/leads/${keep.id}`, { country: 'NL' });
    expect(await member.post(`/api/leads/merges/${mergeId}/undo`)).toMatchObject({
      id: keep.id,
      country: 'NL',
    });
    expect(withoutVersion(await leadOf(keep.id))).toEqual({ ...withoutVersion(before), country: 'NL' });
    expect(withoutVersion(await leadOf(other.id))).toEqual(withoutVersion(otherBefore));
    const notes = await member.get<unknown[]>(`/api/leads/${other.id}/notes`);
    expect(notes).toHaveLength(1);
    expect(await member.post(`/api/leads/merges/${mergeId}/undo`)).toMatchObject({ id: keep.id });
  });

  it('carries messages and what came of them along, and writes to nobody twice', async () => {
    const shelf = await member.post<LeadGroup>('/api/lead-groups', { name: 'Twice' });
    const keep = await createLead({ groupId: shelf.id, email: 'one@customer.test' });
    const other = await createLead({ groupId: shelf.id, email: 'two@customer.test' });
    const both = await createCampaign(member, { targetGroups: [shelf.id], status: 'active' });
    await untilMessages(member, both.id, { outbox: 2 });
    const single = await member.post<LeadGroup>('/api/lead-groups', { name: 'Once' });
    await member.patch(`/api/leads/${other.id}`, { groupId: single.id });
    const once = await createCampaign(member, { targetGroups: [single.id], status: 'active' });
    await untilMessages(member, once.id, { outbox: 1 });
    const messagesOf = async (id: string) =>
      (
        await rowsOf<{ campaign_id: string }>(
          app.app.db,
          sql`select campaign_id from messages where lead_id = ${id} order by id`,
        )
      ).map((row) => row.campaign_id);

    const { mergeId } = await merge(keep, other);
    expect(await messagesOf(keep.id)).toEqual([both.id, once.id]);
    expect(await messagesOf(other.id)).toEqual([both.id]);
    const titles = (await member.get<TimelineEntry[]>(`/api/leads/${keep.id}/timeline`)).map(
      ({ title }) => title,
    );
    expect(titles.filter((title) => title.includes('sent'))).toHaveLength(3);
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect(await messagesOf(keep.id)).toEqual([both.id]);
    expect(await messagesOf(other.id)).toEqual([both.id, once.id]);
  }, 60_000);

  it('lets the objection of either survive, and its withdrawal of consent', async () => {
    const keep = await createLead({ email: 'yes@customer.test' });
    const other = await createLead({ email: 'no@customer.test' });
    await member.post(`/api/leads/${other.id}/consents/withdraw`, { channel: 'whatsapp' });
    await member.post(`/api/leads/${keep.id}/consents`, {
      channel: 'whatsapp',
      source: 'phone',
      textVersion: 'Script 2',
      proof: 'Recording 12',
    });

    await suppress(app.app.db, {
      contactHash: hashContact(app.app.context, 'email', 'no@customer.test'),
      reason: 'unsubscribed',
      leadId: other.id,
    });
    const { mergeId, lead } = await merge(keep, other);
    expect(lead.isSuppressed).toBe(true);
    const ground = async (id: string) =>
      (await member.get<LeadConsent>(`/api/leads/${id}/consents`)).channels.find(
        ({ channel }) => channel === 'whatsapp',
      )?.ground;
    expect(await ground(keep.id)).toBeNull();
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect((await leadOf(keep.id)).isSuppressed).toBe(false);
    expect((await leadOf(other.id)).isSuppressed).toBe(true);
    expect(await ground(keep.id)).toBe('consent');
    expect(await ground(other.id)).toBeNull();
  });

  it('lets an objection survive that was made under an address of before, and takes a dead address for none', async () => {
    const stop = (email: string, reason: 'unsubscribed' | 'bounced', leadId: string) =>
      suppress(app.app.db, {
        contactHash: hashContact(app.app.context, 'email', email),
        reason,
        leadId,
      });
    const previewOf = (keep: Lead, other: Lead) =>
      member.get<MergePreview>(`/api/leads/${keep.id}/merge-preview?otherId=${other.id}`);

    const [keep, moved] = [
      await createLead({ email: 'stays@customer.test' }),
      await createLead({ email: 'before@customer.test' }),
    ];
    await stop('before@customer.test', 'unsubscribed', moved.id);
    await member.patch(`/api/leads/${moved.id}`, { email: 'since@customer.test' });
    expect(await previewOf(keep, moved)).toMatchObject({ isObjection: true });
    const { mergeId, lead } = await merge(keep, moved);
    expect(lead.isSuppressed).toBe(true);
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect((await leadOf(keep.id)).isSuppressed).toBe(false);

    const [alive, dead] = [
      await createLead({ email: 'alive@customer.test' }),
      await createLead({ email: 'dead@customer.test' }),
    ];
    await stop('dead@customer.test', 'bounced', dead.id);
    expect(await previewOf(alive, dead)).toMatchObject({ isObjection: false });
    expect((await merge(alive, dead)).lead.isSuppressed).toBe(false);
  });

  it('leaves what went in where it is, whoever brings it back by an Undo of before', async () => {
    const [keep, other, third] = [await createLead(), await createLead(), await createLead()];
    const { id: actId } = await member.post<{ id: string }>('/api/leads/acts', {
      act: { kind: 'delete' },
      leads: { ids: [other.id, third.id] },
    });
    await member.post(`/api/leads/${other.id}/restore`);
    const { mergeId } = await merge(keep, other);
    const alone = await member.call('POST', `/api/leads/${other.id}/restore`);
    expect([alone.status, ((await alone.json()) as { reason: string }).reason]).toEqual([409, 'merged']);
    await member.post(`/api/leads/acts/${actId}/undo`);
    expect(await leadOf(third.id)).toMatchObject({ id: third.id });
    const gone = await member.call('GET', `/api/leads/${other.id}`);
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ reason: 'merged', successorId: keep.id });
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect(await leadOf(other.id)).toMatchObject({ name: other.name });
  });

  it('is undone when the group of before is gone', async () => {
    const before = await member.post<{ id: string }>('/api/lead-groups', { name: 'For a while' });
    const keep = await createLead({ email: 'kept@customer.test', groupId: before.id });
    const other = await createLead({ email: 'gone@customer.test' });
    const { mergeId } = await merge(keep, other, ['group']);
    await app.app.db.execute(sql`delete from lead_groups where id = ${before.id}`);
    await member.post(`/api/leads/merges/${mergeId}/undo`);
    expect((await leadOf(keep.id)).groupId).toBeNull();
    expect((await leadOf(other.id)).groupId).toBe(group.id);
  });

  it('erases both records with the person, and knows them again', async () => {
    const keep = await createLead({ name: 'Quill One', email: 'quill1@customer.test' });
    const other = await createLead({ name: 'Quill Two', email: 'quill2@customer.test' });
    await member.post('/api/lead-views', { name: 'Mine', query: { q: 'quill2@customer.test' } });
    const { mergeId } = await merge(keep, other);
    await member.post(`/api/leads/${keep.id}/erase`);
    for (const table of ['leads', 'lead_merges', 'lead_views']) {
      const rows = await rowsOf(
        app.app.db,
        sql`select 1 from ${sql.identifier(table)} t where t::text ilike '%quill%'`,
      );
      expect(rows, table).toEqual([]);
    }
    for (const email of ['quill1@customer.test', 'quill2@customer.test']) {
      const again = { name: 'Again', email, groupId: group.id, legalGround: 'consent' };
      expect((await member.call('POST', '/api/leads', { body: again })).status).toBe(422);
    }
    expect((await member.call('POST', `/api/leads/merges/${mergeId}/undo`)).status).toBe(404);
  });

  it('refuses a lead with itself, one that is gone, and versions from before', async () => {
    const [keep, other] = [
      await createLead({ email: 'a1@customer.test' }),
      await createLead({ email: 'a2@customer.test' }),
    ];
    const call = (id: string, body: unknown) => member.call('POST', `/api/leads/${id}/merge`, { body });
    const versions = { version: keep.version, otherVersion: other.version };
    expect((await call(keep.id, { otherId: keep.id, ...versions })).status).toBe(400);
    expect((await call(keep.id, { otherId: group.id, ...versions })).status).toBe(404);
    expect((await call(keep.id, { otherId: other.id, ...versions, otherVersion: 99 })).status).toBe(409);
    expect((await call(keep.id, { otherId: other.id, ...versions, take: ['tags'] })).status).toBe(400);
  });
});

describe('possible duplicates', () => {
  const pairs = () => member.get<PossibleDuplicate[]>('/api/leads/duplicates');

  it('are proposed with the reason, judged, brought back, and gone once merged', async () => {
    const keep = await createLead({ name: 'John Smith', email: 'john@acme.test' });
    const other = await createLead({ name: 'Jon Smyth', email: 'j.smyth@acme.test' });
    await createLead({ name: 'Mary Jones', email: 'mary@acme.test' });
    const pair = await eventually(async () => {
      const [found] = await pairs();
      if (!found) throw new Error('nothing proposed yet');
      return found;
    });
    expect(await pairs()).toHaveLength(1);
    expect(pair).toMatchObject({
      reason: 'name_and_company',
      details: { company: 'acme' },
      keep: { id: keep.id },
      other: { id: other.id },
    });
    expect((await member.call('POST', `/api/leads/duplicates/${pair.id}/dismiss`)).status).toBe(204);
    expect(await pairs()).toEqual([]);
    await findDuplicates(app.app.context, [keep.id]);
    expect(await pairs(), 'a judged pair is not proposed again').toEqual([]);
    await member.call('POST', `/api/leads/duplicates/${pair.id}/reopen`);
    expect(await pairs()).toHaveLength(1);
    await merge(keep, other);
    expect(await pairs()).toEqual([]);
  }, 30_000);

  it('are found among leads from before, too', async () => {
    const { db, context } = app.app;
    await db.execute(sql`insert into leads (id, name, email, email_key, platform, group_id, legal_ground)
      select gen_random_uuid(), name, email, email, 'import', ${group.id}, 'consent'
      from (values ('Ada Finch', 'ada@finch.test'), ('Finch Ada', 'office@finch.test')) as old(name, email)`);
    await tidyLeads(context);
    expect((await pairs()).map(({ reason }) => reason)).toEqual(['name_and_company']);
  });
});

describe('saved views', () => {
  it('belong to one colleague or to all, are changed by their owner or an admin, and come back', async () => {
    const query = { stage: 'new', ownerId: 'none', q: 'tea', sort: '-createdAt' };
    const view = await member.post<LeadView>('/api/lead-views', { name: ' To call ', query });
    expect(view).toMatchObject({ name: 'To call', isShared: false, isOwn: true, query });
    const colleague = await app.as('member');
    const seen = async (client: TestClient) =>
      (await client.get<LeadView[]>('/api/lead-views')).filter(({ id }) => id === view.id);
    expect(await seen(colleague)).toEqual([]);
    const change = (client: TestClient, body: unknown) =>
      client.call('PATCH', `/api/lead-views/${view.id}`, { body });
    expect((await change(colleague, { name: 'Mine now' })).status).toBe(404);
    expect((await change(member, { isShared: true })).status).toBe(200);
    expect(await seen(colleague)).toMatchObject([{ isOwn: false, isShared: true }]);
    expect((await change(colleague, { name: 'Mine now' })).status).toBe(403);
    const admin = await app.as('admin');
    expect((await change(admin, { name: 'Call today' })).status).toBe(200);
    expect((await member.call('DELETE', `/api/lead-views/${view.id}`)).status).toBe(204);
    expect(await seen(member)).toEqual([]);
    await member.post(`/api/lead-views/${view.id}/restore`);
    expect(await seen(member)).toMatchObject([{ name: 'Call today' }]);
  });

  it('name no condition and search for none', async () => {
    const save = async (body: unknown) => (await member.call('POST', '/api/lead-views', { body })).status;
    expect(await save({ name: 'Eczema', query: {} })).toBe(400);
    expect(await save({ name: 'Evenings', query: { q: 'migraine' } })).toBe(400);
    expect(await save({ name: 'Evenings', query: { sort: 'secret' } })).toBe(400);
    expect(await save({ name: 'Evenings', query: {} })).toBe(201);
  });
});
