import { expect, it } from 'vitest';
import { contentOfHtml } from './rules-html.ts';

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
])('is through with 100 kB of %s at once', (piece) => {
  expect(contentOfHtml(piece.repeat(100_000 / piece.length)).length).toBeLessThan(100_000);
});
