/**
 * What is costly to make and often not needed: made when it is first asked for, and kept. What could not be made, be it
 * by a promise, is tried again.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise)
      value.catch(() => {
        made = undefined;
      });
    return value;
  };
}

export type MadeInPieces<Value> = {
  /** Made to its end at once, where it is not yet. */
  get: () => Value;
  /** Makes it in pieces of so many milliseconds; between them `rest` is waited for. */
  prepare: (pieceMs: number, rest: () => Promise<void>) => Promise<void>;
};

/** The same for what takes so long that nobody else should wait for it: each `yield` is a place to stop at. */
export function madeInPieces<Value>(make: () => Generator<void, Value, void>): MadeInPieces<Value> {
  let made: { value: Value } | undefined;
  let making: Generator<void, Value, void> | undefined;
  const goOn = (untilMs: number): void => {
    making ??= make();
    try {
      for (;;) {
        const step = making.next();
        if (step.done) {
          made = { value: step.value };
          making = undefined;
          return;
        }
        if (performance.now() >= untilMs) return;
      }
    } catch (error) {
      making = undefined;
      throw error;
    }
  };
  return {
    get: () => {
      while (!made) goOn(Number.POSITIVE_INFINITY);
      return made.value;
    },
    prepare: async (pieceMs, rest) => {
      while (!made) {
        goOn(performance.now() + pieceMs);
        if (!made) await rest();
      }
    },
  };
}
