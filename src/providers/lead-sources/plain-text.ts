import { Parser } from 'htmlparser2';

export type Attributes = Readonly<Record<string, string>>;

export type Reading = {
  /** Elements whose contents are left out, besides those that browsers show nothing of. */
  leavesOut?: (name: string, attributes: Attributes) => boolean;
  /** What an element says in place of its contents; undefined for all others. */
  says?: (name: string, attributes: Attributes) => string | undefined;
  /** The address that follows the words of a link; undefined for none. */
  addressOf?: (attributes: Attributes) => string | undefined;
};

/** Longer than any text that is read. */
const LONGEST = 200_000;
/** Deeper than people nest; closing an element takes as long as it is deep. */
const DEEPEST = 500;
const STEP = 4_096;

const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'head',
  'title',
]);
const BREAKS = new Set(
  'address article aside blockquote br details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);

/** The words of HTML without its marks. What is left is text and is shown as text, never as HTML. */
export function plainText(html: string, { leavesOut, says, addressOf }: Reading = {}): string {
  const parts: string[] = [];
  let depth = 0;
  /** Depth of the element whose contents are left out. */
  let silentAt: number | undefined;
  let link: { depth: number; from: number; address: string } | undefined;

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (silentAt !== undefined) return;
      if (BREAKS.has(name)) parts.push('\n');
      if (name === 'td' || name === 'th') parts.push(' ');
      const said = says?.(name, attributes);
      if (said !== undefined) parts.push(said);
      if (said !== undefined || SILENT.has(name) || leavesOut?.(name, attributes)) silentAt = depth;
      const address = name === 'a' ? addressOf?.(attributes) : undefined;
      if (address !== undefined && silentAt === undefined) link = { depth, from: parts.length, address };
    },
    ontext(words) {
      if (silentAt === undefined) parts.push(words);
    },
    onclosetag(name) {
      if (silentAt === undefined && BREAKS.has(name)) parts.push('\n');
      if (link?.depth === depth) {
        parts.push(linkText(parts.splice(link.from).join(''), link.address));
        link = undefined;
      }
      if (silentAt === depth) silentAt = undefined;
      depth -= 1;
    },
  });
  const end = Math.min(html.length, LONGEST);
  for (let at = 0; at < end && depth < DEEPEST; at += STEP)
    parser.write(html.slice(at, Math.min(at + STEP, end)));
  parser.end();
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();
}

/** "the shop (https://shop.example/)"; the address alone where the words are a part of it. */
function linkText(words: string, address: string): string {
  const shown = words
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/(?:…|\.{3}|\/)$/, '');
  return address.toLowerCase().includes(shown.toLowerCase()) ? address : `${words} (${address})`;
}

/** A resolved address that people can follow; undefined for scripts and other schemes. */
export function webAddress(href: string | undefined, base?: string): string | undefined {
  if (!href || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

/** When something was posted; null where that cannot be read. Clocks of others run ahead: never in the future. */
export function postedAt(value: string | number | null | undefined, now: Date): Date | null {
  const time = typeof value === 'number' ? value : Date.parse(value ?? '');
  return Number.isNaN(time) ? null : new Date(Math.min(time, now.getTime()));
}
