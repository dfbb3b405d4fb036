import { isBareLink, isLinkTarget } from '#engines/markup/targets.ts';
import { documentOf, type EditorNode, type Segment } from './rules-editor.ts';
import { CARE, type Care, Pen } from './rules-editor-pen.ts';

type Written = { content: string; segments: Segment[] };

/** The document as content, and where its words are in both. */
export function contentOf(document: EditorNode): Written {
  const written: Written = { content: '', segments: [] };
  let position = 0;
  for (const block of document.content ?? []) {
    const { content, segments } = writtenBlock(block, position);
    position += sizeOf(block);
    if (content === '') continue;
    const from = written.content === '' ? 0 : written.content.length + 2;
    written.content += `${from === 0 ? '' : '\n\n'}${content}`;
    written.segments.push(...segments.map((segment) => ({ ...segment, from: segment.from + from })));
  }
  return written;
}

/** As it is; with backslashes only where it would be read as something else. */
function writtenBlock(block: EditorNode, position: number): Written {
  const plainer = lineBy(block, sayable);
  return (
    exactly(block, position) ??
    exactly(plainer, position) ??
    exactly(without(plainer, ['bold', 'italic', 'link']), position) ??
    penned(plainer, position, 'addresses')
  );
}

/** Undefined where it would be read as something else, whatever the care. */
function exactly(block: EditorNode, position: number): Written | undefined {
  const meaning = meaningOf([block]);
  for (const care of CARE) {
    const written = penned(block, position, care);
    if (written.content.trim() === '' || meaningOf(documentOf(written.content).content) === meaning)
      return written;
  }
  return undefined;
}

function penned(block: EditorNode, position: number, care: Care): Written {
  const pen = new Pen(care);
  writeBlock(pen, block, position);
  return pen.written();
}

/** The block with each of its lines changed. */
function lineBy(node: EditorNode, change: (line: EditorNode) => EditorNode): EditorNode {
  if (isLine(node)) return change(node);
  return node.content ? { ...node, content: node.content.map((child) => lineBy(child, change)) } : node;
}

/** Bold and italic that touch in ways that no signs can say are left out of a line, the words and its links kept. */
function sayable(line: EditorNode): EditorNode {
  const tries = [[], ['italic'], ['bold'], ['bold', 'italic']].map((names) => without(line, names));
  const said = tries.find((one) => exactly({ type: 'paragraph', content: one.content ?? [] }, 0));
  return said ?? without(line, ['bold', 'italic', 'link']);
}

function without(node: EditorNode, names: readonly string[]): EditorNode {
  const { marks, content, ...rest } = node;
  const kept = marks?.filter(({ type }) => !names.includes(type)) ?? [];
  return {
    ...rest,
    ...(kept.length > 0 ? { marks: kept } : {}),
    ...(content ? { content: content.map((child) => without(child, names)) } : {}),
  };
}

function isLine({ content }: EditorNode): boolean {
  return content?.some(({ type }) => type === 'text' || type === 'hardBreak') === true;
}

/** What stays the same when it is written and read again. */
function meaningOf(blocks: readonly EditorNode[] = []): string {
  const read = (node: EditorNode): unknown => {
    if (node.type === 'text' || node.type === 'hardBreak') return node;
    const inside = isLine(node)
      ? piecesOf(node, 0).map(({ text, marks }) => [text, ...marksIn(marks)])
      : node.content?.map(read);
    const level = node.type === 'heading' ? Math.min(2, Number(node.attrs?.level ?? 1)) : undefined;
    const type = node.type === 'tableHeader' ? 'tableCell' : node.type;
    return [type, level, node.attrs?.start ?? 1, node.attrs?.src, node.attrs?.alt, inside ?? []];
  };
  return JSON.stringify(blocks.map(read));
}

function marksIn({ href, isBold, isItalic }: Marks): unknown[] {
  return [href ?? '', isBold, isItalic];
}

