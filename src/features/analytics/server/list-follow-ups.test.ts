import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CategoryCount } from '#features/crm/contract.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadGroup, LeadGroupCount } from '#features/leads/contract-groups.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { newId } from '#kit/id.ts';
import { inTransaction, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type ModelReply, type ModelServer, startModelServer } from '#tests/support/model-server.ts';
import type { FollowUps } from '../contract-follow-ups.ts';
import { draftFollowUps } from './draft-follow-ups.ts';
import { draftFollowUpsJob } from './jobs.ts';

let model: ModelServer;
let app: TestApp;
let member: TestClient;
let group: LeadGroup;

beforeAll(async () => {
  model = await startModelServer('openai');
  app = await startTestApp({
    worker: false,
    env: { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: model.url, LLM_MODEL: 'house-model' },
  });
  member = await app.as('member');
  group = await member.post<LeadGroup>('/api/lead-groups', { name: 'Tea' });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(async () => {
  model.calls.splice(0);
  await app.app.db.execute(
    sql`truncate events, event_rollups, event_days, leads, lead_tallies, suppressions, follow_up_drafts cascade`,
  );
});

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const record = (...events: NewEvent[]) =>
  inTransaction(app.app.db, (tx) => recordEvents(app.app.context, tx, events));
/** Somebody wrote back so many days ago; the words are in the inbox. */
const writeBack = async ({ id }: Lead, days: number, words = 'How much is a sampler?'): Promise<string> => {
  const replyId = newId();
  const at = daysAgo(days);
  await app.app.db.execute(sql`insert into inbound_mails
      (id, source_key, kind, lead_id, from_address, subject, text, received_at)
    values (${replyId}, ${replyId}, 'reply', ${id}, 'dana@example.org', 'Re: Tea', ${words}, ${at.toISOString()})`);
  await record({ type: 'reply.received', leadId: id, occurredAt: at });
  return replyId;
};
const addLead = (name: string, fields: object = {}): Promise<Lead> =>
  member.post('/api/leads', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
    behaviorSignal: 'Which herbal tea would you buy?',
    groupId: group.id,
    legalGround: 'consent',
    ...fields,
  });
const listed = (): Promise<FollowUps> => member.get('/api/analytics/follow-ups');
const kinds = async () => (await listed()).items.map(({ lead, kind }) => `${lead.name} ${kind}`);
const answer = (lead: Lead, kind: string, said: string): Promise<{ id: string }> =>
  member.post(`/api/analytics/follow-ups/${lead.id}`, { kind, answer: said });

describe('who to talk to now', () => {
  it('names who replied before who scored high, each once, with why, their own words and a draft', async () => {
    const dana = await addLead('Dana Whitlow');
    const kofi = await addLead('Kofi Mensah');
    await app.app.db.execute(sql`update leads set ai_score = 9.4 where id = ${kofi.id}`);
    const replyId = await writeBack(dana, 3);
    const { items } = await listed();
    expect(items.map(({ lead, kind }) => [lead.name, kind])).toEqual([
      ['Dana Whitlow', 'replied'],
      ['Kofi Mensah', 'promising'],
    ]);
    expect(items[0]).toMatchObject({
      why: 'Replied 3 days ago and waits for an answer.',
      words: 'How much is a sampler?',
      replyId,
      draft: { by: 'Built-in engine', subject: 'Your reply' },
    });
    expect(items[0]?.draft.text).toMatch(/^Hi Dana,\n\nThank you for writing back/);
  });

  it('leaves out who was answered since, who objects and who is not a fit', async () => {
    const [dana, kofi, mina] = [await addLead('Dana'), await addLead('Kofi'), await addLead('Mina')];
    for (const lead of [dana, kofi, mina]) await writeBack(lead, 2);
    expect(await kinds()).toHaveLength(3);
    await record({ type: 'message.sent', leadId: dana.id, channel: 'email', occurredAt: daysAgo(1) });
    await app.app.db.execute(sql`insert into suppressions (id, contact_hash, reason)
      select gen_random_uuid(), contact_hash, 'unsubscribed' from leads where id = ${kofi.id}`);
    await app.app.db.execute(sql`update leads set is_not_fit = true where id = ${mina.id}`);
    expect(await kinds()).toEqual([]);
  });

  it('leaves out who objected under an address that was mended since, who is not counted as reachable either', async () => {
    const ann = await addLead('Ann');
    await writeBack(ann, 2);
    expect(await kinds()).toEqual(['Ann replied']);
    const reachable = async () => {
      const counts = await member.get<LeadGroupCount[]>('/api/lead-groups/counts');
      const stages = await member.get<CategoryCount[]>('/api/lead-categories/counts');
      return [
        counts.find(({ id }) => id === group.id)?.leadsWithContact,
        stages.find(({ id }) => id === group.id)?.leadsWithContact,
      ];
    };
    expect(await reachable()).toEqual([1, 1]);
    await app.app.db.execute(sql`insert into suppressions (id, contact_hash, reason, lead_id)
      select gen_random_uuid(), contact_hash, 'unsubscribed', id from leads where id = ${ann.id}`);
    await member.patch(`/api/leads/${ann.id}`, { email: 'ann.mended@example.org' });
    expect(await kinds()).toEqual([]);
    expect(await reachable()).toEqual([0, 0]);
    expect(await member.get<Lead>(`/api/leads/${ann.id}`)).toMatchObject({ isSuppressed: true });
    // What was wrong with the address before is not wrong with this one.
    await app.app.db.execute(sql`update suppressions set reason = 'bounced'`);
    expect(await reachable()).toEqual([1, 1]);
  });

  it('proposes to answer who has refused marketing, and to write to them for nothing else', async () => {
    const [ann, ben] = [await addLead('Ann'), await addLead('Ben')];
    await app.app.db.execute(sql`update leads set ai_score = 9 where id in (${ann.id}, ${ben.id})`);
    expect(await kinds()).toHaveLength(2);
    await member.post(`/api/leads/${ben.id}/consents/withdraw`, { channel: 'email' });
    expect((await member.get<Lead>(`/api/leads/${ben.id}`)).hasRefused).toBe(true);
    expect(await kinds()).toEqual(['Ann promising']);
    await writeBack(ben, 2);
    expect(await kinds()).toEqual(expect.arrayContaining(['Ben replied', 'Ann promising']));
  });

  it('says of nobody that they wait whose reply is not open in the inbox', async () => {
    const [dana, kofi] = [await addLead('Dana'), await addLead('Kofi')];
    await record({ type: 'reply.received', leadId: dana.id, occurredAt: daysAgo(2) });
    const replyId = await writeBack(kofi, 2);
    expect(await kinds()).toEqual(['Kofi replied']);
    await member.patch(`/api/replies/${replyId}`, { isDone: true });
    expect(await kinds()).toEqual([]);
  });

  it('learns: what is not useful goes, and its reason counts less; an undo brings both back', async () => {
    const [dana, kofi] = [await addLead('Dana'), await addLead('Kofi')];
    await writeBack(dana, 2);
    await writeBack(kofi, 1);
    const { id } = await answer(dana, 'replied', 'not_useful');
    expect(await kinds()).toEqual(['Kofi replied']);
    expect((await listed()).learned.find(({ kind }) => kind === 'replied')).toEqual({
      kind: 'replied',
      done: 0,
      notUseful: 1,
      weight: 0.667,
    });
    expect((await member.call('DELETE', `/api/analytics/follow-up-answers/${id}`)).status).toBe(204);
    expect(await kinds()).toEqual(['Dana replied', 'Kofi replied']);

    await answer(kofi, 'replied', 'done');
    expect(await kinds()).toEqual(['Dana replied']);
    await writeBack(kofi, -1 / 86_400);
    expect(await kinds(), 'a new reply is a new reason').toContain('Kofi replied');
  });

  describe('drafted by a language model', () => {
    const WHY = 'You asked on Reddit for an evening tea without caffeine.';
    const ASK = 'May I ask what you have tried so far?';
    const written = (why = WHY, words = 'an evening tea without caffeine'): ModelReply => ({
      object: {
        sentences: [
          { sentence: why, facts: [{ field: 'post', words }] },
          { sentence: ASK, facts: [] },
        ],
      },
    });
    const waiting = async (name: string) => {
      const lead = await addLead(name, {
        platform: 'reddit',
        handle: `@${name.toLowerCase().replaceAll(' ', '')}`,
        behaviorSignal: 'Can anyone recommend an evening tea without caffeine?',
      });
      await writeBack(lead, 2, '');
      return lead;
    };
    const drafted = async () => {
      await draftFollowUps(app.app.context);
      return (await listed()).items[0]?.draft;
    };

    it('says what it is made of and who wrote it; it is asked once, and not told who it is about', async () => {
      const dana = await waiting('Dana Whitlow');
      expect((await listed()).items[0]?.draft.by).toBe('Built-in engine');
      model.reply = () => written();
      const draft = await drafted();
      expect(draft).toMatchObject({
        subject: 'Your reply',
        by: expect.stringContaining('house-model'),
        facts: ['What they wrote in public: “Can anyone recommend an evening tea without caffeine?”'],
      });
      expect(draft?.text).toContain(`Hi Dana,\n\n${WHY} ${ASK}\n\n`);
      expect(await drafted()).toEqual(draft);
      expect(model.calls).toHaveLength(1);
      expect(model.calls[0]?.messages.join()).not.toMatch(/Dana|example\.org/);

      await member.post(`/api/leads/${dana.id}/erase`);
      const { rows } = await app.app.db.execute(sql`select from follow_up_drafts`);
      expect(rows, 'forgotten with the person').toEqual([]);
    });

    it('is asked for those who may write, not for who only reads', async () => {
      await waiting('Dana');
      const jobs = async () =>
        (await app.app.db.execute(sql`select from pgboss.job where name = ${draftFollowUpsJob.name}`)).rows
          .length;
      await app.app.db.execute(sql`delete from pgboss.job where name = ${draftFollowUpsJob.name}`);
      const viewer = await app.as('viewer');
      expect((await viewer.get<FollowUps>('/api/analytics/follow-ups')).items).toHaveLength(1);
      expect(await jobs()).toBe(0);
      await listed();
      expect(await jobs()).toBe(1);
    });

    it.each<[string, ModelReply]>([
      ['cites what is not stored', written('You run marathons on Sundays.', 'I run marathons')],
      ['makes a claim', written('An evening tea without caffeine cures you for good.')],
      ['has nothing to say', { object: { sentences: [] } }],
    ])('stays the built-in engine’s when the model %s', async (_why, reply) => {
      await waiting('Dana');
      model.reply = () => reply;
      expect(await drafted()).toMatchObject({ by: 'Built-in engine', facts: [] });
      expect((await drafted())?.by).toBe('Built-in engine');
      expect(model.calls, 'not asked again').toHaveLength(1);
    });

    it('is asked about the others where it has no usable answer about one, and about that one not again', async () => {
      const names = ['Dana', 'Kofi', 'Mei', 'Lena'];
      for (const name of names) await waiting(name);
      model.reply = () => (model.calls.length <= 1 ? { fault: 'filtered' } : written());
      await drafted();
      const writers = async () =>
        (await listed()).items.map(({ draft }) => (draft.by === 'Built-in engine' ? 'engine' : 'model'));
      expect((await writers()).toSorted()).toEqual(['engine', 'model', 'model', 'model']);
      expect(model.calls).toHaveLength(names.length);
      await drafted();
      expect(model.calls).toHaveLength(names.length);
    });

    it('is asked at most 60 times a day, and left alone for a while once it fails', async () => {
      await app.app.db.execute(sql`insert into leads (id, name, handle, handle_key, platform, ai_score, stage, legal_ground, contact_status)
        values ('00000000-0000-7000-8000-000000000001', 'Many', '@many', 'reddit:many', 'reddit', 1, 'new', 'consent', 'verified')`);
      await app.app.db.execute(sql`insert into follow_up_drafts (lead_id, basis, created_at)
        select '00000000-0000-7000-8000-000000000001', n::text, now() from generate_series(1, 59) n`);
      await waiting('Dana');
      await waiting('Kofi');
      model.reply = () => written();
      await drafted();
      expect(model.calls).toHaveLength(1);
      // Reading the list sets nothing going that could only find the limit reached.
      const jobs = sql`from pgboss.job where name = 'analytics.draft_follow_ups'`;
      await app.app.db.execute(sql`delete ${jobs}`);
      await listed();
      expect((await app.app.db.execute(sql`select ${jobs}`)).rows).toEqual([]);
      await app.app.db.execute(sql`truncate follow_up_drafts`);
      await listed();
      expect((await app.app.db.execute(sql`select ${jobs}`)).rows).toHaveLength(1);
      model.reply = () => ({ status: 401 });
      model.calls.splice(0);
      expect((await drafted())?.by).toBe('Built-in engine');
      const asked = model.calls.length;
      expect(asked).toBeGreaterThan(0);
      await drafted();
      expect(model.calls).toHaveLength(asked);
    });
  });

  // R8
  it('is answered by members about leads that are there, in the known words', async () => {
    const dana = await addLead('Dana');
    const call = (client: TestClient, id: string, body: object) =>
      client.call('POST', `/api/analytics/follow-ups/${id}`, { body });
    expect((await call(member, dana.id, { kind: 'replied', answer: 'maybe' })).status).toBe(400);
    expect((await call(member, crypto.randomUUID(), { kind: 'replied', answer: 'done' })).status).toBe(404);
    expect((await call(await app.as('viewer'), dana.id, { kind: 'replied', answer: 'done' })).status).toBe(
      403,
    );
  });
});
