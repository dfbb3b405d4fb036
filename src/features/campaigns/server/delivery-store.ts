import { consentGate } from '#features/compliance/server/service.ts';
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
import type { Channel } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import { NOTES } from '../rules.ts';
import { STOP_NOTES } from '../rules-sequence.ts';
import { COMES_BACK, isSuppressed, LEAVING, UNSETTLED, WAITING } from './message-states.ts';
import { googleMailbox, IS_GOOGLE } from './recipient-store.ts';
import type { TransportId } from './tables.ts';
import type { Verdict } from './verdict.ts';

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

type AttemptOutcome = { id: string; attempt: number; verdict: Verdict };

type TurnOptions = {
  worker: string;
  transport: TransportId;
  /** Which messages it carries, where it is no mailbox of its own. */
  carries: Exclude<TurnKind, 'mailbox'>;
  /** What became of attempts of this worker. */
  outcomes: readonly AttemptOutcome[];
  /** How many messages may start; 0 to record only. */
  limit: number;
  /** The usual size of a group. */
  lanes: number;
  /** Looks, with the mailbox held, whether it may send now; without it there are no limits. */
  mailbox?: { id: string; take: (tx: Queryable) => Promise<{ fullDomains: string[] } | undefined> };
};

/** `skipped` were found not to be sendable; `claimed` counts them, too. */
export type Turn = { started: StartedMessage[]; skipped: string[]; claimed: number };

/**
 * One statement and one commit for both ends of an attempt. It writes what became of attempts, and it claims due
 * messages and writes their attempts: the campaign's state, the suppression list, the lead and the earlier step are
 * looked at in here, so what comes back may leave now. Other workers pass over rows that this one holds. A campaign
 * is picked at random, so that none waits for another.
 */
export async function takeTurn(
  db: Database,
  { worker, transport, carries, outcomes, limit, lanes, mailbox }: TurnOptions,
): Promise<Turn> {
  const recorded = [
    worker,
    outcomes.map(({ id }) => id),
    outcomes.map(({ attempt }) => attempt),
    outcomes.map(({ verdict }) => JSON.stringify(verdict)),
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
      return turnOf(await rowsOf<TurnRow>(tx, bound(turnStatement('mailbox', transport, 1), values)));
    });
  }
  // Sizes and kinds stand in the text, a few in all, so that PostgreSQL keeps one plan for each.
  const size = limit >= lanes ? lanes : 2 ** Math.floor(Math.log2(limit));
  const rows = await runPrepared<TurnRow>(db, {
    name: `campaigns_turn_${carries}_${transport}_${size}`,
    text: turnStatement(carries, transport, size),
    values: [...recorded, transport],
  });
  return turnOf(rows);
}

const NOTHING_CLAIMED: Turn = { started: [], skipped: [], claimed: 0 };

type TurnRow = { claimed: number; skipped: string[] | null; message: StartedMessage | null };

