import { expect, it } from 'vitest';
import { withoutTags } from './markup.ts';

it('takes tags, scripts, styles and comments out of HTML and keeps the words', () => {
  const html =
    '<style>p{}</style><p>One<br>two</p><!--[if !mso]><!--><b title="x">three</b><!--<![endif]--><script>a("</p>")</script>!';
  expect(withoutTags(html).replace(/\s+/g, ' ').trim()).toBe('One two three !');
  expect(withoutTags('before<script>never ends')).toBe('before ');
  expect(withoutTags('5 < 6 & 7 > 2')).not.toContain('<');
});

it.each(['<', '<script', '<!--', '<p '])('is through with a megabyte of %s at once', (piece) => {
  expect(withoutTags(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(1_000_000);
});
