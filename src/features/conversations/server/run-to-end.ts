/**
 * The same values, from a source that runs to its end even without a reader: leaving early does not stop
 * what was begun. What fails after the reader has gone is lost; the source has to have told of it by itself.
 */
export function runToEnd<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const values: T[] = [];
  let state: { is: 'running' } | { is: 'ended' } | { is: 'failed'; error: unknown } = { is: 'running' };
  let wake: () => void = () => undefined;
  const run = async (): Promise<void> => {
    try {
      for await (const value of source) {
        values.push(value);
        wake();
      }
      state = { is: 'ended' };
    } catch (error) {
      state = { is: 'failed', error };
    }
    wake();
  };
  void run();

  async function* read(): AsyncGenerator<T> {
    for (let next = 0; ; ) {
      const value = values[next];
      if (next < values.length && value !== undefined) {
        next += 1;
        yield value;
      } else if (state.is === 'running') {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (state.is === 'failed') {
        throw state.error;
      } else {
        return;
      }
    }
  }
  return read();
}
