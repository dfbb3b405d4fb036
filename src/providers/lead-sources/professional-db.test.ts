import { describe, expect, it } from 'vitest';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import type { SourcePage } from './port.ts';
import { professionalDb } from './professional-db.ts';

const person = (id: string) => ({
  id,
  name: `Jo ${id}`,
  title: 'Coach',
  linkedin_url: `http://www.linkedin.com/in/jo-${id}`,
  email: id === '1' ? 'email_not_unlocked@domain.com' : `jo${id}@acme.example`,
  email_status: 'verified',
  city: 'Leeds',
  state: 'England',
  country: 'United Kingdom',
  organization: { name: 'Acme', primary_domain: 'acme.example' },
});

const { server, connect } = describeRemoteSource('the Pro database', {
  definition: professionalDb,
  settings: (url) => ({ APOLLO_API_KEY: 'apollo-key', APOLLO_BASE_URL: `${url}/api/v1` }),
  isRepeatable: ({ path }) => path.endsWith('api_search'),
  answer({ path, body }) {
    if (path === '/api/v1/mixed_people/api_search') {
      const { page, per_page: size } = body as { page: number; per_page: number };
      const people = Array.from({ length: size }, (_empty, index) => ({
        id: String((page - 1) * size + index),
        last_name_obfuscated: 'D***e',
      }));
      return { body: { people, pagination: { page, total_pages: 4 } } };
    }
    if (path === '/api/v1/people/bulk_match') {
      const { details } = body as { details: { id: string }[] };
      return { body: { matches: details.map(({ id }) => (id === '2' ? null : person(id))) } };
    }
    return { status: 404, body: {} };
  },
});

describe('the Pro database', () => {
  async function firstPage(): Promise<SourcePage> {
    for await (const page of connect().search(buildSearch())) return page;
    throw new Error('no page');
  }

  it('reveals whom it found and counts a credit for each, none for those without a match', async () => {
    const page = await firstPage();
    expect(page).toMatchObject({ read: 10, costUsd: 9 * 0.025 });
    expect(page.posts[0]).toMatchObject({
      text: 'Coach at Acme',
      url: 'http://www.linkedin.com/in/jo-0',
      postedAt: null,
      author: { name: 'Jo 0', handle: 'jo-0', place: 'Leeds, England, United Kingdom' },
      contact: { email: 'jo0@acme.example' },
    });
    expect(server().requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      'apollo-key',
      'apollo-key',
    ]);
  });

  it('takes an address that the plan does not show for none', async () => {
    expect((await firstPage()).posts[1]?.contact).toBeNull();
  });

  it('knows that a 422 can mean that no credit is left', async () => {
    server().fault = () => ({ status: 422, body: { error: 'You have insufficient credits' } });
    await expect(firstPage()).rejects.toThrow('has no credit left on this account');
  });
});
