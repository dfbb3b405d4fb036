import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { Signal } from '#platform/signal.ts';
import type { Messenger, MessengerId } from '#providers/messaging/port.ts';
import { lookRestMs } from '../rules.ts';
import { takeHeard } from './ingest-messenger-reply.ts';
import { claimMessengerReading, noteMessengerReading } from './messenger-store.ts';

/** X answers 15 such calls in 15 minutes. */
const LOOK_EVERY_MS: Partial<Record<MessengerId, number>> = { x: 90 * SECOND_MS };
const USUAL_LOOK_MS = 30 * SECOND_MS;
const LOOP_MS = 15 * SECOND_MS;

/** The loop that polls the platforms without webhooks for what people wrote back. It keeps when each may be asked next. */
export function createMessengerInboxes(ctx: Context) {
  const { db, log } = ctx;
  const { messengers } = ctx.messaging;
  const signal = new Signal();
  const restsUntil = new Map<MessengerId, number>();
  /** In a row. */
  const failures = new Map<MessengerId, number>();
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();

  /** @param isAtOnce whoever looked last */
  const readOne = async (messenger: Messenger, isAtOnce: boolean): Promise<void> => {
    const { id, hear } = messenger;
    const everyMs = LOOK_EVERY_MS[id] ?? USUAL_LOOK_MS;
    if (!hear || performance.now() < (restsUntil.get(id) ?? 0)) return;
    const claimed = await claimMessengerReading(db, id, isAtOnce ? 0 : everyMs);
    if (!claimed) return;
    const result = await hear(claimed.cursor);
    if (result.outcome === 'failed') {
      log.warn({ messenger: id, reason: result.reason }, 'messenger: its inbox cannot be read');
      failures.set(id, (failures.get(id) ?? 0) + 1);
      const rest = lookRestMs({
        failures: failures.get(id) ?? 1,
        isRefused: result.cause === 'login_refused',
        everyMs,
        askedMs: result.retryAfterMs,
      });
      restsUntil.set(id, performance.now() + rest);
      return;
    }
    failures.delete(id);
    // What was heard and how far it went are written together: nothing is passed over, and nothing is taken twice.
    await inTransaction(db, async (tx) => {
      await takeHeard(ctx, tx, id, result.messages);
      await noteMessengerReading(tx, id, result.cursor);
    });
  };

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      for (const messenger of messengers) {
        try {
          await readOne(messenger, false);
        } catch (error) {
          log.warn({ err: error, messenger: messenger.id }, 'messenger: what was heard could not be taken');
        }
      }
      await signal.wait(LOOP_MS);
    }
  };

  return {
    /** At once, whoever looked last, but not while a platform is left alone. */
    readNow: async (): Promise<void> => {
      for (const messenger of messengers) await readOne(messenger, true);
    },

    start(): void {
      if (messengers.some(({ hear }) => hear)) running = loop();
    },

    async stop(): Promise<void> {
      isStopping = true;
      signal.notify();
      await running;
    },
  };
}
