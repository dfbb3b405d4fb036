import { describe, expect, it } from 'vitest';
import { readLinks, readMarkup } from './read.ts';

/** Blocks in few words: bold in **, italic in //, a link as words→address. */
function drawn(content: string): unknown[] {
  const line = (spans: ReturnType<typeof readLinks>): string =>
    spans
      .map(({ text, isBold, isItalic, href }) => {
        const slanted = isItalic ? `//${text}//` : text;
        const words = isBold ? `**${slanted}**` : slanted;
        return href === null ? words : `${words}→${href}`;
      })
      .join('');
  return readMarkup(content).map((block) => {
    switch (block.kind) {
      case 'heading':
        return `h${block.level} ${line(block.line)}`;
      case 'paragraph':
        return block.lines.map(line).join(' / ');
      case 'quote':
        return `> ${block.paragraphs.map((lines) => lines.map(line).join(' / ')).join(' // ')}`;
      case 'list':
        return block.items.map((item) => `${'.'.repeat(item.depth)}${item.number ?? '-'} ${line(item.line)}`);
      case 'table':
        return block.rows.map((cells) => cells.map(line).join(' | '));
      case 'picture':
        return `picture ${block.alt} ${block.src}`;
      default:
        return block.kind;
    }
  });
}

describe('markup', () => {
  it.each([
    ['brackets in an address', '[a](https://en.test/wiki/Tea_(drink))', 'a→https://en.test/wiki/Tea_(drink)'],
    ['an email address', '[write](mailto:tea@example.com)', 'write→mailto:tea@example.com'],
    ['a telephone number', '[call](tel:+49 (30) 123-45)', 'call→tel:+493012345'],
    ['a bare address', 'see https://tea.test/a_b, now', 'see https://tea.test/a_b→https://tea.test/a_b, now'],
    ['italic words', '*one* and _two_', '//one// and //two//'],
    [
      'bold and italic words',
      '***both*** and **bold *in* it**',
      '**//both//** and **bold ****//in//**** it**',
    ],
    ['bold words that end with a sign', '**Note:**read', '**Note:**read'],
    ['stars in a sum', '2*3*4 and a * b', '2*3*4 and a * b'],
    ['names with underscores', 'my_file_name', 'my_file_name'],
    ['fields with stars', '*{{firstName|a*b}}*', '//{{firstName|a*b}}//'],
    ['signs that are meant', String.raw`\*not\* \[a\](b)`, '*not* [a](b)'],
    [
      'other schemes',
      '[a](javascript:alert(1)) [b](//x.test) <b>c</b> &amp;',
      '[a](javascript:alert(1)) [b](//x.test) <b>c</b> &amp;',
    ],
    [
      'addresses without a scheme',
      '[a](tea.test/a) [b](www.tea.test) [c](tea@example.com)',
      'a→https://tea.test/a b→https://www.tea.test c→mailto:tea@example.com',
    ],
    [
      'bare addresses of pages and people',
      'www.tea.test, (www.tea.test/a_(b)) and tea@example.com.',
      'www.tea.test→https://www.tea.test, (www.tea.test/a_(b)→https://www.tea.test/a_(b)) and tea@example.com→mailto:tea@example.com.',
    ],
    [
      'addresses with signs behind them',
      '(https://tea.test/x), "https://tea.test/y"! <https://tea.test/z>; https://tea.test/a_(b).',
      '(https://tea.test/x→https://tea.test/x), "https://tea.test/y→https://tea.test/y"! https://tea.test/z→https://tea.test/z; https://tea.test/a_(b)→https://tea.test/a_(b).',
    ],
    [
      'addresses with a subject, a copy or an extension',
      '[a](mailto:a@b.test?cc=c@d.test&subject=Two words) [b](tel:+49-30-1;ext=5) [c](tel:1-800-FLOWERS)',
      'a→mailto:a@b.test?cc=c@d.test&subject=Two%20words b→tel:+49-30-1;ext=5 c→tel:1-800-FLOWERS',
    ],
    ['emphasis within a word', 'un*believ*able and un**real**ly', 'un//believ//able and un**real**ly'],
    [
      'stars of German words',
      'Patient*innen und Kolleg*innen, Ärzt*innen/Patient*innen',
      'Patient*innen und Kolleg*innen, Ärzt*innen/Patient*innen',
    ],
    ['code as its words', '`a *b*` and ``c`d``, it`s and that`s', 'a *b* and c`d, it`s and that`s'],
    ['links without words or address', '[](https://tea.test) [a]()', 'https://tea.test→https://tea.test a'],
    ['a name below a letter', '– Ann', '– Ann'],
    ['names of files', 'tea.com and readme.md', 'tea.com and readme.md'],
  ])('reads %s', (_, content, line) => {
    expect(drawn(content)).toEqual([line]);
  });

  it('reads quotes, rules and pictures', () => {
    expect(drawn('> one\n> two\n>\n> three\nfour\n---\n![Our *room*](https://tea.test/a.jpg)')).toEqual([
      '> one / two // three',
      'four',
      'rule',
      'picture Our *room* https://tea.test/a.jpg',
    ]);
    expect(drawn('Title\n===')).toEqual(['Title / ===']);
    expect(drawn('See ![the room](https://tea.test/a.jpg) here')).toEqual([
      'See',
      'picture the room https://tea.test/a.jpg',
      'here',
    ]);
    expect(drawn('![x](data:image/png;base64,a)')).toEqual(['![x](data:image/png;base64,a)']);
  });

  it('reads links that are named below the text, and keeps what no link names', () => {
    expect(
      drawn('Visit [our shop][shop], see [1].\n[Shop]: https://tea.test\n[1]: <https://tea.test/1> "One"'),
    ).toEqual(['Visit our shop→https://tea.test, see 1→https://tea.test/1.']);
    expect(drawn('One\n\n[2]: https://tea.test/2')).toEqual([
      'One',
      '[2]: https://tea.test/2→https://tea.test/2',
    ]);
    expect(drawn('[note] x\n[note]: call us')).toEqual(['[note] x', '[note]: call us']);
  });

  it('reads nothing within a fence, and a fence that does not end as words', () => {
    expect(drawn('Code:\n```js\n# a\n- *b*\n```\nafter')).toEqual(['Code:', '# a / - *b*', 'after']);
    expect(drawn('```\n- a')).toEqual(['```', ['- a']]);
  });

  it('reads lists within lists, however they are indented, and ends a list where the text goes on', () => {
    const list = ['- one', '.- two', '..1 three', '- four'];
    expect(drawn('- one\n  - two\n    1. three\n- four')).toEqual([list]);
    expect(drawn('• one\n\t• two\n\t\t1) three\n• four')).toEqual([list]);
    expect(drawn('Intro:\n- one\n2. two\nRegards')).toEqual(['Intro:', ['- one'], ['2 two'], 'Regards']);
    expect(drawn('1. one\n  - inner\n2. two')).toEqual([['1 one', '.- inner', '2 two']]);
    expect(drawn('1. one\n\n2. two\n   goes on')).toEqual([['1 one', '2 two goes on']]);
    expect(drawn('– one\n\n– two')).toEqual([['- one', '- two']]);
    expect(drawn('•one\n◦ two')).toEqual([['- one', '- two']]);
    expect(drawn('-\nnext')).toEqual(['- / next']);
  });

  it('reads tables without the line under their head, with fields and bars in their cells', () => {
    expect(
      drawn(String.raw`| a | b |
| {{x|y}} | **c** \| d |
after`),
    ).toEqual([['a | b', '{{x|y}} | **c** | d'], 'after']);
    expect(drawn('| a |\n| b | c |')).toEqual([['a | ', 'b | c']]);
  });

  it('reads links alone in a text for a messenger', () => {
    expect(
      readLinks(
        '*bold* [our shop](https://tea.test) https://tea.test/b\n_x_ ![a](https://tea.test/a.png) [b](tel:030 / 1)',
      ).map(({ text, href }) => [text, href]),
    ).toEqual([
      ['*bold* ', null],
      ['our shop', 'https://tea.test'],
      [' ', null],
      ['https://tea.test/b', 'https://tea.test/b'],
      ['\n_x_ ', null],
      ['a', 'https://tea.test/a.png'],
      [' ', null],
      ['b', 'tel:0301'],
    ]);
  });

  it.each([
    '*',
    '[',
    '> ',
    '- ',
    '**a ',
    '[a](',
    '![a](https://x ',
    '| a ',
    '- a\n  - b\n',
    'https://',
    '_a*',
    '|a|\n',
    '`a ',
    '```\n',
    '[a]: https://x\n',
    'www.a.',
    'a@b.',
    'a*b',
  ])('is through with 100 kB of %j at once', (piece) => {
    expect(readMarkup(piece.repeat(100_000 / piece.length)).length).toBeGreaterThanOrEqual(0);
  });
});
