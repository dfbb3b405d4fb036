import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { CommunityMember, SamePerson } from '../contract.ts';
import { SAME_PERSON_WORDS } from '../rules-member-words.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import {
  listSamePairs,
  lockMember,
  moveDeeds,
  type NewMemberRow,
  returnDeeds,
  type StoredMember,
} from './member-store.ts';
import { getMember, lockLiveMember } from './members.ts';
import { changeEntries } from './membership-sync.ts';
import { memberNotFound } from './refusals.ts';
import type { BeforeJoin } from './tables.ts';

const MOST_PROPOSED = 20;

type JoinContext = Pick<Context, 'db' | 'clock' | 'eventSubscribers'>;

/** Pairs of entries that may be one person, each with its reason. */
export async function listSamePeople(
  { db }: Pick<Context, 'db'>,
  communityId: string,
): Promise<SamePerson[]> {
  const pairs = await listSamePairs(db, communityId, MOST_PROPOSED);
  const found: SamePerson[] = [];
  for (const { firstId, secondId, reason } of pairs) {
    const [first, second] = await Promise.all(
      [firstId, secondId].map((id) => getMember(db, communityId, id)),
    );
    if (first && second) found.push({ first, second, reason, note: SAME_PERSON_WORDS[reason] });
  }
  return found;
}

/** Joins another entry into this one; its contacts fill what is missing here. */
export function joinMembers(
  ctx: JoinContext,
  communityId: string,
  id: string,
  otherId: string,
): Promise<CommunityMember> {
  return commitAndAnnounce(ctx.db, async (tx) => {
    if (id === otherId) throw new AppError('refused', 'Choose two entries.');
    // In one order everywhere, so that two people who join the same entries never wait for each other.
    const [first, second] = [id, otherId].sort();
    const rows = [
      await lockLiveMember(tx, communityId, first ?? id),
      await lockLiveMember(tx, communityId, second ?? id),
    ];
    const kept = rows.find((row) => row.id === id);
    const other = rows.find((row) => row.id === otherId);
    if (!kept || !other) throw memberNotFound();
    await changeEntries(ctx, tx, [
      { row: other, change: { joinedInto: id, otherBefore: beforeJoin(kept, other) } },
      { row: kept, change: joined(kept, other) },
    ]);
    await moveDeeds(tx, otherId, id);
    return getMember(tx, communityId, id);
  });
}

/** Undo of `joinMembers`: each entry has its own contacts again. */
export function splitMember(
  ctx: JoinContext,
  communityId: string,
  id: string,
  otherId: string,
): Promise<CommunityMember> {
  return commitAndAnnounce(ctx.db, async (tx) => {
    const kept = await lockLiveMember(tx, communityId, id);
    const other = await lockMember(tx, communityId, otherId);
    if (!other) throw memberNotFound();
    if (other.joinedInto !== id) throw new AppError('refused', 'These entries are not joined.');
    await changeEntries(ctx, tx, [
      { row: kept, change: split(kept, other) },
      { row: other, change: { joinedInto: null, otherBefore: null } },
    ]);
    await returnDeeds(tx, otherId, id);
    return getMember(tx, communityId, id);
  });
}

type Taken = BeforeJoin['taken'][number];
const TAKEN: readonly Taken[] = ['name', 'email', 'socialHandle', 'leadId'];

/** What goes with a field that one entry has from another; a yes was given for an address. */
function withField(field: Taken, row: StoredMember): Partial<NewMemberRow> {
  switch (field) {
    case 'name':
      return { name: row.name };
    case 'email': {
      const { email, emailKey, contactHash, acceptedAt } = row;
      return { email, emailKey, contactHash, acceptedAt };
    }
    case 'socialHandle':
      return { socialHandle: row.socialHandle, handleKey: row.handleKey };
    case 'leadId':
      return { leadId: row.leadId };
  }
}

const EMPTY: Record<Taken, Partial<NewMemberRow>> = {
  name: { name: '' },
  email: { email: null, emailKey: null, contactHash: null, acceptedAt: null },
  socialHandle: { socialHandle: null, handleKey: null },
  leadId: { leadId: null },
};

function beforeJoin(kept: StoredMember, other: StoredMember): BeforeJoin {
  return {
    taken: TAKEN.filter((field) => !kept[field] && other[field]),
    joinedAt: kept.joinedAt?.toISOString() ?? null,
    lastActiveAt: kept.lastActiveAt?.toISOString() ?? null,
  };
}

/** An entry with what it had not and the other one has: here since the earlier day, last seen on the later. */
function joined(kept: StoredMember, other: StoredMember): Partial<NewMemberRow> {
  const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();
  const joins = [kept.joinedAt, other.joinedAt].flatMap((at) => at ?? []).sort(byTime);
  const deeds = [kept.lastActiveAt, other.lastActiveAt].flatMap((at) => at ?? []).sort(byTime);
  return {
    ...Object.assign({}, ...beforeJoin(kept, other).taken.map((field) => withField(field, other))),
    joinedAt: joins[0] ?? null,
    lastActiveAt: deeds.at(-1) ?? null,
  };
}

/** An entry without what it has from the other one, as far as it has it still. */
function split(kept: StoredMember, other: StoredMember): Partial<NewMemberRow> {
  // Before it was kept what had been taken: two entries never had one address.
  const taken = other.otherBefore?.taken ?? ['email'];
  const same = (at: 'joinedAt' | 'lastActiveAt') => kept[at]?.getTime() === other[at]?.getTime();
  const before = other.otherBefore;
  return {
    ...Object.assign(
      {},
      ...taken.filter((field) => kept[field] === other[field]).map((field) => EMPTY[field]),
    ),
    ...(before && same('joinedAt') ? { joinedAt: before.joinedAt && new Date(before.joinedAt) } : {}),
    ...(before && same('lastActiveAt')
      ? { lastActiveAt: before.lastActiveAt && new Date(before.lastActiveAt) }
      : {}),
  };
}
