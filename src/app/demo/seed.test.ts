import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Period } from '#features/analytics/contract.ts';
import { listAiActivity } from '#features/analytics/server/ai-activity.ts';
import { getOverview } from '#features/analytics/server/get-overview.ts';
import { getUsage } from '#features/analytics/server/get-usage.ts';
import { listFigureRows } from '#features/analytics/server/list-figure-rows.ts';
import { TIMEOUTS } from '#features/conversations/server/answers/model-answer.ts';
import { countStats } from '#features/conversations/server/count-chats.ts';
import {
  listGoldenQuestions,
  runGoldenQuestions,
} from '#features/conversations/server/golden/golden-questions.ts';
import {
  countByState,
  listUnansweredRows,
  resolveQuiet,
} from '#features/conversations/server/inbox/inbox-store.ts';
import { getCrmStats, listCategoryCounts } from '#features/crm/server/get-crm-stats.ts';
import { getTimeline } from '#features/crm/server/get-timeline.ts';
import { labelOf } from '#features/inbox/rules-replies.ts';
import { listReplyRows } from '#features/inbox/server/reply-store.ts';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { writeWorkspace } from '#features/settings/server/store.ts';
import { getWorkspace, removeDemoData } from '#features/settings/server/workspace.ts';
import { DAY_MS } from '#kit/time.ts';
import { readSettings } from '#platform/config.ts';
import { type Database, inTransaction, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { campaignNames } from '../campaign-names.ts';
import { seedOnFirstStart } from './first-start.ts';
import { removeDemo } from './remove.ts';
import { seedDemo } from './seed.ts';

const contactPepper = 'a pepper for tests only';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, log: createLog('silent') });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const services = (now: Date) => {
  const clock = () => now;
  return {
    ctx: {
      db,
      clock: { now: clock },
      campaignNames: (ids: string[]) => campaignNames(db, ids),
      timelineSources: [],
    },
  };
};

/** Messages, visits, conversions, purchases, US dollars of revenue, and cost per lead of each campaign. */
async function figuresOf(ctx: Parameters<typeof getOverview>[0], period: Period) {
  const { campaigns } = await getOverview(ctx, period);
  return campaigns.map((row) => [
    row.name,
    row.messagesSent,
    row.landingPageVisits,
    row.landingPageConversions,
    row.purchaseConversions,
    row.revenue,
    row.costPerLead,
  ]);
}

