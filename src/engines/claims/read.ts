/**
 * Reads a text as a person would and remembers where each word stood: HTML tags and entities, links and bold words in
 * light markup, merge fields, accents, look-alike letters, zero-width characters, digits for letters, spaced-out words
 * and hashtags all come out as plain lower-case words. One pass; every character is looked at a bounded number of times.
 */

import { cutApart, isSpelledApart, LONGEST_APART, SHORTEST_APART, unmask } from './disguise.ts';
import { entityAt, Tags } from './html.ts';
import { ASCII_KIND, DIGIT, fold, IS_LETTER, LETTER, OTHER, SPACE } from './letters.ts';
import { Markup } from './markup.ts';

/** What stands between a word and the one before it. */
const NO_BREAK = 0;
export const COMMA = 1;
export const CLAUSE_END = 2;
export const SENTENCE_END = 3;

export type Token = {
  word: string;
  /** Place in the original text, end exclusive. */
  start: number;
  end: number;
  breakBefore: number;
  sentence: number;
  isQuoted: boolean;
  /** In CamelCase, as product names are. */
  isName: boolean;
  isUpper: boolean;
  isCapital: boolean;
};

type Sentence = { from: number; to: number; isQuestion: boolean };

export type Reading = { tokens: Token[]; sentences: Sentence[] };

/** Past this, a sentence is cut: scopes stay bounded however long somebody writes without a full stop. */
const LONGEST_SENTENCE = 80;
const LONGEST_QUOTE = 80;
const LONGEST_WORD = 60;
const LONGEST_RUN_APART = 60;

const ABBREVIATIONS = new Set('dr mr mrs ms st vs prof jr sr no approx inc ltd eg ie etc tel nos'.split(' '));
/** Names in CamelCase that are nobody's supplement. */
const KNOWN_NAMES = new Set(
  'whatsapp youtube linkedin tiktok paypal iphone ipad facebook github trustpilot healthkit strava woocommerce'.split(
    ' ',
  ),
);
export type ReadOptions = {
  isHtml: boolean;
  /** Whether the lexicon has the word: a disguise is lifted only where something known is under it. */
  isKnown: (word: string) => boolean;
};

export function readText(text: string, options: ReadOptions): Reading {
  const reader = new Reader(text, options);
  reader.run(0, text.length);
  return reader.finish();
}

class Reader {
  private readonly tokens: Token[] = [];
  private readonly sentences: Sentence[] = [];
  private sentenceFrom = 0;
  private pendingBreak = NO_BREAK;
  private quoteFrom = -1;
  private quoteMark = '';
  private isQuestion = false;
  // The word being read. `letters` is set once it differs from its slice of the text.
  private wordStart = -1;
  private wordEnd = -1;
  private letters: string | undefined;
  private hasDigit = false;
  private hasHump = false;
  private isHashtag = false;
  private isMasked = false;
  private singles = 0;
  private readonly tags: Tags;
  private readonly markup: Markup;
  /** Behind the words of links. */
  private readonly addresses: { from: number; end: number }[] = [];
  private readonly text: string;
  private readonly options: ReadOptions;

  constructor(text: string, options: ReadOptions) {
    this.text = text;
    this.options = options;
    this.tags = new Tags(text);
    this.markup = new Markup(text, options.isKnown);
  }

  run(from: number, to: number): void {
    const { text } = this;
    const { isHtml } = this.options;
    let position = from;
    while (position < to) {
      const code = text.charCodeAt(position);
      const kind = code < 128 ? ASCII_KIND[code] : OTHER;
      if (kind === LETTER) {
        if (this.wordStart < 0) this.wordStart = position;
        else if (code < 97 && position > this.wordStart && text.charCodeAt(position - 1) >= 97)
          this.hasHump = true;
        if (this.letters !== undefined) this.letters += text[position];
        position += 1;
        this.wordEnd = position;
      } else if (kind === DIGIT) {
        if (this.wordStart < 0) this.wordStart = position;
        if (this.letters !== undefined) this.letters += text[position];
        this.hasDigit = true;
        position += 1;
        this.wordEnd = position;
      } else if (kind === SPACE) {
        this.endWord();
        if (code === 10 || code === 13) this.lineBreak(position, to);
        position += 1;
      } else if (isHtml && code === 60) {
        position = this.tag(position, to);
      } else if (isHtml && code === 38) {
        position = this.entity(position, to);
      } else if (code === 123 && text.charCodeAt(position + 1) === 123) {
        position = this.mergeField(position, to);
      } else if (code === 42 || code === 91 || code === 93 || code === 95) {
        position = this.markupMark(position, to);
      } else if (code < 128) {
        this.mark(text[position] ?? '', position, position + 1, to);
        position += 1;
      } else {
        const character = String.fromCodePoint(text.codePointAt(position) ?? code);
        this.foreign(character, position, position + character.length, to);
        position += character.length;
      }
    }
    this.endWord();
  }

