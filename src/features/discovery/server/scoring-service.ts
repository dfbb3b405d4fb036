import { readAudience } from '#engines/intent/audience.ts';
import { profileOf } from '#engines/intent/profile.ts';
import { scorePost } from '#engines/intent/score.ts';
import type { ScoreSignals } from '#features/leads/server/scoring-service.ts';
import { listAudiences } from './scoring-store.ts';

/** Scores each by what its group is searched for now, else by the words of the group. */
export const scoreSignals: ScoreSignals = async (db, signals, now) => {
  const groupIds = [...new Set(signals.flatMap(({ groupId }) => groupId ?? []))];
  const audiences = new Map(
    (await listAudiences(db, groupIds)).map(({ groupId, about }) => [groupId, readAudience(about)]),
  );
  const anyone = readAudience('');
  return signals.map(({ groupId, text, scoreReasons, postedAt }) =>
    scorePost(audiences.get(groupId ?? '') ?? anyone, {
      text,
      profile: profileOf(scoreReasons),
      postedAt,
      now,
    }),
  );
};