function turnOf(rows: readonly TurnRow[]): Turn {
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
  select 1 from mailboxes where deleted_at is null and (not is_server${transport === 'smtp' ? ' or limits is not null' : ''}))`;

/** The domain that a message of this row goes to. */
const DOMAIN = `lower(split_part(address, '@', -1))`;

/** A follow-up leaves from the mailbox that its earlier message came from, as long as that sends. */
const IS_OF_MAILBOX = `(follows_step_id is null or coalesce((
  select earlier.mailbox_id from messages earlier join mailboxes on mailboxes.id = earlier.mailbox_id
    and mailboxes.deleted_at is null and mailboxes.paused_at is null
  where earlier.campaign_id = messages.campaign_id and earlier.step_id = messages.follows_step_id
    and earlier.lead_id = messages.lead_id and earlier.channel = messages.channel), $6) = $6)`;

/** The opening of a campaign's send window after now, in the zone of a message; null while it is open or there is none. */
const OPENS_AT = `case when campaign.send_window is not null
    and not (extract(isodow from now() at time zone due.time_zone)::int in (
        select day::int from jsonb_array_elements_text(campaign.send_window->'days') day)
      and (now() at time zone due.time_zone)::time >= (campaign.send_window->>'from')::time
      and (now() at time zone due.time_zone)::time < (campaign.send_window->>'until')::time)
  then (select min(opening) from generate_series(0, 7) day
    cross join lateral (select (date_trunc('day', now() at time zone due.time_zone) + make_interval(days => day)
      + (campaign.send_window->>'from')::interval) as wall) walls
    cross join lateral (select wall at time zone due.time_zone as opening) openings
    where opening > now() and extract(isodow from wall)::int in (
      select allowed::int from jsonb_array_elements_text(campaign.send_window->'days') allowed))
  end`;

const RECORD_OUTCOMES = `
update message_attempts set finished_at = now(), verdict = given.verdict::jsonb
from unnest($2::uuid[], $3::int[], $4::text[]) as given(id, attempt, verdict)
where message_id = given.id and number = given.attempt and worker = $1`;

/** For SQL. What people read beside a step that is not sent for this `stop`. */
export const STOP_NOTE = `case stop.reason ${Object.entries(STOP_NOTES)
  .map(([reason, note]) => `when '${reason}' then '${note}'`)
  .join(' ')} end`;

/**
 * Somebody else of the campaign has the same mailbox and has had this step or comes first: people are added, edited and
 * moved between groups long after a campaign was turned into messages.
 */
const HAS_TWIN = `exists (
  select 1 from leads twin join messages other on other.campaign_id = due.campaign_id and other.step_id = due.step_id
    and other.lead_id = twin.id and other.channel = 'email'
  where twin.deleted_at is null and twin.id <> leads.id and twin.email_key ${IS_GOOGLE}
    and ${googleMailbox('twin.email_key')} = ${googleMailbox('leads.email_key')}
    and other.status <> 'skipped' and (other.status not in ${WAITING} or other.id < due.id))`;

/** Mail to nobody, mail of SMTP_URL, mail of one mailbox, or what goes over a platform's API. */
export type TurnKind = 'practice' | 'mail' | 'mailbox' | MessengerId;

/** The queued messages of a kind, as it stands in the index of what is due. */
const isOfKind = (kind: TurnKind): string =>
  kind === 'practice' || kind === 'mail' || kind === 'mailbox'
    ? `route = 'mail' and is_practice = ${kind === 'practice'}`
    : `route = '${kind}' and is_practice = false`;

const turnStatement = (kind: TurnKind, transport: TransportId, size: number): string => `
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
    when ${isSuppressed('due')} then '${NOTES.suppressed}'
    when leads.id is null then '${NOTES.leadGone}'
    -- A sequence that has begun goes on. Of two campaigns the one that was launched first goes first.
    when due.follows_step_id is null and campaign.skips_busy_people and exists (
      select 1 from messages other join campaigns first on first.id = other.campaign_id
        and first.status = 'active' and first.deleted_at is null
        and (first.launched_at, first.id) < (campaign.launched_at, campaign.id)
      where other.lead_id = due.lead_id and other.campaign_id <> due.campaign_id and other.status in ${LEAVING}
    ) then '${NOTES.inOtherCampaign}'
    when due.channel = 'email' and leads.contact_status = 'verification_failed' then '${NOTES.badAddress}'
    when due.channel = 'email' and leads.email_key ${IS_GOOGLE} and ${HAS_TWIN} then '${NOTES.duplicate}'
    when consent.obstacle is not null then '${NOTES.noConsent} ' || consent.obstacle
    when due.follows_step_id is not null and exists (
      select 1 from messages earlier where earlier.campaign_id = due.campaign_id
        and earlier.step_id = due.follows_step_id and earlier.lead_id = due.lead_id
        and earlier.channel = due.channel and earlier.status in ('failed', 'bounced', 'skipped')
    ) then '${NOTES.earlierStepFailed}'
    when stop.reason is not null then ${STOP_NOTE}
  end as obstacle, ${OPENS_AT} as opens_at
  from due
  join campaigns campaign on campaign.id = due.campaign_id
  left join sequence_stops stop on due.follows_step_id is not null
    and stop.campaign_id = due.campaign_id and stop.lead_id = due.lead_id
  left join leads on leads.id = due.lead_id and leads.deleted_at is null
  left join ${consentGate('due.channel', String(kind === 'practice'))} consent on leads.id is not null
), skipped as (
  update messages set status = 'skipped', note = checked.obstacle
  from checked where messages.id = checked.id and checked.obstacle is not null
  returning messages.id
), postponed as (
  update messages set due_at = checked.opens_at
  from checked where messages.id = checked.id and checked.obstacle is null and checked.opens_at is not null
), started as (
  update messages set status = 'sending', attempts = attempts + 1, lease_owner = $1, note = null,
    mailbox_id = ${kind === 'mailbox' ? '$6::uuid' : 'null'},
    composition_id = coalesce(variant.composition_id, step.composition_id, messages.composition_id),
    legal_ground = checked.ground
  from checked join campaign_steps step on step.id = checked.step_id
  left join step_variants variant on variant.step_id = checked.step_id and variant.letter = checked.variant
    and variant.retired_at is null
  where messages.id = checked.id and checked.obstacle is null and checked.opens_at is null
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

/** The message's side of an outcome. */
export type MessageOutcome = {
  id: string;
  attempt: number;
  status: Extract<
    MessageStatus,
    'sent' | 'outbox' | 'failed' | 'bounced' | 'unconfirmed' | 'queued' | 'manual'
  >;
  response: string;
  note: string | null;
  /** Milliseconds until a deferred message is due again. */
  delayMs: number | null;
};

export type MarkedMessage = {
  id: string;
  contactHash: string | null;
  /** Its person was erased while it was in the air. */
  isForgotten: boolean;
};

/**
 * Writes outcomes of this worker to its messages; answers those that were still open. One that was given up as
 * unconfirmed meanwhile (the database was away for longer than the lease) is set right.
 */
export async function markMessages(
  tx: Queryable,
  worker: string,
  outcomes: readonly MessageOutcome[],
): Promise<MarkedMessage[]> {
  if (outcomes.length === 0) return [];
  // Arrays, because their length is known to the planner: of a JSON list it expects a hundred rows and scans the table.
  const column = <T>(of: (outcome: MessageOutcome) => T) => sql.param(outcomes.map(of));
  return rowsOf(
    tx,
    sql`update messages set status = given.status,
        -- Of somebody who was erased while it was in the air: what the server said may name them.
        response = case when address is not null then given.response end,
        note = case when address is not null then given.note end,
        sent_at = case when given.status in ('sent', 'outbox') then now() end,
        due_at = coalesce(now() + given.delay_ms * interval '1 millisecond', due_at)
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ attempt }) => attempt)}::int[],
        ${column(({ status }) => status)}::text[], ${column(({ response }) => response)}::text[],
        ${column(({ note }) => note)}::text[], ${column(({ delayMs }) => delayMs)}::float8[]
      ) as given(id, attempt, status, response, note, delay_ms)
      where messages.id = given.id and attempts = given.attempt and lease_owner = ${worker}
        and messages.status in ('sending', 'unconfirmed')
      returning messages.id, contact_hash as "contactHash", address is null as "isForgotten"`,
  );
}

/** What a worker kept of messages in the air, after their person was erased. */
export async function forgetAttempts(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const given = sql`${sql.param([...ids])}::uuid[]`;
  await tx.execute(sql`delete from outbox_mails where id = any(${given})`);
  await tx.execute(sql`delete from message_attempts where message_id = any(${given})`);
}

/**
 * Messages that were claimed but not begun go back as if nothing had happened. The number of the attempt is not given
 * out again: told twice, because the answer to the first time was lost, this takes back no later attempt. Answers those
 * whose person was erased meanwhile.
 */
export async function giveBackMessages(
  tx: Queryable,
  worker: string,
  attempts: readonly { id: string; attempt: number }[],
): Promise<string[]> {
  if (attempts.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`with given_back as (
      update messages set status = 'queued', note = null
      from unnest(${sql.param(attempts.map(({ id }) => id))}::uuid[],
        ${sql.param(attempts.map(({ attempt }) => attempt))}::int[]) as given(id, attempt)
      where messages.id = given.id and attempts = given.attempt and lease_owner = ${worker}
        and status in ('sending', 'unconfirmed')
      returning messages.id, attempts as number, address is null as is_forgotten
    ), unmade as (
      delete from message_attempts using given_back
      where message_id = given_back.id and message_attempts.number = given_back.number
    )
    select id from given_back where is_forgotten`,
  );
  return rows.map(({ id }) => id);
}

/** The follow-ups of what may come back are looked at when they are due. */
const MAY_COME_BACK: string[] = Object.values(COMES_BACK).flat();

/**
 * Follow-ups of messages that did not arrive and never will, one after the other, as they follow: nobody waits for them,
 * so they do not count as waiting until their day comes.
 */
export async function giveUpFollowUps(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`with recursive given_up as (
      select id, campaign_id, step_id, lead_id, channel from messages
      where id = any(${sql.param([...ids])}::uuid[])
        and (status in ('failed', 'bounced')
          or (status = 'skipped' and note <> all(${sql.param(MAY_COME_BACK)}::text[])))
      union
      select later.id, later.campaign_id, later.step_id, later.lead_id, later.channel
      from given_up join messages later on later.campaign_id = given_up.campaign_id
        and later.follows_step_id = given_up.step_id and later.lead_id = given_up.lead_id
        and later.channel = given_up.channel and (later.status in ${sql.raw(WAITING)} or later.status = 'skipped')
    )
    update messages set status = 'skipped', note = ${NOTES.earlierStepFailed}
    from given_up where messages.id = given_up.id and messages.status in ${sql.raw(WAITING)}`);
}

