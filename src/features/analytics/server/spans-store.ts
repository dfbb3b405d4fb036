import { DAY_MS } from '#kit/time.ts';
import { type SQL, sql } from '#platform/db.ts';

/** Before anything can have happened; a midnight, so that it needs no quarters of an hour. */
export const BEGINNING = new Date('0001-01-01T00:00:00Z');

/**
 * What was counted in stretches of time that follow one another, as a table `campaign_id, type, span, count,
 * value_cents` in parentheses; the first stretch is span 1. Whole days of UTC come from the sums of days. A day of
 * another zone is the day of UTC nearest to it, with the quarters of an hour between the two beginnings put to one
 * side and taken from the other: exact, as every zone in use is offset by whole quarters, and read from a fraction of
 * the rows. What cancels out leaves rows that add up to nothing: a group of them alone is no group.
 * @param bounds where the stretches begin, oldest first, and where the last one ends
 * @param where of `campaign_id` and `type`
 */
export function countedIn(bounds: readonly Date[], where: SQL): SQL {
  const starts = bounds.map((at) => ({ at, midnight: nearestMidnight(at) }));
  const midnights = starts.map(({ midnight }) => midnight.toISOString());
  const edges = starts.flatMap(({ at, midnight }, index) =>
    at.getTime() === midnight.getTime()
      ? []
      : {
          since: (at < midnight ? at : midnight).toISOString(),
          until: (at < midnight ? midnight : at).toISOString(),
          // Before midnight they belong to the stretch that begins, after it to the one that ends.
          more: at < midnight ? index + 1 : index,
          less: at < midnight ? index : index + 1,
        },
  );
  const days = sql`select campaign_id, type, width_bucket(bucket, ${sql.param(midnights)}::timestamptz[]) as span,
      count, value_cents
    from event_days where bucket >= ${midnights[0]} and bucket < ${midnights.at(-1)} and ${where}`;
  if (edges.length === 0) return sql`(${days})`;
  return sql`(${days} union all
    select campaign_id, type, s.span, s.sign * count, s.sign * value_cents
    from jsonb_to_recordset(${JSON.stringify(edges)}::jsonb)
        as e(since timestamptz, until timestamptz, more integer, less integer)
      -- Apart, so that each edge is looked up by its own bounds.
      cross join lateral (
        select campaign_id, type, count, value_cents from event_rollups
        where bucket >= e.since and bucket < e.until and ${where} offset 0
      ) quarters
      cross join lateral (values (e.more, 1), (e.less, -1)) as s(span, sign)
    where s.span between 1 and ${bounds.length - 1})`;
}

/** The first quarter of an hour in which anything of this was counted, as `first`; null without any. */
export function firstOf(where: SQL): SQL {
  return sql`select min(bucket) as first from event_rollups
    where bucket < (select min(bucket) from event_days where ${where}) + interval '1 day' and ${where}`;
}

function nearestMidnight(at: Date): Date {
  return new Date(Math.round(at.getTime() / DAY_MS) * DAY_MS);
}
