import { createHash } from 'node:crypto';
import { stem, wordsOf } from '#kit/words.ts';
import { explainFeed, FEED_TYPES, type FeedEntry, readFeed } from './feed-entries.ts';
import { postedAt } from './plain-text.ts';
import { type SourceDefinition, SourceError, type SourcePost } from './port.ts';
import { createSourceApi } from './source-api.ts';

/** RSS and Atom feeds that the operator names: entries with a named author that hold the words of a query. */
export const feeds: SourceDefinition = {
  platform: 'feeds',
  label: 'Feeds',
  kind: 'public',
  isSynthetic: false,
  needs: ['FEED_URLS'],
  postsPerRun: 2_000,
  cost: null,
  asks: { style: 'keywords', most: 5, longest: 60, place: 'none' },
  connect(world) {
    const urls = world.settings.FEED_URLS;
    if (urls.length === 0) return undefined;
    const kept = new Map<string, { tag: string; entries: FeedEntry[] }>();

    const load = async (url: string, name: string, signal: AbortSignal): Promise<FeedEntry[]> => {
      const known = kept.get(url);
      const answer = await createSourceApi(world, { name, baseUrl: url, explain: explainFeed }).ask({
        path: '',
        headers: {
          accept: FEED_TYPES,
          ...(known ? { 'if-none-match': known.tag } : {}),
        },
        signal,
      });
      if (answer.status === 304 && known) return known.entries;
      const entries = await readFeed(answer, name);
      const { etag } = answer.headers;
      if (etag) kept.set(url, { tag: etag, entries });
      return entries;
    };

    return async function* (search) {
      const wanted = search.queries.map((query) => wordsOf(query).map(({ text }) => stem(text)));
      const failures: string[] = [];
      for (let index = Number(search.cursor ?? 0); index < urls.length; index += 1) {
        if (search.signal.aborted) return;
        try {
          const url = urls[index] ?? '';
          const name = new URL(url).host;
          const entries = postsOf(await load(url, name, search.signal), search.now);
          const posts = entries.filter(({ text }) => holds(text, wanted));
          yield { posts, read: entries.length, total: null, cursor: String(index + 1) };
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          // The other feeds are read all the same.
          failures.push(error.message);
        }
      }
      if (failures.length > 0) throw new SourceError(failures.join('; '), { retryable: true });
    };
  },
};

function holds(text: string, queries: readonly (readonly string[])[]): boolean {
  const stems = new Set(wordsOf(text).map((word) => stem(word.text)));
  return queries.some((words) => words.length > 0 && words.every((word) => stems.has(word)));
}

function postsOf(entries: readonly FeedEntry[], now: Date): SourcePost[] {
  return entries.flatMap(({ id, authors: [author], text, url, postedAt: date }): SourcePost[] => {
    // Without a name there is nobody to be a lead.
    if (author === undefined || text === '') return [];
    const host = URL.canParse(url) ? new URL(url).host : 'feed';
    return [
      {
        id: createHash('sha256').update(`${id}${text}`).digest('hex'),
        text,
        url: url === '' ? null : url,
        postedAt: postedAt(date?.getTime(), now),
        author: { name: author, handle: `${author} at ${host}`, country: null },
        contact: null,
      },
    ];
  });
}
