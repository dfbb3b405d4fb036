import type { Channel } from '#features/campaigns/contract.ts';
import type { SkipReason } from '#features/campaigns/contract-messages.ts';
import { isSuppressed, LEAVING, UNSETTLED, WAITING } from '#features/campaigns/rules-message-states.ts';
import { googleMailbox, IS_GOOGLE, opensAt } from '#features/campaigns/server/service.ts';
import { consentGate } from '#features/compliance/server/consent-store.ts';
import type { SendingMailbox } from '#features/mailboxes/server/mailbox-pace.ts';
import {
  type Database,
  inTransaction,
  type Queryable,
  rowsOf,
  runPrepared,
  type SQL,
  sql,
} from '#platform/db.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { TransportId } from '../tables.ts';
import type { DeliveryOutcome } from './delivery-outcome.ts';

/** A message whose attempt has been committed: it has to be handed over or given back now. */
export type StartedMessage = {
  id: string;
  campaignId: string;
  leadId: string | null;
  channel: Channel;
  compositionId: string;
  attempt: number;
  /** Which try this is, from 1: attempts that were given back do not count. */
  tries: number;
  address: string;
  vars: Record<string, string>;
  touchpointId: string | null;
  /** Its campaign has other steps of this channel; which of them follow, the messages themselves say. */
  isOfSequence: boolean;
  isDemo: boolean;
};

type AttemptOutcome = { id: string; attempt: number; outcome: DeliveryOutcome };

type ClaimOptions = {
  worker: string;
  transport: TransportId;
  /** Which messages it carries, where it is no mailbox of its own. */
  kind: Exclude<BatchKind, 'mailbox'>;
  /** What became of attempts of this worker. */
  outcomes: readonly AttemptOutcome[];
  /** How many messages may start; 0 to record only. */
  limit: number;
  /** The usual size of a group. */
  lanes: number;
  /** Looks, with the mailbox held, whether it may send now; without it there are no limits. */
  mailbox?: Pick<SendingMailbox, 'id' | 'take'>;
};

/** `skipped` were found not to be sendable; `claimed` counts them, too. */
export type Batch = { started: StartedMessage[]; skipped: string[]; claimed: number };

/**
 * One statement and one commit for both ends of an attempt. It writes what became of attempts, and it claims due
 * messages and writes their attempts: the campaign's state, the suppression list, the lead and the earlier step are
 * looked at in here, so what comes back may leave now. Other workers pass over rows that this one holds. A campaign
 * is picked at random, so that none waits for another.
 */
export async function claimBatch(
  db: Database,
  { worker, transport, kind, outcomes, limit, lanes, mailbox }: ClaimOptions,
): Promise<Batch> {
  const recorded = [
    worker,
    outcomes.map(({ id }) => id),
    outcomes.map(({ attempt }) => attempt),
    outcomes.map(({ outcome }) => JSON.stringify(outcome)),
  ];
  if (limit === 0) {
    await runPrepared(db, { name: 'campaigns_record', text: RECORD_OUTCOMES, values: recorded });
    return NOTHING_CLAIMED;
  }
  if (mailbox) {
    return inTransaction(db, async (tx) => {
      await tx.execute(bound(RECORD_OUTCOMES, recorded));
      const leave = await mailbox.take(tx);
      if (!leave) return NOTHING_CLAIMED;
      const values = [...recorded, transport, mailbox.id, leave.fullDomains];
      const batch = batchOf(
        await rowsOf<BatchRow>(tx, bound(claimStatement('mailbox', transport, 1), values)),
      );
      if (batch.started.length > 0) await leave.noteDay();
      return batch;
    });
  }
  // Sizes and kinds stand in the text, a few in all, so that PostgreSQL keeps one plan for each.
  const size = limit >= lanes ? lanes : 2 ** Math.floor(Math.log2(limit));
  const rows = await runPrepared<BatchRow>(db, {
    name: `campaigns_turn_${kind}_${transport}_${size}`,
    text: claimStatement(kind, transport, size),
    values: [...recorded, transport],
  });
  return batchOf(rows);
}

const NOTHING_CLAIMED: Batch = { started: [], skipped: [], claimed: 0 };

type BatchRow = { claimed: number; skipped: string[] | null; message: StartedMessage | null };

function batchOf(rows: readonly BatchRow[]): Batch {
  return {
    started: rows.flatMap(({ message }) => message ?? []),
    skipped: rows[0]?.skipped ?? [],
    claimed: rows[0]?.claimed ?? 0,
  };
}

/** A statement with `$1`, `$2` … as one of the query builder's, so that it can run in a transaction. */
function bound(text: string, values: readonly unknown[]): SQL {
  const pieces = text.split(/\$(\d)/);
  return sql.join(
    pieces.map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql.param(values[Number(piece) - 1]))),
  );
}

