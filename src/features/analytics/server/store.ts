import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { campaigns } from '#features/campaigns/server/tables.ts';
import type { EventType } from '#features/tracking/contract.ts';
import { events } from '#features/tracking/server/tables.ts';
import { preparedRowsOf, type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Heard } from '../contract.ts';
import { type Figures, LIFECYCLE_EVENTS, type LifecycleEvent, NO_FIGURES } from '../rules.ts';
import { BEGINNING, countedIn, firstOf } from './spans-store.ts';

export type CampaignRow = typeof campaigns.$inferSelect;

/** Campaigns that have been launched and are not deleted; all of them or one. */
export function listLaunchedCampaigns(db: Queryable, campaignId?: string): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(
      and(
        isNull(campaigns.deletedAt),
        isNotNull(campaigns.launchedAt),
        campaignId === undefined ? undefined : eq(campaigns.id, campaignId),
      ),
    )
    .orderBy(asc(campaigns.launchedAt), asc(campaigns.id));
}

/**
 * How many messages of each of these campaigns went to the outbox from `from` on. Of one that was launched later that
 * is all it has, which is counted already; the messages themselves are asked where some may have gone before.
 */
export async function countKept(
  db: Queryable,
  launched: readonly Pick<CampaignRow, 'id' | 'launchedAt'>[],
  from: Date | null,
): Promise<ReadonlyMap<string, number>> {
  const ids = (older: boolean) =>
    launched
      .filter(({ launchedAt }) => older === (from !== null && launchedAt !== null && launchedAt < from))
      .map(({ id }) => id);
  const rows = await rowsOf<{ campaignId: string; count: number }>(
    db,
    sql`select campaign_id as "campaignId", sum(count)::int as count from message_tallies
        where campaign_id = any(${sql.param(ids(false))}::uuid[]) and status = 'outbox' group by 1
      union all
      select campaign_id, count(*)::int from messages
        where campaign_id = any(${sql.param(ids(true))}::uuid[]) and status = 'outbox'
          and campaign_id in (select campaign_id from message_tallies where status = 'outbox')
          and sent_at >= ${(from ?? BEGINNING).toISOString()} group by 1`,
  );
  return new Map(rows.map(({ campaignId, count }) => [campaignId, count]));
}

/** What came back, besides what the funnel shows. */
const HEARD: Record<keyof Heard, EventType> = {
  opens: 'message.opened',
  machineOpens: 'message.preloaded',
  clicks: 'link.clicked',
  replies: 'reply.received',
  bounces: 'message.bounced',
  complaints: 'message.complained',
  unsubscribes: 'contact.unsubscribed',
};

/** Of each of these campaigns to which anything came back in the window. */
export async function heardByCampaign(
  db: Queryable,
  { campaignIds, from, to }: Window,
): Promise<ReadonlyMap<string, Heard>> {
  const counts = sql.join(
    Object.entries(HEARD).map(
      ([name, type]) =>
        sql`coalesce(sum(count) filter (where type = ${type}), 0)::float8 as ${sql.identifier(name)}`,
    ),
    sql`, `,
  );
  const rows = await rowsOf<Heard & { campaignId: string }>(
    db,
    sql`select campaign_id as "campaignId", ${counts} from ${countedIn(
      [from ?? BEGINNING, to],
      sql`campaign_id = any(${sql.param([...campaignIds])}::uuid[])
        and type = any(${sql.param(Object.values(HEARD))}::text[])`,
    )} counted group by campaign_id having sum(count) > 0`,
  );
  return new Map(rows.map(({ campaignId, ...heard }) => [campaignId, heard]));
}

const COUNTED: readonly EventType[] = [
  'message.sent',
  'landing.visited',
  'landing.converted',
  'purchase.made',
  'purchase.refunded',
  'spend.recorded',
];

type Window = {
  campaignIds: string[];
  /** Null: from the first event on. */
  from: Date | null;
  /** First instant that is not counted. */
  to: Date;
};

const FIGURES = sql.raw(`
  coalesce(sum(count) filter (where type = 'message.sent'), 0)::float8 as messages,
  coalesce(sum(count) filter (where type = 'landing.visited'), 0)::float8 as visits,
  coalesce(sum(count) filter (where type = 'landing.converted'), 0)::float8 as conversions,
  coalesce(sum(count) filter (where type = 'purchase.made'), 0)::float8 as purchases,
  coalesce(sum(value_cents) filter (where type in ('purchase.made', 'purchase.refunded')), 0)::float8 as "revenueCents",
  coalesce(sum(value_cents) filter (where type = 'spend.recorded'), 0)::float8 as "spendCents"`);

