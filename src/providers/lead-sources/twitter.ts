import { z } from 'zod';
import { actorSource } from './apify.ts';
import { postedAt } from './plain-text.ts';

const Tweet = z.object({
  id: z.string(),
  url: z.string().nullish(),
  text: z.string().nullish(),
  fullText: z.string().nullish(),
  createdAt: z.string().nullish(),
  author: z.object({
    userName: z.string(),
    name: z.string().nullish(),
    location: z.string().nullish(),
    description: z.string().nullish(),
  }),
});

export const twitter = actorSource({
  platform: 'twitter',
  label: 'Twitter',
  actor: 'APIFY_TWITTER_ACTOR',
  postsPerRun: 500,
  usdPerThousandPosts: 0.4,
  asks: { style: 'phrases', most: 4, longest: 200, place: 'words' },
  input: (queries, most) => ({
    searchTerms: queries.map((query) => `${query} -filter:retweets`),
    sort: 'Latest',
    maxItems: most,
  }),
  read(item, now) {
    const { data } = Tweet.safeParse(item);
    const text = data?.fullText ?? data?.text ?? '';
    if (!data || text.trim() === '') return [];
    const { userName, name, location, description } = data.author;
    return [
      {
        id: data.id,
        text,
        url: data.url ?? null,
        postedAt: postedAt(data.createdAt, now),
        author: {
          name: name || userName,
          handle: `@${userName}`,
          country: null,
          place: location ?? '',
          bio: description ?? '',
        },
        contact: null,
      },
    ];
  },
});