describe.each([
  ['an ordinary morning', '2026-11-18T09:41:00Z', 'Europe/London'],
  ['the first minute of a month', '2027-02-28T13:31:00Z', 'Australia/Adelaide'],
  ['the last minute of a month in a leap year', '2028-02-29T23:59:00Z', 'UTC'],
])('the demo made on %s (%s, %s), counted by the product', (_what, instant, timeZone) => {
  const now = new Date(instant);
  beforeAll(async () => {
    await inTransaction(db, async (tx) => {
      await writeWorkspace(tx, { timeZone });
      await seedDemo(tx, { now, timeZone, contactPepper, jurisdictions: JURISDICTIONS });
    });
  });
  afterAll(() => inTransaction(db, removeDemo));

  it('tells of each campaign that it was launched, and every text that left was checked for claims', async () => {
    const unchecked = await rowsOf(
      db,
      sql`select compositions.id from compositions join campaigns on campaigns.id = campaign_id
        where is_demo and (claims is null or claims->>'verdict' = 'block')`,
    );
    expect(unchecked).toEqual([]);
    const launched = await rowsOf<{ name: string; actor: string }>(
      db,
      sql`select campaigns.name, actor_name as actor from audit_entries
        join campaigns on campaigns.id = subject_id and launched_at = at where action = 'campaign.launched'`,
    );
    expect(launched.map(({ name }) => name).toSorted()).toEqual([
      'Immune Support Holiday',
      'Liver Health Winter',
      'Weight Loss Q1',
    ]);
    expect(new Set(launched.map(({ actor }) => actor))).toEqual(new Set(['Yarrow']));
  });

  // S2.6-10 S9-09
  it('shows three campaigns whose periods stand as 0.25 : 1 : 2.8 : 3.5, on the next day too', async () => {
    const times = (factor: number) => [
      ['Liver Health Winter', 2140 * factor, 500 * factor, 260 * factor, 100 * factor, 6400 * factor, 12.5],
      ['Weight Loss Q1', 1680 * factor, 360 * factor, 180 * factor, 80 * factor, 7120 * factor, 15.75],
      ['Immune Support Holiday', 1000 * factor, 200 * factor, 100 * factor, 40 * factor, 1540 * factor, 9.8],
    ];
    const rounded = (rows: ReturnType<typeof times>) =>
      rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell)));
    for (const at of [now, new Date(now.getTime() + DAY_MS)]) {
      const { ctx } = services(at);
      expect(await figuresOf(ctx, 'last7')).toEqual(rounded(times(0.25)));
      expect(await figuresOf(ctx, 'last30')).toEqual(rounded(times(1)));
      expect(await figuresOf(ctx, 'last90')).toEqual(rounded(times(2.8)));
      expect(await figuresOf(ctx, 'lifetime')).toEqual(rounded(times(3.5)));
    }
  });

  // S2.5-06
  it('counts 3 campaigns and 127 leads discovered this month, last active today', async () => {
    const usage = await getUsage(services(now).ctx);
    expect(usage).toMatchObject({ campaigns: 3, leadsDiscovered: 127 });
    const dayOf = (at: Date) => at.toLocaleDateString('en-CA', { timeZone });
    expect(dayOf(new Date(usage.lastActive ?? 0))).toBe(dayOf(now));
  });

  // S9-31
  it('counts 89, 156, 98, 43 and 27 in the pipeline and the four groups of the pictures', async () => {
    const { ctx } = services(now);
    expect(await getCrmStats(ctx)).toMatchObject({
      totalLeads: 413,
      stages: { new: 89, contacted: 156, engaged: 98, qualified: 43, converted: 27 },
    });
    const groups = await listCategoryCounts(ctx);
    expect(
      groups.map(({ name, totalLeads, leadsWithContact, stageBreakdown }) => [
        name,
        totalLeads,
        leadsWithContact,
        stageBreakdown.converted,
      ]),
    ).toEqual([
      ['Evening blends', 64, 41, 3],
      ['Winter wellness', 138, 96, 10],
      ['Marathon nutrition', 117, 70, 7],
      ['Workplace buyers', 94, 61, 7],
    ]);
  });

  // S9-41
  it('counts 247 conversations, 84.2 % resolved, 1.4 s to an answer', async () => {
    expect(await countStats(db)).toMatchObject({
      totalConversations: 247,
      resolutionRate: 84.2,
      avgResponseTime: 1.4,
    });
  });

  it('has agents who know what they answered, open questions, and visitors who wait', async () => {
    const quotes = await rowsOf<{ answers: number; held: number }>(
      db,
      sql`select count(*)::int as answers, count(*) filter (where strpos(i.content, c->>'quote') > 0)::int as held
        from conversation_messages m, jsonb_array_elements(m.citations) c
        left join knowledge_items i on i.id = (c->>'knowledgeId')::uuid`,
    );
    expect(quotes[0]?.answers).toBeGreaterThan(200);
    expect(quotes[0]?.held).toBe(quotes[0]?.answers);
    const [passages] = await rowsOf<{ count: number }>(db, sql`select count(*)::int from knowledge_passages`);
    expect(passages?.count).toBeGreaterThan(15);
    expect(await countByState(db)).toMatchObject({ waiting: 4, total: 247 });
    const [first, ...others] = await listUnansweredRows(db, {
      agentId: undefined,
      elsewhere: [],
      limit: 50,
    });
    expect(others.length).toBeGreaterThan(5);
    expect(first?.times).toBeGreaterThan(1);
    // What is open stays open when the agents' chats come to rest, or the figures would move.
    expect(await resolveQuiet(db, now)).toBe(0);
  });

  it('has answers of people in the inbox, labelled as the product reads them, each counted once', async () => {
    const replies = await listReplyRows(db, {
      state: undefined,
      label: undefined,
      before: undefined,
      limit: 200,
    });
    expect(replies.length).toBeGreaterThan(30);
    expect(new Set(replies.map(({ label }) => label))).toEqual(
      new Set(['interested', 'not_now', 'question', 'out_of_office', 'stop', null]),
    );
    for (const { label, text } of replies)
      if (label !== 'out_of_office') expect([text, labelOf(text) ?? null]).toEqual([text, label]);
    const open = replies.filter(({ isDone }) => !isDone);
    expect(open.length).toBeGreaterThan(8);
    expect(replies.length - open.length).toBeGreaterThan(10);
    const [counted] = await rowsOf<{ mails: number; counted: number; late: number }>(
      db,
      sql`select count(*)::int as mails, count(e.id)::int as counted,
          count(*) filter (where i.received_at > ${now.toISOString()} or i.received_at < m.sent_at)::int as late
        from inbound_mails i join messages m on m.id = i.message_id
        left join events e on e.message_id = i.message_id and e.lead_id = i.lead_id and e.type = 'reply.received'
          and e.occurred_at = i.received_at
        where i.kind = 'reply'`,
    );
    expect(counted).toEqual({ mails: counted?.mails, counted: counted?.mails, late: 0 });
    const [stopped] = await rowsOf<{ open: number }>(
      db,
      sql`select count(*)::int as open from inbound_mails i join leads l on l.id = i.lead_id
        where i.label = 'stop' and not exists (select 1 from suppressions s where s.contact_hash = l.contact_hash)`,
    );
    expect(stopped).toEqual({ open: 0 });
  });

  it('has a library in every state, a voice with facts, and agents who answer their golden questions', async () => {
    const assets = await rowsOf<{ status: string }>(
      db,
      sql`select distinct status from content_assets order by 1`,
    );
    expect(assets.map(({ status }) => status)).toEqual(['approved', 'draft', 'in_review']);
    const [made] = await rowsOf<{ facts: number; versions: number; views: number; tasks: number }>(
      db,
      sql`select (select jsonb_array_length(voice->'facts') from brand_voices) as facts,
        (select count(*)::int from content_versions) as versions,
        (select count(*)::int from lead_views) as views,
        (select count(*)::int from tasks where done_at is null) as tasks`,
    );
    expect(made).toMatchObject({ facts: 5, versions: 3, views: 3 });
    expect(made?.tasks).toBeGreaterThan(3);
    const taught = await rowsOf<{ isNow: boolean }>(
      db,
      sql`select i.asset_key = md5(a.content) as "isNow" from knowledge_items i join content_assets a on a.id = i.asset_id`,
    );
    expect(taught).toEqual([{ isNow: true }, { isNow: true }]);
    const ctx = {
      ...services(now).ctx,
      log: createLog('silent'),
      languageModel: undefined,
      answerTimeouts: TIMEOUTS,
      config: readSettings({}),
    };
    const agents = await rowsOf<{ id: string }>(db, sql`select id from experts`);
    for (const { id } of agents) {
      expect(await listGoldenQuestions(ctx, id)).not.toEqual([]);
      const failed = (await runGoldenQuestions(ctx, id)).filter(({ hasPassed }) => hasPassed !== true);
      expect(failed).toEqual([]);
    }
  });

  it('names somebody in every row behind a figure, people who are leads with what opens them', async () => {
    const { ctx } = services(now);
    for (const measure of ['messages', 'visits', 'conversions', 'purchases'] as const) {
      const { items, total } = await listFigureRows(ctx, {
        period: 'last30',
        campaign: undefined,
        measure,
        days: 1,
        limit: 200,
        cursor: undefined,
      });
      expect(total).toBe({ messages: 4820, visits: 1060, conversions: 540, purchases: 220 }[measure]);
      expect(items.filter(({ leadName }) => leadName === null)).toEqual([]);
      expect(items.filter(({ leadId }) => leadId !== null)).not.toEqual([]);
      expect(new Set(items.map(({ leadName }) => leadName)).size).toBeGreaterThan(items.length * 0.9);
    }
  });

  // S9-14
  it('compares this week with the one before: +3.2 %, +1.8 %, +2.1 % and one campaign more', async () => {
    const { trends, activeCampaigns } = await getOverview(services(now).ctx, 'last30');
    expect(activeCampaigns).toBe(2);
    expect(Object.values(trends).map(({ change }) => change)).toEqual([3.2, 1.8, 2.1, 1]);
  });

  // S2.6-04
  it('has AI activity of today to show', async () => {
    const activity = await listAiActivity(services(now).ctx, 6);
    expect(activity).toHaveLength(6);
    expect(new Set(activity.map(({ kind }) => kind))).toEqual(
      new Set(['scored', 'checked', 'composed', 'moved']),
    );
  });

  it('every person has a timeline in words', async () => {
    const { ctx } = services(now);
    const [lead] = await rowsOf<{ id: string }>(
      db,
      sql`select id from leads where stage = 'converted' and platform = 'practice' limit 1`,
    );
    const timeline = await getTimeline(ctx, lead?.id ?? '');
    const titles = timeline.map(({ title }) =>
      title.replace(/ (in|of|to) .*/, ' $1 …').replace(/[\d.]+/, 'N'),
    );
    expect(titles).toContain('Clicked the link in …');
    expect(titles).toContainEqual(expect.stringMatching(/^Bought “.+” for \$N$/));
    const moved = timeline.filter(({ type }) => type === 'lead.stage_changed').map(({ detail }) => detail);
    expect(moved).toContain('By itself, because they bought.');
    expect(moved).not.toContain(null);
    expect(titles.at(-1)).toBe('Discovered on Practice network');
  });
});

describe('the first start', () => {
  it('makes the demo once, and not again after it was removed', async () => {
    await db.execute(sql`update workspace set is_initialised = false, demo_seeded_at = null`);
    const start = () => seedOnFirstStart(db, { isDemo: true, contactPepper });
    await Promise.all([start(), start()]);
    const { ctx } = services(new Date());
    expect(await getWorkspace(db)).toMatchObject({
      name: 'Fernhill Wellness',
      timeZone: 'Europe/London',
      hasDemoData: true,
    });
    expect((await getCrmStats(ctx)).totalLeads).toBe(413);
    await removeDemoData({ db, removeDemoRows: removeDemo });
    await start();
    expect((await getCrmStats(ctx)).totalLeads).toBe(0);
    expect(await getWorkspace(db)).toMatchObject({
      name: 'My workspace',
      senderEmail: '',
      hasDemoData: false,
    });
  });

  it('without a demo leaves the workspace empty for good', async () => {
    await db.execute(sql`update workspace set is_initialised = false`);
    await seedOnFirstStart(db, { isDemo: false, contactPepper });
    await seedOnFirstStart(db, { isDemo: true, contactPepper });
    expect((await getCrmStats(services(new Date()).ctx)).totalLeads).toBe(0);
  });
});
