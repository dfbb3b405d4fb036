import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import { readCode } from './code.ts';
import type { Shield } from './shield.ts';
import { completeTarget } from './targets.ts';

export type IsTarget = (target: string) => boolean;

/** The parser of a text in which links alone are read. */
export function createLinkReader(shield: Shield, isTarget: IsTarget): MarkdownIt {
  const markdown = createMarkdownIt('zero', { linkify: true }).enable(['link', 'image', 'linkify']);
  setTargets(markdown, shield, isTarget);
  return markdown;
}

/** The parser of content. */
export function createMarkdown(shield: Shield, isTarget: IsTarget): MarkdownIt {
  const markdown = createMarkdownIt({ breaks: true, linkify: true }).disable([
    'code',
    'entity',
    'html_block',
    'html_inline',
    'lheading',
    'strikethrough',
  ]);
  markdown.inline.ruler.at('backticks', readCode);
  markdown.inline.State = withLooseEmphasis(markdown.inline.State);
  setTargets(markdown, shield, isTarget);
  return markdown;
}

function setTargets(markdown: MarkdownIt, shield: Shield, isTarget: IsTarget): void {
  // Names of files and sentences without a space after the stop are no links.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  markdown.linkify.add('www.', WITHOUT_SCHEME);
  markdown.normalizeLink = completeTarget;
  markdown.normalizeLinkText = (url) => url;
  markdown.validateLink = (url) => isTarget(shield.target(url));
}

const LONGEST_ADDRESS = 2_000;

/** "www.tea.example/a" is judged as the address that it is short for. */
const WITHOUT_SCHEME: Parameters<MarkdownIt['linkify']['add']>[1] = {
  validate(text, position, linkify) {
    const rest = text.slice(position, position + LONGEST_ADDRESS);
    if (!/^[\p{L}\p{N}-]{1,63}\.\p{L}/u.test(rest)) return 0;
    const start = '//www.';
    return Math.max(0, linkify.testSchemaAt(start + rest, 'http:', 0) - start.length);
  },
  normalize(match) {
    match.url = `https://${match.url}`;
  },
};

/**
 * Markdown does not end **bold:**here, where a sign of punctuation is before the end and a letter behind it. People do.
 * A single star between figures is a star (2*3*4), and so is one within a word that has no other (Patient*innen).
 */
function withLooseEmphasis(State: MarkdownIt['inline']['State']): MarkdownIt['inline']['State'] {
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (this.src[start] !== '*') return scanned;
      const before = this.src[start - 1] ?? ' ';
      const after = this.src[start + scanned.length] ?? ' ';
      const isInWord = LETTER.test(before) && LETTER.test(after);
      const isStar = scanned.length === 1 && isInWord && !isWithinWord(this.src, start);
      return {
        ...scanned,
        can_open: !isStar && /\S/.test(after) && start + scanned.length < this.posMax,
        can_close: !isStar && /\S/.test(before) && start > 0,
      };
    }
  };
}

const LETTER = /[\p{L}\p{N}]/u;
const LONGEST_PART = 40;

/** Whether a star in a word has its other within the same word: un*believ*able. */
function isWithinWord(text: string, star: number): boolean {
  const before = text.slice(Math.max(0, star - LONGEST_PART), star);
  const after = text.slice(star + 1, star + 1 + LONGEST_PART);
  if (/\p{N}$/u.test(before) || /^\p{N}/u.test(after)) return false;
  return /^\p{L}+\*(?!\*)/u.test(after) || /(?<!\*)\*\p{L}+$/u.test(before);
}
