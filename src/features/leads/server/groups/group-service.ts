import type { z } from 'zod';
import { conditionRefusal, findCondition } from '#features/compliance/rules-conditions.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { LeadGroup, LeadGroupChange, LeadGroupCount, NewLeadGroup } from '../../contract-groups.ts';
import { renewGroupJob } from '../jobs.ts';
import type { LinkedRecordList } from '../linked-records-service.ts';
import {
  countByGroup,
  findGroup,
  type GroupRow,
  insertGroup,
  listGroupLeads,
  listGroups,
  markGroupDeleted,
  markGroupRestored,
  updateGroup,
} from './group-store.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'send'>;
  compliance: Compliance;
  now: () => Date;
  refreshCopies: LinkedRecordList['refreshCopies'];
};

/** People whose words follow a new name in one transaction: nothing else waits long for it. */
const RENEWED_AT_ONCE = 500;

type GroupReturn = (tx: Transaction, groupId: string) => Promise<void>;

/** Lead groups: the shelves that leads stand on, each with its auto-refresh. */
export function createGroups({ db, queue, compliance, now, refreshCopies }: Dependencies) {
  const returns: GroupReturn[] = [];
  /** A name with a health condition in it takes an admin who says so. */
  const assertMayName = (name: string, actor: Actor, isAllowed: boolean): void => {
    const refusal = conditionRefusal(name, { role: actor.role, isAllowed });
    if (refusal !== undefined)
      throw new AppError('refused', refusal, { reason: 'names_condition', fields: { name: refusal } });
  };

  /** And stays in the audit trail. */
  const recordCondition = async (tx: Transaction, leadGroupId: string, name: string, actor: Actor) => {
    const condition = findCondition(name);
    if (condition === undefined) return;
    await compliance.recordAudit(tx, {
      actor,
      action: 'condition.allowed',
      subject: { kind: 'workspace', id: null },
      details: { leadGroupId, condition },
    });
  };

  return {
    listGroups: async (): Promise<LeadGroup[]> => (await listGroups(db)).map(toGroup),

    countGroups: (): Promise<LeadGroupCount[]> => countByGroup(db),

    createGroup: (
      { allowsCondition = false, ...group }: z.output<typeof NewLeadGroup>,
      actor: Actor,
    ): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        assertMayName(group.name, actor, allowsCondition);
        const id = newId();
        await insertGroup(tx, { id, ...group });
        await recordCondition(tx, id, group.name, actor);
        await announce(tx, ['lead-groups']);
        return getGroup(tx, id);
      }),

    /** What is written to its people and has not left follows a new name. */
    changeGroup: (
      id: string,
      { allowsCondition = false, name, description, color }: LeadGroupChange,
      actor: Actor,
    ): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        const before = await getGroup(tx, id);
        const isRenamed = name !== undefined && name !== before.name;
        if (isRenamed) assertMayName(name, actor, allowsCondition);
        await updateGroup(tx, id, {
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(color === undefined ? {} : { color }),
        });
        if (isRenamed) {
          await recordCondition(tx, id, name, actor);
          await queue.send(renewGroupJob, { groupId: id }, { tx });
        }
        await announce(tx, ['lead-groups', 'leads', 'campaigns']);
        return getGroup(tx, id);
      }),

    /** The job of a renamed group: what waits for its people is worded anew, some people at a time. */
    async renewGroup(groupId: string): Promise<void> {
      for (let after: string | null = null, isMore = true; isMore; ) {
        const ids: string[] = await inTransaction(db, async (tx) => {
          const people = await listGroupLeads(tx, groupId, { after, limit: RENEWED_AT_ONCE });
          await refreshCopies(tx, people);
          return people;
        });
        after = ids.at(-1) ?? after;
        isMore = ids.length === RENEWED_AT_ONCE;
      }
    },

    /** Hides the group; its leads stay and count as ungrouped. */
    deleteGroup: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        if (!(await markGroupDeleted(tx, id, now()))) throw groupNotFound();
        await announce(tx, ['lead-groups', 'leads']);
      }),

    /** Calls `take` inside the transaction that restores a group. Wired once, at the start. */
    whenGroupReturns: (take: GroupReturn): void => void returns.push(take),

    /** Undo of `deleteGroup`: everything is as before, auto-refresh included. */
    restoreGroup: (id: string): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        if (!(await markGroupRestored(tx, id))) throw groupNotFound();
        for (const take of returns) await take(tx, id);
        await announce(tx, ['lead-groups', 'leads']);
        return getGroup(tx, id);
      }),
  };
}

/** The live group. Throws `not_found`. */
export async function getGroup(db: Queryable, id: string): Promise<LeadGroup> {
  const row = await findGroup(db, id);
  if (!row) throw groupNotFound();
  return toGroup(row);
}

/** The live group that somebody chose for a lead. */
export async function getChosenGroup(db: Queryable, groupId: string) {
  return getGroup(db, groupId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const message = 'This lead group does not exist any more. Choose another one.';
    throw new AppError('invalid_input', message, { fields: { groupId: message } });
  });
}

function groupNotFound(): AppError {
  return new AppError('not_found', 'This lead group does not exist any more.');
}

function toGroup({ schedule, news, createdAt, ...group }: GroupRow): LeadGroup {
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    news: news && { ...news, finishedAt: new Date(news.finishedAt).toISOString() },
    schedule: schedule && { ...schedule, nextRunAt: new Date(schedule.nextRunAt).toISOString() },
  };
}
