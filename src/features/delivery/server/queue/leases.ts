import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import { Signal } from '#platform/signal.ts';
import type { DeliveryWorker } from './worker.ts';
import { forgetWorker, noteWorkersSeen } from './worker-store.ts';

/** A process says that it lives this often; one that was silent for three times as long is dead. */
const HEARTBEAT_MS = 5 * SECOND_MS;
export const SILENCE_MS = 3 * HEARTBEAT_MS;
const CLAIM_WITHIN_MS = 2 * HEARTBEAT_MS;
/**
 * An answer that comes later is taken for lost, and the next word follows soon after: two of them fit into the silence
 * after which others take a process for dead.
 */
const ANSWER_WITHIN_MS = 3 * SECOND_MS;
const AGAIN_AFTER_MS = SECOND_MS;
const PACE = { heartbeatMs: HEARTBEAT_MS, answerWithinMs: ANSWER_WITHIN_MS, againAfterMs: AGAIN_AFTER_MS };

type LeaseOptions = { db: Database; log: Log; pace?: typeof PACE };

/**
 * One lease per delivery worker of this process, so that none takes another's messages for its own. A lease is valid while
 * the process is seen, whatever else the process waits for.
 */
export function createLeases({ db, log, pace = PACE }: LeaseOptions) {
  const held = new Set<string>();
  const signal = new Signal();
  // By the clock that only goes forward; the other one may be set back.
  let seenAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  let running: Promise<void> = Promise.resolve();

  const showLife = async (): Promise<void> => {
    const at = performance.now();
    await noteWorkersSeen(db, [...held], pace.answerWithinMs);
    seenAt = at;
  };

  const beat = async (): Promise<void> => {
    let restMs = pace.heartbeatMs;
    while (!isOver) {
      await signal.wait(restMs);
      try {
        await showLife();
        restMs = pace.heartbeatMs;
      } catch (error) {
        restMs = pace.againAfterMs;
        log.warn({ err: error }, 'delivery: cannot show life');
      }
    }
  };

  return {
    /** Whether it has been seen lately: what an unseen one claims could be found by nobody. */
    mayClaim: (): boolean => performance.now() - seenAt < CLAIM_WITHIN_MS,

    start(): void {
      running = beat();
    },

    /** Known when it resolves, and so before the first claim under it: one nobody knows could not be found dead. */
    async take(): Promise<string> {
      const id = newId();
      held.add(id);
      try {
        await showLife();
      } catch (error) {
        held.delete(id);
        throw error;
      }
      return id;
    },

    /** Its worker has ended. What it left open is reclaimed with the expired leases. */
    async release({
      worker,
      hasLeftNothing,
    }: Pick<DeliveryWorker, 'worker' | 'hasLeftNothing'>): Promise<void> {
      held.delete(worker);
      if (!hasLeftNothing) return;
      await forgetWorker(db, worker).catch((error: unknown) =>
        log.warn({ err: error }, 'delivery: cannot give a lease back'),
      );
    },

    async stop(): Promise<void> {
      isOver = true;
      signal.notify();
      await running;
    },
  };
}
export type Leases = ReturnType<typeof createLeases>;
