import { describe, expect, it } from 'vitest';
import { type Format, mailBlocksOf, withFormat } from './rules-mail.ts';

describe('the blocks of a mail', () => {
  it('make a button of a link that stands alone', () => {
    const links = new Map([['~1', 'see the page']]);
    expect(mailBlocksOf(['~1', '[all dates](~1)', 'or ~1.'], links)).toEqual([
      { kind: 'button', label: 'See the page', href: '~1' },
      { kind: 'button', label: 'All dates', href: '~1' },
      {
        kind: 'paragraph',
        lines: [
          [
            { text: 'or ', isBold: false, href: null },
            { text: 'see the page', isBold: false, href: '~1' },
            { text: '.', isBold: false, href: null },
          ],
        ],
      },
    ]);
  });
});

describe('words of ours for a link', () => {
  const links = new Map([['~1', 'see the page']]);
  const line = (text: string) => [{ text, isBold: false, href: null }];
  it.each(['Do you still want the dates? ~1', 'Do you still want the dates?\n~1'])(
    'do not run on behind a sentence of the author: %j',
    (paragraph) => {
      expect(mailBlocksOf([paragraph], links)).toEqual([
        { kind: 'paragraph', lines: [line('Do you still want the dates?')] },
        { kind: 'button', label: 'See the page', href: '~1' },
      ]);
    },
  );
  it('leave the author’s own where they stand', () => {
    expect(mailBlocksOf(['The dates: [all of them](~1)'], links)).toMatchObject([{ kind: 'paragraph' }]);
    expect(mailBlocksOf(['To read more ~1'], links)).toMatchObject([{ kind: 'paragraph' }]);
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
