import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import { suppress } from '#features/compliance/server/suppression-store.ts';
import { deleteLead } from '#features/leads/server/lead-records.ts';
import { listLeads } from '#features/leads/server/lists/list-leads.ts';
import { removeDeletedPeople } from '#features/privacy/server/erase-lead.ts';
import { sql } from '#platform/db.ts';
import type { AddressChecker } from '#providers/enrichment/port.ts';
import { SourceError, type SourcePage, type SourceSearch } from '#providers/lead-sources/port.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildPost, buildSource, pagesOf, startLeads, type TestLeads } from '#tests/support/leads.ts';
import type { LeadRun } from '../contract.ts';
import { discover } from './discover.ts';
import { generateLeads } from './generate-leads.ts';
import { cancelRun, listRuns, reclaimRuns } from './runs.ts';
import { listSources } from './sources.ts';

const ACTOR = { actorId: 'somebody' };
const QUERY = 'People who ask for herbal tea';
const open: TestLeads[] = [];
let shared: TestLeads;
beforeAll(async () => {
  shared = await startLeads();
});
afterAll(() => shared.close());

/** A bench in the state of the test; one without a worker or beside another one is its own. */
async function start(given: Parameters<typeof startLeads>[0] = {}): Promise<TestLeads> {
  if (given.worker !== false && !given.beside) {
    await shared.renew({ ...given });
    return shared;
  }
  const own = await startLeads({ ...given });
  open.push(own);
  return own;
}
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const own of open.splice(0).toReversed()) await own.close();
});

async function generate(bench: TestLeads, given: { count?: number; groupId?: string } = {}) {
  const categoryId = given.groupId ?? (await bench.createGroup()).id;
  const wish = { searchQuery: QUERY, count: given.count ?? 20, platforms: ['reddit' as const], categoryId };
  return generateLeads(bench.context, wish, ACTOR);
}

async function newestRun(bench: TestLeads): Promise<LeadRun> {
  const [run] = await listRuns(bench.context, 1);
  if (!run) throw new Error('there is no run');
  return run;
}

function listAll(bench: TestLeads) {
  return listLeads(bench.context, { limit: 200 });
}

