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

/** Where a script, a style or a comment begins or ends. */
const SILENT_EDGES = /<!-->|<!--|-->|<(\/?)(script|style)\b[^<>]*>?/gi;
const BREAKS = /<(?:br|\/?(?:p|div|li|tr|h\d))\b[^<>]*>/gi;

/**
 * The words of HTML from outside, a line break in place of each break and block; entities stay as they are. It reads
 * from left to right and never further than the next bracket, so that no text, however it is made, takes long.
 */
export function withoutTags(html: string): string {
  return withoutSilent(html)
    .replace(BREAKS, '\n')
    .replace(/<[^<>]*>/g, '');
}

function withoutSilent(html: string): string {
  let out = '';
  let at = 0;
  let inside: string | undefined;
  for (const { 0: edge, 1: slash, 2: name, index } of html.matchAll(SILENT_EDGES)) {
    const kind = name?.toLowerCase() ?? 'comment';
    const isEnd = edge === '-->' || edge === '<!-->' || slash === '/';
    if (inside === undefined) {
      if (isEnd) continue;
      out += `${html.slice(at, index)} `;
      inside = kind;
    } else if (isEnd && kind === inside) {
      inside = undefined;
      at = index + edge.length;
    }
  }
  return inside === undefined ? out + html.slice(at) : out;
}
