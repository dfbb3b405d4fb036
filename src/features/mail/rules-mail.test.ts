import { describe, expect, it } from 'vitest';
import { type Format, mailBlocksOf, withFormat } from './rules-mail.ts';

const span = (text: string, href: string | null = null) => ({ text, isBold: false, isItalic: false, href });
const paragraph = (...lines: ReturnType<typeof span>[][]) => ({ kind: 'paragraph' as const, lines });
const links = new Map([['~1', 'see the page']]);
const own = span('see the page', '~1');

describe('the blocks of a mail', () => {
  it('make a button of a link that stands alone', () => {
    const among = paragraph([span('or '), own, span('.')]);
    expect(mailBlocksOf([paragraph([own]), paragraph([span('all dates', '~1')]), among], links)).toEqual([
      { kind: 'button', label: 'See the page', href: '~1' },
      { kind: 'button', label: 'All dates', href: '~1' },
      among,
    ]);
    const call = paragraph([span('Call us', 'tel:+4930123')]);
    expect(mailBlocksOf([call])).toEqual([call]);
  });
});

describe('words of ours for a link', () => {
  it.each([
    [paragraph([span('Do you still want the dates? '), own])],
    [paragraph([span('Do you still want the dates?')], [own])],
  ])('do not run on behind a sentence of the author: %j', (block) => {
    expect(mailBlocksOf([block], links)).toEqual([
      paragraph([span('Do you still want the dates?')]),
      { kind: 'button', label: 'See the page', href: '~1' },
    ]);
  });
  it('leave the author’s own where they stand', () => {
    const labelled = paragraph([span('The dates: '), span('all of them', '~1')]);
    expect(mailBlocksOf([labelled], links)).toEqual([labelled]);
    expect(mailBlocksOf([paragraph([span('To read more '), own])], links)).toMatchObject([
      { kind: 'paragraph' },
    ]);
  });
});

describe('a format', () => {
  /** The chosen words stand between bars. */
  const formatted = (marked: string, format: Format): string => {
    const start = marked.indexOf('|');
    const text = marked.replaceAll('|', '');
    const change = withFormat(text, { start, end: marked.lastIndexOf('|') - 1 }, format);
    const after = text.slice(0, change.start) + change.words + text.slice(change.end);
    const { select } = change;
    return `${after.slice(0, select.start)}|${after.slice(select.start, select.end)}|${after.slice(select.end)}`;
  };

  it.each<[string, Format, string]>([
    ['Six |blends| here', 'bold', 'Six **|blends|** here'],
    ['Six **|blends|** here', 'bold', 'Six |blends| here'],
    ['See |the dates|', 'link', 'See [the dates](|https://|)'],
    ['a\nb |c|\nd', 'heading', 'a\n|## b c|\nd'],
    ['|## b|', 'heading', '|b|'],
    ['|a\nb|\nc', 'bullets', '|- a\n- b|\nc'],
    ['|- a\n- b|', 'numbered', '|1. a\n2. b|'],
    ['|1. a\n2. b|', 'numbered', '|a\nb|'],
  ])('makes of "%s" (%s) "%s"', (text, format, expected) => {
    expect(formatted(text, format)).toBe(expected);
  });
});