/** Follow-ups count from the moment the message before them left. */
export async function scheduleFollowUps(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update messages later
    set due_at = greatest(later.due_at, earlier.sent_at + step.delay_hours * interval '1 hour')
    from messages earlier, campaign_steps step
    where earlier.id = any(${sql.param(ids)}::uuid[]) and earlier.sent_at is not null
      and later.campaign_id = earlier.campaign_id and later.follows_step_id = earlier.step_id
      and later.lead_id = earlier.lead_id and later.channel = earlier.channel and later.status in ${sql.raw(WAITING)}
      and step.id = later.step_id`);
}

/** Says that these live. */
export async function noteWorkersSeen(
  db: Database,
  workers: readonly string[],
  answerWithinMs?: number,
): Promise<void> {
  await runPrepared(db, {
    name: 'note_workers_seen',
    text: `insert into delivery_workers (id, seen_at)
      select id, now() from unnest($1::uuid[]) as given(id) order by id
      on conflict (id) do update set seen_at = excluded.seen_at`,
    values: [[...workers]],
    ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
  });
}

export async function forgetWorker(db: Queryable, worker: string): Promise<void> {
  await db.execute(sql`delete from delivery_workers where id = ${worker}`);
}

/** A worker that has been silent for too long, held until the transaction ends. */
export async function lockDeadWorker(tx: Queryable, silentMs: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select id from delivery_workers
      where seen_at < now() - ${silentMs} * interval '1 millisecond' limit 1 for update skip locked`,
  );
  return row?.id;
}

