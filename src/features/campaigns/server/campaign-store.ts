import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AssetStatus } from '#features/content/contract.ts';
import { hostedPagePath } from '#features/content/contract-pages.ts';
import { contentAssets, contentPages } from '#features/content/server/tables.ts';
import { leadGroups } from '#features/leads/server/tables.ts';
import { preparedRowsOf, type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { Channel, VariantLetter } from '../contract.ts';
import type { LandingSite } from '../contract-landing.ts';
import type { MessageReason, MessageStatus } from '../contract-messages.ts';
import { because, COMES_BACK, hasBegun, WAITING } from '../rules-message-states.ts';
import { campaignSteps, campaigns, compositions, landingSites, stepVariants } from './tables.ts';

const waiting = sql.raw(WAITING);

export type CampaignRow = typeof campaigns.$inferSelect;
export type VariantRow = typeof stepVariants.$inferSelect;
/** A step with its further texts, by letter. */
export type StepRow = typeof campaignSteps.$inferSelect & { variants: VariantRow[] };
export type NewCampaignRow = typeof campaigns.$inferInsert;
export type NewVariantRow = typeof stepVariants.$inferInsert;
export type NewStepRow = typeof campaignSteps.$inferInsert & { variants: NewVariantRow[] };
export type CompositionRow = typeof compositions.$inferSelect;

/** The archived ones, or all others; newest first. */
export async function listCampaignRows(
  db: Queryable,
  { archived }: { archived: boolean },
): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(
      and(
        isNull(campaigns.deletedAt),
        archived ? isNotNull(campaigns.archivedAt) : isNull(campaigns.archivedAt),
      ),
    )
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
}

export async function findCampaignRow(db: Queryable, id: string): Promise<CampaignRow | undefined> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row;
}

/** Holds the campaign until the transaction ends: edits, launches and expansions of it go one after the other. */
export async function lockCampaignRow(tx: Queryable, id: string): Promise<CampaignRow | undefined> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  return row;
}

export async function insertCampaign(tx: Queryable, row: NewCampaignRow): Promise<CampaignRow> {
  const [inserted] = await tx.insert(campaigns).values(row).returning();
  if (!inserted) throw new Error('the campaign was not stored');
  return inserted;
}

export async function updateCampaignRow(
  tx: Queryable,
  id: string,
  change: Partial<NewCampaignRow>,
): Promise<CampaignRow> {
  const [row] = await tx
    .update(campaigns)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(campaigns.id, id))
    .returning();
  if (!row) throw new Error('the campaign is gone');
  return row;
}

/** Steps of these campaigns in their order, steps and variants that were taken out included where asked for. */
export async function listSteps(
  db: Queryable,
  campaignIds: string[],
  { withRetired = false }: { withRetired?: boolean } = {},
): Promise<StepRow[]> {
  if (campaignIds.length === 0) return [];
  const isOfThese = inArray(campaignSteps.campaignId, campaignIds);
  const steps = await db
    .select()
    .from(campaignSteps)
    .where(withRetired ? isOfThese : and(isOfThese, isNull(campaignSteps.retiredAt)))
    .orderBy(asc(campaignSteps.position), asc(campaignSteps.ordinal));
  const tested = steps.filter((step) => step.testSince !== null).map(({ id }) => id);
  if (tested.length === 0) return steps.map((step) => ({ ...step, variants: [] }));
  const isOfTested = inArray(stepVariants.stepId, tested);
  const variants = await db
    .select()
    .from(stepVariants)
    .where(withRetired ? isOfTested : and(isOfTested, isNull(stepVariants.retiredAt)))
    .orderBy(asc(stepVariants.letter));
  return steps.map((step) => ({ ...step, variants: variants.filter(({ stepId }) => stepId === step.id) }));
}

/** Writes the steps as they are to be, variants included: new ones are added, known ones changed. */
export async function saveSteps(tx: Queryable, rows: readonly NewStepRow[]): Promise<void> {
  for (const { variants, ...row } of rows) {
    const { id: _id, campaignId: _campaignId, ...change } = row;
    await tx.insert(campaignSteps).values(row).onConflictDoUpdate({ target: campaignSteps.id, set: change });
    for (const variant of variants) {
      const { stepId: _stepId, letter: _letter, ...text } = variant;
      await tx
        .insert(stepVariants)
        .values(variant)
        .onConflictDoUpdate({ target: [stepVariants.stepId, stepVariants.letter], set: text });
    }
  }
}

