type Hashes = { grantHash: string; sessionHash: string };
type LookUp<Visitor> = (hashes: Hashes) => Promise<Visitor>;
/** A lookup that is running, and the one that starts when it ends. */
type Running<Visitor> = { isOver: Promise<void>; next: Promise<Visitor> | undefined };

/**
 * Coalesces concurrent session lookups: a screen makes several calls at once. Calls that come while a lookup runs share
 * the next one, which starts when all of them are there. So no call is admitted by what was known before it came: a grant
 * or session that ended, and a changed role, apply to every later call. A factory, because it keeps the lookups that run.
 */
export function coalesceLookups<Visitor>(lookUp: LookUp<Visitor>): LookUp<Visitor> {
  const running = new Map<string, Running<Visitor>>();

  const start = async (key: string, hashes: Hashes): Promise<Visitor> => {
    const over = Promise.withResolvers<void>();
    const current: Running<Visitor> = { isOver: over.promise, next: undefined };
    running.set(key, current);
    try {
      return await lookUp(hashes);
    } finally {
      // If calls wait, their lookup takes this place immediately.
      if (current.next === undefined) running.delete(key);
      over.resolve();
    }
  };

  return (hashes) => {
    const key = `${hashes.grantHash} ${hashes.sessionHash}`;
    const current = running.get(key);
    if (!current) return start(key, hashes);
    return (current.next ??= current.isOver.then(() => start(key, hashes)));
  };
}
