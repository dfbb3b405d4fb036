import { z } from 'zod';
import { pageThrough } from './paging.ts';
import { plainText, postedAt } from './plain-text.ts';
import type { SourceDefinition, SourcePost } from './port.ts';
import { createSourceApi } from './source-api.ts';

const Statuses = z.array(
  z.object({
    id: z.string(),
    created_at: z.string(),
    content: z.string(),
    url: z.string().nullish(),
    account: z.object({
      note: z.string().nullish(),
      acct: z.string(),
      display_name: z.string().default(''),
      bot: z.boolean().nullish(),
      /** The author does not want to be found by search. */
      noindex: z.boolean().nullish(),
    }),
  }),
);

const PAGE_SIZE = 40;

/** Public posts under hashtags of one Mastodon server. Machines and people who opted out of search are left out. */
export const mastodon: SourceDefinition = {
  platform: 'mastodon',
  label: 'Mastodon',
  kind: 'public',
  isSynthetic: false,
  needs: [],
  postsPerRun: 1_000,
  cost: null,
  asks: { style: 'hashtags', most: 5, longest: 40, place: 'none' },
  connect(world) {
    const { MASTODON_BASE_URL: baseUrl, MASTODON_TOKEN: token } = world.settings;
    const { host } = new URL(baseUrl);
    const api = createSourceApi(world, {
      name: 'Mastodon',
      baseUrl,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return (search) =>
      pageThrough(search, search.queries, async (tag, before) => {
        const { data } = await api.askJson(
          {
            path: `/api/v1/timelines/tag/${encodeURIComponent(tag.replace(/^#/, ''))}`,
            query: { limit: PAGE_SIZE, max_id: before ?? undefined },
            signal: search.signal,
          },
          Statuses,
        );
        const posts = data.flatMap(({ account, ...status }): SourcePost[] => {
          const words = plainText(status.content);
          if (words === '' || account.bot || account.noindex) return [];
          const handle = `@${account.acct.includes('@') ? account.acct : `${account.acct}@${host}`}`;
          return [
            {
              id: status.id,
              text: words,
              url: status.url ?? null,
              postedAt: postedAt(status.created_at, search.now),
              author: {
                name: account.display_name || handle,
                handle,
                country: null,
                bio: plainText(account.note ?? ''),
              },
              contact: null,
            },
          ];
        });
        // A page may be short and not the last one; only an empty one ends the tag.
        return { posts, read: data.length, next: data.at(-1)?.id ?? null };
      });
  },
};
