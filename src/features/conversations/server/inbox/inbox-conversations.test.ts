import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { VisitorSession } from '#features/agents/contract-widget.ts';
import type { AuditEntry } from '#features/compliance/contract.ts';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { enforceRetention } from '#features/privacy/server/retention.ts';
import { newId } from '#kit/id.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { AgentStats } from '../../contract.ts';
import type { Conversation, ConversationDetail, UnansweredQuestion } from '../../contract-inbox.ts';
import type { PublicReply } from '../../contract-public.ts';
import { anonymousChats } from '../chat-data.ts';
import { answerChat } from '../start-chat.ts';
import { settleConversations } from './inbox-conversations.ts';
import { notifyTeam } from './notify-team.ts';

let app: TestApp;
let mail: TestMailServer;
let admin: TestClient;
let member: TestClient;
let outside: TestClient;
let fern: Agent;

const SHOP = 'https://shop.test';

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Fernhill <hello@fernhill.test>' } });
  admin = await app.as('admin');
  member = await app.as('member');
  outside = app.visitor();
  fern = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
  });
  await admin.post('/api/chatbot/knowledge', {
    expertId: fern.id,
    title: 'Hearth label',
    content: 'Hearth is a caffeine-free blend of chamomile flowers, lemon balm leaf and orange peel.',
  });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const CONVERSATIONS = '/api/chatbot/conversations';

/** A turn that stands in a conversation. */
type Kept = PublicReply & { conversationId: string };

/** Somebody on the website, with what they can do. */
async function visitor() {
  const opened = await outside.call('POST', `/api/agents/visitor/${fern.apiKey}`, {
    body: {},
    headers: { origin: SHOP },
  });
  const { token } = (await opened.json()) as VisitorSession;
  const headers = { authorization: `Bearer ${token}`, origin: SHOP };
  return {
    headers,
    say: async (message: string, messageId = newId()): Promise<Kept> => {
      const response = await outside.call('POST', `/api/agents/chat/${fern.apiKey}`, {
        body: { message, messageId },
        headers,
      });
      expect(response.status, await response.clone().text()).toBe(200);
      return (await response.json()) as Kept;
    },
    see: async () =>
      (await (await outside.call('GET', `/api/agents/conversation/${fern.apiKey}`, { headers })).json()) as {
        isWithPerson: boolean;
        isWaiting: boolean;
        lines: { role: string; text: string; author: string | null }[];
      },
  };
}
const deed = (id: string, what: string, body?: object) =>
  member.post<ConversationDetail>(`${CONVERSATIONS}/${id}/${what}`, body);
const listed = (query = '') => member.get<Conversation[]>(`${CONVERSATIONS}${query}`);

