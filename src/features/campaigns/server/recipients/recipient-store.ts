import type { ConsentObstacle, LegalGround } from '#features/compliance/contract.ts';
import { consentGate, isPracticeLead } from '#features/compliance/server/consent-store.ts';
import { hasObjectedLead, isBouncedLead } from '#features/compliance/server/tables.ts';
import type { ContactStatus, Platform } from '#features/leads/contract.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import type { Channel, VariantLetter } from '../../contract.ts';
import type { MessageReason, MessageReasonDetails } from '../../contract-messages.ts';
import { COMES_BACK, LEAVING, LEFT, WAITING } from '../../rules-message-states.ts';
import { type CampaignRow, IS_MEETING_PEOPLE, OPEN_REASON, OPEN_STATUS } from '../campaign-store.ts';
import { campaigns, type MessageRoute } from '../tables.ts';

/** What is needed of a lead to write to it. */
export type RecipientLead = {
  id: string;
  name: string;
  givenName: string | null;
  familyName: string | null;
  email: string | null;
  handle: string | null;
  handleKey: string | null;
  /** As it is dialled (E.164). */
  phoneKey: string | null;
  contactHash: string | null;
  platform: Platform;
  contactStatus: ContactStatus;
  legalGround: LegalGround;
  groupName: string | null;
  country: string | null;
  /** That of their place, where it is known. */
  timeZone: string | null;
  /** Their public words, or what colleagues noted. */
  behaviorSignal: string;
  signalAt: Date | null;
  createdAt: Date;
  isSuppressed: boolean;
  /** Mail to their address came back for good. */
  isBounced: boolean;
  /** Somebody else in the groups has the same mailbox and comes first. */
  isDuplicateMailbox: boolean;
  /** Waits for a message of another running campaign, and is left out for that. */
  isInOtherCampaign: boolean;
  /** Why nothing may be sent over a channel; a channel without an entry is free. */
  obstacles: Partial<Record<Channel, ConsentObstacle | null>>;
};

/** The consent gate of a lead over one channel. */
export const gateOf = (channel: Channel): SQL =>
  sql.raw(consentGate(`'${channel}'`, isPracticeLead(`'${channel}'`)));

/** A campaign as the others see it; those that were launched before it go first. */
export type Among = { campaignId: string | null; launchedAt: Date | null; skipsBusyPeople: boolean };

/** Whether a lead still waits for a message of another running campaign that goes first. */
export const isInOtherCampaign = ({ campaignId, launchedAt, skipsBusyPeople }: Among): SQL =>
  skipsBusyPeople
    ? sql`exists (select 1 from messages other
        join campaigns on campaigns.id = other.campaign_id and campaigns.status = 'active'
          and campaigns.deleted_at is null and campaigns.id is distinct from ${campaignId}::uuid
          and (${launchedAt?.toISOString() ?? null}::timestamptz is null
            or (campaigns.launched_at, campaigns.id) < (${launchedAt?.toISOString() ?? null}::timestamptz, ${campaignId}::uuid))
        where other.lead_id = leads.id and other.status in ${sql.raw(LEAVING)})`
    : sql`false`;

/** As it stands in the index of Google's mailboxes. */
export const IS_GOOGLE = "~ '@(gmail|googlemail)\\.com$'";
export const googleMailbox = (emailKey: string): string =>
  `replace(split_part(${emailKey}, '@', 1), '.', '')`;

/** Two addresses cannot be alike, but Google delivers jo.lee@ and jolee@ to one person; the first record counts. */
export const isDuplicateMailbox = (groupIds: readonly string[]): SQL =>
  sql`(email_key ${sql.raw(IS_GOOGLE)} and exists (select 1 from leads other
    where other.deleted_at is null and other.email_key ${sql.raw(IS_GOOGLE)}
      and ${sql.raw(googleMailbox('other.email_key'))} = ${sql.raw(googleMailbox('leads.email_key'))}
      and other.id < leads.id and other.group_id = any(${sql.param([...groupIds])}::uuid[])
      and other.contact_status <> 'verification_failed'))`;

export const recipientColumns = (
  groupIds: readonly string[],
  among: Among,
) => sql`leads.id, leads.name, given_name as "givenName", family_name as "familyName", email, handle, handle_key as "handleKey", phone_key as "phoneKey",
  contact_hash as "contactHash", platform, contact_status as "contactStatus", legal_ground as "legalGround",
  (select name from lead_groups where id = leads.group_id and deleted_at is null) as "groupName", country, time_zone as "timeZone",
  behavior_signal as "behaviorSignal", signal_at as "signalAt", leads.created_at as "createdAt",
  ${sql.raw(hasObjectedLead('leads'))} as "isSuppressed", ${sql.raw(isBouncedLead('leads'))} as "isBounced",
  ${isDuplicateMailbox(groupIds)} as "isDuplicateMailbox", ${isInOtherCampaign(among)} as "isInOtherCampaign",
  jsonb_build_object(
    'email', (select obstacle from ${gateOf('email')} gate),
    'social_dm', (select obstacle from ${gateOf('social_dm')} gate),
    'whatsapp', (select obstacle from ${gateOf('whatsapp')} gate)) as obstacles`;

