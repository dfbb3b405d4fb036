import { describe, expect, it } from 'vitest';
import { pageText } from './page-text.ts';

const said = 'The tea house opens at nine.';

describe('text of a page', () => {
  it.each([
    ['a class of its name', '<p class="overflow-hidden">'],
    ['a data attribute', '<p data-hidden-label="x">'],
    ['a title', '<p title="no hidden fees">'],
    ['a body that does not scroll sideways', '<body class="overflow-x-hidden"><p>'],
    ['an overflow style', '<p style="overflow:hidden;max-height:0">'],
    ['a class that begins with it', '<p class="hidden-xs md:hidden">'],
    ['an aria-hidden of false', '<p aria-hidden="false">'],
    ['letters that people see and screen readers do not', '<p aria-hidden="true">'],
    ['hidden until found', '<p hidden="until-found">'],
    ['opacity that a script raises', '<p style="opacity:0">'],
    ['a style of another property', '<p style="--display:none">'],
    ['a form around the page', '<form id="aspnetForm"><p>'],
  ])('is read in %s', (_, open) => {
    expect(pageText(`<html>${open}${said}</p></html>`)).toBe(said);
  });

  it.each([
    ['hidden', '<p hidden>'],
    ['hidden with a value', '<div hidden="hidden"><p>'],
    ['hidden whatever its value', '<p HIDDEN=false>'],
    ['display none', '<p style="color:red; Display : none">'],
    ['display none among others', '<div style="display:none!important"><p>'],
    ['invisible', '<p style="visibility:hidden">'],
    ['letters of no size', '<p style="font-size:0px">'],
    ['a closed dialog', '<dialog><p>'],
    ['a dialog of a script', '<div role="dialog"><p>'],
    ['a template', '<template><p>'],
    ['no script', '<noscript><p>'],
    ['a drawing', '<svg><text>'],
    ['options', '<select><option>'],
    ['navigation', '<nav><p>'],
    ['a navigation role', '<div role="navigation"><p>'],
    ['text struck out', '<del>'],
  ])('leaves out %s', (_, open) => {
    const [name = ''] = /[a-z]+/i.exec(open) ?? [];
    expect(pageText(`${open}Secret</p></text></option></${name}><p>${said}</p>`)).toBe(said);
  });

  it('reads what becomes visible again inside', () => {
    expect(pageText(`<ul style="font-size:0"><li style="font-size:16px">${said}</li></ul>`)).toBe(
      `- ${said}`,
    );
    expect(pageText('<p style="font-size:0.9em">Small</p>')).toBe('Small');
  });

  it('reads answers that a click opens, each under its question', () => {
    const answers = [
      '<details><summary>Do you ship?</summary><p>Yes.</p></details><details><summary>Abroad?</summary>No.</details>',
      '<h3><button aria-expanded="false" aria-controls="a">Do you ship?</button></h3><div id="a" hidden>Yes.</div><h3><button aria-expanded="false" aria-controls="b">Abroad?</button></h3><div id="b" hidden>No.</div>',
      '<button class="accordion">Do you ship?</button><div class="panel" style="display:none">Yes.</div><button class="accordion">Abroad?</button><div class="panel" style="display: none;"><p>No.</p></div>',
      '<div class="card"><div class="card-header"><h5><a data-toggle="collapse" href="#one">Do you ship?</a></h5></div><div id="one" class="collapse" style="display:none">Yes.</div></div><div class="card"><div class="card-header"><h5><a data-toggle="collapse" href="#two">Abroad?</a></h5></div><div id="two" class="collapse">No.</div></div>',
      '<dl><dt>Do you ship?</dt><dd>Yes.</dd><dt>Abroad?</dt><dd><p>No.</p></dd></dl>',
      '<p><strong>Do you ship?</strong></p><p>Yes.</p><p><b>Abroad?</b></p><p>No.</p>',
      '<p>Do you ship?</p><p>Yes.</p><p>Abroad?</p><p>No.</p>',
      '<div class="faq"><div class="faq-question">Do you ship?</div><div class="faq-answer">Yes.</div></div><div class="faq"><div class="faq-question">Abroad?</div><div class="faq-answer">No.</div></div>',
      '<input type="checkbox" id="x"><label for="x">Do you ship?</label><div>Yes.</div><input type="checkbox" id="y"><label for="y">Abroad?</label><div>No.</div>',
      '<div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Do you ship?</span><div>Yes.</div></div><div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Abroad?</span><div>No.</div></div>',
    ];
    for (const answer of answers)
      expect(pageText(answer).replaceAll(/^#+(?= )/gm, '#'), answer).toBe(
        '# Do you ship?\n\nYes.\n\n# Abroad?\n\nNo.',
      );
  });

  it('ends the part of an answer with the answer', () => {
    expect(
      pageText(`<h2>Orders</h2><details><summary>Abroad?</summary>No.</details><p>${said}</p><h2>Teas</h2>`),
    ).toBe(`## Orders\n\n### Abroad?\n\nNo.\n\n###\n\n${said}\n\n## Teas`);
  });

  it('names the panel of a tab by its tab', () => {
    const tabs =
      '<div role="tablist"><button role="tab" aria-controls="m">Massage</button><button role="tab" aria-controls="y">Yoga</button></div>';
    expect(
      pageText(`${tabs}<div role="tabpanel" id="m">€60</div><div role="tabpanel" id="y" hidden>€15</div>`),
    ).toBe('# Massage\n\n€60\n\n# Yoga\n\n€15');
  });

  it('keeps terms with what they mean', () => {
    expect(
      pageText(
        '<dl><div><dt>Monday:</dt><dd>9–18</dd></div><dt>Saturday</dt><dt>Sunday</dt><dd>closed</dd></dl>',
      ),
    ).toBe('- Monday: 9–18\n- Saturday, Sunday: closed');
  });

  it('leaves out menus, cookie bars and the footer, and keeps hours and contact from it', () => {
    const page = `<body class="cookie-consent-on"><a class="skip-link" href="#m">Skip to content</a><header><nav>Home</nav><ul class="main-menu"><li><a href="/">Home</a></li></ul><h1>Tea</h1></header>
      <div id="cookie-law-bar"><p>We use cookies to improve this site.</p><button>Accept all</button></div>
      <div class="fixed bottom-0"><p>Wir verwenden Cookies.</p><button>Akzeptieren</button></div>
      <main><p>${said}</p><ul class="menu"><li>Sencha €4</li></ul></main>
      <footer><h4>Links</h4><ul><li><a href="/jobs">Jobs</a></li></ul><h4>Opening hours</h4><p>Mon–Fri 9–18</p><p>© 2026</p><address>1 High Street</address><p><a href="tel:+4930123">Call us</a></p></footer></body>`;
    expect(pageText(page)).toBe(
      `# Tea\n\n${said}\n\n- Sencha €4\n\n#### Opening hours\n\nMon–Fri 9–18\n\n1 High Street\n\nCall us (+4930123)`,
    );
    const bakery =
      '<div class="cookies"><h2>Our cookies</h2><p>We use butter in cookies. We accept cards.</p></div>';
    expect(pageText(bakery)).toBe('## Our cookies\n\nWe use butter in cookies. We accept cards.');
  });

  it('reads lists within lists, numbers, breaks, entities, links and raised figures', () => {
    expect(pageText('<ol><li>One<ul><li>Inner<li>Next</ul><li>Two</ol><p>End')).toBe(
      '1. One\n  - Inner\n  - Next\n2. Two\n\nEnd',
    );
    expect(pageText('<ul><li><p>One<li><p>Two</ul>After')).toBe('- One\n- Two\n\nAfter');
    expect(pageText('<p>Fish &amp; chips&nbsp;&ndash; &euro;5&hellip;<br>two</p>')).toBe(
      'Fish & chips – €5…\ntwo',
    );
    expect(pageText('<p>9<sup>00</sup>–18<sup>30</sup>, €18<sup>99</sup>, 20 m<sup>2</sup></p>')).toBe(
      '9:00–18:30, €18.99, 20 m2',
    );
    expect(
      pageText(
        '<p><a href="mailto:tea@example.com?subject=x">Write</a> or <a href="tel:+4930123">030 123</a></p>',
      ),
    ).toBe('Write (tea@example.com) or 030 123');
    expect(
      pageText(
        '<p><span>Monday</span><span>9–18</span></p><p class="flex"><b>montag</b><b>zu</b></p><p><b>T</b>ea <i>w</i><i>arm</i>.</p>',
      ),
    ).toBe('Monday 9–18\n\nmontag zu\n\nTea warm.');
    expect(pageText('<ul><li><h3>Soap</h3><p>€5</p></li></ul>')).toBe('### Soap\n\n€5');
  });
});

describe('tables of a page', () => {
  it.each([
    [
      'a day in each row',
      '<tr><td>Monday</td><td>9–18</td></tr><tr><td>Tuesday</td><td>closed</td></tr>',
      '- Monday: 9–18\n- Tuesday: closed',
    ],
    [
      'a first day that is closed',
      '<tr><td>Montag</td><td>geschlossen</td></tr><tr><td>Dienstag</td><td>10–19</td></tr>',
      '- Montag: geschlossen\n- Dienstag: 10–19',
    ],
    [
      'days as headers',
      '<tr><th>Mon</th><td>9–12</td><td>14–18</td></tr><tr><th>Tue</th><td colspan=2>closed</td></tr>',
      '- Mon: 9–12, 14–18\n- Tue: closed, closed',
    ],
    [
      'a head',
      '<thead><tr><th>Day<th>Opens<tbody><tr><td>Mon<td><p>9:00<tr><td>Tue<td><p>10:00',
      '| Day | Opens |\n| Mon | 9:00 |\n| Tue | 10:00 |',
    ],
    [
      'a head without a mark',
      '<tr><td>Day</td><td>Hours</td></tr><tr><td>Mon</td><td>9–18</td></tr><tr><td>Tue</td><td>closed</td></tr>',
      '| Day | Hours |\n| Mon | 9–18 |\n| Tue | closed |',
    ],
    [
      'days across',
      '<tr><td></td><td>Mon</td><td>Tue</td></tr><tr><td>Sauna</td><td>9–18</td><td>closed</td></tr>',
      '|  | Mon | Tue |\n| Sauna | 9–18 | closed |',
    ],
    [
      'a title across',
      '<tr><th colspan=2>Opening hours</th></tr><tr><td>Mon</td><td>9–18</td></tr><tr><td>Tue</td><td>9–19</td></tr>',
      '# Opening hours\n\n- Mon: 9–18\n- Tue: 9–19',
    ],
    [
      'a caption',
      '<caption>Opening hours</caption><tr><td>Mon</td><td>9–18</td></tr><tr><td>Tue</td><td>9–19</td></tr>',
      '# Opening hours\n\n- Mon: 9–18\n- Tue: 9–19',
    ],
    [
      'rows that are spanned',
      '<tr><th>Tea<th>Size<th>Price<tr><td rowspan=2>Mint<td>S<td>€4<tr><td>L<td>€6',
      '| Tea | Size | Price |\n| Mint | S | €4 |\n| Mint | L | €6 |',
    ],
    [
      'columns that are spanned',
      '<tr><th rowspan=2>Day<th colspan=2>Summer<tr><th>Open<th>Close<tr><td>Mon<td>9<td>18',
      '| Day | Summer Open | Summer Close |\n| Mon | 9 | 18 |',
    ],
    [
      'breaks in a cell',
      '<tr><td>Mon<td>9–12<br>14–18<tr><td>Tue<td><ul><li>9–12<li>13–17</ul>',
      '- Mon: 9–12, 14–18\n- Tue: 9–12, 13–17',
    ],
  ])('with %s keep what belongs together', (_, rows, text) => {
    expect(pageText(`<table>${rows}</table>`)).toBe(text);
  });

  it('that only place things are read as the page shows them', () => {
    expect(pageText('<table><tr><td><h2>Tea</h2></td><td><p>Mint.</p></td></tr></table>')).toBe(
      '## Tea\n\nMint.',
    );
    const inner = '<table><tr><td>Mon</td><td>9–18</td></tr><tr><td>Tue</td><td>9–19</td></tr></table>';
    expect(pageText(`<table><tr><td>Left</td><td>${inner}</td></tr></table>`)).toBe(
      'Left\n\n- Mon: 9–18\n- Tue: 9–19',
    );
  });
});

it.each([
  '<b> ',
  '<div>',
  '<ul><li>',
  '<table><tr><td>',
  '<dl><dt>a<dd>',
  '<details><summary>',
  '<a href=tel:1><b>',
  '<sup>1',
  '<h1><div>',
  '<p>a?</p>',
  '<a "',
  '<!--',
  '<div class=cookie>cookies accept',
  '<td rowspan=9999 colspan=9999>',
  '<tr><td colspan=100>a',
  '&amp',
  '</p>',
  '<div aria-controls=a id=a role=tab>',
])('is through with 200 kB of %s at once', (piece) => {
  expect(pageText(piece.repeat(200_000 / piece.length)).length).toBeLessThan(10_000_000);
});
