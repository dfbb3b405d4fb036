import type { EventType } from '#features/tracking/contract.ts';
import { type SQL, sql } from '#platform/db.ts';
import type { Measure } from '../contract-funnel.ts';

/** A stretch of time: `from` null begins with the first event; `to` is the first instant that is not counted. */
export type Stretch = { from: Date | null; to: Date };

/** Which events count: those of these campaigns, and of people's arrival unless one campaign is looked at. */
export type Scope = { campaignIds: readonly string[]; hasArrivals: boolean };

export const ARRIVALS = ['lead.discovered', 'lead.added'] as const;
export const EVENTS_OF: Record<Measure, readonly EventType[]> = {
  leads: ARRIVALS,
  messages: ['message.sent'],
  visits: ['landing.visited'],
  conversions: ['landing.converted'],
  purchases: ['purchase.made'],
  revenue: ['purchase.made', 'purchase.refunded'],
  spend: ['spend.recorded'],
};
/** Every type of event that any figure counts. */
export const COUNTED = [...new Set(Object.values(EVENTS_OF).flat())];

const sumOf = (column: string, types: readonly string[]): string =>
  `coalesce(sum(${column}) filter (where type in (${types.map((type) => `'${type}'`).join(', ')})), 0)::float8`;

/** The columns of `Counts`, of rows with a type, a number of events and a value. */
export const COUNTS: SQL = sql.raw(
  [
    ...(['leads', 'messages', 'visits', 'conversions', 'purchases'] as const).map(
      (measure) => `${sumOf('count', EVENTS_OF[measure])} as ${measure}`,
    ),
    ...(['revenue', 'spend'] as const).map(
      (measure) => `${sumOf('value_cents', EVENTS_OF[measure])} as ${measure}`,
    ),
  ].join(', '),
);

export function inStretch(column: SQL, { from, to }: Stretch): SQL {
  return sql`${column} < ${to.toISOString()}${from === null ? sql`` : sql` and ${column} >= ${from.toISOString()}`}`;
}

export function inScope(prefix: SQL, { campaignIds, hasArrivals }: Scope): SQL {
  const types = sql`${prefix}type = any(${sql.param(COUNTED)}::text[])`;
  const ofCampaigns = sql`${prefix}campaign_id = any(${sql.param([...campaignIds])}::uuid[])`;
  const arrived = sql`${prefix}type = any(${sql.param([...ARRIVALS])}::text[])`;
  return hasArrivals ? sql`${types} and (${ofCampaigns} or ${arrived})` : sql`${types} and ${ofCampaigns}`;
}
