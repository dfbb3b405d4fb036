import { describe, expect, it } from 'vitest';
import { clayDatabase } from './clay-database.ts';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import type { SourcePage, SourceWorld } from './port.ts';

/** Rows that have arrived, by search. */
const arrived = new Map<string, { seq: number; record: Record<string, unknown> }[]>();
const closed: string[] = [];
const inbox: SourceWorld['inbox'] = {
  address: (searchId) => ({ url: 'https://us.example/api/leads/deliveries', token: `key-of-${searchId}` }),
  isKey: () => true,
  take: (searchId, after) =>
    Promise.resolve((arrived.get(searchId) ?? []).filter(({ seq }) => seq > after).slice(0, 2)),
  close: (searchId) => {
    closed.push(searchId);
    return Promise.resolve();
  },
  deliver: () => Promise.resolve(undefined),
  tidy: () => Promise.resolve(),
  listNaming: () => Promise.resolve([]),
  forgetNaming: () => Promise.resolve(),
};

const row = (seq: number) => ({
  seq,
  record: {
    name: `Jo ${seq}`,
    email: seq === 2 ? '' : `jo${seq}@acme.example`,
    title: 'Coach',
    company: 'Acme',
    profile_url: `https://www.linkedin.com/in/jo${seq}/`,
  },
});

const { server, connect } = describeRemoteSource('Clay', {
  definition: clayDatabase,
  settings: (url) => ({
    CLAY_WEBHOOK_URL: `${url}/v3/sources/webhook/x`,
    CLAY_WEBHOOK_TOKEN: 'table-token',
    CLAY_WAIT_SECONDS: '1',
  }),
  isRepeatable: null,
  readsAnything: true,
  inbox,
  answer({ body }) {
    const { request_id: searchId } = body as { request_id: string };
    arrived.set(searchId, [1, 2, 3, 4, 5].map(row));
    return { body: 'OK' };
  },
});

describe('a Clay table', () => {
  async function readAll(given: Parameters<typeof buildSearch>[0] = {}): Promise<SourcePage[]> {
    const pages: SourcePage[] = [];
    for await (const page of connect().search(buildSearch(given))) pages.push(page);
    return pages;
  }

  it('is told whom to look for and where to deliver, and gives what arrives until the run stops waiting', async () => {
    const pages = await readAll({ query: 'coaches who ask for tea', queries: ['coaches', 'tea'] });
    expect(pages.flatMap(({ posts }) => posts.map(({ author }) => author.name))).toEqual(
      [1, 2, 3, 4, 5].map((seq) => `Jo ${seq}`),
    );
    const sent = server().requests[0]!;
    expect(sent).toMatchObject({
      path: '/v3/sources/webhook/x',
      headers: { 'x-clay-webhook-auth': 'table-token' },
      body: {
        query: 'coaches who ask for tea',
        keywords: 'coaches, tea',
        limit: 20,
        callback_url: 'https://us.example/api/leads/deliveries',
      },
    });
    const { request_id: searchId, callback_token: token } = sent.body as Record<string, string>;
    expect(token).toBe(`key-of-${searchId}`);
    expect(closed).toContain(searchId);
    expect(pages[0]).toMatchObject({
      costUsd: 0.1,
      posts: [
        {
          text: 'Coach at Acme',
          author: { handle: 'linkedin.com/in/jo1' },
          contact: { email: 'jo1@acme.example' },
        },
        { contact: null },
      ],
    });
  });

  it('is not asked twice when nobody knows whether it was asked', async () => {
    await expect(readAll({ cursor: 'starting' })).rejects.toThrow('it was not asked twice');
    expect(server().requests).toEqual([]);
  });
});
