import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueRecipients } from '#features/campaigns/server/recipients/enqueue-recipients.ts';
import type { Lead } from '#features/leads/contract.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import { Courtesy } from '#platform/courtesy.ts';
import type { Database } from '#platform/db.ts';
import type { Mail, MailTransport, SendResult } from '#providers/mail/port.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { fillPeople } from '#tests/support/people.ts';
import { createMailChannel } from '../channels/delivery-channel.ts';
import { createMailRenderer } from '../channels/mail-renderer.ts';
import { DeliveryWorker } from './worker.ts';
import { noteWorkersSeen } from './worker-store.ts';

const PUBLIC_URL = 'http://127.0.0.1:3000';

describe('a delivery worker', () => {
  let app: TestApp;
  let client: TestClient;
  let sql: pg.Client;

  beforeAll(async () => {
    app = await startTestApp({ worker: false });
    client = await app.as('admin');
    sql = new pg.Client({ connectionString: app.databaseUrl });
    await sql.connect();
  });
  afterAll(async () => {
    await sql.end();
    await app.close();
  });

  /** A launched campaign with its messages made, and nobody to send them yet. */
  async function launched(people: number, change: Record<string, unknown> = {}): Promise<string> {
    await sql.query('delete from leads');
    await sql.query('delete from suppressions');
    const groupId = await fillPeople(sql, people);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId], ...change });
    await expand();
    return id;
  }

  /** Makes messages, some batches of them or all. */
  async function expand(batches = Number.POSITIVE_INFINITY): Promise<void> {
    for (let made = 0; made < batches; made += 1) if (!(await enqueueRecipients(app.app.context))) return;
  }

  const madeOf = async (id: string): Promise<number> =>
    (await sql.query('select count(*)::int from messages where campaign_id = $1', [id])).rows[0].count;

  it.each([
    ['while its people are met', 1, 0],
    ['when everybody else has been met', 1, Number.POSITIVE_INFINITY],
    ['deleted just before the launch', 0, Number.POSITIVE_INFINITY],
  ])(
    'has messages for everybody of a group that was deleted and restored, %s',
    async (_when, met, batches) => {
      await sql.query('delete from leads');
      const groupId = await fillPeople(sql, 400);
      const { id: otherId } = await client.post<{ id: string }>('/api/lead-groups', {
        name: `Other ${newId()}`,
      });
      await sql.query(
        'update leads set group_id = $1 where id in (select id from leads order by random() limit 200)',
        [otherId],
      );
      const { id, version } = await createCampaign(client, { targetGroups: [groupId, otherId] });
      const begin = () => client.patch(`/api/campaigns/${id}`, { status: 'active', version });
      if (met > 0) await begin();
      await expand(met);
      await client.call('DELETE', `/api/lead-groups/${groupId}`);
      if (met === 0) await begin();
      await expand(1 + batches);
      expect(await madeOf(id)).toBeLessThan(400);
      await client.post(`/api/lead-groups/${groupId}/restore`);
      await expand();
      expect(await madeOf(id)).toBe(400);
      const state = await sql.query('select needs_expansion from campaigns where id = $1', [id]);
      expect(state.rows).toEqual([{ needs_expansion: false }]);
    },
  );

  async function workerWith(
    transport: MailTransport,
    db: Database = app.app.db,
    courtesy: Pick<Courtesy, 'giveWay'> = new Courtesy(),
  ): Promise<DeliveryWorker> {
    const worker = newId();
    await noteWorkersSeen(app.app.db, [worker]);
    return new DeliveryWorker({
      ctx: { ...app.app.context, db, courtesy },
      worker,
      mayClaim: () => true,
      channel: createMailChannel({
        transport,
        isPractice: false,
        outboxReason: 'no_mail_server',
        templates: createMailRenderer({
          db: app.app.db,
          publicUrl: PUBLIC_URL,
          tokenFor: app.app.context.contactTokens.write,
          workspace: () => Promise.resolve({ name: '', countsOpens: false }),
        }),
      }),
    });
  }

  const transportOf = (lanes: number, send: (mail: Mail) => Promise<SendResult>): MailTransport => ({
    id: 'smtp',
    lanes,
    send,
    verify: () => Promise.resolve({ isReady: true }),
    close: () => Promise.resolve(),
  });

  const accept = (): Promise<SendResult> => Promise.resolve({ outcome: 'accepted', response: '250 ok' });

  const countOf = async (id: string, status: string): Promise<number> => {
    const { rows } = await sql.query<{ count: number }>(
      'select count(*)::int as count from messages where campaign_id = $1 and status = $2',
      [id, status],
    );
    return rows[0]?.count ?? 0;
  };

  /** Messages of which an attempt has begun. */
  const claimedOf = async (id: string): Promise<number> => {
    const { rows } = await sql.query<{ count: number }>(
      'select count(*)::int as count from messages where campaign_id = $1 and attempts > 0',
      [id],
    );
    return rows[0]?.count ?? 0;
  };

  /** The database for a drain whose turns, counted from 1, are answered by `answer`. */
  const withTurns = (
    answer: (
      turn: number,
      ask: () => Promise<pg.QueryResult>,
      query: pg.QueryConfig,
    ) => Promise<pg.QueryResult>,
  ): Database => {
    let turns = 0;
    return new Proxy(app.app.db, {
      get(target, key) {
        if (key !== '$client') return Reflect.get(target, key);
        return {
          connect: () => target.$client.connect(),
          query: (query: pg.QueryConfig) => {
            const ask = () => target.$client.query(query);
            if (!query.name?.startsWith('campaigns_turn')) return ask();
            turns += 1;
            return answer(turns, ask, query);
          },
        };
      },
    });
  };

  const cutOff = (): Error => new Error('Connection terminated unexpectedly');

  it('gives back what it claimed without hearing of it, and sends everything once', async () => {
    const id = await launched(40);
    let turns = 0;
    const deaf = withTurns(async (turn, ask) => {
      turns = turn;
      const result = await ask();
      // The answer of two turns is lost after they were committed.
      if (turn === 2 || turn === 3) throw cutOff();
      return result;
    });
    const sent: string[] = [];
    const deliveryWorker = await workerWith(
      transportOf(4, async (mail) => {
        sent.push(mail.id);
        return { outcome: 'accepted', response: '250 ok' };
      }),
      deaf,
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(40);
    await deliveryWorker.stop();
    expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
    expect(turns).toBeGreaterThan(3);
  });

  // R5
  it('claims nothing more while it gives way to people', async () => {
    const id = await launched(40);
    // What others have left here would be met first, and stood back after.
    await sql.query('delete from messages where campaign_id <> $1', [id]);
    const { promise: leave, resolve: leaves } = Promise.withResolvers<void>();
    const deliveryWorker = await workerWith(transportOf(4, accept), app.app.db, { giveWay: () => leave });
    deliveryWorker.start();
    await expect.poll(() => claimedOf(id)).toBe(4);
    deliveryWorker.wake();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await claimedOf(id)).toBe(4);
    leaves();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(40);
    await deliveryWorker.stop();
  });

  it('keeps what a server says of the last message, however long it thinks', async () => {
    const id = await launched(1);
    let answer: ((result: SendResult) => void) | undefined;
    const deliveryWorker = await workerWith(
      transportOf(
        1,
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      ),
    );
    deliveryWorker.start();
    await expect.poll(() => answer !== undefined, { timeout: 15_000 }).toBe(true);
    const now = performance.now.bind(performance);
    const ended = deliveryWorker.finish();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * MINUTE_MS);
    try {
      deliveryWorker.wake();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(deliveryWorker.hasLeftNothing).toBe(false);
      answer?.({ outcome: 'accepted', response: '250 ok' });
      await ended;
    } finally {
      clock.mockRestore();
    }
    expect([await countOf(id, 'sent'), deliveryWorker.hasLeftNothing]).toEqual([1, true]);
  });

  it('finds a claim that was committed long after its answer was lost, and sends everything once', async () => {
    const id = await launched(12);
    const late: pg.QueryConfig[] = [];
    const deaf = withTurns((turn, ask, query) => {
      if (turn !== 2) return ask();
      late.push(query);
      return Promise.reject(cutOff());
    });
    const sent: string[] = [];
    const deliveryWorker = await workerWith(
      transportOf(4, (mail) => {
        sent.push(mail.id);
        return accept();
      }),
      deaf,
    );
    // What the database had been given is committed when everything else is over.
    await sql.query(
      `update messages set due_at = now() + interval '1 hour' where id in (
      select id from messages where campaign_id = $1 order by id desc limit 4)`,
      [id],
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(8);
    await sql.query('update messages set due_at = now() where campaign_id = $1', [id]);
    if (late[0]) await app.app.db.$client.query({ ...late[0], name: 'late' });
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2 * MINUTE_MS);
    try {
      await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(12);
    } finally {
      clock.mockRestore();
      await deliveryWorker.stop();
    }
    expect([sent.length, new Set(sent).size]).toEqual([12, 12]);
  });

  it('gives back once what it has not begun, though the answer to that is lost and it has begun again', async () => {
    const id = await launched(20);
    let lost = 0;
    const deaf = new Proxy(app.app.db, {
      get(target, key) {
        if (key !== '$client') return Reflect.get(target, key);
        return {
          query: (query: pg.QueryConfig) => target.$client.query(query),
          connect: async () => {
            const connection = await target.$client.connect();
            let gaveBack = false;
            return new Proxy(connection, {
              get(held, name) {
                if (name === 'release') return () => held.release();
                if (name !== 'query') return Reflect.get(held, name);
                return async (query: string | pg.QueryConfig, values?: unknown[]) => {
                  const text = typeof query === 'string' ? query : query.text;
                  gaveBack ||= text.includes('given_back');
                  const result = await held.query(query as pg.QueryConfig, values);
                  if (text === 'commit' && gaveBack && lost === 0) {
                    lost += 1;
                    throw cutOff();
                  }
                  return result;
                };
              },
            });
          },
        };
      },
    });
    const begun: string[] = [];
    let late: string | undefined;
    const deliveryWorker = await workerWith(
      transportOf(2, async (mail) => {
        if (late === undefined) {
          late = mail.id;
          return { outcome: 'not_begun', cause: 'late', reason: 'no connection was free in time' };
        }
        begun.push(mail.id);
        // In the air while the settling is tried again.
        await new Promise((resolve) => setTimeout(resolve, mail.id === late ? 1_500 : 100));
        return accept();
      }),
      deaf,
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 20_000 }).toBe(20);
    await deliveryWorker.stop();
    expect([lost, begun.length, new Set(begun).size]).toEqual([1, 20, 20]);
  });

  it.each([
    ['250 ok \u0000 here', '250 ok ? here'],
    ['250 ok \ud83d here', '250 ok ? here'],
  ])(
    'goes on after an answer that cannot be stored, and keeps its other words: %j',
    async (response, kept) => {
      const id = await launched(3);
      const deliveryWorker = await workerWith(
        transportOf(1, () => Promise.resolve({ outcome: 'accepted', response })),
      );
      deliveryWorker.start();
      await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(3);
      await deliveryWorker.stop();
      const { rows } = await sql.query('select distinct response from messages where campaign_id = $1', [id]);
      expect(rows).toEqual([{ response: kept }]);
    },
  );

  it('keeps nothing of somebody who is erased while their mail is put into the outbox', async () => {
    const id = await launched(1);
    const deliveryWorker = await workerWith({
      ...transportOf(1, async (mail) => {
        const { rows } = await sql.query<{ id: string }>('select id from leads');
        await client.call('POST', `/api/leads/${rows[0]?.id}/erase`);
        await app.app.db.$client.query(
          `insert into outbox_mails (id, from_header, to_address, raw) values ($1, $2, $3, $4)`,
          [mail.id, mail.from, mail.to, mail.raw],
        );
        return accept();
      }),
      id: 'outbox',
    });
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'outbox'), { timeout: 15_000 }).toBe(1);
    await deliveryWorker.stop();
    const { rows } = await sql.query(
      `select
      (select count(*)::int from outbox_mails) as mails,
      (select count(*)::int from message_attempts join messages on messages.id = message_id where campaign_id = $1) as attempts,
      (select count(*)::int from events where campaign_id = $1 and lead_id is not null and type = 'message.sent') as events`,
      [id],
    );
    expect(rows).toEqual([{ mails: 0, attempts: 0, events: 0 }]);
  });

  it('writes down of the record that stays whom a mail reached that became part of it in the air', async () => {
    const id = await launched(1);
    const { rows } = await sql.query<{ leadId: string }>(
      'select lead_id as "leadId" from messages where campaign_id = $1',
      [id],
    );
    const otherId = rows[0]?.leadId ?? '';
    const { id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Kept' });
    const keep = await client.post<Lead>('/api/leads', {
      name: 'Ann Lee',
      email: 'ann@kept.test',
      legalGround: 'consent',
      groupId,
    });
    const answers: (() => void)[] = [];
    const deliveryWorker = await workerWith(
      transportOf(1, async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return { outcome: 'accepted', response: '250 ok' };
      }),
    );
    deliveryWorker.start();
    await expect.poll(() => answers.length).toBe(1);
    await client.post(`/api/leads/${keep.id}/merge`, {
      otherId,
      version: keep.version,
      otherVersion: (await client.get<Lead>(`/api/leads/${otherId}`)).version,
    });
    for (const answer of answers) answer();
    await expect.poll(() => countOf(id, 'sent')).toBe(1);
    await deliveryWorker.stop();
    expect(await client.get<Lead>(`/api/leads/${keep.id}`)).toMatchObject({ stage: 'contacted' });
    const told = await sql.query(
      `select lead_id as "leadId" from events where campaign_id = $1 and type = 'message.sent'`,
      [id],
    );
    expect(told.rows).toEqual([{ leadId: keep.id }]);
  });

  it('holds a person before what follows for them, as an edit of them does, so that neither locks the other up', async () => {
    const step = { channel: 'email', subject: 'Evenings', body: 'Hello' };
    const id = await launched(1, {
      steps: [
        { ...step, delayHours: 0 },
        { ...step, delayHours: 24 },
      ],
    });
    const edit = new pg.Client({ connectionString: app.databaseUrl });
    await edit.connect();
    const answers: (() => void)[] = [];
    const deliveryWorker = await workerWith(
      transportOf(1, async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return { outcome: 'rejected', refusedAt: 'recipient', isPermanent: true, response: '550 5.1.1 gone' };
      }),
    );
    deliveryWorker.start();
    await expect.poll(() => answers.length).toBe(1);
    await edit.query(`begin; set local lock_timeout = '500ms'`);
    await edit.query('select 1 from leads for update');
    for (const answer of answers) answer();
    await untilWaiting(sql, 1);
    await edit.query(`select 1 from messages where campaign_id = $1 and status = 'queued' for update`, [id]);
    await edit.query('commit');
    await edit.end();
    await expect.poll(() => countOf(id, 'skipped')).toBe(1);
    await deliveryWorker.stop();
    expect(await countOf(id, 'bounced')).toBe(1);
  });

  it('leaves alone what another delivery worker of the process has in the air', async () => {
    const id = await launched(3);
    const answers: ((result: SendResult) => void)[] = [];
    const slow = await workerWith(transportOf(1, () => new Promise((resolve) => answers.push(resolve))));
    slow.start();
    await expect.poll(() => answers.length, { timeout: 15_000 }).toBe(2);
    let turns = 0;
    const deaf = withTurns((turn, ask) => {
      turns = turn;
      return turn === 1 ? Promise.reject(cutOff()) : ask();
    });
    const sent: string[] = [];
    const other = await workerWith(
      transportOf(1, (mail) => {
        sent.push(mail.id);
        return accept();
      }),
      deaf,
    );
    other.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(1);
    await other.stop();
    expect([turns > 1, sent.length, await countOf(id, 'sending')]).toEqual([true, 1, 2]);
    for (const answer of answers) answer({ outcome: 'accepted', response: '250 ok' });
    await slow.stop();
    expect(await countOf(id, 'sent')).toBe(3);
  });

  /** A campaign of three steps to people the first of whom has objected to it. */
  async function launchedToObjector(people: number): Promise<string> {
    const step = { channel: 'email', subject: 'Evenings', body: 'The evening blend is free of caffeine.' };
    const id = await launched(people, { steps: [0, 72, 72].map((delayHours) => ({ ...step, delayHours })) });
    await sql.query(
      `insert into suppressions (id, contact_hash, reason)
        select gen_random_uuid(), contact_hash, 'unsubscribed' from leads order by id limit 1`,
    );
    return id;
  }

  it('gives up what follows a message it leaves out, in whatever order the steps stand by now', async () => {
    const id = await launchedToObjector(2);
    await sql.query('update campaign_steps set ordinal = 10 - ordinal where campaign_id = $1', [id]);
    const deliveryWorker = await workerWith(transportOf(4, accept));
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'skipped'), { timeout: 15_000 }).toBe(3);
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(1);
    await deliveryWorker.stop();
    expect(await countOf(id, 'queued')).toBe(2);
  });

  it('keeps a turn whose further steps cannot be given up: they wait, and what it claimed is sent', async () => {
    const id = await launchedToObjector(4);
    await sql.query(`create function refuse_given_up() returns trigger language plpgsql
      as $$ begin raise exception 'not now'; end $$`);
    await sql.query(`create trigger refuse_given_up before update on messages for each row
      when (new.reason = 'earlier_step_failed') execute function refuse_given_up()`);
    // What is given back was claimed without being heard of.
    await sql.query('create table given_back (id uuid)');
    await sql.query(`create function note_given_back() returns trigger language plpgsql
      as $$ begin insert into given_back values (old.message_id); return old; end $$`);
    await sql.query(`create trigger note_given_back before delete on message_attempts
      for each row execute function note_given_back()`);
    const sent: string[] = [];
    const deliveryWorker = await workerWith(
      transportOf(4, (mail) => {
        sent.push(mail.id);
        return accept();
      }),
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(3);
    await deliveryWorker.stop();
    const { rowCount } = await sql.query('select 1 from given_back');
    expect([rowCount, sent.length, await countOf(id, 'queued')]).toEqual([0, 3, 8]);
    await sql.query('drop function refuse_given_up cascade');
    await sql.query('drop function note_given_back cascade');
    await sql.query('drop table given_back');
  });

  it('never has more than two messages per lane without a recorded outcome', async () => {
    const id = await launched(120);
    let most = 0;
    const deliveryWorker = await workerWith(
      transportOf(4, async () => {
        const { rows } = await sql.query<{ count: number }>(
          'select count(*)::int as count from message_attempts where verdict is null',
        );
        most = Math.max(most, rows[0]?.count ?? 0);
        return { outcome: 'accepted', response: '250 ok' };
      }),
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(120);
    await deliveryWorker.stop();
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('begins no more than one message per lane with a slow server, and gives back what could not begin', async () => {
    const id = await launched(30);
    let under = 0;
    let most = 0;
    let calls = 0;
    const deliveryWorker = await workerWith(
      transportOf(3, async () => {
        calls += 1;
        if (calls === 5)
          return { outcome: 'not_begun', cause: 'late', reason: 'no connection was free in time' };
        under += 1;
        most = Math.max(most, under);
        await new Promise((resolve) => setTimeout(resolve, 120));
        under -= 1;
        return { outcome: 'accepted', response: '250 ok' };
      }),
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(30);
    await deliveryWorker.stop();
    expect(calls).toBe(31);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('leaves out a whole crowd that objected without waiting between groups', async () => {
    const id = await launched(200);
    await sql.query(
      `insert into suppressions (id, contact_hash, reason) select gen_random_uuid(), contact_hash, 'unsubscribed' from leads`,
    );
    const deliveryWorker = await workerWith(
      transportOf(4, () => Promise.reject(new Error('nothing may be sent'))),
    );
    deliveryWorker.start();
    await expect.poll(() => countOf(id, 'skipped'), { timeout: 10_000 }).toBe(200);
    await deliveryWorker.stop();
    await sql.query('delete from suppressions');
  });

  // R8
  it('goes on within seconds when the clock is set back or forward by a day while it waits', async () => {
    const id = await launched(6);
    let isAway = true;
    const transport = transportOf(2, async () => ({ outcome: 'accepted', response: '250 ok' }));
    const deliveryWorker = await workerWith({
      ...transport,
      verify: async () =>
        isAway ? { isReady: false, cause: 'unreachable', reason: 'away' } : { isReady: true },
    });
    const now = Date.now.bind(Date);
    let shiftMs = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs);
    try {
      // It waits for a server that is away while the clock changes.
      deliveryWorker.start();
      for (const shift of [-DAY_MS, DAY_MS, 0]) {
        shiftMs = shift;
        deliveryWorker.wake();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      isAway = false;
      shiftMs = -DAY_MS;
      await expect.poll(() => countOf(id, 'sent'), { timeout: 15_000 }).toBe(6);
    } finally {
      clock.mockRestore();
      await deliveryWorker.stop();
    }
  });
});
