/** A run of words that stayed, came or went. */
export type DiffPiece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Words and the space behind them. */
function tokensOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Beyond this the two texts have too little in common for a word-level view to help anybody. */
const MOST_STEPS = 2_000;

/** What turned `before` into `after`, word by word (Myers, 1986): the shortest list of words that came and went. */
export function wordDiff(before: string, after: string): DiffPiece[] {
  const left = tokensOf(before);
  const right = tokensOf(after);
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
    ...right.slice(0, head).map((text, index) => same(left[index], text)),
    ...middle,
    ...right.slice(right.length - tail).map((text, index) => same(left[left.length - tail + index], text)),
  ]);
}

/** With the wider of the two spaces, so that a word that came or went beside it does not stick to it. */
function same(left = '', right = ''): DiffPiece {
  return { kind: 'same', text: left.length > right.length ? left : right };
}

/** The space behind a word may change without the word having changed. */
function isAlike(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && left.trimEnd() === right?.trimEnd();
}

function editScript(left: string[], right: string[]): DiffPiece[] {
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
    ...left.map((text): DiffPiece => ({ kind: 'removed', text })),
    ...right.map((text): DiffPiece => ({ kind: 'added', text })),
  ];
}

function walkBack(left: string[], right: string[], reached: Map<number, number>[]): DiffPiece[] {
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
      pieces.push({ kind: 'added', text: right[y] ?? '' });
    } else {
      x -= 1;
      pieces.push({ kind: 'removed', text: left[x] ?? '' });
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
    if (last?.kind === piece.kind) last.text += piece.text;
    else runs.push({ ...piece });
  }
  return runs;
}

/** "12 words added, 3 removed"; undefined where nothing changed. */
export function diffCounts(pieces: readonly DiffPiece[]): string | undefined {
  const countOfKind = (kind: DiffPiece['kind']): number =>
    pieces
      .filter((piece) => piece.kind === kind)
      .reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const added = countOfKind('added');
  const removed = countOfKind('removed');
  if (added + removed === 0) return undefined;
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`]
    .filter(Boolean)
    .join(', ');
  return parts.replace(/^(\d+)/, (figure) => `${figure} ${figure === '1' ? 'word' : 'words'}`);
}
