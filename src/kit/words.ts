import { foldText } from './text.ts';

export type Word = {
  /** Lower case, without accents. */
  text: string;
  /** Offsets in the text it came from, as `String.slice` takes them. */
  start: number;
  end: number;
};

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
// oxlint-disable-next-line no-control-regex -- the point is to tell plain ASCII from the rest
const ASCII = /^[\x00-\x7f]*$/;

/** The words of a text in order, each with its place. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [raw] = match;
    const folded = ASCII.test(raw) ? raw.toLowerCase() : foldText(raw);
    words.push({ text: folded, start: match.index, end: match.index + raw.length });
  }
  return words;
}

/**
 * Cuts common English endings, so that "runner", "runs" and "running" meet. Deliberately light: it joins forms of
 * one word and leaves different words apart.
 */
export function stem(word: string): string {
  let root = word.replace(/['’]s?$/, '');
  if (root.length > 4) root = root.replace(/ies$/, 'y').replace(/(?:ss)es$/, 'ss');
  if (root.length > 3) root = root.replace(/([^su])s$/, '$1');
  if (root.length > 5) root = root.replace(/ing$|ed$|er$/, '').replace(/([^aeiouls])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '').replace(/y$/, 'i') : root;
}
