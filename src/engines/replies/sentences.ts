import { foldText } from '#kit/text.ts';

/** A pattern sees at most this much of a sentence, so that no text is slow to read. */
const LONGEST_SENTENCE = 500;
const MOST_SENTENCES = 200;
/** A line this long was broken by the mail program, not by its writer. */
const WRAPPED_LINE = 50;
/** And a shorter one, where the next goes on in lower case. */
const NARROW_LINE = 22;

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae?', ö: 'oe?', ü: 'ue?' };

/** Lower case without accents, hyphens between letters as blanks, one kind of apostrophe; addresses are `eaddr`. */
export function foldSentence(text: string): string {
  return foldText(text)
    .replaceAll('ß', 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/[\w.+-]{1,64}@[\w.-]{1,190}\w/g, 'eaddr')
    .replace(/(?<=\w)[-‐‑](?=\w)/g, ' ')
    .replace(/(\w)\1{2,}/g, '$1$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A pattern for folded text; German umlauts match their two spellings. */
export function foldPattern(pattern: string): string {
  return pattern
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
}

/** The sentences of a message; a short line is one of its own, as greetings and signatures are. */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let open = '';
  const close = (): void => {
    if (open.trim() !== '') sentences.push(open.trim().slice(0, LONGEST_SENTENCE));
    open = '';
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const parts = line.trim().split(/(?<=[.!?…])(?<!\b\d{1,2}\.)\s+/u);
    for (const [at, part] of parts.entries()) {
      open = `${open} ${part}`.slice(0, LONGEST_SENTENCE * 2);
      if (at < parts.length - 1) close();
    }
    const isContinued = line.trim().length >= NARROW_LINE && /^\s?\p{Ll}/u.test(lines[index + 1] ?? '');
    if ((line.trim().length < WRAPPED_LINE && !isContinued) || /[.!?…:]$/u.test(line.trimEnd())) close();
    if (sentences.length >= MOST_SENTENCES) return sentences.slice(0, MOST_SENTENCES);
  }
  close();
  return sentences;
}
