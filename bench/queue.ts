/**
 * P2: 10,000 messages to a transport that does nothing, each with its attempt and outcome committed, and 10,000 jobs of
 * our own queue that do nothing, each against pg-boss in batches of 200 whose jobs do nothing; and how soon an idle
 * worker picks up a job, from the commit that sent it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { wire } from '#app/wiring.ts';
import { createPersonal } from '#features/campaigns/server/composing/personal-service.ts';
import { createLaunch } from '#features/campaigns/server/launch-service.ts';
import { createMailChannel } from '#features/delivery/server/channels/delivery-channel.ts';
import { createMailRenderer } from '#features/delivery/server/channels/mail-renderer.ts';
import { createOutcomeRecorder } from '#features/delivery/server/queue/record-outcomes.ts';
import { DeliveryWorker } from '#features/delivery/server/queue/worker.ts';
import { noteWorkersSeen } from '#features/delivery/server/queue/worker-store.ts';
import { newId } from '#kit/id.ts';
import { readSettings } from '#platform/config.ts';
import { Courtesy } from '#platform/courtesy.ts';
import { inTransaction } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { defineJob, JobQueue } from '#platform/jobs.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { fillRecipients, RECIPIENTS, until } from './mail-crowd.ts';
import { compare, judge, median, print, timed } from './runner.ts';

const JOBS = Number(process.env.BENCH_JOBS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const BATCH = 200;
const PICK_UPS = 100;
const PICK_UP_WITHIN_MS = 10;
const PUBLIC_URL = 'http://127.0.0.1:3000';

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const log = createLog('silent');
const database = await startEmbeddedPostgres({ dataDir: work, log });
await migrate(database.url);
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const app = await wire({
  settings: readSettings({ DATABASE_URL: database.url, ROLE: 'web', DEMO: 'off', LOG_LEVEL: 'silent' }),
  databaseUrl: database.url,
  publicUrl: PUBLIC_URL,
  log,
});
await app.initialise();
await app.startQueue();
const boss = new PgBoss({ connectionString: database.url, schema: 'bench', max: 4 });
await boss.start();
await boss.createQueue('noop');

try {
  await fillRecipients(pool, JOBS);
  await compare({
    target: 'P2',
    title: `${JOBS.toLocaleString('en-US')} messages that go nowhere`,
    unit: 'per second',
    better: 'more',
    bound: 1,
    rounds: ROUNDS,
    reference: { name: 'pg-boss, batches of 200', measure: bossRate },
    ours: { name: 'claim loop, attempt and outcome of each committed', measure: claimRate },
  });
  await compare({
    target: 'P2',
    title: `${JOBS.toLocaleString('en-US')} jobs that do nothing, each with an outcome of its own`,
    unit: 'per second',
    better: 'more',
    bound: 1,
    rounds: ROUNDS,
    reference: { name: 'pg-boss, batches of 200', measure: bossRate },
    ours: { name: 'JobQueue, 200 taken at a time', measure: jobRate },
  });
  await pickUps();
} finally {
  await boss.stop({ graceful: false });
  await app.close();
  await pool.end();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}

async function bossRate(): Promise<number> {
  await boss.insert(
    'noop',
    Array.from({ length: JOBS }, () => ({ data: {} })),
  );
  const ms = await timed(async () => {
    for (;;) {
      const jobs = await boss.fetch('noop', { batchSize: BATCH });
      if (jobs.length === 0) return;
      await boss.complete(
        'noop',
        jobs.map(({ id }) => id),
      );
    }
  });
  return JOBS / (ms / 1_000);
}

async function jobRate(): Promise<number> {
  const nothing = defineJob({ name: 'bench.nothing', payload: z.object({}), batch: BATCH });
  const queue = new JobQueue({ url: database.url, db: app.db, log, isWorker: true });
  await queue.start([nothing]);
  const sender = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, max: 1 });
  await sender.start();
  try {
    await sender.insert(
      nothing.name,
      Array.from({ length: JOBS }, () => ({ data: {} })),
    );
    let done = 0;
    const ms = await timed(async () => {
      await queue.work(nothing, () => {
        done += 1;
        return Promise.resolve();
      });
      await until(() => Promise.resolve(done === JOBS), 20);
    });
    return JOBS / (ms / 1_000);
  } finally {
    await sender.stop({ graceful: false });
    await queue.stop();
  }
}

async function claimRate(): Promise<number> {
  const { campaigns, leads, settings, compliance, tracking } = app.features;
  const id = await launched();
  const launch = createLaunch({
    db: app.db,
    settings,
    compliance,
    tracking,
    publicUrl: PUBLIC_URL,
    mailFrom: undefined,
    messengers: [],
    personal: createPersonal({ db: app.db, languageModel: undefined, log }),
  });
  while (await launch.enqueueRecipients());
  await pool.query('vacuum (analyze) messages, message_attempts');
  const worker = newId();
  await noteWorkersSeen(app.db, [worker]);
  const deliveryWorker = new DeliveryWorker({
    db: app.db,
    worker,
    mayClaim: () => true,
    channel: createMailChannel({
      transport: {
        id: 'smtp',
        lanes: BATCH,
        send: () => Promise.resolve({ outcome: 'accepted', response: '250 ok' }),
        verify: () => Promise.resolve({ isReady: true }),
        close: () => Promise.resolve(),
      },
      isPractice: false,
      outboxReason: 'no_mail_server',
      templates: createMailRenderer({
        db: app.db,
        publicUrl: PUBLIC_URL,
        tokenFor: tracking.tokenFor,
        workspace: () => Promise.resolve({ name: '', countsOpens: false }),
      }),
    }),
    hub: { announceSoon: () => undefined },
    courtesy: new Courtesy(),
    log,
    recorder: createOutcomeRecorder({ tracking, compliance, leads, pauses: campaigns.pauses }),
    pauses: campaigns.pauses,
  });
  const ms = await timed(async () => {
    deliveryWorker.start();
    await until(async () => {
      const { messages } = await campaigns.editor.getCampaign(id);
      return messages.sent === JOBS;
    }, 50);
  });
  await deliveryWorker.stop();
  return JOBS / (ms / 1_000);
}

async function launched(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from users limit 1');
  const actor = {
    id: rows[0]?.id ?? 'bench',
    email: 'bench@yarrow.test',
    firstName: 'Bench',
    lastName: '',
    role: 'admin',
  } as const;
  const { id } = await app.features.campaigns.editor.createCampaign(
    {
      name: 'Bench',
      objective: 'Lead Generation',
      targetGroups: [RECIPIENTS],
      landingPageUrl: 'https://landing.test/',
      selectedContentAssets: [],
      channels: ['email'],
      status: 'active',
    },
    actor,
  );
  return id;
}

async function pickUps(): Promise<void> {
  const noop = defineJob({ name: 'bench.noop', payload: z.object({}) });
  const queue = new JobQueue({ url: database.url, db: app.db, log, isWorker: true });
  await queue.start([noop]);
  let onTaken: (at: number) => void = () => undefined;
  await queue.work(noop, async () => onTaken(performance.now()));
  const times: number[] = [];
  for (let round = 0; round < PICK_UPS; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const taken = new Promise<number>((resolve) => {
      onTaken = resolve;
    });
    await inTransaction(app.db, (tx) => queue.send(noop, {}, { tx }));
    const sentAt = performance.now();
    times.push(Math.max(0, (await taken) - sentAt));
  }
  await queue.stop();
  print(
    judge({
      target: 'P2',
      title: 'idle pick-up, median',
      unit: 'ms',
      better: 'less',
      bound: 1,
      reference: PICK_UP_WITHIN_MS,
      ours: median(times),
    }),
    'wanted',
  );
}
