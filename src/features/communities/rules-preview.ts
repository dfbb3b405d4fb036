import { everyNode, parseHtml, textContent } from '#engines/html/tree.ts';
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
  const meta = new Map<string, string>();
  let oembed: string | undefined;
  let titleTag = '';
  for (const node of everyNode(parseHtml(html.slice(0, READ_AT_MOST)))) {
    if (typeof node === 'string') continue;
    const { name, attributes } = node;
    const property = (attributes.property ?? attributes.name)?.toLowerCase();
    if (name === 'meta' && property !== undefined && attributes.content !== undefined && !meta.has(property))
      meta.set(property, attributes.content);
    if (name === 'title' && titleTag === '') titleTag = textContent(node);
    if (name === 'link' && attributes.type?.toLowerCase() === 'application/json+oembed')
      oembed ??= attributes.href;
  }
  const pick = (...names: string[]): string =>
    names.map((name) => meta.get(name)?.trim()).find(Boolean) ?? '';
  return {
    title: line(pick('og:title', 'twitter:title') || titleTag, LONGEST.title),
    description: line(pick('og:description', 'twitter:description', 'description'), LONGEST.description),
    siteName: line(pick('og:site_name') || new URL(pageUrl).hostname.replace(/^www\./, ''), LONGEST.siteName),
    imageUrl: addressOf(pick('og:image:secure_url', 'og:image', 'twitter:image'), pageUrl),
    oembedUrl: addressOf(oembed ?? '', pageUrl),
  };
}

function line(text: string, longest: number): string {
  return truncate(text.replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim(), longest);
}

function addressOf(text: string, base: string): string | null {
  if (text === '' || text.length > 2_000 || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
