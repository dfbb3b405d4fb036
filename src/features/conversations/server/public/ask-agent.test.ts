import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { AgentStatus, VisitorSession } from '#features/agents/contract-widget.ts';
import type { Lead } from '#features/leads/contract.ts';
import type { LeadConsent } from '#features/privacy/contract.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AgentStats } from '../../contract.ts';
import type { PublicReply } from '../../contract-public.ts';

let app: TestApp;
let admin: TestClient;
let outside: TestClient;

const SHOP = 'https://shop.test';
const OWN = 'http://127.0.0.1:3000';
const QUESTION = 'Is Hearth caffeine-free?';

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  admin = await app.as('admin');
  outside = app.visitor();
});
afterAll(() => app.close());

async function trained(fields: object = {}): Promise<Agent> {
  const agent = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
    ...fields,
  });
  await admin.post('/api/chatbot/knowledge', {
    expertId: agent.id,
    title: 'Hearth label',
    content: 'Hearth is a caffeine-free blend of chamomile flowers, lemon balm leaf and orange peel.',
  });
  return agent;
}
const secretOf = async (agent: Agent) =>
  (await admin.post<{ secretKey: string }>(`/api/chatbot/experts/${agent.id}/secret-key`)).secretKey;
type Sent = { key?: string; origin?: string; body?: object };
const ask = (agent: Pick<Agent, 'apiKey'>, { key, origin, body = { message: QUESTION } }: Sent) =>
  outside.call('POST', `/api/agents/chat/${agent.apiKey}`, {
    body,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(origin ? { origin } : {}) },
  });
const replyOf = async (response: Response): Promise<PublicReply> => {
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as PublicReply;
};
const visit = (agent: Agent, origin: string, token?: string) =>
  outside.call('POST', `/api/agents/visitor/${agent.apiKey}`, {
    body: token ? { token } : {},
    headers: { origin },
  });
const tokenOf = async (agent: Agent, origin: string, earlier?: string) =>
  ((await (await visit(agent, origin, earlier)).json()) as VisitorSession).token;
const transcript = async (agent: Agent, key: string, origin = SHOP) =>
  (await (
    await outside.call('GET', `/api/agents/conversation/${agent.apiKey}`, {
      headers: { authorization: `Bearer ${key}`, origin },
    })
  ).json()) as { lines: { role: string; text: string }[] };

// R16
it('one network address cannot use up an agent or try its keys, and a server is not one visitor', async () => {
  const agent = await trained();
  const token = await tokenOf(agent, SHOP);
  expect((await ask(agent, { key: token, origin: SHOP })).status).toBe(200);
  await app.app.db.execute(sql`update visitor_call_counts set calls = 120 where expert_id = ${agent.id}`);
  const refused = await ask(agent, { key: token, origin: SHOP });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(await refused.json()).toMatchObject({ reason: 'address' });
  const guesses = { key: 'sk_guessed' };
  expect((await ask(agent, guesses)).status, 'not told whether the key is right').toBe(429);
  await app.app.db.execute(sql`update visitor_call_counts set calls = 118 where expert_id = ${agent.id}`);
  const tries = [await ask(agent, guesses), await ask(agent, guesses), await ask(agent, guesses)];
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect((await ask(agent, { key: await secretOf(agent) })).status).toBe(200);
  const [row] = await rowsOf<{ text: string }>(
    app.app.db,
    sql`select string_agg(v::text, ' ') as text from visitor_call_counts v`,
  );
  expect(row?.text).not.toMatch(/127\.0\.0\.1|::1/);
});

