import type { Segment } from './rules-editor.ts';

/** What is tried, from what people write to what is always read back as the same words. */
export const CARE = ['none', 'signs', 'addresses'] as const;
export type Care = (typeof CARE)[number];

const SPECIAL = /[\\*_[\]<|`]/;
const BARE_ADDRESS = /https?:\/\/[^\s<>"\\]+/g;
/** What would begin a heading, a list, a quote, a table or a rule. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|[-*_]{3,}|>|\||\d{1,9}(?=[.)](?:\s|$)))/;

/** Writes words with as many backslashes as the care asks for, and notes where each is in the document. */
export class Pen {
  text = '';
  readonly segments: Segment[] = [];
  readonly care: Care;

  constructor(care: Care) {
    this.care = care;
  }

  written(): { content: string; segments: Segment[] } {
    return { content: this.text.trimEnd(), segments: this.segments };
  }

  mark(signs: string): void {
    this.text += signs;
  }

  words(text: string, position: number, isLineStart: boolean): void {
    if (this.care === 'none') return this.#put(text, position);
    const addresses = [...text.matchAll(BARE_ADDRESS)].map(
      ({ 0: found, index }) => [index, index + found.length] as const,
    );
    const start = isLineStart ? LINE_START.exec(text)?.[0] : undefined;
    const digits = start !== undefined && /^\d/.test(start) ? start.length : undefined;
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const isInAddress = addresses.some(([begin, end]) => at >= begin && at < end);
      const isSpecial =
        this.care === 'signs'
          ? SPECIAL.test(text[at] ?? '') && !isInAddress
          : SPECIAL.test(text[at] ?? '') || text.startsWith('://', at);
      if (!isSpecial && !(at === 0 && start !== undefined && digits === undefined) && at !== digits) continue;
      this.#put(text.slice(from, at), position + from);
      this.mark('\\');
      from = at;
    }
    this.#put(text.slice(from), position + from);
  }

  #put(text: string, position: number): void {
    if (text === '') return;
    this.segments.push({ from: this.text.length, position, length: text.length });
    this.text += text;
  }
}
