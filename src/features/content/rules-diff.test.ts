import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDiff, diffCounts, wordDiff } from './rules-diff.ts';

const words = (pieces: ReturnType<typeof wordDiff>, left: 'added' | 'removed'): string =>
  pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');

describe('the word-level difference', () => {
  it('marks what came and what went', () => {
    expect(wordDiff('Six blends for $18 today', 'Six blends for a smile today')).toEqual([
      { kind: 'same', text: 'Six blends for ' },
      { kind: 'removed', text: '$18 ' },
      { kind: 'added', text: 'a smile ' },
      { kind: 'same', text: 'today' },
    ]);
    expect(diffCounts(wordDiff('one two', 'one three four'))).toBe('2 words added, 1 removed');
    expect(diffCounts(wordDiff('same', 'same'))).toBeUndefined();
  });

  it('of content shows no sign of its markup, and knows a link whose address changed', () => {
    const before =
      '# Winter\n\nRead the [opening hours](https://shop.example/hours) today.\n- **six** blends';
    const after = '# Winter\n\nRead the [opening hours](https://shop.example/new) now.\n- six blends\n- tea';
    const pieces = contentDiff(before, after);
    expect(pieces.map(({ text }) => text).join('')).not.toMatch(/[[\]#*]|https/);
    const hrefs = pieces.flatMap(({ kind, text, look }) =>
      look?.href ? [[kind, text.trim(), look.href]] : [],
    );
    expect(hrefs).toEqual([
      ['removed', 'opening hours', 'https://shop.example/hours'],
      ['added', 'opening hours', 'https://shop.example/new'],
    ]);
    expect(pieces[0]).toMatchObject({ kind: 'same', text: 'Winter\n\n', look: { isHeading: true } });
    expect(words(pieces, 'removed')).toBe('Winter Read the opening hours now. • six blends • tea');
    // A bullet is no word.
    expect(diffCounts(contentDiff('tea', '- tea'))).toBeUndefined();
    expect(diffCounts(contentDiff('**tea**', 'tea'))).toBeUndefined();
    expect(words(contentDiff('| a | b |\n| --- | --- |\n| c | d |', ''), 'added')).toBe('a · b c · d');
  });

  it('keeps a sentence that was added in the paragraph it was added to', () => {
    const pieces = contentDiff('Book by Friday.\n\nWarmly', 'Book by Friday. Reply today.\n\nWarmly');
    expect(pieces.map(({ text }) => text).join('')).toBe('Book by Friday. Reply today.\n\nWarmly');
  });

  it('tells both texts whole, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('tea', 'cup', 'a', 'b', 'mint', '\n\n'), { maxLength: 30 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        expect(words(pieces, 'added')).toBe(before.split(/\s+/).filter(Boolean).join(' '));
        expect(words(pieces, 'removed')).toBe(after.split(/\s+/).filter(Boolean).join(' '));
      }),
    );
  });
});
