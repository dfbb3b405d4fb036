import { type Element, elementsIn, isBlock, parseHtml } from '#engines/html/tree.ts';
import { isBareLink, isWebAddress } from '#engines/markup/targets.ts';
import type { EditorNode } from './rules-editor.ts';
import { contentOf } from './rules-editor-writing.ts';
import {
  addItem,
  DEEPEST_LIST,
  isList,
  kindOf,
  type ListKind,
  statedDepth,
  wordItemOf,
} from './rules-html-lists.ts';
import { isLeftOut, type Look, lookOf, PLAIN, type Styles, stylesIn } from './rules-html-looks.ts';
import { isLayout, tableOf } from './rules-html-tables.ts';

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

/** HTML from another editor as light markup: headings, lists, tables, links, quotes, pictures, bold and italic words. */
export function contentOfHtml(html: string): string {
  return contentOf(documentOfHtml(html)).content;
}

function documentOfHtml(html: string): EditorNode {
  const root = parseHtml(html);
  const reader = new HtmlReader(stylesIn(root));
  reader.readInside(root, PLAIN);
  return { type: 'doc', content: reader.blocks() };
}

/** Reads from top to bottom; words gather in a run until a block ends it. */
class HtmlReader {
  readonly #blocks: EditorNode[] = [];
  readonly #styles: Styles;
  #run: EditorNode[] = [];
  /** How many lists are around it. */
  readonly #depth: number;

  constructor(styles: Styles, depth = 0) {
    this.#styles = styles;
    this.#depth = depth;
  }

  blocks(): EditorNode[] {
    this.#endRun();
    return this.#blocks;
  }

  readInside(parent: Element, look: Look): void {
    for (const child of parent.children) {
      if (typeof child === 'string') this.#addText(child, look);
      else if (!isLeftOut(child, this.#styles)) this.#read(child, lookOf(child, look, this.#styles));
    }
  }

  #read(element: Element, look: Look): void {
    const { name } = element;
    const level = headingLevel(element);
    if (level !== undefined) return this.#addBlock(this.#headingOf(element, level, look));
    switch (name) {
      case 'br':
        this.#run.push({ type: 'hardBreak' });
        return;
      case 'hr':
        return this.#addBlock([{ type: 'horizontalRule' }]);
      case 'img':
        return this.#addPicture(element, look);
      case 'ul':
      case 'ol':
        this.#endRun();
        return this.#addList(element, look, 0);
      case 'li':
        this.#endRun();
        return this.#addItem(element, element, look, 0);
      case 'table':
        if (isLayout(element)) break;
        return this.#addBlock(
          tableOf(element, (cell, isHead) => {
            const words = this.#wordsOf(cell, look);
            return isHead ? plainWhereBold(words) : words;
          }),
        );
      case 'blockquote':
        return this.#addBlock(this.#quoteOf(element, look));
    }
    const item = wordItemOf(element);
    if (item) {
      this.#endRun();
      const words = this.#wordsOf(element, look);
      if (words.length > 0) addItem(this.#blocks, item.kind, itemNode(words), item.depth);
    } else if (isQuoteOfWord(element)) this.#addBlock(this.#quoteOf(element, look));
    else if (isBlock(element)) {
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

  /** One that is only there to be counted, or that no one else can load, is none; mail programs draw emoji as pictures. */
  #addPicture({ attributes }: Element, look: Look): void {
    const { src = '', width, height } = attributes;
    const alt = (attributes.alt ?? '').replaceAll(/\s+/g, ' ').trim();
    if (EMOJI.test(alt)) return this.#addText(alt, look);
    if (!isWebAddress(src) || width === '1' || height === '1') return;
    this.#addBlock([{ type: 'picture', attrs: { src, alt } }]);
  }

  #addBlock(blocks: readonly EditorNode[]): void {
    this.#endRun();
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
      if (content.length > 0) this.#blocks.push({ type: 'paragraph', content });
    }
  }

