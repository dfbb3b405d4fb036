/** Light markup, of which people see the words alone: where a link's words and address stand, and words with marks inside. */
import { type IsKnown, unmask } from './disguise.ts';
import { fold } from './letters.ts';

/** [words](address), with merge fields and brackets in the address; one that leads nowhere is shown as it was written. */
const LINK =
  /\[[^\][\n]+\]\((?:https?:\/\/|mailto:|tel:|\{\{\s*landingPage\s*(?:\|[^{}\n]*)?\}\})(?:\{\{[^{}\n]*\}\}|\([^\s()]*\)|(?!\{\{)[^\s()])*\)/iy;
const LONGEST_MARKED = 40;

/** Where the words of a link end, and where its address does, brackets included. */
type Link = { wordsEnd: number; end: number };

export class Markup {
  private readonly links = new Map<number, Link | undefined>();
  /** The same links by where their words end. */
  private readonly wordsEnds = new Map<number, Link>();
  private readonly text: string;
  private readonly isKnown: IsKnown;

  constructor(text: string, isKnown: IsKnown) {
    this.text = text;
    this.isKnown = isKnown;
  }

  /** The link that begins with the bracket at `position`. */
  linkAt(position: number, to: number): Link | undefined {
    if (!this.links.has(position)) {
      LINK.lastIndex = position;
      const found = LINK.exec(this.text)?.[0];
      const link = found && { wordsEnd: position + found.indexOf(']'), end: position + found.length };
      this.links.set(position, link && link.end <= to ? link : undefined);
      if (link && link.end <= to) this.wordsEnds.set(link.wordsEnd, link);
    }
    return this.links.get(position);
  }

  /** The link whose words end with the bracket at `position`. */
  linkEndingAt(position: number): Link | undefined {
    return this.wordsEnds.get(position);
  }

  /** Whether the letters from `wordStart` on are a known word once the marks between them are gone: can**c**er. */
  isWordWithMarks(wordStart: number, to: number): boolean {
    const { text } = this;
    let letters = '';
    let position = wordStart;
    while (position < to && letters.length <= LONGEST_MARKED) {
      const character = String.fromCodePoint(text.codePointAt(position) ?? 32);
      const plain = fold(character);
      const end = character === ']' ? this.linkEndingAt(position)?.end : undefined;
      if (end !== undefined) position = end;
      else if (character === '*' || character === '_') position += 1;
      else if (character === '[' && this.linkAt(position, to)) position += 1;
      else if (plain === '' || /^[\p{L}\d]+$/u.test(plain)) {
        letters += plain;
        position += character.length;
      } else break;
    }
    return this.isKnown(letters) || (/\d/.test(letters) && unmask(letters, this.isKnown) !== undefined);
  }
}
