import { expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

it.each([
  ['Tea &amp; honey &lt;3', 'Tea & honey <3'],
  ['&#8364;5, &#x20AC;6, &EURO;7', '€5, €6, €7'],
  // Names that every object has, and code points that no text can hold.
  ['&constructor; &valueOf; &toString; &__proto__;', '&constructor; &valueOf; &toString; &__proto__;'],
  ['&#0; &#xD800; &#x110000; &#9999999;', '&#0; &#xD800; &#x110000; &#9999999;'],
  ['AT&T; R&D &unknown;', 'AT&T; R&D &unknown;'],
])('%s reads %s', (html, text) => {
  expect(decodeEntities(html)).toBe(text);
});
