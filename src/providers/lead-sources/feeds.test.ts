import { describe, expect, it } from 'vitest';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import { feeds } from './feeds.ts';
import type { SourcePost } from './port.ts';

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
  <title>Talk</title>
  <item><title>Herbal tea &amp; me</title><link>https://talk.example/1</link><guid>1</guid>
    <pubDate>Sun, 10 Jan 2027 08:00:00 GMT</pubDate><dc:creator><![CDATA[Dana Whitlow]]></dc:creator>
    <description><![CDATA[<p>Can anyone recommend a <b>herbal tea</b>?</p><script>alert(1)</script>]]></description></item>
  <item><title>Which herbal teas?</title><link>https://talk.example/2</link><guid>2</guid>
    <pubDate>Sun, 10 Jan 2099 08:00:00 GMT</pubDate><author>sam@talk.example (Sam Ode)</author>
    <description>&lt;p&gt;Any tea that is herbal&lt;/p&gt;</description></item>
  <item><title>Herbal tea without an author</title><guid>3</guid></item>
  <item><title>Football</title><dc:creator>Max</dc:creator><guid>4</guid></item>
</channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a1</id><title>Tea, herbal</title>
  <author><name>Ivy Chen</name></author><link rel="alternate" href="https://blog.example/a1?x=1&amp;y=2"/>
  <updated>2027-01-09T10:00:00Z</updated><content type="html">&lt;b&gt;I need a herbal tea&lt;/b&gt;</content></entry></feed>`;

const { server, connect } = describeRemoteSource('Feeds', {
  definition: feeds,
  settings: (url) => ({ FEED_URLS: `${url}/rss` }),
  answer: () => ({ headers: { etag: '"1"' }, body: rss }),
});

describe('feeds', () => {
  async function read(source = connect()): Promise<SourcePost[]> {
    const posts: SourcePost[] = [];
    for await (const page of source.search(buildSearch())) posts.push(...page.posts);
    return posts;
  }

  it('gives the entries of RSS that hold the words, with their author, as text', async () => {
    const [first, second, ...others] = await read();
    expect(first).toMatchObject({
      text: 'Herbal tea & me\nCan anyone recommend a herbal tea?',
      url: 'https://talk.example/1',
      postedAt: new Date('2027-01-10T08:00:00Z'),
      author: { name: 'Dana Whitlow', handle: 'Dana Whitlow at talk.example' },
    });
    // What claims to be from the future is from now.
    expect(second).toMatchObject({ author: { name: 'Sam Ode' }, postedAt: new Date('2027-01-14T09:00:00Z') });
    expect(others).toEqual([]);
  });

  it('reads Atom', async () => {
    server().fault = () => ({ body: atom });
    expect(await read()).toMatchObject([
      {
        text: 'Tea, herbal\nI need a herbal tea',
        url: 'https://blog.example/a1?x=1&y=2',
        author: { name: 'Ivy Chen' },
      },
    ]);
  });

  it('asks again only for what is new', async () => {
    const source = connect();
    const posts = await read(source);
    server().fault = ({ headers }) =>
      headers['if-none-match'] === '"1"' ? { status: 304, body: '' } : undefined;
    expect(await read(source)).toEqual(posts);
    expect(server().requests.at(-1)?.headers['if-none-match']).toBe('"1"');
  });

  it.each([
    ['is a web page', '<!-- made by hand --><!DOCTYPE html><html><body>Hello</body></html>'],
    ['is no RSS or Atom feed', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>'],
    ['is empty', ' \n'],
    ['not well-formed', '<rss version="2.0"><channel><item><title>Herbal tea</tit'],
    ['is a JSON feed', '{"version":"https://jsonfeed.org/version/1.1","title":"Talk","items":[]}'],
  ])('says why it cannot read a feed: %s', async (why, body) => {
    server().fault = () => ({ body });
    await expect(read()).rejects.toThrow(new RegExp(`could not read: .*${why}`));
  });

  it('expands no entity that a document defines', async () => {
    server().fault = () => ({
      body: rss
        .replace('<rss', '<!DOCTYPE rss [<!ENTITY who "Mallory">]><rss')
        .replace('Herbal tea &amp; me', 'Herbal tea of &who;'),
    });
    expect((await read())[0]?.text).toContain('Herbal tea of &who;');
  });
});
