import { describe, expect, it } from 'vitest';
import { readFeedDate } from './feed-date.ts';
import { type FeedEntry, readFeed } from './feed-entries.ts';

const FEED_URL = 'https://feeds.example/a/feed.xml';

const read = (feed: string | Uint8Array, contentType = 'application/xml'): Promise<FeedEntry[]> =>
  readFeed(
    {
      bytes: typeof feed === 'string' ? Buffer.from(feed) : feed,
      headers: { 'content-type': contentType },
      url: FEED_URL,
    },
    'feeds.example',
  );
const rss = (items: string, channel = '<title>Talk</title>', start = ''): string =>
  `${start}<rss version="2.0"><channel>${channel}${items}</channel></rss>`;
const atom = (entries: string, feed = '<title>Planet</title>', attributes = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}>${feed}${entries}</feed>`;
const text = async (feed: string | Uint8Array, contentType?: string): Promise<string | undefined> =>
  (await read(feed, contentType))[0]?.text;

describe('the encoding of a feed', () => {
  const words = 'Grüße aus dem Café: 5 €';
  const item = (encoding: string) =>
    rss(`<item><title>${words}</title></item>`, '', `<?xml version="1.0" encoding="${encoding}"?>`);
  const inLatin = (written: string): Uint8Array => Buffer.from(written.replaceAll('€', '\u0080'), 'latin1');

  it.each([
    ['ISO-8859-1 by its declaration', inLatin(item('ISO-8859-1')), 'text/xml'],
    ['windows-1252 whatever the server says', inLatin(item('windows-1252')), 'text/xml; charset=utf-8'],
    [
      'windows-1252 by the server',
      inLatin(rss(`<item><title>${words}</title></item>`)),
      'text/xml;charset="cp1252"',
    ],
    ['windows-1252 that is not declared', inLatin(rss(`<item><title>${words}</title></item>`)), 'text/xml'],
    ['UTF-8 that claims to be ISO-8859-1', Buffer.from(item('ISO-8859-1')), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${item('utf-8')}`), 'text/xml'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${item('UTF-16')}`, 'utf16le'), 'text/xml'],
    ['UTF-16 without one', Buffer.from(item('UTF-16'), 'utf16le'), 'text/xml'],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${item('UTF-16')}`, 'utf16le').swap16(), 'text/xml'],
  ])('is read: %s', async (_what, bytes, contentType) => {
    expect(await text(bytes, contentType)).toBe(words);
  });

  it('is detected by its letters where none is declared', async () => {
    const russian = 'Добрый вечер, посоветуйте, пожалуйста, травяной чай без кофеина для спокойного сна';
    // Windows-1251 has the Cyrillic letters in the order of Unicode.
    const bytes = Buffer.from(
      Array.from(rss(`<item><title>${russian}</title></item>`), (character) => {
        const code = character.codePointAt(0) ?? 0;
        return code < 0x80 ? code : code - 0x4_10 + 0xc0;
      }),
    );
    expect(await text(bytes, 'text/xml')).toBe(russian);
  });

  it('spoils no feed in UTF-8 for the sake of one broken byte', async () => {
    const bytes = Buffer.from(item('utf-8'));
    bytes[bytes.indexOf('dem')] = 0xff;
    expect(await text(bytes)).toContain('Grüße aus');
  });
});

