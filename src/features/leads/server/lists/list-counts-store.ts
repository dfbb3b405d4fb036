import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { type LeadQuery, ScoreBand, type ScoreOutcome, type Stage } from '../../contract.ts';
import { BAND_FLOORS } from '../../rules.ts';
import { leadTallies } from '../tables.ts';

/** Exact number of live leads of a kind, whose values are given by name; the text search is not looked at. */
export function sumOfTallies(query: Omit<LeadQuery, 'q'>): SQL {
  const filter = and(
    query.stage && eq(leadTallies.stage, sql.placeholder('stage')),
    query.groupId ? eq(leadTallies.groupId, sql.placeholder('groupId')) : undefined,
    query.platform ? eq(leadTallies.platform, sql.placeholder('platform')) : undefined,
    query.contactStatus && eq(leadTallies.contactStatus, sql.placeholder('contactStatus')),
    query.band && eq(leadTallies.band, sql.placeholder('band')),
  );
  return sql`select coalesce(sum(${leadTallies.count}), 0) from ${leadTallies} where ${filter ?? sql`true`}`;
}

const REPLIED: readonly Stage[] = ['engaged', 'qualified', 'converted'];

/** What became of the live leads of each band that somebody wrote to or marked 'not a fit'. */
export async function countOutcomes(db: Queryable): Promise<ScoreOutcome[]> {
  const countOf = (filter: SQL): SQL<number> =>
    sql<number>`coalesce(sum(${leadTallies.count}) filter (where ${filter}), 0)::int`;
  const rows = await db
    .select({
      band: leadTallies.band,
      contacted: countOf(sql`true`),
      replied: countOf(inArray(leadTallies.stage, [...REPLIED])),
      converted: countOf(eq(leadTallies.stage, 'converted')),
    })
    .from(leadTallies)
    .where(ne(leadTallies.stage, 'new'))
    .groupBy(leadTallies.band);
  const marked = await rowsOf<{ band: ScoreBand; notFit: number; untouched: number }>(
    db,
    sql`select case when ai_score >= ${BAND_FLOORS.high} then 'high'
          when ai_score >= ${BAND_FLOORS.medium} then 'medium' else 'low' end as band,
        count(*)::int as "notFit", count(*) filter (where stage = 'new')::int as untouched
      from leads where is_not_fit and deleted_at is null group by 1`,
  );
  return ScoreBand.options.map((band) => {
    const counted = rows.find((row) => row.band === band) ?? { contacted: 0, replied: 0, converted: 0 };
    const { notFit, untouched } = marked.find((row) => row.band === band) ?? { notFit: 0, untouched: 0 };
    return { ...counted, band, notFit, judged: counted.contacted + untouched };
  });
}

/** Adds the changes up to one row a kind. What is appended meanwhile is left for the next time. */
export async function foldListCounts(db: Queryable): Promise<void> {
  await db.execute(sql`with taken as (delete from lead_tallies returning *)
    insert into lead_tallies (group_id, stage, platform, contact_status, band, count)
    select group_id, stage, platform, contact_status, band, sum(count) from taken
    group by 1, 2, 3, 4, 5 having sum(count) <> 0`);
}
