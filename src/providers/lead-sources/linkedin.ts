import { z } from 'zod';
import { actorSource } from './apify.ts';
import { postedAt } from './plain-text.ts';

const Post = z.object({
  id: z.string(),
  linkedinUrl: z.string().nullish(),
  content: z.string(),
  author: z.object({
    name: z.string(),
    publicIdentifier: z.string().nullish(),
    /** The line under the name. */
    info: z.string().nullish().catch(null),
  }),
  postedAt: z.object({ timestamp: z.number().nullish(), date: z.string().nullish() }).nullish().catch(null),
});

export const linkedin = actorSource({
  platform: 'linkedin',
  label: 'LinkedIn',
  actor: 'APIFY_LINKEDIN_ACTOR',
  postsPerRun: 300,
  usdPerThousandPosts: 2,
  asks: { style: 'phrases', most: 3, longest: 85, place: 'words' },
  input: (queries, most) => ({
    searchQueries: queries,
    maxPosts: most,
    sortBy: 'date',
    postedLimit: 'month',
    // Each of these would be billed like a post.
    scrapeComments: false,
    scrapeReactions: false,
  }),
  read(item, now) {
    const { data } = Post.safeParse(item);
    if (!data || data.content.trim() === '') return [];
    const { name, publicIdentifier, info } = data.author;
    return [
      {
        id: data.id,
        text: data.content,
        url: data.linkedinUrl ?? null,
        postedAt: postedAt(data.postedAt?.timestamp ?? data.postedAt?.date, now),
        author: {
          name,
          handle: publicIdentifier ? `in/${publicIdentifier}` : name,
          country: null,
          bio: info ?? '',
        },
        contact: null,
      },
    ];
  },
});
