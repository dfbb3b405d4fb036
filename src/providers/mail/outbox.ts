import type { Database } from '#platform/db.ts';
import type { Mail, Outbox, SendResult } from './port.ts';
import { findOutboxMail, insertOutboxMails } from './store.ts';

const LANES = 100;

type Waiting = { mail: Mail; settle: (result: SendResult) => void };

/** Keeps complete messages in the database instead of sending them. Those that arrive together are stored together. */
export function createOutbox(db: Database): Outbox {
  let waiting: Waiting[] = [];
  const underWay = new Set<Promise<void>>();

  const store = async (batch: Waiting[]): Promise<void> => {
    let result: SendResult = { outcome: 'accepted', response: 'kept in the outbox' };
    try {
      await insertOutboxMails(
        db,
        batch.map(({ mail }) => mail),
      );
    } catch {
      // Even if it was written after all: the same mail may come again and is kept once.
      result = { outcome: 'not_begun', cause: 'unreachable', reason: 'the outbox cannot be written' };
    }
    for (const { settle } of batch) settle(result);
  };

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    const storing = store(batch).finally(() => underWay.delete(storing));
    underWay.add(storing);
  };

  return {
    id: 'outbox',
    lanes: LANES,
    send: (mail) =>
      new Promise((settle) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ mail, settle });
      }),
    verify: () => Promise.resolve({ isReady: true }),
    find: (id) => findOutboxMail(db, id),
    async close() {
      await Promise.all(underWay);
    },
  };
}
