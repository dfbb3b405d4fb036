import { createHash } from 'node:crypto';
import { DetectError, parseFeed } from 'feedsmith';
import type { EgressResponse } from '#platform/egress.ts';
import { decodeXml } from './feed-bytes.ts';
import { readFeedDate } from './feed-date.ts';
import { plainText, webAddress } from './plain-text.ts';
import { SourceError } from './port.ts';

/** Beyond that it is no name. */
const LONGEST_NAME = 500;

/** What to ask for. */
export const FEED_TYPES = 'application/rss+xml, application/atom+xml, application/xml, text/xml';

/** What a refusal means where no key of ours is involved. */
export function explainFeed({ status }: Pick<EgressResponse, 'status'>): string | undefined {
  if (status === 401 || status === 403) return `does not let us read this feed without a key (${status})`;
  return status === 404 || status === 410 ? `has no feed at this address (${status})` : undefined;
}

/** An entry of an RSS or Atom feed in words; what it does not have is empty or null. */
export type FeedEntry = {
  /** As the feed gives it. */
  id: string;
  /** Who wrote it, where it is said. */
  authors: string[];
  /** Of the feed that it was taken from, which may be another one in a planet feed. */
  feedTitle: string;
  text: string;
  /** Resolved; '' for none that a browser may follow. */
  url: string;
  /** Null where there is none or it cannot be read. */
  postedAt: Date | null;
  changedAt: Date | null;
};

type Parsed = ReturnType<typeof parseFeed>;
type Rss = Extract<Parsed, { format: 'rss' }>['feed'];
type Item = NonNullable<Rss['items']>[number];
type Atom = Extract<Parsed, { format: 'atom' }>['feed'];
type AtomEntry = NonNullable<Atom['entries']>[number];
type Answer = Pick<EgressResponse, 'bytes' | 'headers' | 'url'>;

/** The entries of a feed. Throws `SourceError`, which says what is wrong with it. */
export async function readFeed({ bytes, headers, url }: Answer, name: string): Promise<FeedEntry[]> {
  const xml = await decodeXml({ bytes, contentType: headers['content-type'] });
  const parsed = parse(xml, name);
  switch (parsed.format) {
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => readAtomEntry(entry, parsed.feed, url));
    case 'rss':
    case 'rdf':
      return (parsed.feed.items ?? []).map((item) => readItem(item, parsed.feed, url));
    case 'json':
      throw unreadableFeed(name, 'it is a JSON feed, not RSS or Atom');
  }
}

function parse(xml: string, name: string): Parsed {
  const say = (why: string, cause?: unknown) => unreadableFeed(name, why, cause);
  if (xml.trim() === '') throw say('it is empty');
  try {
    return parsePatiently(xml);
  } catch (error) {
    if (/<(?:!doctype html|html)\b/i.test(xml.slice(0, 1_000)))
      throw say('it is a web page, not an RSS or Atom feed', error);
    if (error instanceof DetectError) throw say('it is no RSS or Atom feed', error);
    throw say('its XML is not well-formed', error);
  }
}

/** People write "I <3 tea" and their programs leave it so: a bracket that begins no tag is escaped for a second try. */
function parsePatiently(xml: string): Parsed {
  try {
    return parseFeed(xml);
  } catch (error) {
    const repaired = xml.replaceAll(/<(?![\w/!?:])|<(?=\d)/g, '&lt;');
    if (repaired === xml) throw error;
    return parseFeed(repaired);
  }
}

function unreadableFeed(name: string, why: string, cause?: unknown): SourceError {
  return new SourceError(`${name} gave an answer that we could not read: ${why}`, {
    retryable: false,
    cause,
  });
}