it('shows the numbers of the country that the browser tells; where it tells none, the likely ones first', async () => {
  const agent = await trained();
  const helpOf = async (languages: string): Promise<PublicReply> => {
    const response = await outside.call('POST', `/api/agents/chat/${agent.apiKey}`, {
      body: { message: 'I have chest pain after yoga, what tea helps?' },
      headers: {
        authorization: `Bearer ${await tokenOf(agent, SHOP)}`,
        origin: SHOP,
        'accept-language': languages,
      },
    });
    return replyOf(response);
  };
  const german = await helpOf('de-DE,de;q=0.9,en;q=0.8');
  expect(german.escalation).toMatchObject({ level: 'emergency' });
  expect(german.escalation?.resources.map(({ contact }) => contact)).toEqual(['112']);
  expect(german.citations).toEqual([]);
  expect(german.answer).toContain('Call Notruf 112 now.');
  expect(german.answer).toContain('If you are somewhere else: UK 999, US 911, AU 000.');
  expect((await helpOf('de')).escalation?.resources.map(({ contact }) => contact)[0]).toBe('112');
  await admin.patch('/api/settings/workspace', { timeZone: 'Europe/London' });
  const unknown = await helpOf('*');
  expect(unknown.escalation?.resources.map(({ contact }) => contact)).toEqual([
    '999',
    '911',
    '911',
    '112 or 999',
    '000',
    '111',
    '112',
  ]);
});

it('shows the numbers of the place that the settings name, and of that which the browser or the visitor does', async () => {
  const agent = await trained();
  await admin.patch('/api/settings/workspace', { visitorRegion: 'IE' });
  const helpOf = async (message: string, languages: string): Promise<string[] | undefined> => {
    const response = await outside.call('POST', `/api/agents/chat/${agent.apiKey}`, {
      body: { message },
      headers: {
        authorization: `Bearer ${await tokenOf(agent, SHOP)}`,
        origin: SHOP,
        'accept-language': languages,
      },
    });
    const { escalation } = await replyOf(response);
    return escalation?.resources.map(({ region, contact }) => `${region} ${contact}`);
  };
  const dying = 'I want to kill myself';
  const irish = ['IE 116 123', 'IE text 50808', 'IE 112 or 999'];
  expect(await helpOf(dying, 'en-IE')).toEqual(irish);
  expect(await helpOf(dying, '*')).toEqual(irish);
  // Browsers in Dublin ask for the English of the US as well.
  expect(await helpOf(dying, 'en-US')).toEqual([...irish, 'US call or text 988', 'US 911']);
  expect(await helpOf(`${dying}, in Toronto`, 'en-US')).toEqual(['CA call or text 988', 'CA 911']);
  // Who asked before what a parcel to somewhere costs need not be there.
  const key = await tokenOf(agent, SHOP);
  const say = async (message: string): Promise<PublicReply> =>
    replyOf(
      await outside.call('POST', `/api/agents/chat/${agent.apiKey}`, {
        body: { message },
        headers: { authorization: `Bearer ${key}`, origin: SHOP, 'accept-language': 'en-GB' },
      }),
    );
  await say('What does a parcel to Ireland cost?');
  const numbers = (await say(dying)).escalation?.resources.map(({ region }) => region);
  expect([...new Set(numbers)]).toEqual(['IE', 'UK']);
  await admin.patch('/api/settings/workspace', { visitorRegion: 'CA' });
  expect(await helpOf('My son swallowed the whole bottle of iron tablets', 'en-CA')).toEqual([
    'CA 1-844-764-7669',
    'CA 911',
  ]);
  await admin.patch('/api/settings/workspace', { visitorRegion: 'anywhere' });
});

