import { type Element, isBlock, parseHtml, textContent } from '#engines/html/tree.ts';
import { isLinkTarget, isWebAddress } from '#engines/markup/targets.ts';
import { type ListItem, listTrees } from '#kit/markup.ts';
import { type EditorNode, listNodeOf } from './rules-editor.ts';
import { contentOf } from './rules-editor-writing.ts';

/** What stored HTML may hold: the tags of the light markup. */
export const STORED_TAGS = [
  'h1',
  'h2',
  'h3',
  'p',
  'br',
  'hr',
  'strong',
  'em',
  'a',
  'img',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** And no attribute but where a link leads, what a picture shows, and where a list begins to count. */
export const STORED_ATTRIBUTES = ['href', 'src', 'alt', 'start'] as const;

const LEFT_OUT = new Set(
  'script style head title template noscript iframe object svg xml select textarea meta link'.split(' '),
);
const NOT_SHOWN = /display\s*:\s*none|mso-hide\s*:\s*all|mso-list\s*:\s*ignore/i;

/** Deeper ones are read on one line. */
const DEEPEST_LIST = 8;

type Look = { isBold: boolean; isItalic: boolean; href: string | null; isPre: boolean };
const PLAIN: Look = { isBold: false, isItalic: false, href: null, isPre: false };

/** HTML from another editor as light markup: headings, lists, tables, links, quotes, pictures, bold and italic words. */
export function contentOfHtml(html: string): string {
  return contentOf(documentOfHtml(html)).content;
}

function documentOfHtml(html: string): EditorNode {
  const reader = new HtmlReader();
  reader.readInside(parseHtml(html), PLAIN);
  return { type: 'doc', content: reader.blocks() };
}

/** Reads from top to bottom; words gather in a run until a block ends it. */
class HtmlReader {
  readonly #blocks: EditorNode[] = [];
  #run: EditorNode[] = [];
  /** Paragraphs of Word that are items of a list. */
  #items: ListItem<EditorNode[]>[] = [];
  /** How many lists are around it. */
  readonly #depth: number;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  blocks(): EditorNode[] {
    this.#endRun();
    this.#endItems();
    return this.#blocks;
  }

  readInside(parent: Element, look: Look): void {
    for (const child of parent.children) {
      if (typeof child === 'string') this.#addText(child, look);
      else if (!isLeftOut(child)) this.#read(child, lookOf(child, look));
    }
  }

  #read(element: Element, look: Look): void {
    const { name } = element;
    const level = headingLevel(element);
    if (level !== undefined) return this.#addBlock(headingOf(element, level));
    switch (name) {
      case 'br':
        this.#run.push({ type: 'hardBreak' });
        return;
      case 'hr':
        return this.#addBlock([{ type: 'horizontalRule' }]);
      case 'img':
        return this.#addPicture(element);
      case 'ul':
      case 'ol':
        return this.#addBlock(listOf(element, this.#depth));
      case 'table':
        return this.#addBlock(tableOf(element));
      case 'blockquote':
        return this.#addBlock(quoteOf(element));
    }
    const item = wordItemOf(element);
    if (item) {
      this.#endRun();
      this.#items.push(item);
    } else if (isBlock(element)) {
      this.#endRun();
      this.readInside(element, look);
      this.#endRun();
    } else this.readInside(element, look);
  }

  #addText(text: string, look: Look): void {
    const lines = look.isPre ? text.split('\n') : [text];
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#run.push({ type: 'hardBreak' });
      const last = this.#run.at(-1);
      const isGap = !last || last.type === 'hardBreak' || last.text?.endsWith(' ') === true;
      const words = line.replaceAll(/[\s\u00A0]+/g, ' ');
      const shown = isGap ? words.trimStart() : words;
      if (shown !== '') this.#run.push(textNode(shown, look));
    }
  }

  /** One that is only there to be counted, or that no one else can load, is none. */
  #addPicture({ attributes }: Element): void {
    const { src = '', alt = '', width, height } = attributes;
    if (!isWebAddress(src) || width === '1' || height === '1') return;
    this.#addBlock([{ type: 'picture', attrs: { src, alt: alt.replaceAll(/\s+/g, ' ').trim() } }]);
  }

  #addBlock(blocks: readonly EditorNode[]): void {
    this.#endRun();
    this.#endItems();
    this.#blocks.push(...blocks);
  }

  /** Two line breaks in a row are how mail programs end a paragraph. */
  #endRun(): void {
    const runs: EditorNode[][] = [[]];
    for (const node of this.#run) {
      const run = runs.at(-1) ?? [];
      if (node.type === 'hardBreak' && run.at(-1)?.type === 'hardBreak') runs.push([]);
      else run.push(node);
    }
    this.#run = [];
    for (const run of runs) {
      const content = trimmed(run);
      if (content.length === 0) continue;
      this.#endItems();
      this.#blocks.push({ type: 'paragraph', content });
    }
  }

  #endItems(): void {
    const items = this.#items;
    this.#items = [];
    this.#blocks.push(...listTrees(items).map((list) => listNodeOf(list, (words) => ({ content: words }))));
  }
}

