/** Tags and entities: where they end, what of them is seen, and which words they part. Nothing is searched to the end twice. */
import { ASCII_KIND, LETTER } from './letters.ts';

const BLOCK_TAGS = new Set(
  'address article aside blockquote br button caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const UNSEEN_TAGS = new Set(['script', 'style', 'template']);
const ENTITIES = new Map([
  ...'amp& lt< gt> quot" apos\' rsquo’ lsquo‘ ldquo“ rdquo” ndash– mdash— hellip… pound£ euro€'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
  ['nbsp', ' '],
  ['shy', '\u00ad'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
]);
const ENTITY = /&(?:#(x[0-9a-f]{1,6}|\d{1,7})|([a-z]{2,8}));/iy;
const SEEN_ATTRIBUTES = /\b(?:alt|title|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The character that an entity at `position` stands for, and where it ends. */
export function entityAt(text: string, position: number): { character: string | undefined; end: number } {
  ENTITY.lastIndex = position;
  const found = ENTITY.exec(text);
  const [, number, name] = found ?? [];
  let character = name === undefined ? undefined : ENTITIES.get(name.toLowerCase());
  if (number !== undefined) {
    const code =
      number[0] === 'x' || number[0] === 'X' ? Number.parseInt(number.slice(1), 16) : Number(number);
    if (code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
      character = String.fromCodePoint(code);
  }
  return { character, end: found ? position + found[0].length : position + 1 };
}

type Tag = {
  end: number;
  /** Sentences end where it stands. */
  isBlock: boolean;
  /** Where what it hides ends, of a script say. */
  hidesUntil: number | undefined;
  /** Places of its words that are seen: the text of a picture, a title. */
  said: { from: number; end: number }[];
};

export class Tags {
  // Once a tag turned out never to close, no later one is searched to the end again.
  private areQuotesBroken = false;
  private hasNoMoreTags = false;
  private hasNoMoreComments = false;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The tag that begins at `position`; undefined when it is only a sign. */
  at(position: number, to: number): Tag | undefined {
    const { text } = this;
    const next = text.charCodeAt(position + 1);
    const isTag = ASCII_KIND[next] === LETTER || next === 47 || next === 33;
    const end = isTag ? this.endOf(position, to) : -1;
    if (end < 0) return undefined;
    const name = /^<\/?([a-z0-9]{1,12})/i.exec(text.slice(position, position + 16))?.[1]?.toLowerCase() ?? '';
    const tag: Tag = { end, isBlock: BLOCK_TAGS.has(name), hidesUntil: undefined, said: [] };
    if (next === 47 || next === 33) return tag;
    if (UNSEEN_TAGS.has(name)) {
      const closing = new RegExp(`</${name}`, 'gi');
      closing.lastIndex = end;
      return { ...tag, hidesUntil: closing.exec(text)?.index ?? to };
    }
    const slice = text.slice(position, end);
    if (!slice.includes('=')) return tag;
    for (const found of slice.matchAll(SEEN_ATTRIBUTES)) {
      const value = found[1] ?? found[2] ?? '';
      if (value.trim() === '') continue;
      const from = position + found.index + found[0].length - 1 - value.length;
      tag.said.push({ from, end: from + value.length });
    }
    return tag;
  }

  /** Just past the '>', or -1. */
  private endOf(position: number, to: number): number {
    if (this.hasNoMoreTags) return -1;
    const { text } = this;
    if (text.startsWith('<!--', position)) {
      const close = this.hasNoMoreComments ? -1 : text.indexOf('-->', position + 4);
      if (close >= 0 && close < to) return close + 3;
      this.hasNoMoreComments = true;
    }
    if (!this.areQuotesBroken) {
      let quote = 0;
      for (let at = position + 1; at < to; at += 1) {
        const code = text.charCodeAt(at);
        if (quote !== 0) {
          if (code === quote) quote = 0;
        } else if (code === 34 || code === 39) quote = code;
        else if (code === 62) return at + 1;
      }
      this.areQuotesBroken = true;
    }
    const close = text.indexOf('>', position);
    if (close >= 0 && close < to) return close + 1;
    this.hasNoMoreTags = true;
    return -1;
  }
}
