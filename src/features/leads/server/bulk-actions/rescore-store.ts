import { and, eq, inArray, isNull } from 'drizzle-orm';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { ScoreReason } from '../../contract.ts';
import { leads } from '../tables.ts';

/**
 * What is scored of these leads, held until the transaction ends; in one order, against deadlocks. A language model's
 * judgement is not among it: the built-in engine does not overrule it.
 */
export function listSignals(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({
      id: leads.id,
      groupId: leads.groupId,
      platform: leads.platform,
      signal: leads.behaviorSignal,
      postedAt: leads.signalAt,
      aiScore: leads.aiScore,
      scoreReasons: leads.scoreReasons,
      scoredBy: leads.scoredBy,
    })
    .from(leads)
    .where(and(inArray(leads.id, [...ids]), isNull(leads.deletedAt), eq(leads.scoredBy, BUILT_IN_ENGINE)))
    .orderBy(leads.id)
    .for('update');
}

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

export type Scored = { id: string; aiScore: string; scoreReasons: ScoreReason[]; scoredBy: string };

export async function setScores(tx: Queryable, rows: readonly Scored[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update leads set ai_score = given."aiScore"::numeric, score_reasons = given."scoreReasons",
      scored_by = given."scoredBy", version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(id uuid, "aiScore" text, "scoreReasons" jsonb, "scoredBy" text)
    where leads.id = given.id`);
}
