import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeCommunitySource, NOW } from './conformance.ts';
import { discourse } from './discourse.ts';
import type { MirrorPage } from './port.ts';

const postOf = (
  topicId: number,
  number: number,
  cooked = `<p>Post ${topicId}.${number}</p><script>alert(1)</script>`,
) => ({
  id: topicId * 100 + number,
  user_id: number,
  username: `user${number}`,
  name: number === 2 ? '🌿' : 'Ann Person',
  cooked,
  post_number: number,
  post_type: 1,
  created_at: topicId === 9 ? '2099-01-01T00:00:00Z' : '2027-01-10T10:00:00Z',
  updated_at: '2027-01-10T10:00:00Z',
  topic_id: topicId,
});

const { server, read } = describeCommunitySource('Discourse', {
  definition: discourse,
  settings: (url) => ({
    DISCOURSE_BASE_URL: url,
    DISCOURSE_API_KEY: 'forum-key-of-tests',
    DISCOURSE_API_USERNAME: 'system',
  }),
  place: () => 'tea/5',
  secret: 'forum-key-of-tests',
  answer: ({ path, query }) => {
    const topic = /^\/t\/(\d+)\.json$/.exec(path)?.[1];
    if (topic !== undefined) {
      const id = Number(topic);
      return { body: { title: `Topic ${id}`, post_stream: { posts: [postOf(id, 1), postOf(id, 2)] } } };
    }
    const page = Number(query.get('page'));
    const topics =
      page === 0
        ? [
            { id: 9, slug: 'nine' },
            { id: 8, slug: 'eight' },
          ]
        : [{ id: 7, slug: 'seven' }];
    return {
      body: { topic_list: { topics, more_topics_url: page === 0 ? '/c/tea/5/l/latest?page=1' : null } },
    };
  },
});

