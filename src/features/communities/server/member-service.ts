import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import { normalizeEmail } from '#features/leads/rules.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { PersonalDataHolder } from '#features/privacy/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type {
  ActivityWeights,
  CommunityMember,
  listMembers,
  NewMember,
  SamePerson,
  updateMember,
} from '../contract.ts';
import { activityScore, DEFAULT_SETTINGS, handleKey, levelOf } from '../rules.ts';
import { SAME_PERSON_WORDS } from '../rules-member-words.ts';
import { CONSENT_TEXT_VERSION } from './invitation-mail.ts';
import {
  anonymise,
  countMembers,
  type Deed,
  findMemberByEmail,
  findMemberRow,
  insertMember,
  listDeeds,
  listMemberRows,
  listMembersOfLeads,
  listRemovedMembers,
  listSamePairs,
  listWordsOf,
  lockMember,
  type MemberRow,
  moveDeeds,
  moveMemberships,
  type NewMemberRow,
  ofMembers,
  returnDeeds,
  type StoredMember,
} from './member-store.ts';
import { communityNotFound, memberNotFound } from './refusals.ts';
import type { Standings } from './standing.ts';
import { findCommunity } from './store.ts';
import type { BeforeJoin } from './tables.ts';
import { postTexts } from './text-store.ts';

type Dependencies = {
  db: Database;
  compliance: Compliance;
  standings: Standings;
  leads: Pick<Leads, 'addLead'>;
  now: () => Date;
};

type MemberQuery = z.output<(typeof listMembers)['query']>;

const FORGOTTEN_AT_ONCE = 200;
const MOST_PROPOSED = 20;
/** Told on a timeline. */
const MOST_DEEDS = 100;

