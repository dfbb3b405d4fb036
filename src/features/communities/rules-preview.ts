import { decodeEntities } from '#kit/entities.ts';
import { truncate } from '#kit/text.ts';

export type PageFacts = {
  title: string;
  description: string;
  siteName: string;
  imageUrl: string | null;
  /** Where the page's site describes it for embedding; null where it does not. */
  oembedUrl: string | null;
};

const LONGEST = { title: 200, description: 400, siteName: 80 };
/** What a page says about itself stands in its head. */
const READ_AT_MOST = 300_000;

/** Title, description and picture as a page states them (Open Graph, else plain HTML). Pure and linear. */
export function readPage(html: string, pageUrl: string): PageFacts {
  const head = html.slice(0, READ_AT_MOST);
  const meta = new Map<string, string>();
  for (const [tag] of head.matchAll(/<meta\b(?:(?!<meta)[^>]){0,4000}>/gi)) {
    const name = (attribute(tag, 'property') ?? attribute(tag, 'name'))?.toLowerCase();
    const content = attribute(tag, 'content');
    if (name !== undefined && content !== undefined && !meta.has(name)) meta.set(name, content);
  }
  const pick = (...names: string[]): string =>
    names.map((name) => meta.get(name)?.trim()).find(Boolean) ?? '';
  const titleTag = /<title\b[^>]{0,1000}>([^<]{0,2000})/i.exec(head)?.[1] ?? '';
  return {
    title: line(pick('og:title', 'twitter:title') || titleTag, LONGEST.title),
    description: line(pick('og:description', 'twitter:description', 'description'), LONGEST.description),
    siteName: line(pick('og:site_name') || new URL(pageUrl).hostname.replace(/^www\./, ''), LONGEST.siteName),
    imageUrl: addressOf(pick('og:image:secure_url', 'og:image', 'twitter:image'), pageUrl),
    oembedUrl: oembedOf(head, pageUrl),
  };
}

function oembedOf(head: string, pageUrl: string): string | null {
  for (const [tag] of head.matchAll(/<link\b(?:(?!<link)[^>]){0,4000}>/gi)) {
    if (attribute(tag, 'type')?.toLowerCase() === 'application/json+oembed') {
      return addressOf(attribute(tag, 'href') ?? '', pageUrl);
    }
  }
  return null;
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const raw = found?.[1] ?? found?.[2] ?? found?.[3];
  return raw === undefined ? undefined : decodeEntities(raw);
}

function line(text: string, longest: number): string {
  return truncate(
    decodeEntities(text).replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim(),
    longest,
  );
}

function addressOf(text: string, base: string): string | null {
  if (text === '' || text.length > 2_000 || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
