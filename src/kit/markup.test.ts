import { expect, it } from 'vitest';
import { elementsOf, withoutTags } from './markup.ts';

it('takes tags, scripts, styles and comments out of HTML and keeps the words', () => {
  const html =
    '<style>p{}</style><p>One<br>two</p><!--[if !mso]><!--><b title="x">three</b><!--<![endif]--><script>a("</p>")</script>!';
  expect(withoutTags(html).replace(/\s+/g, ' ').trim()).toBe('One two three !');
  expect(withoutTags('before<script>never ends')).toBe('before ');
  expect(withoutTags('5 < 6 & 7 > 2')).not.toContain('<');
});

it('gives what stands in elements', () => {
  const xml =
    '<a:item>no</a:item><Item id="1">one</Item><item/><items>no</items><entry>two</entry ><item>open';
  expect([...elementsOf(xml, 'item', 'entry')]).toEqual(['one', 'two']);
});

it.each(['<', '<script', '<!--', '<p ', '<item>', '<item'])(
  'is through with a megabyte of %s at once',
  (piece) => {
    const hostile = piece.repeat(1_000_000 / piece.length);
    withoutTags(hostile);
    expect([...elementsOf(hostile, 'item')]).toEqual([]);
  },
);
