import type { Channel } from '#features/campaigns/contract.ts';
import type { Launch } from '#features/campaigns/server/launch-service.ts';
import { channelOf, listCompositions, sweepSentences } from '#features/campaigns/server/service.ts';
import type { MessageLinks } from '#features/mail/server/service.ts';
import type { SendingMailboxes } from '#features/mailboxes/server/service.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { inTransaction } from '#platform/db.ts';
import { Bell } from '#platform/signal.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { MESSENGERS } from '#providers/messaging/port.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import { WINDOW_HOURS } from '../../rules.ts';
import { createMailWay, createMessengerWay, isKeptOnce } from '../channels/delivery-channel.ts';
import type { MailRenderer } from '../channels/mail-renderer.ts';
import { Verdict } from './delivery-outcome.ts';
import { leaveToPeople, sweepAttempts } from './delivery-store.ts';
import { createLeases, SILENCE_MS } from './leases.ts';
import { createMailboxDrains } from './mailbox-workers.ts';
import { DELIVERY_TOPICS, Drain, type DrainDependencies } from './worker.ts';
import { forgetWorker, type LeftMessage, listLeftMessages, lockDeadWorker } from './worker-store.ts';

/** Who of these people may be written to in free text: they wrote over this channel so recently. */
export type ReadOpenWindows = (of: {
  channel: Channel;
  leadIds: readonly string[];
  hours: number;
}) => Promise<Set<string>>;

type Dependencies = DrainDependencies & {
  transports: MailTransports;
  messaging: Messaging;
  templates: MailRenderer;
  links: MessageLinks;
  launch: Pick<Launch, 'expandNext'>;
  mailboxes: SendingMailboxes;
  /** Ends campaigns whose time is over. */
  completeCampaigns: () => Promise<void>;
  /** Ends tests of variants whose time is over. */
  decideTests: () => Promise<void>;
  readOpenWindows: ReadOpenWindows;
};

const UPKEEP_EVERY_MS = 5 * SECOND_MS;
const POLL_MS = 2 * SECOND_MS;
const LEFT_BATCH = 500;
/** A test of variants ends at most this long after its time. */
const DECIDE_EVERY_MS = MINUTE_MS;
const ATTEMPTS_KEPT_DAYS = 90;
const SENTENCES_KEPT_DAYS = 90;

/** The part of a worker process that makes messages of launched campaigns and sends what is due. */
export function createDeliveryLoop(dependencies: Dependencies) {
  const { db, log, hub, transports, messaging, launch, mailboxes, templates, settlement, pauses } =
    dependencies;
  const { completeCampaigns, courtesy, decideTests, links, readOpenWindows } = dependencies;
  const { smtp, outbox } = transports;
  const { messengers } = messaging;
  const leases = createLeases({ db, log });
  const shared = { db, log, hub, courtesy, settlement, pauses, mayClaim: leases.mayClaim };
  const ways = [
    createMailWay({
      transport: outbox,
      templates,
      isPractice: true,
      outboxReason: 'practice_address',
    }),
    createMailWay({
      transport: smtp ?? outbox,
      templates,
      isPractice: false,
      outboxReason: 'no_mail_server',
    }),
    ...messengers.map((messenger) =>
      createMessengerWay({
        messenger,
        links,
        readTexts: async (ids) =>
          new Map((await listCompositions(db, [...ids])).map(({ id, text }) => [id, text])),
        readOpenWindows: (leadIds) =>
          readOpenWindows({ channel: channelOf(messenger.id), leadIds, hours: WINDOW_HOURS }),
      }),
    ),
  ];
  const drains: Drain[] = [];
  const mailboxDrains = createMailboxDrains({ ...shared, leases, templates, transports, mailboxes });
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
        const begunAt = performance.now();
        if (await launch.expandNext()) {
          for (const drain of drains) drain.wake();
          mailboxDrains.wake();
          hub.announceSoon(['campaigns', 'messages']);
          await courtesy.giveWay(begunAt);
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
      const left = await listLeftMessages(tx, dead, { limit: LEFT_BATCH });
      for (const transport of ['smtp', 'outbox', ...MESSENGERS] as const) {
        const batch = left
          .filter((message) => message.transport === transport)
          .map((message) => ({ message, verdict: verdictOfLeft(message) }));
        await settlement.settle(tx, { worker: dead, transport }, batch);
      }
      if (left.length < LEFT_BATCH) await forgetWorker(tx, dead);
      return left.length;
    });

  const buryDead = async (): Promise<void> => {
    for (let left = await buryOne(); left !== undefined; left = await buryOne()) {
      log.warn({ messages: left }, 'delivery: a worker has ended without a word');
      hub.announceSoon(DELIVERY_TOPICS);
      wake();
    }
  };

  const upkeepLoop = async (): Promise<void> => {
    while (!isStopping) {
      try {
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
          );
          if (left > 0) hub.announceSoon(DELIVERY_TOPICS);
          await sweepAttempts(db, ATTEMPTS_KEPT_DAYS);
          await sweepSentences(db, SENTENCES_KEPT_DAYS);
          completedAt = performance.now();
        }
      } catch (error) {
        log.warn({ err: error }, 'delivery: upkeep');
      }
      await upkeepBell.wait(UPKEEP_EVERY_MS);
    }
  };

  return {
    /** Something may be due. */
    wake,

    /** Resolves once it is known as a living worker and has begun. */
    async start(): Promise<void> {
      leases.start();
      for (const way of ways) {
        const worker = await leases.take();
        const drain = new Drain({ ...shared, worker, way });
        drains.push(drain);
        drain.start();
      }
      await mailboxDrains.follow();
      running = Promise.all([expandLoop(), upkeepLoop()]);
    },

    /** Begins nothing more, finishes what is in the air and records it. */
    async stop(): Promise<void> {
      isStopping = true;
      bell.ring();
      upkeepBell.ring();
      await Promise.all([
        ...drains.map((drain) => drain.stop().then(() => leases.release(drain))),
        mailboxDrains.stop(),
        running,
      ]);
      // Until here others have to see that what is in the air is looked after.
      await leases.stop();
      await smtp?.close();
      await outbox.close();
    },
  };
}

/** The worker's own verdict; without one the message was in the air. */
function verdictOfLeft({ verdict, transport }: LeftMessage): Verdict {
  const known = Verdict.safeParse(verdict);
  if (known.success) return known.data;
  // The outbox keeps each message once, so it may be stored again; a mail server may have the message.
  return isKeptOnce(transport)
    ? { kind: 'not_begun', cause: 'late', reason: '' }
    : {
        kind: 'unconfirmed',
        response: '',
        reason: 'worker_ended',
        details: transport === 'smtp' ? {} : { platform: transport },
      };
}