/**
 * Whether mail leaves over mailboxes, each at its own pace, and not as fast as the server takes it. The limits of SMTP_URL
 * stay behind where it is taken away, and then hold nothing back.
 */
const hasPacedMailbox = (transport: TransportId): string => `exists (
  select 1 from mailboxes where deleted_at is null and (not is_server${transport === 'smtp' ? ' or limits is not null or paused_at is not null' : ''}))`;

/** The domain that a message of this row goes to. */
const DOMAIN = `lower(split_part(address, '@', -1))`;

/** A follow-up leaves from the mailbox that its earlier message came from, as long as that sends. */
const IS_OF_MAILBOX = `(follows_step_id is null or coalesce((
  select earlier.mailbox_id from messages earlier join mailboxes on mailboxes.id = earlier.mailbox_id
    and mailboxes.deleted_at is null and mailboxes.paused_at is null
  where earlier.campaign_id = messages.campaign_id and earlier.step_id = messages.follows_step_id
    and earlier.lead_id = messages.lead_id and earlier.channel = messages.channel), $6) = $6)`;

/** The opening of a campaign's send window after now, in the zone of a message; null while it is open or there is none. */
const OPENS_AT = opensAt({ at: 'now()', window: 'campaign.send_window', zone: 'due.time_zone' });

const RECORD_OUTCOMES = `
update message_attempts set finished_at = now(), verdict = given.verdict::jsonb
from unnest($2::uuid[], $3::int[], $4::text[]) as given(id, attempt, verdict)
where message_id = given.id and number = given.attempt and worker = $1`;

const reason = (code: SkipReason): string => `'${code}'`;

/**
 * Somebody else of the campaign has the same mailbox and has had this step or comes first: people are added, edited and
 * moved between groups long after a campaign was turned into messages.
 */
const HAS_DUPLICATE_MAILBOX = `exists (
  select 1 from leads duplicate join messages other on other.campaign_id = due.campaign_id and other.step_id = due.step_id
    and other.lead_id = duplicate.id and other.channel = 'email'
  where duplicate.deleted_at is null and duplicate.id <> leads.id and duplicate.email_key ${IS_GOOGLE}
    and ${googleMailbox('duplicate.email_key')} = ${googleMailbox('leads.email_key')}
    and other.status <> 'skipped' and (other.status not in ${WAITING} or other.id < due.id))`;

/** Mail to nobody, mail of SMTP_URL, mail of one mailbox, or what goes over a platform's API. */
export type BatchKind = 'practice' | 'mail' | 'mailbox' | MessengerId;

/** The queued messages of a kind, as it stands in the index of what is due. */
const isOfKind = (kind: BatchKind): string =>
  kind === 'practice' || kind === 'mail' || kind === 'mailbox'
    ? `route = 'mail' and is_practice = ${kind === 'practice'}`
    : `route = '${kind}' and is_practice = false`;

