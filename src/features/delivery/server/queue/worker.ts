import type { Pauses } from '#features/campaigns/server/service.ts';
import type { SendingMailbox } from '#features/mailboxes/server/service.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Courtesy } from '#platform/courtesy.ts';
import { type Database, inTransaction, isUnstorable, type Queryable } from '#platform/db.ts';
import type { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { messagesCounter } from '#platform/metrics.ts';
import { Bell } from '#platform/signal.ts';
import type { Way } from '../channels/delivery-channel.ts';
import {
  hasDueMessages,
  listDueCampaigns,
  type StartedMessage,
  type TurnKind,
  takeTurn,
} from './batch-store.ts';
import { Verdict } from './delivery-outcome.ts';
import { giveUpFollowUps } from './delivery-store.ts';
import type { Settled, Settlement } from './record-outcomes.ts';
import { listLeftMessages } from './worker-store.ts';

export type DrainDependencies = {
  db: Database;
  settlement: Settlement;
  /** Campaigns that have to stop. */
  pauses: Pick<Pauses, 'haltRunning' | 'endLeftOut'>;
  hub: Pick<LiveHub, 'announceSoon'>;
  courtesy: Pick<Courtesy, 'giveWay'>;
  log: Log;
};

type DrainOptions = DrainDependencies & {
  /** This drain, as it stands in claims and attempts: its lease. */
  worker: string;
  way: Way;
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
/** Messages settled in one transaction, and how many may wait for that before nothing more is begun. */
const SETTLE_BATCH = 250;
const SETTLE_BACKLOG = 4 * SETTLE_BATCH;
/** How long ended attempts wait for company before their outcome is committed. */
const GATHER_MS = 8;
const UNKNOWN_LIMIT = 10_000;
/** A claim whose answer was lost may be committed later, when the database comes to it: so often and so long it is looked for. */
const LOOK_AGAIN_MS = MINUTE_MS;
const LOOK_HOURS = 1;
/** How long finished messages gather before they are settled. */
const SETTLE_AFTER_MS = 100;

type Finished = Settled & { message: StartedMessage };

export const DELIVERY_TOPICS = ['campaigns', 'messages', 'events', 'activity', 'usage', 'mailboxes'] as const;

/**
 * Sends what is due over one transport, in two loops that run side by side:
 * 1. turns: each commits what became of the attempts that have ended and claims as many messages anew, whose
 *    attempts it commits; these go to their lanes at once;
 * 2. settling: messages, events and what follows from them are written in larger batches.
 * At any moment at most two messages per lane stand between the commit of their attempt and that of its outcome: only
 * those are unconfirmed when the process dies.
 */
export class Drain {
  readonly #options: DrainOptions;
  /** Something may be due, or has ended. */
  readonly #turnBell = new Bell();
  readonly #settleBell = new Bell();
  /** Handed to the transport, not yet ended. */
  readonly #inAir = new Map<string, StartedMessage>();
  #ended: Finished[] = [];
  #recording: readonly Finished[] = [];
  #unsettled: Finished[] = [];
  #settling: readonly Finished[] = [];
  #isStopping = false;
  #areTurnsOver = false;
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

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  get worker(): string {
    return this.#options.worker;
  }

  start(): void {
    this.#running = Promise.all([this.#turnLoop(), this.#settleLoop()]);
  }

  /** Something may be due. */
  wake(): void {
    this.#turnBell.ring();
  }

  /** Begins nothing more, finishes what is in the air and writes it down, however long that takes. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    this.#turnBell.ring();
    this.#settleBell.ring();
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

  async #turnLoop(): Promise<void> {
    while (!this.#isStopping || this.#open > 0) {
      if (performance.now() > this.#giveUpAt) break;
      try {
        await this.#gather();
        const limit = this.#isStopping ? 0 : await this.#limit();
        const begunAt = performance.now();
        const claimed = limit > 0 || this.#ended.length > 0 ? await this.#turn(limit) : 0;
        if (claimed > 0) await this.#options.courtesy.giveWay(begunAt);
        if (claimed === 0 && this.#ended.length === 0) await this.#turnBell.wait(this.#pollMs());
      } catch (error) {
        this.#options.log.warn({ err: error }, 'delivery: a turn failed');
        await pause(RETRY_MS);
      }
    }
    this.#areTurnsOver = true;
    this.#settleBell.ring();
  }

  /** Others may end in a moment; what has ended is not left unrecorded for longer than that. */
  async #gather(): Promise<void> {
    const until = performance.now() + GATHER_MS;
    const isWorthwhile = (): boolean => this.#ended.length * 2 >= this.#options.way.lanes;
    while (this.#ended.length > 0 && this.#inAir.size > 0 && !isWorthwhile()) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      await this.#turnBell.wait(leftMs);
    }
  }

  #pollMs(): number {
    const now = performance.now();
    return Math.min(Math.max(POLL_MS, this.#backoffUntil - now), Math.max(0, this.#giveUpAt - now));
  }

  /** How many messages may start in this turn. */
  async #limit(): Promise<number> {
    const { mayClaim, way } = this.#options;
    const { lanes } = way;
    if (performance.now() < this.#backoffUntil || !mayClaim()) return 0;
    // What has ended is recorded before anything that can take long.
    const mayHoldUnknown = performance.now() >= this.#lookAt;
    if (this.#ended.length > 0 && (!this.#isWarm || mayHoldUnknown)) return 0;
    if (mayHoldUnknown) await this.#giveBackUnknown();
    if (this.#unsettled.length + this.#settling.length > SETTLE_BACKLOG) return 0;
    const isQuick = this.#averageSendMs < QUICK_SEND_MS;
    // Those that have ended are recorded by this very turn, so their places are free.
    const room = Math.min(lanes, (isQuick ? 2 * lanes : lanes) - this.#inAir.size);
    if (this.#troubles > 0 && room > 0) return this.#open === 0 && (await this.#isReady()) ? 1 : 0;
    if (room <= 0 || (isQuick && this.#inAir.size > 0 && room < lanes / 2)) return 0;
    return (await this.#isReady()) ? room : 0;
  }

  /** Looks whether the transport serves before anything is claimed for it. */
  async #isReady(): Promise<boolean> {
    const { way, db, log, mailbox } = this.#options;
    if (this.#isWarm) return true;
    // Nobody logs in to a mailbox that may not send yet.
    if (mailbox && !(await mailbox.maySend(db))) return false;
    if (!(await hasDueMessages(db, { kind: this.#kind, transport: way.id }))) return false;
    const readiness = await way.verify();
    if (readiness.isReady) {
      this.#isWarm = true;
      this.#backoffMs = 0;
      return true;
    }
    log.warn(
      { transport: way.id, reason: readiness.reason },
      'delivery: what carries the messages does not serve',
    );
    this.#backOff();
    if (readiness.cause === 'login_refused') await this.#haltDue(readiness.reason);
    return false;
  }

  get #kind(): TurnKind {
    return this.#options.mailbox ? 'mailbox' : this.#options.way.carries;
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
  async #turn(limit: number): Promise<number> {
    const { db, worker, way, mailbox } = this.#options;
    const beginBy = Date.now() + BEGIN_WITHIN_MS;
    const batch = this.#ended;
    this.#ended = [];
    this.#recording = batch;
    let turn: Awaited<ReturnType<typeof takeTurn>>;
    try {
      turn = await takeTurn(db, {
        worker,
        transport: way.id,
        carries: way.carries,
        outcomes: batch.map(({ message: { id, attempt }, verdict }) => ({ id, attempt, verdict })),
        limit,
        lanes: way.lanes,
        ...(mailbox ? { mailbox } : {}),
      });
    } catch (error) {
      // Outcomes are known here and nowhere else: they are kept until the database takes them. Words that it never
      // takes would come back with each turn.
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
    for (const message of turn.started) this.#inAir.set(message.id, message);
    this.#unsettled.push(...batch);
    if (this.#unsettled.length >= SETTLE_BATCH || this.#open === 0) this.#settleBell.ring();
    if (limit > 0 && turn.claimed === 0) this.#isWarm = false;
    await this.#begin(turn.started, beginBy);
    await this.#followSkipped(turn.skipped);
    return turn.claimed;
  }

  async #begin(started: readonly StartedMessage[], beginBy: number): Promise<void> {
    if (started.length === 0) return;
    const { way, log } = this.#options;
    try {
      await way.load(started);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot read compositions');
      for (const message of started) this.#finish(message, { kind: 'not_begun', cause: 'late', reason: '' });
      return;
    }
    const date = new Date();
    for (const message of started) this.#send(message, date, beginBy);
  }

  /** No part of the turn: follow-ups that stay are passed over when they are due, and each hour ends what is over. */
  async #followSkipped(skipped: readonly string[]): Promise<void> {
    if (skipped.length === 0) return;
    const { db, log, hub, pauses } = this.#options;
    try {
      await giveUpFollowUps(db, skipped);
      const hasEnded = await inTransaction(db, (tx) => pauses.endLeftOut(tx, skipped));
      if (hasEnded) hub.announceSoon(DELIVERY_TOPICS);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot follow what was left out');
    }
  }

  /** What was claimed without our hearing of it was never begun. */
  async #giveBackUnknown(): Promise<void> {
    const { db, worker, way, settlement } = this.#options;
    const held = new Set([
      ...this.#inAir.keys(),
      ...[...this.#ended, ...this.#unsettled, ...this.#settling].map(({ message }) => message.id),
    ]);
    await inTransaction(db, async (tx) => {
      const left = await listLeftMessages(tx, worker, { limit: UNKNOWN_LIMIT, ofHours: LOOK_HOURS });
      const unknown = left.filter((message) => !held.has(message.id));
      const verdict = { kind: 'not_begun', cause: 'late', reason: '' } as const;
      await settlement.settle(
        tx,
        { worker, transport: way.id },
        unknown.map((message) => ({ message, verdict })),
      );
    });
    const lookAt = performance.now() + LOOK_AGAIN_MS;
    this.#lookAt = lookAt < this.#lookUntil ? lookAt : Number.POSITIVE_INFINITY;
  }

  #send(message: StartedMessage, date: Date, beginBy: number): void {
    const sentAt = performance.now();
    void this.#options.way.send(message, { date, beginBy }).then((verdict) => {
      this.#averageSendMs += (performance.now() - sentAt - this.#averageSendMs) / 32;
      this.#finish(message, verdict);
    });
  }

  #finish(message: StartedMessage, verdict: Verdict): void {
    this.#inAir.delete(message.id);
    this.#ended.push({ message, verdict });
    if (verdict.kind === 'sent') this.#troubles = 0;
    else if (verdict.kind === 'unconfirmed' && this.#options.way.isCautious) this.#restFor(undefined);
    else if (verdict.kind === 'not_begun' && verdict.cause === 'throttled')
      this.#restFor(verdict.retryAfterMs);
    else if (
      verdict.kind === 'not_begun' &&
      verdict.cause !== 'late' &&
      performance.now() >= this.#backoffUntil
    )
      this.#backOff();
    this.#turnBell.ring();
  }

  async #settleLoop(): Promise<void> {
    // A turn that was under way when it was told to stop may still bring messages.
    while (!this.#areTurnsOver || this.#unsettled.length > 0) {
      if (performance.now() > this.#giveUpAt) return;
      if (this.#unsettled.length === 0) {
        await this.#settleBell.wait(SETTLE_AFTER_MS);
        continue;
      }
      const batch = this.#unsettled.splice(0, SETTLE_BATCH);
      this.#settling = batch;
      const begunAt = performance.now();
      try {
        await this.#settle(batch);
        this.#settling = [];
        this.#turnBell.ring();
        if (!this.#isStopping) await this.#options.courtesy.giveWay(begunAt);
        if (this.#unsettled.length < SETTLE_BATCH && this.#open > 0)
          await this.#settleBell.wait(SETTLE_AFTER_MS);
      } catch (error) {
        this.#options.log.warn({ err: error, messages: batch.length }, 'delivery: cannot settle messages');
        this.#unsettled = [...batch, ...this.#unsettled];
        this.#settling = [];
        await pause(RETRY_MS);
      }
    }
  }

  async #settle(batch: readonly Finished[]): Promise<void> {
    const { db, worker, way, settlement, hub } = this.#options;
    await inTransaction(db, (tx) => settlement.settle(tx, { worker, transport: way.id }, batch));
    for (const { message, verdict } of batch)
      messagesCounter.inc({ channel: message.channel, outcome: verdict.kind });
    hub.announceSoon(DELIVERY_TOPICS);
    for (const { verdict } of batch) {
      if (verdict.kind !== 'not_begun' || verdict.cause !== 'login_refused') continue;
      await this.#haltDue(verdict.reason);
      return;
    }
  }

  /** Pauses what waits for somebody who does not let us in; nothing of it is lost. */
  async #haltDue(answer: string): Promise<void> {
    const { db, way, pauses, hub, log, mailbox, hasOthers } = this.#options;
    try {
      const isNews = await inTransaction(db, async (tx) => {
        const goesOn = (await hasOthers?.(tx)) === true;
        if (mailbox) await mailbox.pause(tx, answer);
        if (goesOn) return true;
        const refusal = { reason: 'login_refused' as const, details: { ...way.login, answer } };
        return pauses.haltRunning(tx, await listDueCampaigns(tx, way.carries), refusal);
      });
      if (isNews) hub.announceSoon(DELIVERY_TOPICS);
    } catch (error) {
      log.warn({ err: error }, 'delivery: cannot pause campaigns');
    }
  }
}

function inPlainLetters({ message, verdict }: Finished): Finished {
  const plain = JSON.stringify(verdict, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/[^\x20-\x7e]/g, '?') : value,
  );
  return { message, verdict: Verdict.parse(JSON.parse(plain)) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
