import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#features/campaigns/contract.ts';
import type { Message } from '#features/delivery/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { buildCampaign, countsOf, createCampaign, groupOf, untilMessages } from '../support/campaigns.ts';
import type { TestClient } from '../support/client.ts';
import { graphApi, graphError, template, whatsAppSettings, whatsAppText } from '../support/graph-api.ts';
import {
  type Deed,
  type Script,
  type ScriptedServer,
  startMailServer,
  startScriptedServer,
  type TestMailServer,
} from '../support/mail-server.ts';
import { fillPeople } from '../support/people.ts';
import { type Fault, type ProviderServer, startProviderServer } from '../support/provider-server.ts';

/** As many as a run over night should have: TEST_SCALE=50. */
const SCALE = Number(process.env.TEST_SCALE ?? 1);

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const OPEN = ['queued', 'sending'];

// R5
describe('providers that fail', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;
  let mail: ScriptedServer;
  let graph: ProviderServer;
  const script: Script = { isPipelining: true };

  beforeAll(async () => {
    mail = await startScriptedServer(script);
    graph = await startProviderServer(
      graphApi(() => [template('class', 'Hi {{1}}, our class begins: {{2}} See you there.')]),
    );
    app = await startTestApp({ env: { ...whatsAppSettings(graph.url), SMTP_URL: mail.url } });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterEach(() => {
    graph.fault = undefined;
    for (const key of ['mail', 'rcpt', 'data', 'end', 'middle'] as const) delete script[key];
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
    await mail.close();
    await graph.close();
  });

  /** Every message of a campaign, however many pages that are. */
  async function allOf(id: string): Promise<Pick<Message, 'status' | 'to' | 'reason'>[]> {
    const { rows } = await sql.query<Pick<Message, 'status' | 'to' | 'reason'>>(
      'select status, address as to, reason from messages where campaign_id = $1',
      [id],
    );
    return rows;
  }

  /** Until nothing waits any more; what was told to wait longer does not. */
  async function untilSettled(id: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await sql.query(`update messages set due_at = now() where campaign_id = $1 and status = 'queued'`, [
            id,
          ]);
          app.app.features.delivery.queue.wake();
          const messages = await allOf(id);
          return messages.length > 0 && messages.every(({ status }) => !OPEN.includes(status));
        },
        { timeout: 60_000 * SCALE, interval: 200 },
      )
      .toBe(true);
  }

  it('a third of the mails meet 421, 450, 451, 550, a break in mid-text or after it: each ends once, in a state that says so', async () => {
    const people = 120 * SCALE;
    // In turn: by chance, whose order the connections decide, one kind in fifty runs met nobody.
    const everyTenth = (...deeds: Deed[]): (() => Deed | undefined) => {
      let calls = 0;
      return () => {
        calls += 1;
        return calls % 10 === 0 ? deeds[(calls / 10 - 1) % deeds.length] : undefined;
      };
    };
    Object.assign(script, {
      rcpt: everyTenth('450 4.2.1 mailbox busy', '550 5.1.1 no such user', '421 4.7.0 try later'),
      data: everyTenth('451 4.3.0 not now', 'drop'),
      middle: everyTenth('drop'),
      end: everyTenth('451 4.3.0 not now', '554 5.6.0 no thanks', 'drop'),
    } satisfies Script);
    const groupId = await fillPeople(sql, people);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    // Bounces alone would pause it, as they should.
    const goOn = async (): Promise<void> => {
      const { status } = await client.get<Campaign>(`/api/campaigns/${id}`);
      if (status === 'paused') await client.post(`/api/campaigns/${id}/resume`);
    };
    const timer = setInterval(() => void goOn().catch(() => undefined), 300);
    try {
      await untilSettled(id);
    } finally {
      clearInterval(timer);
    }
    const messages = await allOf(id);
    const reached = new Set(mail.accepted);
    expect(mail.accepted.length - reached.size, 'nobody twice').toBe(0);
    expect(messages.filter(({ status, to }) => status === 'sent' && !reached.has(to ?? ''))).toEqual([]);
    const known = new Set(
      messages.filter(({ status }) => ['sent', 'unconfirmed'].includes(status)).map(({ to }) => to),
    );
    expect(
      [...reached].filter((to) => !known.has(to)),
      'nobody without our knowing',
    ).toEqual([]);
    const counts = countsOf(messages);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(people);
    for (const state of ['sent', 'bounced', 'failed', 'unconfirmed'])
      expect(counts[state], state).toBeGreaterThan(0);
    for (const { status, reason } of messages) if (status !== 'sent') expect(reason, status).toMatch(/\w/);
  }, 120_000);

  it('a platform answers with 429, 502, half an answer or another number’s: nobody is written to twice or lost', async () => {
    const people = 14 * SCALE;
    const random = randomNumbers(3);
    const faults: Fault[] = [
      { ...graphError(130_429, 'Rate limit', 429), headers: { 'retry-after': '1' } },
      { status: 502, body: 'Bad gateway' },
      'cut',
      graphError(131_026, 'Undeliverable'),
      graphError(131_056, 'Pair rate limit'),
      'garbage',
    ];
    /** Whom a message may have reached: a platform that breaks off may have sent it all the same. */
    const reached: string[] = [];
    let turn = 0;
    graph.fault = (request) => {
      if (whatsAppText(request) === undefined) return undefined;
      const { to } = request.body as { to: string };
      const isFaulty = random() < 0.3;
      if (isFaulty) turn += 1;
      const fault = isFaulty ? faults[turn % faults.length] : undefined;
      const isRefusal = typeof fault === 'object' && fault.status !== 502;
      if (!isRefusal) reached.push(to);
      return fault;
    };
    const { groupId } = await groupOf(
      client,
      Array.from({ length: people }, (_none, index) => ({
        phone: `+4477009${String(index).padStart(5, '0')}`,
        platform: 'manual',
      })),
      'Numbers',
    );
    const body = 'Hi {{firstName|there}}, our class begins: {{landingPage}} See you there.';
    const { id } = await createCampaign(client, {
      status: 'active',
      channels: ['whatsapp'],
      targetGroups: [groupId],
      steps: [{ channel: 'whatsapp', delayHours: 0, body }],
    });
    await untilSettled(id);
    const messages = await allOf(id);
    expect(messages).toHaveLength(people);
    expect(reached.length - new Set(reached).size, 'nobody twice').toBe(0);
    const numbers = (...states: string[]) =>
      messages.flatMap(({ status, to }) => (states.includes(status) && to !== null ? [to.slice(1)] : []));
    expect(numbers('sent', 'unconfirmed').toSorted()).toEqual(reached.toSorted());
    expect(numbers('unconfirmed').length).toBeGreaterThan(0);
    expect(Object.keys(countsOf(messages)).filter((state) => OPEN.includes(state))).toEqual([]);
  }, 120_000);

  // R9
  it('one Idempotency-Key means one campaign, however often it is sent; with another body it is refused', async () => {
    const { groupId } = await groupOf(client, [{ email: 'once@clinic.test' }], 'One');
    const body = buildCampaign({ name: 'Once', status: 'active', targetGroups: [groupId] });
    const headers = { 'idempotency-key': 'launch once' };
    const post = (change = {}) =>
      client.call('POST', '/api/campaigns', { body: { ...body, ...change }, headers });
    const answers: string[] = [];
    for (let round = 0; round < 4 * SCALE; round += 1) {
      const some = await Promise.all(Array.from({ length: 25 }, () => post()));
      answers.push(...(await Promise.all(some.map(async (one) => `${one.status} ${await one.text()}`))));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    const { rows } = await sql.query(`select count(*)::int from campaigns where name = 'Once'`);
    expect(rows).toEqual([{ count: 1 }]);
    expect((await post({ name: 'Another' })).status).toBe(422);
    const [id = ''] = (await client.get<Campaign[]>('/api/campaigns')).flatMap((one) =>
      one.name === 'Once' ? [one.id] : [],
    );
    await untilSettled(id);
    expect(mail.accepted.filter((to) => to === 'once@clinic.test')).toHaveLength(1);
  });
});

