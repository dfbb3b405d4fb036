import type { Channel } from '#features/campaigns/contract.ts';
import {
  channelOf,
  completeCampaigns,
  decideTests,
  enqueueRecipients,
  listCompositions,
  sweepSentences,
} from '#features/campaigns/server/service.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { Signal } from '#platform/signal.ts';
import { MESSENGERS } from '#providers/messaging/port.ts';
import { WINDOW_HOURS } from '../../rules.ts';
import { createMailChannel, createMessengerChannel, isKeptOnce } from '../channels/delivery-channel.ts';
import { DeliveryOutcome } from './delivery-outcome.ts';
import { leaveToPeople, sweepAttempts } from './delivery-store.ts';
import { createLeases, SILENCE_MS } from './leases.ts';
import { createMailboxWorkers } from './mailbox-workers.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { DELIVERY_TOPICS, DeliveryWorker } from './worker.ts';
import { forgetWorker, type LeftMessage, listLeftMessages, lockExpiredWorker } from './worker-store.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Which of these people may get free text: they wrote over this channel so recently. The inbox stands to the right. */
    readonly readOpenWindows: (of: {
      channel: Channel;
      leadIds: readonly string[];
      hours: number;
    }) => Promise<Set<string>>;
  }
}

const UPKEEP_EVERY_MS = 5 * SECOND_MS;
const POLL_MS = 2 * SECOND_MS;
const LEFT_BATCH = 500;
/** A test of variants ends at most this long after its time. */
const DECIDE_EVERY_MS = MINUTE_MS;
const ATTEMPTS_KEPT_DAYS = 90;
const SENTENCES_KEPT_DAYS = 90;

/**
 * The part of a worker process that makes messages of launched campaigns and sends what is due. An object, because its
 * loops, workers and leases run from `start` to `stop`.
 */
export function createDeliveryLoop(ctx: Context) {
  const { db, log, live, courtesy } = ctx;
  const { smtp, outbox } = ctx.mailTransports;
  const { messengers } = ctx.messaging;
  const templates = ctx.mailRenderer;
  const links = { publicUrl: ctx.publicUrl, tokenFor: ctx.contactTokens.write };
  const leases = createLeases({ db, log });
  const { mayClaim } = leases;
  const channels = [
    createMailChannel({
      transport: outbox,
      templates,
      isPractice: true,
      outboxReason: 'practice_address',
    }),
    createMailChannel({
      transport: smtp ?? outbox,
      templates,
      isPractice: false,
      outboxReason: 'no_mail_server',
    }),
    ...messengers.map((messenger) =>
      createMessengerChannel({
        messenger,
        links,
        readTexts: async (ids) =>
          new Map((await listCompositions(db, [...ids])).map(({ id, text }) => [id, text])),
        readOpenWindows: (leadIds) =>
          ctx.readOpenWindows({ channel: channelOf(messenger.id), leadIds, hours: WINDOW_HOURS }),
      }),
    ),
  ];
  const workers: DeliveryWorker[] = [];
  const mailboxWorkers = createMailboxWorkers(ctx, leases);
  const signal = new Signal();
  const upkeepSignal = new Signal();
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();
  let completedAt = Number.NEGATIVE_INFINITY;
  let decidedAt = Number.NEGATIVE_INFINITY;

  const wake = (): void => {
    signal.notify();
    for (const deliveryWorker of workers) deliveryWorker.wake();
    mailboxWorkers.wake();
    upkeepSignal.notify();
  };

  const enqueueLoop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        const begunAt = performance.now();
        if (await enqueueRecipients(ctx)) {
          for (const deliveryWorker of workers) deliveryWorker.wake();
          mailboxWorkers.wake();
          live.announceSoon(['campaigns', 'messages']);
          await courtesy.giveWay(begunAt);
        } else {
          await signal.wait(POLL_MS);
        }
      } catch (error) {
        log.warn({ err: error }, 'delivery: cannot make messages');
        await signal.wait(POLL_MS);
      }
    }
  };

  /** Reclaims messages leased by an expired worker; returns how many, undefined when no lease has expired. */
  const reclaimExpiredLease = (): Promise<number | undefined> =>
    inTransaction(db, async (tx) => {
      const dead = await lockExpiredWorker(tx, SILENCE_MS);
      if (!dead) return undefined;
      const left = await listLeftMessages(tx, dead, { limit: LEFT_BATCH });
      for (const transport of ['smtp', 'outbox', ...MESSENGERS] as const) {
        const batch = left
          .filter((message) => message.transport === transport)
          .map((message) => ({ message, outcome: outcomeOfLeft(message) }));
        await recordOutcomes(ctx, tx, { worker: dead, transport }, batch);
      }
      if (left.length < LEFT_BATCH) await forgetWorker(tx, dead);
      return left.length;
    });

  const reclaimExpiredLeases = async (): Promise<void> => {
    for (let left = await reclaimExpiredLease(); left !== undefined; left = await reclaimExpiredLease()) {
      log.warn({ messages: left }, 'delivery: a worker has ended without a word');
      live.announceSoon(DELIVERY_TOPICS);
      wake();
    }
  };

  const upkeepLoop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        await reclaimExpiredLeases();
        await mailboxWorkers.follow();
        if (performance.now() - decidedAt > DECIDE_EVERY_MS) {
          await decideTests(ctx);
          decidedAt = performance.now();
        }
        if (performance.now() - completedAt > HOUR_MS) {
          await completeCampaigns(ctx);
          const left = await leaveToPeople(db, ctx.messaging.ids);
          if (left > 0) live.announceSoon(DELIVERY_TOPICS);
          await sweepAttempts(db, ATTEMPTS_KEPT_DAYS);
          await sweepSentences(db, SENTENCES_KEPT_DAYS);
          completedAt = performance.now();
        }
      } catch (error) {
        log.warn({ err: error }, 'delivery: upkeep');
      }
      await upkeepSignal.wait(UPKEEP_EVERY_MS);
    }
  };

  return {
    /** Something may be due. */
    wake,

    /** Resolves once it is known as a living worker and has begun. */
    async start(): Promise<void> {
      leases.start();
      for (const channel of channels) {
        const worker = await leases.take();
        const deliveryWorker = new DeliveryWorker({ ctx, mayClaim, worker, channel });
        workers.push(deliveryWorker);
        deliveryWorker.start();
      }
      await mailboxWorkers.follow();
      running = Promise.all([enqueueLoop(), upkeepLoop()]);
    },

    /** Begins nothing more, finishes what is in the air and records it. */
    async stop(): Promise<void> {
      isStopping = true;
      signal.notify();
      upkeepSignal.notify();
      await Promise.all([
        ...workers.map((deliveryWorker) => deliveryWorker.stop().then(() => leases.release(deliveryWorker))),
        mailboxWorkers.stop(),
        running,
      ]);
      // Until here others have to see that what is in the air is looked after.
      await leases.stop();
      await smtp?.close();
      await outbox.close();
    },
  };
}
export type DeliveryLoop = ReturnType<typeof createDeliveryLoop>;

/** The outcome that the worker stored; without one the message was in the air. */
function outcomeOfLeft({ verdict, transport }: LeftMessage): DeliveryOutcome {
  const known = DeliveryOutcome.safeParse(verdict);
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
