import { profileOf, readAudience } from '#engines/intent/features.ts';
import type { ScoreSignals } from '#features/leads/server/scoring-service.ts';
import { scoreSignal } from '../rules-scoring.ts';
import { listAudiences } from './scoring-store.ts';

/** Scores each by what its group is searched for now, else by the words of the group. */
export const scoreSignals: ScoreSignals = async (db, signals, now) => {
  const groupIds = [...new Set(signals.flatMap(({ groupId }) => groupId ?? []))];
  const audiences = new Map(
    (await listAudiences(db, groupIds)).map(({ groupId, about }) => [groupId, readAudience(about)]),
  );
  const nobody = readAudience('');
  return signals.map(({ groupId, text, scoreReasons, postedAt }) =>
    scoreSignal(audiences.get(groupId ?? '') ?? nobody, {
      text,
      profile: profileOf(scoreReasons),
      postedAt,
      now,
    }),
  );
};