/**
 * Living people of these groups by id, from after `cursor`. Held: nobody edits them or renames their group until the
 * transaction ends, and what is being edited is waited for and answered as it is afterwards. Groups are held by a
 * statement of their own: joined to their people, somebody who is moved from one of them to another while we wait
 * would be looked for in the first and be lost.
 */
export async function listRecipientLeads(
  db: Queryable,
  {
    groupIds,
    among,
    cursor,
    limit,
    isHeld = false,
  }: { groupIds: string[]; among: Among; cursor: string | null; limit: number; isHeld?: boolean },
): Promise<RecipientLead[]> {
  const groups = await rowsOf<{ id: string }>(
    db,
    sql`select id from lead_groups where id = any(${sql.param(groupIds)}::uuid[]) and deleted_at is null
      order by id ${sql.raw(isHeld ? 'for share' : '')}`,
  );
  const rows = await rowsOf<RecipientLead>(
    db,
    sql`select ${recipientColumns(groupIds, among)} from leads
      where leads.group_id = any(${sql.param(groups.map(({ id }) => id))}::uuid[]) and leads.deleted_at is null
        and (${cursor}::uuid is null or leads.id > ${cursor}::uuid)
      order by leads.id limit ${limit} ${sql.raw(isHeld ? 'for key share of leads' : '')}`,
  );
  return rows.map(recipientOf);
}

function asDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}

/** What a row of `recipientColumns` says: moments come out of a statement as they were written. */
export const recipientOf = (row: RecipientLead): RecipientLead => ({
  ...row,
  signalAt: asDate(row.signalAt),
  createdAt: new Date(row.createdAt),
});

/** The same of these people, whatever group they are in. */
export async function listRecipientsById(db: Queryable, ids: readonly string[]): Promise<RecipientLead[]> {
  const rows = await rowsOf<RecipientLead>(
    db,
    sql`select ${recipientColumns([], { campaignId: null, launchedAt: null, skipsBusyPeople: false })} from leads
      where leads.id = any(${sql.param([...ids])}::uuid[]) and leads.deleted_at is null`,
  );
  return rows.map(recipientOf);
}

/** A message whose copies of its person's details can still follow them. */
export type QueuedMessage = {
  id: string;
  campaignId: string;
  leadId: string;
  channel: Channel;
  status: 'queued' | 'manual' | 'held' | 'skipped';
  reason: MessageReason | null;
  details: MessageReasonDetails | null;
  route: MessageRoute;
  address: string | null;
  contactHash: string;
  isPractice: boolean;
  vars: Record<string, string>;
  touchpointId: string | null;
};

/** What waits for these people, and what was left out for their details as they were; held until the transaction ends. */
export function listQueuedMessages(tx: Queryable, leadIds: readonly string[]): Promise<QueuedMessage[]> {
  return rowsOf(
    tx,
    sql`select messages.id, messages.campaign_id as "campaignId", lead_id as "leadId", messages.channel, messages.status,
        messages.reason, messages.details, route, address, contact_hash as "contactHash", is_practice as "isPractice", vars,
        touchpoint_id as "touchpointId"
      from messages
      join campaigns on campaigns.id = messages.campaign_id and campaigns.deleted_at is null
      join campaign_steps step on step.id = messages.step_id and step.retired_at is null
      where lead_id = any(${sql.param([...leadIds])}::uuid[]) and (messages.status in ${sql.raw(WAITING)}
        -- A campaign that is over begins again for nobody.
        or (messages.status = 'skipped' and campaigns.status <> 'completed' and messages.reason = any(${sql.param(COMES_BACK.withDetails)}::text[])
          -- Whoever answered, bought or left meanwhile gets no further step.
          and (follows_step_id is null or not exists (select 1 from sequence_stops stop
            where stop.campaign_id = messages.campaign_id and stop.lead_id = messages.lead_id))))
      order by messages.id for update of messages`,
  );
}