  /** Google Docs and Word put an inner list next to its item, not into it. */
  #addList(list: Element, look: Look, depth: number): void {
    for (const child of elementsIn(list)) {
      if (isLeftOut(child, this.#styles)) continue;
      const inner = lookOf(child, look, this.#styles);
      if (child.name === 'ul' || child.name === 'ol') this.#addList(child, inner, depth + 1);
      else this.#addItem(child, list, inner, depth);
    }
  }

  #addItem(item: Element, list: Element, look: Look, depth: number): void {
    const reader = new HtmlReader(this.#styles, this.#depth + depth + 1);
    reader.readInside(item, look);
    const blocks = reader.blocks();
    const isDeep = this.#depth + depth + 1 >= DEEPEST_LIST;
    const lists = isDeep ? [] : blocks.filter(isList);
    const words = onOneLine(isDeep ? blocks : blocks.filter((block) => !isList(block)));
    const stated = Math.max(depth, statedDepth(item, list) - this.#depth);
    const at = Math.min(stated, DEEPEST_LIST - 1 - this.#depth);
    if (words.length > 0) addItem(this.#blocks, kindOf(list), itemNode(words, lists), at);
    // An item that holds nothing but a list is that list.
    else
      for (const inner of lists)
        for (const one of inner.content ?? []) addItem(this.#blocks, kindOfNode(inner), one, at + 1);
  }

  /** A heading that is bold all through is a heading: it is bold anyway. */
  #headingOf(element: Element, level: number, look: Look): EditorNode[] {
    const content = plainWhereBold(this.#wordsOf(element, look));
    return content.length === 0 ? [] : [{ type: 'heading', attrs: { level }, content }];
  }

  #quoteOf(quote: Element, look: Look): EditorNode[] {
    const reader = new HtmlReader(this.#styles);
    reader.readInside(quote, look);
    const content = reader
      .blocks()
      .flatMap((block) =>
        block.type === 'paragraph'
          ? [block]
          : linesOf(block).map((words) => ({ type: 'paragraph', content: words })),
      )
      .filter((block) => block.content !== undefined && block.content.length > 0);
    return content.length === 0 ? [] : [{ type: 'blockquote', content }];
  }

  /** Everything in an element on one line. */
  #wordsOf(element: Element, look: Look): EditorNode[] {
    const reader = new HtmlReader(this.#styles);
    reader.readInside({ ...element, attributes: {} }, look);
    return onOneLine(reader.blocks());
  }
}

const EMOJI =
  /^(?=.{0,20}[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3])(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}#*0-9]|\u200D|\uFE0F|\u20E3){1,20}$/u;

function isQuoteOfWord({ name, attributes }: Element): boolean {
  return name === 'p' && /(?:^|\s)Mso(?:Intense)?Quote/.test(attributes.class ?? '');
}

function headingLevel({ name, attributes }: Element): number | undefined {
  const level =
    /^h([1-6])$/.exec(name)?.[1] ??
    (attributes.role === 'heading' ? (attributes['aria-level'] ?? '2') : undefined) ??
    /mso-outline-level\s*:\s*([1-6])/i.exec(attributes.style ?? '')?.[1];
  if (level !== undefined) return Math.min(3, Math.max(1, Number(level) || 2));
  return name === 'p' && /(?:^|\s)MsoTitle(?:\s|$)/.test(attributes.class ?? '') ? 1 : undefined;
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

function itemNode(words: EditorNode[], lists: readonly EditorNode[] = []): EditorNode {
  return { type: 'listItem', content: [{ type: 'paragraph', content: words }, ...lists] };
}

function kindOfNode({ type, attrs }: EditorNode): ListKind {
  return type === 'orderedList'
    ? { type, attrs: { start: Number(attrs?.start ?? 1) } }
    : { type: 'bulletList' };
}

/** Items of a list and rows of a table, each on a line. */
function linesOf(block: EditorNode): EditorNode[][] {
  if (isList(block))
    return (block.content ?? []).flatMap(({ content: [words, ...lists] = [] }, index) => [
      [
        { type: 'text', text: block.type === 'bulletList' ? '• ' : `${index + 1}. ` },
        ...leavesOf(words ?? block),
      ],
      ...lists.flatMap(linesOf),
    ]);
  if (block.type === 'table') return (block.content ?? []).map((row) => onOneLine([row]));
  return [onOneLine([block])];
}

function onOneLine(blocks: readonly EditorNode[]): EditorNode[] {
  const words: EditorNode[] = [];
  for (const [index, block] of blocks.entries()) {
    const leaves = trimmed(leavesOf(block));
    if (index > 0 && words.length > 0 && leaves.length > 0) words.push({ type: 'text', text: ' ' });
    words.push(...leaves);
  }
  return words;
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
  const isShown = ({ type, text = '' }: EditorNode): boolean => type !== 'hardBreak' && text.trim() !== '';
  const first = nodes.findIndex(isShown);
  if (first < 0) return [];
  const shown = nodes.slice(first, nodes.findLastIndex(isShown) + 1);
  return shown.map((node, index) => {
    if (node.text === undefined) return node;
    const begun = index === 0 ? node.text.trimStart() : node.text;
    return { ...node, text: index === shown.length - 1 ? begun.trimEnd() : begun };
  });
}

function textNode(text: string, { isBold, isItalic, href }: Look): EditorNode {
  const marks = [
    ...(isBold ? [{ type: 'bold' }] : []),
    ...(isItalic ? [{ type: 'italic' }] : []),
    // Words that are the address itself need no other.
    ...(href === null || isBareLink(text, href) ? [] : [{ type: 'link', attrs: { href } }]),
  ];
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}