  finish(): Reading {
    this.endSentence();
    // Where an address is shown in full its words are read too, apart from the sentence that it stands behind.
    for (const { from, end } of this.addresses) {
      this.quoteFrom = -1;
      this.run(from, end);
      this.endSentence();
    }
    const { tokens, sentences } = this;
    return { tokens, sentences };
  }

  /** A character outside ASCII: part of a word, invisible, or a mark. */
  private foreign(character: string, start: number, end: number, to: number): void {
    const plain = fold(character);
    if (plain === '') {
      if (this.wordStart >= 0) this.letters ??= this.text.slice(this.wordStart, start);
      return;
    }
    if (IS_LETTER.test(plain) || /^\d+$/.test(plain)) {
      if (this.wordStart < 0) {
        this.wordStart = start;
        this.letters = '';
      }
      this.letters ??= this.text.slice(this.wordStart, start);
      if (/\d/.test(plain)) this.hasDigit = true;
      this.letters += plain;
      this.wordEnd = end;
      return;
    }
    this.mark(character, start, end, to);
  }

  private mark(mark: string, start: number, end: number, to: number): void {
    const { text } = this;
    const inWord = this.wordStart >= 0 && this.wordEnd === start;
    const next = end < to ? text.charCodeAt(end) : 32;
    const isBeforeLetter =
      next < 128 ? ASCII_KIND[next] === LETTER : next > 191 && IS_LETTER.test(text[end] ?? '');
    const isBeforeDigit = next >= 48 && next <= 57;
    switch (mark) {
      case "'":
      case '’':
      case '`':
        if (inWord && isBeforeLetter) {
          this.letters ??= text.slice(this.wordStart, start);
          this.letters += "'";
          this.wordEnd = end;
          return;
        }
        this.endWord();
        if (mark !== '`') this.quote("'", !inWord && isBeforeLetter);
        return;
      case '@':
      case '$':
      case '*':
        if (inWord && isBeforeLetter) {
          this.letters ??= text.slice(this.wordStart, start);
          this.letters += mark;
          this.isMasked = true;
          this.wordEnd = end;
          return;
        }
        this.endWord();
        if (mark === '$') this.push('$', start, end);
        return;
      case '.':
      case ',':
        if (inWord && this.hasDigit && isBeforeDigit && this.letters === undefined) {
          this.wordEnd = end;
          return;
        }
        this.endWord();
        if (mark === ',') this.pause(COMMA);
        else this.stop(start, end, to);
        return;
      case '!':
      case '?':
      case '…':
      case '‽':
        this.endWord();
        if (mark === '?') this.isQuestion = true;
        this.stop(start, end, to);
        return;
      case '#':
        this.endWord();
        if (isBeforeLetter) {
          this.isHashtag = true;
          this.pause(COMMA);
        } else if (isBeforeDigit) this.push('#', start, end);
        return;
      case '-':
      case '‐':
      case '‑': {
        const isBetweenWords = inWord && (isBeforeLetter || isBeforeDigit);
        this.endWord();
        if (!isBetweenWords) this.pause(CLAUSE_END);
        return;
      }
      case '"':
      case '“':
      case '”':
      case '„':
      case '«':
      case '»':
      case '‘': {
        const isInchSign = mark === '"' && inWord && this.hasDigit && this.quoteFrom < 0;
        this.endWord();
        if (!isInchSign)
          this.quote(mark === '‘' ? "'" : '"', mark === '“' || mark === '„' || mark === '«' || mark === '‘');
        return;
      }
      case '%':
      case '+':
      case '&':
      case '£':
      case '€':
        this.endWord();
        this.push(mark, start, end);
        return;
      case '_':
      case '/':
      case '~':
        this.endWord();
        return;
      case '(':
      case ')':
      case '[':
      case ']':
        this.endWord();
        this.pause(COMMA);
        return;
      default:
        this.endWord();
        this.pause(CLAUSE_END);
    }
  }

  private pause(strength: number): void {
    if (strength > this.pendingBreak) this.pendingBreak = strength;
  }