export async function saveQueuedMessages(tx: Queryable, rows: readonly QueuedMessage[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update messages set vars = given."vars", address = given."address",
      contact_hash = given."contactHash", is_practice = given."isPractice", route = given."route",
      status = given."status", reason = given."reason", details = given."details"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "vars" jsonb, "address" text,
      "contactHash" text, "isPractice" boolean, "route" text, "status" text, "reason" text,
      "details" jsonb)
    where messages.id = given."id"`);
}

/** Somebody deleted a group of the campaign less than a day ago. */
const HAS_HIDDEN_GROUP = sql`exists (select 1 from lead_groups where lead_groups.id = any(campaigns.target_groups)
  and lead_groups.deleted_at is not null)`;

export async function hasHiddenGroup(tx: Queryable, campaignId: string): Promise<boolean> {
  return (await tx.$count(campaigns, sql`id = ${campaignId} and ${HAS_HIDDEN_GROUP}`)) > 0;
}

/** A group is there again whose people may have been passed over: those who are still met are met from the first on. */
export async function beginAgain(tx: Queryable, groupId: string): Promise<void> {
  await tx.execute(sql`update campaigns set expanded_to = null
    where needs_expansion and ${groupId}::uuid = any(target_groups)`);
}

const NEEDS_EXPANSION = sql`needs_expansion and status in ('active', 'paused') and deleted_at is null
  and (${IS_MEETING_PEOPLE} or not ${HAS_HIDDEN_GROUP})`;

/** The campaign whose people wait longest to be turned into messages, held until the transaction ends. */
export async function lockCampaignToExpand(tx: Queryable): Promise<CampaignRow | undefined> {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(NEEDS_EXPANSION)
    .orderBy(campaigns.launchedAt)
    .limit(1)
    .for('no key update', { skipLocked: true });
  return row;
}

/** The same without holding it: another process may be at work on it. */
export async function findCampaignToExpand(db: Queryable): Promise<CampaignRow | undefined> {
  const [row] = await db
    .select()
    .from(campaigns)
    .where(NEEDS_EXPANSION)
    .orderBy(campaigns.launchedAt)
    .limit(1);
  return row;
}

/** What a sentence for each of these people can be made of. */
export async function listPersonSources(
  db: Queryable,
  leadIds: readonly string[],
): Promise<Pick<RecipientLead, 'id' | 'platform' | 'behaviorSignal' | 'signalAt'>[]> {
  const rows = await rowsOf<Pick<RecipientLead, 'id' | 'platform' | 'behaviorSignal' | 'signalAt'>>(
    db,
    sql`select id, platform, behavior_signal as "behaviorSignal", signal_at as "signalAt" from leads
      where id = any(${sql.param([...new Set(leadIds)])}::uuid[]) and deleted_at is null`,
  );
  return rows.map((row) => ({ ...row, signalAt: asDate(row.signalAt) }));
}

/**
 * To whom something of a campaign has left, or may have, over a channel under a record that is deleted or gone, as
 * "channel hash": whoever is added again is the same person.
 */
export async function listHadBefore(
  tx: Queryable,
  campaignId: string,
  contactHashes: readonly string[],
): Promise<Set<string>> {
  if (contactHashes.length === 0) return new Set();
  const left = sql`campaign_id = ${campaignId} and status in ${sql.raw(LEFT)}`;
  const these = sql`any(${sql.param([...contactHashes])}::text[])`;
  // Each by an index of its own; what went to the living is not looked through.
  const rows = await rowsOf<{ key: string }>(
    tx,
    sql`select channel || ' ' || contact_hash as key from messages
        where ${left} and contact_hash = ${these} and channel = 'email' and lead_id is null
      union select channel || ' ' || messages.contact_hash from leads gone
        join messages on messages.lead_id = gone.id and ${left} and channel = 'email'
          and messages.contact_hash = gone.contact_hash
        where gone.contact_hash = ${these} and gone.deleted_at is not null
      union select channel || ' ' || messages.contact_hash from messages left join leads on leads.id = messages.lead_id
        where ${left} and messages.contact_hash = ${these} and channel <> 'email'
          and (leads.id is null or leads.deleted_at is not null)`,
  );
  return new Set(rows.map(({ key }) => key));
}

export type NewMessage = {
  id: string;
  stepId: string;
  followsStepId: string | null;
  leadId: string;
  channel: Channel;
  variant: VariantLetter;
  isInTest: boolean;
  address: string;
  contactHash: string;
  isPractice: boolean;
  vars: Record<string, string>;
  touchpointId: string;
  /** Skipped from the start where consent is missing, or a claim keeps the text from this person. */
  status: 'queued' | 'manual' | 'skipped' | 'held' | 'unconfirmed';
  route: MessageRoute;
  reason: MessageReason | null;
  details?: MessageReasonDetails | null;
  timeZone: string;
  dueAt: Date;
};

/** Adds messages; a person who has the step already does not get it again. Answers the ids of those added. */
export async function insertMessages(
  tx: Queryable,
  campaign: Pick<CampaignRow, 'id' | 'isDemo'>,
  rows: readonly NewMessage[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await rowsOf<{ id: string }>(
    tx,
    sql`insert into messages (id, campaign_id, step_id, follows_step_id, lead_id, channel, variant, is_in_test, address, contact_hash,
        is_practice, vars, touchpoint_id, status, route, reason, details, time_zone, due_at, is_demo)
      select "id", ${campaign.id}, "stepId", "followsStepId", "leadId", "channel", "variant", "isInTest", "address",
        "contactHash", "isPractice", "vars", "touchpointId", "status", "route", "reason", "details", "timeZone", "dueAt", ${campaign.isDemo}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
        "id" uuid, "stepId" uuid, "followsStepId" uuid, "leadId" uuid, "channel" text, "variant" text,
        "isInTest" boolean, "address" text,
        "contactHash" text, "isPractice" boolean, "vars" jsonb, "touchpointId" uuid, "status" text, "route" text,
        "reason" text, "details" jsonb,
        "timeZone" text, "dueAt" timestamptz)
      on conflict do nothing
      returning id`,
  );
  return new Set(inserted.map((row) => row.id));
}

/**
 * What an edit had skipped comes back when its group and its step are part of the campaign again, and who was left out
 * for another campaign once that one has let them go. Answers whether there was any.
 */
export async function reviveMessages(
  tx: Queryable,
  campaign: Pick<CampaignRow, 'id' | 'targetGroups' | 'launchedAt' | 'skipsBusyPeople'>,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages
      set status = ${OPEN_STATUS}, reason = ${OPEN_REASON}, details = null
      from leads, campaign_steps
      where messages.campaign_id = ${campaign.id} and messages.status = 'skipped'
        -- Whoever answered, bought or left meanwhile gets no further step.
        and (follows_step_id is null or not exists (select 1 from sequence_stops stop
          where stop.campaign_id = messages.campaign_id and stop.lead_id = messages.lead_id))
        and (messages.reason = any(${sql.param(COMES_BACK.withEdit)}::text[])
          or (messages.reason = any(${sql.param(COMES_BACK.withOtherCampaign)}::text[]) and not ${isInOtherCampaign({ ...campaign, campaignId: campaign.id })}))
        and leads.id = messages.lead_id and leads.deleted_at is null
        and leads.group_id = any(${sql.param(campaign.targetGroups)}::uuid[])
        and campaign_steps.id = messages.step_id and campaign_steps.retired_at is null
      returning messages.id`,
  );
  if (rows.length > 0) await reviveFollowUps(tx, campaign.id);
  return rows.length > 0;
}

