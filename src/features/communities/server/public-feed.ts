import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { RawAnswer } from '#kit/endpoint.ts';
import type { Clock, Context } from '#platform/context.ts';
import type { LiveHub } from '#platform/live.ts';
import type { getPublicPosts, PublicFeed } from '../contract-public.ts';
import { countActiveMembers } from './member-store.ts';
import { listLatestComments, listShownPosts, placeCursor, readPost } from './post-store.ts';
import { assertMayRead, communityOf, isOwn, type Visit } from './public-access.ts';

type FeedQuery = z.output<(typeof getPublicPosts)['query']>;
type Feed = { etag: string; body: string; domains: readonly string[] };

const COMMENTS_SHOWN = 3;
/** Changes are signalled at once; where a signal was missed, a feed gets this old. */
const KEEP_MS = 1_000;
const MOST_KEPT = 200;

/** Feeds as JSON, kept until something changes. Each process keeps its own. */
export class FeedCache {
  readonly #feeds = new Map<string, Feed & { until: number }>();
  #changes = 0;

  constructor(live: Pick<LiveHub, 'subscribe'>) {
    live.subscribe((topics) => {
      if (topics.some((topic) => topic === 'communities' || topic === 'everything')) this.clear();
    });
  }

  clear(): void {
    this.#changes += 1;
    this.#feeds.clear();
  }

  async get(
    key: string,
    { clock, isKept, build }: { clock: Clock; isKept: boolean; build: () => Promise<Feed> },
  ): Promise<Feed> {
    const known = this.#feeds.get(key);
    if (known && known.until >= clock.now().getTime()) return known;
    const before = this.#changes;
    const feed = { ...(await build()), until: clock.now().getTime() + KEEP_MS };
    // A feed read during a change may be stale.
    if (isKept && this.#changes === before) {
      if (this.#feeds.size >= MOST_KEPT) this.#feeds.clear();
      this.#feeds.set(key, feed);
    }
    return feed;
  }
}

declare module '#platform/context.ts' {
  interface Context {
    readonly feedCache: FeedCache;
  }
}

type FeedContext = Pick<Context, 'db' | 'clock' | 'publicUrl' | 'feedCache'>;

/** What other sites show of a community, as JSON; from memory while nothing changes. Refuses with `forbidden`. */
export async function readFeed(
  ctx: FeedContext,
  apiKey: string,
  query: FeedQuery,
  { origin, ifNoneMatch }: Visit,
): Promise<RawAnswer> {
  const { clock, feedCache } = ctx;
  const canJoin = origin !== null && !isOwn(ctx, origin);
  const key = JSON.stringify([apiKey, query.limit, query.cursor ?? null, canJoin]);
  const entry = await feedCache.get(key, {
    clock,
    // First pages only, since the number of further pages is unbounded.
    isKept: query.cursor === undefined,
    build: () => buildFeed(ctx, apiKey, query, canJoin),
  });
  assertMayRead(ctx, origin, entry.domains);
  const headers = {
    etag: entry.etag,
    'cache-control': 'no-cache',
    vary: 'Origin',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-expose-headers': 'ETag',
    'access-control-allow-origin': entry.domains.length === 0 ? '*' : (origin ?? '*'),
  };
  if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entry.etag)) {
    return { status: 304, headers };
  }
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: entry.body,
  };
}

async function buildFeed(
  ctx: FeedContext,
  apiKey: string,
  query: FeedQuery,
  canPageJoin: boolean,
): Promise<Feed> {
  const { db, publicUrl } = ctx;
  const community = await communityOf(ctx, apiKey);
  const { settings, id } = community;
  const rows = await listShownPosts(db, {
    communityId: id,
    after: placeCursor.read(query.cursor),
    limit: query.limit + 1,
    reader: '',
  });
  const items = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  const [comments, members] = await Promise.all([
    listLatestComments(
      db,
      items.map((row) => row.id),
      COMMENTS_SHOWN,
    ),
    countActiveMembers(db, id),
  ]);
  const feed: PublicFeed = {
    community: {
      name: community.name,
      description: community.description,
      theme: settings.theme,
      members,
      canJoin: canPageJoin && settings.allowsJoining && settings.allowedDomains.length > 0,
    },
    posts: items.map((row) => {
      const { authorName, isTeam, body, url, preview, isPinned, postedAt, reactions, ...post } =
        readPost(row);
      return {
        id: row.id,
        author: authorName,
        isTeam,
        body,
        url,
        preview: preview && { ...preview, imageUrl: preview.imageUrl && `${publicUrl}${preview.imageUrl}` },
        isPinned,
        postedAt,
        comments: comments
          .filter(({ postId }) => postId === row.id)
          .map(({ postId: _post, ...comment }) => comment),
        commentCount: post.comments,
        reactions: reactions.like + reactions.thanks,
      };
    }),
    nextCursor: last ? placeCursor.write(last) : null,
  };
  const body = JSON.stringify(feed);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { etag, body, domains: settings.allowedDomains };
}