describe('a discovery run', () => {
  // S1-01
  it('stores each person found with an intent score, its reasons and where the words are from', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 4 }, search))] });
    const answer = await generate(bench);
    expect(answer).toMatchObject({ totalGenerated: 3, state: 'done' });
    const { items } = await listAll(bench);
    expect(items).toHaveLength(3);
    for (const lead of items) {
      expect(Number(lead.aiScore)).toBeGreaterThan(5);
      expect(lead).toMatchObject({
        platform: 'reddit',
        scoredBy: 'Built-in engine',
        legalGround: 'legitimate_interest',
        stage: 'new',
        country: 'GB',
      });
      expect(lead.signalUrl).toMatch(/^https:\/\/social\.test\/posts\/\d$/);
      expect(lead.scoreReasons.map(({ rule }) => rule)).toEqual(
        expect.arrayContaining(['asks', 'pays', 'topic']),
      );
    }
  });

  it('weighs what the author says of themselves, and keeps none of it', async () => {
    const say = async (bio: string) => {
      const bench = await start({
        sources: [
          buildSource(async function* () {
            const { author, ...post } = buildPost(1);
            yield { posts: [{ ...post, author: { ...author, bio } }], read: 1, total: 1, cursor: null };
          }),
        ],
      });
      await generate(bench);
      const { items } = await listAll(bench);
      expect(JSON.stringify(items)).not.toContain('zebra');
      return Number(items[0]?.aiScore);
    };
    expect(await say('Wholesale tea brand and zebra coach')).toBeLessThan(await say('Two cats, one zebra'));
  });

  // S1-02
  it('checks the address of each person found, which sets the contact status', async () => {
    const checkAddress = vi.fn<AddressChecker['checkAddress']>(() =>
      Promise.resolve({ deliverability: 'bad', isRole: false, isDisposable: false }),
    );
    const bench = await start({
      sources: [buildSource((search) => pagesOf({ to: 4 }, search))],
      enrichment: { hasWebhook: false, checkAddress },
    });
    await generate(bench);
    await eventually(async () => {
      const { items } = await listAll(bench);
      expect(new Set(items.map(({ contactStatus }) => contactStatus))).toEqual(
        new Set(['verification_failed']),
      );
    });
    expect(checkAddress).toHaveBeenCalledTimes(3);
    const [checked, ...others] = await bench.eventsOfType('addresses.checked');
    expect(checked?.data).toEqual({ checked: 3, verified: 0, manual: 0, failed: 3 });
    expect(others).toEqual([]);
  });

  it('keeps as many people as were asked for and reads no further', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 1_000 }, search))] });
    const { totalGenerated, sources } = await generate(bench, { count: 10 });
    expect(totalGenerated).toBe(10);
    expect(sources).toEqual([
      {
        platform: 'reddit',
        state: 'done',
        // The page on which the last of them stands is looked at to its end.
        read: 12,
        total: 999,
        found: 12,
        duplicates: 0,
        kept: 10,
        note: null,
        reason: null,
        details: null,
      },
    ]);
  });

  /** Every third asks for something; the others only mention it. */
  async function* mixed(
    { to, size }: { to: number; size: number },
    { cursor }: { cursor?: string | undefined },
  ) {
    for await (const page of pagesOf({ to, size }, { cursor })) {
      yield {
        ...page,
        posts: page.posts.map((post, index) =>
          index % 3 === 0 ? post : { ...post, text: 'A study on herbal tea was published today.' },
        ),
      };
    }
  }

  it('prefers who scores better among three times as many as were asked for, and leaves the others out', async () => {
    const bench = await start({ sources: [buildSource((search) => mixed({ to: 1_000, size: 3 }, search))] });
    const { totalGenerated, sources } = await generate(bench, { count: 6 });
    expect(totalGenerated).toBe(6);
    expect(sources).toMatchObject([{ state: 'done', read: 18, found: 18, duplicates: 0, kept: 6 }]);
    expect(sources[0]?.low).toBeUndefined();
    const { items } = await listAll(bench);
    expect(items.filter(({ scoreCategory }) => scoreCategory === 'low')).toEqual([]);
    expect(await bench.eventsOfType('lead.discovered')).toHaveLength(6);
    expect(await bench.rows(sql`select id from lead_run_candidates`)).toEqual([]);
  });

  it('fills up with those who score low where nobody better is found, the best first, and says how many', async () => {
    const bench = await start({ sources: [buildSource((search) => mixed({ to: 13, size: 3 }, search))] });
    const { totalGenerated, sources, state } = await generate(bench, { count: 7 });
    expect({ totalGenerated, state }).toEqual({ totalGenerated: 7, state: 'done' });
    expect(sources).toMatchObject([{ read: 12, found: 12, duplicates: 0, kept: 7, low: 3 }]);
    const { items } = await listAll(bench);
    expect(items.filter(({ scoreCategory }) => scoreCategory === 'low')).toHaveLength(3);
    expect((await generate(bench, { count: 7 })).sources).toMatchObject([{ duplicates: 7, kept: 5, low: 5 }]);
  });

  it('takes the best of what one person says, on one page and on a later one', async () => {
    const mention = (number: number) =>
      buildPost(number, { id: `mention-${number}`, text: 'A study on herbal tea was published today.' });
    const pages = [[mention(1)], [mention(2), buildPost(2), buildPost(1), mention(1)], [mention(3)]];
    const source = buildSource(async function* ({ cursor }) {
      for (let at = Number(cursor ?? 0); at < pages.length; at += 1) {
        const posts = pages[at] ?? [];
        const next = at + 1 < pages.length ? String(at + 1) : null;
        yield await Promise.resolve({ posts, read: posts.length, total: 6, cursor: next });
      }
    });
    const bench = await start({ sources: [source] });
    const { sources } = await generate(bench, { count: 5 });
    expect(sources).toMatchObject([{ found: 6, duplicates: 3, kept: 3, low: 1 }]);
    const { items } = await listAll(bench);
    expect(
      items.map(({ name, behaviorSignal }) => [name, behaviorSignal.includes('Happy to pay')]).toSorted(),
    ).toEqual([
      ['Person 1', true],
      ['Person 2', true],
      ['Person 3', false],
    ]);
    expect(await bench.rows(sql`select id from lead_run_candidates`)).toEqual([]);
  });

  it('goes on past people who are known, however many stand before the new ones', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 60, size: 5 }, search))] });
    for (let run = 0; run < 4; run += 1) await generate(bench, { count: 10 });
    const { sources } = await generate(bench, { count: 10 });
    expect(sources).toMatchObject([{ found: 50, duplicates: 40, kept: 10 }]);
  });

  it('brings nobody in late who objected while the run went on', async () => {
    const bench: TestLeads = await start({
      sources: [
        buildSource(async function* (search) {
          for await (const page of mixed({ to: 7, size: 3 }, search)) {
            yield page;
            // Looked at on the first page, and put aside.
            const contactHash = hashContact(bench, 'email', 'person2@customer.test');
            await suppress(bench.db, { contactHash, reason: 'unsubscribed' });
          }
        }),
      ],
    });
    expect(await generate(bench, { count: 20 })).toMatchObject({ totalGenerated: 5 });
  });

  it('records one discovery per person and one scoring per run, which agree with the list', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 8 }, search))] });
    await generate(bench);
    const { items } = await listAll(bench);
    const discovered = await bench.eventsOfType('lead.discovered');
    expect(new Set(discovered.map(({ leadId }) => leadId))).toEqual(new Set(items.map(({ id }) => id)));
    const count = (band: string) => items.filter(({ scoreCategory }) => scoreCategory === band).length;
    const scored = await bench.eventsOfType('run.scored');
    expect(scored.map(({ data }) => data)).toMatchObject([
      {
        found: 7,
        high: count('high'),
        medium: count('medium'),
        low: count('low'),
        sources: ['reddit'],
        by: 'Built-in engine',
      },
    ]);
  });

  it('finds nobody twice: not within a page, not on another page, not in another run', async () => {
    async function* search() {
      const twice = [buildPost(1), buildPost(1, { author: { name: 'P', handle: 'Person1', country: null } })];
      yield { posts: [...twice, buildPost(2)], read: 3, total: null, cursor: 'b' };
      const sameAddress = buildPost(3, {
        contact: { email: 'PERSON2+x@customer.test', status: 'verified' },
      });
      yield { posts: [sameAddress, buildPost(4)], read: 2, total: null, cursor: null };
    }
    const bench = await start({ sources: [buildSource(search)] });
    const first = await generate(bench);
    expect(first.sources[0]).toMatchObject({ read: 5, found: 5, duplicates: 2, kept: 3 });
    const second = await generate(bench);
    expect(second.sources[0]).toMatchObject({ read: 5, found: 5, duplicates: 5, kept: 0 });
    expect((await listAll(bench)).total).toBe(3);
  });

  it('does not bring back people who objected, were erased or were deleted by the team', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 7 }, search))] });
    const { db, context } = bench;
    const optedOut = hashContact(bench, 'email', 'person1@customer.test');
    await suppress(db, { contactHash: optedOut, reason: 'unsubscribed' });
    const erased = hashContact(bench, 'handle', 'reddit:person2');
    await suppress(db, { contactHash: erased, reason: 'erased' });
    expect((await generate(bench)).sources[0]).toMatchObject({ found: 6, duplicates: 2, kept: 4 });

    const { items } = await listAll(bench);
    for (const lead of items) await deleteLead(context, lead.id);
    expect((await generate(bench)).totalGenerated).toBe(0);
    await bench.db.execute(sql`update leads set deleted_at = now() - interval '2 days'`);
    await removeDeletedPeople(bench.context);
    expect(await bench.rows(sql`select id from leads`)).toEqual([]);
    expect((await generate(bench)).totalGenerated).toBe(0);
  });

  it('knows those who came in a file, or objected since, by the page of their account', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 5 }, search))] });
    const { db } = bench;
    for (const [page, reason] of [
      ['reddit.com/user/person1', 'unsubscribed'],
      ['reddit.com/u/person2', 'erased'],
    ] as const) {
      await suppress(db, {
        contactHash: hashContact(bench, 'handle', `import:${page}`),
        reason,
      });
    }
    const { id } = await bench.createGroup();
    await db.execute(sql`insert into leads (id, name, handle, handle_key, platform, group_id, ai_score, legal_ground)
      values (${crypto.randomUUID()}, 'Person 3', 'old.reddit.com/user/person3', 'import:old.reddit.com/user/person3',
        'import', ${id}, 0, 'legitimate_interest')`);
    expect((await generate(bench, { groupId: id })).sources[0]).toMatchObject({ duplicates: 3, kept: 1 });
  });

  it('keeps the people of the other sources when one fails, and names it with its reason', async () => {
    // oxlint-disable-next-line require-yield -- fails before its first page
    async function* fails(): AsyncGenerator<never> {
      throw new SourceError('Quota used up until Monday', { retryable: false });
    }
    const bench = await start({
      sources: [
        buildSource(fails),
        buildSource((search) => pagesOf({ to: 3 }, search), { platform: 'google', label: 'Google' }),
      ],
    });
    const { id } = await bench.createGroup();
    const answer = await generateLeads(
      bench.context,
      { searchQuery: QUERY, count: 5, platforms: ['reddit', 'google'], categoryId: id },
      ACTOR,
    );
    expect(answer.totalGenerated).toBe(2);
    expect(answer.sources).toMatchObject([
      { platform: 'reddit', state: 'failed', details: { answer: 'Quota used up until Monday' }, kept: 0 },
      { platform: 'google', state: 'done', kept: 2 },
    ]);
    expect(answer.apiStatus.scraping).toEqual({
      working: false,
      configured: true,
      leadsFound: 2,
      error: 'Quota used up until Monday',
    });
  });

  it('stores what a source sends only as far as it can be stored', async () => {
    async function* search() {
      const odd = buildPost(1, {
        text: `nul\0 and half a pair \ud800 ${'x'.repeat(9_000)}`,
        url: 'javascript:alert(1)',
        author: { name: ' \0 ', handle: '@', country: null },
        contact: null,
      });
      yield { posts: [odd], read: 1, total: 1, cursor: null };
    }
    const bench = await start({ sources: [buildSource(search)] });
    expect((await generate(bench)).totalGenerated).toBe(1);
    const [lead] = (await listAll(bench)).items;
    expect(lead).toMatchObject({
      name: 'Unknown',
      handle: null,
      signalUrl: null,
      contactStatus: 'manual_verification',
    });
    expect(Array.from(lead?.behaviorSignal ?? '').length).toBeLessThanOrEqual(4_001);
  });

  it('takes the contact status of practice people from their directory and asks nobody', async () => {
    const checkAddress = vi.fn<AddressChecker['checkAddress']>();
    async function* search() {
      const posts = (['verified', 'multi_contact', 'verification_failed'] as const).map((status, index) =>
        buildPost(index, { contact: { email: `p${index}@example.com`, status } }),
      );
      yield { posts, read: 3, total: 3, cursor: null };
    }
    const bench = await start({
      sources: [buildSource(search, { isSynthetic: true })],
      enrichment: { hasWebhook: false, checkAddress },
    });
    await generate(bench);
    const { items } = await listAll(bench);
    expect(items.map(({ contactStatus }) => contactStatus).toSorted()).toEqual([
      'multi_contact',
      'verification_failed',
      'verified',
    ]);
    expect(checkAddress).not.toHaveBeenCalled();
  });

  it('shows its progress while it is at work', async () => {
    const gate = Promise.withResolvers<void>();
    async function* search() {
      yield { posts: [buildPost(1), buildPost(2)], read: 5, total: 12, cursor: 'b' };
      await gate.promise;
      yield { posts: [buildPost(3)], read: 7, total: 12, cursor: null };
    }
    const bench = await start({ sources: [buildSource(search)] });
    const answer = generate(bench);
    await eventually(async () => {
      expect(await newestRun(bench)).toMatchObject({
        state: 'running',
        sources: [{ state: 'running', read: 5, total: 12, found: 2, kept: 2 }],
      });
    });
    expect((await listAll(bench)).total).toBe(2);
    gate.resolve();
    expect((await answer).sources).toMatchObject([{ state: 'done', read: 12, found: 3, kept: 3 }]);
  });
});

