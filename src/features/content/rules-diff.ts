import type { Line } from '#engines/markup/read.ts';
import { linesOf } from '#kit/markup.ts';
import { blocksOf } from './rules-markup.ts';

/** How words look where they are read. */
type Look = { isBold: boolean; isItalic: boolean; isHeading: boolean; href: string | null };

/** A run of words that stayed, came or went; with their look where content was compared. */
export type DiffPiece = { kind: 'same' | 'added' | 'removed'; text: string; look?: Look };

/** A word and the space behind it. */
type Token = { text: string; look?: Look };

function tokensOf(text: string, look?: Look): Token[] {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  return words.map((word) => (look ? { text: word, look } : { text: word }));
}

/** The words of content as they are read: no sign of its markup among them. */
function readTokens(content: string): Token[] {
  const tokens: Token[] = [];
  const addLine = (line: Line, { isHeading = false, before = '' } = {}): void => {
    const look = { isBold: false, isItalic: false, href: null, isHeading };
    tokens.push(...tokensOf(before, look));
    for (const { text, ...own } of line) tokens.push(...tokensOf(text, { ...own, isHeading }));
    const last = tokens.at(-1);
    if (last) last.text += '\n';
  };
  for (const block of blocksOf(content)) {
    const last = tokens.at(-1);
    if (last && !block.follows) last.text += '\n';
    if (block.kind === 'list')
      for (const { line, depth, number } of block.items)
        addLine(line, { before: `${'  '.repeat(depth)}${number === null ? '•' : `${number}.`} ` });
    else if (block.kind === 'table') for (const cells of block.rows) addLine(rowLine(cells));
    else if (block.kind === 'picture') addLine([{ ...NO_LOOK, text: block.alt || block.src }]);
    else if (block.kind === 'rule') addLine([{ ...NO_LOOK, text: '* * *' }]);
    else for (const line of linesOf(block)) addLine(line, { isHeading: block.kind === 'heading' });
  }
  const last = tokens.at(-1);
  if (last) last.text = last.text.trimEnd();
  return tokens;
}

const NO_LOOK = { isBold: false, isItalic: false, href: null };

function rowLine(cells: readonly Line[]): Line {
  return cells.flatMap((cell, index) => (index === 0 ? cell : [{ ...NO_LOOK, text: ' · ' }, ...cell]));
}

/** Beyond this the two texts have too little in common for a word-level view to help anybody. */
const MOST_STEPS = 2_000;

/** What turned one text into another, word by word. */
export function wordDiff(before: string, after: string): DiffPiece[] {
  return difference(tokensOf(before), tokensOf(after));
}

/** The same for content, as people read it: a link is its words, and another address makes it another link. */
export function contentDiff(before: string, after: string): DiffPiece[] {
  return difference(readTokens(before), readTokens(after));
}

/** The shortest list of words that came and went (Myers, 1986). */
function difference(left: Token[], right: Token[]): DiffPiece[] {
  let head = 0;
  while (head < left.length && head < right.length && isAlike(left[head], right[head])) head += 1;
  let tail = 0;
  while (
    tail < Math.min(left.length, right.length) - head &&
    isAlike(left.at(-1 - tail), right.at(-1 - tail))
  ) {
    tail += 1;
  }
  const middle = editScript(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
  return joined([
    ...right.slice(0, head).map((token, index) => same(left[index], token)),
    ...middle,
    ...right.slice(right.length - tail).map((token, index) => same(left[left.length - tail + index], token)),
  ]);
}

/** Spaced as it is now; where nothing comes after it any more, as before, so that what went does not stick to it. */
function same(left: Token = NO_WORD, right: Token = NO_WORD): DiffPiece {
  return { ...right, kind: 'same', text: /\s$/.test(right.text) ? right.text : left.text };
}

const NO_WORD: Token = { text: '' };

/** The space behind a word may change without the word having changed. */
function isAlike(left: Token | undefined, right: Token | undefined): boolean {
  return (
    left !== undefined &&
    left.text.trimEnd() === right?.text.trimEnd() &&
    (left.look?.href ?? null) === (right.look?.href ?? null)
  );
}

function editScript(left: Token[], right: Token[]): DiffPiece[] {
  const most = Math.min(left.length + right.length, MOST_STEPS);
  const reached: Map<number, number>[] = [];
  let frontier = new Map([[1, 0]]);
  for (let steps = 0; steps <= most; steps += 1) {
    const next = new Map<number, number>();
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const down = frontier.get(diagonal + 1) ?? -1;
      const across = frontier.get(diagonal - 1) ?? -1;
      let x = diagonal === -steps || (diagonal !== steps && across < down) ? down : across + 1;
      while (x < left.length && x - diagonal < right.length && isAlike(left[x], right[x - diagonal])) x += 1;
      next.set(diagonal, x);
      if (x >= left.length && x - diagonal >= right.length) {
        reached.push(frontier);
        return walkBack(left, right, reached);
      }
    }
    reached.push(frontier);
    frontier = next;
  }
  return [
    ...left.map((token): DiffPiece => ({ ...token, kind: 'removed' })),
    ...right.map((token): DiffPiece => ({ ...token, kind: 'added' })),
  ];
}

function walkBack(left: Token[], right: Token[], reached: Map<number, number>[]): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let x = left.length;
  let y = right.length;
  for (let steps = reached.length - 1; steps >= 0; steps -= 1) {
    const frontier = reached[steps] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = frontier.get(diagonal + 1) ?? -1;
    const across = frontier.get(diagonal - 1) ?? -1;
    const isDown = diagonal === -steps || (diagonal !== steps && across < down);
    const fromX = isDown ? down : across;
    const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1);
    const startX = isDown ? fromX : fromX + 1;
    while (x > Math.max(startX, 0) && y > 0) {
      x -= 1;
      y -= 1;
      pieces.push(same(left[x], right[y]));
    }
    if (steps === 0) break;
    if (isDown) {
      y -= 1;
      pieces.push({ ...(right[y] ?? NO_WORD), kind: 'added' });
    } else {
      x -= 1;
      pieces.push({ ...(left[x] ?? NO_WORD), kind: 'removed' });
    }
    x = fromX;
    y = fromY;
  }
  return pieces.toReversed();
}

function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const runs: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.kind === piece.kind && lookKey(last) === lookKey(piece)) last.text += piece.text;
    else runs.push({ ...piece });
  }
  return runs;
}

function lookKey({ look }: DiffPiece): string {
  return look ? JSON.stringify([look.isBold, look.isItalic, look.isHeading, look.href]) : '';
}

/** "12 words added, 3 removed"; undefined where nothing changed. */
export function diffCounts(pieces: readonly DiffPiece[]): string | undefined {
  const countOfKind = (kind: DiffPiece['kind']): number =>
    pieces
      .filter((piece) => piece.kind === kind)
      .reduce((sum, { text }) => sum + (text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0);
  const added = countOfKind('added');
  const removed = countOfKind('removed');
  if (added + removed === 0) return undefined;
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`]
    .filter(Boolean)
    .join(', ');
  return parts.replace(/^(\d+)/, (figure) => `${figure} ${figure === '1' ? 'word' : 'words'}`);
}