/** The people of a community. */
export function createMembers({ db, compliance, standings, leads, now }: Dependencies) {
  const weightsOf = async (tx: Queryable, communityId: string): Promise<ActivityWeights> => {
    const community = await findCommunity(tx, communityId);
    if (!community) throw communityNotFound();
    return community.settings.weights ?? DEFAULT_SETTINGS.weights;
  };

  const getMember = async (tx: Queryable, communityId: string, id: string): Promise<CommunityMember> => {
    const weights = await weightsOf(tx, communityId);
    const row = await findMemberRow(tx, communityId, id);
    if (!row) throw memberNotFound();
    return toMember(row, weights);
  };

  /** The live member, held until the transaction ends. */
  const lockLive = async (tx: Transaction, communityId: string, id: string): Promise<StoredMember> => {
    const row = await lockMember(tx, communityId, id);
    if (!row || row.deletedAt || row.joinedInto) throw memberNotFound();
    return row;
  };

  const change = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      const result = await work(tx);
      await announce(tx, ['communities']);
      return result;
    });

  const assertNew = async (tx: Queryable, communityId: string, emailKey: string | null): Promise<void> => {
    if (emailKey === null || !(await findMemberByEmail(tx, communityId, emailKey))) return;
    const message = 'This address is in the community already.';
    throw new AppError('conflict', message, { reason: 'member_exists', fields: { email: message } });
  };

  return {
    async listMembers(
      communityId: string,
      { limit, cursor, view, q }: MemberQuery,
    ): Promise<Page<CommunityMember>> {
      const weights = await weightsOf(db, communityId);
      const rows = await listMemberRows(db, {
        communityId,
        view,
        q,
        after: instantCursor.read(cursor),
        limit: limit + 1,
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      // The helpful are few enough for one page.
      const hasMore = rows.length > limit && view !== 'helpful';
      return {
        items: items.map((row) => toMember(row, weights)),
        nextCursor: last && hasMore ? instantCursor.write({ at: last.sortKey, id: last.id }) : null,
        total: await countMembers(db, { communityId, view, q }),
      };
    },

    addMember: (
      communityId: string,
      { email, socialHandle, memberType }: NewMember,
    ): Promise<CommunityMember> =>
      change(async (tx) => {
        if (!(await findCommunity(tx, communityId))) throw communityNotFound();
        const emailKey = email === null ? null : normalizeEmail(email);
        await assertNew(tx, communityId, emailKey);
        const id = newId();
        await insertMember(tx, {
          id,
          communityId,
          email,
          emailKey,
          contactHash: emailKey === null ? null : compliance.contactHash('email', emailKey),
          socialHandle,
          handleKey: socialHandle === null ? null : handleKey(socialHandle),
          memberType,
          status: 'active',
          joinedAt: now(),
          createdAt: now(),
        });
        await standings.knowLeads(tx, ofMembers([id]));
        return getMember(tx, communityId, id);
      }),

    changeMember: (
      communityId: string,
      id: string,
      { memberType, status }: z.output<(typeof updateMember)['body']>,
    ): Promise<CommunityMember> =>
      change(async (tx) => {
        const row = await lockLive(tx, communityId, id);
        const isMove = status !== undefined && status !== row.status;
        if (isMove && status === 'active' && (row.status === 'invited' || row.status === 'declined')) {
          throw new AppError('refused', 'Only the invited person can accept the invitation.', {
            reason: 'not_confirmed',
          });
        }
        await standings.changeEntry(tx, row, {
          memberType: memberType ?? row.memberType,
          ...(isMove && status === 'blocked' ? blocked(row, now()) : {}),
          ...(isMove && status === 'active' ? admitted(row, now()) : {}),
        });
        return getMember(tx, communityId, id);
      }),

    removeMember: (communityId: string, id: string): Promise<void> =>
      change(async (tx) => {
        const row = await lockLive(tx, communityId, id);
        await standings.changeEntry(tx, row, {
          deletedAt: now(),
          leftAt: row.leftAt ?? (row.joinedAt ? now() : null),
        });
      }),

    /** Undo of `removeMember`, within a day. */
    restoreMember: (communityId: string, id: string): Promise<CommunityMember> =>
      change(async (tx) => {
        const row = await lockMember(tx, communityId, id);
        if (!row) throw memberNotFound();
        if (row.deletedAt) {
          if (row.email === null && row.socialHandle === null && row.name === '') throw memberNotFound();
          await assertNew(tx, communityId, row.emailKey);
          const isBack = row.status === 'active' || row.status === 'invited';
          await standings.changeEntry(tx, row, { deletedAt: null, ...(isBack ? { leftAt: null } : {}) });
        }
        return getMember(tx, communityId, id);
      }),

    /** A member becomes a lead; what they agreed to goes into the consent ledger of the lead. */
    async makeLead(communityId: string, id: string, groupId: string, actor: Actor): Promise<CommunityMember> {
      return change(async (tx) => {
        const row = await lockLive(tx, communityId, id);
        if (row.leadId !== null)
          throw new AppError('conflict', 'This member is a lead already.', { reason: 'lead_exists' });
        const community = await findCommunity(tx, communityId);
        if (!community) throw communityNotFound();
        // Only who said yes in a mail has consented; from anybody else we know no more than that they are there.
        const acceptedAt = row.status === 'active' && row.emailKey !== null ? row.acceptedAt : null;
        const leadId = await leads.addLead(tx, {
          name: row.name || row.socialHandle || row.email || 'Community member',
          groupId,
          platform: row.sourceId === null ? 'manual' : 'import',
          behaviorSignal: '',
          legalGround: acceptedAt ? 'consent' : 'legitimate_interest',
          ...(row.email === null ? {} : { email: row.email }),
          ...(row.socialHandle === null ? {} : { handle: row.socialHandle }),
        });
        // Whose address it is has been heard of already.
        const { leadId: known } = await lockLive(tx, communityId, id);
        if (known === null) await standings.becomeLead(tx, row, leadId);
        if (acceptedAt) {
          await compliance.insertConsent(tx, {
            id: newId(),
            leadId,
            channel: 'email',
            purpose: 'marketing',
            ground: 'consent',
            source: 'form',
            sourceUrl: null,
            textVersion: CONSENT_TEXT_VERSION,
            proof: 'Accepted by a link in a mail to this address.',
            collectedAt: acceptedAt,
            expiresAt: null,
            recordedBy: actorName(actor),
            isDemo: row.isDemo,
          });
        }
        await announce(tx, ['leads']);
        return getMember(tx, communityId, id);
      });
    },

    async listSamePeople(communityId: string): Promise<SamePerson[]> {
      const pairs = await listSamePairs(db, communityId, MOST_PROPOSED);
      const found: SamePerson[] = [];
      for (const { firstId, secondId, reason } of pairs) {
        const [first, second] = await Promise.all(
          [firstId, secondId].map((id) => getMember(db, communityId, id)),
        );
        if (first && second) found.push({ first, second, reason, note: SAME_PERSON_WORDS[reason] });
      }
      return found;
    },

    /** Joins another entry into this one; its contacts fill what is missing here. */
    joinMembers: (communityId: string, id: string, otherId: string): Promise<CommunityMember> =>
      change(async (tx) => {
        if (id === otherId) throw new AppError('refused', 'Choose two entries.');
        // In one order everywhere, so that two people who join the same entries never wait for each other.
        const [first, second] = [id, otherId].sort();
        const rows = [
          await lockLive(tx, communityId, first ?? id),
          await lockLive(tx, communityId, second ?? id),
        ];
        const kept = rows.find((row) => row.id === id);
        const other = rows.find((row) => row.id === otherId);
        if (!kept || !other) throw memberNotFound();
        await standings.changeEntries(tx, [
          { row: other, change: { joinedInto: id, otherBefore: beforeJoin(kept, other) } },
          { row: kept, change: joined(kept, other) },
        ]);
        await moveDeeds(tx, otherId, id);
        return getMember(tx, communityId, id);
      }),

    /** Undo of `joinMembers`: each entry has again what was its own. */
    splitMember: (communityId: string, id: string, otherId: string): Promise<CommunityMember> =>
      change(async (tx) => {
        const kept = await lockLive(tx, communityId, id);
        const other = await lockMember(tx, communityId, otherId);
        if (!other) throw memberNotFound();
        if (other.joinedInto !== id) throw new AppError('refused', 'These entries are not joined.');
        await standings.changeEntries(tx, [
          { row: kept, change: split(kept, other) },
          { row: other, change: { joinedInto: null, otherBefore: null } },
        ]);
        await returnDeeds(tx, otherId, id);
        return getMember(tx, communityId, id);
      }),

    /** What a lead did in communities, for their timeline. */
    async listDeedsOf(leadId: string): Promise<Deed[]> {
      const members = await listMembersOfLeads(db, [leadId]);
      return members.length === 0
        ? []
        : listDeeds(
            db,
            members.map(({ id }) => id),
            MOST_DEEDS,
          );
    },

    /** What communities keep of a lead, for the person to read and to be forgotten. */
    personalData: {
      part: 'communities',
      texts: [{ kind: 'post', topic: 'communities', place: postTexts } as const],
      async read(leadId: string): Promise<unknown> {
        const rows = await listMembersOfLeads(db, [leadId]);
        return {
          memberships: rows.map(
            ({ communityId, email, socialHandle, name, memberType, status, joinedAt, leftAt }) => ({
              communityId,
              email,
              socialHandle,
              name,
              memberType,
              status,
              joinedAt,
              leftAt,
            }),
          ),
          posts:
            rows.length === 0
              ? []
              : await listWordsOf(
                  db,
                  rows.map(({ id }) => id),
                ),
        };
      },
      async forget(tx: Transaction, leadIds: readonly string[]): Promise<void> {
        const rows = await listMembersOfLeads(tx, leadIds);
        await anonymise(
          tx,
          rows.map(({ id }) => id),
        );
        if (rows.length > 0) await announce(tx, ['communities']);
      },
      move: (tx: Transaction, from: string, to: string) => moveMemberships(tx, from, to),
      async moveBack(tx: Transaction, ids: readonly string[], from: string, to: string): Promise<void> {
        await moveMemberships(tx, from, to, ids);
      },
    } satisfies PersonalDataHolder,

    /** Takes the names off people who were removed before then. */
    async forgetRemoved(before: Date): Promise<void> {
      for (;;) {
        const ids = await listRemovedMembers(db, before, FORGOTTEN_AT_ONCE);
        if (ids.length === 0) return;
        await inTransaction(db, (tx) => anonymise(tx, ids));
      }
    },
  };
}

function toMember(
  { sortKey: _place, posts, comments, reactions, thanks, ...row }: MemberRow,
  weights: ActivityWeights,
): CommunityMember {
  const score = activityScore({ posts, comments, reactions }, weights);
  return { ...row, activity: { posts, comments, reactions, thanks, score }, level: levelOf(score) };
}

/** An invitation that has not left does not leave as long as they are blocked. */
function blocked(row: StoredMember, at: Date): Partial<NewMemberRow> {
  return {
    status: 'blocked',
    statusBeforeBlock: row.status,
    leftAt: row.joinedAt ? (row.leftAt ?? at) : null,
  };
}

/** Somebody who was blocked is again what they were: only their own yes makes an invited person a member. */
function admitted(row: StoredMember, at: Date): Partial<NewMemberRow> {
  const before = row.status === 'blocked' ? row.statusBeforeBlock : null;
  if (before !== null && before !== 'active') {
    return {
      status: before,
      statusBeforeBlock: null,
      leftAt: before === 'left' ? row.leftAt : null,
      // Whoever would have sent it may have passed it over meanwhile.
      ...(row.inviteState === 'queued' ? { inviteState: 'waiting' as const } : {}),
    };
  }
  return { status: 'active', statusBeforeBlock: null, leftAt: null, joinedAt: row.joinedAt ?? at };
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
