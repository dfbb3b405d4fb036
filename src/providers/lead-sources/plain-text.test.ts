import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('plainText', () => {
  it('keeps the words, with a line for each block', () => {
    expect(
      plainText('<h2>Tea</h2><p>One<br>two&nbsp;&amp; three</p><ul><li>a<li>b</ul><script>x</script>'),
    ).toBe('Tea\nOne\ntwo & three\na\nb');
    expect(plainText('1 < 2 & 3 > 2')).toBe('1 < 2 & 3 > 2');
    expect(plainText('<table><tr><th>Mon</th><td>9</td></tr></table>')).toBe('Mon 9');
    expect(plainText('<p class="overflow-hidden">Shown</p><!-- not --><style>p{}</style>')).toBe('Shown');
  });

  it.each([
    '<',
    '<b>',
    '<b></i>',
    '</b>',
    '<!--',
    '<![CDATA[',
    '&amp',
    '<a href="',
    '<svg><p>',
    '<a href=x>y</a>',
  ])('is through with a megabyte of %s at once', (piece) => {
    expect(plainText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(200_000);
  });
});
