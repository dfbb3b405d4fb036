import { agents } from '#features/agents/server/tables.ts';
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
import { auditEntries, suppressions } from '#features/compliance/server/tables.ts';
import {
  brandVoices,
  contentAssets,
  contentPages,
  contentSessions,
  contentVersions,
} from '#features/content/server/tables.ts';
import {
  conversationMessages,
  conversations,
  goldenQuestions,
} from '#features/conversations/server/tables.ts';
import { tasks } from '#features/crm/server/tables.ts';
import { leadRuns } from '#features/discovery/server/tables.ts';
import { inboundMails, replyAnswers } from '#features/inbox/server/tables.ts';
import { storeItem } from '#features/knowledge/server/knowledge-items.ts';
import { leadGroups, leads, leadTags, leadViews } from '#features/leads/server/tables.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
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
import { BRAND_VOICE_ROW, buildAssets, buildPage, buildSession } from './library.ts';
import { planPipeline } from './pipeline.ts';
import { createProofs } from './proofs.ts';
import { seededRandom } from './random.ts';
import { buildReplies } from './replies.ts';
import { buildTalks, teachAssets } from './talks.ts';
import { buildWork } from './work.ts';

const SEED = 20_261_121;

type Options = {
  now: Date;
  timeZone: string;
  contactPepper: string;
  /** Whose rules the texts of campaigns are checked by. */
  jurisdictions: readonly Jurisdiction[];
};

/** Everything that the demo consists of, in rows; the same for the same instant and zone but for the links' tokens. */
export async function buildDemo({ now, timeZone, contactPepper, jurisdictions }: Options) {
  const random = seededRandom(SEED);
  const calendar = createCalendar(now, timeZone);
  const library = buildAssets(calendar, random);
  const groups = buildGroups(calendar, random);
  const chains = planChains(random);
  const places = planPipeline(chains, calendar, random);
  const { people, runs, events: arrivals } = buildLeads({ places, groups, calendar, random, contactPepper });
  const ids = campaignIds(calendar, random);
  const campaignRows = await buildCampaigns(ids, {
    groups,
    chosen: library.chosen,
    jurisdictions,
    calendar,
    random,
  });
  const { steps } = campaignRows;
  const journeys = buildJourneys({ chains, people, groups, ids, steps, calendar, random, contactPepper });
  const agentStory = buildAgents(calendar, random);
  const before = [...arrivals, ...campaignRows.events, ...journeys.events];
  // Chance of its own, so that what was told before stays as it was.
  const talks = linkTalks(agentStory, before, calendar, seededRandom(SEED + 1));
  const {
    inbound,
    answers,
    events: happened,
  } = buildReplies({
    happened: [...before, ...talks.events],
    messages: journeys.messages,
    people,
    ids,
    steps,
    calendar,
    random: seededRandom(SEED + 3),
  });
  const said = buildTalks(agentStory, talks.conversations, calendar, seededRandom(SEED + 2));
  const taught = teachAssets(agentStory, library, calendar, seededRandom(SEED + 4));
  const work = buildWork(people, calendar, seededRandom(SEED + 5));
  return {
    assets: library.assets,
    ...buildSession(calendar, seededRandom(SEED + 6)),
    ...buildPage(library, calendar, seededRandom(SEED + 7)),
    inbound,
    answers,
    ...work,
    groups: Object.values(groups),
    runs,
    leads: people.map(({ row }) => row),
    ...campaignRows,
    ...journeys,
    agents: agentStory.agents,
    ...said,
    knowledge: [...said.knowledge, ...taught],
    ...buildCommunity({ calendar, agents: agentStory.agents, contactPepper }),
    events: happened.map((event) => toRow(event, random.id(event.occurredAt ?? now), now)),
  };
}

function toRow(event: NewEvent, id: string, now: Date): typeof events.$inferInsert {
  return { data: {}, ...event, id, occurredAt: event.occurredAt ?? now, isDemo: true };
}

/** Writes the demo into an empty workspace. */
export async function seedDemo(tx: Transaction, options: Options): Promise<void> {
  const demo = await buildDemo(options);
  const proof = createProofs(options.jurisdictions, options.now.toISOString().slice(0, 10));
  const groundOf = new Map(demo.leads.map(({ id, legalGround }) => [id, legalGround]));
  await insertRows(tx, contentAssets, demo.assets);
  await insertRows(
    tx,
    contentPages,
    demo.pages.map(({ published, ...page }) => ({
      ...page,
      published: { ...published, proof: proof(published.words, 'landing_page') },
    })),
  );
  await insertRows(tx, contentSessions, demo.sessions);
  await insertRows(tx, contentVersions, demo.versions);
  await tx.insert(brandVoices).values(BRAND_VOICE_ROW).onConflictDoNothing();
  await insertRows(tx, leadGroups, demo.groups);
  await insertRows(tx, leadRuns, demo.runs);
  await insertRows(tx, leads, demo.leads);
  await tx.insert(leadTags).values(demo.tags).onConflictDoNothing();
  await insertRows(tx, leadViews, demo.views);
  await insertRows(tx, tasks, demo.tasks);
  await insertRows(tx, landingSites, demo.sites);
  await insertRows(tx, campaigns, demo.campaigns);
  await insertRows(tx, campaignSteps, demo.steps);
  await insertRows(tx, compositions, demo.compositions);
  await insertRows(tx, messages, demo.messages);
  await insertRows(tx, inboundMails, demo.inbound);
  await insertRows(
    tx,
    replyAnswers,
    demo.answers.map((answer) => ({
      ...answer,
      proof: proof(answer.text, 'mail_body', groundOf.get(answer.leadId)),
    })),
  );
  await insertRows(tx, touchpoints, demo.touchpoints);
  await insertRows(tx, trackedLinks, demo.links);
  await insertRows(tx, suppressions, demo.suppressions);
  await insertRows(tx, agents, demo.agents);
  // With their passages, so that the agents answer from them.
  for (const item of demo.knowledge) await storeItem(tx, item);
  await insertRows(tx, goldenQuestions, demo.golden);
  await insertRows(tx, conversations, demo.conversations);
  await insertRows(
    tx,
    conversationMessages,
    demo.conversationMessages.map((said) => ({
      ...said,
      proof: said.role === 'visitor' ? null : proof(said.text, 'agent_answer'),
    })),
  );
  await insertRows(tx, communities, demo.communities);
  await insertRows(tx, communityMembers, demo.communityMembers);
  await insertRows(tx, linkPreviews, demo.linkPreviews);
  await insertRows(tx, communityPosts, demo.communityPosts);
  await insertRows(tx, communityReactions, demo.communityReactions);
  await insertRows(tx, auditEntries, demo.audit);
  await insertRows(tx, events, demo.events);
  await rebuildRollups(tx);
}
