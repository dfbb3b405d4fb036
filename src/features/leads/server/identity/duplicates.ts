import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { PossibleDuplicate } from '../../contract-merge.ts';
import { duplicateNote, type Likeness, matchKeysOf, similarityOf } from '../../rules-duplicates.ts';
import { listByIds } from '../lead-records.ts';
import {
  insertDuplicates,
  listDuplicatePairs,
  listForMatching,
  listSharing,
  listUnmatched,
  setDismissed,
  setMatchKeys,
} from './merge-store.ts';

const MATCHED_AT_ONCE = 1_000;

/** Proposes pairs of these leads and others that may be one person. */
export function findDuplicates({ db }: Pick<Context, 'db'>, leadIds: readonly string[]): Promise<void> {
  return inTransaction(db, async (tx) => {
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
}

export async function listDuplicates(
  { db }: Pick<Context, 'db'>,
  limit: number,
): Promise<PossibleDuplicate[]> {
  const pairs = await listDuplicatePairs(db, limit);
  const leads = await listByIds(
    { db },
    pairs.flatMap(({ keepId, otherId }) => [keepId, otherId]),
  );
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return pairs.flatMap(({ id, reason, details, keepId, otherId }) => {
    const [keep, other] = [byId.get(keepId), byId.get(otherId)];
    return keep && other ? [{ id, reason, details, note: duplicateNote(reason, details), keep, other }] : [];
  });
}

/** Can be taken back with `reopenDuplicate`. Refuses with `not_found`. */
export function dismissDuplicate({ db, clock }: Pick<Context, 'db' | 'clock'>, id: string): Promise<void> {
  return judge(db, id, clock.now());
}

export function reopenDuplicate({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  return judge(db, id, null);
}

/** Looks at leads that came before duplicates were looked for, a few at a time. */
export async function matchOldLeads({ db }: Pick<Context, 'db'>): Promise<void> {
  const people = await listUnmatched(db, MATCHED_AT_ONCE);
  if (people.length === 0) return;
  await setMatchKeys(
    db,
    people.map((person) => ({ id: person.id, keys: matchKeysOf(person) })),
  );
  await findDuplicates(
    { db },
    people.map(({ id }) => id),
  );
}

function judge(db: Database, id: string, at: Date | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await setDismissed(tx, id, at)))
      throw new AppError('not_found', 'This proposal does not exist any more.');
    await announce(tx, ['leads']);
  });
}
