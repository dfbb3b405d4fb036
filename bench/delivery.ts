/**
 * P1: 10,000 personalised messages with unsubscribe headers over 20 connections to a server that accepts everything,
 * through the whole product (attempt and outcome committed for each, events, timeline, stages) vs. nodemailer's pool with
 * ready-made messages and no database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { AT_WORK_MS } from '#platform/courtesy.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { fillRecipients, RECIPIENTS, startSink, until } from './support/mail-crowd.ts';
import { compare, judge, median, print } from './support/runner.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 10_000);
const MODES = ['plain', 'pipelining'] as const;
const CONNECTIONS = 20;

type Rendered = { to: string; raw: string };

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });

try {
  for (const mode of MODES) await bench(mode);
} finally {
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

async function bench(mode: (typeof MODES)[number]): Promise<void> {
  const sink = await startSink({ mode });
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SMTP_CONNECTIONS: String(CONNECTIONS),
    MAIL_FROM: 'Bench <bench@sender.test>',
  });
  try {
    const client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
    await fillRecipients(pool, MAILS);
    const rendered = renderReference();
    const raw: number[] = [];
    const sendOurs = async (): Promise<number> => {
      raw.push(await rawClient(sink.port, rendered));
      return ours();
    };
    const result = await compare({
      target: 'P1',
      title: `${MAILS.toLocaleString('en-US')} messages, ${CONNECTIONS} connections, ${mode === 'plain' ? 'server without PIPELINING' : 'server with PIPELINING'}`,
      unit: 'accepted/s',
      better: 'more',
      bound: 1,
      reference: {
        name: 'nodemailer, ready-made raw, no database',
        measure: () => nodemailerPool(sink.port, rendered),
      },
      ours: { name: 'campaign, durable', measure: sendOurs },
    });
    print(
      judge({
        ...result,
        title: 'The same vs. a raw client (stretch)',
        better: 'more',
        bound: 0.4,
        reference: median(raw),
      }),
      'raw client, ready-made, no database',
      'campaign, durable',
    );

    async function ours(): Promise<number> {
      await pool.query(`update leads set stage = 'new', last_contact_at = null`);
      await pool.query('vacuum (analyze) leads, messages, message_attempts');
      const { id } = await client.post<{ id: string }>('/api/campaigns', {
        name: 'Bench',
        channels: ['email'],
        targetGroups: [RECIPIENTS],
        landingPageUrl: 'https://landing.test/',
        status: 'active',
      });
      await client.post(`/api/campaigns/${id}/pause`);
      await until(async () => (await countOf(id, `status in ('queued', 'sent')`)) === MAILS);
      await client.post(`/api/campaigns/${id}/resume`);
      const resumedAt = Date.now();
      await until(async () => (await countOf(id, `status = 'sent'`)) === MAILS);
      const { rows } = await pool.query<{ rate: string }>(
        // From the moment that sending no longer yields to the call that resumed it, until the last outcome is stored.
        `select count(*) / extract(epoch from max(sent_at) - min(started_at)) as rate
         from messages join message_attempts on message_id = messages.id and number = attempts
         where campaign_id = $1 and started_at > $2`,
        [id, new Date(resumedAt + AT_WORK_MS)],
      );
      const rate = Number(rows[0]?.rate);
      process.stderr.write(`  ${rate.toFixed(0)}/s\n`);
      return rate;
    }
  } finally {
    await server.end();
    sink.close();
  }
}

async function countOf(campaignId: string, condition: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from messages where campaign_id = $1 and ${condition}`,
    [campaignId],
  );
  return rows[0]?.count ?? 0;
}

/** Messages of the same shape and length as ours, made beforehand. */
function renderReference(): Rendered[] {
  const body = 'A line of a letter of ordinary length, as people write it to people.\r\n'.repeat(45);
  return Array.from({ length: MAILS }, (_none, index) => {
    const to = `person${index}@clinic.test`;
    const headers = [
      'From: Bench <bench@sender.test>',
      `To: Person ${index} <${to}>`,
      'Subject: A note from the bench',
      `Message-ID: <${index}@sender.test>`,
      `List-Unsubscribe: <http://127.0.0.1:3000/u/token${index}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ];
    return { to, raw: `${headers.join('\r\n')}\r\n\r\nHi Person ${index},\r\n${body}` };
  });
}

async function nodemailerPool(port: number, mails: readonly Rendered[]): Promise<number> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const startedAt = performance.now();
  await Promise.all(
    mails.map(({ to, raw }) =>
      transport.sendMail({ envelope: { from: 'bench@sender.test', to: [to] }, raw }),
    ),
  );
  const rate = mails.length / ((performance.now() - startedAt) / 1000);
  transport.close();
  return rate;
}

/** The least a client can do: one command after the other on plain sockets, nothing checked. */
async function rawClient(port: number, mails: readonly Rendered[]): Promise<number> {
  let next = 0;
  const lane = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).on('error', reject);
      let phase = -2;
      let current: Rendered | undefined;
      socket.on('data', () => {
        phase += 1;
        if (phase === -1) return void socket.write('EHLO bench\r\n');
        if (phase === 4) phase = 0;
        if (phase === 0 && next >= mails.length) {
          socket.end('QUIT\r\n');
          return resolve();
        }
        if (phase === 0) {
          current = mails[next];
          next += 1;
          socket.write('MAIL FROM:<bench@sender.test>\r\n');
        } else if (phase === 1) socket.write(`RCPT TO:<${current?.to}>\r\n`);
        else if (phase === 2) socket.write('DATA\r\n');
        else if (phase === 3) socket.write(`${current?.raw}.\r\n`);
      });
    });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return mails.length / ((performance.now() - startedAt) / 1000);
}
