import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('takes tags, scripts, styles and comments out of HTML and keeps the words', () => {
  const html =
    '<style>p{}</style><p>One<br>two</p><!--[if !mso]><!--><b title="x">three</b><!--<![endif]--><script>a("</p>")</script>!';
  expect(plainText(html).replace(/\s+/g, ' ').trim()).toBe('One two three!');
  expect(plainText('before<script>never ends')).toBe('before');
  expect(plainText('5 < 6 &amp; 7 &gt; 2 &ouml;&hellip;')).toBe('5 < 6 & 7 > 2 ö…');
});

it.each(['<', '<script', '<!--', '<p ', '<div>'])('is through with a megabyte of %s at once', (piece) => {
  expect(plainText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(1_000_000);
});
