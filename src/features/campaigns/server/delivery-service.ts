import { newId } from '#kit/id.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { inTransaction } from '#platform/db.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { MESSENGERS } from '#providers/messaging/port.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import { NOTES, WINDOW_HOURS } from '../rules.ts';
import { Bell } from './bell.ts';
import { listCompositions } from './campaign-store.ts';
import {
  forgetWorker,
  type LeftMessage,
  leaveToPeople,
  listLeftMessages,
  lockDeadWorker,
  noteWorkerSeen,
  sweepAttempts,
} from './delivery-store.ts';
import { DELIVERY_TOPICS, Drain, type DrainDependencies } from './drain.ts';
import type { Launch } from './launch-service.ts';
import type { MailRenderer } from './mail-renderer.ts';
import { createMailboxDrains } from './mailbox-drains.ts';
import type { ListSending } from './mailbox-pace.ts';
import { listOpenWindows } from './messenger-store.ts';
import { sweepSentences } from './personal-store.ts';
import { channelOf } from './recipients.ts';
import { Verdict } from './verdict.ts';
import { createMailWay, createMessengerWay, isKeptOnce, unconfirmedNote } from './way.ts';

type Dependencies = DrainDependencies & {
  /** Reads what comes back, beside what is sent. */
  inboxes: readonly { start: () => void; stop: () => Promise<void> }[];
  transports: MailTransports;
  messaging: Messaging;
  templates: MailRenderer;
  publicUrl: string;
  launch: Pick<Launch, 'expandNext'>;
  mailboxes: { listSending: ListSending };
  /** Ends campaigns whose time is over. */
  completeCampaigns: () => Promise<void>;
  /** Ends tests of variants whose time is over. */
  decideTests: () => Promise<void>;
};

/** A worker says that it lives this often; one that was silent for three times as long is dead. */
const HEARTBEAT_MS = 5 * SECOND_MS;
const SILENCE_MS = 3 * HEARTBEAT_MS;
const CLAIM_WITHIN_MS = 2 * HEARTBEAT_MS;
const POLL_MS = 2 * SECOND_MS;
const LEFT_BATCH = 500;
/** A test of variants ends at most this long after its time. */
const DECIDE_EVERY_MS = MINUTE_MS;
const ATTEMPTS_KEPT_DAYS = 90;
const SENTENCES_KEPT_DAYS = 90;