describe('the text of an entry', () => {
  it('knows a DOCTYPE that is RSS 0.91’s own or stands in CDATA', async () => {
    const own =
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';
    expect(await text(rss('<item><title>Tea</title></item>', '', own))).toBe('Tea');
    expect(
      await text(
        rss(
          '<item><title>How</title><description><![CDATA[<!DOCTYPE html><p>Steep it</p>]]></description></item>',
        ),
      ),
    ).toBe('How\nSteep it');
  });

  it('decodes entities of HTML, escaped once or twice', async () => {
    expect(
      await text(rss('<item><title>Caf&eacute; &amp;amp; tea &#8211; 5&nbsp;&euro;</title></item>')),
    ).toBe('Café & tea – 5 €');
    expect(await text(rss('<item><description>&lt;p&gt;1 &amp;lt; 2&lt;/p&gt;</description></item>'))).toBe(
      '1 < 2',
    );
  });

  it('reads text, HTML and XHTML of Atom each as what it is', async () => {
    expect(await text(atom('<entry><id>1</id><title type="text">The &lt;b&gt; tag</title></entry>'))).toBe(
      'The <b> tag',
    );
    expect(
      await text(
        atom(
          '<entry><id>1</id><content type="html">&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</content></entry>',
        ),
      ),
    ).toBe('One\ntwo');
    expect(
      await text(
        atom(
          '<entry><id>1</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <b>there</b></p>you &amp; me</div></content></entry>',
        ),
      ),
    ).toBe('Hello there\nyou & me');
    expect(
      await text(
        atom('<entry><id>1</id><summary>Short</summary><content type="image/png">aGk=</content></entry>'),
      ),
    ).toBe('Short');
  });

  it('bears what programs forget to escape', async () => {
    const [entry] = await read(
      rss(
        '<item><title>I <3 tea & you</title><link>https://a.example/?x=1&y=2</link><description>a < b<br>c</description></item>',
      ),
    );
    expect(entry).toMatchObject({ text: 'I <3 tea & you\na < b\nc', url: 'https://a.example/?x=1&y=2' });
  });

  it('does not say a short post twice', async () => {
    expect(
      await text(rss('<item><title>Tea for…</title><description>Tea for two</description></item>')),
    ).toBe('Tea for two');
  });
});

describe('the address of an entry', () => {
  const url = async (feed: string) => (await read(feed))[0]?.url;

  it('is the page, not the feed, a file or a comment', async () => {
    expect(
      await url(
        atom(`<entry><id>1</id><link rel="self" href="https://a.example/self"/><link rel="replies" href="https://a.example/c"/>
          <link rel="enclosure" href="https://a.example/x.mp3"/><link rel="alternate" type="application/pdf" href="https://a.example/pdf"/>
          <link rel="alternate" type="text/html" href="https://a.example/page"/></entry>`),
      ),
    ).toBe('https://a.example/page');
    expect(await url(atom('<entry><id>1</id><link href="https://a.example/page"/></entry>'))).toBe(
      'https://a.example/page',
    );
    expect(await url(atom('<entry><id>1</id><link rel="self" href="https://a.example/self"/></entry>'))).toBe(
      '',
    );
  });

  it('is resolved against xml:base, the site or the feed', async () => {
    expect(
      await url(
        atom(
          '<entry xml:base="blog/"><id>1</id><link href="a.html?x=1&amp;y=2"/></entry>',
          '',
          ' xml:base="https://planet.example/"',
        ),
      ),
    ).toBe('https://planet.example/blog/a.html?x=1&y=2');
    expect(
      await url(rss('<item><title>x</title><link>/1</link></item>', '<link>https://site.example/</link>')),
    ).toBe('https://site.example/1');
    expect(await url(rss('<item><title>x</title><link>../1</link></item>', ''))).toBe(
      'https://feeds.example/1',
    );
  });

  it('is the guid where there is no link, unless that is said to be none', async () => {
    expect(await url(rss('<item><guid>https://a.example/1</guid></item>'))).toBe('https://a.example/1');
    expect(await url(rss('<item><guid isPermaLink="false">https://a.example/1</guid></item>'))).toBe('');
  });

  it('is none that a browser runs', async () => {
    expect(await url(rss('<item><title>x</title><link>javascript:alert(1)</link></item>'))).toBe('');
  });
});