/**
 * Follow-ups of messages that wait again, which were given up with them; one after the other, as they follow. Of these
 * people alone where they are named. Answers whether there was any.
 */
export async function reviveFollowUps(
  tx: Queryable,
  campaignId: string,
  leadIds?: readonly string[],
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`with recursive revived as (
      select messages.id, messages.step_id, messages.lead_id, messages.channel from messages
      where campaign_id = ${campaignId} and status in ${sql.raw(WAITING)}
        and (${leadIds === undefined} or lead_id = any(${sql.param([...(leadIds ?? [])])}::uuid[]))
      union
      select later.id, later.step_id, later.lead_id, later.channel
      from revived join messages later on later.campaign_id = ${campaignId}
        and later.follows_step_id = revived.step_id and later.lead_id = revived.lead_id
        and later.channel = revived.channel and later.status = 'skipped' and later.reason = ${'earlier_step_failed' satisfies MessageReason}
      join campaign_steps step on step.id = later.step_id and step.retired_at is null
      where not exists (select 1 from sequence_stops stop
        where stop.campaign_id = ${campaignId} and stop.lead_id = later.lead_id)
    )
    update messages set status = ${OPEN_STATUS}, reason = ${OPEN_REASON}, details = null
    from revived where messages.id = revived.id and messages.status = 'skipped' returning messages.id`,
  );
  return rows.length > 0;
}

/** New steps for people who got the one before: due at its own distance from that. */
export async function alignFollowUps(tx: Queryable, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.execute(sql`update messages later
    set due_at = earlier.sent_at + step.delay_hours * interval '1 hour'
    from messages earlier, campaign_steps step
    where later.id = any(${sql.param([...messageIds])}::uuid[]) and later.follows_step_id is not null
      and earlier.campaign_id = later.campaign_id and earlier.step_id = later.follows_step_id
      and earlier.lead_id = later.lead_id and earlier.channel = later.channel and earlier.sent_at is not null
      and step.id = later.step_id`);
}

/** People who still get something of a campaign. */
export async function countOpenPeople(
  db: Queryable,
  campaignId: string,
  stepIds?: readonly string[],
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct lead_id) as count from messages
      where campaign_id = ${campaignId} and status in ${sql.raw(WAITING)}
        ${stepIds === undefined ? sql`` : sql`and step_id = any(${sql.param([...stepIds])}::uuid[])`}`,
  );
  return row?.count ?? 0;
}