/** How many places a node takes in the document: one for each of its edges, one for a leaf, one per character. */
function sizeOf(node: EditorNode): number {
  if (node.type === 'text') return node.text?.length ?? 0;
  if (['hardBreak', 'horizontalRule', 'picture'].includes(node.type)) return 1;
  return 2 + (node.content ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
}

function writeBlock(pen: Pen, block: EditorNode, position: number): void {
  switch (block.type) {
    case 'heading':
      pen.mark(`${'#'.repeat(Number(block.attrs?.level ?? 1))} `);
      return writeInline(pen, block, position, ' ');
    case 'horizontalRule':
      return pen.mark('---');
    case 'picture':
      return pen.mark(`![${escapedAlt(block.attrs?.alt)}](${addressOf(textIn(block.attrs?.src))})`);
    case 'blockquote':
      return eachChild(block, position, (child, at, index) => {
        if (index > 0) pen.mark('\n>\n');
        pen.mark('> ');
        writeInline(pen, child, at, '\n> ');
      });
    case 'bulletList':
    case 'orderedList':
      return writeList(pen, block, position, '');
    case 'table':
      return writeTable(pen, block, position);
    default:
      return writeInline(pen, block, position, '\n');
  }
}

function writeList(pen: Pen, list: EditorNode, position: number, indent: string): void {
  eachChild(list, position, (item, at, index) => {
    if (index > 0) pen.mark('\n');
    const mark = list.type === 'bulletList' ? '- ' : `${Number(list.attrs?.start ?? 1) + index}. `;
    pen.mark(indent + mark);
    eachChild(item, at, (child, childAt, place) => {
      const isList = child.type === 'bulletList' || child.type === 'orderedList';
      if (place > 0) pen.mark(isList ? '\n' : ' ');
      if (isList) writeList(pen, child, childAt, indent + ' '.repeat(mark.length));
      else writeInline(pen, child, childAt, ' ');
    });
  });
}

function writeTable(pen: Pen, table: EditorNode, position: number): void {
  eachChild(table, position, (row, rowAt, rowIndex) => {
    if (rowIndex > 0) pen.mark('\n');
    pen.mark('|');
    eachChild(row, rowAt, (cell, cellAt) => {
      pen.mark(' ');
      eachChild(cell, cellAt, (child, at, index) => {
        if (index > 0) pen.mark(' ');
        writeInline(pen, child, at, ' ');
      });
      pen.mark(' |');
    });
    if (rowIndex === 0) pen.mark(`\n|${' --- |'.repeat(row.content?.length ?? 0)}`);
  });
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

type Marks = { href: string | undefined; isBold: boolean; isItalic: boolean };
type Piece = { text: string; position: number; marks: Marks };
const NO_MARKS: Marks = { href: undefined, isBold: false, isItalic: false };

/** The words of a line. White space at the edge of bold words would keep them from being read as bold. */
function piecesOf(node: EditorNode, position: number): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, at: number, marks: Marks): void => {
    if (text !== '') pieces.push({ text, position: at, marks });
  };
  eachChild(node, position, (child, at) => {
    if (child.type === 'hardBreak') return add('\n', at, NO_MARKS);
    const text = child.text ?? '';
    const inner = text.trim();
    const before = text.slice(0, text.length - text.trimStart().length);
    const after = text.slice(before.length + inner.length);
    const has = (name: string): boolean => child.marks?.some(({ type }) => type === name) === true;
    add(before, at, NO_MARKS);
    add(inner, at + before.length, { href: targetOf(child), isBold: has('bold'), isItalic: has('italic') });
    add(after, at + before.length + inner.length, NO_MARKS);
  });
  return merged(
    pieces.map((piece, index) =>
      piece.text.trim() === '' && piece.text !== '\n'
        ? { ...piece, marks: common(wordsNear(pieces, index, -1), wordsNear(pieces, index, 1)) }
        : piece,
    ),
  );
}

