import { type Queryable, rowsOf, sql } from '#platform/db.ts';

/** Whom each group looks for: the words of its last search, else its name and description. */
export function listAudiences(
  db: Queryable,
  groupIds: readonly string[],
): Promise<{ groupId: string; about: string }[]> {
  return rowsOf(
    db,
    sql`select g.id as "groupId", coalesce(
        (select search_query from lead_runs where group_id = g.id order by started_at desc limit 1),
        case when trim(g.description) = '' then '' else g.name || ' ' || g.description end) as about
      from lead_groups g where g.id = any(${sql.param([...groupIds])}::uuid[])`,
  );
}
