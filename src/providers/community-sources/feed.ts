import { createHash } from 'node:crypto';
import { elementsOf } from '#kit/markup.ts';
import { decodeEntities, plainText } from '#providers/lead-sources/plain-text.ts';
import { createSourceApi, unreadable } from '#providers/lead-sources/source-api.ts';
import { pastInstant, storableName, storableText } from './mirrored-text.ts';
import type { MirrorDefinition, MirroredPost } from './port.ts';

/** An RSS or Atom feed. It holds the latest entries only, so there is one page and no members. */
export const feed: MirrorDefinition = {
  kind: 'feed',
  label: 'RSS or Atom feed',
  placeLabel: 'Address of the feed',
  placeHint: 'https://blog.example.com/feed.xml',
  placeProblem: (place) =>
    URL.canParse(place) && /^https?:$/.test(new URL(place).protocol)
      ? undefined
      : 'An http or https address.',
  needs: [],
  canAnswer: false,
  connect: (world) => ({
    async read({ place, now, signal }) {
      const name = new URL(place).host;
      const { text } = await createSourceApi(world, { name, baseUrl: place }).ask({
        path: '',
        headers: { accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml' },
        signal,
      });
      // Definitions of entities serve attacks; no feed needs them.
      if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || !/<(?:rss|feed|rdf:RDF)\b/i.test(text))
        throw unreadable(name);
      const posts = readEntries(text, now);
      const oldest = posts.reduce(
        (least, { postedAt }) => Math.min(least, postedAt.getTime()),
        now.getTime(),
      );
      return {
        posts,
        members: [],
        cursor: null,
        // Entries that fall off the end are older than those that are left.
        coversSince: posts.length === 0 ? null : new Date(oldest),
      };
    },
  }),
};

function readEntries(xml: string, now: Date): MirroredPost[] {
  return [...elementsOf(xml, 'item', 'entry')].flatMap((entry): MirroredPost[] => {
    const title = plainText(field(entry, 'title') ?? '');
    const body = ['content:encoded', 'content', 'description', 'summary'].map((name) => field(entry, name));
    const words = plainText((body.find((one) => one !== undefined) ?? '').slice(0, 200_000));
    const text = storableText([title, words].filter(Boolean).join('\n'));
    const href = /<link\b[^<>]*\bhref=["']([^"']+)["']/i.exec(entry)?.[1];
    const url = decodeEntities(field(entry, 'link')?.trim() || href || '');
    const date = ['pubDate', 'published', 'dc:date', 'updated']
      .map((name) => field(entry, name))
      .find(Boolean);
    const changed = field(entry, 'updated');
    const id = field(entry, 'guid') ?? field(entry, 'id') ?? url;
    if (text === '' || id.trim() === '') return [];
    const postedAt = pastInstant(date?.trim(), now) ?? now;
    const editedAt = pastInstant(changed?.trim(), now);
    return [
      {
        id: createHash('sha256').update(id.trim()).digest('hex'),
        parentId: null,
        authorId: null,
        authorName: storableName(
          plainText(field(entry, 'dc:creator') ?? nameOf(field(entry, 'author') ?? '')),
        ),
        text,
        url: /^https?:\/\//i.test(url) && URL.canParse(url) && url.length <= 2_000 ? url : null,
        postedAt,
        editedAt: editedAt !== null && editedAt > postedAt ? editedAt : null,
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