function isLeftOut({ name, attributes }: Element): boolean {
  return LEFT_OUT.has(name) || NOT_SHOWN.test(attributes.style ?? '');
}

/** By tag, and by the style that overrides it: Google Docs wraps everything in a <b> that is not bold. */
function lookOf({ name, attributes }: Element, outer: Look): Look {
  const style = attributes.style ?? '';
  const weight = /(?:^|;)\s*font-weight\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  const slant = /(?:^|;)\s*font-style\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  const isStrong = name === 'b' || name === 'strong';
  const isSlanted = name === 'i' || name === 'em' || name === 'cite';
  const target = name === 'a' ? targetOf(attributes.href ?? '') : undefined;
  return {
    isBold: weight === undefined ? outer.isBold || isStrong : isHeavy(weight),
    isItalic: slant === undefined ? outer.isItalic || isSlanted : slant !== 'normal',
    href: target ?? outer.href,
    isPre: outer.isPre || name === 'pre',
  };
}

function isHeavy(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

/** Where a link leads; documents that Google exports lead there over a page of its own. */
function targetOf(href: string): string | undefined {
  const target = href.trim();
  if (!isLinkTarget(target)) return undefined;
  if (!/^https?:\/\/(?:www\.)?google\.com\/url\?/i.test(target) || !URL.canParse(target)) return target;
  const { searchParams } = new URL(target);
  const meant = searchParams.get('q') ?? searchParams.get('url') ?? '';
  return isWebAddress(meant) ? meant : target;
}

function headingLevel({ name, attributes }: Element): number | undefined {
  const level =
    /^h([1-6])$/.exec(name)?.[1] ??
    (attributes.role === 'heading' ? (attributes['aria-level'] ?? '2') : undefined);
  if (level !== undefined) return Math.min(3, Math.max(1, Number(level) || 2));
  return name === 'p' && /(?:^|\s)MsoTitle(?:\s|$)/.test(attributes.class ?? '') ? 1 : undefined;
}

/** A heading that is bold all through is a heading: it is bold anyway. */
function headingOf(element: Element, level: number): EditorNode[] {
  const content = plainWhereBold(wordsOf(element));
  return content.length === 0 ? [] : [{ type: 'heading', attrs: { level }, content }];
}

function plainWhereBold(words: readonly EditorNode[]): EditorNode[] {
  const isBold = words.every(
    ({ text = '', marks = [] }) => text.trim() === '' || marks.some(({ type }) => type === 'bold'),
  );
  return isBold ? words.map(withoutBold) : [...words];
}

function withoutBold(node: EditorNode): EditorNode {
  const { marks = [], ...rest } = node;
  const others = marks.filter(({ type }) => type !== 'bold');
  return others.length === 0 ? rest : { ...rest, marks: others };
}

function listOf(list: Element, depth: number): EditorNode[] {
  const items: EditorNode[] = [];
  for (const child of elements(list)) {
    if (isLeftOut(child)) continue;
    const isList = child.name === 'ul' || child.name === 'ol';
    const last = items.at(-1);
    // Google Docs and Word put the inner list next to its item.
    if (isList && last) last.content?.push(...listOf(child, depth + 1));
    else if (isList) items.push(...(listOf(child, depth)[0]?.content ?? []));
    else items.push(itemOf(child, depth + 1));
  }
  if (items.length === 0) return [];
  const start = Number.parseInt(list.attributes.start ?? '1', 10) || 1;
  return [
    list.name === 'ul'
      ? { type: 'bulletList', content: items }
      : { type: 'orderedList', attrs: { start: Math.max(0, start) }, content: items },
  ];
}

function itemOf(item: Element, depth: number): EditorNode {
  const reader = new HtmlReader(depth);
  reader.readInside(item, PLAIN);
  const blocks = reader.blocks();
  const isList = ({ type }: EditorNode): boolean =>
    depth < DEEPEST_LIST && (type === 'bulletList' || type === 'orderedList');
  const words = onOneLine(blocks.filter((block) => !isList(block)));
  return {
    type: 'listItem',
    content: [{ type: 'paragraph', ...contentIn(words) }, ...blocks.filter(isList)],
  };
}

/** An item of a list as Word copies it: a paragraph with a level, its sign written in front. */
function wordItemOf(element: Element): ListItem<EditorNode[]> | undefined {
  const level = /mso-list\s*:\s*\w+\s+level(\d)/i.exec(element.attributes.style ?? '')?.[1];
  if (level === undefined) return undefined;
  const sign = signOf(element)?.trim() ?? '';
  const number = /^\(?(\d{1,9})[.)]/.exec(sign)?.[1];
  const isCounted = number !== undefined || /^\(?[a-z]{1,4}[.)]/i.test(sign);
  return { line: wordsOf(element), depth: Number(level) - 1, number: isCounted ? Number(number ?? 1) : null };
}

function signOf(element: Element): string | undefined {
  for (const child of elements(element)) {
    if (/mso-list\s*:\s*ignore/i.test(child.attributes.style ?? '')) return textContent(child);
    const inside = signOf(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function tableOf(table: Element): EditorNode[] {
  const rows = elements(table).flatMap((part) => (part.name === 'tr' ? [part] : elements(part)));
  const content = rows
    .filter(({ name }) => name === 'tr')
    .map((row, index) => ({
      type: 'tableRow',
      content: elements(row)
        .filter(({ name }) => name === 'td' || name === 'th')
        .map((cell) => {
          const words = wordsOf(cell);
          const shown = index === 0 || cell.name === 'th' ? plainWhereBold(words) : words;
          return {
            type: index === 0 ? 'tableHeader' : 'tableCell',
            content: [{ type: 'paragraph', ...contentIn(shown) }],
          };
        }),
    }))
    .filter((row) => row.content.length > 0);
  return content.length === 0 ? [] : [{ type: 'table', content }];
}

function quoteOf(quote: Element): EditorNode[] {
  const reader = new HtmlReader();
  reader.readInside(quote, PLAIN);
  const content = reader
    .blocks()
    .map((block) =>
      block.type === 'paragraph' ? block : { type: 'paragraph', ...contentIn(onOneLine([block])) },
    )
    .filter((block) => block.content !== undefined);
  return content.length === 0 ? [] : [{ type: 'blockquote', content }];
}

/** Everything in an element on one line. */
function wordsOf(element: Element): EditorNode[] {
  const reader = new HtmlReader();
  reader.readInside({ ...element, attributes: {} }, PLAIN);
  return onOneLine(reader.blocks());
}

function onOneLine(blocks: readonly EditorNode[]): EditorNode[] {
  return trimmed(
    blocks.flatMap((block, index) => [
      ...(index > 0 ? [{ type: 'text', text: ' ' }] : []),
      ...leavesOf(block),
    ]),
  );
}

function leavesOf(node: EditorNode): EditorNode[] {
  if (node.type === 'text') return [node];
  if (node.type === 'hardBreak') return [{ type: 'text', text: ' ' }];
  return (node.content ?? []).flatMap((child, index) => [
    ...(index > 0 && child.type !== 'text' && child.type !== 'hardBreak'
      ? [{ type: 'text', text: ' ' }]
      : []),
    ...leavesOf(child),
  ]);
}

/** Without blanks and line breaks at either end. */
function trimmed(nodes: readonly EditorNode[]): EditorNode[] {
  const isBlank = ({ type, text = '' }: EditorNode): boolean => type === 'hardBreak' || text.trim() === '';
  const first = nodes.findIndex((node) => !isBlank(node));
  const last = nodes.findLastIndex((node) => !isBlank(node));
  return first < 0 ? [] : nodes.slice(first, last + 1);
}

function textNode(text: string, { isBold, isItalic, href }: Look): EditorNode {
  const marks = [
    ...(isBold ? [{ type: 'bold' }] : []),
    ...(isItalic ? [{ type: 'italic' }] : []),
    // Words that are the address itself need no other.
    ...(href === null || text.trim() === href ? [] : [{ type: 'link', attrs: { href } }]),
  ];
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}

function contentIn(content: EditorNode[]): { content?: EditorNode[] } {
  return content.length === 0 ? {} : { content };
}

function elements({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== 'string');
}
