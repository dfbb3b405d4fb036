import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { BlockOf, ListItem } from '#kit/markup.ts';
import { readCode } from './code.ts';
import { type Prepared, prepare, withWholeAddresses } from './prepare.ts';
import { completeTarget, isLinkTarget, isWebAddress } from './targets.ts';

/** A stretch of a line that looks the same and leads to the same place. */
export type Span = { text: string; isBold: boolean; isItalic: boolean; href: string | null };
export type Line = Span[];
/** `follows`: no blank line was written above it. */
export type Block = BlockOf<Line> & { follows: boolean };
export type IsTarget = (target: string) => boolean;

/** What differs per person, `{{firstName|there}}` or a slot of a mail, passes as one letter; so does what looks like one. */
const SHIELDED = /\{\{[^{}\n]*\}\}|\uE000[^\uE000\uE002]*\uE002|[\u{F0000}-\u{FFFFD}]/gu;
const FIRST_SHIELD = 0xf_00_00;
const MOST_SHIELDS = 0xff_fd;

/** Content as blocks, in its order. */
export function readMarkup(content: string, isTarget: IsTarget = isLinkTarget): Block[] {
  const shield = new Shield();
  const prepared = prepare(shield.over(content));
  const markdown = createMarkdown(shield, isTarget);
  return new BlockReader(prepared, shield).read(markdown.parse(prepared.lines.join('\n'), {}));
}

/** Of a text without markup its links alone: a messenger has signs of its own. */
export function readLinks(text: string, isTarget: IsTarget = isLinkTarget): Line {
  const shield = new Shield();
  const markdown = createMarkdownIt('zero', { linkify: true }).enable(['link', 'image', 'linkify']);
  setTargets(markdown, shield, isTarget);
  return linesIn(markdown.parseInline(shield.over(withWholeAddresses(text)), {})[0]?.children, shield).flat();
}

function createMarkdown(shield: Shield, isTarget: IsTarget): MarkdownIt {
  const markdown = createMarkdownIt({ breaks: true, linkify: true }).disable([
    'code',
    'entity',
    'html_block',
    'html_inline',
    'lheading',
    'strikethrough',
  ]);
  markdown.inline.ruler.at('backticks', readCode);
  markdown.inline.State = withLooseEmphasis(markdown.inline.State);
  setTargets(markdown, shield, isTarget);
  return markdown;
}

function setTargets(markdown: MarkdownIt, shield: Shield, isTarget: IsTarget): void {
  // Names of files and sentences without a space after the stop are no links.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  markdown.linkify.add('www.', WITHOUT_SCHEME);
  markdown.normalizeLink = completeTarget;
  markdown.normalizeLinkText = (url) => url;
  markdown.validateLink = (url) => isTarget(shield.target(url));
}

const LONGEST_ADDRESS = 2_000;

/** "www.tea.example/a" is judged as the address that it is short for. */
const WITHOUT_SCHEME: Parameters<MarkdownIt['linkify']['add']>[1] = {
  validate(text, position, linkify) {
    const rest = text.slice(position, position + LONGEST_ADDRESS);
    if (!/^[\p{L}\p{N}-]{1,63}\.\p{L}/u.test(rest)) return 0;
    const start = '//www.';
    return Math.max(0, linkify.testSchemaAt(start + rest, 'http:', 0) - start.length);
  },
  normalize(match) {
    match.url = `https://${match.url}`;
  },
};

/**
 * Markdown does not end **bold:**here, where a sign of punctuation is before the end and a letter behind it. People do.
 * A single star between figures is a star (2*3*4), and so is one within a word that has no other (Patient*innen).
 */
function withLooseEmphasis(State: MarkdownIt['inline']['State']): MarkdownIt['inline']['State'] {
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (this.src[start] !== '*') return scanned;
      const before = this.src[start - 1] ?? ' ';
      const after = this.src[start + scanned.length] ?? ' ';
      const isInWord = LETTER.test(before) && LETTER.test(after);
      const isStar = scanned.length === 1 && isInWord && !isWithinWord(this.src, start);
      return {
        ...scanned,
        can_open: !isStar && /\S/.test(after) && start + scanned.length < this.posMax,
        can_close: !isStar && /\S/.test(before) && start > 0,
      };
    }
  };
}

const LETTER = /[\p{L}\p{N}]/u;
const LONGEST_PART = 40;