function ofCampaigns(campaignIds: readonly string[]) {
  return sql`campaign_id = any(${sql.param([...campaignIds])}::uuid[])
    and type = any(${sql.param([...COUNTED])}::text[])`;
}

/** Figures of each of these campaigns that has any in the window. */
export function sumByCampaign(
  db: Queryable,
  { campaignIds, from, to }: Window,
): Promise<(Figures & { campaignId: string })[]> {
  return rowsOf(
    db,
    sql`select campaign_id as "campaignId", ${FIGURES}
      from ${countedIn([from ?? BEGINNING, to], ofCampaigns(campaignIds))} counted
      group by campaign_id having sum(count) > 0`,
  );
}

/**
 * Figures of all of these campaigns together in stretches of time that follow one another, in their order.
 * @param bounds where the stretches begin, and where the last one ends
 */
export async function sumBySpan(
  db: Queryable,
  { campaignIds, bounds }: { campaignIds: readonly string[]; bounds: readonly Date[] },
): Promise<Figures[]> {
  const rows = await rowsOf<Figures & { span: number }>(
    db,
    sql`select span, ${FIGURES} from ${countedIn(bounds, ofCampaigns(campaignIds))} counted group by span`,
  );
  return bounds.slice(1).map((_end, index) => rows.find(({ span }) => span === index + 1) ?? NO_FIGURES);
}

/** When the first event of these campaigns was counted, to the quarter of an hour. */
export async function findFirstCount(db: Queryable, campaignIds: string[]): Promise<Date | null> {
  const [row] = await rowsOf<{ first: string | null }>(db, firstOf(ofCampaigns(campaignIds)));
  return row?.first == null ? null : new Date(row.first);
}

export type Turn = { campaignId: string; type: LifecycleEvent; at: Date };

/** Turns in the lives of these campaigns, oldest first. */
export async function listTurns(db: Queryable, campaignIds: string[]): Promise<Turn[]> {
  if (campaignIds.length === 0) return [];
  const rows = await preparedRowsOf<{ campaignId: string; type: LifecycleEvent; at: string }>(
    db,
    'list_turns',
    // Kinds in the text: of a list that comes as a value the planner expects more, and plans anew each time.
    sql`select campaign_id as "campaignId", type, occurred_at as at from events
      where type in (${sql.raw(LIFECYCLE_EVENTS.map((type) => `'${type}'`).join(', '))})
        and campaign_id = any(${sql.param(campaignIds)}::uuid[])
      order by occurred_at, id`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** Events of a type counted from `from` on and before `to`. */
export async function countEvents(
  db: Queryable,
  { type, from, to }: { type: EventType; from: Date; to: Date },
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select coalesce(sum(count), 0)::float8 as count from ${countedIn([from, to], sql`type = ${type}`)} counted`,
  );
  return row?.count ?? 0;
}

/** Campaigns that ran at some time from `from` on and up to `now`. */
export async function countCampaignsRun(db: Queryable, from: Date, now: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) from campaigns
      where deleted_at is null and launched_at <= ${now.toISOString()}
        and (completed_at is null or completed_at >= ${from.toISOString()})`,
  );
  return row?.count ?? 0;
}

/** When something last happened, up to `now`. */
export async function findLastEvent(db: Queryable, now: Date): Promise<Date | null> {
  const [row] = await rowsOf<{ at: string }>(
    db,
    sql`select occurred_at as at from events where occurred_at <= ${now.toISOString()}
      order by occurred_at desc limit 1`,
  );
  return row ? new Date(row.at) : null;
}

const AI_EVENTS = ['run.scored', 'addresses.checked', 'campaign.composed'] as const;
/** Pauses that the sending itself made: they say why. */
const HALT = sql`${events.type} = 'campaign.paused' and jsonb_exists(${events.data}, 'reason')`;
export type AiEvent = {
  id: string;
  type: EventType;
  occurredAt: Date;
  /** Name of the campaign it was done for. */
  campaign: string | null;
  data: unknown;
};

/** What the AI did lately, newest first. */
export function listAiEvents(db: Queryable, limit: number): Promise<AiEvent[]> {
  return db
    .select({
      id: events.id,
      type: events.type,
      occurredAt: events.occurredAt,
      campaign: campaigns.name,
      data: events.data,
    })
    .from(events)
    .leftJoin(campaigns, eq(campaigns.id, events.campaignId))
    .where(or(inArray(events.type, [...AI_EVENTS]), HALT))
    .orderBy(sql`${events.occurredAt} desc, ${events.id} desc`)
    .limit(limit);
}