  /** A full stop ends a sentence unless it belongs to an abbreviation or stands inside a word. */
  private stop(start: number, end: number, to: number): void {
    const next = end < to ? this.text.charCodeAt(end) : 32;
    const isInside = next < 128 && (ASCII_KIND[next] === LETTER || ASCII_KIND[next] === DIGIT);
    if (this.text[start] === '.') {
      if (isInside) return;
      const last = this.tokens.at(-1);
      // F.D.A. in the middle of a sentence.
      const isInitial = last?.end === start && last.word.length === 1 && last.isCapital;
      if (isInitial && /[a-z]/.test(this.text.charAt(end + 1))) return;
      const follows = this.text.charCodeAt(end + 1);
      if (last?.end === start && ABBREVIATIONS.has(last.word) && follows !== 10 && end + 1 < to) return;
    }
    this.endSentence();
  }

  private endSentence(): void {
    this.endWord();
    this.joinSingles();
    const to = this.tokens.length;
    if (to > this.sentenceFrom) {
      this.sentences.push({ from: this.sentenceFrom, to, isQuestion: this.isQuestion });
      this.sentenceFrom = to;
    }
    this.isQuestion = false;
    this.pendingBreak = SENTENCE_END;
  }

  /** A line that goes on in lower case was only wrapped. */
  private lineBreak(position: number, to: number): void {
    let next = position + 1;
    while (next < to && ASCII_KIND[this.text.charCodeAt(next)] === SPACE && next - position < 4) {
      if (this.text.charCodeAt(next) === 10) return this.endSentence();
      next += 1;
    }
    const code = this.text.charCodeAt(next);
    if (!(code >= 97 && code <= 122)) this.endSentence();
  }

  private quote(mark: string, isOpening: boolean): void {
    if (this.quoteFrom >= 0 && this.quoteMark === mark && !(isOpening && mark === "'")) {
      this.quoteFrom = -1;
    } else if (this.quoteFrom < 0 && (mark === '"' || isOpening)) {
      this.quoteFrom = this.tokens.length;
      this.quoteMark = mark;
    }
  }

  private endWord(): void {
    if (this.wordStart < 0) {
      this.isHashtag = false;
      return;
    }
    const { wordStart: start, wordEnd: end, isHashtag, hasHump, hasDigit, isMasked } = this;
    const letters = this.letters ?? this.text.slice(start, end);
    const isExact = this.letters === undefined;
    this.wordStart = -1;
    this.letters = undefined;
    this.hasDigit = this.hasHump = this.isHashtag = this.isMasked = false;
    if (letters === '') return;
    if (letters.length > LONGEST_WORD) this.push('', start, end);
    else if (hasDigit || isMasked) this.pushMixed(letters, start, end);
    else if (hasHump && isExact) this.pushHumps(letters, start);
    else if (isHashtag) this.pushHashtag(letters.toLowerCase(), start, end);
    else this.pushWord(letters, start, end);
  }

  private pushWord(letters: string, start: number, end: number): void {
    let word = letters.toLowerCase();
    const apostrophe = word.indexOf("'");
    if (apostrophe > 0 && !word.endsWith("n't")) word = word.slice(0, apostrophe);
    if (word.length > 4 && !this.options.isKnown(word)) {
      const short = word.replace(/(.)\1{2,}/g, '$1');
      if (short !== word && this.options.isKnown(short)) word = short;
    }
    this.push(word, start, end, letters);
  }

