import { because, LEFT, WAITING } from '#features/campaigns/rules-message-states.ts';
import { STOP_REASONS } from '#features/campaigns/rules-sequence.ts';
import { OPEN_REASON, OPEN_STATUS, reviveFollowUps } from '#features/campaigns/server/service.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { scheduleFollowUps } from '../queue/delivery-store.ts';

type Id = { id: string };

const listOf = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/**
 * Gives the messages, the source notice and the ends of sequences of one person to another who is the same; answers the
 * ids of what went, those of campaigns for sequences that ended. Of a step that both have, the one who stays has the
 * message that left, and one of the two where neither did: the other goes to, or stays with, the record that is gone,
 * where it is not sent. So nobody is written to twice.
 */
export async function moveRecipient(tx: Queryable, from: string, to: string): Promise<string[]> {
  // A statement of its own: one that waited for a worker would still see what was there before it waited.
  await tx.execute(sql`select 1 from messages where lead_id in (${from}, ${to}) order by id for update`);
  const had = await rowsOf<Id & { leftId: string }>(
    tx,
    sql`select own.id, moving.id as "leftId" from messages moving
      join messages own on own.lead_id = ${to} and own.campaign_id = moving.campaign_id
        and own.step_id = moving.step_id and own.channel = moving.channel
      where moving.lead_id = ${from} and moving.status in ${sql.raw(LEFT)}
        and (own.status in ${sql.raw(WAITING)} or own.status = 'skipped')`,
  );
  const swapped = had.map(({ id }) => id);
  // Of no one in between: a person has one message of a step.
  await tx.execute(sql`update messages set lead_id = null where id = any(${listOf(swapped)})`);
  const moved = await rowsOf<Id>(
    tx,
    sql`with own_messages as (
        update messages moving set lead_id = ${to} where lead_id = ${from} and not exists (
          select 1 from messages own where own.lead_id = ${to} and own.campaign_id = moving.campaign_id
            and own.step_id = moving.step_id and own.channel = moving.channel)
        returning id),
      own_notice as (
        update source_notices set lead_id = ${to} where lead_id = ${from}
          and not exists (select 1 from source_notices own where own.lead_id = ${to})
        returning mail_id as id),
      own_stops as (
        insert into sequence_stops (campaign_id, lead_id, reason, at)
        select campaign_id, ${to}, reason, at from sequence_stops where lead_id = ${from}
        on conflict do nothing returning campaign_id as id)
      select id from own_messages union all select id from own_notice union all select id from own_stops`,
  );
  await tx.execute(sql`update messages set lead_id = ${from} where id = any(${listOf(swapped)})`);
  await tx.execute(sql`update messages set status = 'skipped', ${sql.raw(because('lead_deleted'))}
    where lead_id = ${from} and status in ${sql.raw(WAITING)}`);
  await scheduleFollowUps(
    tx,
    had.map(({ leftId }) => leftId),
  );
  await tx.execute(sql`update messages set status = 'skipped', reason = stop.reason, details = null
    from sequence_stops stop
    where messages.lead_id = ${to} and stop.lead_id = ${to} and stop.campaign_id = messages.campaign_id
      and follows_step_id is not null and status in ${sql.raw(WAITING)}`);
  return [...swapped, ...moved.map(({ id }) => id)];
}

/**
 * Undo of `moveRecipient` with what it answered. What waits for a record that is restored is opened by whoever restores
 * it; what an end that belongs to the other record kept back is opened here.
 */
export async function moveRecipientBack(
  tx: Queryable,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const given = listOf(ids);
  const swapped = await rowsOf<Id>(
    tx,
    sql`update messages set lead_id = null where lead_id = ${to} and id = any(${given}) returning id`,
  );
  await tx.execute(sql`update messages set lead_id = ${to} where lead_id = ${from} and id = any(${given})`);
  await tx.execute(
    sql`update messages set lead_id = ${from} where id = any(${listOf(swapped.map(({ id }) => id))})`,
  );
  await tx.execute(
    sql`update source_notices set lead_id = ${to} where lead_id = ${from} and mail_id = any(${given})`,
  );
  // One that was set anew since is of the record that stayed.
  await tx.execute(sql`delete from sequence_stops own using sequence_stops theirs
    where own.lead_id = ${from} and own.campaign_id = any(${given})
      and theirs.lead_id = ${to} and theirs.campaign_id = own.campaign_id and theirs.at = own.at`);
  const opened = await rowsOf<{ campaignId: string }>(
    tx,
    sql`update messages set status = ${OPEN_STATUS}, reason = ${OPEN_REASON}, details = null
      from campaigns, campaign_steps step
      where messages.lead_id in (${from}, ${to}) and messages.status = 'skipped'
        and messages.reason = any(${sql.param([...STOP_REASONS])}::text[])
        and not exists (select 1 from sequence_stops stop
          where stop.campaign_id = messages.campaign_id and stop.lead_id = messages.lead_id)
        and campaigns.id = messages.campaign_id and campaigns.deleted_at is null and campaigns.status <> 'completed'
        and step.id = messages.step_id and step.retired_at is null
      returning messages.campaign_id as "campaignId"`,
  );
  for (const id of new Set(opened.map(({ campaignId }) => campaignId)))
    await reviveFollowUps(tx, id, [from, to]);
}