describe('a run that is stopped', () => {
  it('ends within a page, keeps what it has, and records its scores', async () => {
    const gate = Promise.withResolvers<void>();
    let pagesAfter = 0;
    async function* search() {
      yield { posts: [buildPost(1)], read: 1, total: null, cursor: 'b' };
      await gate.promise;
      for (let number = 2; number < 50; number += 1) {
        pagesAfter += 1;
        yield { posts: [buildPost(number)], read: 1, total: null, cursor: String(number) };
      }
    }
    const bench = await start({ sources: [buildSource(search)] });
    const answer = generate(bench);
    await eventually(async () => expect((await listAll(bench)).total).toBe(1));
    const run = await newestRun(bench);
    expect(await cancelRun(bench.context, run.id)).toMatchObject({
      state: 'cancelled',
      sources: [{ state: 'done', reason: 'stopped', kept: 1 }],
    });
    gate.resolve();
    expect(await answer).toMatchObject({ state: 'cancelled', totalGenerated: 1 });
    await sleep(300);
    expect(pagesAfter).toBeLessThanOrEqual(1);
    expect((await listAll(bench)).total).toBe(1);
    expect(await bench.eventsOfType('run.scored')).toHaveLength(1);
    expect(await newestRun(bench)).toMatchObject({ state: 'cancelled' });
  });

  it('interrupts a source that hangs', async () => {
    let hasBegun = false;
    let wasAborted = false;
    // oxlint-disable-next-line require-yield -- it never gets to a page
    async function* hangs({ signal }: { signal: AbortSignal }): AsyncGenerator<never> {
      hasBegun = true;
      await sleep(60_000, undefined, { signal }).catch(() => {
        wasAborted = true;
      });
      throw new SourceError('stopped', { retryable: true });
    }
    const bench = await start({ sources: [buildSource(hangs)] });
    const answer = generate(bench);
    await eventually(() => expect(hasBegun).toBe(true));
    await cancelRun(bench.context, (await newestRun(bench)).id);
    expect((await answer).state).toBe('cancelled');
    await eventually(() => expect(wasAborted).toBe(true));
  });
});

