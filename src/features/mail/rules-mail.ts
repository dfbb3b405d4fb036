import type { Line, Span } from '#engines/markup/read.ts';
import { isRequiredText } from '#features/compliance/rules-required.ts';
import { type BlockOf, withLines } from '#kit/markup.ts';
import type { ShownBlock, ShownSpan } from './contract.ts';

/** What the words of a mail are made of, as the HTML of an asset is; the same blocks are sent and shown. */
export type MailBlock =
  | BlockOf<Line>
  /** A link that stands alone. */
  | { kind: 'button'; label: string; href: string };

/**
 * The blocks of a mail: links that stand alone are buttons, what the law requires is bold. `links` holds every mark that
 * stands for a link, with its usual words.
 */
export function mailBlocksOf(
  blocks: readonly BlockOf<Line>[],
  links: ReadonlyMap<string, string> = new Map(),
): MailBlock[] {
  return blocks.flatMap((written): MailBlock[] => {
    const block = withLines(written, withRequiredBold);
    if (block.kind !== 'paragraph') return [block];
    const spans = block.lines.flat();
    const last = spans.at(-1);
    // "Call us" and "Write to us" lead to no page.
    if (last?.href == null || /^(?:mailto|tel):/i.test(last.href)) return [block];
    const label = last.text.charAt(0).toUpperCase() + last.text.slice(1);
    const button: MailBlock = { kind: 'button', label, href: last.href };
    if (spans.length === 1) return [button];
    // "Do you still want the dates? {{landingPage}}": words of ours would read as a part of the author's sentence.
    const before = spans.at(-2);
    const isOurs = links.get(last.href) === last.text;
    if (!isOurs || before?.href !== null || !/[.:!?]\s*$/.test(before.text)) return [block];
    return [{ ...block, lines: withoutLast(block.lines) }, button];
  });
}

/** 21 CFR 101.93(d) wants it bold. */
function withRequiredBold(line: Line): Line {
  const text = line.map((span) => span.text).join('');
  return isRequiredText(text) ? [{ text, isBold: true, isItalic: false, href: null }] : line;
}

function withoutLast(lines: readonly Line[]): Line[] {
  const [last = [], ...others] = lines.toReversed();
  const kept = last.slice(0, -1).map((span, index, { length }) => ({
    ...span,
    text: index === length - 1 ? span.text.trimEnd() : span.text,
  }));
  return [...others.toReversed(), kept].filter((line) => line.length > 0);
}

/** The blocks with each stretch as somebody reads it. */
export function shownBlocks(blocks: readonly MailBlock[], shown: (span: Span) => ShownSpan[]): ShownBlock[] {
  return blocks.map((block): ShownBlock => {
    if (block.kind !== 'button') return withLines(block, (spans) => spans.flatMap(shown));
    // The button itself leads there.
    const spans = shown({ text: block.label, href: block.href, isBold: false, isItalic: false });
    return {
      kind: 'button',
      line: spans.map((span) => ({ ...span, href: null })),
      href: spans[0]?.href ?? block.href,
    };
  });
}

export type Format = 'bold' | 'heading' | 'bullets' | 'numbered' | 'link';
type Place = { start: number; end: number };

/** What to write in place of what (`start` to `end`), and what to choose afterwards, so that the chosen words get a format or lose it. */
export function withFormat(
  text: string,
  { start, end }: Place,
  format: Format,
): Place & { words: string; select: Place } {
  const chosen = text.slice(start, end);
  const replaced = (place: Place, words: string, select: Place) => ({ ...place, words, select });
  if (format === 'bold') {
    const isBold = text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**';
    if (isBold)
      return replaced({ start: start - 2, end: end + 2 }, chosen, { start: start - 2, end: end - 2 });
    const words = chosen || 'bold words';
    return replaced({ start, end }, `**${words}**`, { start: start + 2, end: start + 2 + words.length });
  }
  if (format === 'link') {
    const words = chosen.replace(/[[\]\n]/g, ' ') || 'words of the link';
    const address = start + words.length + 3;
    const target = 'https://';
    return replaced({ start, end }, `[${words}](${target})`, {
      start: address,
      end: address + target.length,
    });
  }
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, to).split('\n');
  const { sign, has } = LINE_FORMATS[format];
  const isOn = lines.every((line) => has.test(line));
  const words = lines
    .map((line, index) => {
      const bare = line.replace(/^\s*(?:#{1,3}|[-*•–]|\d+[.)])\s+/, '');
      return isOn ? bare : `${sign(index)}${bare}`;
    })
    .join('\n');
  return replaced({ start: from, end: to }, words, { start: from, end: from + words.length });
}

const LINE_FORMATS = {
  heading: { sign: () => '## ', has: /^\s*#{1,3}\s/ },
  bullets: { sign: () => '- ', has: /^\s*[-*•–]\s/ },
  numbered: { sign: (index: number) => `${index + 1}. `, has: /^\s*\d+[.)]\s/ },
} as const;
