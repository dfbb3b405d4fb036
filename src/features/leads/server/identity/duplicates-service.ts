import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Lead } from '../../contract.ts';
import type { PossibleDuplicate } from '../../contract-merge.ts';
import { duplicateNote, type Likeness, matchKeysOf, similarityOf } from '../../rules-duplicates.ts';
import {
  insertDuplicates,
  listDuplicatePairs,
  listForMatching,
  listSharing,
  listUnmatched,
  setDismissed,
  setMatchKeys,
} from './merge-store.ts';

type Dependencies = { db: Database; now: () => Date; listByIds: (ids: readonly string[]) => Promise<Lead[]> };

const MATCHED_AT_ONCE = 1_000;

/** Pairs of leads that may be one person: proposed, and left to a person. */
export function createDuplicates({ db, now, listByIds }: Dependencies) {
  const judge = (id: string, at: Date | null): Promise<void> =>
    inTransaction(db, async (tx) => {
      if (!(await setDismissed(tx, id, at)))
        throw new AppError('not_found', 'This proposal does not exist any more.');
      await announce(tx, ['leads']);
    });

  const findDuplicates = (leadIds: readonly string[]): Promise<void> =>
    inTransaction(db, async (tx) => {
      const people = await listForMatching(tx, leadIds);
      const others = await listSharing(tx, [...new Set(people.flatMap(({ matchKeys }) => matchKeys ?? []))]);
      const byKey = new Map<string, typeof others>();
      for (const other of others) {
        for (const key of other.matchKeys ?? []) byKey.set(key, [...(byKey.get(key) ?? []), other]);
      }
      const pairs = new Map<string, { keepId: string; otherId: string } & Likeness>();
      for (const person of people) {
        for (const other of (person.matchKeys ?? []).flatMap((key) => byKey.get(key) ?? [])) {
          if (other.id === person.id) continue;
          const likeness = similarityOf(person, other);
          if (likeness === null) continue;
          // The older record stays, of two as old the one with the lower id; so each pair has one name.
          const isOlder =
            person.createdAt < other.createdAt ||
            (person.createdAt.getTime() === other.createdAt.getTime() && person.id < other.id);
          const [keepId, otherId] = isOlder ? [person.id, other.id] : [other.id, person.id];
          pairs.set(`${keepId} ${otherId}`, { keepId, otherId, ...likeness });
        }
      }
      const found = await insertDuplicates(
        tx,
        [...pairs.values()].map((pair) => ({ id: newId(), ...pair })),
      );
      if (found > 0) await announce(tx, ['leads']);
    });

  return {
    findDuplicates,

    async listDuplicates(limit: number): Promise<PossibleDuplicate[]> {
      const pairs = await listDuplicatePairs(db, limit);
      const leads = await listByIds(pairs.flatMap(({ keepId, otherId }) => [keepId, otherId]));
      const byId = new Map(leads.map((lead) => [lead.id, lead]));
      return pairs.flatMap(({ id, reason, details, keepId, otherId }) => {
        const [keep, other] = [byId.get(keepId), byId.get(otherId)];
        return keep && other
          ? [{ id, reason, details, note: duplicateNote(reason, details), keep, other }]
          : [];
      });
    },

    dismissDuplicate: (id: string): Promise<void> => judge(id, now()),

    /** Undo of `dismissDuplicate`. */
    reopenDuplicate: (id: string): Promise<void> => judge(id, null),

    /** Looks at leads that came before duplicates were looked for, a few at a time. */
    async matchOldLeads(): Promise<void> {
      const people = await listUnmatched(db, MATCHED_AT_ONCE);
      if (people.length === 0) return;
      await setMatchKeys(
        db,
        people.map((person) => ({ id: person.id, keys: matchKeysOf(person) })),
      );
      await findDuplicates(people.map(({ id }) => id));
    },
  };
}
