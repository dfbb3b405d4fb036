import { and, eq, inArray, isNull } from 'drizzle-orm';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { type Queryable, sql, type Transaction } from '#platform/db.ts';
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

export type Scored = { id: string; aiScore: string; scoreReasons: ScoreReason[]; scoredBy: string };

export async function setScores(tx: Queryable, rows: readonly Scored[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`update leads set ai_score = given."aiScore"::numeric, score_reasons = given."scoreReasons",
      scored_by = given."scoredBy", version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(id uuid, "aiScore" text, "scoreReasons" jsonb, "scoredBy" text)
    where leads.id = given.id`);
}
