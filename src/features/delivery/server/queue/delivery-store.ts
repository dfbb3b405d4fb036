import type {
  MessageReason,
  MessageReasonDetails,
  MessageStatus,
} from '#features/campaigns/contract-messages.ts';
import { because, COMES_BACK, WAITING } from '#features/campaigns/rules-message-states.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { MessengerId } from '#providers/messaging/port.ts';

/** The message's side of an outcome. */
export type MessageOutcome = {
  id: string;
  attempt: number;
  status: Extract<
    MessageStatus,
    'sent' | 'outbox' | 'failed' | 'bounced' | 'unconfirmed' | 'queued' | 'manual'
  >;
  response: string;
  reason: MessageReason | null;
  details: MessageReasonDetails | null;
  /** Milliseconds until a deferred message is due again. */
  delayMs: number | null;
};

export type MarkedMessage = {
  id: string;
  /** As it is now: they may have become part of another record while it was in the air. */
  leadId: string | null;
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
        reason = given.reason, details = case when address is not null then given.details::jsonb end,
        sent_at = case when given.status in ('sent', 'outbox') then now() end,
        due_at = coalesce(now() + given.delay_ms * interval '1 millisecond', due_at)
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ attempt }) => attempt)}::int[],
        ${column(({ status }) => status)}::text[], ${column(({ response }) => response)}::text[],
        ${column(({ reason }) => reason)}::text[],
        ${column(({ details }) => details && JSON.stringify(details))}::text[], ${column(({ delayMs }) => delayMs)}::float8[]
      ) as given(id, attempt, status, response, reason, details, delay_ms)
      where messages.id = given.id and attempts = given.attempt and lease_owner = ${worker}
        and messages.status in ('sending', 'unconfirmed')
      returning messages.id, lead_id as "leadId", contact_hash as "contactHash", address is null as "isForgotten"`,
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
      update messages set status = 'queued', reason = null, details = null
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
          or (status = 'skipped' and reason <> all(${sql.param(MAY_COME_BACK)}::text[])))
      union
      select later.id, later.campaign_id, later.step_id, later.lead_id, later.channel
      from given_up join messages later on later.campaign_id = given_up.campaign_id
        and later.follows_step_id = given_up.step_id and later.lead_id = given_up.lead_id
        and later.channel = given_up.channel and (later.status in ${sql.raw(WAITING)} or later.status = 'skipped')
    )
    update messages set status = 'skipped', ${sql.raw(because('earlier_step_failed'))}
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

/**
 * What waits for a platform that is not configured any more goes to people; answers how many messages. A reason why
 * they wait is kept.
 */
export async function leaveToPeople(db: Queryable, served: readonly MessengerId[]): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update messages set status = 'manual', reason = coalesce(messages.reason, ${'platform_not_set_up' satisfies MessageReason})
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