describe('Discourse', () => {
  it('gives topics as posts and the rest as answers to them, as text', async () => {
    const { posts } = await read();
    expect(posts.slice(2)).toMatchObject([
      {
        id: 't8',
        parentId: null,
        authorName: 'Ann Person',
        text: 'Topic 8\nPost 8.1',
        url: `${server().url}/t/8/1`,
      },
      { id: 'p802', parentId: 't8', authorName: '🌿', text: 'Post 8.2' },
    ]);
    expect(server().requests[0]).toMatchObject({
      path: '/c/tea/5/l/latest.json',
      headers: { 'api-key': 'forum-key-of-tests' },
    });
  });

  const secret = 'shared secret';
  const call = (event: string, body: unknown, signWith = secret) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return discourse.readWebhook?.({
      headers: {
        'x-discourse-event': event,
        'x-discourse-event-id': '77',
        'x-discourse-event-signature': `sha256=${createHmac('sha256', signWith).update(text).digest('hex')}`,
      },
      body: Buffer.from(text),
      secret,
      now: NOW,
    });
  };

  it('believes only calls that are signed, and takes unknown news without a word', () => {
    const post = { ...postOf(8, 2), updated_at: '2027-01-11T10:00:00Z' };
    expect(call('post_edited', { post })).toMatchObject({
      deliveryId: '77',
      posts: [{ id: 'p802', parentId: 't8', editedAt: new Date('2027-01-11T10:00:00Z') }],
    });
    expect(call('post_destroyed', { post })).toMatchObject({ posts: [], deletedIds: ['p802'] });
    expect(call('post_created', { post }, 'another secret')).toBeUndefined();
    expect(call('ping', 'no json')).toEqual({ deliveryId: '77', posts: [], deletedIds: [] });
  });

  it('takes a category for a place, with its parents or as an address, and nothing else', async () => {
    for (const place of [
      'all',
      'tea/5',
      'drinks/tea/5',
      'drinks/hot/tea/5',
      '/c/drinks/tea/5',
      'https://forum.example/c/drinks/tea/5/l/latest',
      'чай/5',
    ])
      expect(discourse.placeProblem(place), place).toBeUndefined();
    for (const place of ['tea/../admin', 'tea', 'a/b/c/d/5', 'tea/5?x=1', 'https://forum.example/admin', ''])
      expect(discourse.placeProblem(place), place).toBeDefined();
    await read({ place: 'https://forum.example/c/drinks/tea/5/l/latest' });
    expect(server().requests[0]?.path).toBe('/c/drinks/tea/5/l/latest.json');
    await read({ place: '%D1%87%D0%B0%D0%B9/5' });
    expect(server().requests.some(({ path }) => path === '/c/%D1%87%D0%B0%D0%B9/5/l/latest.json')).toBe(true);
  });

  describe('a long topic', () => {
    const POSTS = 1_230;
    const ids = Array.from({ length: POSTS }, (_, index) => 100 + index);
    const isNew = (number: number) => number > POSTS - 5;
    const posts = ids.map((id, index) => ({
      ...postOf(1, index + 1),
      id,
      ...(isNew(index + 1) ? { created_at: '2027-01-13T10:00:00Z', updated_at: '2027-01-13T10:00:00Z' } : {}),
      ...(index === 30 ? { user_deleted: true } : {}),
    }));
    const serve = () => {
      server().fault = ({ path, query }) => {
        if (path === '/t/1.json')
          return {
            body: { title: 'Long', post_stream: { posts: posts.slice(0, 20), stream: ids } },
          };
        if (path === '/t/1/posts.json') {
          const asked = new Set(query.getAll('post_ids[]').map(Number));
          return asked.size > 20
            ? { status: 400, body: {} }
            : { body: { post_stream: { posts: posts.filter(({ id }) => asked.has(id)) } } };
        }
        return { body: { topic_list: { topics: [{ id: 1, slug: 'long' }], more_topics_url: null } } };
      };
    };

    it('is read to its end, a portion at a time, and what is deleted there is said', async () => {
      serve();
      const seen: string[] = [];
      const deleted: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const page: MirrorPage = await read({ cursor });
        expect(page.posts.length).toBeLessThanOrEqual(520);
        seen.push(...page.posts.map(({ id }) => id));
        deleted.push(...(page.deletedIds ?? []));
        pages += 1;
        cursor = page.cursor;
      } while (cursor !== null);
      expect(pages).toBeGreaterThan(1);
      expect(new Set(seen).size).toBe(POSTS - 1);
      expect(deleted).toEqual(['p130']);
    });

    it('is read back to what is known where only news are asked for', async () => {
      serve();
      const { posts: news, cursor } = await read({ since: new Date('2027-01-12T00:00:00Z') });
      expect(news.map(({ id }) => id)).toContain(`p${ids.at(-1)}`);
      expect(cursor).toBeNull();
      expect(server().requests.length).toBeLessThan(6);
    });
  });

  it('reads on where a topic has gone since it was listed', async () => {
    server().fault = ({ path }) => (path === '/t/9.json' ? { status: 404, body: {} } : undefined);
    expect((await read()).posts.map(({ id }) => id)).toEqual(['t8', 'p802']);
  });

  it('says what the author wrote: no quotes, but links, emoji and pictures', async () => {
    const textOf = async (cooked: string) => {
      server().fault = ({ path }) =>
        path.startsWith('/t/')
          ? { body: { title: '', post_stream: { posts: [postOf(3, 2, cooked)] } } }
          : { body: { topic_list: { topics: [{ id: 3 }] } } };
      return (await read()).posts[0]?.text;
    };
    expect(
      await textOf(`<aside class="quote no-group" data-username="ann" data-post="1" data-topic="3"><div class="title">
        <img alt="" class="avatar" src="/a.png"> ann:</div><blockquote><p>I am in pain</p></blockquote></aside><p>Get well soon!</p>`),
    ).toBe('Get well soon!');
    expect(await textOf('<blockquote><p>As she said</p></blockquote><p>True</p>')).toBe('True');
    expect(
      await textOf(
        '<p>See <a href="https://shop.example/tea?x=1&amp;y=2" rel="nofollow">our shop<span class="badge badge-notification clicks">3</span></a> or <a href="/t/other/7">here</a></p>',
      ),
    ).toBe(`See our shop (https://shop.example/tea?x=1&y=2) or here (${server().url}/t/other/7)`);
    expect(await textOf('<p><a href="https://shop.example/tea">https://shop.example/tea</a></p>')).toBe(
      'https://shop.example/tea',
    );
    expect(
      await textOf('<p><a class="mention" href="/u/ann">@ann</a> <a href="javascript:alert(1)">hi</a></p>'),
    ).toBe('@ann hi');
    expect(
      await textOf(
        '<p>Thanks <img src="https://emoji.example/tea.png" title=":tea:" class="emoji" alt=":tea:"></p>',
      ),
    ).toBe('Thanks :tea:');
    expect(
      await textOf(`<div class="lightbox-wrapper"><a class="lightbox" href="https://cdn.example/x.png"><img src="x" alt="My garden|690x500">
        <div class="meta"><span class="filename">x.png</span><span class="informations">1920×1080 1 MB</span></div></a></div>`),
    ).toBe('[Image: My garden]');
    expect(
      await textOf(`<aside class="onebox allowlistedgeneric" data-onebox-src="https://news.example/1"><header class="source">
        <a href="https://news.example/1">news.example</a></header><article><h3>Headline</h3></article></aside>`),
    ).toBe('https://news.example/1');
    expect(await textOf('<p><img src="x"></p>')).toBe('[Image]');
    expect(await textOf('<ul><li>One</li><li>Two</li></ul><pre><code>a\nb</code></pre>')).toBe(
      'One\nTwo\na\nb',
    );
  });
});
