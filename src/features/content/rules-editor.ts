import { isWebAddress, spansOf } from './rules-markup.ts';

/**
 * The editor's document and the light markup, back and forth. What the editor can do is what the markup can say, so
 * that nothing written in it is lost when the engine, a mail or a comparison reads the text.
 */
export type EditorNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
};

/** A run of characters that stands in both: at `from` in the content, at `position` in the document. */
export type Segment = { from: number; position: number; length: number };

const BULLET = /^\s*[-*•–]\s+(.*)$/;
const NUMBER = /^\s*(\d+)[.)]\s+(.*)$/;
const HEADING = /^\s*(#{1,3})\s+(.*)$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;
const HEAD_RULE = /^:?-{2,}:?$/;

/** Content as the editor's document. */
export function documentOf(content: string): EditorNode {
  const blocks: EditorNode[] = [];
  let isOpen = false;
  for (const line of content.split('\n')) {
    if (line.trim() === '') {
      isOpen = false;
      continue;
    }
    const last = isOpen ? blocks.at(-1) : undefined;
    addLine(blocks, last, line);
    isOpen = true;
  }
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

function addLine(blocks: EditorNode[], last: EditorNode | undefined, line: string): void {
  const heading = HEADING.exec(line);
  const bullet = BULLET.exec(line)?.[1];
  const number = NUMBER.exec(line);
  const row = TABLE_ROW.exec(line)?.[1];
  if (heading) {
    blocks.push({ type: 'heading', attrs: { level: heading[1]?.length ?? 1 }, ...inline(heading[2]) });
  } else if (bullet !== undefined) extend(blocks, last, { type: 'bulletList' }, item(bullet));
  else if (number) {
    extend(blocks, last, { type: 'orderedList', attrs: { start: Number(number[1]) } }, item(number[2]));
  } else if (row !== undefined) {
    const cells = row.split('|').map((cell) => cell.trim());
    if (cells.every((cell) => HEAD_RULE.test(cell))) return;
    const cellType = last?.type === 'table' ? 'tableCell' : 'tableHeader';
    extend(blocks, last, { type: 'table' }, tableRow(cells, cellType));
  } else {
    const words = inline(line.trim());
    // A line of nothing but a link without words is none.
    if (words.content === undefined) return;
    if (last?.type === 'paragraph') (last.content ??= []).push({ type: 'hardBreak' }, ...words.content);
    else blocks.push({ type: 'paragraph', ...words });
  }
}

function extend(
  blocks: EditorNode[],
  last: EditorNode | undefined,
  parent: EditorNode,
  child: EditorNode,
): void {
  if (last?.type === parent.type) (last.content ??= []).push(child);
  else blocks.push({ ...parent, content: [child] });
}

function item(text = ''): EditorNode {
  return { type: 'listItem', content: [{ type: 'paragraph', ...inline(text.trim()) }] };
}

function tableRow(cells: readonly string[], type: string): EditorNode {
  return {
    type: 'tableRow',
    content: cells.map((cell) => ({ type, content: [{ type: 'paragraph', ...inline(cell) }] })),
  };
}

function inline(line = ''): { content?: EditorNode[] } {
  const spans = spansOf(line);
  // What is blank at either end of a line, within a link too, would be lost when it is read again.
  const first = spans.findIndex(hasWords);
  const last = spans.findLastIndex(hasWords);
  if (first < 0) return {};
  return {
    content: spans.slice(first, last + 1).map(({ text, isBold, href }, index): EditorNode => {
      const begun = index === 0 ? text.trimStart() : text;
      const marks = [
        ...(isBold ? [{ type: 'bold' }] : []),
        ...(href === null ? [] : [{ type: 'link', attrs: { href } }]),
      ];
      return {
        type: 'text',
        text: first + index === last ? begun.trimEnd() : begun,
        ...(marks.length > 0 ? { marks } : {}),
      };
    }),
  };
}

const hasWords = ({ text }: { text: string }): boolean => text.trim() !== '';

/** The document as content, and where its words stand in both. */
export function contentOf(document: EditorNode): { content: string; segments: Segment[] } {
  const pen = new Pen();
  let position = 0;
  for (const block of document.content ?? []) {
    pen.beginBlock();
    writeBlock(pen, block, position);
    position += sizeOf(block);
  }
  return { content: pen.text.trimEnd(), segments: pen.segments };
}

class Pen {
  text = '';
  segments: Segment[] = [];

  beginBlock(): void {
    this.text = this.text.trimEnd();
    if (this.text !== '') this.text += '\n\n';
  }

  mark(signs: string): void {
    this.text += signs;
  }

  words(text: string, position: number): void {
    this.segments.push({ from: this.text.length, position, length: text.length });
    this.text += text;
  }
}

/** How many places a node takes in the document: one for each of its edges, one for a leaf, one per character. */
function sizeOf(node: EditorNode): number {
  if (node.type === 'text') return node.text?.length ?? 0;
  if (node.type === 'hardBreak') return 1;
  return 2 + (node.content ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
}

function writeBlock(pen: Pen, block: EditorNode, position: number): void {
  switch (block.type) {
    case 'heading':
      pen.mark(`${'#'.repeat(Number(block.attrs?.level ?? 1))} `);
      return writeInline(pen, block, position, ' ');
    case 'bulletList':
    case 'orderedList':
      return eachChild(block, position, (child, at, index) => {
        if (index > 0) pen.mark('\n');
        const start = Number(block.attrs?.start ?? 1);
        pen.mark(block.type === 'bulletList' ? '- ' : `${start + index}. `);
        writeCell(pen, child, at);
      });
    case 'table':
      return eachChild(block, position, (row, rowAt, rowIndex) => {
        if (rowIndex > 0) pen.mark('\n');
        pen.mark('|');
        eachChild(row, rowAt, (cell, cellAt) => {
          pen.mark(' ');
          writeCell(pen, cell, cellAt);
          pen.mark(' |');
        });
        if (rowIndex === 0) pen.mark(`\n|${' --- |'.repeat(row.content?.length ?? 0)}`);
      });
    default:
      return writeInline(pen, block, position, '\n');
  }
}

function eachChild(
  node: EditorNode,
  position: number,
  visit: (child: EditorNode, position: number, index: number) => void,
): void {
  let at = position + 1;
  for (const [index, child] of (node.content ?? []).entries()) {
    visit(child, at, index);
    at += sizeOf(child);
  }
}

/** Everything in it on one line: a list item and a table cell have no other in the markup. */
function writeCell(pen: Pen, node: EditorNode, position: number): void {
  eachChild(node, position, (child, at, index) => {
    if (index > 0) pen.mark(' ');
    if (child.content?.some(({ type }) => type !== 'text' && type !== 'hardBreak')) writeCell(pen, child, at);
    else writeInline(pen, child, at, ' ');
  });
}

function writeInline(pen: Pen, node: EditorNode, position: number, lineBreak: string): void {
  eachChild(node, position, (child, at) => {
    if (child.type === 'hardBreak') return pen.mark(lineBreak);
    const text = child.text ?? '';
    // A bold word with a space at its edge would not be read as bold.
    const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    const isBold = inner !== '' && child.marks?.some(({ type }) => type === 'bold') === true;
    const target = inner === '' ? undefined : targetOf(child);
    if (!isBold && target === undefined) return pen.words(text, at);
    // Brackets within the words would end them.
    const isLink = target !== undefined && !/[[\]]/.test(inner);
    const bold = isBold ? '**' : '';
    pen.mark(`${before}${bold}${isLink ? '[' : ''}`);
    pen.words(inner, at + before.length);
    pen.mark(isLink ? `](${target})` : target === undefined ? '' : ` (${target})`);
    pen.mark(`${bold}${after}`);
  });
}

/** Where words of the document lead; undefined where nowhere that a link may lead to. */
function targetOf({ marks, text }: EditorNode): string | undefined {
  const href = marks?.find(({ type }) => type === 'link')?.attrs?.href;
  if (typeof href !== 'string' || !isWebAddress(href) || href === text?.trim()) return undefined;
  return href.trim().replace(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Where a stretch of the content stands in the document; undefined where none of its words do. */
export function positionsOf(
  segments: readonly Segment[],
  { start, end }: { start: number; end: number },
): { from: number; to: number } | undefined {
  const touched = segments.filter(({ from, length }) => from < end && from + length > start);
  const [first] = touched;
  const last = touched.at(-1);
  if (!first || !last) return undefined;
  return {
    from: first.position + Math.max(0, start - first.from),
    to: last.position + Math.min(last.length, end - last.from),
  };
}

/** Where a place in the document stands in the content. */
export function offsetOf(segments: readonly Segment[], position: number): number {
  const segment = segments.findLast((one) => one.position <= position);
  if (!segment) return 0;
  return segment.from + Math.min(position - segment.position, segment.length);
}
