import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from '#kit/text.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import { createSourceApi, unreadable } from '#providers/lead-sources/source-api.ts';
import { authorsText } from './discourse-text.ts';
import { pastInstant, storableId, storableName, storableText } from './mirrored-text.ts';
import type { MirrorDefinition, MirroredMember, MirroredPost, MirrorPage, MirrorRequest } from './port.ts';

/** One category, as in its address: "tea/5", "drinks/tea/5", or the address itself. */
const CATEGORY =
  /^(?:https?:\/\/[^/?#\s]{1,200})?\/?(?:c\/)?((?:[\p{L}\p{N}_%-]{1,100}\/){1,3}\d{1,9})(?:\/l\/latest)?\/?$/u;
const MOST_TOPICS = 100;
/** What a topic shows at once, and may be asked for at once, as its own pages do. */
const POSTS_AT_ONCE = 20;
/** The rest of longer topics is left for the next page. */
const POSTS_PER_PAGE = 500;
/** How far the clock of a forum may be from ours. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

const Topic = z.object({ id: z.number().int() });
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
  /** By its author, by a moderator, and by the flags of others. */
  user_deleted: z.boolean().nullish(),
  deleted_at: z.string().nullish(),
  hidden: z.boolean().nullish(),
});
type Post = z.infer<typeof Post>;
const PostStream = z.object({ posts: z.array(Post), stream: z.array(z.number().int()).default([]) });
const TopicView = z.object({ title: z.string().default(''), post_stream: PostStream });
const SomePosts = z.object({ post_stream: PostStream });
/** A page of the list of topics, or what is left of one: topics, of the first of which `from` posts have been read. */
const Cursor = z.union([
  z.object({
    next: z.number().int().nullable(),
    left: z.array(z.number().int()).min(1),
    from: z.number().int(),
  }),
  z.number().int().min(0),
]);
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
    '"all", or a category as in its address: tea/5 or drinks/tea/5. Add a webhook there for posts to see changes at once.',
  placeProblem: (place) =>
    place === 'all' || CATEGORY.test(place)
      ? undefined
      : 'Write "all", or a category as in its address: tea/5 or drinks/tea/5.',
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
    if (event === 'post_destroyed' || isDeleted(post)) return { ...news, deletedIds: [keyOf(post)] };
    const read = toPost(post, { title: post.topic_title ?? '', baseUrl: instanceOf(headers), now });
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

    /**
     * The posts of a topic: those that it shows at once, then the others from the `from`-th on. Of what is new since some
     * time, the others from the end back to what is known.
     */
    const readTopic = async (
      id: number,
      { from, most, since, signal }: Pick<MirrorRequest, 'since' | 'signal'> & { from: number; most: number },
    ) => {
      const view = await api.askJson({ path: `/t/${id}.json`, signal }, TopicView).catch(unlessGone);
      if (!view) return { title: '', posts: [], next: undefined };
      const { data } = view;
      const { posts: shown, stream } = data.post_stream;
      const posts = from === 0 ? [...shown] : [];
      const known = new Set(shown.map((post) => post.id));
      const others = stream.filter((postId) => !known.has(postId));
      if (since !== null) others.reverse();
      let at = from;
      for (; at < others.length && posts.length < most; at += POSTS_AT_ONCE) {
        const ids = others.slice(at, at + POSTS_AT_ONCE);
        const query = ids.map((postId) => `post_ids[]=${postId}`).join('&');
        const some = await api.askJson({ path: `/t/${id}/posts.json?${query}`, signal }, SomePosts);
        posts.push(...some.data.post_stream.posts);
        if (since !== null && !some.data.post_stream.posts.some((post) => isSince(post, since)))
          at = others.length;
      }
      return { title: data.title, posts, next: at < others.length ? at : undefined };
    };

    return {
      async read({ place, cursor, since, now, signal }): Promise<MirrorPage> {
        const at = readCursor(cursor);
        const listed = typeof at === 'number' ? await listTopics(place, at, signal) : at;
        const { next } = listed;
        let { left, from } = listed;
        const read: Post[] = [];
        const posts: MirroredPost[] = [];
        const members = new Map<string, MirroredMember>();
        for (let [id] = left; id !== undefined && read.length < POSTS_PER_PAGE; [id] = left) {
          const topic = await readTopic(id, { from, most: POSTS_PER_PAGE - read.length, since, signal });
          read.push(...topic.posts);
          for (const post of topic.posts) {
            const written = toPost(post, { title: topic.title, baseUrl, now });
            if (written) posts.push(written);
            const member = memberOf(post);
            if (member) members.set(member.id, member);
          }
          from = topic.next ?? 0;
          if (topic.next === undefined) left = left.slice(1);
        }
        const rest = left.length > 0 ? { next, left, from } : next;
        return {
          posts,
          members: [...members.values()],
          cursor: rest === null ? null : JSON.stringify(rest),
          // Topics come and go with who may see them: what is missing says nothing.
          coversSince: null,
          deletedIds: read.filter(isDeleted).map(keyOf),
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

    async function listTopics(place: string, page: number, signal: AbortSignal) {
      const category = CATEGORY.exec(place)?.[1];
      const path =
        category === undefined ? '/latest.json' : `/c/${encodeURI(decoded(category))}/l/latest.json`;
      const { data } = await api.askJson({ path, query: { page }, signal }, TopicList);
      const topics = data.topic_list.topics.slice(0, MOST_TOPICS);
      const hasMore = topics.length > 0 && Boolean(data.topic_list.more_topics_url);
      return { next: hasMore ? page + 1 : null, left: topics.map(({ id }) => id), from: 0 };
    }
  },
};

function readCursor(cursor: string | null): z.infer<typeof Cursor> {
  if (cursor === null) return 0;
  const parsed = Cursor.safeParse(jsonOf(cursor));
  if (!parsed.success) throw unreadable('Discourse', parsed.error);
  return parsed.data;
}

/** Whether a post was written or changed since then; of a clock that cannot be read, yes. */
function isSince({ created_at: created, updated_at: updated }: Post, since: Date): boolean {
  return !(
    Math.max(Date.parse(created), Date.parse(updated ?? created)) <
    since.getTime() - CLOCKS_DIFFER_MS
  );
}

/** A topic may go, or out of our sight, after it was listed: the others are read all the same. */
function unlessGone(error: unknown): undefined {
  if (error instanceof SourceError && [403, 404, 410].includes(error.status ?? 0)) return undefined;
  throw error;
}

/** Slugs in other scripts are written either way. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function isDeleted({ user_deleted: byAuthor, deleted_at: at }: Post): boolean {
  return byAuthor === true || at != null;
}

/** Which forum calls, by its own address. */
function instanceOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  const address = headerOf(headers, 'x-discourse-instance');
  return /^https?:/.test(address) && URL.canParse(address) ? address : undefined;
}

function keyOf({ id, topic_id: topicId, post_number: number }: Post): string {
  return number === 1 ? topicKey(topicId) : `p${id}`;
}

type PostWorld = { title: string; baseUrl: string | undefined; now: Date };

function toPost(post: Post, { title, baseUrl, now }: PostWorld): MirroredPost | undefined {
  const postedAt = pastInstant(post.created_at, now);
  const words = storableText(authorsText(post.cooked, baseUrl));
  const isFirst = post.post_number === 1;
  const text = storableText(isFirst ? [title, words].filter(Boolean).join('\n') : words);
  // What was flagged is hidden there, and stands for other words.
  const isShown = (post.post_type ?? REGULAR) === REGULAR && !isDeleted(post) && post.hidden !== true;
  if (!isShown || text === '') return undefined;
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
