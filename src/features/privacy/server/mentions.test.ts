import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '#features/compliance/contract.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { groupOf } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { Mentions } from '../contract.ts';

let running: TestApp;
let client: TestClient;
beforeAll(async () => {
  running = await startTestApp({ worker: false });
  client = await running.as('admin');
});
afterAll(() => running.close());

const TEXTS = {
  chat: 'My sister Orla Quist recommended the salve.',
  reply: 'Please write to orla@customer.test instead.',
  answer: 'Thanks, we will ask ORLA QUIST.',
  post: 'Met @orla_q at the tea evening.',
  note: 'Friend of Quist, Orla.',
  task: 'Call Orla Quist back',
} as const;

/** One text of each kind that belongs to another person or to none. */
async function sayEverywhere(leadId: string): Promise<void> {
  const { db } = running.app;
  const { id: expertId } = await client.post<{ id: string }>('/api/chatbot/experts', {
    name: 'Sage',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
  });
  const { id: communityId } = await client.post<{ id: string }>('/api/communities', {
    name: 'Tea Circle',
  });
  const [chat, mail] = [newId(), newId()];
  await db.execute(sql`insert into conversations (id, expert_id) values (${chat}, ${expertId})`);
  await db.execute(sql`insert into conversation_messages (id, conversation_id, role, text)
    values (${newId()}, ${chat}, 'visitor', ${TEXTS.chat})`);
  await db.execute(sql`insert into inbound_mails (id, source_key, kind, lead_id, from_address, subject, text, received_at)
    values (${mail}, ${newId()}, 'reply', ${leadId}, 'bo@customer.test', 'Re: Orla Quist', ${TEXTS.reply}, now())`);
  await db.execute(sql`insert into reply_answers (id, inbound_id, lead_id, subject, text, status, sent_by)
    values (${newId()}, ${mail}, ${leadId}, '', ${TEXTS.answer}, 'sent', 'mia')`);
  await db.execute(sql`insert into community_posts (id, community_id, author_name, body, state, posted_at)
    values (${newId()}, ${communityId}, 'Bo', ${TEXTS.post}, 'published', now())`);
  await client.post(`/api/leads/${leadId}/notes`, { text: TEXTS.note });
  await client.post(`/api/leads/${leadId}/tasks`, {
    title: TEXTS.task,
    dueAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
}

const textsNow = async (): Promise<string[]> =>
  (
    await rowsOf<{ text: string }>(
      running.app.db,
      sql`select text from conversation_messages union all select subject || '|' || text from inbound_mails
        union all select text from reply_answers union all select body from community_posts
        union all select text from lead_notes union all select title from tasks`,
    )
  ).map(({ text }) => text);

it('erasing offers the texts of others that name the person, and changes those that are chosen alone', async () => {
  const { leadIds } = await groupOf(client, [
    { name: 'Orla Quist', email: 'orla@customer.test', handle: 'orla_q' },
    { name: 'Bo Reed', email: 'bo@customer.test' },
  ]);
  const [orla = '', bo = ''] = leadIds;
  await sayEverywhere(bo);
  await client.post(`/api/leads/${orla}/notes`, { text: 'Orla Quist likes sage.' });

  const { items, hasMore } = await client.get<Mentions>(`/api/leads/${orla}/mentions`);
  expect(hasMore).toBe(false);
  expect(Object.fromEntries(items.map(({ kind, excerpt }) => [kind, excerpt]))).toEqual({
    ...TEXTS,
    reply: `Re: Orla Quist ${TEXTS.reply}`,
  });
  expect(items, 'her own note goes with her').toHaveLength(6);
  expect((await (await running.as('viewer')).call('GET', `/api/leads/${orla}/mentions`)).status).toBe(403);

  const chosen = items.filter(({ kind }) => kind !== 'task' && kind !== 'note');
  const elsewhere = { kind: 'note', id: newId() };
  const erased = await client.call('POST', `/api/leads/${orla}/erase`, {
    body: { mentions: [...chosen.map(({ kind, id }) => ({ kind, id })), elsewhere] },
  });
  expect(erased.status).toBe(204);
  expect((await textsNow()).toSorted()).toEqual(
    [
      'My sister [erased] recommended the salve.',
      'Re: [erased]|Please write to [erased] instead.',
      'Thanks, we will ask [erased].',
      'Met @[erased] at the tea evening.',
      TEXTS.note,
      TEXTS.task,
    ].toSorted(),
  );
  const [entry] = await client.get<AuditEntry[]>(`/api/audit?subject=lead:${orla}`);
  expect(entry).toMatchObject({
    action: 'lead.erased',
    details: { redacted: { chat: 1, reply: 1, answer: 1, post: 1 } },
  });
  const again = await client.call('POST', `/api/leads/${orla}/erase`, { body: { mentions: [] } });
  expect(again.status, 'again it changes nothing').toBe(204);
  expect((await client.call('GET', `/api/leads/${orla}/mentions`)).status).toBe(404);
});

it('erasing changes no text that does not name the person, whichever is chosen', async () => {
  const { leadIds } = await groupOf(client, [{ name: 'Tam Lin' }, { name: 'Ida Holm' }]);
  const [tam = '', ida = ''] = leadIds;
  const note = await client.post<{ id: string }>(`/api/leads/${ida}/notes`, { text: 'Likes tea.' });
  await client.call('POST', `/api/leads/${tam}/erase`, {
    body: { mentions: [{ kind: 'note', id: note.id }] },
  });
  expect(await textsNow()).toContain('Likes tea.');
});