describe('odd but valid recipients, and values that want to be headers', () => {
  let app: TestApp;
  let client: TestClient;
  let mail: TestMailServer;

  beforeAll(async () => {
    mail = await startMailServer();
    app = await startTestApp({ env: { SMTP_URL: mail.url } });
    client = await app.as('admin');
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  it('reach whom they name, and nobody else', async () => {
    const people = [
      { email: "o'hara+tea@clinic.test", name: 'Ann O’Hara' },
      { email: 'ann@xn--bcher-kva.test', name: '安' },
      { email: 'very.long.local.part.that.goes.on.and.on.and.on.until.64@clinic.test', name: 'Ann' },
      { email: 'header@clinic.test', name: 'Ann\r\nBcc: victim@clinic.test\r\n\r\nHello' },
      { email: 'angle@clinic.test', name: 'Ann" <victim@clinic.test>, "' },
    ];
    const { groupId } = await groupOf(client, people);
    const { id } = await createCampaign(client, {
      status: 'active',
      targetGroups: [groupId],
      steps: [{ channel: 'email', delayHours: 0, subject: 'For {{name}}', body: 'Hello {{name}}' }],
    });
    await untilMessages(client, id, { sent: people.length });
    // The server shows a domain as people write it; on the wire it is ASCII.
    const shown = people.map(({ email }) => email.replace('xn--bcher-kva', 'bücher'));
    expect(mail.received.map(({ to }) => to).toSorted()).toEqual(shown.toSorted());
    for (const { raw, to } of mail.received) {
      const { to: named, bcc, cc, subject } = await PostalMime.parse(raw);
      const address = to.replace('bücher', 'xn--bcher-kva');
      expect([named?.map((one) => one.address), bcc, cc], to).toEqual([[address], undefined, undefined]);
      expect(subject).toMatch(/^For /);
    }
  });

  it('a subject or a sender with a line break is refused', async () => {
    const step = { channel: 'email', delayHours: 0, subject: 'Hi\r\nBcc: victim@clinic.test', body: 'Hello' };
    const answer = await client.call('POST', '/api/campaigns', { body: buildCampaign({ steps: [step] }) });
    expect(answer.status).toBe(400);
  });
});
