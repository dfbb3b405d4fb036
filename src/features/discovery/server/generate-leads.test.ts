import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SEARCH_PLATFORMS, type SearchPlatform } from '#features/leads/contract.ts';
import { platformLabel } from '#features/leads/rules.ts';
import { deleteGroup, listLeadGroups, restoreGroup } from '#features/leads/server/groups/groups.ts';
import { listLeads } from '#features/leads/server/lists/list-leads.ts';
import { DAY_MS } from '#kit/time.ts';
import { SourceError } from '#providers/lead-sources/port.ts';
import { createLeadSources } from '#providers/lead-sources/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildSource, pagesOf, startLeads, type TestLeads } from '#tests/support/leads.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { OFFLINE_WORLD } from '#tests/support/source-world.ts';
import { generateLeads } from './generate-leads.ts';
import { listRuns } from './runs.ts';
import { clearSchedule, nextAfter, setSchedule, startDueRuns } from './schedules.ts';
import { getSystemStatus, listSources } from './sources.ts';

const ACTOR = { actorId: 'somebody' };
const open: TestLeads[] = [];
let shared: TestLeads;
beforeAll(async () => {
  shared = await startLeads();
});
afterAll(() => shared.close());

/** A bench in the state of the test; one without a worker or beside another one is its own. */
async function start(given: Parameters<typeof startLeads>[0] = {}): Promise<TestLeads> {
  if (given.worker !== false && !given.beside) {
    await shared.renew({ sources: createLeadSources(OFFLINE_WORLD), ...given });
    return shared;
  }
  const own = await startLeads({ sources: createLeadSources(OFFLINE_WORLD), ...given });
  open.push(own);
  return own;
}
afterEach(async () => {
  vi.useRealTimers();
  for (const own of open.splice(0).toReversed()) await own.close();
});

async function generate(bench: TestLeads, platforms: SearchPlatform[]) {
  const { id } = await bench.createGroup();
  return generateLeads(
    bench.context,
    { searchQuery: 'evening tea', count: 20, platforms, categoryId: id },
    ACTOR,
  );
}