/** The part of a worker process that makes messages of launched campaigns and sends what is due. */
export function createDelivery(dependencies: Dependencies) {
  const { db, log, hub, transports, messaging, launch, mailboxes, inboxes, templates, settlement } =
    dependencies;
  const { completeCampaigns, decideTests, publicUrl } = dependencies;
  const worker = newId();
  const { smtp, outbox } = transports;
  const { messengers } = messaging;
  // By the clock that only goes forward; the other one may be set back.
  let seenAt = Number.NEGATIVE_INFINITY;
  const mayClaim = (): boolean => performance.now() - seenAt < CLAIM_WITHIN_MS;
  const shared = { db, log, hub, settlement, worker, mayClaim };
  const remedy = 'Check SMTP_URL';
  const ways = [
    createMailWay({
      transport: outbox,
      templates,
      isPractice: true,
      outboxNote: NOTES.practiceAddress,
      remedy,
    }),
    createMailWay({
      transport: smtp ?? outbox,
      templates,
      isPractice: false,
      outboxNote: NOTES.keptInOutbox,
      remedy,
    }),
    ...messengers.map((messenger) =>
      createMessengerWay({
        messenger,
        publicUrl,
        readTexts: async (ids) =>
          new Map((await listCompositions(db, [...ids])).map(({ id, text }) => [id, text])),
        readOpenWindows: (leadIds) =>
          listOpenWindows(db, { channel: channelOf(messenger.id), leadIds, hours: WINDOW_HOURS }),
      }),
    ),
  ];
  const drains = ways.map((way) => new Drain({ ...shared, way }));
  const mailboxDrains = createMailboxDrains({ ...shared, templates, transports, mailboxes });
  const bell = new Bell();
  const upkeepBell = new Bell();
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();
  let completedAt = Number.NEGATIVE_INFINITY;
  let decidedAt = Number.NEGATIVE_INFINITY;

  const wake = (): void => {
    bell.ring();
    for (const drain of drains) drain.wake();
    mailboxDrains.wake();
    upkeepBell.ring();
  };

  const expandLoop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        if (await launch.expandNext()) {
          for (const drain of drains) drain.wake();
          mailboxDrains.wake();
          hub.announceSoon(['campaigns', 'messages']);
        } else {
          await bell.wait(POLL_MS);
        }
      } catch (error) {
        log.warn({ err: error }, 'delivery: cannot make messages');
        await bell.wait(POLL_MS);
      }
    }
  };

  /** Puts in order what a dead worker held; answers how many messages, undefined when nobody is dead. */
  const buryOne = (): Promise<number | undefined> =>
    inTransaction(db, async (tx) => {
      const dead = await lockDeadWorker(tx, SILENCE_MS);
      if (!dead) return undefined;
      const left = await listLeftMessages(tx, dead, LEFT_BATCH);
      for (const transport of ['smtp', 'outbox', ...MESSENGERS] as const) {
        const batch = left
          .filter((message) => message.transport === transport)
          .map((message) => ({ message, verdict: verdictOfLeft(message) }));
        await settlement.settle(tx, { worker: dead.id, transport }, batch);
      }
      if (left.length < LEFT_BATCH) await forgetWorker(tx, dead.id);
      return left.length;
    });

  const buryDead = async (): Promise<void> => {
    for (let left = await buryOne(); left !== undefined; left = await buryOne()) {
      log.warn({ messages: left }, 'delivery: a worker has ended without a word');
      hub.announceSoon(DELIVERY_TOPICS);
      wake();
    }
  };

  const showLife = async (): Promise<void> => {
    const at = performance.now();
    await noteWorkerSeen(db, worker);
    seenAt = at;
  };

  const upkeepLoop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        await showLife();
        await buryDead();
        await mailboxDrains.follow();
        if (performance.now() - decidedAt > DECIDE_EVERY_MS) {
          await decideTests();
          decidedAt = performance.now();
        }
        if (performance.now() - completedAt > HOUR_MS) {
          await completeCampaigns();
          const left = await leaveToPeople(
            db,
            messengers.map(({ id }) => id),
            NOTES.notServed,
          );
          if (left > 0) hub.announceSoon(DELIVERY_TOPICS);
          await sweepAttempts(db, ATTEMPTS_KEPT_DAYS);
          await sweepSentences(db, SENTENCES_KEPT_DAYS);
          completedAt = performance.now();
        }
      } catch (error) {
        log.warn({ err: error }, 'delivery: upkeep');
      }
      await upkeepBell.wait(HEARTBEAT_MS);
    }
  };

  return {
    /** Something may be due. */
    wake,

    /** Resolves once it is known as a living worker and has begun. */
    async start(): Promise<void> {
      // Before the first claim: a worker nobody knows could not be found dead.
      await showLife();
      for (const drain of drains) drain.start();
      await mailboxDrains.follow();
      running = Promise.all([expandLoop(), upkeepLoop()]);
      for (const inbox of inboxes) inbox.start();
    },

    /** Begins nothing more, finishes what is in the air and records it. */
    async stop(): Promise<void> {
      isStopping = true;
      bell.ring();
      await Promise.all(drains.map((drain) => drain.stop()));
      upkeepBell.ring();
      await running;
      await mailboxDrains.stop();
      await Promise.all(inboxes.map((inbox) => inbox.stop()));
      await smtp?.close();
      await outbox.close();
    },
  };
}
export type Delivery = ReturnType<typeof createDelivery>;

/** The worker's own verdict; without one the message was in the air. */
function verdictOfLeft({ verdict, transport }: LeftMessage): Verdict {
  const known = Verdict.safeParse(verdict);
  if (known.success) return known.data;
  // The outbox keeps each message once, so it may be stored again; a mail server may have the message.
  return isKeptOnce(transport)
    ? { kind: 'not_begun', cause: 'late', reason: 'the worker ended' }
    : { kind: 'unconfirmed', response: 'the worker ended', note: unconfirmedNote(transport) };
}
