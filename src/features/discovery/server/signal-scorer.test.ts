import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { actOnLeads } from '#features/leads/server/bulk-actions/bulk-actions.ts';
import { listLeads } from '#features/leads/server/lists/list-leads.ts';
import { readSettings } from '#platform/config.ts';
import { sql } from '#platform/db.ts';
import { createLanguageModel } from '#providers/language-model/registry.ts';
import type { SourceSearch } from '#providers/lead-sources/port.ts';
import { buildSource, MEMBER, pagesOf, startLeads, type TestLeads } from '#tests/support/leads.ts';
import { type ModelServer, startModelServer } from '#tests/support/model-server.ts';
import { discover } from './discover.ts';
import { generateLeads } from './generate-leads.ts';
import { planSearch } from './plan-search.ts';
import { listRuns } from './runs.ts';

const ACTOR = { actorId: 'somebody' };
const QUERY = 'People with insomnia who want tea';

describe('a run with a language model', () => {
  let server: ModelServer;
  let bench: TestLeads;
  let asked: (readonly string[])[];
  const world = async (): Promise<Parameters<typeof startLeads>[0]> => ({
    languageModel: await createLanguageModel(
      readSettings({ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: server.url, LLM_MODEL: 'house-model' }),
      { wait: () => Promise.resolve() },
    ),
    sources: [
      buildSource((search: SourceSearch) => {
        asked.push(search.queries);
        return pagesOf({ to: 4 }, search);
      }),
    ],
  });

  beforeAll(async () => {
    server = await startModelServer('openai');
    bench = await startLeads(await world());
  });
  afterAll(async () => {
    await bench.close();
    await server.close();
  });
  beforeEach(async () => {
    asked = [];
    server.calls.splice(0);
    await bench.renew({ ...(await world()) });
  });

  const plans = (queries: string[]): object => ({ sources: [{ platform: 'reddit', queries }] });
  const judges = (words: string): object => ({
    posts: [1, 2, 3].map((number) => ({ number, reasons: [{ label: 'Asks', points: 4.2, words }] })),
  });
  /** Plans, then judges. */
  const says = (...objects: object[]): void => {
    server.reply = () => ({ object: objects.shift() ?? {} });
  };
  async function generate() {
    const { id: categoryId } = await bench.createGroup();
    const wish = {
      searchQuery: 'People who want tea',
      count: 20,
      platforms: ['reddit' as const],
      categoryId,
    };
    return generateLeads(bench.context, wish, ACTOR);
  }
  const scores = async () => {
    const { items } = await listLeads(bench.context, { limit: 50 });
    return items.map(({ aiScore, scoredBy }) => `${aiScore} by ${scoredBy}`);
  };

  it('shows what the model plans, without conditions, before anything is asked', async () => {
    says(plans(['recommend evening tea', 'tea for insomnia', 'x'.repeat(200)]));
    expect(await planSearch(bench.context, { searchQuery: QUERY, platforms: ['reddit'] })).toEqual({
      plannedBy: 'house-model',
      queries: { reddit: ['recommend evening tea'] },
      placeNotes: {},
    });
    expect(server.calls[0]?.messages.join()).not.toContain('insomnia');
    expect(asked).toEqual([]);
  });

  it('plans with the built-in engine where the model fails or plans nothing that can be asked', async () => {
    server.reply = () => ({ status: 500 });
    expect(await planSearch(bench.context, { searchQuery: QUERY, platforms: ['reddit'] })).toEqual({
      plannedBy: 'Built-in engine',
      queries: { reddit: ['tea'] },
      placeNotes: {},
    });
    const local = { searchQuery: 'yoga beginners in Leeds', platforms: ['reddit' as const] };
    expect(await planSearch(bench.context, local)).toMatchObject({
      queries: { reddit: ['yoga beginners leeds', 'yoga beginners'] },
      placeNotes: { reddit: 'Leeds is asked for first, then everywhere.' },
    });
    says(plans(['cure for insomnia']));
    expect(await planSearch(bench.context, { searchQuery: QUERY, platforms: ['reddit'] })).toMatchObject({
      queries: { reddit: ['tea'] },
    });
  });

  it('asks what the model planned and keeps its scores, with words of the posts as reasons', async () => {
    says(plans(['loose leaf tea']), judges('recommend a herbal tea'));
    expect((await generate()).sources[0]).toMatchObject({ kept: 3, reason: null });
    expect(asked).toEqual([['loose leaf tea']]);
    expect(await scores()).toEqual(Array(3).fill('4.2 by house-model'));
    const { items } = await listLeads(bench.context, { limit: 1 });
    expect(items[0]?.scoreReasons).toEqual([
      { rule: 'model_1', label: 'Asks', points: 4.2, start: 11, end: 33 },
    ]);
  });

  it('asks the model about nobody who is known already, and about no more than are wanted', async () => {
    says(plans(['loose leaf tea']), judges('recommend a herbal tea'));
    await generate();
    await bench.rows(sql`delete from leads where handle = '@person2'`);
    server.calls.splice(0);
    says(plans(['loose leaf tea']), judges('recommend a herbal tea'));
    expect((await generate()).sources[0]).toMatchObject({ kept: 1, duplicates: 2 });
    expect(server.calls.map(({ messages }) => messages.join().match(/Post \d+:/g)?.length)).toEqual([
      undefined,
      1,
    ]);
    // Nobody is new: the plan is all that is asked for.
    server.calls.splice(0);
    says(plans(['loose leaf tea']));
    expect((await generate()).sources[0]).toMatchObject({ kept: 0, duplicates: 3, reason: null });
    expect(server.calls).toHaveLength(1);
  });

  it('keeps a score of the model when its lead is scored again, and scores the others', async () => {
    says(plans(['loose leaf tea']), judges('recommend a herbal tea'));
    await generate();
    await bench.rows(sql`update leads set scored_by = 'Built-in engine' where handle = '@person1'`);
    const ids = (await listLeads(bench.context, { limit: 50 })).items.map(({ id }) => id);
    const act = await actOnLeads(bench.context, { act: { kind: 'rescore' }, leads: { ids } }, MEMBER);
    expect(act).toMatchObject({ state: 'done', changed: 1 });
    expect((await scores()).toSorted()).toEqual([
      '4.2 by house-model',
      '4.2 by house-model',
      expect.stringMatching(/by Built-in engine$/),
    ]);
  });

  it('scores with the built-in engine where the words are made up, or the model fails, and then says so', async () => {
    says(plans(['loose leaf tea']), judges('wants to buy ten tins'));
    expect((await generate()).sources[0]).toMatchObject({ kept: 3, reason: null });
    expect(new Set((await scores()).map((score) => score.slice(4)))).toEqual(new Set(['by Built-in engine']));

    await bench.renew({ ...(await world()) });
    server.reply = () => ({ status: 401 });
    expect((await generate()).sources[0]).toMatchObject({
      kept: 3,
      reason: 'scored_by_rules',
      details: { answer: expect.stringMatching(/^The language model did not accept our key/) },
    });
    expect(asked.at(-1)).toEqual(['tea']);
  });

  it('leaves the plan to the next worker where one ends while the model plans', async () => {
    const calm = await startLeads({ ...(await world()), worker: false });
    onTestFinished(() => calm.close());
    const { id: categoryId } = await calm.createGroup();
    const wish = {
      searchQuery: 'People who want tea',
      count: 20,
      platforms: ['reddit' as const],
      categoryId,
    };
    await generateLeads(calm.context, wish, { ...ACTOR, signal: AbortSignal.abort() });
    const [run] = await listRuns(calm.context, 1);
    const gone = new AbortController();
    server.reply = () => {
      gone.abort();
      return { fault: 'hang' };
    };
    await discover(calm.context, run?.id ?? '', gone.signal);
    expect(asked).toEqual([]);
    says(plans(['loose leaf tea']), judges('recommend a herbal tea'));
    await discover(calm.context, run?.id ?? '', new AbortController().signal);
    expect(asked).toEqual([['loose leaf tea']]);
  });
});
