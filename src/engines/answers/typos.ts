/** Which of the known words a misspelt one probably meant, closest first. */
export function closestWords(typed: string, known: readonly string[]): { word: string; surely: number }[] {
  const most = typed.length >= 10 ? 3 : typed.length >= 7 ? 2 : 1;
  return known
    .map((word) => ({ word, steps: editDistance(typed, word) }))
    .filter(({ word, steps }) => steps <= most && steps / Math.max(word.length, typed.length) <= 0.34)
    .sort((left, right) => left.steps - right.steps)
    .filter(({ steps }, _, all) => steps === all[0]?.steps)
    .map(({ word, steps }) => ({ word, surely: 1 - 0.1 * steps }));
}

/** Letters to insert, drop, exchange or swap with their neighbour (Damerau, optimal string alignment). */
function editDistance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let steps = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwapped) steps = Math.min(steps, (rows[row - 2]?.[column - 2] ?? 0) + 1);
      line.push(steps);
    }
    rows.push(line);
  }
  return rows[left.length]?.[right.length] ?? 0;
}
