import type { LegalGround } from '#features/compliance/contract.ts';
import { consentGate, isPracticeLead } from '#features/compliance/server/service.ts';
import { isSuppressedLead } from '#features/compliance/server/tables.ts';
import type { ContactStatus, Platform } from '#features/leads/contract.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { Channel, type VariantLetter } from '../contract.ts';
import { type ExcludedPerson, ExclusionReason } from '../contract-preview.ts';
import { NOTES } from '../rules.ts';
import { type CampaignRow, IS_MEETING_PEOPLE, OPEN_NOTE, OPEN_STATUS } from './campaign-store.ts';
import { COMES_BACK, LEAVING, WAITING } from './message-states.ts';
import { campaigns, type MessageRoute } from './tables.ts';

/** What is needed of a lead to write to it. */
export type RecipientLead = {
  id: string;
  name: string;
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
  /** Their public words, or what colleagues noted. */
  behaviorSignal: string;
  signalAt: Date | null;
  createdAt: Date;
  isSuppressed: boolean;
  /** Somebody else in the groups has the same mailbox and comes first. */
  isTwin: boolean;
  /** Waits for a message of another running campaign, and is left out for that. */
  isBusy: boolean;
  /** Why nothing may be sent over a channel; a channel without an entry is free. */
  obstacles: Partial<Record<Channel, string | null>>;
};

/** The consent gate of a lead over one channel. */
const gateOf = (channel: Channel): SQL =>
  sql.raw(consentGate(`'${channel}'`, isPracticeLead(`'${channel}'`)));

/** A campaign as the others see it; those that were launched before it go first. */
export type Among = { campaignId: string | null; launchedAt: Date | null; skipsBusyPeople: boolean };

/** Whether a lead still waits for a message of another running campaign that goes first. */
const isBusy = ({ campaignId, launchedAt, skipsBusyPeople }: Among): SQL =>
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
const isTwin = (groupIds: readonly string[]): SQL =>
  sql`(email_key ${sql.raw(IS_GOOGLE)} and exists (select 1 from leads other
    where other.deleted_at is null and other.email_key ${sql.raw(IS_GOOGLE)}
      and ${sql.raw(googleMailbox('other.email_key'))} = ${sql.raw(googleMailbox('leads.email_key'))}
      and other.id < leads.id and other.group_id = any(${sql.param([...groupIds])}::uuid[])
      and other.contact_status <> 'verification_failed'))`;

