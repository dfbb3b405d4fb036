import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/time.ts';
import { OFFLINE_WORLD } from '#tests/support/source-world.ts';
import { buildSearch, describeLeadSource } from './conformance.ts';
import type { LeadSource, SourcePost } from './port.ts';
import { invitePeople } from './practice/people.ts';
import { practiceNetwork } from './practice-network.ts';
import { createLeadSources } from './registry.ts';

const NOW = new Date('2027-01-14T09:00:00Z');

function connect(): LeadSource {
  const source = createLeadSources(OFFLINE_WORLD).find(
    ({ platform }) => platform === practiceNetwork.platform,
  );
  if (!source?.isConfigured) throw new Error('the practice network is off');
  return source;
}

async function search(query: string, most: number, countries: string[] = []): Promise<SourcePost[]> {
  const posts: SourcePost[] = [];
  const asked = buildSearch({ query, queries: [query], places: { names: [], countries } });
  for await (const page of connect().search(asked)) {
    posts.push(...page.posts);
    if (posts.length >= most) break;
  }
  return posts.slice(0, most);
}

describeLeadSource('the practice network', { source: connect, query: 'herbal evening tea' });

describe('the practice network', () => {
  const everybody = invitePeople();

  it('shows people of the countries that are meant first, among those who are as close to the topic', async () => {
    const british = await search('yoga for beginners', 12, ['GB']);
    expect(new Set(british.map(({ author }) => author.country))).toEqual(new Set(['GB']));
    const anywhere = await search('yoga for beginners', 12);
    expect(new Set(anywhere.map(({ author }) => author.country)).size).toBeGreaterThan(1);
  });

  it('has at least 800 people, no two alike, the same ones every time', () => {
    expect(everybody.length).toBeGreaterThanOrEqual(800);
    const distinct = (values: string[]): number => new Set(values).size;
    expect(distinct(everybody.map(({ text }) => text))).toBe(everybody.length);
    expect(distinct(everybody.map(({ author }) => author.handle.toLowerCase()))).toBe(everybody.length);
    expect(distinct(everybody.map(({ author }) => author.name))).toBe(everybody.length);
    expect(invitePeople()).toEqual(everybody);
  });

  it('has addresses at example.com, .org and .net only, for some 70 %, each once', () => {
    const addresses = everybody.flatMap(({ contact }) => contact?.email ?? []);
    for (const address of addresses) expect(address).toMatch(/^[a-z.]+@example\.(?:com|org|net)$/);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.length / everybody.length).toBeGreaterThan(0.65);
    expect(addresses.length / everybody.length).toBeLessThan(0.75);
  });

  it('leaves no choice open in what people say', () => {
    for (const { text } of everybody) expect(text).not.toMatch(/[{}|]|undefined/);
  });

  it('names no health condition', () => {
    const conditions =
      /\b(?:insomni|diabet|anxi|depress|migraine|menopaus|arthrit|eczema|psoria|acne|ibs|adhd|cancer|asthma|allerg|pregnan|postpartum|postnatal|pcos|thyroid|hypertens|cholesterol|obes|addict|sober|disorder|syndrome|chronic|diagnos|patients)/i;
    for (const { text, topic } of everybody) {
      expect(text).not.toMatch(conditions);
      expect(topic.keywords.join(' ')).not.toMatch(conditions);
    }
  });

  it('is fresh whenever somebody looks: most posts are from the last 60 days, a few are older', async () => {
    const posts = await search('tea', 2_000);
    const ages = posts.map(({ postedAt }) => (NOW.getTime() - (postedAt?.getTime() ?? 0)) / DAY_MS);
    expect(ages.filter((days) => days <= 60).length / ages.length).toBeGreaterThan(0.9);
    expect(ages.some((days) => days > 70)).toBe(true);
    expect(ages.some((days) => days < 1)).toBe(true);
  });

  it.each([
    [
      'People asking for caffeine-free evening tea they would pay for',
      /tea|herbal|brew|steep|kettle|chai|rooibos|blend/i,
    ],
    ['runners who want to eat better on race day', /run|race|marathon|km|gel|carb|fuel|bottle|coach/i],
    ['offices that buy workplace wellness', /company|office|team|wellness|wellbeing|work|employees|gym/i],
  ])('answers "%s" with people who talk about it', async (query, words) => {
    const posts = await search(query, 20);
    expect(posts.filter(({ text }) => words.test(text)).length).toBeGreaterThanOrEqual(16);
  });

  it('shows nobody twice in a phrasing within a run of 20', async () => {
    const starts = (await search('evening tea', 20)).map(({ text }) => text.slice(0, 25));
    expect(new Set(starts).size).toBe(20);
  });

  it('never runs dry: a search that nobody talks about still finds people to practise on', async () => {
    expect(await search('zzz', 100)).toHaveLength(100);
  });
});

describe('the list of sources', () => {
  // S9-21
  it('has the practice network, the one whose people are made up, on without any setting', () => {
    const sources = createLeadSources(OFFLINE_WORLD);
    const on = sources.filter((source) => source.isConfigured).map(({ platform }) => platform);
    expect(on).toEqual(['mastodon', 'hacker_news', 'practice']);
    expect(sources.filter(({ isSynthetic }) => isSynthetic).map(({ platform }) => platform)).toEqual([
      'practice',
    ]);
  });

  it('names for each source that is off the setting that turns it on', () => {
    const notes = createLeadSources(OFFLINE_WORLD).flatMap((source) =>
      source.isConfigured ? [] : [[source.platform, source.note]],
    );
    expect(Object.fromEntries(notes)).toEqual({
      twitter: 'Off: set APIFY_TOKEN',
      reddit: 'Off: set APIFY_TOKEN',
      linkedin: 'Off: set APIFY_TOKEN',
      google: 'Off: set APIFY_TOKEN',
      professional_db: 'Off: set APOLLO_API_KEY',
      clay_database: 'Off: set CLAY_WEBHOOK_URL',
      bluesky: 'Off: set BLUESKY_HANDLE and BLUESKY_APP_PASSWORD',
      feeds: 'Off: set FEED_URLS',
    });
  });

  it('gives every source an id of its own', () => {
    const ids = createLeadSources(OFFLINE_WORLD).map(({ platform }) => platform);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9_]+$/);
  });
});
