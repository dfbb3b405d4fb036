import { createHash } from 'node:crypto';
import { elementsOf } from '#kit/markup.ts';
import { stem, wordsOf } from '#kit/words.ts';
import { decodeEntities, plainText, postedAt } from './plain-text.ts';
import { type SourceDefinition, SourceError, type SourcePost } from './port.ts';
import { createSourceApi, unreadable } from './source-api.ts';

/** RSS and Atom feeds that the operator names: entries with a named author that hold the words of a query. */
export const feeds: SourceDefinition = {
  platform: 'feeds',
  label: 'Feeds',
  kind: 'public',
  isSynthetic: false,
  needs: ['FEED_URLS'],
  postsPerRun: 2_000,
  cost: null,
  asks: { style: 'keywords', most: 5, longest: 60 },
  connect(world) {
    const urls = world.settings.FEED_URLS;
    if (urls.length === 0) return undefined;
    const kept = new Map<string, { tag: string; text: string }>();

    const load = async (url: string, signal: AbortSignal): Promise<string> => {
      const name = new URL(url).host;
      const known = kept.get(url);
      const answer = await createSourceApi(world, { name, baseUrl: url }).ask({
        path: '',
        headers: {
          accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
          ...(known ? { 'if-none-match': known.tag } : {}),
        },
        signal,
      });
      if (answer.status === 304 && known) return known.text;
      // Definitions of entities serve attacks; no feed needs them.
      if (/<!(?:DOCTYPE|ENTITY)/i.test(answer.text) || !/<(?:rss|feed|rdf:RDF)\b/i.test(answer.text)) {
        throw unreadable(name);
      }
      const { etag } = answer.headers;
      if (etag) kept.set(url, { tag: etag, text: answer.text });
      return answer.text;
    };

    return async function* (search) {
      const wanted = search.queries.map((query) => wordsOf(query).map(({ text }) => stem(text)));
      const failures: string[] = [];
      for (let index = Number(search.cursor ?? 0); index < urls.length; index += 1) {
        if (search.signal.aborted) return;
        try {
          const entries = readEntries(await load(urls[index] ?? '', search.signal), search.now);
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

/** The entries of a feed, as far as they can be read: feeds are written by all sorts of programs. */
function readEntries(xml: string, now: Date): SourcePost[] {
  return [...elementsOf(xml, 'item', 'entry')].flatMap((entry): SourcePost[] => {
    const author = plainText(field(entry, 'dc:creator') ?? nameOf(field(entry, 'author') ?? ''));
    const title = plainText(field(entry, 'title') ?? '');
    const body = ['content:encoded', 'content', 'description', 'summary'].map((name) => field(entry, name));
    const text = [title, plainText(body.find((one) => one !== undefined) ?? '')].filter(Boolean).join('\n');
    const href = /<link\b[^<>]*\bhref=["']([^"']+)["']/i.exec(entry)?.[1];
    const url = decodeEntities(field(entry, 'link')?.trim() || href || '');
    // Without a name there is nobody to be a lead.
    if (author === '' || text === '') return [];
    const date = ['pubDate', 'published', 'updated', 'dc:date']
      .map((name) => field(entry, name))
      .find(Boolean);
    const id = field(entry, 'guid') ?? field(entry, 'id') ?? url;
    const host = URL.canParse(url) ? new URL(url).host : 'feed';
    return [
      {
        id: createHash('sha256').update(`${id}${text}`).digest('hex'),
        text,
        url: url === '' ? null : url,
        postedAt: postedAt(date?.trim(), now),
        author: { name: author, handle: `${author} at ${host}`, country: null },
        contact: null,
      },
    ];
  });
}

/** Beyond that it is no name, and slow to search. */
const LONGEST_AUTHOR = 500;

/** RSS writes "address (Name)", Atom nests a name. */
function nameOf(author: string): string {
  const short = author.slice(0, LONGEST_AUTHOR);
  return field(author, 'name') ?? /\(([^()]+)\)/.exec(short)?.[1] ?? short.replace(/\S+@\S+/, '');
}

function field(xml: string, name: string): string | undefined {
  const [found] = elementsOf(xml, name);
  if (found === undefined) return undefined;
  const quoted = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(found)?.[1];
  // Without CDATA the HTML of an entry is escaped once.
  return quoted ?? (found.includes('<') ? found : decodeEntities(found));
}
