import { z } from 'zod';
import { actorSource } from './apify.ts';
import { postedAt } from './plain-text.ts';

const Entry = z.object({
  id: z.string(),
  dataType: z.string().nullish(),
  url: z.string().nullish(),
  username: z.string(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  createdAt: z.string().nullish(),
});

export const reddit = actorSource({
  platform: 'reddit',
  label: 'Reddit',
  actor: 'APIFY_REDDIT_ACTOR',
  postsPerRun: 300,
  usdPerThousandPosts: 4,
  asks: { style: 'phrases', most: 3, longest: 100, place: 'words' },
  input: (queries, most) => ({
    searches: queries,
    searchPosts: true,
    searchComments: false,
    searchCommunities: false,
    searchUsers: false,
    sort: 'new',
    time: 'month',
    includeNSFW: false,
    maxItems: most,
    maxPostCount: most,
    proxy: { useApifyProxy: true },
  }),
  read(item, now) {
    const { data } = Entry.safeParse(item);
    if (!data || !['post', 'comment'].includes(data.dataType ?? 'post')) return [];
    const text = [data.title, data.body].filter(Boolean).join('\n');
    if (text.trim() === '' || data.username === '[deleted]') return [];
    return [
      {
        id: data.id,
        text,
        url: data.url ?? null,
        postedAt: postedAt(data.createdAt, now),
        author: { name: data.username, handle: `u/${data.username}`, country: null },
        contact: null,
      },
    ];
  },
});
