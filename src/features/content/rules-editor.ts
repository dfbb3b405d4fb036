import { type Block, type Line, readMarkup } from '#engines/markup/read.ts';
import { isBareLink } from '#engines/markup/targets.ts';
import { type ListTree, listTrees } from '#kit/markup.ts';

/**
 * The editor's document, read from content; `rules-editor-writing.ts` writes it back. What the editor can do is what the
 * markup can say, so that nothing written in it is lost when the engine, a mail or a comparison reads the text.
 */
export type EditorNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
};

/** A run of characters that is in both: at `from` in the content, at `position` in the document. */
export type Segment = { from: number; position: number; length: number };

/** Content as the editor's document. */
export function documentOf(content: string): EditorNode {
  const blocks: EditorNode[] = [];
  for (const node of readMarkup(content).flatMap(nodesOf)) {
    const last = blocks.at(-1);
    // Two lists with nothing between them would be one when they are read again.
    if (last?.type === node.type && node.type.endsWith('List')) last.content?.push(...(node.content ?? []));
    else blocks.push(node);
  }
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

function nodesOf(block: Block): EditorNode[] {
  switch (block.kind) {
    case 'heading':
      return [{ type: 'heading', attrs: { level: block.level }, ...inline(block.line) }];
    case 'paragraph':
      return paragraphs(block.lines);
    case 'quote': {
      const content = block.paragraphs.flatMap(paragraphs);
      return content.length === 0 ? [] : [{ type: 'blockquote', content }];
    }
    case 'list':
      return listTrees(block.items).map((list) => listNodeOf(list, inline));
    case 'table':
      return [{ type: 'table', content: block.rows.map((cells, row) => tableRow(cells, row === 0)) }];
    case 'rule':
      return [{ type: 'horizontalRule' }];
    case 'picture':
      return [{ type: 'picture', attrs: { src: block.src, alt: block.alt } }];
  }
}

/** None of lines that hold nothing but links without words. */
function paragraphs(lines: readonly Line[]): EditorNode[] {
  const content = lines
    .map((line) => inline(line).content ?? [])
    .filter((words) => words.length > 0)
    .flatMap((words, index) => (index === 0 ? words : [{ type: 'hardBreak' }, ...words]));
  return content.length === 0 ? [] : [{ type: 'paragraph', content }];
}

function listNodeOf<Words>(
  { start, items }: ListTree<Words>,
  wordsOf: (line: Words) => { content?: EditorNode[] },
): EditorNode {
  const content = items.map(({ line, lists }) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', ...wordsOf(line) }, ...lists.map((list) => listNodeOf(list, wordsOf))],
  }));
  return start === null
    ? { type: 'bulletList', content }
    : { type: 'orderedList', attrs: { start }, content };
}

function tableRow(cells: readonly Line[], isHead: boolean): EditorNode {
  const type = isHead ? 'tableHeader' : 'tableCell';
  return {
    type: 'tableRow',
    content: cells.map((cell) => ({ type, content: [{ type: 'paragraph', ...inline(cell) }] })),
  };
}

function inline(line: Line): { content?: EditorNode[] } {
  // What is blank at either end of a line, within a link too, would be lost when it is read again.
  const first = line.findIndex(hasWords);
  const last = line.findLastIndex(hasWords);
  if (first < 0) return {};
  return {
    content: line.slice(first, last + 1).map(({ text, isBold, isItalic, href }, index): EditorNode => {
      const begun = index === 0 ? text.trimStart() : text;
      const marks = [
        ...(isBold ? [{ type: 'bold' }] : []),
        ...(isItalic ? [{ type: 'italic' }] : []),
        // Words that are the address itself need no other.
        ...(href === null || isBareLink(text, href) ? [] : [{ type: 'link', attrs: { href } }]),
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
