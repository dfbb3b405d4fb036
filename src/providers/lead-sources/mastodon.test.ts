import { expect, it } from 'vitest';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import { mastodon } from './mastodon.ts';

const statuses = Array.from({ length: 90 }, (_empty, index) => ({
  id: String(1_000 - index),
  created_at: '2027-01-10T08:00:00.000Z',
  content: `<p>Which herbal tea <a href="x">#tea</a> is good? ${index}</p>`,
  url: `https://social.example/@jo${index}/1`,
  account: {
    acct: index % 2 === 0 ? `jo${index}` : `jo${index}@elsewhere.example`,
    display_name: index === 0 ? '' : `Jo ${index}`,
    bot: index === 2,
    noindex: index === 3,
    note: `<p>Baker in Leeds ${index}</p>`,
  },
}));

const { server, connect } = describeRemoteSource('Mastodon', {
  definition: mastodon,
  settings: (url) => ({ MASTODON_BASE_URL: url, MASTODON_TOKEN: 'user-token' }),
  answer({ path, query }) {
    if (!path.startsWith('/api/v1/timelines/tag/')) return { status: 404, body: {} };
    const before = Number(query.get('max_id') ?? Infinity);
    return { body: statuses.filter(({ id }) => Number(id) < before).slice(0, Number(query.get('limit'))) };
  },
});

it('reads a hashtag, leaves out machines and people who do not want to be found, and names the home of each', async () => {
  for await (const { posts, read } of connect().search(buildSearch({ queries: ['#herbaltea'] }))) {
    expect(read).toBe(40);
    expect(posts).toHaveLength(38);
    const { host } = new URL(server().url);
    expect(posts.slice(0, 2).map(({ author }) => author)).toEqual([
      { name: `@jo0@${host}`, handle: `@jo0@${host}`, country: null, bio: 'Baker in Leeds 0' },
      { name: 'Jo 1', handle: '@jo1@elsewhere.example', country: null, bio: 'Baker in Leeds 1' },
    ]);
    expect(posts[0]?.text).toBe('Which herbal tea #tea is good? 0');
    break;
  }
  expect(server().requests[0]).toMatchObject({
    path: '/api/v1/timelines/tag/herbaltea',
    headers: { authorization: 'Bearer user-token' },
  });
});
