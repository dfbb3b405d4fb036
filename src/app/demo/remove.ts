import { and, eq, inArray } from 'drizzle-orm';
import { agents } from '#features/agents/server/tables.ts';
import { forgetParts } from '#features/analytics/server/parts-store.ts';
import { campaigns, landingSites, messages } from '#features/campaigns/server/tables.ts';
import {
  communities,
  communityMembers,
  communityPosts,
  communityReactions,
  communitySources,
  linkPreviews,
} from '#features/communities/server/tables.ts';
import { consents, suppressions } from '#features/compliance/server/tables.ts';
import { brandVoices, contentAssets, contentSessions } from '#features/content/server/tables.ts';
import { conversations } from '#features/conversations/server/tables.ts';
import { tasks } from '#features/crm/server/tables.ts';
import { leadRuns } from '#features/discovery/server/tables.ts';
import { leadDismissals, leadGroups, leads, leadTags, leadViews } from '#features/leads/server/tables.ts';
import { workspace } from '#features/settings/server/tables.ts';
import { sourceNotices } from '#features/source-notices/server/tables.ts';
import { rebuildRollups } from '#features/tracking/server/store.ts';
import { events, orders, touchpoints, trackedLinks } from '#features/tracking/server/tables.ts';
import { sql, type Transaction } from '#platform/db.ts';
import { BRAND_VOICE } from './content-story.ts';
import { WORKSPACE } from './story.ts';
import { TAGS } from './work-story.ts';

/** Every table that knows which of its rows are sample data; what refers to others goes first. */
export const DEMO_TABLES = [
  events,
  orders,
  touchpoints,
  trackedLinks,
  suppressions,
  consents,
  messages,
  sourceNotices,
  campaigns,
  landingSites,
  contentAssets,
  contentSessions,
  communityReactions,
  communityPosts,
  communityMembers,
  communitySources,
  communities,
  linkPreviews,
  conversations,
  agents,
  leadDismissals,
  leadViews,
  tasks,
  leads,
  leadRuns,
  leadGroups,
] as const;

/**
 * Removes exactly the sample rows. People's own rows stay: leads that they found into a sample group stand in no
 * group afterwards, messages to sample people have no recipient. Answers how many rows went; again removes none.
 */
export async function removeDemo(tx: Transaction): Promise<number> {
  // The outbox keeps texts by message and knows nothing of samples.
  await tx.execute(sql`delete from outbox_mails using messages
    left join campaigns on campaigns.id = messages.campaign_id
    where messages.id = outbox_mails.id and (messages.is_demo or campaigns.is_demo)`);
  await tx.execute(sql`delete from outbox_mails using source_notices
    where source_notices.mail_id = outbox_mails.id and source_notices.is_demo`);
  let removed = 0;
  for (const table of DEMO_TABLES) {
    // One after the other: each makes the next possible.
    const { rowCount } = await tx.delete(table).where(eq(table.isDemo, true));
    removed += rowCount ?? 0;
  }
  if (removed === 0) return 0;
  await rebuildRollups(tx);
  await forgetParts(tx);
  await forgetSender(tx);
  await forgetVoice(tx);
  return removed;
}

/** The made-up facts go, unless somebody has changed the voice; so do tags that nobody has any more. */
async function forgetVoice(tx: Transaction): Promise<void> {
  await tx
    .delete(brandVoices)
    .where(sql`${brandVoices.voice} = ${JSON.stringify(BRAND_VOICE)}::jsonb and ${brandVoices.version} = 1`);
  await tx.delete(leadTags).where(
    and(
      inArray(
        leadTags.name,
        TAGS.map(({ name }) => name),
      ),
      sql`not exists (select 1 from ${leads} where ${leads.tags} @> array[${leadTags.name}])`,
    ),
  );
}

/** Nobody must write to real people under the made-up name and address; what somebody has changed stays. */
async function forgetSender(tx: Transaction): Promise<void> {
  const [row] = await tx.select().from(workspace);
  if (!row) return;
  await tx.update(workspace).set({
    ...(row.name === WORKSPACE.name ? { name: 'My workspace' } : {}),
    ...(row.postalAddress === WORKSPACE.postalAddress ? { postalAddress: '' } : {}),
    ...(row.senderName === WORKSPACE.senderName ? { senderName: '' } : {}),
    ...(row.senderEmail === WORKSPACE.senderEmail ? { senderEmail: '' } : {}),
    demoSeededAt: null,
  });
}