describe('a turn', () => {
  const toldOf = (conversationId: string) =>
    rowsOf<{ id: string }>(
      app.app.db,
      sql`select id from pgboss.job where name = 'agents.handover' and data->>'conversationId' = ${conversationId}`,
    );

  it('that asks for a person again tells the team nothing new, unless it has become an emergency', async () => {
    const eager = await visitor();
    const { conversationId } = await eager.say('HUMAN');
    await eager.say('HUMAN');
    await eager.say('I want to talk to a person');
    expect(await toldOf(conversationId)).toHaveLength(1);
    expect((await eager.say('I want to kill myself')).escalation?.level).toBe('emergency');
    await eager.say('I want to kill myself');
    expect(await toldOf(conversationId)).toHaveLength(2);
    await deed(conversationId, 'resolve');
    await expect.poll(() => mail.received.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
    mail.received.length = 0;
  });

  it('whose answer was lost with its process is answered when it is sent again', async () => {
    const patient = await visitor();
    const { conversationId } = await patient.say('Is Hearth caffeine-free?', 'lost');
    const ofIt = sql`conversation_id = ${conversationId}`;
    await app.app.db.execute(sql`delete from conversation_messages where role = 'agent' and ${ofIt}`);
    await app.app.db.execute(
      sql`update conversation_messages set created_at = now() - interval '5 minutes' where ${ofIt}`,
    );
    expect((await patient.say('Is Hearth caffeine-free?', 'lost')).answered).toBe(true);
    expect((await patient.see()).lines.map(({ role }) => role)).toEqual(['visitor', 'agent']);
    await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
  });
});

describe('what a person should know of', () => {
  it.each([
    ['This is a scam, I want my money back!', 'anger'],
    ['WHERE IS MY PARCEL I ASKED TWICE', 'anger'],
    ['We want to order 200 tins of Hearth for our clinic.', 'large_order'],
    ['Do you offer wholesale prices?', 'large_order'],
  ])('%s', async (message, category) => {
    const { conversationId, escalation, answer } = await (await visitor()).say(message);
    expect(escalation).toMatchObject({ level: 'escalate', category });
    expect(answer).toMatch(/asked a person from our team to join\.$/);
    expect(answer, 'asked for already').not.toContain('Type HUMAN and');
    const seen = await member.get<ConversationDetail>(`${CONVERSATIONS}/${conversationId}`);
    expect(seen).toMatchObject({ state: 'waiting', escalation: { category } });
    await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
  });

  it.each(['How many bags are in a box?', 'Is Hearth caffeine-free?', 'How much is one pack of 50 bags?'])(
    'but not of %s',
    async (message) => {
      const { conversationId, escalation } = await (await visitor()).say(message);
      expect(escalation).toBeNull();
      await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
    },
  );

  it('an agent that has to pass twice in a row asks for a person; selling goes on', async () => {
    const lost = await visitor();
    expect((await lost.say('Who won the football match?')).escalation).toBeNull();
    const { conversationId, escalation, answer } = await lost.say('Which trains go to Bristol?');
    expect(escalation).toMatchObject({ category: 'low_confidence' });
    expect(answer).toContain("so I've asked a person");
    expect((await lost.say('Is Hearth caffeine-free?')).answer).toContain('chamomile');
    expect((await member.get<UnansweredQuestion[]>('/api/chatbot/unanswered')).length).toBe(2);
    await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
  });

  it('is told to each person once, however often the job comes', async () => {
    await expect.poll(() => toldAll(), { timeout: 15_000 }).toBe(true);
    mail.received.length = 0;
    const { conversationId } = await (await visitor()).say('HUMAN');
    const { context } = app.app;
    await Promise.all([notifyTeam(context, conversationId), notifyTeam(context, conversationId)]);
    await expect.poll(() => toldAll(), { timeout: 15_000 }).toBe(true);
    await notifyTeam(context, conversationId);
    expect(mail.received).toHaveLength(2);
    await app.app.db.execute(sql`delete from conversations where id = ${conversationId}`);
    mail.received.length = 0;
  });

  const toldAll = async (): Promise<boolean> =>
    (
      await rowsOf(
        app.app.db,
        sql`select id from pgboss.job where name = 'agents.handover' and state in ('created', 'retry', 'active')`,
      )
    ).length === 0;
});

describe('an address that a visitor leaves', () => {
  const leave = async (somebody: Awaited<ReturnType<typeof visitor>>, email: string) => {
    const response = await outside.call('POST', `/api/agents/contact/${fern.apiKey}`, {
      body: { email },
      headers: somebody.headers,
    });
    expect(await response.json()).toEqual({ stored: true });
  };
  const detail = (id: string) => member.get<ConversationDetail>(`${CONVERSATIONS}/${id}`);

  it('makes a lead when nobody has it, and is proposed to a person when a lead has', async () => {
    const ada = await visitor();
    const first = await ada.say('Is Hearth caffeine-free?');
    await leave(ada, 'ada@clinic.test');
    const { leadId } = await detail(first.conversationId);
    expect(leadId).not.toBeNull();
    await leave(ada, 'ada@clinic.test');
    expect((await detail(first.conversationId)).proposal).toBeNull();

    for (const isSame of [false, true]) {
      const stranger = await visitor();
      const { conversationId: id } = await stranger.say('Is Hearth caffeine-free?');
      await leave(stranger, 'Ada@clinic.test');
      expect(await detail(id)).toMatchObject({
        leadId: null,
        proposal: { leadId, email: 'Ada@clinic.test', leadName: 'Website visitor' },
      });
      const decided = await deed(id, 'lead', { isSame });
      expect(decided).toMatchObject({ proposal: null, leadId: isSame ? leadId : null });
      // Somebody who decides later changes nothing.
      expect(await deed(id, 'lead', { isSame: !isSame })).toMatchObject({ leadId: isSame ? leadId : null });
    }
  });

  it('goes when the lead is erased, also where it was only proposed', async () => {
    const ben = await visitor();
    const { conversationId: own } = await ben.say('Is Hearth caffeine-free?');
    await leave(ben, 'ben@clinic.test');
    const { leadId } = await detail(own);
    const stranger = await visitor();
    const { conversationId: id } = await stranger.say('Is Hearth caffeine-free?');
    await leave(stranger, 'ben@clinic.test');
    await member.call('POST', `/api/leads/${leadId}/erase`);
    expect((await member.call('GET', `${CONVERSATIONS}/${own}`)).status).toBe(404);
    expect(await detail(id)).toMatchObject({ proposal: null, leadId: null });
    const [left] = await rowsOf<{ count: number }>(
      app.app.db,
      sql`select count(*)::int from conversations where contact_email is not null`,
    );
    expect(left?.count).toBe(0);
  });

  it('names them in the inbox from then on; those who left none have a number each', async () => {
    const named = async (id: string) => {
      const { visitor: inside } = await detail(id);
      expect((await listed('?limit=200')).find((one) => one.id === id)?.visitor).toBe(inside);
      return inside;
    };
    const [one, two] = [await visitor(), await visitor()];
    const { conversationId: first } = await one.say('Is Hearth caffeine-free?');
    const { conversationId: second } = await two.say('Is Hearth caffeine-free?');
    expect(await named(first)).toMatch(/^Visitor \d{4}$/);
    expect(await named(second)).not.toBe(await named(first));
    await leave(one, 'jo.visitor@clinic.test');
    expect(await named(first)).toBe('jo.visitor@clinic.test');
    await leave(two, 'jo.visitor@clinic.test');
    expect(await named(second), 'left, and not verified').toBe('jo.visitor@clinic.test');
    const { leadId } = await detail(first);
    await member.patch(`/api/leads/${leadId}`, { name: 'Jo March' });
    expect(await named(first)).toBe('Jo March');
  });
});

it('what strangers said goes when its time is over; what they count for and what leads said stays', async () => {
  const stranger = await visitor();
  const { conversationId: id } = await stranger.say('Is Hearth caffeine-free?');
  const before = await member.get<AgentStats>('/api/chatbot/stats');
  await app.app.db.execute(
    sql`update conversations set last_message_at = now() - interval '200 days' where id = ${id} or lead_id is not null`,
  );
  await enforceRetention(app.app.context);
  const rows = await rowsOf<{ conversationId: string; leadId: string | null }>(
    app.app.db,
    sql`select distinct c.id as "conversationId", lead_id as "leadId" from conversation_messages m
      join conversations c on c.id = m.conversation_id where c.last_message_at < now() - interval '190 days'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ leadId }) => leadId !== null)).toBe(true);
  expect((await listed('?limit=200')).some((one) => one.id === id)).toBe(false);
  expect(await member.get<AgentStats>('/api/chatbot/stats')).toEqual(before);
});

it('what is said to a conversation that was forgotten is seen again, and forgotten in its turn', async () => {
  const { context } = app.app;
  const say = (conversationId?: string) =>
    answerChat(context, {
      agentId: fern.id,
      channel: 'api',
      conversationId,
      message: 'Is Hearth caffeine-free?',
    });
  const { conversationId: id } = await say();
  const forget = async () => {
    await app.app.db.execute(
      sql`update conversations set last_message_at = now() - interval '200 days' where id = ${id}`,
    );
    await anonymousChats.forget(context, new Date(Date.now() - 190 * 86_400_000));
  };
  await forget();
  await say(id);
  expect((await listed('?limit=200')).some((one) => one.id === id)).toBe(true);
  await forget();
  const left = await rowsOf(
    app.app.db,
    sql`select id from conversation_messages where conversation_id = ${id}`,
  );
  expect(left).toEqual([]);
});

describe('taking over', () => {
  // S1-05
  it('a question for a person is handed over: it waits first in the inbox, and the team is told by mail', async () => {
    const quiet = await visitor();
    const other = await quiet.say('Is Hearth caffeine-free?');
    const ada = await visitor();
    const { conversationId, escalation } = await ada.say('HUMAN');
    expect(escalation?.category).toBe('asked_for_person');
    await quiet.say('Is Hearth caffeine-free?');

    const list = await listed();
    expect(list[0]).toMatchObject({ id: conversationId, state: 'waiting', agentName: 'Fern', person: null });
    expect(list.find(({ id }) => id === other.conversationId)?.state).toBe('agent');
    expect((await listed('?state=waiting')).map(({ id }) => id)).toEqual([conversationId]);
    expect(await member.get('/api/chatbot/inbox/counts')).toEqual({ waiting: 1, person: 0 });
    expect((await ada.see()).isWaiting).toBe(true);

    await expect.poll(() => mail.received.length, { timeout: 15_000 }).toBe(2);
    const [first] = mail.received;
    expect(first?.raw).toContain('visitor of Fern needs a person');
    expect(first?.raw).toContain(`/chatbot/inbox?conversation=3D${conversationId}`.slice(0, 40));
    expect(first?.raw, 'nothing of what was said').not.toContain('HUMAN');
    await deed(conversationId, 'resolve');
  });

  it('the agent is silent while a person answers, and answers again when it is handed back', async () => {
    const ada = await visitor();
    const { conversationId: id } = await ada.say('HUMAN');
    expect((await deed(id, 'join')).state).toBe('person');
    const silent = await ada.say('Is Hearth caffeine-free?');
    expect(silent).toMatchObject({ answer: '', isWithPerson: true });
    // Except in an emergency: then all are told, since whoever has joined may be looking elsewhere.
    const isAlarm = ({ raw }: { raw: string }): boolean => raw.includes('Subject: Emergency');
    expect(mail.received.some(isAlarm)).toBe(false);
    expect((await ada.say('I want to kill myself')).answer).not.toBe('');
    await expect.poll(() => mail.received.filter(isAlarm).length, { timeout: 15_000 }).toBe(2);
    expect(mail.received.find(isAlarm)?.raw).toContain('joined this conversation');
    await deed(id, 'messages', { text: 'Hello, I am here.', messageId: 'one' });
    await deed(id, 'messages', { text: 'Hello, I am here.', messageId: 'one' });
    const { lines, isWithPerson } = await ada.see();
    expect(isWithPerson).toBe(true);
    const written = lines.filter(({ role }) => role === 'person');
    expect(written).toEqual([expect.objectContaining({ text: 'Hello, I am here.', author: 'member' })]);

    const late = await admin.call('POST', `${CONVERSATIONS}/${id}/join`);
    expect(late.status).toBe(409);
    expect(((await late.json()) as { message: string }).message).toBe('member is answering already.');
    const beside = await admin.call('POST', `${CONVERSATIONS}/${id}/messages`, { body: { text: 'Me too' } });
    expect(beside.status).toBe(409);
    expect(((await beside.json()) as { message: string }).message).toBe('member is answering already.');

    expect((await deed(id, 'hand-back')).state).toBe('agent');
    expect((await ada.say('Is Hearth caffeine-free?')).answer).toContain('chamomile');
    expect(
      (await member.call('POST', `${CONVERSATIONS}/${id}/messages`, { body: { text: 'Late' } })).status,
    ).toBe(422);
  });

  it('a second emergency beside a person is told again, though not with each message', async () => {
    const ada = await visitor();
    const { conversationId: id } = await ada.say('HUMAN');
    await deed(id, 'join');
    const alarms = (): number =>
      mail.received.filter(
        ({ raw }) => raw.includes('Subject: Emergency') && raw.replaceAll(/=\r?\n/g, '').includes(id),
      ).length;
    const since = (interval: string) =>
      app.app.db.execute(
        sql`update conversations set told_at = told_at - ${interval}::interval where id = ${id}`,
      );
    await ada.say('I want to kill myself');
    await expect.poll(alarms, { timeout: 15_000 }).toBe(2);
    await ada.say('I want to kill myself');
    await since('9 minutes');
    await ada.say('I want to kill myself');
    // Something else has happened: nobody waits ten minutes for that.
    await ada.say('my throat is closing and I cannot breathe');
    await expect.poll(alarms, { timeout: 15_000 }).toBe(4);
    await since('11 minutes');
    await ada.say('I still cannot breathe');
    await expect.poll(alarms, { timeout: 15_000 }).toBe(6);
    await deed(id, 'resolve');
  });

  it('a person says nothing that the law forbids a seller to say, unless an admin answers for it', async () => {
    const ada = await visitor();
    const { conversationId: id } = await ada.say('HUMAN');
    const path = `${CONVERSATIONS}/${id}/messages`;
    const claim = { text: 'Yes, Hearth cures insomnia.' };
    const overrideReason = 'Our counsel has seen this very sentence.';
    await deed(id, 'join');
    const refused = await member.call('POST', path, { body: claim });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { reason: 'claims_blocked', fields: { text: expect.stringContaining('cures insomnia” blocks it') } },
    ]);
    expect((await member.call('POST', path, { body: { ...claim, overrideReason } })).status).toBe(403);
    await deed(id, 'hand-back');
    await admin.post(`${CONVERSATIONS}/${id}/join`);
    await admin.post(path, { ...claim, overrideReason });
    const said = (await ada.see()).lines.filter(({ role }) => role === 'person');
    expect(said).toEqual([expect.objectContaining({ text: claim.text, author: 'Admin' })]);
    const [entry] = await admin.get<AuditEntry[]>(`/api/audit?subject=agent:${fern.id}`);
    expect(entry).toMatchObject({
      action: 'claims.overridden',
      reason: overrideReason,
      details: { conversationId: id, findings: [{ rule: 'disease-claim' }] },
    });
    // It stays with the words, for the trail of whoever they were said to, even if they say later who they are.
    await outside.call('POST', `/api/agents/contact/${fern.apiKey}`, {
      body: { email: 'proof@clinic.test' },
      headers: ada.headers,
    });
    const { leadId } = await member.get<ConversationDetail>(`${CONVERSATIONS}/${id}`);
    const texts = await admin.get<PersonalText[]>(`/api/leads/${leadId}/texts`);
    expect(texts).toMatchObject([
      {
        kind: 'chat',
        place: 'Fern',
        by: 'Admin',
        text: claim.text,
        proof: { verdict: 'block', override: { by: 'Admin', reason: overrideReason }, consent: [] },
      },
      { kind: 'chat', by: 'Fern', proof: { verdict: 'ok', override: null } },
    ]);
    await admin.post(path, { text: 'It is a herbal tea.' });
    const [last] = await admin.get<PersonalText[]>(`/api/leads/${leadId}/texts`);
    expect(last?.proof?.consent).toContainEqual({
      channel: 'email',
      ground: expect.any(String),
      obstacle: expect.anything(),
    });
  });

  it('a visitor whose colleague was removed waits for a person again, and is answered meanwhile', async () => {
    const ada = await visitor();
    const { conversationId: id } = await ada.say('HUMAN');
    await app.app.db.execute(sql`insert into users (id, name, email, role)
      values ('leaving', 'Lea Ving', 'leaving@yarrow.test', 'member')`);
    await app.app.db.execute(sql`update conversations set person_id = 'leaving' where id = ${id}`);
    expect((await ada.say('Is Hearth caffeine-free?')).answer).toBe('');
    await admin.call('DELETE', '/api/users/leaving');
    expect((await member.get<ConversationDetail>(`${CONVERSATIONS}/${id}`)).state).toBe('waiting');
    expect((await ada.say('Is Hearth caffeine-free?')).answer).not.toBe('');
    await deed(id, 'resolve');
  });

  it('what is resolved counts so, and waits again when the visitor needs a person again', async () => {
    const ada = await visitor();
    const { conversationId: id } = await ada.say('HUMAN');
    expect((await deed(id, 'resolve')).state).toBe('resolved');
    await ada.say('HUMAN');
    expect((await member.get<ConversationDetail>(`${CONVERSATIONS}/${id}`)).state).toBe('waiting');
    await deed(id, 'resolve');
  });

  it('shows nobody test chats or what does not exist, and no viewer what visitors said', async () => {
    const reply = await member.post<{ conversationId: string }>('/api/chatbot/chat', {
      question: 'Is Hearth caffeine-free?',
      expertId: fern.id,
    });
    expect((await member.call('GET', `${CONVERSATIONS}/${reply.conversationId}`)).status).toBe(404);
    expect((await member.call('POST', `${CONVERSATIONS}/${newId()}/join`)).status).toBe(404);
    expect((await listed()).some(({ id }) => id === reply.conversationId)).toBe(false);
    const viewer = await app.as('viewer');
    expect((await viewer.call('GET', CONVERSATIONS)).status).toBe(403);
  });

  it('lists page after page, nobody twice and nobody left out', async () => {
    for (let count = 0; count < 3; count += 1) await (await visitor()).say('Is Hearth caffeine-free?');
    const seen: string[] = [];
    let path: string | undefined = `${CONVERSATIONS}?limit=2`;
    while (path !== undefined) {
      const response: Response = await member.call('GET', path);
      seen.push(...((await response.json()) as Conversation[]).map(({ id }) => id));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen).toHaveLength((await listed('?limit=200')).length);
    expect((await member.call('GET', `${CONVERSATIONS}?cursor=nonsense`)).status).toBe(400);
  });

  it('lists an emergency before who has waited longer', async () => {
    const early = await (await visitor()).say('HUMAN');
    const crisis = await (await visitor()).say('I want to kill myself');
    const ids = (await listed('?state=waiting&limit=200')).map(({ id }) => id);
    expect(ids).toContain(early.conversationId);
    expect(ids.indexOf(crisis.conversationId)).toBeLessThan(ids.indexOf(early.conversationId));
  });
});

describe('questions without an answer', () => {
  it('are gathered by how often they were asked, and become knowledge that answers them', async () => {
    const asked = 'What does the wooden gift box cost?';
    for (const spelling of [asked, 'what does the wooden gift box cost', asked])
      await (await visitor()).say(spelling);
    await (await visitor()).say('Do you ship parcels to Iceland?');
    const list = await member.get<UnansweredQuestion[]>('/api/chatbot/unanswered');
    expect(list.map(({ question, times }) => [question, times])).toEqual([
      [asked, 3],
      ['Do you ship parcels to Iceland?', 1],
    ]);

    const body = { expertId: fern.id, question: asked, answer: 'The wooden gift box costs $28.00.' };
    expect((await member.call('POST', '/api/chatbot/unanswered/answer', { body })).status).toBe(403);
    await admin.post('/api/chatbot/unanswered/answer', body);
    const iceland = { expertId: fern.id, question: 'Do you ship parcels to Iceland?' };
    const isListed = async () =>
      (await member.get<UnansweredQuestion[]>('/api/chatbot/unanswered')).length === 1;
    const dismiss = () => admin.post<object>('/api/chatbot/unanswered/dismiss', iceland);
    const restore = (dismissal: object) =>
      admin.call('POST', '/api/chatbot/unanswered/restore', { body: { ...iceland, ...dismissal } });
    const first = await dismiss();
    expect(await isListed()).toBe(false);
    expect((await restore(first)).status).toBe(204);
    expect(await isListed()).toBe(true);
    const second = await dismiss();
    const third = await dismiss();
    // What was dismissed once more since stays off the list, until that is taken back, too.
    await restore(second);
    expect(await isListed()).toBe(false);
    await restore(third);
    expect(await isListed()).toBe(false);
    await restore(second);
    expect(await isListed()).toBe(true);
    await dismiss();
    expect(await member.get('/api/chatbot/unanswered')).toEqual([]);
    const reply = await (await visitor()).say(asked);
    expect(reply.answer).toContain('$28.00');
    await (await visitor()).say('Do you ship parcels to Iceland?');
    expect(await member.get<UnansweredQuestion[]>('/api/chatbot/unanswered')).toHaveLength(1);
  });
});

// S9-40
it('takes for resolved what was answered throughout and stayed quiet, and nothing else', async () => {
  const answered = await (await visitor()).say('Is Hearth caffeine-free?');
  const open = await (await visitor()).say('Do you ship parcels to Norway?');
  const waiting = await (await visitor()).say('HUMAN');
  await app.app.db.execute(sql`update conversations set last_message_at = now() - interval '31 minutes'`);
  const fresh = await (await visitor()).say('Is Hearth caffeine-free?');
  await settleConversations(app.app.context);
  const state = async ({ conversationId }: PublicReply) =>
    (await member.get<ConversationDetail>(`${CONVERSATIONS}/${conversationId}`)).state;
  expect([await state(answered), await state(open), await state(waiting), await state(fresh)]).toEqual([
    'resolved',
    'agent',
    'waiting',
    'agent',
  ]);
  const stats = await member.get<AgentStats>('/api/chatbot/stats');
  const [row] = await rowsOf<{ resolved: number; total: number }>(
    app.app.db,
    sql`select count(resolved_at) as resolved, count(*) as total from conversations where channel <> 'test'`,
  );
  expect(stats.totalConversations).toBe(row?.total);
  expect(stats.resolutionRate).toBeCloseTo(((row?.resolved ?? 0) / (row?.total ?? 1)) * 100, 1);
});
