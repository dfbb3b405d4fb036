/** Letters of the instructions in a row from which on an answer repeats them rather than sounding alike. */
const LEAST_LETTERS = 36;

export type LeakWatch = {
  /** True once the pieces so far repeat the instructions. */
  hears: (piece: string) => boolean;
};

/**
 * Listens whether an answer repeats the instructions that a model was given: in their words, in other cases, spaced,
 * hyphenated or backwards. What the instructions share with `said`, which the person wrote, is theirs to be repeated.
 */
export function watchForLeaks(instructions: string, said: string): LeakWatch {
  const own = lettersOf(said);
  const guarded = new Set<string>();
  for (const letters of [lettersOf(instructions), backwards(lettersOf(instructions))]) {
    for (let at = 0; at + LEAST_LETTERS <= letters.length; at += 1) {
      const run = letters.slice(at, at + LEAST_LETTERS);
      if (!own.includes(run)) guarded.add(run);
    }
  }
  let tail = '';
  return {
    hears(piece) {
      const letters = tail + lettersOf(piece);
      for (let at = 0; at + LEAST_LETTERS <= letters.length; at += 1) {
        if (guarded.has(letters.slice(at, at + LEAST_LETTERS))) return true;
      }
      tail = letters.slice(-(LEAST_LETTERS - 1));
      return false;
    },
  };
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join('');
}
