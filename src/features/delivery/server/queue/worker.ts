import type { SendingMailbox } from '#features/mailboxes/server/service.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, isUnstorable, type Queryable } from '#platform/db.ts';
import { messagesCounter } from '#platform/metrics.ts';
import { Signal } from '#platform/signal.ts';
import type { DeliveryChannel } from '../channels/delivery-channel.ts';
import {
  type BatchKind,
  claimBatch,
  hasDueMessages,
  listDueCampaigns,
  type StartedMessage,
} from './batch-store.ts';
import { DeliveryOutcome } from './delivery-outcome.ts';
import { giveUpFollowUps } from './delivery-store.ts';
import { type EndedAttempt, recordOutcomes } from './record-outcomes.ts';
import { listLeftMessages } from './worker-store.ts';

type WorkerOptions = {
  ctx: Context;
  /** The lease of this worker, as written to claims and attempts. */
  worker: string;
  channel: DeliveryChannel;
  /** Whether this worker has been seen lately: what an unseen one claims could be found by nobody. */
  mayClaim: () => boolean;
  /** Whose limits hold, and which it leaves from; without one it leaves as fast as the transport takes it. */
  mailbox?: SendingMailbox | undefined;
  /** Whether mail leaves from others as well, that go on when this mailbox stops. */
  hasOthers?: (tx: Queryable) => Promise<boolean>;
};

const POLL_MS = SECOND_MS;
/** A message must begin within this time of the look at its campaign's state, or be looked at again. */
const BEGIN_WITHIN_MS = 600;
/** Below this a lane is free again so soon that the next message may already wait for it. */
const QUICK_SEND_MS = 60;
const FIRST_BACKOFF_MS = SECOND_MS;
const LONGEST_BACKOFF_MS = 60 * SECOND_MS;
/** A platform that wants to be left alone for longer is asked again after this. */
const LONGEST_REST_MS = 15 * MINUTE_MS;
const STOP_PATIENCE_MS = 20 * SECOND_MS;
const RETRY_MS = SECOND_MS / 2;
/** Outcomes recorded in one transaction, and how many may wait before no more messages start. */
const SETTLE_BATCH = 250;
const SETTLE_BACKLOG = 4 * SETTLE_BATCH;
/** How long ended attempts wait for company before their outcome is committed. */
const GATHER_MS = 8;
const UNKNOWN_LIMIT = 10_000;
/** A claim whose answer was lost may be committed later, when the database comes to it: so often and so long it is looked for. */
const LOOK_AGAIN_MS = MINUTE_MS;
const LOOK_HOURS = 1;
/** How long finished messages gather before their outcomes are recorded. */
const SETTLE_AFTER_MS = 100;

type Finished = EndedAttempt & { message: StartedMessage };

export const DELIVERY_TOPICS = ['campaigns', 'messages', 'events', 'activity', 'usage', 'mailboxes'] as const;

