import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAnswer, ProviderRequest } from '#tests/support/provider-server.ts';
import { buildSearch, describeRemoteSource } from './conformance.ts';
import { google } from './google.ts';
import { linkedin } from './linkedin.ts';
import type { SourcePage } from './port.ts';
import { reddit } from './reddit.ts';
import { twitter } from './twitter.ts';

const ITEMS = 120;
const text = (index: number): string => `Can anyone recommend a herbal tea? ${index}`;
const made = {
  twitter: (index: number) => ({
    id: `${index}`,
    url: `https://x.com/jo/status/${index}`,
    text: text(index),
    createdAt: 'Sun Jan 10 12:00:02 +0000 2027',
    author: { userName: `jo${index}`, name: `Jo ${index}`, location: 'Leeds' },
  }),
  reddit: (index: number) => ({
    dataType: 'post',
    id: `t3_${index}`,
    url: `https://www.reddit.com/r/tea/comments/${index}/`,
    username: `jo_${index}`,
    title: 'Tea?',
    body: text(index),
    createdAt: '2027-01-10T12:00:00.000Z',
  }),
  linkedin: (index: number) => ({
    type: 'post',
    id: `${index}`,
    linkedinUrl: `https://www.linkedin.com/posts/${index}`,
    content: text(index),
    author: { name: `Jo ${index}`, publicIdentifier: `jo-${index}` },
    postedAt: { timestamp: 1_799_500_000_000 },
  }),
  google: (index: number) => ({
    searchQuery: { term: 'herbal tea', page: 1 },
    organicResults: [
      {
        title: `Tea ${index}`,
        url: `https://forum.example/t/${index}/`,
        description: text(index),
        position: 1,
      },
    ],
  }),
};

/** What the test changes about the runs of the provider. */
const run = { status: 'SUCCEEDED', usageTotalUsd: 0.05 as number | undefined, polls: 0 };
beforeEach(() => Object.assign(run, { status: 'SUCCEEDED', usageTotalUsd: 0.05, polls: 0 }));

function apify(item: (index: number) => unknown) {
  return ({ method, path, query }: ProviderRequest): ProviderAnswer => {
    const data = { id: 'run1', actId: 'a', defaultDatasetId: 'set1', statusMessage: '' };
    if (method === 'POST' && /^\/v2\/act(?:or)?s\/[\w-]+~[\w-]+\/runs$/.test(path)) {
      run.polls = 0;
      return { status: 201, body: { data: { ...data, status: 'READY' } } };
    }
    if (path === '/v2/actor-runs/run1') {
      run.polls += 1;
      const status = run.polls === 1 ? 'RUNNING' : run.status;
      return { body: { data: { ...data, status, usageTotalUsd: run.usageTotalUsd } } };
    }
    if (path === '/v2/datasets/set1/items') {
      const from = Number(query.get('offset'));
      const to = Math.min(ITEMS, from + Number(query.get('limit')));
      return {
        headers: { 'x-apify-pagination-total': String(ITEMS) },
        body: Array.from({ length: to - from }, (_empty, index) => item(from + index)),
      };
    }
    return { status: 404, body: { error: { type: 'record-not-found', message: path } } };
  };
}

const settings = (url: string) => ({ APIFY_TOKEN: 'apify_api_x', APIFY_BASE_URL: `${url}/v2` });

describeRemoteSource('Reddit', { definition: reddit, settings, answer: apify(made.reddit) });
describeRemoteSource('LinkedIn', { definition: linkedin, settings, answer: apify(made.linkedin) });
describeRemoteSource('Google', { definition: google, settings, answer: apify(made.google) });
const { server, connect } = describeRemoteSource('Twitter', {
  definition: twitter,
  settings,
  answer: apify(made.twitter),
});

describe('a search by an Apify actor', () => {
  async function read(given: Parameters<typeof buildSearch>[0] = {}): Promise<SourcePage[]> {
    const pages: SourcePage[] = [];
    for await (const page of connect().search(buildSearch(given))) pages.push(page);
    return pages;
  }
  const starts = () => server().requests.filter(({ method }) => method === 'POST');

  it('is started once with the queries and a cap on what it may cost', async () => {
    await read({ queries: ['recommend tea'], budgetUsd: 0.02 });
    expect(starts()).toHaveLength(1);
    expect(starts()[0]).toMatchObject({
      path: '/v2/actors/apidojo~tweet-scraper/runs',
      headers: { authorization: 'Bearer apify_api_x' },
      body: { searchTerms: ['recommend tea -filter:retweets'], maxItems: 50 },
    });
    expect(starts()[0]?.query.get('maxTotalChargeUsd')).toBe('0.02');
    expect(starts()[0]?.query.get('maxItems')).toBe('50');
  });

  it('stores which run it is before it reads, and goes on with that one', async () => {
    const kept: string[] = [];
    const pages = await read({
      keepCursor: (cursor) => {
        kept.push(cursor);
        return Promise.resolve();
      },
    });
    expect(kept).toEqual(['starting', 'run1|0']);
    server().requests.splice(0);
    expect(await read({ cursor: 'run1|0' })).toEqual(pages);
    expect(starts()).toEqual([]);
  });

  it('is not started again when nobody knows whether it was; the money counts as spent', async () => {
    const pages: SourcePage[] = [];
    const search = connect().search(buildSearch({ cursor: 'starting', budgetUsd: 0.4 }));
    await expect(
      (async () => {
        for await (const page of search) pages.push(page);
      })(),
    ).rejects.toThrow(/not begun twice/);
    expect(pages).toMatchObject([{ posts: [], costUsd: 0.4 }]);
    expect(server().requests).toEqual([]);
  });

  it('reports its bill once, from the list price where the provider does not tell', async () => {
    const bill = async () => (await read()).map(({ costUsd }) => costUsd);
    expect(await bill()).toEqual([0.05, undefined, undefined]);
    run.usageTotalUsd = undefined;
    expect((await bill())[0]).toBeCloseTo((ITEMS * 0.4) / 1000);
  });

  it('keeps what was found before its time ran out', async () => {
    run.status = 'TIMED-OUT';
    expect((await read()).flatMap(({ posts }) => posts)).toHaveLength(ITEMS);
  });

  it.each(['FAILED', 'ABORTED'])('that ends %s says so', async (status) => {
    run.status = status;
    await expect(read()).rejects.toThrow('ended at Apify without a result');
  });

  it.each([
    [402, 'not-enough-usage-to-run-paid-actor', 'has no credit left at Apify'],
    [402, 'actor-memory-limit-exceeded', 'has too many searches at work at Apify'],
    [403, 'full-permission-actor-not-approved', 'needs the actor to be approved once at Apify'],
    [403, 'platform-feature-disabled', 'has reached the monthly limit at Apify'],
    [401, 'user-or-token-not-found', 'did not accept our key'],
  ])('answered with %i %s says what it means', async (status, type, words) => {
    server().fault = () => ({ status, body: { error: { type, message: 'token apify_api_x is bad' } } });
    await expect(read()).rejects.toThrow(`Twitter ${words}`);
  });

  it('skips items that it cannot read: actors change shape', async () => {
    server().fault = ({ path }) =>
      path.endsWith('/items')
        ? { body: [null, 7, { id: 'x' }, { noResults: true }, made.twitter(1)] }
        : undefined;
    const [page] = await read();
    expect(page?.posts.map(({ author }) => author.handle)).toEqual(['@jo1']);
    expect(page?.read).toBe(5);
  });
});
