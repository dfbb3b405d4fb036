import { hasObjectedLead, isBouncedLead } from '#features/compliance/server/tables.ts';
import { countriesWithZone } from '#features/leads/rules-time-zones.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { Channel } from '../../contract.ts';
import { type ExcludedPerson, ExclusionReason } from '../../contract-preview.ts';
import {
  type Among,
  gateOf,
  isDuplicateMailbox,
  isInOtherCampaign,
  type RecipientLead,
  recipientColumns,
  recipientOf,
} from './recipient-store.ts';

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
  select leads.id, leads.name, handle, email, platform, group_id as "groupId", country, time_zone,
    is_suppressed, is_bounced, ${isCarried(channels, carried)} as is_carried, has_email, is_bad, is_duplicate, is_in_other_campaign, has_other,
    (has_email and not is_bad and not is_bounced and not is_duplicate) or has_other as is_reachable, email_allowed, social_dm_allowed,
    whatsapp_allowed, email_allowed or social_dm_allowed or whatsapp_allowed as is_allowed
  from leads
  join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
  cross join lateral (select
    ${sql.raw(hasObjectedLead('leads'))} as is_suppressed, ${sql.raw(isBouncedLead('leads'))} as is_bounced,
    ${channels.includes('email')} and email is not null as has_email,
    contact_status = 'verification_failed' as is_bad,
    ${channels.includes('email')} and ${isDuplicateMailbox(groupIds)} as is_duplicate, ${isInOtherCampaign(among)} as is_in_other_campaign,
    ${channels.includes('social_dm')} and ${HAS_HANDLE} as has_dm,
    ${channels.includes('whatsapp')} and phone_key is not null as has_whatsapp) facts
  cross join lateral (select has_dm or has_whatsapp as has_other,
    has_email and not is_bad and not is_bounced and not is_duplicate and (select obstacle from ${gateOf('email')} gate) is null
      as email_allowed,
    has_dm and (select obstacle from ${gateOf('social_dm')} gate) is null as social_dm_allowed,
    has_whatsapp and (select obstacle from ${gateOf('whatsapp')} gate) is null as whatsapp_allowed) ways
  where leads.group_id = any(${sql.param(groupIds)}::uuid[]) and leads.deleted_at is null`;

/** Each person falls under one reason at most, so that the counts add up. */
const EXCLUDED: Record<ExclusionReason, SQL> = {
  no_address: sql`not is_suppressed and not has_email and not has_other`,
  verification_failed: sql`not is_suppressed and has_email and is_bad and not is_bounced and not has_other`,
  bounced: sql`not is_suppressed and has_email and is_bounced and not has_other`,
  suppressed: sql`is_suppressed`,
  no_consent: sql`not is_suppressed and is_reachable and not is_allowed`,
  duplicate: sql`not is_suppressed and has_email and not is_bad and not is_bounced and is_duplicate and not has_other`,
  in_other_campaign: sql`not is_suppressed and is_allowed and is_in_other_campaign`,
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
        count(*) filter (where not is_suppressed and is_allowed and not is_in_other_campaign) as recipients,
        count(*) filter (where not is_suppressed and is_allowed and not is_in_other_campaign and is_carried) as carried,
        ${sql.join(
          [
            ...Channel.options.map(
              (channel) => sql`count(*) filter (where not is_suppressed and not is_in_other_campaign
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

/** Recipients of whom nothing says in which time zone they live: how many, and the first of them. */
export async function listWithoutZone(
  db: Queryable,
  audience: Audience,
  limit: number,
): Promise<{ count: number; people: { id: string; name: string }[] }> {
  const rows = await rowsOf<{ id: string; name: string; count: number }>(
    db,
    sql`with person as (${audienceOf(audience)})
      select id, name, count(*) over ()::int as count from person
      where not is_suppressed and is_allowed and not is_in_other_campaign and time_zone is null
        and (country is null or country <> all(${sql.param([...countriesWithZone()])}::text[]))
      order by id limit ${limit}`,
  );
  return { count: rows[0]?.count ?? 0, people: rows.map(({ id, name }) => ({ id, name })) };
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
      where not "isSuppressed" and not "isInOtherCampaign" and (
        (${channels.includes('email')} and email is not null and "contactStatus" <> 'verification_failed' and not "isBounced" and not "isDuplicateMailbox"
          and obstacles->>'email' is null)
        or (${channels.includes('social_dm')} and handle is not null and "handleKey" is not null and obstacles->>'social_dm' is null)
        or (${channels.includes('whatsapp')} and "phoneKey" is not null and obstacles->>'whatsapp' is null))
      order by id limit 1 offset ${position}`,
  );
  return row && recipientOf(row);
}
