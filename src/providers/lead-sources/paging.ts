import type { SourcePage, SourcePost, SourceSearch } from './port.ts';

type Part = {
  posts: SourcePost[];
  /** Posts read, those left out included. */
  read: number;
  /** Goes on with this query; null at its end. */
  next: string | null;
};

/** Asks one query after the other, page after page. The cursor holds which one and where in it. */
export async function* pageThrough(
  { cursor, signal }: Pick<SourceSearch, 'cursor' | 'signal'>,
  queries: readonly string[],
  readPart: (query: string, token: string | null) => Promise<Part>,
): AsyncGenerator<SourcePage> {
  const [at = '0', ...rest] = (cursor ?? '0').split('|');
  let token = rest.length === 0 ? null : rest.join('|');
  for (let index = Number(at); index < queries.length; index += 1) {
    const query = queries[index] ?? '';
    do {
      if (signal.aborted) return;
      const { posts, read, next } = await readPart(query, token);
      const goesOn = next === null ? `${index + 1}` : `${index}|${next}`;
      const isEnd = next === null && index + 1 === queries.length;
      yield { posts, read, total: null, cursor: isEnd ? null : goesOn };
      token = next;
    } while (token !== null);
  }
}