function readAtomEntry(entry: AtomEntry, feed: Atom, feedUrl: string): FeedEntry {
  const base = baseOf(feedUrl, feed.xml?.base, entry.xml?.base);
  const body = atomWords(entry.content) || atomWords(entry.summary);
  const id = entry.id?.trim() || (alternate(entry.links) ?? '');
  const text = textOf(atomWords(entry.title), body);
  return {
    id: id || keyOf(text),
    authors: namesOf(
      entry.authors,
      entry.dc?.creators?.map((name) => ({ name })),
      entry.source?.authors,
      feed.authors,
    ),
    feedTitle: atomWords(entry.source?.title ?? feed.title),
    text,
    url: webAddress(alternate(entry.links), base) ?? '',
    postedAt: firstDate(entry.published, entry.updated),
    changedAt: firstDate(entry.updated),
  };
}

/** Of RSS, or of RDF, which has fewer fields. */
function readItem(item: Item, feed: Pick<Rss, 'title' | 'link' | 'xml'>, feedUrl: string): FeedEntry {
  // Links lead from the site, unless the feed says from where.
  const base = baseOf(feedUrl, feed.link, feed.xml?.base, item.xml?.base);
  const guid = item.guid?.value?.trim();
  const permalink = item.guid?.isPermaLink !== false && URL.canParse(guid ?? '') ? guid : undefined;
  const link = item.link?.trim() || alternate(item.atom?.links) || permalink;
  const text = textOf(
    plainText(item.title ?? ''),
    plainText(item.content?.encoded ?? item.description ?? ''),
  );
  return {
    id: guid || link || keyOf(text),
    authors: namesOf(
      item.dc?.creators?.map((name) => ({ name })),
      item.authors,
      item.atom?.authors,
      item.itunes?.author === undefined ? undefined : [{ name: item.itunes.author }],
    ),
    feedTitle: plainText(item.source?.title ?? feed.title ?? ''),
    text,
    url: webAddress(link, base) ?? '',
    postedAt: firstDate(item.pubDate, ...(item.dc?.dates ?? []), item.atom?.published, item.atom?.updated),
    changedAt: firstDate(item.atom?.updated),
  };
}

/** Each base is resolved against the one around it. */
function baseOf(feedUrl: string, ...bases: readonly (string | undefined)[]): string {
  return bases.reduce<string>(
    (around, base) => (base && URL.canParse(base, around) ? new URL(base, around).href : around),
    feedUrl,
  );
}

type Link = { href?: string; rel?: string; type?: string };

/** The page of an entry: not the feed itself, nor a file or a comment that goes with it. */
function alternate(links: readonly Link[] | undefined): string | undefined {
  const pages = (links ?? []).filter(({ rel = 'alternate', href }) => rel === 'alternate' && href);
  const page = pages.find(({ type = 'text/html' }) => type.includes('html')) ?? pages[0];
  return page?.href?.trim();
}

type Person = { name?: string };

/** The first list that names anyone: an e-mail address is no name. */
function namesOf(...lists: readonly (readonly Person[] | undefined)[]): string[] {
  for (const list of lists) {
    const names = (list ?? []).flatMap(({ name }) => plainText((name ?? '').slice(0, LONGEST_NAME)) || []);
    const shown = names.filter((name) => !/^[^\s@]+@\S+$/.test(name));
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Text that says nothing of its type is HTML where it has tags. */
function atomWords(text: { value?: string; type?: string } | undefined): string {
  const { value = '', type = '' } = text ?? {};
  if (/html|xml/i.test(type) || (type === '' && /<[a-z][^<>]*>/i.test(value.slice(0, 10_000))))
    return plainText(value);
  return /^$|^text/i.test(type) ? value.trim() : '';
}

/** Short posts repeat themselves as their title. */
function textOf(title: string, body: string): string {
  const isRepeated = title !== '' && body.startsWith(title.replace(/(?:…|\.{3})$/, '').trimEnd());
  return [isRepeated ? '' : title, body].filter(Boolean).join('\n');
}

function firstDate(...dates: readonly unknown[]): Date | null {
  for (const date of dates) {
    const at = typeof date === 'string' ? readFeedDate(date) : null;
    if (at) return at;
  }
  return null;
}

function keyOf(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('hex');
}