const recipientColumns = (
  groupIds: readonly string[],
  among: Among,
) => sql`leads.id, leads.name, email, handle, handle_key as "handleKey", phone_key as "phoneKey",
  contact_hash as "contactHash", platform, contact_status as "contactStatus", legal_ground as "legalGround",
  (select name from lead_groups where id = leads.group_id and deleted_at is null) as "groupName", country,
  behavior_signal as "behaviorSignal", signal_at as "signalAt", leads.created_at as "createdAt",
  ${sql.raw(isSuppressedLead('leads'))} as "isSuppressed",
  ${isTwin(groupIds)} as "isTwin", ${isBusy(among)} as "isBusy",
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
  return rows.map((row) => ({ ...row, signalAt: asDate(row.signalAt), createdAt: new Date(row.createdAt) }));
}

function asDate(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}

/** The same of these people, whatever group they are in. */
export async function listRecipientsById(db: Queryable, ids: readonly string[]): Promise<RecipientLead[]> {
  const rows = await rowsOf<RecipientLead>(
    db,
    sql`select ${recipientColumns([], { campaignId: null, launchedAt: null, skipsBusyPeople: false })} from leads
      where leads.id = any(${sql.param([...ids])}::uuid[]) and leads.deleted_at is null`,
  );
  return rows.map((row) => ({ ...row, signalAt: asDate(row.signalAt), createdAt: new Date(row.createdAt) }));
}

/** A message whose copies of its person's details can still follow them. */
export type RenewableMessage = {
  id: string;
  campaignId: string;
  leadId: string;
  channel: Channel;
  status: 'queued' | 'manual' | 'held' | 'skipped';
  note: string | null;
  route: MessageRoute;
  address: string | null;
  contactHash: string;
  isPractice: boolean;
  vars: Record<string, string>;
  touchpointId: string | null;
};

/** What waits for these people, and what was left out for their details as they were; held until the transaction ends. */
export function listRenewable(tx: Queryable, leadIds: readonly string[]): Promise<RenewableMessage[]> {
  return rowsOf(
    tx,
    sql`select messages.id, messages.campaign_id as "campaignId", lead_id as "leadId", messages.channel, messages.status,
        messages.note, route, address, contact_hash as "contactHash", is_practice as "isPractice", vars,
        touchpoint_id as "touchpointId"
      from messages
      join campaigns on campaigns.id = messages.campaign_id and campaigns.deleted_at is null
      join campaign_steps step on step.id = messages.step_id and step.retired_at is null
      where lead_id = any(${sql.param([...leadIds])}::uuid[]) and (messages.status in ${sql.raw(WAITING)}
        -- A campaign that is over begins again for nobody.
        or (messages.status = 'skipped' and campaigns.status <> 'completed' and messages.note = any(${sql.param(COMES_BACK.withDetails)}::text[])
          -- Whoever answered, bought or left meanwhile gets no further step.
          and (follows_step_id is null or not exists (select 1 from sequence_stops stop
            where stop.campaign_id = messages.campaign_id and stop.lead_id = messages.lead_id))))
      order by messages.id for update of messages`,
  );
}

export async function saveRenewed(tx: Queryable, rows: readonly RenewableMessage[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update messages set vars = given."vars", address = given."address",
      contact_hash = given."contactHash", is_practice = given."isPractice", route = given."route",
      status = given."status", note = given."note"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("id" uuid, "vars" jsonb, "address" text,
      "contactHash" text, "isPractice" boolean, "route" text, "status" text, "note" text)
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
  note: string | null;
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
        is_practice, vars, touchpoint_id, status, route, note, time_zone, due_at, is_demo)
      select "id", ${campaign.id}, "stepId", "followsStepId", "leadId", "channel", "variant", "isInTest", "address",
        "contactHash", "isPractice", "vars", "touchpointId", "status", "route", "note", "timeZone", "dueAt", ${campaign.isDemo}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
        "id" uuid, "stepId" uuid, "followsStepId" uuid, "leadId" uuid, "channel" text, "variant" text,
        "isInTest" boolean, "address" text,
        "contactHash" text, "isPractice" boolean, "vars" jsonb, "touchpointId" uuid, "status" text, "route" text,
        "note" text,
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
      set status = ${OPEN_STATUS}, note = ${OPEN_NOTE}
      from leads, campaign_steps
      where messages.campaign_id = ${campaign.id} and messages.status = 'skipped'
        -- Whoever answered, bought or left meanwhile gets no further step.
        and (follows_step_id is null or not exists (select 1 from sequence_stops stop
          where stop.campaign_id = messages.campaign_id and stop.lead_id = messages.lead_id))
        and (messages.note = any(${sql.param(COMES_BACK.withEdit)}::text[])
          or (messages.note = any(${sql.param(COMES_BACK.withOtherCampaign)}::text[]) and not ${isBusy({ ...campaign, campaignId: campaign.id })}))
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
        and later.channel = revived.channel and later.status = 'skipped' and later.note = ${NOTES.earlierStepFailed}
      join campaign_steps step on step.id = later.step_id and step.retired_at is null
      where not exists (select 1 from sequence_stops stop
        where stop.campaign_id = ${campaignId} and stop.lead_id = later.lead_id)
    )
    update messages set status = ${OPEN_STATUS}, note = ${OPEN_NOTE}
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

type Audience = {
  groupIds: string[];
  channels: readonly Channel[];
  among: Among;
  /** Whom a platform's API reaches; nobody unless told. */
  carried?: Carried;
};

/** Whom the APIs that are set up reach: people of these platforms by handle, and people by number. */
export type Carried = { platforms: readonly string[]; hasWhatsApp: boolean };

/** Who is known by nothing but a number has that as their key, and no account. */
const HAS_HANDLE = sql`(handle is not null and handle_key is not null)`;

/** Whether a platform that is set up reaches a person over one of these channels. */
const isCarried = (channels: readonly Channel[], carried: Carried | undefined): SQL => {
  const platforms = channels.includes('social_dm') ? [...(carried?.platforms ?? [])] : [];
  return sql`(${HAS_HANDLE} and platform = any(${sql.param(platforms)}::text[])
    or (phone_key is not null and ${channels.includes('whatsapp') && carried?.hasWhatsApp === true}))`;
};

/** The people of these groups, each with what decides whether they can be written to over these channels. */
const audienceOf = ({ groupIds, channels, among, carried }: Audience) => sql`
  select leads.id, leads.name, handle, email, platform, group_id as "groupId",
    is_suppressed, is_bounced, ${isCarried(channels, carried)} as is_carried, has_email, is_bad, is_twin, is_busy, has_other,
    (has_email and not is_bad and not is_twin) or has_other as is_reachable, email_allowed, social_dm_allowed,
    whatsapp_allowed, email_allowed or social_dm_allowed or whatsapp_allowed as is_allowed
  from leads
  join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
  cross join lateral (select
    ${sql.raw(isSuppressedLead('leads'))} as is_suppressed,
    not exists (select 1 from suppressions where reason <> 'bounced' and suppressions.contact_hash = leads.contact_hash)
      and not exists (select 1 from suppressions where reason <> 'bounced' and suppressions.lead_id = leads.id)
      as is_bounced,
    ${channels.includes('email')} and email is not null as has_email,
    contact_status = 'verification_failed' as is_bad,
    ${channels.includes('email')} and ${isTwin(groupIds)} as is_twin, ${isBusy(among)} as is_busy,
    ${channels.includes('social_dm')} and ${HAS_HANDLE} as has_dm,
    ${channels.includes('whatsapp')} and phone_key is not null as has_whatsapp) facts
  cross join lateral (select has_dm or has_whatsapp as has_other,
    has_email and not is_bad and not is_twin and (select obstacle from ${gateOf('email')} gate) is null
      as email_allowed,
    has_dm and (select obstacle from ${gateOf('social_dm')} gate) is null as social_dm_allowed,
    has_whatsapp and (select obstacle from ${gateOf('whatsapp')} gate) is null as whatsapp_allowed) ways
  where leads.group_id = any(${sql.param(groupIds)}::uuid[]) and leads.deleted_at is null`;

/** Each person falls under one reason at most, so that the counts add up. */
const EXCLUDED: Record<ExclusionReason, SQL> = {
  no_address: sql`not is_suppressed and not has_email and not has_other`,
  verification_failed: sql`not is_suppressed and has_email and is_bad and not has_other`,
  bounced: sql`is_suppressed and is_bounced`,
  suppressed: sql`is_suppressed and not is_bounced`,
  no_consent: sql`not is_suppressed and is_reachable and not is_allowed`,
  duplicate: sql`not is_suppressed and has_email and not is_bad and is_twin and not has_other`,
  in_other_campaign: sql`not is_suppressed and is_allowed and is_busy`,
};

/** `carried`: recipients whom a platform's API reaches. By channel: recipients who get something over it. */
export type AudienceCounts = { totalLeads: number; recipients: number; carried: number } & Record<
  Channel | ExclusionReason,
  number
>;

/** Who in these groups can be written to over these channels, and why the others cannot. */
export async function countAudience(db: Queryable, audience: Audience): Promise<AudienceCounts> {
  const [row] = await rowsOf<AudienceCounts>(
    db,
    sql`with person as (${audienceOf(audience)})
      select count(*) as "totalLeads",
        count(*) filter (where not is_suppressed and is_allowed and not is_busy) as recipients,
        count(*) filter (where not is_suppressed and is_allowed and not is_busy and is_carried) as carried,
        ${sql.join(
          [
            ...Channel.options.map(
              (channel) => sql`count(*) filter (where not is_suppressed and not is_busy
                and ${sql.identifier(`${channel}_allowed`)}) as ${sql.identifier(channel)}`,
            ),
            ...ExclusionReason.options.map(
              (reason) => sql`count(*) filter (where ${EXCLUDED[reason]}) as ${sql.identifier(reason)}`,
            ),
          ],
          sql`, `,
        )}
      from person`,
  );
  if (!row) throw new Error('a count has one row');
  return row;
}

/** Those who are left out for this reason, by id, from after `cursor`. */
export async function listExcluded(
  db: Queryable,
  audience: Audience,
  page: { reason: ExclusionReason; cursor: string | undefined; limit: number },
): Promise<ExcludedPerson[]> {
  return rowsOf<ExcludedPerson>(
    db,
    sql`with person as (${audienceOf(audience)})
      select id, name, handle, email, platform, "groupId" from person
      where ${EXCLUDED[page.reason]}
        and (${page.cursor ?? null}::uuid is null or id > ${page.cursor ?? null}::uuid)
      order by id limit ${page.limit}`,
  );
}

/** The `position`-th person who would be written to, by id. */
export async function findRecipientAt(
  db: Queryable,
  { groupIds, channels, among, position }: Audience & { position: number },
): Promise<RecipientLead | undefined> {
  const [row] = await rowsOf<RecipientLead>(
    db,
    sql`select * from (
        select ${recipientColumns(groupIds, among)} from leads
        join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
        where leads.group_id = any(${sql.param(groupIds)}::uuid[]) and leads.deleted_at is null
      ) person
      where not "isSuppressed" and not "isBusy" and (
        (${channels.includes('email')} and email is not null and "contactStatus" <> 'verification_failed' and not "isTwin"
          and obstacles->>'email' is null)
        or (${channels.includes('social_dm')} and handle is not null and "handleKey" is not null and obstacles->>'social_dm' is null)
        or (${channels.includes('whatsapp')} and "phoneKey" is not null and obstacles->>'whatsapp' is null))
      order by id limit 1 offset ${position}`,
  );
  return row ? { ...row, signalAt: asDate(row.signalAt), createdAt: new Date(row.createdAt) } : undefined;
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