/** The marks of the words before or after white space. */
function wordsNear(pieces: readonly Piece[], from: number, step: 1 | -1): Marks {
  let at = from + step;
  while (pieces[at]?.text.trim() === '' && pieces[at]?.text !== '\n') at += step;
  return pieces[at]?.marks ?? NO_MARKS;
}

function common(one: Marks, other: Marks): Marks {
  return {
    href: one.href === other.href ? one.href : undefined,
    isBold: one.isBold && other.isBold,
    isItalic: one.isItalic && other.isItalic,
  };
}

function merged(pieces: readonly Piece[]): Piece[] {
  const runs: Piece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const isAlike =
      last &&
      last.text !== '\n' &&
      piece.text !== '\n' &&
      marksIn(last.marks).join() === marksIn(piece.marks).join();
    if (isAlike && last.position + last.text.length === piece.position)
      runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  }
  return runs;
}

type Sign = 'link' | 'bold' | 'italic';

function writeInline(pen: Pen, node: EditorNode, position: number, lineBreak: string): void {
  const pieces = piecesOf(node, position);
  const open: { sign: Sign; end: string }[] = [];
  let marks = NO_MARKS;
  const closeTo = (next: Marks): void => {
    const stays = ({ sign }: { sign: Sign }): boolean =>
      sign === 'link' ? next.href === marks.href : sign === 'bold' ? next.isBold : next.isItalic;
    const keep = open.findIndex((one) => !stays(one));
    if (keep < 0) return;
    for (const { end } of open.splice(keep).toReversed()) pen.mark(end);
  };
  let isLineStart = true;
  for (const [index, piece] of pieces.entries()) {
    if (piece.text === '\n') {
      closeTo(NO_MARKS);
      marks = NO_MARKS;
      pen.mark(lineBreak);
      isLineStart = lineBreak !== ' ';
      continue;
    }
    closeTo(piece.marks);
    // No sign begins before a blank.
    const opens = open.length < marksIn(piece.marks).filter(Boolean).length;
    const blank = opens && index > 0 ? (/^\s+/.exec(piece.text)?.[0] ?? '') : '';
    pen.words(blank, piece.position, false);
    const begin = (sign: Sign, start: string, end: string): void => {
      if (open.some((one) => one.sign === sign)) return;
      pen.mark(start);
      open.push({ sign, end });
    };
    const { href, isBold, isItalic } = piece.marks;
    if (isBold) begin('bold', '**', '**');
    // Three stars in a row would be read in another order.
    const touches = [pieces[index - 1], pieces[index + 1]].some(
      (one) => one !== undefined && one.marks.isBold !== isBold && one.text.trim() !== '',
    );
    const slant = touches ? '_' : '*';
    if (isItalic) begin('italic', slant, slant);
    if (href !== undefined) begin('link', '[', `](${href})`);
    marks = piece.marks;
    pen.words(
      piece.text.slice(blank.length),
      piece.position + blank.length,
      isLineStart && open.length === 0,
    );
    isLineStart = false;
  }
  closeTo(NO_MARKS);
}

/** Where words of the document lead; undefined where nowhere that a link may lead to. */
function targetOf({ marks, text }: EditorNode): string | undefined {
  const href = marks?.find(({ type }) => type === 'link')?.attrs?.href;
  if (typeof href !== 'string' || !isLinkTarget(href.trim()) || isBareLink(text ?? '', href))
    return undefined;
  return addressOf(href);
}

/** As it can be written between brackets. */
function addressOf(href: string): string {
  const isBalanced = /^(?:[^()]|\([^()]*\))*$/.test(href);
  return href
    .trim()
    .replace(
      isBalanced ? /[\s<>]/g : /[\s<>()]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
}

function textIn(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : '';
}

function escapedAlt(alt: unknown): string {
  return typeof alt === 'string' ? alt.replaceAll(/[\\[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ') : '';
}
