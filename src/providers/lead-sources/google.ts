import { z } from 'zod';
import { actorSource } from './apify.ts';

const ResultPage = z.object({
  organicResults: z.array(
    z.object({ title: z.string(), url: z.url({ protocol: /^https?$/ }), description: z.string().nullish() }),
  ),
});

/** Pages that Google finds. A page has no author to speak of, so its address stands for one. */
export const google = actorSource({
  platform: 'google',
  label: 'Google',
  actor: 'APIFY_GOOGLE_ACTOR',
  postsPerRun: 100,
  // One item is a page of ten results.
  usdPerThousandPosts: 5,
  asks: { style: 'phrases', most: 3, longest: 120, place: 'words' },
  input: (queries, most) => ({
    // The actor takes one text with a query on each line.
    queries: queries.map((query) => query.replace(/\s+/g, ' ')).join('\n'),
    resultsPerPage: 10,
    maxPagesPerQuery: Math.max(1, Math.min(3, Math.ceil(most / 10))),
    mobileResults: false,
  }),
  read(item) {
    const { data } = ResultPage.safeParse(item);
    return (data?.organicResults ?? []).map(({ title, url, description }) => {
      const { host, pathname } = new URL(url);
      return {
        id: url,
        text: [title, description].filter(Boolean).join('\n'),
        url,
        postedAt: null,
        author: { name: title, handle: `${host}${pathname}`.replace(/\/$/, ''), country: null },
        contact: null,
      };
    });
  },
});
