/** Whether a text holds a word as people would read it: without regard to case and accents, figures as a whole. */
export function has(text: string, needle: string): boolean {
  const [haystack, wanted] = [folded(text), folded(needle)];
  const startsWithDigit = /^\d/.test(wanted);
  const before = startsWithDigit ? '(?<!\\w)(?<!\\d[.,])' : /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}_])' : '';
  const isShortWord = /^\p{L}{1,3}$/u.test(wanted);
  const after = /\d$/.test(wanted) ? '(?![\\d:]|[.,](?!00\\b)\\d)' : isShortWord ? '(?![\\p{L}\\p{N}_])' : '';
  return new RegExp(before + wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + after, 'u').test(haystack);
}

/** Which of the barred words a text holds. */
export function violates(text: string, barred: readonly string[]): string[] {
  return barred.filter((word) => folded(text).includes(folded(word)));
}

function folded(text: string): string {
  return text.replaceAll('’', "'").replaceAll('–', '-').normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}
