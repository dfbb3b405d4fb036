import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from '#kit/text.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { plainText } from '#providers/lead-sources/plain-text.ts';
import { createSourceApi } from '#providers/lead-sources/source-api.ts';
import { pastInstant, storableId, storableName, storableText } from './mirrored-text.ts';
import type { MirrorDefinition, MirroredMember, MirroredPost, MirrorPage } from './port.ts';

/** Everything, or one category: "tea/5". */
const PLACE = /^(?:all|[a-z0-9-]{1,100}\/\d{1,9})$/;
const MOST_TOPICS = 100;

const Topic = z.object({ id: z.number().int(), slug: z.string().default('') });
const TopicList = z.object({
  topic_list: z.object({ topics: z.array(Topic), more_topics_url: z.string().nullish() }),
});
const Post = z.object({
  id: z.number().int(),
  user_id: z.number().int().nullish(),
  username: z.string().default(''),
  name: z.string().nullish(),
  cooked: z.string().default(''),
  post_number: z.number().int(),
  post_type: z.number().int().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  topic_id: z.number().int(),
  topic_slug: z.string().nullish(),
  topic_title: z.string().nullish(),
});
type Post = z.infer<typeof Post>;
const TopicView = z.object({
  title: z.string().default(''),
  post_stream: z.object({ posts: z.array(Post) }),
});
const Delivery = z.object({ post: Post });

/** Words that people wrote; others tell of moderation. */
const REGULAR = 1;

/** The first post of a topic stands for the topic, whatever number it has. */
const topicKey = (topicId: number): string => `t${topicId}`;

/** A Discourse forum, read by its API and told of changes by its webhook. */
export const discourse: MirrorDefinition = {
  kind: 'discourse',
  label: 'Discourse',
  placeLabel: 'Category',
  placeHint:
    '"all", or a category as in its address: tea/5. Add a webhook there for posts to see changes at once.',
  placeProblem: (place) =>
    PLACE.test(place) ? undefined : 'Write "all", or a category as in its address: tea/5.',
  needs: ['DISCOURSE_BASE_URL', 'DISCOURSE_API_KEY', 'DISCOURSE_API_USERNAME'],
  canAnswer: true,

  readWebhook({ headers, body, secret, now }) {
    const given = headerOf(headers, 'x-discourse-event-signature');
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    if (!isSameSecret(given, expected)) return undefined;
    const deliveryId = storableId(headerOf(headers, 'x-discourse-event-id'));
    const event = headerOf(headers, 'x-discourse-event');
    const news = { deliveryId, posts: [], deletedIds: [] };
    // Kinds of news that we do not know are taken and mean nothing: a refusal would turn the webhook off.
    const parsed = Delivery.safeParse(jsonOf(Buffer.from(body).toString('utf8')));
    if (deliveryId === '' || !parsed.success) return news;
    const { post } = parsed.data;
    if (event === 'post_destroyed') return { ...news, deletedIds: [keyOf(post)] };
    const read = toPost(post, post.topic_title ?? '', undefined, now);
    return { ...news, posts: read ? [read] : [] };
  },

  connect(world) {
    const {
      DISCOURSE_BASE_URL: baseUrl,
      DISCOURSE_API_KEY: key,
      DISCOURSE_API_USERNAME: user,
    } = world.settings;
    if (baseUrl === undefined || key === undefined || user === undefined) return undefined;
    const api = createSourceApi(world, {
      name: 'Discourse',
      baseUrl,
      headers: { 'api-key': key, 'api-username': user },
      explain: ({ status }) =>
        status === 401 || status === 403
          ? 'did not accept our key (DISCOURSE_API_KEY, DISCOURSE_API_USERNAME)'
          : status === 404
            ? 'does not know this category'
            : undefined,
    });

    return {
      async read({ place, cursor, now, signal }): Promise<MirrorPage> {
        const page = cursor === null ? 0 : Math.max(0, Math.trunc(Number(cursor)) || 0);
        const path = place === 'all' ? '/latest.json' : `/c/${place}/l/latest.json`;
        const { data } = await api.askJson({ path, query: { page }, signal }, TopicList);
        const topics = data.topic_list.topics.slice(0, MOST_TOPICS);
        const posts: MirroredPost[] = [];
        const members = new Map<string, MirroredMember>();
        for (const topic of topics) {
          const view = await api.askJson({ path: `/t/${topic.id}.json`, signal }, TopicView);
          for (const post of view.data.post_stream.posts) {
            const read = toPost(post, view.data.title, baseUrl, now);
            if (read) posts.push(read);
            const member = memberOf(post);
            if (member) members.set(member.id, member);
          }
        }
        const hasMore = topics.length > 0 && Boolean(data.topic_list.more_topics_url);
        // A topic shows its first posts only, so what is missing may be further down: the webhook tells of deletions.
        return {
          posts,
          members: [...members.values()],
          cursor: hasMore ? String(page + 1) : null,
          coversSince: null,
        };
      },

      async answer({ postId, text, signal }) {
        const topicId = Number(postId.slice(1));
        const { data } = await api.askJson(
          {
            path: '/posts.json',
            method: 'POST',
            body: { topic_id: topicId, raw: text },
            isRepeatable: false,
            signal,
          },
          z.object({ id: z.number().int() }),
        );
        return `p${data.id}`;
      },
    };
  },
};

function keyOf({ id, topic_id: topicId, post_number: number }: Post): string {
  return number === 1 ? topicKey(topicId) : `p${id}`;
}

function toPost(post: Post, title: string, baseUrl: string | undefined, now: Date): MirroredPost | undefined {
  const postedAt = pastInstant(post.created_at, now);
  const words = storableText(plainText(post.cooked.slice(0, 200_000)));
  const isFirst = post.post_number === 1;
  const text = storableText(isFirst ? [title, words].filter(Boolean).join('\n') : words);
  if ((post.post_type ?? REGULAR) !== REGULAR || text === '') return undefined;
  const changedAt = pastInstant(post.updated_at, now);
  return {
    id: keyOf(post),
    parentId: isFirst ? null : topicKey(post.topic_id),
    authorId: memberOf(post)?.id ?? null,
    authorName: storableName(post.name || post.username),
    text,
    url:
      baseUrl === undefined ? null : `${baseUrl.replace(/\/$/, '')}/t/${post.topic_id}/${post.post_number}`,
    postedAt,
    editedAt: changedAt !== null && postedAt !== null && changedAt > postedAt ? changedAt : null,
  };
}

function memberOf({ user_id: id, username, name }: Post): MirroredMember | undefined {
  if (id == null || id <= 0 || username === '') return undefined;
  return {
    id: String(id),
    name: storableName(name || username),
    handle: storableName(username),
    joinedAt: null,
  };
}

function headerOf(headers: Record<string, string | string[] | undefined>, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