describe('the author of an entry', () => {
  it('is who is named first, and never an e-mail address', async () => {
    const authors = async (item: string) =>
      (await read(rss(`<item><guid>1</guid>${item}</item>`)))[0]?.authors;
    expect(await authors('<author>sam@a.example (Sam Ode)</author>')).toEqual(['Sam Ode']);
    expect(await authors('<author>Sam Ode</author>')).toEqual(['Sam Ode']);
    expect(await authors('<author>sam@a.example</author>')).toEqual([]);
    expect(
      await authors(
        '<dc:creator>Dana</dc:creator><dc:creator>Ivy</dc:creator><author>sam@a.example (Sam)</author>',
      ),
    ).toEqual(['Dana', 'Ivy']);
  });

  it('of a planet feed is of the entry or of its own blog, with the dates and the link of the entry', async () => {
    const source = `<source><id>s</id><title>Own blog</title><updated>2020-01-01T00:00:00Z</updated>
      <link href="https://own.example/"/><author><name>Blog Owner</name></author></source>`;
    const [named, unnamed] = await read(
      atom(`<entry>${source}<id>1</id><author><name>Ada</name></author><link href="https://own.example/1"/>
          <updated>2027-01-09T10:00:00Z</updated></entry><entry>${source}<id>2</id></entry>`),
    );
    expect(named).toMatchObject({
      authors: ['Ada'],
      feedTitle: 'Own blog',
      url: 'https://own.example/1',
      postedAt: new Date('2027-01-09T10:00:00Z'),
    });
    expect(unnamed?.authors).toEqual(['Blog Owner']);
    const [item] = await read(
      rss('<item><title>x</title><source url="https://own.example/feed">Own blog</source></item>'),
    );
    expect(item).toMatchObject({ authors: [], feedTitle: 'Own blog' });
  });
});

it('reads RSS 1.0 and Atom with a prefix', async () => {
  expect(
    await read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>T</title></channel>
        <item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link><dc:creator>Di</dc:creator>
        <dc:date>2027-01-01T00:00:00+01:00</dc:date></item></rdf:RDF>`),
  ).toMatchObject([
    { text: 'One', url: 'https://a.example/1', authors: ['Di'], postedAt: new Date('2026-12-31T23:00:00Z') },
  ]);
  expect(
    await read(
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id><a:title>One</a:title></a:entry></a:feed>',
    ),
  ).toMatchObject([{ id: '1', text: 'One' }]);
});

describe('readFeedDate', () => {
  it.each([
    ['Sun, 10 Jan 2027 08:00:00 GMT', '2027-01-10T08:00:00Z'],
    ['Sun, 10 Jan 2027 08:00:00 EST', '2027-01-10T13:00:00Z'],
    ['Sun, 10 Jan 2027 08:00 PDT', '2027-01-10T15:00:00Z'],
    ['Sun, 10 Jan 2027 08:00:00 CEST', '2027-01-10T06:00:00Z'],
    ['So, 10 January 27 08:00:00 +0100', '2027-01-10T07:00:00Z'],
    ['10 Jan 2027 08:00:00 -0330 (comment)', '2027-01-10T11:30:00Z'],
    ['Sun, 10 Jan 2027 08:00:00 UT', '2027-01-10T08:00:00Z'],
    ['Sun, 10 Jan 2027 08:00:00 XYZ', '2027-01-10T08:00:00Z'],
    ['Sun, 10 Jan 2027', '2027-01-10T00:00:00Z'],
    ['Sun Jan 10 08:00:00 2027', '2027-01-10T08:00:00Z'],
    ['January 10, 2027 8:00 PM', '2027-01-10T20:00:00Z'],
    ['2027-01-10T08:00:00.123+02:00', '2027-01-10T06:00:00Z'],
    ['2027-01-10T08:00:00Z', '2027-01-10T08:00:00Z'],
    ['2027-01-10 08:00', '2027-01-10T08:00:00Z'],
    ['2027-01', '2027-01-01T00:00:00Z'],
  ])('reads %s', (written, instant) => {
    expect(readFeedDate(written)).toEqual(new Date(instant));
  });

  it.each([
    undefined,
    '',
    'yesterday',
    'Tuesday 5',
    'Tea 12',
    '31 Feb 2027 08:00 GMT',
    '10.01.2027',
    '1'.repeat(100),
  ])('makes nothing of %s', (written) => {
    expect(readFeedDate(written)).toBeNull();
  });
});