const claimStatement = (kind: BatchKind, transport: TransportId, size: number): string => `
with ${kind === 'mailbox' ? '' : `recorded as (${RECORD_OUTCOMES}), `}due as (
  select picked.* from (
    select id from campaigns where status = 'active' and deleted_at is null
      ${kind === 'mail' ? `and not ${hasPacedMailbox(transport)}` : ''} order by random()
  ) campaign cross join lateral (
    select id, campaign_id, step_id, variant, follows_step_id, lead_id, channel, contact_hash, time_zone
    from messages
    where campaign_id = campaign.id and is_queued and ${isOfKind(kind)} and due_at <= now()
      ${kind === 'mailbox' ? `and ${DOMAIN} <> all($7::text[]) and ${IS_OF_MAILBOX.replaceAll('$6', '$6::uuid')}` : ''}
      -- A scalar query, because "not exists" may be answered by reading the whole table first.
      and (follows_step_id is null or (
        select 1 from messages earlier where earlier.campaign_id = messages.campaign_id
          and earlier.step_id = messages.follows_step_id and earlier.lead_id = messages.lead_id
          and earlier.channel = messages.channel and earlier.status in ${UNSETTLED}
          limit 1) is null)
    order by due_at, id limit ${size} for update skip locked
  ) picked limit ${size}
), checked as (
  select due.id, due.step_id, due.variant, consent.ground, case
    when ${isSuppressed('due')} then ${reason('suppressed')}
    when leads.id is null then ${reason('lead_deleted')}
    -- A sequence that has begun goes on. Of two campaigns the one that was launched first goes first.
    when due.follows_step_id is null and campaign.skips_busy_people and exists (
      select 1 from messages other join campaigns first on first.id = other.campaign_id
        and first.status = 'active' and first.deleted_at is null
        and (first.launched_at, first.id) < (campaign.launched_at, campaign.id)
      where other.lead_id = due.lead_id and other.campaign_id <> due.campaign_id and other.status in ${LEAVING}
    ) then ${reason('in_other_campaign')}
    when due.channel = 'email' and leads.contact_status = 'verification_failed' then ${reason('address_check_failed')}
    when due.channel = 'email' and leads.email_key ${IS_GOOGLE} and ${HAS_DUPLICATE_MAILBOX} then ${reason('duplicate_mailbox')}
    when consent.obstacle is not null then ${reason('no_consent')}
    when due.follows_step_id is not null and exists (
      select 1 from messages earlier where earlier.campaign_id = due.campaign_id
        and earlier.step_id = due.follows_step_id and earlier.lead_id = due.lead_id
        and earlier.channel = due.channel and earlier.status in ('failed', 'bounced', 'skipped')
    ) then ${reason('earlier_step_failed')}
    else stop.reason
  end as reason, consent.obstacle, ${OPENS_AT} as opens_at
  from due
  join campaigns campaign on campaign.id = due.campaign_id
  left join sequence_stops stop on due.follows_step_id is not null
    and stop.campaign_id = due.campaign_id and stop.lead_id = due.lead_id
  left join leads on leads.id = due.lead_id and leads.deleted_at is null
  left join ${consentGate('due.channel', String(kind === 'practice'))} consent on leads.id is not null
), skipped as (
  update messages set status = 'skipped', reason = checked.reason,
    details = case checked.reason when ${reason('no_consent')} then jsonb_build_object('obstacle', checked.obstacle) end
  from checked where messages.id = checked.id and checked.reason is not null
  returning messages.id
), postponed as (
  update messages set due_at = checked.opens_at
  from checked where messages.id = checked.id and checked.reason is null and checked.opens_at is not null
), started as (
  update messages set status = 'sending', attempts = attempts + 1, lease_owner = $1, reason = null, details = null,
    mailbox_id = ${kind === 'mailbox' ? '$6::uuid' : 'null'},
    composition_id = coalesce(variant.composition_id, step.composition_id, messages.composition_id),
    legal_ground = checked.ground
  from checked join campaign_steps step on step.id = checked.step_id
  left join step_variants variant on variant.step_id = checked.step_id and variant.letter = checked.variant
    and variant.retired_at is null
  where messages.id = checked.id and checked.reason is null and checked.opens_at is null
  returning messages.id, messages.campaign_id, messages.lead_id, messages.composition_id, messages.attempts,
    messages.address, messages.vars, messages.touchpoint_id, messages.is_demo, messages.step_id, step.channel
), attempted as (
  insert into message_attempts (message_id, number, worker, transport, mailbox_id)
  select id, attempts, $1::uuid, $5, ${kind === 'mailbox' ? '$6::uuid' : 'null::uuid'} from started
)
select (select count(*) from due)::int as claimed, (select array_agg(id) from skipped) as skipped, case when started.id is not null then jsonb_build_object(
  'id', started.id, 'campaignId', campaign_id, 'leadId', lead_id, 'channel', started.channel,
  'compositionId', composition_id,
  'attempt', attempts, 'tries', case attempts when 1 then 1 else 1 + (
    select count(*) from message_attempts earlier where earlier.message_id = started.id) end, 'address', address, 'vars', vars, 'touchpointId', touchpoint_id, 'isDemo', is_demo,
  'isOfSequence', exists (select 1 from campaign_steps other where other.campaign_id = started.campaign_id
    and other.channel = started.channel and other.id <> started.step_id)
) end as message
from (select 1) always left join started on true`;

/** Running campaigns with something of this kind that is due. */
export async function listDueCampaigns(db: Queryable, kind: BatchKind): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from campaigns where status = 'active' and deleted_at is null and exists (
      select 1 from messages where campaign_id = campaigns.id and is_queued and ${sql.raw(isOfKind(kind))}
          and due_at <= now())`,
  );
  return rows.map((row) => row.id);
}

/** Whether anything is due for this kind of address. */
export async function hasDueMessages(
  db: Queryable,
  { kind, transport }: { kind: BatchKind; transport: TransportId },
): Promise<boolean> {
  const [row] = await rowsOf<{ isDue: boolean }>(
    db,
    sql`select exists (
      select 1 from campaigns where status = 'active' and deleted_at is null
        and (${kind !== 'mail'} or not ${sql.raw(hasPacedMailbox(transport))}) and exists (
        select 1 from messages where campaign_id = campaigns.id and is_queued
          and ${sql.raw(isOfKind(kind))} and due_at <= now())) as "isDue"`,
  );
  return row?.isDue ?? false;
}
