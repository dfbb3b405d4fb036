import { AppError } from '#kit/errors.ts';
import { databaseFailure, isDeadlock } from '#platform/db.ts';

type Options<T, R> = {
  /** Writes a batch in one transaction; answers one result per item, in order. */
  write: (items: T[]) => Promise<R[]>;
  maxItems: number;
  /** Beyond this many waiting items new ones are refused with 503. */
  maxWaiting: number;
};

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

const DEADLOCK_TRIES = 3;

/** Failures that no item is to blame for. */
const OF_THE_DATABASE = new Set<string>(['unreachable', 'undone', 'unsure', 'full']);

/**
 * Writes items together that arrive together: while one batch is being committed the next one gathers, so that the
 * load itself decides how large batches are and a single item never waits for company. Each promise resolves once
 * its item is durable.
 */
export function createBatcher<T, R>({ write, maxItems, maxWaiting }: Options<T, R>) {
  let waiting: Waiting<T, R>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await settle(batch);
    }
    isWriting = false;
  }

  async function settle(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await writePatiently(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      // One item that cannot be stored must not take the others with it.
      if (batch.length > 1 && !OF_THE_DATABASE.has(databaseFailure(error) ?? '')) {
        for (const entry of batch) await settle([entry]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async function writePatiently(items: T[]): Promise<R[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(items);
      } catch (error) {
        if (attempt === DEADLOCK_TRIES || !isDeadlock(error)) throw error;
      }
    }
  }

  return {
    add(item: T): Promise<R> {
      if (waiting.length >= maxWaiting) {
        throw new AppError('unavailable', 'Too much is waiting to be stored. Try again.', {
          retryable: true,
          retryAfterSeconds: 1,
        });
      }
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Starting in the next turn lets requests that were read together go together.
        if (!isWriting) {
          isWriting = true;
          setImmediate(() => void drain());
        }
      });
    },
  };
}
