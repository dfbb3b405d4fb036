/** Lets so many be at work at once; the others wait, first come, first served. */
export function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let atWork = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (atWork < most) atWork += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else atWork -= 1;
    }
  };
}
