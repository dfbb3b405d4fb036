/** A piece of light markup, from top to bottom; `Line` is what stands in it: text, or text cut into stretches. */
export type BlockOf<Line> =
  | { kind: 'heading'; level: 1 | 2; line: Line }
  | { kind: 'paragraph'; lines: Line[] }
  | { kind: 'bullets'; items: Line[] }
  /** Counted from `start`. */
  | { kind: 'numbered'; items: Line[]; start: number }
  /** The first row is the head. */
  | { kind: 'table'; rows: Line[][] };

/** The same piece with other lines. */
export function withLines<From, To>(block: BlockOf<From>, lineOf: (line: From) => To): BlockOf<To> {
  switch (block.kind) {
    case 'heading':
      return { ...block, line: lineOf(block.line) };
    case 'paragraph':
      return { ...block, lines: block.lines.map(lineOf) };
    case 'bullets':
    case 'numbered':
      return { ...block, items: block.items.map(lineOf) };
    case 'table':
      return { ...block, rows: block.rows.map((cells) => cells.map(lineOf)) };
  }
}
