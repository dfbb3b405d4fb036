/** A piece of light markup, from top to bottom; `Line` is the text in it, whole or cut into stretches. */
export type BlockOf<Line> =
  | { kind: 'heading'; level: 1 | 2; line: Line }
  | { kind: 'paragraph'; lines: Line[] }
  | { kind: 'quote'; paragraphs: Line[][] }
  | { kind: 'list'; items: ListItem<Line>[] }
  /** The first row is the head. */
  | { kind: 'table'; rows: Line[][] }
  | { kind: 'rule' }
  | { kind: 'picture'; src: string; alt: string };

/** `depth` counts the lists around its own; without a `number` it is a bullet. */
export type ListItem<Line> = { line: Line; depth: number; number: number | null };

/** The same piece with other lines. */
export function withLines<From, To>(block: BlockOf<From>, lineOf: (line: From) => To): BlockOf<To> {
  switch (block.kind) {
    case 'heading':
      return { ...block, line: lineOf(block.line) };
    case 'paragraph':
      return { ...block, lines: block.lines.map(lineOf) };
    case 'quote':
      return { ...block, paragraphs: block.paragraphs.map((lines) => lines.map(lineOf)) };
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, line: lineOf(item.line) })) };
    case 'table':
      return { ...block, rows: block.rows.map((cells) => cells.map(lineOf)) };
    default:
      return block;
  }
}

/** Its lines in their order. */
export function linesOf<Line>(block: BlockOf<Line>): readonly Line[] {
  switch (block.kind) {
    case 'heading':
      return [block.line];
    case 'paragraph':
      return block.lines;
    case 'quote':
      return block.paragraphs.flat();
    case 'list':
      return block.items.map(({ line }) => line);
    case 'table':
      return block.rows.flat();
    default:
      return [];
  }
}

/** Lists within lists, as HTML has them. */
export type ListTree<Line> = { start: number | null; items: { line: Line; lists: ListTree<Line>[] }[] };

export function listTrees<Line>(items: readonly ListItem<Line>[]): ListTree<Line>[] {
  const top: ListTree<Line>[] = [];
  /** The lists that are open at each depth. */
  const open: ListTree<Line>[][] = [top];
  for (const { line, depth, number } of items) {
    const level = Math.min(depth, open.length - 1);
    open.length = level + 1;
    const lists = open[level] ?? top;
    const last = lists.at(-1);
    const list = last && (last.start === null) === (number === null) ? last : { start: number, items: [] };
    if (list !== last) lists.push(list);
    const item = { line, lists: [] };
    list.items.push(item);
    open.push(item.lists);
  }
  return top;
}
