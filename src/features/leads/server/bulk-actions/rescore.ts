import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { LeadBeforeAction } from '../../contract-bulk-actions.ts';
import { listSignals, type Scored, setScores } from './rescore-store.ts';

/**
 * Scores leads by what their groups are searched for now, and writes those whose score or reasons became others.
 * What a profile showed still counts; what a language model judged stays as it is. Answers what each of these had
 * before.
 */
export async function rescore(
  { clock, scoreSignals }: Pick<Context, 'clock' | 'scoreSignals'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<{ leadId: string; before: LeadBeforeAction }[]> {
  const leads = await listSignals(tx, ids);
  const scores = await scoreSignals(
    tx,
    // What a file says is nobody's public post.
    leads.map(({ signal, ...lead }) => ({ ...lead, text: lead.platform === 'import' ? '' : signal })),
    clock.now(),
  );
  const changed = leads.flatMap((lead, index) => {
    const { score = 0, reasons = [] } = scores[index] ?? {};
    const aiScore = score.toFixed(1);
    const isSame = aiScore === lead.aiScore && isDeepStrictEqual(reasons, lead.scoreReasons);
    return isSame ? [] : [{ lead, aiScore, scoreReasons: reasons }];
  });
  await setScores(
    tx,
    changed.map(({ lead, ...scored }) => ({ id: lead.id, ...scored, scoredBy: BUILT_IN_ENGINE })),
  );
  return changed.map(({ lead: { id, aiScore, scoreReasons, scoredBy }, ...scored }) => ({
    leadId: id,
    before: { score: { aiScore, scoreReasons, scoredBy }, scoredAs: digestOf(scored) },
  }));
}

/** Gives these leads the score of before back, where nothing has scored them since. */
export async function scoreBack(
  tx: Transaction,
  changes: readonly { leadId: string; before: LeadBeforeAction }[],
): Promise<void> {
  const before = new Map(changes.map((change) => [change.leadId, change.before]));
  const leads = await listSignals(tx, [...before.keys()]);
  await setScores(
    tx,
    leads.flatMap((lead) => {
      const { score, scoredAs } = before.get(lead.id) ?? {};
      return score && (scoredAs === undefined || scoredAs === digestOf(lead))
        ? [{ id: lead.id, ...score }]
        : [];
    }),
  );
}

/** Tells one score with its reasons from another; the database gives the fields of a reason back in its own order. */
function digestOf({ aiScore, scoreReasons }: Pick<Scored, 'aiScore' | 'scoreReasons'>): string {
  const reasons = scoreReasons.map(({ rule, label, points, start, end }) => [
    rule,
    label,
    points,
    start,
    end,
  ]);
  return hash('sha1', JSON.stringify([aiScore, reasons]), 'base64').slice(0, 12);
}
