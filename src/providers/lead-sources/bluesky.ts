import { z } from 'zod';
import { pageThrough } from './paging.ts';
import { postedAt } from './plain-text.ts';
import { type SourceDefinition, SourceError, type SourcePost, type SourceWorld } from './port.ts';
import { createSourceApi } from './source-api.ts';

const Session = z.object({
  accessJwt: z.string(),
  didDoc: z
    .object({
      service: z.array(z.object({ id: z.string(), serviceEndpoint: z.url({ protocol: /^https?$/ }) })),
    })
    .optional()
    .catch(undefined),
});

const Found = z.object({
  cursor: z.string().optional(),
  posts: z.array(
    z.object({
      uri: z.string(),
      author: z.object({
        handle: z.string(),
        displayName: z.string().optional(),
        labels: z.array(z.object({ val: z.string() })).optional(),
      }),
      record: z.object({ text: z.string(), createdAt: z.string() }),
    }),
  ),
});

const PAGE_SIZE = 50;
/** How an account says that it is shown to signed-in people only; that is not public. */
const NOT_PUBLIC = '!no-unauthenticated';

/** Public posts of Bluesky. One sign-in serves many searches: an account may sign in 30 times in 5 minutes. */
export const bluesky: SourceDefinition = {
  platform: 'bluesky',
  label: 'Bluesky',
  kind: 'public',
  isSynthetic: false,
  needs: ['BLUESKY_HANDLE', 'BLUESKY_APP_PASSWORD'],
  postsPerRun: 1_000,
  cost: null,
  asks: { style: 'phrases', most: 4, longest: 100, place: 'words' },
  connect(world) {
    const { BLUESKY_HANDLE: identifier, BLUESKY_APP_PASSWORD: password } = world.settings;
    if (!identifier || !password) return undefined;
    const signedIn = keepSession(world, { identifier, password });
    return (search) =>
      pageThrough(search, search.queries, async (query, cursor) => {
        const data = await signedIn(search.signal, (api) =>
          api.askJson(
            {
              path: '/xrpc/app.bsky.feed.searchPosts',
              query: { q: query, sort: 'latest', limit: PAGE_SIZE, cursor: cursor ?? undefined },
              signal: search.signal,
            },
            Found,
          ),
        );
        const posts = data.posts.flatMap(({ uri, author, record }): SourcePost[] => {
          const isHidden = author.labels?.some(({ val }) => val === NOT_PUBLIC) ?? false;
          if (isHidden || record.text.trim() === '') return [];
          return [
            {
              id: uri,
              text: record.text,
              url: `https://bsky.app/profile/${encodeURIComponent(author.handle)}/post/${encodeURIComponent(uri.split('/').at(-1) ?? '')}`,
              postedAt: postedAt(record.createdAt, search.now),
              author: {
                name: author.displayName || author.handle,
                handle: `@${author.handle}`,
                country: null,
              },
              contact: null,
            },
          ];
        });
        return { posts, read: data.posts.length, next: data.cursor ?? null };
      });
  },
};

type Api = ReturnType<typeof createSourceApi>;

/** Calls with a session that is made when first needed, and made anew once where it has run out. */
function keepSession(world: SourceWorld, login: { identifier: string; password: string }) {
  const { BLUESKY_BASE_URL: baseUrl } = world.settings;
  const entrance = createSourceApi(world, { name: 'Bluesky', baseUrl });
  let session: Promise<Api> | undefined;

  const signIn = async (signal: AbortSignal): Promise<Api> => {
    const { data } = await entrance.askJson(
      { path: '/xrpc/com.atproto.server.createSession', method: 'POST', body: login, signal },
      Session,
    );
    const home = data.didDoc?.service.find(({ id }) => id.endsWith('#atproto_pds'))?.serviceEndpoint;
    return createSourceApi(world, {
      name: 'Bluesky',
      baseUrl: home ?? baseUrl,
      headers: { authorization: `Bearer ${data.accessJwt}` },
      explain: ({ status, text }) => (status === 400 && text.includes('ExpiredToken') ? EXPIRED : undefined),
    });
  };
  const open = (signal: AbortSignal): Promise<Api> => {
    session ??= signIn(signal).catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  };

  return async <T>(signal: AbortSignal, call: (api: Api) => Promise<{ data: T }>): Promise<T> => {
    const isKept = session !== undefined;
    const api = await open(signal);
    try {
      return (await call(api)).data;
    } catch (error) {
      const isOver = error instanceof SourceError && /did not accept our key|expired/.test(error.message);
      if (!isOver) throw error;
      session = undefined;
      if (!isKept) throw error;
      return (await call(await open(signal))).data;
    }
  };
}

const EXPIRED = 'session has expired';
