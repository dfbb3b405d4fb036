import { storeItem } from '#features/agents/server/knowledge-service.ts';
import { conversationMessages, conversations, experts } from '#features/agents/server/tables.ts';
import {
  campaignSteps,
  campaigns,
  compositions,
  landingSites,
  messages,
} from '#features/campaigns/server/tables.ts';
import {
  communities,
  communityMembers,
  communityPosts,
  communityReactions,
  linkPreviews,
} from '#features/communities/server/tables.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import { suppressions } from '#features/compliance/server/tables.ts';
import { contentAssets } from '#features/content/server/tables.ts';
import { leadGroups, leadRuns, leads } from '#features/leads/server/tables.ts';
import type { NewEvent } from '#features/tracking/server/service.ts';
import { rebuildRollups } from '#features/tracking/server/store.ts';
import { events, touchpoints, trackedLinks } from '#features/tracking/server/tables.ts';
import type { Transaction } from '#platform/db.ts';
import { buildAgents, linkTalks } from './agents.ts';
import { createCalendar } from './calendar.ts';
import { buildCampaigns, campaignIds } from './campaigns.ts';
import { buildCommunity } from './communities.ts';
import { planChains } from './funnel.ts';
import { insertRows } from './insert-rows.ts';
import { buildJourneys } from './journeys.ts';
import { buildGroups, buildLeads } from './leads.ts';
import { planPipeline } from './pipeline.ts';
import { seededRandom } from './random.ts';
import { ASSETS } from './story.ts';
import { buildTalks } from './talks.ts';

const SEED = 20_261_121;

type Options = { now: Date; timeZone: string; compliance: Compliance };

/** Everything that the demo consists of, in rows; the same for the same instant and zone but for the links' tokens. */
export function buildDemo({ now, timeZone, compliance }: Options) {
  const random = seededRandom(SEED);
  const calendar = createCalendar(now, timeZone);
  const assets = ASSETS.map(({ day, ...asset }) => {
    const createdAt = calendar.at(day, 11);
    return { id: random.id(createdAt), ...asset, createdAt, isDemo: true };
  });
  const groups = buildGroups(calendar, random);
  const chains = planChains(random);
  const places = planPipeline(chains, calendar, random);
  const { people, runs, events: arrivals } = buildLeads({ places, groups, calendar, random, compliance });
  const ids = campaignIds(calendar, random);
  const campaignRows = buildCampaigns(ids, {
    groups,
    assetIds: assets.map((asset) => asset.id),
    calendar,
    random,
  });
  const { steps } = campaignRows;
  const journeys = buildJourneys({ chains, people, groups, ids, steps, calendar, random, compliance });
  const agents = buildAgents(calendar, random);
  const before = [...arrivals, ...campaignRows.events, ...journeys.events];
  // Chance of its own, so that what was told before stays as it was.
  const talks = linkTalks(agents, before, calendar, seededRandom(SEED + 1));
  const happened = [...before, ...talks.events];
  return {
    assets,
    groups: Object.values(groups),
    runs,
    leads: people.map(({ row }) => row),
    ...campaignRows,
    ...journeys,
    experts: agents.experts,
    ...buildTalks(agents, talks.conversations, calendar, seededRandom(SEED + 2)),
    ...buildCommunity({ calendar, experts: agents.experts, compliance }),
    events: happened.map((event) => toRow(event, random.id(event.occurredAt ?? now), now)),
  };
}

function toRow(event: NewEvent, id: string, now: Date): typeof events.$inferInsert {
  return { data: {}, ...event, id, occurredAt: event.occurredAt ?? now, isDemo: true };
}

/** Writes the demo into an empty workspace. */
export async function seedDemo(tx: Transaction, options: Options): Promise<void> {
  const demo = buildDemo(options);
  await insertRows(tx, contentAssets, demo.assets);
  await insertRows(tx, leadGroups, demo.groups);
  await insertRows(tx, leadRuns, demo.runs);
  await insertRows(tx, leads, demo.leads);
  await insertRows(tx, landingSites, demo.sites);
  await insertRows(tx, campaigns, demo.campaigns);
  await insertRows(tx, campaignSteps, demo.steps);
  await insertRows(tx, compositions, demo.compositions);
  await insertRows(tx, messages, demo.messages);
  await insertRows(tx, touchpoints, demo.touchpoints);
  await insertRows(tx, trackedLinks, demo.links);
  await insertRows(tx, suppressions, demo.suppressions);
  await insertRows(tx, experts, demo.experts);
  // With their passages, so that the agents answer from them.
  for (const item of demo.knowledge) await storeItem(tx, item);
  await insertRows(tx, conversations, demo.conversations);
  await insertRows(tx, conversationMessages, demo.conversationMessages);
  await insertRows(tx, communities, demo.communities);
  await insertRows(tx, communityMembers, demo.communityMembers);
  await insertRows(tx, linkPreviews, demo.linkPreviews);
  await insertRows(tx, communityPosts, demo.communityPosts);
  await insertRows(tx, communityReactions, demo.communityReactions);
  await insertRows(tx, events, demo.events);
  await rebuildRollups(tx);
}