describe('keys', () => {
  // S2.10-29 S2.10-30
  it('answers who holds a key from what the agent knows, and refuses everybody else', async () => {
    const agent = await trained();
    const secret = await secretOf(agent);
    const reply = await replyOf(await ask(agent, { key: secret }));
    expect(reply).toMatchObject({ answered: true, escalation: null, isWithPerson: false });
    expect(reply.answer).toContain('caffeine-free');
    expect(reply.citations[0]).toMatchObject({ title: 'Hearth label' });
    expect((await ask(agent, { key: agent.apiKey })).status).toBe(200);
    for (const key of [undefined, 'sk_wrong', `${secret}x`, 'vt_e30.AAAA'])
      expect((await ask(agent, key === undefined ? {} : { key })).status, String(key)).toBe(401);
    expect((await ask({ apiKey: 'pk_unknown' }, { key: secret })).status).toBe(404);
  });

  it('goes on with a conversation by its id, and answers a message that is sent again as before', async () => {
    const agent = await trained();
    const key = await secretOf(agent);
    const first = await replyOf(await ask(agent, { key, body: { question: QUESTION, messageId: 'm1' } }));
    const { conversationId } = first;
    const again = await replyOf(
      await ask(agent, { key, body: { message: QUESTION, messageId: 'm2', conversationId } }),
    );
    expect(again.conversationId).toBe(conversationId);
    const repeated = await replyOf(
      await ask(agent, { key, body: { message: QUESTION, messageId: 'm2', conversationId } }),
    );
    expect(repeated.answer).toBe(again.answer);
    const [row] = await rowsOf<{ count: number }>(
      app.app.db,
      sql`select count(*) as count from conversation_messages where conversation_id = ${conversationId}`,
    );
    expect(row?.count).toBe(4);
  });

  it('a replaced or revoked key, and every key of an agent that is deleted or off, is dead at once', async () => {
    const agent = await trained();
    const first = await secretOf(agent);
    const second = await secretOf(agent);
    expect((await ask(agent, { key: first })).status).toBe(401);
    expect((await ask(agent, { key: second })).status).toBe(200);
    await admin.call('DELETE', `/api/chatbot/experts/${agent.id}/secret-key`);
    expect((await ask(agent, { key: second })).status).toBe(401);
    await admin.patch(`/api/chatbot/experts/${agent.id}`, { isActive: false });
    expect((await ask(agent, { key: agent.apiKey })).status).toBe(422);
    await admin.call('DELETE', `/api/chatbot/experts/${agent.id}`);
    expect((await ask(agent, { key: agent.apiKey })).status).toBe(404);
  });

  // S6-10
  it('no key of an agent opens anything but the public endpoints', async () => {
    const agent = await trained();
    for (const key of [await secretOf(agent), agent.apiKey, await tokenOf(agent, SHOP)]) {
      const headers = { authorization: `Bearer ${key}` };
      for (const path of ['/api/chatbot/experts', '/api/leads', '/api/chatbot/stats', '/api/auth/user'])
        expect((await outside.call('GET', path, { headers })).status, path).toBe(401);
    }
  });
});

