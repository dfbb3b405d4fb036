import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeCommunitySource, NOW } from './conformance.ts';
import { discourse } from './discourse.ts';

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

  it('takes a category for a place and nothing else', () => {
    expect(['all', 'tea/5'].map(discourse.placeProblem)).toEqual([undefined, undefined]);
    expect(discourse.placeProblem('tea/../admin')).toBeDefined();
  });
});