describe('a worker that dies in the middle', () => {
  it('leaves true counts, and another one goes on without repeating or losing anybody', async () => {
    const first = await start({
      worker: false,
      sources: [buildSource((search) => pagesOf({ to: 1_000 }, search))],
    });
    const dying = new AbortController();
    // Dies between two pages, as if the process had been killed: its lease is neither renewed nor given back.
    const killed = await start({
      worker: false,
      beside: first,
      sources: [
        buildSource(async function* (search) {
          let pages = 0;
          for await (const page of pagesOf({ to: 1_000 }, search)) {
            if (pages === 2) await new Promise(() => undefined);
            pages += 1;
            yield page;
          }
        }),
      ],
    });
    const { id } = await first.createGroup();
    const answer = generateLeads(
      first.context,
      { searchQuery: QUERY, count: 20, platforms: ['reddit'], categoryId: id },
      ACTOR,
    );
    await eventually(async () => expect((await newestRun(first)).state).toBe('queued'));
    const { id: runId } = await newestRun(first);
    void discover(killed.context, runId, dying.signal);
    await eventually(async () => expect((await listAll(first)).total).toBe(8));
    await discover(first.context, runId, new AbortController().signal);
    expect(await newestRun(first)).toMatchObject({ state: 'running' });

    await first.db.execute(
      sql`update lead_runs set lease_token = gen_random_uuid(), leased_until = now() - interval '1 second'`,
    );
    await eventually(async () => {
      expect(await first.rows(sql`select lease_token from lead_runs`)).toEqual([{ lease_token: null }]);
    });
    await discover(first.context, runId, new AbortController().signal);
    expect(await answer).toMatchObject({
      state: 'done',
      totalGenerated: 20,
      sources: [{ read: 20, found: 20, duplicates: 0, kept: 20 }],
    });
    const { items } = await listAll(first);
    expect(new Set(items.map(({ handle }) => handle)).size).toBe(20);
    expect(await first.eventsOfType('lead.discovered')).toHaveLength(20);
    expect(await first.eventsOfType('run.scored')).toHaveLength(1);
    dying.abort();
  });

  it('is handed on once, by whoever notices first', async () => {
    const bench = await start({
      worker: false,
      sources: [buildSource((search) => pagesOf({ to: 6 }, search))],
    });
    const { id } = await bench.createGroup();
    const gone = AbortSignal.abort();
    const wish = { searchQuery: QUERY, count: 5, platforms: ['reddit' as const], categoryId: id };
    await generateLeads(bench.context, wish, { ...ACTOR, signal: gone });
    expect(await reclaimRuns(bench.context)).toBe(0);
    await bench.db.execute(sql`update lead_runs set leased_until = now() - interval '1 second'`);
    const revived = await Promise.all([reclaimRuns(bench.context), reclaimRuns(bench.context)]);
    expect(revived.toSorted()).toEqual([0, 1]);
  });

  it('is taken up again from the queue when a failure of the database interrupts a page', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 6 }, search))] });
    await bench.db.execute(sql`create sequence pages_stored`);
    await bench.db.execute(sql`create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('pages_stored') = 1 then raise 'connection lost'; end if; return new; end $$`);
    await bench.db.execute(sql`create trigger fail_once before insert on leads execute function fail_once()`);
    expect(await generate(bench)).toMatchObject({
      state: 'done',
      sources: [{ read: 5, found: 5, duplicates: 0, kept: 5 }],
    });
  });

  it('lets two workers with the same run do it once', async () => {
    const bench = await start({
      worker: false,
      sources: [buildSource((search) => pagesOf({ to: 30 }, search))],
    });
    const answer = generate(bench);
    await eventually(async () => expect((await newestRun(bench)).state).toBe('queued'));
    const { id } = await newestRun(bench);
    const { signal } = new AbortController();
    await Promise.all([discover(bench.context, id, signal), discover(bench.context, id, signal)]);
    expect((await answer).totalGenerated).toBe(20);
    expect(await bench.eventsOfType('lead.discovered')).toHaveLength(20);
  });
});