describe('browsers', () => {
  // S9-34
  it('answers pages of the allowed domains and refuses every other, whatever key they hold', async () => {
    const agent = await trained({ allowedDomains: ['shop.test'] });
    const secret = await secretOf(agent);
    expect((await ask(agent, { key: await tokenOf(agent, SHOP), origin: SHOP })).status).toBe(200);
    expect((await visit(agent, 'https://evil.test')).status).toBe(403);
    for (const key of [secret, agent.apiKey, await tokenOf(agent, SHOP)])
      expect([401, 403]).toContain((await ask(agent, { key, origin: 'https://evil.test' })).status);
    expect((await ask(agent, { key: secret, origin: 'https://evil.test' })).status).toBe(403);
    // A program may not call a held agent with the key that stands on websites.
    expect((await ask(agent, { key: agent.apiKey })).status).toBe(403);
    expect((await ask(agent, { key: secret })).status).toBe(200);
    const token = await tokenOf(agent, SHOP);
    await admin.patch(`/api/chatbot/experts/${agent.id}`, { allowedDomains: ['other.test'] });
    expect((await ask(agent, { key: token, origin: SHOP })).status, 'at once').toBe(403);
  });

  it('lets pages read what they are answered, refusals as well, and asks for no cookie', async () => {
    const agent = await trained({ allowedDomains: ['shop.test'] });
    const refused = await visit(agent, 'https://evil.test');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await outside.call('OPTIONS', `/api/agents/chat/${agent.apiKey}`, {
      headers: { origin: SHOP, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('a visitor keeps the conversation across tokens and reads nobody else’s', async () => {
    const agent = await trained();
    const token = await tokenOf(agent, SHOP);
    await replyOf(await ask(agent, { key: token, origin: SHOP }));
    const renewed = await tokenOf(agent, SHOP, token);
    const { lines } = await transcript(agent, renewed);
    expect(lines.map(({ role }) => role)).toEqual(['visitor', 'agent']);
    expect(lines[0]?.text).toBe(QUESTION);
    expect((await transcript(agent, await tokenOf(agent, SHOP))).lines).toEqual([]);
    // Another site gets another visitor.
    const elsewhere = await tokenOf(agent, 'https://blog.test', token);
    expect((await transcript(agent, elsewhere, 'https://blog.test')).lines).toEqual([]);
    expect((await ask(agent, { key: token, origin: 'https://blog.test' })).status).toBe(401);
    const other = await trained({ name: 'Other' });
    expect((await ask(other, { key: token, origin: SHOP })).status).toBe(401);
  });

  it('a visitor who leaves an address becomes a lead with the conversation on the timeline', async () => {
    const agent = await trained();
    const key = await tokenOf(agent, SHOP);
    const leave = (body: object) =>
      outside.call('POST', `/api/agents/contact/${agent.apiKey}`, {
        body,
        headers: { authorization: `Bearer ${key}`, origin: SHOP },
      });
    expect((await leave({ email: 'ada@clinic.test' })).status, 'before anything was asked').toBe(422);
    await replyOf(await ask(agent, { key, origin: SHOP }));
    expect((await leave({ email: 'no address' })).status).toBe(400);
    expect(await (await leave({ email: 'Ada@clinic.test', name: 'Ada' })).json()).toEqual({ stored: true });
    await leave({ email: 'ada@clinic.test' });

    const leads = await admin.get<Lead[]>('/api/leads?q=ada');
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ name: 'Ada', platform: 'website', stage: 'engaged' });
    expect(leads[0]?.behaviorSignal).not.toContain('caffeine');
    // The widget promises that nothing but the answer is sent to it.
    expect(leads[0]).toMatchObject({
      legalGround: 'enquiry',
      nextAction: 'Answer',
      behaviorSignal: 'Left their address in a chat with Fern.',
    });
    const path = `/api/leads/${leads[0]?.id}`;
    expect(await admin.get(`${path}/source-notice`)).toMatchObject({ state: 'not_needed' });
    const { channels } = await admin.get<LeadConsent>(`${path}/consents`);
    for (const { channel, reason } of channels) expect(reason, channel).toBe('enquiry');
    const timeline = await admin.get<{ title: string }[]>(`/api/leads/${leads[0]?.id}/timeline`);
    expect(timeline.map(({ title }) => title)).toContain('Talked with Fern');
    expect(timeline.filter(({ title }) => title === 'Talked with Fern')).toHaveLength(1);

    // Whoever asked to be erased is not stored again, and nobody can find that out.
    await admin.post(`/api/leads/${leads[0]?.id}/erase`);
    await replyOf(await ask(agent, { key, origin: SHOP }));
    expect(await (await leave({ email: 'ada@clinic.test' })).json()).toEqual({ stored: true });
    expect(await admin.get('/api/leads?q=ada')).toEqual([]);
  });
});

describe('limits', () => {
  // S9-33
  it('answers 100 calls of an hour and refuses the 101st with the time to wait', async () => {
    const agent = await trained({ rateLimit: 'basic' });
    const key = await secretOf(agent);
    await app.app.db.execute(
      sql`insert into agent_call_counts (expert_id, window_started_at, calls) values (${agent.id}, now(), 98)`,
    );
    // Two are left, and five come at once.
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(agent, { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(refused?.headers.get('ratelimit-limit')).toBe('100');
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0');
    const status = await outside.get<AgentStatus>(`/api/agents/status/${agent.apiKey}`);
    expect(status.rateLimit).toMatchObject({ limit: 100, remaining: 0 });

    await app.app.db.execute(
      sql`update agent_call_counts set window_started_at = now() - interval '61 minutes' where expert_id = ${agent.id}`,
    );
    const later = await ask(agent, { key });
    expect(later.status).toBe(200);
    expect(later.headers.get('ratelimit-remaining')).toBe('99');
  });

  it('tells a visitor in their words, and the numbers to whoever is in danger', async () => {
    const agent = await trained({ rateLimit: 'basic' });
    await app.app.db.execute(
      sql`insert into agent_call_counts (expert_id, window_started_at, calls) values (${agent.id}, now(), 100)`,
    );
    const write = async (message: string) =>
      outside.call('POST', `/api/agents/chat/${agent.apiKey}`, {
        body: { message },
        headers: { authorization: `Bearer ${await tokenOf(agent, SHOP)}`, origin: SHOP },
      });
    const refused = await write('What does Hearth cost?');
    expect(refused.status).toBe(429);
    const { message } = (await refused.json()) as { message: string };
    expect(message).toMatch(/ has too many questions to answer just now\. Try again in 60 minutes\.$/);
    const helped = await write('I want to kill myself');
    expect(helped.status).toBe(200);
    expect((await replyOf(helped)).escalation?.level).toBe('emergency');
    // Each of them writes to the team: a flood is not let through, but nobody in it is left without the numbers.
    const stored = () => rowsOf(app.app.db, sql`select id from conversations where expert_id = ${agent.id}`);
    const before = await stored();
    await app.app.db.execute(
      sql`update visitor_call_counts set calls = 20 where expert_id = ${agent.id} and address_hash = 'danger'`,
    );
    const alone = await replyOf(await write('I want to kill myself'));
    expect(alone).toMatchObject({ escalation: { level: 'emergency' }, conversationId: null, answerId: null });
    expect(alone.answer).toContain('988');
    expect(alone.answer).not.toContain('has been told');
    expect(alone.answer).toContain('No one on our team can see this message');
    expect((await write('What does Hearth cost?')).status).toBe(429);
    expect(await stored()).toEqual(before);
    // Past the limit of the address too; nothing of it is stored and the team is not notified.
    await app.app.db.execute(
      sql`update visitor_call_counts set calls = 120 where expert_id = ${agent.id} and address_hash <> 'danger'`,
    );
    expect((await write('What does Hearth cost?')).status).toBe(429);
    const flooded = await replyOf(await write('I want to kill myself'));
    expect(flooded).toMatchObject({ escalation: { level: 'emergency' }, conversationId: null });
    expect(await stored()).toEqual(before);
  });

  it('an agent that is switched off tells the numbers to whoever is in danger, and nothing else', async () => {
    const agent = await trained();
    const key = await tokenOf(agent, SHOP);
    await admin.patch(`/api/chatbot/experts/${agent.id}`, { isActive: false });
    const write = (message: string) => ask(agent, { key, origin: SHOP, body: { message } });
    expect((await write(QUESTION)).status).toBe(422);
    const told = await replyOf(await write('I took the whole bottle of pills'));
    expect(told).toMatchObject({ escalation: { level: 'emergency' }, conversationId: null });
    expect(told.answer).toMatch(/1-8\d\d-\d{3}-\d{4}/);
    expect(told.answer).not.toMatch(/has been told/);
    const hurt = (await replyOf(await write('I have chest pain and my arm is numb'))).answer;
    expect(hurt).toContain('No one on our team can see this message');
  });

  it('has no limit for enterprise', async () => {
    const agent = await trained({ rateLimit: 'enterprise' });
    const response = await ask(agent, { key: await secretOf(agent) });
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('what is shown outside', () => {
  // S2.10-32
  it('answers the status of the agent that owns the key', async () => {
    const agent = await trained();
    const path = `/api/agents/status/${agent.apiKey}`;
    expect(await outside.get<AgentStatus>(path)).toEqual({
      name: 'Fern',
      expertiseArea: 'Herbal tea',
      status: 'active',
      isActive: true,
      interactionMode: 'chat',
      rateLimit: { limit: 500, remaining: 500, resetSeconds: 0 },
    });
    await admin.patch(`/api/chatbot/experts/${agent.id}`, { isActive: false });
    expect((await outside.get<AgentStatus>(path)).status).toBe('inactive');
    expect((await outside.call('GET', '/api/agents/status/pk_unknown')).status).toBe(404);
  });

  // S2.10-31
  it('answers with a loader of at most 3 KB that any page may load, and nothing breaks out of it', async () => {
    const agent = await trained({ name: '</script><img src=x onerror=alert(1)>' });
    const response = await outside.call('GET', `/api/agents/widget/${agent.apiKey}`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(text).not.toContain('</script');
    expect(text).toContain(agent.apiKey);
    const { gzipSync } = await import('node:zlib');
    expect(gzipSync(text).length).toBeLessThanOrEqual(3 * 1024);
    const etag = response.headers.get('etag') ?? '';
    const known = await outside.call('GET', `/api/agents/widget/${agent.apiKey}`, {
      headers: { 'if-none-match': etag },
    });
    expect(known.status).toBe(304);
  });

  // S2.1-15
  it('documents the API of an agent from the contract, with its key filled in and no script', async () => {
    const agent = await trained({ name: '<b>Fern</b>' });
    const response = await outside.call('GET', `/docs/api/${agent.id}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(`/api/agents/chat/${agent.apiKey}`);
    for (const path of [
      '/api/agents/widget/{apiKey}',
      '/api/agents/status/{apiKey}',
      'Retry-After',
      'citations[].title',
    ])
      expect(html).toContain(path);
    // Neither is needed by itself, and one of them is.
    for (const [field, other] of [
      ['message', 'question'],
      ['question', 'message'],
    ])
      expect(html).toContain(
        `<code>${field}</code></td><td>string, at most 4000 characters, this or ${other} is needed</td>`,
      );
    expect(html).not.toMatch(/<script|<b>Fern|https?:\/\/(?!127\.0\.0\.1)/);
    expect((await outside.call('GET', `/docs/api/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await outside.call('GET', '/docs/api/nonsense')).status).toBe(404);
  });

  // S2.1-16
  it('the test page is held to its own script and is not counted in the figures', async () => {
    const agent = await trained({ name: '</script><script>alert(1)</script>' });
    const response = await outside.call('GET', `/api/agents/test/${agent.apiKey}`);
    const html = await response.text();
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");

    const before = await admin.get<AgentStats>('/api/chatbot/stats');
    await replyOf(await ask(agent, { key: await tokenOf(agent, OWN), origin: OWN }));
    expect(await admin.get<AgentStats>('/api/chatbot/stats')).toEqual(before);
    await replyOf(await ask(agent, { key: await tokenOf(agent, SHOP), origin: SHOP }));
    expect((await admin.get<AgentStats>('/api/chatbot/stats')).totalConversations).toBe(
      before.totalConversations + 1,
    );
  });

  it('one that is off, or held to other sites, answers on the test page those who are signed in alone', async () => {
    const visitOwn = (client: TestClient, agent: Agent) =>
      client.call('POST', `/api/agents/visitor/${agent.apiKey}`, { body: {}, headers: { origin: OWN } });
    const keyOf = async (response: Response) => ((await response.json()) as VisitorSession).token;
    const viewer = await app.as('viewer');

    const agent = await trained();
    const early = await keyOf(await visitOwn(outside, agent));
    await admin.patch(`/api/chatbot/experts/${agent.id}`, { isActive: false });
    const late = await keyOf(await visitOwn(outside, agent));
    for (const key of [early, late]) expect((await ask(agent, { key, origin: OWN })).status).toBe(422);
    const own = await keyOf(await visitOwn(viewer, agent));
    await replyOf(await ask(agent, { key: own, origin: OWN }));
    expect((await ask(agent, { key: own, origin: SHOP })).status, 'there alone').toBe(401);

    const held = await trained({ allowedDomains: ['blog.test'] });
    expect((await visitOwn(outside, held)).status).toBe(403);
    await replyOf(await ask(held, { key: await keyOf(await visitOwn(viewer, held)), origin: OWN }));
    // Who calls themselves by our name from anywhere else has no session with it.
    const { status } = await visit(held, OWN, own);
    expect(status).toBe(403);
  });
});
