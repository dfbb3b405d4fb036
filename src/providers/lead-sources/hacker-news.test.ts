import { expect, it } from 'vitest';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import { hackerNews } from './hacker-news.ts';

const hits = Array.from({ length: 120 }, (_empty, index) => ({
  objectID: String(index),
  author: `jo${index}`,
  title: null,
  comment_text: `<p>Can anyone recommend a herbal tea?<p>I&#x27;d pay. ${index}`,
  created_at_i: 1_798_000_000 + index,
}));

const { server, connect } = describeRemoteSource('Hacker News', {
  definition: hackerNews,
  settings: (url) => ({ HACKER_NEWS_BASE_URL: `${url}/api/v1` }),
  answer({ path, query }) {
    if (path !== '/api/v1/search_by_date') return { status: 404, body: {} };
    const page = Number(query.get('page'));
    const size = Number(query.get('hitsPerPage'));
    const nbPages = Math.ceil(hits.length / size);
    return { body: { hits: hits.slice(page * size, (page + 1) * size), page, nbPages } };
  },
});

it('asks Hacker News for stories and comments of the last 90 days, and reads their HTML as text', async () => {
  for await (const { posts } of connect().search(buildSearch())) {
    expect(posts[0]).toMatchObject({
      text: "Can anyone recommend a herbal tea?\nI'd pay. 0",
      url: 'https://news.ycombinator.com/item?id=0',
      author: { handle: 'jo0' },
    });
    break;
  }
  const { query } = server().requests[0]!;
  expect(query.get('tags')).toBe('(story,comment)');
  expect(query.get('numericFilters')).toBe('created_at_i>1792141200');
});