describe('two runs at once', () => {
  it('share the people between them without an error', async () => {
    const bench = await start({ sources: [buildSource((search) => pagesOf({ to: 41 }, search))] });
    const answers = await Promise.all([generate(bench), generate(bench)]);
    const total = answers.reduce((sum, { totalGenerated }) => sum + totalGenerated, 0);
    expect((await listAll(bench)).total).toBe(total);
    expect(total).toBeGreaterThanOrEqual(30);
  });
});

describe('what a run may spend', () => {
  const paid = (isPaidAhead: boolean) => ({ cost: { usdPerThousandPosts: 100, isPaidAhead } });

  /** Pages of four people, each of which costs 40 cents. */
  async function* dear(search: SourceSearch): AsyncGenerator<SourcePage> {
    for await (const page of pagesOf({ to: 100 }, search)) yield { ...page, costUsd: 0.4 };
  }

  it('ends cleanly at its limit, before it is passed, and keeps what it has', async () => {
    const bench = await start({
      sources: [buildSource(dear, paid(false))],
      budget: { runUsd: 1, dayUsd: 10 },
    });
    expect(await generate(bench)).toMatchObject({
      state: 'done',
      totalGenerated: 8,
      sources: [{ state: 'done', reason: 'spending_limit', kept: 8, costUsd: 0.8, budgetUsd: 1 }],
    });
  });

  it('counts with the day: the next run gets what is left, the one after it nothing', async () => {
    const bench = await start({
      sources: [buildSource(dear, paid(false))],
      budget: { runUsd: 1, dayUsd: 1.5 },
    });
    const groupId = (await bench.createGroup()).id;
    await generate(bench, { groupId });
    const second = await generate(bench, { groupId });
    expect(second.sources[0]).toMatchObject({ reason: 'spending_limit', costUsd: 0.4 });
    expect(second.sources[0]?.budgetUsd).toBeCloseTo(0.7);
    await generate(bench, { groupId });
    const asked = vi.fn<typeof dear>(dear);
    await bench.renew({ sources: [buildSource(asked, paid(false))], budget: { runUsd: 1, dayUsd: 0 } });
    expect((await generate(bench)).sources[0]).toMatchObject({
      state: 'done',
      reason: 'spending_limit',
      found: 0,
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it('is shared among the paid sources of a run', async () => {
    const budgets: (number | undefined)[] = [];
    async function* notes(search: SourceSearch): AsyncGenerator<SourcePage> {
      budgets.push(search.budgetUsd);
      yield* pagesOf({ to: 2 }, search);
    }
    const bench = await start({
      sources: [
        buildSource(notes, paid(true)),
        buildSource(notes, { platform: 'twitter', ...paid(true) }),
        buildSource(notes, { platform: 'hacker_news' }),
      ],
      budget: { runUsd: 1, dayUsd: 10 },
    });
    const categoryId = (await bench.createGroup()).id;
    const platforms = ['reddit', 'twitter', 'hacker_news'];
    await generateLeads(bench.context, { searchQuery: QUERY, count: 20, platforms, categoryId }, ACTOR);
    expect(budgets.toSorted()).toEqual([0.5, 0.5, undefined]);
  });

  it('goes on reading what was paid for at the start', async () => {
    async function* ahead(search: SourceSearch): AsyncGenerator<SourcePage> {
      for await (const page of pagesOf({ to: 13 }, search)) {
        yield search.cursor || page.posts[0]?.id !== 'post-1' ? page : { ...page, costUsd: 1 };
      }
    }
    const bench = await start({
      sources: [buildSource(ahead, paid(true))],
      budget: { runUsd: 1, dayUsd: 1 },
    });
    expect((await generate(bench)).sources[0]).toMatchObject({ kept: 12, costUsd: 1, reason: null });
  });
});

describe('what a run asks and keeps', () => {
  it('asks what was planned from the audience, or what somebody wrote instead', async () => {
    const asked: (readonly string[])[] = [];
    async function* listens(search: SourceSearch): AsyncGenerator<SourcePage> {
      asked.push(search.queries);
      yield* pagesOf({ to: 2 }, search);
    }
    const bench = await start({ sources: [buildSource(listens)] });
    const categoryId = (await bench.createGroup()).id;
    const wish = { searchQuery: QUERY, count: 1, platforms: ['reddit'], categoryId };
    await generateLeads(bench.context, wish, ACTOR);
    await generateLeads(bench.context, { ...wish, queries: { reddit: ['rooibos at night'] } }, ACTOR);
    expect(asked).toEqual([['herbal tea'], ['rooibos at night']]);
  });

  it('never searches for a condition: the plan leaves it out, and a written one is refused', async () => {
    const asked: (readonly string[])[] = [];
    async function* listens(search: SourceSearch): AsyncGenerator<SourcePage> {
      asked.push([...search.queries, search.query]);
      yield* pagesOf({ to: 2 }, search);
    }
    const bench = await start({ sources: [buildSource(listens)] });
    const categoryId = (await bench.createGroup()).id;
    const wish = {
      searchQuery: 'People with insomnia who want tea',
      count: 1,
      platforms: ['reddit'],
      categoryId,
    };
    await generateLeads(bench.context, wish, ACTOR);
    expect(asked).toEqual([['tea', 'People who want tea']]);
    await expect(
      generateLeads(bench.context, { ...wish, queries: { reddit: ['insomnia tea'] } }, ACTOR),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'queries.reddit': expect.stringContaining('insomnia') },
    });
    await generateLeads(bench.context, { ...wish, searchQuery: 'People with insomnia' }, ACTOR);
    expect((await newestRun(bench)).sources).toMatchObject([{ state: 'done', reason: 'nothing_to_ask' }]);
    expect(asked).toHaveLength(1);
  });

  it('makes no lead of a post on health by somebody in the EU, and counts it as read', async () => {
    async function* posts(): AsyncGenerator<SourcePage> {
      const inFrance = { name: 'A', handle: '@a', country: 'FR' };
      const inCanada = { name: 'B', handle: '@b', country: 'CA' };
      const text = 'Can anyone recommend a tea for bloating?';
      yield {
        posts: [
          buildPost(1, { text, author: inFrance, contact: null }),
          buildPost(2, { text, author: inCanada, contact: null }),
          buildPost(3, { author: inFrance, contact: null, text: 'Can anyone recommend an evening tea?' }),
        ],
        read: 3,
        total: null,
        cursor: null,
      };
    }
    const bench = await start({ sources: [buildSource(posts)] });
    expect((await generate(bench)).sources[0]).toMatchObject({ read: 3, found: 2, kept: 2 });
    const { items } = await listAll(bench);
    expect(items.map(({ handle }) => handle).toSorted()).toEqual(['@a', '@b']);
  });

  it('reads no more posts than a source allows in one run', async () => {
    const bench = await start({
      sources: [buildSource((search) => pagesOf({ to: 100 }, search), { postsPerRun: 10 })],
    });
    expect((await generate(bench, { count: 50 })).sources[0]).toMatchObject({ state: 'done', kept: 12 });
  });

  it('goes on where a search was when its worker ended, also before its first page', async () => {
    const cursors: (string | null | undefined)[] = [];
    const gone = new AbortController();
    async function* starts(search: SourceSearch): AsyncGenerator<SourcePage> {
      cursors.push(search.cursor);
      if (search.cursor === undefined) {
        await search.keepCursor('5');
        gone.abort();
        await new Promise((_resolve, reject) => {
          search.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
          if (search.signal.aborted) reject(new Error('stopped'));
        });
      }
      yield* pagesOf({ to: 9 }, search);
    }
    const bench = await start({ sources: [buildSource(starts)], worker: false });
    const answer = generate(bench);
    await eventually(async () => expect(await listRuns(bench.context, 1)).toHaveLength(1));
    const { id } = await newestRun(bench);
    await discover(bench.context, id, gone.signal);
    await discover(bench.context, id, new AbortController().signal);
    expect((await answer).totalGenerated).toBe(4);
    expect(cursors).toEqual([undefined, '5']);
  });

  it('tells how each source did in the last 24 hours', async () => {
    let isDown = true;
    async function* sometimes(search: SourceSearch): AsyncGenerator<SourcePage> {
      if (isDown) throw new SourceError('Reddit asked us to wait 12 minutes', { retryable: true });
      yield* pagesOf({ to: 2 }, search);
    }
    const bench = await start({ sources: [buildSource(sometimes)] });
    const healthOf = async () => (await listSources(bench.context))[0]?.lastDay;
    expect(await healthOf()).toEqual({ searches: 0, failed: 0, lastFailure: null });
    await generate(bench).catch(() => undefined);
    isDown = false;
    await generate(bench);
    expect(await healthOf()).toEqual({
      searches: 2,
      failed: 1,
      lastFailure: { note: 'Reddit asked us to wait 12 minutes', at: expect.stringMatching(/^20/) },
    });
  });
});
