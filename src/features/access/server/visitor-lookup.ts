type Hashes = { grantHash: string; sessionHash: string };
type Ask<Visitor> = (hashes: Hashes) => Promise<Visitor>;
/** One that has been asked, and the one that waits for its end. */
type Question<Visitor> = { isOver: Promise<void>; next: Promise<Visitor> | undefined };

/**
 * Who a browser is, asked for each of its calls: a screen makes several at once. Calls that come while a question is under
 * way share the next one, which is asked when all of them are there. So none is answered by what was known before it
 * came: a grant or a session that has ended, and another role, count for every call after that.
 */
export function createVisitorQuestions<Visitor>(ask: Ask<Visitor>): Ask<Visitor> {
  const underWay = new Map<string, Question<Visitor>>();

  const begin = async (key: string, hashes: Hashes): Promise<Visitor> => {
    const over = Promise.withResolvers<void>();
    const question: Question<Visitor> = { isOver: over.promise, next: undefined };
    underWay.set(key, question);
    try {
      return await ask(hashes);
    } finally {
      // Where calls wait, their question takes this place at once.
      if (question.next === undefined) underWay.delete(key);
      over.resolve();
    }
  };

  return (hashes) => {
    const key = `${hashes.grantHash} ${hashes.sessionHash}`;
    const question = underWay.get(key);
    if (!question) return begin(key, hashes);
    return (question.next ??= question.isOver.then(() => begin(key, hashes)));
  };
}
