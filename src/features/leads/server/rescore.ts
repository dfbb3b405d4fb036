import { isDeepStrictEqual } from 'node:util';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Transaction } from '#platform/db.ts';
import type { LeadBefore } from '../contract-acts.ts';
import { type Audience, profileOf, readAudience } from '../rules-features.ts';
import { scoreSignal } from '../rules-scoring.ts';
import { listAudiences, listSignals, setScores } from './rescore-store.ts';

/**
 * Scores leads by what their groups are searched for now, and writes those whose score or reasons became others.
 * What a profile showed still counts; what a language model judged stays as it is. Answers what each of these had
 * before.
 */
export async function rescore(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<{ leadId: string; before: LeadBefore }[]> {
  const leads = await listSignals(tx, ids);
  const groupIds = [...new Set(leads.flatMap(({ groupId }) => groupId ?? []))];
  const audiences = new Map<string, Audience>(
    (await listAudiences(tx, groupIds)).map(({ groupId, about }) => [groupId, readAudience(about)]),
  );
  const nobody = readAudience('');
  const changed = leads.flatMap((lead) => {
    const audience = audiences.get(lead.groupId ?? '') ?? nobody;
    const { score, reasons } = scoreSignal(audience, {
      // What a file says is nobody's public post.
      text: lead.platform === 'import' ? '' : lead.signal,
      profile: profileOf(lead.scoreReasons),
      postedAt: lead.postedAt,
      now,
    });
    const aiScore = score.toFixed(1);
    const isSame = aiScore === lead.aiScore && isDeepStrictEqual(reasons, lead.scoreReasons);
    return isSame ? [] : [{ lead, aiScore, scoreReasons: reasons }];
  });
  await setScores(
    tx,
    changed.map(({ lead, ...scored }) => ({ id: lead.id, ...scored, scoredBy: BUILT_IN_ENGINE })),
  );
  return changed.map(({ lead: { id, aiScore, scoreReasons, scoredBy } }) => ({
    leadId: id,
    before: { score: { aiScore, scoreReasons, scoredBy } },
  }));
}
