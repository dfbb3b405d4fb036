/** Words in disguise: digits and signs for letters, words run together, letters apart. Each is lifted only to a known word. */

export type IsKnown = (word: string) => boolean;

const LEET: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
};
const VOWELS = ['a', 'e', 'i', 'o', 'u'];

/** Words spelled with letters apart have so many. */
export const SHORTEST_APART = 3;
export const LONGEST_APART = 14;

type Placed = { word: string; start: number; end: number };

/** c4ncer, d!abetes, c*re. */
export function unmask(word: string, isKnown: IsKnown): string | undefined {
  const plain = word.replace(/[013-5789@$]/g, (mark) => LEET[mark] ?? mark);
  const options = plain.includes('*') ? VOWELS.map((vowel) => plain.replaceAll('*', vowel)) : [plain];
  if (word.includes('1')) options.push(plain.replaceAll('i', 'l'));
  return options.find((option) => /^[a-z]{3,}$/.test(option) && isKnown(option));
}

/** Into as few known words as can be, or undefined when something would be left. */
export function cutApart(word: string, isKnown: IsKnown): string[] | undefined {
  const best: (string[] | undefined)[] = [[]];
  for (let at = 1; at <= word.length; at += 1) {
    for (let from = Math.max(0, at - 18); from < at; from += 1) {
      const before = best[from];
      if (!before) continue;
      const part = word.slice(from, at);
      if (part.length < 2 || !isKnown(part)) continue;
      const shortest = best[at];
      if (!shortest || before.length + 1 < shortest.length) best[at] = [...before, part];
    }
  }
  return best[word.length];
}

/** Whether single letters in a row spell a known word. */
export function isSpelledApart(letters: readonly Placed[], isKnown: IsKnown): boolean {
  const [first] = letters;
  const last = letters.at(-1);
  if (!first || !last || letters.length < SHORTEST_APART) return false;
  const isClose = last.end - first.start <= letters.length * 2;
  return isClose && isKnown(letters.map((token) => token.word).join(''));
}