export type LeftMessage = Pick<
  StartedMessage,
  'id' | 'campaignId' | 'leadId' | 'channel' | 'attempt' | 'isOfSequence' | 'isDemo'
> & {
  transport: TransportId;
  /** As the worker stored it; null when it ended with the message in the air. */
  verdict: unknown;
};

/**
 * What a worker has claimed and not brought to its end. Of the last hours alone where only that is asked for: it keeps
 * the search to the newest attempts, while what a database refused for long is found among all of them.
 */
export async function listLeftMessages(
  tx: Queryable,
  worker: string,
  { limit, ofHours }: { limit: number; ofHours?: number },
): Promise<LeftMessage[]> {
  return rowsOf(
    tx,
    sql`select messages.id, campaign_id as "campaignId", lead_id as "leadId", channel, number as attempt,
        is_demo as "isDemo", true as "isOfSequence", transport, verdict
      from message_attempts attempt
      join messages on messages.id = attempt.message_id and messages.attempts = attempt.number
      where attempt.worker = ${worker} and messages.status = 'sending' and messages.lease_owner = ${worker}
        ${ofHours === undefined ? sql`` : sql`and attempt.started_at > now() - make_interval(hours => ${ofHours})`}
      order by messages.id limit ${limit} for update of messages`,
  );
}

/** Stops campaigns by themselves, with a note that says why; answers those that were running. */
export async function haltCampaigns(tx: Queryable, ids: readonly string[], note: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update campaigns set status = 'paused', paused_at = now(), note = ${note}, updated_at = now()
      where id = any(${sql.param(ids)}::uuid[]) and status = 'active' returning id`,
  );
  return rows.map((row) => row.id);
}

/** Running campaigns with something of this kind that is due. */
export async function listDueCampaigns(db: Queryable, kind: TurnKind): Promise<string[]> {
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
  { kind, transport }: { kind: TurnKind; transport: TransportId },
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

/** What became of the messages of these campaigns so far; from the rollups, because it is asked with each batch. */
export async function listReputations(
  db: Queryable,
  campaignIds: readonly string[],
): Promise<{ campaignId: string; left: number; bounced: number; complained: number }[]> {
  return rowsOf(
    db,
    sql`select campaign_id as "campaignId",
        coalesce(sum(count) filter (where type in ('message.sent', 'message.bounced')), 0)::int as "left",
        coalesce(sum(count) filter (where type = 'message.bounced'), 0)::int as bounced,
        coalesce(sum(count) filter (where type = 'message.complained'), 0)::int as complained
      from event_rollups
      where campaign_id = any(${sql.param([...campaignIds])}::uuid[])
        and type in ('message.sent', 'message.bounced', 'message.complained')
      group by campaign_id`,
  );
}

/**
 * What waits for a platform that is not configured any more goes to people; answers how many messages. A note that
 * says why they wait is kept.
 */
export async function leaveToPeople(
  db: Queryable,
  served: readonly MessengerId[],
  note: string,
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update messages set status = 'manual', note = coalesce(messages.note, ${note})
      from campaigns where campaigns.id = messages.campaign_id and campaigns.status in ('active', 'paused')
        and is_queued and route <> 'mail' and route <> all(${sql.param([...served])}::text[])
      returning messages.id`,
  );
  return rows.length;
}

/** Attempts are kept as long as anybody could still ask about them. */
export async function sweepAttempts(db: Queryable, keptDays: number): Promise<void> {
  await db.execute(
    sql`delete from message_attempts where started_at < now() - make_interval(days => ${keptDays})`,
  );
}