export async function insertComposition(tx: Queryable, row: typeof compositions.$inferInsert): Promise<void> {
  await tx.insert(compositions).values(row);
}

export async function listCompositions(db: Queryable, ids: string[]): Promise<CompositionRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(compositions).where(inArray(compositions.id, ids));
}

/** Those of the given lead groups that exist. */
export async function findGroups(db: Queryable, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: leadGroups.id })
    .from(leadGroups)
    .where(and(inArray(leadGroups.id, ids), isNull(leadGroups.deletedAt)));
  return rows.map((row) => row.id);
}

/** The chosen assets that exist, in the order they were chosen. */
export async function findAssets(
  db: Queryable,
  ids: string[],
): Promise<{ id: string; name: string; type: string; content: string; status: AssetStatus }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: contentAssets.id,
      name: contentAssets.name,
      type: contentAssets.type,
      content: contentAssets.content,
      status: contentAssets.status,
    })
    .from(contentAssets)
    .where(and(inArray(contentAssets.id, ids), isNull(contentAssets.deletedAt)));
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}

/** Pages elsewhere that somebody entered, and assets that are published here, the newest first. */
export async function listLandingSiteRows(db: Queryable, publicUrl: string): Promise<LandingSite[]> {
  const { id, name, url, description, createdAt } = landingSites;
  const [entered, hosted] = await Promise.all([
    db.select({ id, name, url, description, createdAt }).from(landingSites),
    listHostedPages(db),
  ]);
  const sites = [
    ...entered.map((site) => ({ ...site, assetId: null })),
    ...hosted.map(({ slug, ...page }) => ({ ...page, url: publicUrl + hostedPagePath(slug) })),
  ];
  return sites
    .toSorted((left, right) => right.createdAt.getTime() - left.createdAt.getTime())
    .map(({ createdAt: _createdAt, ...site }) => site);
}

