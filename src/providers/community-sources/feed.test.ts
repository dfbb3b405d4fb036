import { describe, expect, it } from 'vitest';
import { describeCommunitySource, NOW } from './conformance.ts';
import { feed } from './feed.ts';

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
  <title>Talk</title><item><title>Tea &amp; me</title><link>https://talk.example/1</link><guid>1</guid>
    <pubDate>Sun, 10 Jan 2027 08:00:00 GMT</pubDate><dc:creator><![CDATA[Dana]]></dc:creator>
    <description><![CDATA[<p>Try <b>rooibos</b></p><script>alert(1)</script>]]></description></item>
  <item><title>From the future</title><guid>2</guid><link>javascript:alert(1)</link>
    <pubDate>Sun, 10 Jan 2099 08:00:00 GMT</pubDate></item>
</channel></rss>`;

const { server, read } = describeCommunitySource('Feed', {
  definition: feed,
  settings: () => ({}),
  place: (url) => `${url}/feed.xml`,
  answer: () => ({ body: rss }),
});

describe('a feed', () => {
  it('gives its entries as text, with links that a browser may follow', async () => {
    const { posts, cursor, coversSince } = await read();
    expect(posts).toMatchObject([
      { authorName: 'Dana', text: 'Tea & me\nTry rooibos', url: 'https://talk.example/1' },
      { authorName: 'Talk', text: 'From the future', url: null, postedAt: NOW },
    ]);
    expect([cursor, coversSince]).toEqual([null, null]);
  });

  it('refuses what is too large and what is no feed', async () => {
    for (const body of [`<rss>${'x'.repeat(6_000_000)}</rss>`, '<html/>']) {
      server().fault = () => ({ body });
      await expect(read()).rejects.toThrow(/too large|could not read/);
    }
  });

  it.each(['<item>', '<item><title', '<link '])('is through with nothing but %s at once', async (piece) => {
    server().fault = () => ({ body: `<rss>${piece.repeat(3_000_000 / piece.length)}</rss>` });
    await expect(read()).rejects.toThrow(/could not read/);
  });

  it('cuts a text that is endless', async () => {
    server().fault = () => ({
      body: `<rss><channel><item><guid>1</guid><title>${'é'.repeat(1_000_000)}</title></item></channel></rss>`,
    });
    expect((await read()).posts[0]?.text.length).toBeLessThanOrEqual(10_001);
  });
});
