import { sql, type Transaction } from '#platform/db.ts';
import { hasBegun, WAITING } from '../../rules-message-states.ts';

const waiting = sql.raw(WAITING);

/**
 * For SQL. When a send window opens after the instant `at`, in a person's zone; null while it is open or there is none.
 */
export const opensAt = ({ at, window, zone }: { at: string; window: string; zone: string }): string =>
  `case when ${window} is not null
    and not (extract(isodow from ${at} at time zone ${zone})::int in (
        select day::int from jsonb_array_elements_text(${window}->'days') day)
      and (${at} at time zone ${zone})::time >= (${window}->>'from')::time
      and (${at} at time zone ${zone})::time < (${window}->>'until')::time)
  then (select min(opening) from generate_series(0, 7) day
    cross join lateral (select (date_trunc('day', ${at} at time zone ${zone}) + make_interval(days => day)
      + (${window}->>'from')::interval) as wall) walls
    cross join lateral (select wall at time zone ${zone} as opening) openings
    where opening > ${at} and extract(isodow from wall)::int in (
      select allowed::int from jsonb_array_elements_text(${window}->'days') allowed))
  end`;

export type StepTime = {
  id: string;
  /** From the start to this step. */
  hours: number;
  /** Its number in the campaign. */
  place: number;
  /** By how much its distance from the step before it has grown. */
  addedHours: number;
};

/**
 * Moves what waits to the times that the campaign says now. Whose sequence has not begun starts with the campaign; in one
 * that has, a step comes so much later or sooner as its distance has changed, with those before it that wait as well, and
 * keeps what a pause has added. What was tried already moves too, but is due no sooner than the server said.
 */
export async function rescheduleMessages(
  tx: Transaction,
  campaignId: string,
  steps: readonly StepTime[],
): Promise<void> {
  const opening = opensAt({ at: 'wanted.at', window: 'wanted.send_window', zone: 'messages.time_zone' });
  const movedTo = sql.raw(`coalesce(${opening}, wanted.at)`);
  await tx.execute(sql`update messages
    set due_at = case when messages.attempts = 0 then ${movedTo} else greatest(messages.due_at, ${movedTo}) end
    from (
      select unsent.id, case when unsent.status <> 'manual' then campaign.send_window end as send_window,
        case when not ${sql.raw(hasBegun('unsent'))}
          then greatest(unsent.created_at, campaign.starts_at) + step.hours * interval '1 hour'
          else unsent.due_at + interval '1 hour' * sum(step."addedHours") over (
            partition by unsent.lead_id, unsent.channel order by step.place) end as at
      from messages unsent
      join campaigns campaign on campaign.id = unsent.campaign_id
      join jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as step(id uuid, hours float8, place int, "addedHours" float8) on step.id = unsent.step_id
      where unsent.campaign_id = ${campaignId} and unsent.status in ${waiting}
    ) wanted
    where messages.id = wanted.id and messages.status in ${waiting}`);
}