/** What is known of the page at an address; our own are known by their path, whatever name this server has. */
export async function findLandingSiteByUrl(
  db: Queryable,
  url: string,
): Promise<Pick<LandingSite, 'name' | 'description'> | undefined> {
  const { name, description } = landingSites;
  const [row] = await db
    .select({ name, description })
    .from(landingSites)
    .where(eq(landingSites.url, url))
    .limit(1);
  if (row) return row;
  const slug = URL.canParse(url) ? (/^https?:\/\/[^/?#]+\/p\/([^/?#]+)$/.exec(url)?.[1] ?? '') : '';
  const [page] = slug === '' ? [] : await listHostedPages(db, slug);
  return page;
}

/** Addresses of the pages that a campaign leads to on purpose: its own, and those that somebody entered. */
export async function listLandingUrls(db: Queryable, campaignId?: string): Promise<string[]> {
  const rows = await rowsOf<{ url: string }>(
    db,
    sql`select landing_page_url as url from campaigns
        where landing_page_url <> '' and (${campaignId ?? null}::uuid is null or id = ${campaignId ?? null})
      union select url from landing_sites`,
  );
  return rows.map(({ url }) => url);
}

/** As they were published: what is being changed about them nobody sees yet. */
async function listHostedPages(db: Queryable, slug?: string) {
  const rows = await db
    .select({ page: contentPages })
    .from(contentPages)
    .innerJoin(contentAssets, eq(contentAssets.id, contentPages.assetId))
    .where(
      and(
        isNull(contentAssets.deletedAt),
        isNull(contentPages.unpublishedAt),
        slug === undefined ? undefined : eq(contentPages.slug, slug),
      ),
    );
  return rows.flatMap(({ page: { id, assetId, createdAt, published } }) => {
    if (published === null) return [];
    const { slug: place, title: name, description } = published.settings;
    return [{ id, name, description, createdAt, assetId, slug: place }];
  });
}

export async function insertLandingSite(
  db: Queryable,
  row: typeof landingSites.$inferInsert,
): Promise<typeof landingSites.$inferSelect> {
  const [inserted] = await db.insert(landingSites).values(row).returning();
  if (!inserted) throw new Error('the landing page was not stored');
  return inserted;
}

export type CampaignCount = {
  campaignId: string;
  channel: string;
  status: MessageStatus;
  count: number;
  /** How many of them left the queue, also where they came back later. */
  left: number;
};

/** Messages of these campaigns by channel and status. */
export async function countMessages(db: Queryable, campaignIds: string[]): Promise<CampaignCount[]> {
  if (campaignIds.length === 0) return [];
  return rowsOf(
    db,
    sql`select campaign_id as "campaignId", channel, status, sum(count)::int as count, sum("left")::int as "left"
      from message_tallies where campaign_id = any(${sql.param(campaignIds)}::uuid[])
      group by 1, 2, 3 having sum(count) <> 0`,
  );
}

/** Adds the changes up to one row a kind. What is appended meanwhile is left for the next time. */
export async function foldMessageTallies(db: Queryable): Promise<void> {
  await db.execute(sql`with taken as (delete from message_tallies returning *)
    insert into message_tallies (campaign_id, channel, status, count, "left")
    select campaign_id, channel, status, sum(count), sum("left") from taken
    group by 1, 2, 3 having sum(count) <> 0 or sum("left") <> 0`);
}

export type CampaignAnswers = {
  campaignId: string;
  emailReplies: number;
  replies: number;
  opens: number;
  machineOpens: number;
  clicks: number;
  complaints: number;
  unsubscribes: number;
};

/** What came back, per campaign: clicks and unsubscribes from the rollup, replies by channel from the log. */
export async function countAnswers(db: Queryable, campaignIds: string[]): Promise<CampaignAnswers[]> {
  if (campaignIds.length === 0) return [];
  const ids = sql`${sql.param(campaignIds)}::uuid[]`;
  return preparedRowsOf(
    db,
    'campaign_answers',
    sql`with counted as (
        select campaign_id, coalesce(sum(count) filter (where type = 'link.clicked'), 0) as clicks,
          coalesce(sum(count) filter (where type = 'message.opened'), 0) as opens,
          coalesce(sum(count) filter (where type = 'message.preloaded'), 0) as machine_opens,
          coalesce(sum(count) filter (where type = 'message.complained'), 0) as complaints,
          coalesce(sum(count) filter (where type = 'contact.unsubscribed'), 0) as unsubscribes
        from event_rollups where campaign_id = any(${ids}) and type in
          ('link.clicked', 'message.opened', 'message.preloaded', 'message.complained', 'contact.unsubscribed')
        group by 1
      ), answered as (
        select campaign_id, count(*) as replies, count(*) filter (where channel = 'email') as email_replies
        from events where type = 'reply.received' and campaign_id = any(${ids})
        group by 1
      )
      select coalesce(counted.campaign_id, answered.campaign_id) as "campaignId",
        coalesce(opens, 0)::int as opens, coalesce(machine_opens, 0)::int as "machineOpens",
        coalesce(clicks, 0)::int as clicks, coalesce(complaints, 0)::int as complaints, coalesce(unsubscribes, 0)::int as unsubscribes,
        coalesce(replies, 0)::int as replies, coalesce(email_replies, 0)::int as "emailReplies"
      from counted full join answered using (campaign_id)`,
  );
}

/** Living people per lead group. */
export async function countGroupLeads(db: Queryable, groupIds: string[]): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; count: number }>(
    db,
    sql`select group_id as id, sum(count)::int as count from lead_tallies
      where group_id in (
        select id from lead_groups where id = any(${sql.param(groupIds)}::uuid[]) and deleted_at is null)
      group by 1`,
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Open messages of people in groups that were taken out. */
export async function skipMessagesOfGroups(tx: Queryable, id: string, groupIds: string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await tx.execute(sql`update messages set status = 'skipped', ${sql.raw(because('group_removed'))} from leads
    where messages.campaign_id = ${id} and messages.status in ${waiting} and leads.id = messages.lead_id
      and leads.group_id = any(${sql.param(groupIds)}::uuid[])`);
}

/** Open messages of steps that were taken out. */
export async function skipMessagesOfSteps(tx: Queryable, id: string, stepIds: string[]): Promise<void> {
  if (stepIds.length === 0) return;
  await tx.execute(sql`update messages set status = 'skipped', ${sql.raw(because('step_removed'))}
    where campaign_id = ${id} and status in ${waiting} and step_id = any(${sql.param(stepIds)}::uuid[])`);
}

const reason = (code: MessageReason): SQL => sql.raw(`'${code}'`);

const LEAVES_BY_ITSELF = sql`(messages.channel = 'email' or messages.route <> 'mail')`;
export const OPEN_STATUS = sql`case when ${LEAVES_BY_ITSELF} then 'queued' else 'manual' end`;
/** Why a message that is open again waits. */
export const OPEN_REASON = sql`case when ${LEAVES_BY_ITSELF} then null when messages.channel = 'whatsapp'
  then ${reason('by_hand_whatsapp')} else ${reason('by_hand')} end`;

export type UnsentMessage = {
  id: string;
  stepId: string;
  leadId: string;
  channel: Channel;
  variant: VariantLetter;
  isInTest: boolean;
  vars: Record<string, string>;
  /** Why it does not leave now; null where it may. */
  wait: 'claim' | 'test' | null;
};

/**
 * Messages that a new text or another verdict of their step would change, by id from after `cursor`: those that wait,
 * and those that were skipped because of a claim. Nobody else takes them until the transaction ends.
 */
export function lockUnsentMessages(
  tx: Queryable,
  campaignId: string,
  {
    cursor,
    limit,
    leadIds,
  }: { cursor: string | null; limit: number; leadIds?: readonly string[] | undefined },
): Promise<UnsentMessage[]> {
  return rowsOf(
    tx,
    sql`select messages.id, step_id as "stepId", lead_id as "leadId", messages.channel, variant, is_in_test as "isInTest",
        vars, case messages.status when 'skipped' then 'claim' when 'held' then 'test' end as wait
      from messages join campaign_steps on campaign_steps.id = messages.step_id and retired_at is null
      where messages.campaign_id = ${campaignId} and (${cursor}::uuid is null or messages.id > ${cursor}::uuid)
        and lead_id is not null
        and (${leadIds === undefined} or lead_id = any(${sql.param([...(leadIds ?? [])])}::uuid[]))
        and (messages.status in ${waiting}
          or (messages.status = 'skipped' and messages.reason = any(${sql.param(COMES_BACK.withText)}::text[])))
      order by messages.id limit ${limit} for update of messages`,
  );
}

/** Gives unsent messages their variant and says whether they may leave. */
export async function assignVariants(
  tx: Queryable,
  placed: readonly Pick<UnsentMessage, 'id' | 'variant' | 'isInTest' | 'wait' | 'vars'>[],
): Promise<void> {
  if (placed.length === 0) return;
  await tx.execute(sql`update messages set variant = given.variant, is_in_test = given."isInTest", vars = given.vars,
      status = case given.wait when 'claim' then 'skipped' when 'test' then 'held'
        else case when messages.status in ('queued', 'manual') then messages.status else ${OPEN_STATUS} end end,
      reason = case given.wait when 'claim' then ${reason('claim_with_details')} when 'test' then ${reason('variant_test')}
        else case when messages.status in ('queued', 'manual') then messages.reason else ${OPEN_REASON} end end,
      details = case when given.wait is null and messages.status in ('queued', 'manual') then messages.details end
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      as given(id uuid, variant text, "isInTest" boolean, wait text, vars jsonb)
    where messages.id = given.id`);
}

/**
 * Follow-ups keep their distance: those that wait in a sequence that has begun move by the length of the pause. In one
 * that has not they follow the first message whenever that leaves.
 */
export async function postponeFollowUps(tx: Queryable, id: string, pausedAt: Date): Promise<void> {
  await tx.execute(sql`update messages set due_at = due_at + (now() - ${pausedAt.toISOString()}::timestamptz)
    where campaign_id = ${id} and status in ('queued', 'held') and follows_step_id is not null
      and due_at > ${pausedAt.toISOString()}::timestamptz and ${sql.raw(hasBegun('messages'))}`);
}

/** Where a campaign stands that has met everybody but the people of groups that were deleted and may come back. */
export const ALL_BUT_HIDDEN = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** People are still being turned into messages; one that merely waits for a deleted group goes on without it. */
export function isMeetingPeople(row: Pick<CampaignRow, 'needsExpansion' | 'expandedTo'>): boolean {
  return row.needsExpansion && row.expandedTo !== ALL_BUT_HIDDEN;
}

/** The same for SQL. */
export const IS_MEETING_PEOPLE = sql`(needs_expansion and expanded_to is distinct from ${ALL_BUT_HIDDEN}::uuid)`;