/** Whether a star in a word has its other within the same word: un*believ*able. */
function isWithinWord(text: string, star: number): boolean {
  const before = text.slice(Math.max(0, star - LONGEST_PART), star);
  const after = text.slice(star + 1, star + 1 + LONGEST_PART);
  if (/\p{N}$/u.test(before) || /^\p{N}/u.test(after)) return false;
  return /^\p{L}+\*(?!\*)/u.test(after) || /(?<!\*)\*\p{L}+$/u.test(before);
}

class Shield {
  readonly #hidden: string[] = [];

  over(text: string): string {
    return text.replaceAll(SHIELDED, (piece) => {
      if (this.#hidden.length > MOST_SHIELDS) return piece.length === 2 ? '' : piece;
      this.#hidden.push(piece);
      return String.fromCodePoint(FIRST_SHIELD + this.#hidden.length - 1);
    });
  }

  /** An address to be judged: what differs per person within it may hold anything. */
  target(url: string): string {
    return url.length === 2 ? this.off(url) : url.replaceAll(/[\u{F0000}-\u{FFFFD}]/gu, 'x');
  }

  off(text: string): string {
    return text.replaceAll(
      /[\u{F0000}-\u{FFFFD}]/gu,
      (sign) => this.#hidden[(sign.codePointAt(0) ?? 0) - FIRST_SHIELD] ?? '',
    );
  }
}

class BlockReader {
  readonly #prepared: Prepared;
  readonly #shield: Shield;

  constructor(prepared: Prepared, shield: Shield) {
    this.#prepared = prepared;
    this.#shield = shield;
  }

  read(tokens: readonly Token[]): Block[] {
    const blocks: Block[] = [];
    for (let index = 0; index < tokens.length; ) {
      const end = endOf(tokens, index);
      const [token] = tokens.slice(index, index + 1);
      const read = this.#blocksOf(tokens.slice(index, end));
      const [first] = read;
      if (token && first)
        blocks.push(
          { ...first, follows: this.#follows(token) },
          ...read.slice(1).map((block) => ({ ...block, follows: true })),
        );
      index = end;
    }
    return blocks;
  }

  #follows({ map }: Token): boolean {
    const above = (map?.[0] ?? 0) - 1;
    if (above < 0) return false;
    return this.#prepared.added.has(above) || this.#prepared.lines[above] !== '';
  }

  #blocksOf(tokens: readonly Token[]): BlockOf<Line>[] {
    const [token] = tokens;
    switch (token?.type) {
      case 'heading_open': {
        const level = token.tag === 'h1' ? 1 : 2;
        return [{ kind: 'heading', level, line: this.#lines(tokens).flat() }];
      }
      case 'paragraph_open':
        return this.#paragraph(tokens);
      case 'blockquote_open':
        return [{ kind: 'quote', paragraphs: this.#quoted(tokens.slice(1, -1)) }];
      case 'bullet_list_open':
      case 'ordered_list_open':
        return [{ kind: 'list', items: this.#items(tokens) }];
      case 'table_open':
        return [{ kind: 'table', rows: this.#rows(tokens) }];
      case 'fence':
        return [{ kind: 'paragraph', lines: this.#code(token.content) }];
      case 'hr':
        return [{ kind: 'rule' }];
      default:
        return [];
    }
  }

  /** Pictures stand by themselves, between the words before and after them; within a link they are its words. */
  #paragraph(tokens: readonly Token[]): BlockOf<Line>[] {
    const children = tokens.find(({ type }) => type === 'inline')?.children ?? [];
    const blocks: BlockOf<Line>[] = [];
    let words: Token[] = [];
    let depth = 0;
    const endWords = (): void => {
      const lines = linesIn(words, this.#shield)
        .map(trimmed)
        .filter((line) => line.length > 0);
      if (lines.length > 0) blocks.push({ kind: 'paragraph', lines });
      words = [];
    };
    for (const token of children) {
      depth += token.nesting;
      const src = token.type === 'image' ? this.#shield.off(attributeOf(token, 'src')) : '';
      if (depth > 0 || !isWebAddress(src)) {
        words.push(token);
        continue;
      }
      endWords();
      blocks.push({ kind: 'picture', src, alt: this.#shield.off(token.content) });
    }
    endWords();
    return blocks;
  }

  /** Line by line, with none of its signs read. */
  #code(code: string): Line[] {
    return code
      .trim()
      .split('\n')
      .map((line) => [plainSpan(this.#shield.off(line))]);
  }

  #lines(tokens: readonly Token[]): Line[] {
    return tokens
      .filter(({ type }) => type === 'inline')
      .flatMap(({ children }) => linesIn(children, this.#shield));
  }

  #quoted(tokens: readonly Token[]): Line[][] {
    return this.read(tokens).flatMap((block): Line[][] => {
      switch (block.kind) {
        case 'heading':
          return [[block.line.map((span) => ({ ...span, isBold: true }))]];
        case 'paragraph':
          return [block.lines];
        case 'quote':
          return block.paragraphs;
        case 'list':
          return [
            block.items.map(({ line, number }) => [
              plainSpan(number === null ? '• ' : `${number}. `),
              ...line,
            ]),
          ];
        case 'table':
          return [
            block.rows.map((cells) =>
              cells.flatMap((cell, index) => (index === 0 ? cell : [plainSpan(' · '), ...cell])),
            ),
          ];
        case 'picture':
          return [[[{ ...plainSpan(block.alt || block.src), href: block.src }]]];
        default:
          return [];
      }
    });
  }

  #items(tokens: readonly Token[]): ListItem<Line>[] {
    const items: ListItem<Line>[] = [];
    /** The next number of each open list; null of bullets. */
    const open: (number | null)[] = [];
    for (const token of tokens) {
      const item = items.at(-1);
      if (token.type === 'bullet_list_open') open.push(null);
      else if (token.type === 'ordered_list_open') open.push(Number(token.attrGet('start') ?? 1));
      else if (token.type.endsWith('_list_close')) open.pop();
      else if (token.type === 'list_item_open') {
        const number = open.at(-1) ?? null;
        if (number !== null) open[open.length - 1] = number + 1;
        items.push({ line: [], depth: open.length - 1, number });
      } else if (token.type === 'inline' && item) {
        for (const line of linesIn(token.children, this.#shield))
          item.line.push(...(item.line.length > 0 ? [plainSpan(' ')] : []), ...line);
      }
    }
    return items.map((item) => ({ ...item, line: joined(item.line) }));
  }

  #rows(tokens: readonly Token[]): Line[][] {
    const rows: Line[][] = [];
    for (const token of tokens) {
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'inline') rows.at(-1)?.push(linesIn(token.children, this.#shield).flat());
    }
    return rows;
  }
}

/** Behind the token that closes the one at `from`. */
function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index + 1;
  }
  return tokens.length;
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function plainSpan(text: string): Span {
  return { text, isBold: false, isItalic: false, href: null };
}

/** The lines of inline tokens, cut where they break. */
function linesIn(tokens: readonly Token[] | null | undefined, shield: Shield): Line[] {
  const lines: Line[] = [[]];
  const links: (string | null)[] = [];
  let bold = 0;
  let italic = 0;
  let isEmpty = false;
  const add = (text: string, href = links.at(-1) ?? null): void => {
    if (text === '') return;
    lines.at(-1)?.push({ text: shield.off(text), isBold: bold > 0, isItalic: italic > 0, href });
    isEmpty = false;
  };
  for (const token of tokens ?? []) {
    if (token.type === 'strong_open' || token.type === 'strong_close') bold += token.nesting;
    else if (token.type === 'em_open' || token.type === 'em_close') italic += token.nesting;
    else if (token.type === 'link_open') {
      links.push(shield.off(attributeOf(token, 'href')) || null);
      isEmpty = true;
    } else if (token.type === 'link_close') {
      // A link without words says where it leads.
      const href = links.at(-1);
      if (isEmpty && href) add(href);
      links.pop();
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') lines.push([]);
    else if (token.type === 'image') {
      const src = shield.off(attributeOf(token, 'src'));
      add(token.content || src, links.at(-1) ?? (isWebAddress(src) ? src : null));
    } else add(token.content);
  }
  return lines.map(joined);
}

/** Without blanks at either end. */
function trimmed(line: Line): Line {
  const isShown = ({ text }: Span): boolean => text.trim() !== '';
  const first = line.findIndex(isShown);
  if (first < 0) return [];
  const shown = line.slice(first, line.findLastIndex(isShown) + 1);
  return shown.map((span, index) => {
    const begun = index === 0 ? span.text.trimStart() : span.text;
    return { ...span, text: index === shown.length - 1 ? begun.trimEnd() : begun };
  });
}

/** Neighbours that look the same are one. */
function joined(line: readonly Span[]): Line {
  const spans: Line = [];
  for (const span of line) {
    const last = spans.at(-1);
    if (last && last.isBold === span.isBold && last.isItalic === span.isItalic && last.href === span.href) {
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    } else spans.push(span);
  }
  return spans;
}
