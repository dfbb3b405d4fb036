import { z } from 'zod';
import { pageThrough } from './paging.ts';
import type { SourceDefinition, SourcePost } from './port.ts';
import { createSourceApi } from './source-api.ts';

const Found = z.object({
  people: z.array(z.object({ id: z.string() })).default([]),
  pagination: z.object({ total_pages: z.number() }).optional().catch(undefined),
});

const text = z.string().nullish();
const Matched = z.object({
  matches: z.array(
    z
      .object({
        id: z.string(),
        name: text,
        title: text,
        headline: text,
        linkedin_url: text,
        email: text,
        city: text,
        state: text,
        country: text,
        organization: z.object({ name: text }).nullish(),
      })
      .nullable()
      .catch(null),
  ),
});

/** As many as one call reveals. */
const PAGE_SIZE = 10;
/** A credit for each person (list price of the small plans). */
const USD_PER_THOUSAND = 25;
/** What stands in for an address that the plan does not show. */
const LOCKED = /^email_not_unlocked@/i;

/** People of Apollo's directory. Its search hides names and addresses; revealing a person costs a credit. */
export const professionalDb: SourceDefinition = {
  platform: 'professional_db',
  label: 'Pro database',
  kind: 'enrichment',
  isSynthetic: false,
  needs: ['APOLLO_API_KEY'],
  postsPerRun: 200,
  cost: { usdPerThousandPosts: USD_PER_THOUSAND, isPaidAhead: false },
  asks: { style: 'keywords', most: 2, longest: 80, place: 'location' },
  connect(world) {
    const { APOLLO_API_KEY: key, APOLLO_BASE_URL: baseUrl } = world.settings;
    if (!key) return undefined;
    const api = createSourceApi(world, {
      name: 'Pro database',
      baseUrl,
      headers: { 'x-api-key': key },
      explain: ({ status, text: body }) =>
        status === 422 && /credit/i.test(body) ? 'has no credit left on this account' : undefined,
    });
    return async function* (search) {
      let revealed = 0;
      const pages = pageThrough(search, search.queries, async (query, token) => {
        const page = Number(token ?? 1);
        const { data: found } = await api.askJson(
          {
            path: '/mixed_people/api_search',
            method: 'POST',
            body: {
              q_keywords: query,
              ...(search.places.names.length > 0 ? { person_locations: search.places.names } : {}),
              page,
              per_page: PAGE_SIZE,
            },
            isRepeatable: true,
            signal: search.signal,
          },
          Found,
        );
        if (found.people.length === 0) return { posts: [], read: 0, next: null };
        const { data } = await api.askJson(
          {
            path: '/people/bulk_match',
            method: 'POST',
            query: { reveal_personal_emails: 'false', reveal_phone_number: 'false' },
            body: { details: found.people.map(({ id }) => ({ id })) },
            signal: search.signal,
          },
          Matched,
        );
        const people = data.matches.filter((match) => match !== null);
        revealed = people.length;
        const isEnd = page >= (found.pagination?.total_pages ?? page + 1);
        return {
          posts: people.flatMap(toPost),
          read: found.people.length,
          next: isEnd ? null : String(page + 1),
        };
      });
      for await (const page of pages) {
        yield { ...page, costUsd: (revealed * USD_PER_THOUSAND) / 1000 };
        revealed = 0;
      }
    };
  },
};

function toPost(person: NonNullable<z.output<typeof Matched>['matches'][number]>): SourcePost[] {
  const role = [person.title ?? person.headline, person.organization?.name].filter(Boolean).join(' at ');
  if (!person.name || role === '') return [];
  const email = person.email && !LOCKED.test(person.email) ? person.email : null;
  const profile = person.linkedin_url ?? null;
  return [
    {
      id: person.id,
      text: role,
      url: profile,
      postedAt: null,
      author: {
        name: person.name,
        handle: profile?.split('/in/')[1]?.replace(/\/$/, '') ?? `${person.name}, ${role}`,
        country: null,
        place: [person.city, person.state, person.country].filter(Boolean).join(', '),
      },
      contact: email === null ? null : { email, status: 'enrichment_pending' },
    },
  ];
}