  /** 8lb is a number and a unit, b12 a name, c4ncer a word in disguise. */
  private pushMixed(letters: string, start: number, end: number): void {
    const word = letters.toLowerCase();
    if (/^[\d.,]+$/.test(word)) return this.push(word, start, end);
    const real = unmask(word, this.options.isKnown);
    if (real !== undefined) return this.push(real, start, end);
    const unit = /^([\d.,]+)([a-z]+)$/.exec(word);
    if (unit?.[1] && unit[2] && end - start === word.length) {
      this.push(unit[1], start, start + unit[1].length);
      return this.push(unit[2], start + unit[1].length, end);
    }
    this.push(word.replace(/'.*/, ''), start, end, letters);
  }

  private pushHumps(letters: string, start: number): void {
    const isProduct = !KNOWN_NAMES.has(letters.toLowerCase());
    let from = 0;
    for (let at = 1; at <= letters.length; at += 1) {
      const isHump = at < letters.length && /[a-z][A-Z][a-z]/.test(letters.slice(at - 1, at + 2));
      if (at < letters.length && !isHump) continue;
      this.push(letters.slice(from, at).toLowerCase(), start + from, start + at, letters, isProduct);
      from = at;
    }
  }

  /** #curediabetes: cut into known words, when it can be cut completely. */
  private pushHashtag(word: string, start: number, end: number): void {
    const cuts = cutApart(word, this.options.isKnown);
    if (!cuts || end - start !== word.length) return this.push(word, start, end);
    let from = start;
    for (const part of cuts) {
      this.push(part, from, from + part.length);
      from += part.length;
    }
  }

  private push(word: string, start: number, end: number, letters = '', isName = false): void {
    const isSingle = word.length === 1 && word >= 'a' && word <= 'z';
    if (!isSingle || this.singles >= LONGEST_RUN_APART) this.joinSingles();
    if (this.tokens.length - this.sentenceFrom >= LONGEST_SENTENCE) {
      this.joinSingles();
      this.sentences.push({ from: this.sentenceFrom, to: this.tokens.length, isQuestion: false });
      this.sentenceFrom = this.tokens.length;
    }
    if (this.quoteFrom >= 0 && this.tokens.length - this.quoteFrom > LONGEST_QUOTE) this.quoteFrom = -1;
    const first = letters.charCodeAt(0);
    this.tokens.push({
      word,
      start,
      end,
      breakBefore: this.pendingBreak,
      sentence: this.sentences.length,
      isQuoted: this.quoteFrom >= 0,
      isName,
      isUpper: letters.length > 1 && first < 97 && letters === letters.toUpperCase(),
      isCapital: first >= 65 && first <= 90,
    });
    this.pendingBreak = NO_BREAK;
    if (isSingle) this.singles += 1;
  }

  /** c u r e, c.u.r.e, c-u-r-e: a run of single letters that can be read as known words is read so. */
  private joinSingles(): void {
    const run = this.singles < SHORTEST_APART ? [] : this.tokens.splice(-this.singles);
    this.singles = 0;
    while (run.length > 0) {
      let length = Math.min(run.length, LONGEST_APART);
      while (length > 1 && !isSpelledApart(run.slice(0, length), this.options.isKnown)) length -= 1;
      const letters = run.splice(0, length);
      const [first] = letters;
      const end = letters.at(-1)?.end;
      if (first && end !== undefined) {
        this.tokens.push({ ...first, word: letters.map((token) => token.word).join(''), end });
      }
    }
  }

  /** `{{firstName|there}}`: the field stands for a name, its fallback is read as text. */
  private mergeField(position: number, to: number): number {
    const { text } = this;
    let close = position + 2;
    const limit = Math.min(to, position + 300);
    while (close < limit && !(text.charCodeAt(close) === 125 && text.charCodeAt(close + 1) === 125))
      close += 1;
    if (close >= limit) {
      this.endWord();
      return position + 2;
    }
    this.endWord();
    const bar = text.slice(position, close).indexOf('|');
    if (bar > 0) this.run(position + bar + 1, close);
    else this.push('{{}}', position, close + 2);
    return close + 2;
  }

  /** `*`, `_` and the brackets of a link: nobody sees them, in the middle of a word neither. */
  private markupMark(position: number, to: number): number {
    const { text, markup } = this;
    const character = text[position] ?? '';
    const ending = character === ']' ? markup.linkEndingAt(position) : undefined;
    const isLink = ending !== undefined || (character === '[' && markup.linkAt(position, to) !== undefined);
    if (this.wordStart >= 0 && (isLink || character === '*' || character === '_')) {
      if (markup.isWordWithMarks(this.wordStart, to))
        this.letters ??= text.slice(this.wordStart, this.wordEnd);
      else if (isLink) this.endWord();
      else this.mark(character, position, position + 1, to);
    } else if (!isLink) this.mark(character, position, position + 1, to);
    if (ending === undefined) return position + 1;
    this.addresses.push({ from: position + 2, end: ending.end - 1 });
    return ending.end;
  }

  private entity(position: number, to: number): number {
    const { character, end } = entityAt(this.text, position);
    if (character === undefined || end > to) {
      this.endWord();
      return position + 1;
    }
    if (/\s/.test(character)) this.endWord();
    else this.foreign(character, position, end, to);
    return end;
  }

  private tag(position: number, to: number): number {
    const { text } = this;
    const tag = this.tags.at(position, to);
    if (!tag) {
      this.endWord();
      return position + 1;
    }
    if (tag.isBlock) this.endSentence();
    else if (this.wordStart >= 0) this.letters ??= text.slice(this.wordStart, this.wordEnd);
    if (tag.hidesUntil !== undefined) this.endWord();
    for (const { from, end } of tag.said) {
      this.endSentence();
      this.run(from, end);
      this.endSentence();
    }
    return tag.hidesUntil ?? tag.end;
  }
}