describe('generating leads', () => {
  // S9-21
  it('finds 20 people on the practice network without any configured provider', async () => {
    const bench = await start();
    const answer = await generate(bench, ['practice']);
    expect(answer.totalGenerated).toBe(20);
    const { items } = await listLeads(bench.context, { limit: 200 });
    expect(items).toHaveLength(20);
    // There are enough who ask, so that nobody who only mentions it takes a place.
    expect(new Set(items.map(({ scoreCategory }) => scoreCategory))).toEqual(new Set(['high', 'medium']));
    expect(items.every(({ platform }) => platform === 'practice')).toBe(true);
  });

  // S3-19
  it('tells of each kind of source whether it works, is configured, found leads, and its error', async () => {
    const bench = await start();
    const { apiStatus, sources } = await generate(bench, ['practice', 'twitter', 'twitter', 'clay_database']);
    const off = { working: false, configured: false, leadsFound: 0, error: 'API key missing' };
    expect(apiStatus).toEqual({ scraping: off, enrichment: off });
    expect(sources.map(({ platform, state }) => [platform, state])).toEqual([
      ['twitter', 'off'],
      ['clay_database', 'off'],
      ['practice', 'done'],
    ]);
  });

  it('a configured source counts as working with what it found', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 5 }, search))] });
    const { apiStatus } = await generate(bench, ['reddit']);
    expect(apiStatus.scraping).toEqual({ working: true, configured: true, leadsFound: 4, error: null });
  });

  it('finds new people in every further run on the practice network', async () => {
    const bench = await start();
    const { id } = await bench.createGroup();
    const wish = { searchQuery: 'evening tea', count: 100, platforms: ['practice' as const], categoryId: id };
    for (let run = 1; run <= 3; run += 1) {
      expect((await generateLeads(bench.context, wish, ACTOR)).totalGenerated).toBe(100);
    }
    expect((await listLeads(bench.context, { limit: 1 })).total).toBe(300);
  });

  it.each([
    [
      'S8-06',
      ['twitter', 'google'],
      'SCRAPING_TOKEN_MISSING',
      'API token required for real behavioral lead discovery.',
    ],
    [
      'S8-06',
      ['reddit', 'clay_database'],
      'SCRAPING_TOKEN_MISSING',
      'API token required for real behavioral lead discovery.',
    ],
    [
      'S8-07',
      ['professional_db', 'clay_database'],
      'ENRICHMENT_KEY_MISSING',
      'API key required for lead prospecting and enrichment.',
    ],
  ] as const)('%s refuses %s, none of which is on, with %s', async (_id, platforms, reason, message) => {
    const bench = await start();
    await expect(generate(bench, [...platforms])).rejects.toMatchObject({ code: 'refused', reason, message });
    expect(await listRuns(bench.context, 1)).toEqual([]);
  });

  // S8-08
  it('fails with LEAD_GENERATION_FAILED when every source failed', async () => {
    // oxlint-disable-next-line require-yield -- fails before its first page
    async function* fails(): AsyncGenerator<never> {
      throw new SourceError('The service does not answer', { retryable: true });
    }
    const bench = await start({ sources: [buildSource(fails)] });
    await expect(generate(bench, ['reddit'])).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'LEAD_GENERATION_FAILED',
      message: 'Lead generation failed: API services unavailable.',
    });
    expect(await listRuns(bench.context, 1)).toMatchObject([
      { state: 'failed', sources: [{ state: 'failed', reason: 'search_failed' }] },
    ]);
  });

  it('refuses a group that is gone', async () => {
    const bench = await start();
    const { id } = await bench.createGroup();
    await deleteGroup(bench.context, id);
    const wish = { searchQuery: 'tea', count: 20, platforms: ['practice' as const], categoryId: id };
    await expect(generateLeads(bench.context, wish, ACTOR)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers with what there is after 55 seconds, and the run goes on', async () => {
    const bench = await start({ worker: false });
    vi.useFakeTimers({ toFake: ['Date'] });
    const answer = generate(bench, ['practice']);
    await eventually(async () => expect(await listRuns(bench.context, 1)).toHaveLength(1));
    vi.setSystemTime(Date.now() + 56_000);
    expect(await answer).toMatchObject({
      state: 'queued',
      totalGenerated: 0,
      sources: [{ state: 'waiting' }],
    });
  });

  it('answers with the run it began when the database goes away while it waits', async () => {
    const bench = await start({ worker: false });
    const { id } = await bench.createGroup();
    const leaving = new AbortController();
    const wish = { searchQuery: 'evening tea', count: 20, platforms: ['practice' as const], categoryId: id };
    const answer = generateLeads(bench.context, wish, { ...ACTOR, signal: leaving.signal });
    await eventually(async () => expect(await listRuns(bench.context, 1)).toHaveLength(1));
    const server = new pg.Client({ connectionString: bench.url });
    await server.connect();
    try {
      await server.query('begin');
      await server.query('lock table lead_runs in access exclusive mode');
      await untilWaiting(server, 1);
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      await server.query('rollback');
    } finally {
      await server.end();
    }
    leaving.abort();
    expect(await answer).toMatchObject({ state: 'queued', totalGenerated: 0 });
    expect(await listRuns(bench.context, 5)).toHaveLength(1);
  });

  it('goes on when the caller leaves', async () => {
    const bench = await start();
    const { id } = await bench.createGroup();
    const gone = new AbortController();
    gone.abort();
    const wish = { searchQuery: 'evening tea', count: 20, platforms: ['practice' as const], categoryId: id };
    await generateLeads(bench.context, wish, { ...ACTOR, signal: gone.signal });
    await eventually(async () => expect((await listRuns(bench.context, 1))[0]?.state).toBe('done'));
    expect((await listLeads(bench.context, { limit: 1 })).total).toBe(20);
  });
});

describe('what is configured', () => {
  // S3-18 S9-24
  it('tells of scraping, enrichment and language model apart', async () => {
    const bench = await start();
    expect(getSystemStatus(bench.context)).toEqual({
      scraping: false,
      enrichment: false,
      languageModel: false,
    });
    const withScraping = await start({ sources: [buildSource((search) => pagesOf({ to: 2 }, search))] });
    expect(getSystemStatus(withScraping.context)).toMatchObject({ scraping: true, enrichment: false });
  });

  // S9-20
  it('lists every platform with what the ones that are off need', async () => {
    const bench = await start();
    const sources = await listSources(bench.context);
    const known = createLeadSources(OFFLINE_WORLD);
    expect(sources.map(({ platform }) => platform)).toEqual(known.map(({ platform }) => platform));
    expect(sources.map(({ platform }) => platform)).toEqual(
      expect.arrayContaining([...SEARCH_PLATFORMS, 'bluesky', 'mastodon', 'hacker_news', 'feeds']),
    );
    for (const source of sources) {
      expect(source.isConfigured).toBe(source.needs.length === 0);
      expect(source.isSynthetic).toBe(source.platform === 'practice');
      expect(source.note === null).toBe(source.isConfigured);
      expect(platformLabel(source.platform), 'one name everywhere').toBe(source.label);
    }
  });
});

