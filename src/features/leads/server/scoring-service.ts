import type { Queryable } from '#platform/db.ts';
import type { ScoreReason } from '../contract.ts';

/** Words to be scored by what the group of the person is searched for. */
type UnscoredSignal = {
  groupId: string | null;
  text: string;
  /** Of an earlier score: what a profile showed then still counts. */
  scoreReasons: readonly ScoreReason[];
  /** When it was posted; null where nobody knows. */
  postedAt: Date | null;
};

/** Discovery scores; answers in the order given. */
export type ScoreSignals = (
  db: Queryable,
  signals: readonly UnscoredSignal[],
  now: Date,
) => Promise<{ score: number; reasons: ScoreReason[] }[]>;

declare module '#platform/context.ts' {
  interface Context {
    readonly scoreSignals: ScoreSignals;
  }
}
