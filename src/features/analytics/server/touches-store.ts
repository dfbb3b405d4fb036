import { type SQL, sql } from '#platform/db.ts';
import { type Goal, TOUCH_DAYS } from '../contract-funnel.ts';
import { inStretch, type Stretch } from './scope-store.ts';

/** Events of a goal, the one that counts first: a refund takes money back, not a purchase. */
export const GOAL_EVENTS: Record<Goal, readonly [string, ...string[]]> = {
  conversions: ['landing.converted'],
  purchases: ['purchase.made', 'purchase.refunded'],
};

/** Which of the contacts before a goal: also the names under which they are summed up by day. */
export const TOUCHES = ['first', 'last'] as const;
export type Touch = (typeof TOUCHES)[number];

/**
 * Before goals are read in a transaction: merged by person the contacts would come through their index, which reads the
 * events in no order, where sorting them takes a third of the time.
 */
export const PLAN_FOR_TOUCHES = sql`set local enable_mergejoin = off`;

/**
 * Goals `e` with the contacts that came first and last before them, as `first_campaign`, `first_channel` and so on.
 * Without any the goal's own campaign stands for both. The contacts of a person are put in order once, for all of their
 * goals: looked up for each goal they took twenty seconds over a million events.
 * @param within holds every goal, so that no older contacts are read than those which can count
 */
export function touchedGoals(where: SQL, { from, to }: Stretch): SQL {
  const reach = sql`make_interval(days => ${TOUCH_DAYS})`;
  const since =
    from === null ? sql`` : sql`and t.occurred_at >= ${from.toISOString()}::timestamptz - ${reach}`;
  const touch = (name: Touch): SQL =>
    sql.raw(`coalesce(case when place.first <= place.last then t.campaigns[place.${name}] end, e.campaign_id) as ${name}_campaign,
      coalesce(case when place.first <= place.last then t.channels[place.${name}] end, e.channel) as ${name}_channel`);
  return sql`with goal as materialized (
        select e.* from events e where ${where} and ${inStretch(sql`e.occurred_at`, { from, to })}
      ), touched as (
        select t.lead_id, array_agg(t.occurred_at order by t.occurred_at, t.id) as instants,
          array_agg(t.campaign_id order by t.occurred_at, t.id) as campaigns,
          array_agg(t.channel order by t.occurred_at, t.id) as channels
        from events t
        where t.type in ('message.sent', 'link.clicked', 'landing.visited', 'reply.received')
          and t.lead_id in (select lead_id from goal) and t.occurred_at < ${to.toISOString()} ${since}
        group by t.lead_id
      )
      select e.*, ${touch('first')}, ${touch('last')}
      from goal e
        left join touched t on t.lead_id = e.lead_id
        -- How many contacts came up to an instant is the place of the last of them.
        cross join lateral (
          select width_bucket(e.occurred_at - ${reach} - interval '1 microsecond', t.instants) + 1 as first,
            width_bucket(e.occurred_at, t.instants) as last
        ) place`;
}

/** The key under which goals `e` with their touches are summed up: a campaign and a channel, each of which may be none. */
export function touchKey(touch: Touch): SQL {
  return sql.raw(`coalesce(e.${touch}_campaign::text, '') || ' ' || coalesce(e.${touch}_channel, '')`);
}

export function readTouchKey(key: string): { campaignId: string | null; channel: string | null } {
  const end = key.indexOf(' ');
  return { campaignId: key.slice(0, end) || null, channel: key.slice(end + 1) || null };
}

export function writeTouchKey({ campaignId, channel }: ReturnType<typeof readTouchKey>): string {
  return `${campaignId ?? ''} ${channel ?? ''}`;
}
