import { decodeEntities } from '#kit/entities.ts';
import { elementsOf } from '#kit/markup.ts';
import { plainText } from './plain-text.ts';
import { unreadable } from './source-api.ts';

/** What to ask for. */
export const FEED_TYPES = 'application/rss+xml, application/atom+xml, application/xml, text/xml';

/** An entry of an RSS or Atom feed in words; what it does not have is empty. */
type FeedEntry = {
  id: string;
  author: string;
  text: string;
  url: string;
  /** As they were written. */
  postedAt: string;
  changedAt: string;
};

/** Longer than any text that is read. */
const LONGEST_BODY = 200_000;
/** Beyond that it is no name, and slow to search. */
const LONGEST_AUTHOR = 500;

/** The entries of a feed, as far as they can be read: feeds are written by all sorts of programs. */
export function readFeed(xml: string, name: string): FeedEntry[] {
  // Definitions of entities serve attacks; no feed needs them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || !/<(?:rss|feed|rdf:RDF)\b/i.test(xml)) throw unreadable(name);
  return [...elementsOf(xml, 'item', 'entry')].map(readEntry);
}

function readEntry(entry: string): FeedEntry {
  const first = (...names: string[]): string =>
    names.map((name) => field(entry, name)).find((one) => one !== undefined && one.trim() !== '') ?? '';
  const href = /<link\b[^<>]*\bhref=["']([^"']+)["']/i.exec(entry)?.[1] ?? '';
  const url = decodeEntities(first('link').trim() || href);
  const body = first('content:encoded', 'content', 'description', 'summary').slice(0, LONGEST_BODY);
  return {
    id: first('guid', 'id').trim() || url,
    author: plainText(first('dc:creator') || nameOf(first('author'))),
    text: [plainText(first('title')), plainText(body)].filter(Boolean).join('\n'),
    url,
    postedAt: first('pubDate', 'published', 'dc:date', 'updated').trim(),
    changedAt: first('updated').trim(),
  };
}

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
