import { expect, it } from 'vitest';
import { contentOfHtml } from './rules-html.ts';
import { htmlOf } from './rules-markup.ts';

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;">Winter evenings</span></h1><p dir="ltr"><span style="font-weight:400;">Come </span><span style="font-weight:700;">early</span><span style="font-weight:400;">, and </span><span style="font-style:italic;font-weight:400;">warm</span><span>. </span><a href="https://tea.test/a" style="text-decoration:none;"><span style="color:#1155cc;">Our shop</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Tea</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Green</span></p></li></ul><li dir="ltr"><p><span>Soup</span></p></li></ul></b>`;

const list = (level: number, sign: string, text: string): string =>
  `<p class=MsoListParagraph style='margin-left:36pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style><!--[if gte mso 9]><xml><o:AllowPNG/></xml><![endif]--></head><body><!--StartFragment--><p class=MsoTitle>Winter evenings</p><h2><b>Programme</b></h2><p class=MsoNormal>Come <b>early</b>,<b style='mso-bidi-font-weight:normal'><span style='font-weight:normal'> not bold</span></b><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>${list(1, '·', 'Tea')}${list(2, 'o', 'Green')}${list(1, '·', 'Soup')}<p class=MsoNormal>Then:</p>${list(1, '1.', 'Sit')}${list(1, '2.', 'Drink')}<!--EndFragment--></body></html>`;

const OUTLOOK = `<div class="elementToProof" style="font-family:Calibri;font-size:12pt">Dear all,<br><br>See <a href="mailto:tea@example.com">our address</a> or call <a href="tel:+4930123">030 123</a>.</div><div><br></div><div>Regards<br>Ann</div>`;

const NOTION = `<!-- notionvc: 1 --><h3>Programme</h3><p>Come <strong>early</strong> &amp; <em>warm</em></p><ul><li>Tea<ul><li>Green<ol><li>Sencha</li></ol></li></ul></li><li>Soup</li></ul><blockquote>Warm.<br>Very.</blockquote><hr/><figure><img src="https://tea.test/room.jpg" alt="The room"/></figure><table><thead><tr><th><strong>Day</strong></th><th>Tea</th></tr></thead><tbody><tr><td>Mon</td><td><strong>Mint</strong></td></tr></tbody></table>`;

it.each([
  [
    'Google Docs',
    DOCS,
    '# Winter evenings\n\nCome **early**, and *warm*. [Our shop](https://tea.test/a)\n\n- Tea\n  - Green\n- Soup',
  ],
  [
    'Word',
    WORD,
    '# Winter evenings\n\n## Programme\n\nCome **early**, not bold\n\n- Tea\n  - Green\n- Soup\n\nThen:\n\n1. Sit\n2. Drink',
  ],
  [
    'Outlook',
    OUTLOOK,
    'Dear all,\n\nSee [our address](mailto:tea@example.com) or call [030 123](tel:+4930123).\n\nRegards\nAnn',
  ],
  [
    'Notion',
    NOTION,
    '### Programme\n\nCome **early** & *warm*\n\n- Tea\n  - Green\n    1. Sencha\n- Soup\n\n> Warm.\n> Very.\n\n---\n\n![The room](https://tea.test/room.jpg)\n\n| Day | Tea |\n| --- | --- |\n| Mon | **Mint** |',
  ],
])('reads headings, lists, links and bold words from %s', (_, html, content) => {
  expect(contentOfHtml(html)).toBe(content);
});

const WEB_ITEM = (level: number, text: string, tag = 'ul', start = ''): string =>
  `<div class="ListContainerWrapper"><${tag}${start} role="list"><li role="listitem" data-aria-level="${level}" aria-level="${level}"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`;