/**
 * Sends what is due over one transport, in two concurrent loops:
 * 1. batches: each commits the outcomes of attempts that have ended, claims as many messages, commits their attempts and
 *    hands them to their lanes;
 * 2. outcomes: messages, events and what follows from them are written in larger batches.
 * At any moment at most two messages per lane stand between the commit of their attempt and that of its outcome: only
 * those are unconfirmed when the process dies.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  /** Something may be due, or has ended. */
  readonly #batchSignal = new Signal();
  readonly #recordSignal = new Signal();
  /** Handed to the transport, not yet ended. */
  readonly #inAir = new Map<string, StartedMessage>();
  #ended: Finished[] = [];
  #recording: readonly Finished[] = [];
  #unsettled: Finished[] = [];
  #settling: readonly Finished[] = [];
  #isStopping = false;
  #areBatchesOver = false;
  #giveUpAt = Number.POSITIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();
  #averageSendMs = 0;
  /** By the clock that only goes forward: one that is set back must not make it wait for a day. */
  #backoffUntil = 0;
  #backoffMs = 0;
  #isWarm = false;
  /** Refusals and lost answers in a row that concern all messages; each doubles the rest that follows. */
  #troubles = 0;
  /** When to look for a claim that was committed without our hearing of it, and until when there may be one. */
  #lookAt = Number.POSITIVE_INFINITY;
  #lookUntil = Number.NEGATIVE_INFINITY;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  get worker(): string {
    return this.#options.worker;
  }

  start(): void {
    this.#running = Promise.all([this.#batchLoop(), this.#outcomesLoop()]);
  }

  /** Something may be due. */
  wake(): void {
    this.#batchSignal.notify();
  }

  /** Begins nothing more, finishes what is in the air and writes it down, however long that takes. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    this.#batchSignal.notify();
    this.#recordSignal.notify();
    await this.#running;
  }

  /** The same for a process that ends: what is not written in time is found by the next worker. */
  stop(): Promise<void> {
    this.#giveUpAt = performance.now() + STOP_PATIENCE_MS;
    return this.finish();
  }

  /** Whether it has ended with nothing left under its lease. */
  get hasLeftNothing(): boolean {
    return (
      this.#open + this.#unsettled.length + this.#settling.length === 0 && performance.now() > this.#lookUntil
    );
  }

  /** Between the commit of the attempt and the commit of its outcome. */
  get #open(): number {
    return this.#inAir.size + this.#ended.length + this.#recording.length;
  }

  async #batchLoop(): Promise<void> {
    while (!this.#isStopping || this.#open > 0) {
      if (performance.now() > this.#giveUpAt) break;
      try {
        await this.#gather();
        const limit = this.#isStopping ? 0 : await this.#limit();
        const begunAt = performance.now();
        const claimed = limit > 0 || this.#ended.length > 0 ? await this.#nextBatch(limit) : 0;
        if (claimed > 0) await this.#options.ctx.courtesy.giveWay(begunAt);
        if (claimed === 0 && this.#ended.length === 0) await this.#batchSignal.wait(this.#pollMs());
      } catch (error) {
        this.#options.ctx.log.warn({ err: error }, 'delivery: a batch failed');
        await pause(RETRY_MS);
      }
    }
    this.#areBatchesOver = true;
    this.#recordSignal.notify();
  }

  /** Others may end in a moment; what has ended is not left unrecorded for longer than that. */
  async #gather(): Promise<void> {
    const until = performance.now() + GATHER_MS;
    const isWorthwhile = (): boolean => this.#ended.length * 2 >= this.#options.channel.lanes;
    while (this.#ended.length > 0 && this.#inAir.size > 0 && !isWorthwhile()) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      await this.#batchSignal.wait(leftMs);
    }
  }

  #pollMs(): number {
    const now = performance.now();
    return Math.min(Math.max(POLL_MS, this.#backoffUntil - now), Math.max(0, this.#giveUpAt - now));
  }

  /** How many messages may start in this batch. */
  async #limit(): Promise<number> {
    const { mayClaim, channel } = this.#options;
    const { lanes } = channel;
    if (performance.now() < this.#backoffUntil || !mayClaim()) return 0;
    // What has ended is recorded before anything that can take long.
    const mayHoldUnknown = performance.now() >= this.#lookAt;
    if (this.#ended.length > 0 && (!this.#isWarm || mayHoldUnknown)) return 0;
    if (mayHoldUnknown) await this.#giveBackUnknown();
    if (this.#unsettled.length + this.#settling.length > SETTLE_BACKLOG) return 0;
    const isQuick = this.#averageSendMs < QUICK_SEND_MS;
    // This batch records those that have ended, so their lanes are free.
    const room = Math.min(lanes, (isQuick ? 2 * lanes : lanes) - this.#inAir.size);
    if (this.#troubles > 0 && room > 0) return this.#open === 0 && (await this.#isReady()) ? 1 : 0;
    if (room <= 0 || (isQuick && this.#inAir.size > 0 && room < lanes / 2)) return 0;
    return (await this.#isReady()) ? room : 0;
  }

  /** Looks whether the transport serves before anything is claimed for it. */
  async #isReady(): Promise<boolean> {
    const { channel, mailbox } = this.#options;
    const { db, log } = this.#options.ctx;
    if (this.#isWarm) return true;
    // Nobody logs in to a mailbox that may not send yet.
    if (mailbox && !(await mailbox.maySend(db))) return false;
    if (!(await hasDueMessages(db, { kind: this.#kind, transport: channel.id }))) return false;
    const readiness = await channel.verify();
    if (readiness.isReady) {
      this.#isWarm = true;
      this.#backoffMs = 0;
      return true;
    }
    log.warn(
      { transport: channel.id, reason: readiness.reason },
      'delivery: what kind the messages does not serve',
    );
    this.#backOff();
    if (readiness.cause === 'login_refused') await this.#haltDue(readiness.reason);
    return false;
  }

  get #kind(): BatchKind {
    return this.#options.mailbox ? 'mailbox' : this.#options.channel.kind;
  }

  #backOff(): void {
    this.#backoffMs = Math.min(Math.max(this.#backoffMs * 2, FIRST_BACKOFF_MS), LONGEST_BACKOFF_MS);
    this.#rest(this.#backoffMs);
  }

  #rest(ms: number): void {
    this.#isWarm = false;
    this.#backoffUntil = Math.max(this.#backoffUntil, performance.now() + ms);
  }

  /** Lets the platform alone for as long as it wishes, else for longer each time. */
  #restFor(retryAfterMs: number | undefined): void {
    // Those that were under way together are told together.
    if (performance.now() >= this.#backoffUntil) this.#troubles += 1;
    const usualMs = Math.min(FIRST_BACKOFF_MS * 2 ** (this.#troubles - 1), LONGEST_BACKOFF_MS);
    this.#rest(Math.min(retryAfterMs ?? usualMs, LONGEST_REST_MS));
  }

  /** Answers how many messages it claimed. */
  async #nextBatch(limit: number): Promise<number> {
    const { worker, channel, mailbox } = this.#options;
    const { db } = this.#options.ctx;
    const beginBy = Date.now() + BEGIN_WITHIN_MS;
    const batch = this.#ended;
    this.#ended = [];
    this.#recording = batch;
    let claim: Awaited<ReturnType<typeof claimBatch>>;
    try {
      claim = await claimBatch(db, {
        worker,
        transport: channel.id,
        kind: channel.kind,
        outcomes: batch.map(({ message: { id, attempt }, outcome }) => ({ id, attempt, outcome })),
        limit,
        lanes: channel.lanes,
        ...(mailbox ? { mailbox } : {}),
      });
    } catch (error) {
      // Outcomes are known here and nowhere else: they are kept until the database takes them. Words that it never
      // takes would come back with each batch.
      const kept = isUnstorable(error) ? batch.map(inPlainLetters) : batch;
      this.#ended = [...kept, ...this.#ended];
      this.#recording = [];
      if (limit > 0) {
        this.#lookAt = Number.NEGATIVE_INFINITY;
        this.#lookUntil = performance.now() + LOOK_HOURS * HOUR_MS;
      }
      throw error;
    }
    this.#recording = [];
    for (const message of claim.started) this.#inAir.set(message.id, message);
    this.#unsettled.push(...batch);
    if (this.#unsettled.length >= SETTLE_BATCH || this.#open === 0) this.#recordSignal.notify();
    if (limit > 0 && claim.claimed === 0) this.#isWarm = false;
    await this.#begin(claim.started, beginBy);
    await this.#followSkipped(claim.skipped);
    return claim.claimed;
  }

  async #begin(started: readonly StartedMessage[], beginBy: number): Promise<void> {
    if (started.length === 0) return;
    const { channel } = this.#options;
    const { log } = this.#options.ctx;
    try {
      await channel.load(started);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot read compositions');
      for (const message of started) this.#finish(message, { kind: 'not_begun', cause: 'late', reason: '' });
      return;
    }
    const date = new Date();
    for (const message of started) this.#send(message, date, beginBy);
  }

  /** Outside the batch: follow-ups that stay are passed over when they are due, and each hour ends what is over. */
  async #followSkipped(skipped: readonly string[]): Promise<void> {
    if (skipped.length === 0) return;
    const { ctx } = this.#options;
    const { db, log, live } = ctx;
    try {
      await giveUpFollowUps(db, skipped);
      const hasEnded = await inTransaction(db, (tx) => ctx.campaigns.pauses.endLeftOut(tx, skipped));
      if (hasEnded) live.announceSoon(DELIVERY_TOPICS);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot follow what was left out');
    }
  }

  /** What was claimed without our hearing of it was never begun. */
  async #giveBackUnknown(): Promise<void> {
    const { ctx, worker, channel } = this.#options;
    const { db } = ctx;
    const held = new Set([
      ...this.#inAir.keys(),
      ...[...this.#ended, ...this.#unsettled, ...this.#settling].map(({ message }) => message.id),
    ]);
    await inTransaction(db, async (tx) => {
      const left = await listLeftMessages(tx, worker, { limit: UNKNOWN_LIMIT, ofHours: LOOK_HOURS });
      const unknown = left.filter((message) => !held.has(message.id));
      const outcome = { kind: 'not_begun', cause: 'late', reason: '' } as const;
      await recordOutcomes(
        ctx,
        tx,
        { worker, transport: channel.id },
        unknown.map((message) => ({ message, outcome })),
      );
    });
    const lookAt = performance.now() + LOOK_AGAIN_MS;
    this.#lookAt = lookAt < this.#lookUntil ? lookAt : Number.POSITIVE_INFINITY;
  }

  #send(message: StartedMessage, date: Date, beginBy: number): void {
    const sentAt = performance.now();
    void this.#options.channel.send(message, { date, beginBy }).then((outcome) => {
      this.#averageSendMs += (performance.now() - sentAt - this.#averageSendMs) / 32;
      this.#finish(message, outcome);
    });
  }

  #finish(message: StartedMessage, outcome: DeliveryOutcome): void {
    this.#inAir.delete(message.id);
    this.#ended.push({ message, outcome });
    if (outcome.kind === 'sent') this.#troubles = 0;
    else if (outcome.kind === 'unconfirmed' && this.#options.channel.isCautious) this.#restFor(undefined);
    else if (outcome.kind === 'not_begun' && outcome.cause === 'throttled')
      this.#restFor(outcome.retryAfterMs);
    else if (
      outcome.kind === 'not_begun' &&
      outcome.cause !== 'late' &&
      performance.now() >= this.#backoffUntil
    )
      this.#backOff();
    this.#batchSignal.notify();
  }

  async #outcomesLoop(): Promise<void> {
    // A batch that is in progress when the worker stops may still bring messages.
    while (!this.#areBatchesOver || this.#unsettled.length > 0) {
      if (performance.now() > this.#giveUpAt) return;
      if (this.#unsettled.length === 0) {
        await this.#recordSignal.wait(SETTLE_AFTER_MS);
        continue;
      }
      const batch = this.#unsettled.splice(0, SETTLE_BATCH);
      this.#settling = batch;
      const begunAt = performance.now();
      try {
        await this.#recordOutcomes(batch);
        this.#settling = [];
        this.#batchSignal.notify();
        if (!this.#isStopping) await this.#options.ctx.courtesy.giveWay(begunAt);
        if (this.#unsettled.length < SETTLE_BATCH && this.#open > 0)
          await this.#recordSignal.wait(SETTLE_AFTER_MS);
      } catch (error) {
        this.#options.ctx.log.warn(
          { err: error, messages: batch.length },
          'delivery: cannot record outcomes',
        );
        this.#unsettled = [...batch, ...this.#unsettled];
        this.#settling = [];
        await pause(RETRY_MS);
      }
    }
  }

  async #recordOutcomes(batch: readonly Finished[]): Promise<void> {
    const { ctx, worker, channel } = this.#options;
    const { db, live } = ctx;
    await inTransaction(db, (tx) => recordOutcomes(ctx, tx, { worker, transport: channel.id }, batch));
    for (const { message, outcome } of batch)
      messagesCounter.inc({ channel: message.channel, outcome: outcome.kind });
    live.announceSoon(DELIVERY_TOPICS);
    for (const { outcome } of batch) {
      if (outcome.kind !== 'not_begun' || outcome.cause !== 'login_refused') continue;
      await this.#haltDue(outcome.reason);
      return;
    }
  }

  /** Pauses what waits for somebody who does not let us in; nothing of it is lost. */
  async #haltDue(answer: string): Promise<void> {
    const { ctx, channel, mailbox, hasOthers } = this.#options;
    const { db, live, log } = ctx;
    try {
      const isNews = await inTransaction(db, async (tx) => {
        const goesOn = (await hasOthers?.(tx)) === true;
        if (mailbox) await mailbox.pause(tx, answer);
        if (goesOn) return true;
        const refusal = { reason: 'login_refused' as const, details: { ...channel.login, answer } };
        return ctx.campaigns.pauses.pauseRunning(tx, await listDueCampaigns(tx, channel.kind), refusal);
      });
      if (isNews) live.announceSoon(DELIVERY_TOPICS);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot pause campaigns');
    }
  }
}

function inPlainLetters({ message, outcome }: Finished): Finished {
  const plain = JSON.stringify(outcome, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/[^\x20-\x7e]/g, '?') : value,
  );
  return { message, outcome: DeliveryOutcome.parse(JSON.parse(plain)) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
