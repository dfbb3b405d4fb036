import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '#kit/time.ts';
import { pageThrough } from './paging.ts';
import { plainText } from './plain-text.ts';
import type { SourceDefinition, SourcePost } from './port.ts';
import { createSourceApi } from './source-api.ts';

const text = z.string().nullish();
const Answer = z.object({
  hits: z.array(
    z.object({
      objectID: z.string(),
      author: text,
      title: text,
      story_text: text,
      comment_text: text,
      created_at_i: z.number(),
    }),
  ),
  nbPages: z.number(),
  page: z.number(),
});

const HITS_PER_PAGE = 50;
const OLDEST_MS = 90 * DAY_MS;

/** Stories and comments of Hacker News, through Algolia's public search. */
export const hackerNews: SourceDefinition = {
  platform: 'hacker_news',
  label: 'Hacker News',
  kind: 'public',
  isSynthetic: false,
  needs: [],
  postsPerRun: 1_000,
  cost: null,
  asks: { style: 'keywords', most: 3, longest: 60, place: 'words' },
  connect(world) {
    const api = createSourceApi(world, {
      name: 'Hacker News',
      baseUrl: world.settings.HACKER_NEWS_BASE_URL,
    });
    return (search) =>
      pageThrough(search, search.queries, async (query, token) => {
        const since = Math.floor((search.now.getTime() - OLDEST_MS) / SECOND_MS);
        const { data } = await api.askJson(
          {
            path: '/search_by_date',
            query: {
              query,
              tags: '(story,comment)',
              numericFilters: `created_at_i>${since}`,
              hitsPerPage: HITS_PER_PAGE,
              page: token ?? '0',
            },
            signal: search.signal,
          },
          Answer,
        );
        const posts = data.hits.flatMap((hit): SourcePost[] => {
          const words = plainText([hit.title, hit.story_text, hit.comment_text].filter(Boolean).join('\n'));
          if (!hit.author || words === '') return [];
          return [
            {
              id: hit.objectID,
              text: words,
              url: `https://news.ycombinator.com/item?id=${encodeURIComponent(hit.objectID)}`,
              postedAt: new Date(Math.min(hit.created_at_i * SECOND_MS, search.now.getTime())),
              author: { name: hit.author, handle: hit.author, country: null },
              contact: null,
            },
          ];
        });
        const next = data.page + 1 < data.nbPages ? String(data.page + 1) : null;
        return { posts, read: data.hits.length, next };
      });
  },
};