it.each([
  [
    'the web version of Word, one list per item',
    `${WEB_ITEM(1, 'Tea')}${WEB_ITEM(2, 'Green')}${WEB_ITEM(1, 'Soup')}<p role="heading" aria-level="2">Then</p>${WEB_ITEM(1, 'Sit', 'ol', ' start="1"')}${WEB_ITEM(1, 'Drink', 'ol', ' start="2"')}`,
    '- Tea\n  - Green\n- Soup\n\n## Then\n\n1. Sit\n2. Drink',
  ],
  [
    'Google Docs, all items in one list',
    '<ul><li aria-level="1"><p>Tea</p></li><li aria-level="2"><p>Green</p></li><li aria-level="3"><p>Sencha</p></li><li aria-level="1"><p>Soup</p></li></ul>',
    '- Tea\n  - Green\n    - Sencha\n- Soup',
  ],
  [
    'Google Docs, numbers with bullets in them',
    '<ol><li aria-level="1"><p>Tea</p></li><ol><li aria-level="2"><p>Green</p></li><ul><li aria-level="3"><p>Sencha</p></li></ul></ol><li aria-level="1"><p>Soup</p></li></ol>',
    '1. Tea\n   1. Green\n      - Sencha\n2. Soup',
  ],
  [
    'a document that Google exports, with its looks in classes',
    '<style>.c1{color:#000;font-weight:700}.c2{font-weight:400;font-style:italic}</style><p class="c0"><span class="c1">Warm</span><span class="c2"> tea</span></p><ul class="c3 lst-kix_ab1-0 start"><li class="c4"><span>Tea</span></li></ul><ul class="lst-kix_ab1-1 start"><li><span>Green</span></li></ul>',
    '**Warm** *tea*\n\n- Tea\n  - Green',
  ],
  [
    'Slack',
    '<div>Hi</div><ul data-indent="0"><li data-stringify-indent="0">Tea</li></ul><ul data-indent="1"><li data-stringify-indent="1">Green</li></ul>',
    'Hi\n\n- Tea\n  - Green',
  ],
  [
    'Apple Notes',
    '<p class="p1"><b>Tea</b><span class="Apple-converted-space">&nbsp;</span></p><ul class="ul1"><li class="li1"><span class="s1"></span>Mint<br></li><ul class="ul1"><li>Fresh</li></ul></ul>',
    '**Tea**\n\n- Mint\n  - Fresh',
  ],
  [
    'Gmail, with what was quoted',
    '<div dir="ltr">Hi,<div><br></div><div>Nice <img data-emoji="😀" alt="😀" src="https://fonts.test/72.png"> day</div></div><div class="gmail_quote"><div class="gmail_attr">On Mon, Ann &lt;<a href="mailto:a@tea.test">a@tea.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><div>One<br>two<ul><li>three</li></ul></div></blockquote></div>',
    'Hi,\n\nNice 😀 day\n\nOn Mon, Ann \\<a@tea.test> wrote:\n\n> One\n> two\n>\n> • three',
  ],
  ['a part of a list', '<meta charset="utf-8"><li><p>Tea</p></li>', '- Tea'],
  [
    'lists whose items hold more than words',
    '<ul><li><p>Tea</p><p>hot</p></li><li><h3>Soup</h3>warm</li><li></li><li><ul><li>Leek</li></ul></li></ul>',
    '- Tea hot\n- Soup warm\n  - Leek',
  ],
  [
    'a newsletter in tables',
    '<table role="presentation"><tr><td><table><tr><td><h1>News</h1><p>One</p><ul><li>Tea</li></ul></td></tr></table></td><td>Two</td></tr></table>',
    '# News\n\nOne\n\n- Tea\n\nTwo',
  ],
  [
    'a table with cells over rows and columns',
    '<table><tr><th colspan="2">Hours</th></tr><tr><td rowspan="2">Mon</td><td>9|12</td></tr><tr><td><a href="https://tea.test">by call</a><br><b>only</b></td></tr></table>',
    '| Hours |  |\n| --- | --- |\n| Mon | 9\\|12 |\n| Mon | [by call](https://tea.test) **only** |',
  ],
  [
    'bold, italic and links that touch',
    '<p><b>a <i>b</i></b><i> c</i></p><h2><a href="https://tea.test">Tea</a></h2><a href="https://tea.test"><h3>Card</h3></a><p style="font: bold 12px Helvetica">x <span style="font-weight:400">y</span></p>',
    '**a _b_** _c_\n\n## [Tea](https://tea.test)\n\n### [Card](https://tea.test)\n\n**x** y',
  ],
  [
    'styles of Word',
    "<p class=MsoQuote>Warm</p><p style='mso-outline-level:2'><b>Hours</b></p>",
    '> Warm\n\n## Hours',
  ],
  [
    'addresses as they are in documents',
    '<a href="tel:+1 (555) 010-99">call</a> <a href="mailto:a@tea.test?subject=Two words">write</a> <a href="https://tea.test/a b_(c)">see</a> <a href="www.tea.test">shop</a> <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ftea.test%2Fa%3Fb%3D1&amp;data=05">safe</a>',
    '[call](tel:+155501099) [write](mailto:a@tea.test?subject=Two%20words) [see](https://tea.test/a%20b_(c)) [shop](https://www.tea.test) [safe](https://tea.test/a?b=1)',
  ],
])('reads %s', (_, html, content) => {
  expect(contentOfHtml(html)).toBe(content);
  expect(htmlOf(contentOfHtml(htmlOf(content))), 'the page, read again').toBe(htmlOf(content));
});

it('keeps what it can where no signs can say how words touch', () => {
  expect(
    contentOfHtml('<ul><li><b>a</b><i>b</i>c</li><li><a href="https://tea.test">tea</a> <b>ok</b></li></ul>'),
  ).toBe('- **a**bc\n- [tea](https://tea.test) **ok**');
});

it('keeps signs of the markup that are words, and nothing that is not shown', () => {
  expect(contentOfHtml('<p>2 * 3 * 4</p><p># one</p><p>[a](https://x.test) *b*</p>')).toBe(
    '2 * 3 * 4\n\n\\# one\n\n\\[a\\](https://x.test) \\*b\\*',
  );
  expect(
    contentOfHtml(
      '<p style="display:none">a</p><script>b</script><p>c<img src="https://x.test/p.gif" width="1"></p>',
    ),
  ).toBe('c');
  expect(contentOfHtml('<a href="https://www.google.com/url?q=https://tea.test/a&sa=D">tea</a>')).toBe(
    '[tea](https://tea.test/a)',
  );
  expect(contentOfHtml('<a href="javascript:alert(1)">tea</a>')).toBe('tea');
});

it.each([
  '<b>',
  '<div>',
  '<ul><li>',
  '<blockquote>',
  '<table><tr><td>',
  '<h1>',
  '<p style="mso-list:l0 level1">',
  '<li aria-level="8">a',
  '<td rowspan="50" colspan="30">a',
  '<tr><td rowspan="50">a',
  '<style>.a{font-weight:bold}</style>',
  '<p class="a a a a">',
  'a`b*c ',
])('is through with 100 kB of %s at once', (piece) => {
  expect(contentOfHtml(piece.repeat(100_000 / piece.length)).length).toBeLessThan(100_000);
});