describe('auto-refresh', () => {
  const start0 = new Date('2027-03-01T09:00:00Z');

  async function startWithClock() {
    const clock = { now: start0 };
    const bench = await start({ now: () => clock.now });
    const { id } = await bench.createGroup();
    const wish = { searchQuery: 'evening tea', platforms: ['practice' as const, 'reddit' as const] };
    return { bench, clock, groupId: id, wish };
  }

  // S7-57
  it('stores a schedule with the group, which a new process finds again', async () => {
    const { bench, groupId, wish } = await startWithClock();
    const group = await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    expect(group.schedule).toEqual({ ...wish, nextRunAt: '2027-03-03T09:00:00.000Z' });
    const afterRestart = await start({ beside: bench, worker: false });
    expect((await listLeadGroups(afterRestart.context))[0]?.schedule).toEqual(group.schedule);
  });

  // S9-23
  it('runs the search again every 2 days and adds only new people', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    expect(await startDueRuns(bench.context)).toBe(0);
    for (const days of [2, 4]) {
      clock.now = new Date(start0.getTime() + days * DAY_MS);
      expect(await startDueRuns(bench.context)).toBe(1);
      expect(await startDueRuns(bench.context)).toBe(0);
      await eventually(async () => {
        const { total } = await listLeads(bench.context, { limit: 1, groupId });
        expect(total).toBe(days * 10);
      });
    }
  });

  it('says whom the last search added, and lists them', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    const newsOf = async () => (await listLeadGroups(bench.context)).find(({ id }) => id === groupId)?.news;
    expect(await newsOf()).toBeNull();
    const runIds = new Set<string>();
    for (const days of [2, 4]) {
      clock.now = new Date(start0.getTime() + days * DAY_MS);
      await startDueRuns(bench.context);
      const news = await eventually(async () => {
        const found = await newsOf();
        if (!found || runIds.has(found.runId)) throw new Error('no news yet');
        return found;
      });
      expect(news).toMatchObject({ newLeads: 20, finishedAt: clock.now.toISOString() });
      const { items, total } = await listLeads(bench.context, { limit: 50, groupId, runId: news.runId });
      expect([items.length, total]).toEqual([20, 20]);
      runIds.add(news.runId);
    }
  });

  it('catches up with one run after a long standstill and keeps its time of day', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    clock.now = new Date('2027-03-12T15:30:00Z');
    expect(await startDueRuns(bench.context)).toBe(1);
    expect((await listLeadGroups(bench.context))[0]?.schedule?.nextRunAt).toBe('2027-03-13T09:00:00.000Z');
  });

  it('is claimed by one of two processes', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    clock.now = new Date(start0.getTime() + 2 * DAY_MS);
    const started = await Promise.all([startDueRuns(bench.context), startDueRuns(bench.context)]);
    expect(started.toSorted()).toEqual([0, 1]);
  });

  it('rests while its group is deleted, goes on when it is back, and ends when it is turned off', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    await deleteGroup(bench.context, groupId);
    clock.now = new Date(start0.getTime() + 3 * DAY_MS);
    expect(await startDueRuns(bench.context)).toBe(0);
    await restoreGroup(bench.context, groupId);
    expect(await startDueRuns(bench.context)).toBe(1);
    expect((await clearSchedule(bench.context, groupId)).schedule).toBeNull();
    clock.now = new Date(start0.getTime() + 30 * DAY_MS);
    expect(await startDueRuns(bench.context)).toBe(0);
  });

  it('turned on again with the same words it keeps its time; with others it starts anew', async () => {
    const { bench, clock, groupId, wish } = await startWithClock();
    const first = await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    clock.now = new Date(start0.getTime() + DAY_MS);
    const same = await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    expect(same.schedule?.nextRunAt).toBe(first.schedule?.nextRunAt);
    const other = await setSchedule(bench.context, groupId, { ...wish, searchQuery: 'yoga' }, ACTOR.actorId);
    expect(other.schedule?.nextRunAt).toBe('2027-03-04T09:00:00.000Z');
  });

  it('shows as failed when none of its sources is on', async () => {
    const { bench, clock, groupId } = await startWithClock();
    const wish = { searchQuery: 'tea', platforms: ['reddit' as const] };
    await setSchedule(bench.context, groupId, wish, ACTOR.actorId);
    clock.now = new Date(start0.getTime() + 2 * DAY_MS);
    await startDueRuns(bench.context);
    expect(await listRuns(bench.context, 1)).toMatchObject([
      { state: 'failed', sources: [{ state: 'off' }] },
    ]);
  });

  it.each([
    ['2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z', '2027-03-03T09:00:00.000Z'],
    ['2027-03-01T09:00:00Z', '2027-03-03T08:59:59Z', '2027-03-03T09:00:00.000Z'],
    ['2027-03-01T09:00:00Z', '2027-03-03T09:00:00Z', '2027-03-05T09:00:00.000Z'],
    ['2027-03-01T09:00:00Z', '2027-02-28T09:00:00Z', '2027-03-03T09:00:00.000Z'],
  ])('due at %s and claimed at %s it is due next at %s', (dueAt, now, next) => {
    expect(nextAfter(new Date(dueAt), new Date(now)).toISOString()).toBe(next);
  });
});
