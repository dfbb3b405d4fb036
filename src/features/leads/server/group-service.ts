import type { z } from 'zod';
import { conditionRefusal, findCondition } from '#features/compliance/rules-conditions.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ListedSource } from '#providers/lead-sources/port.ts';
import type { setRefreshSchedule } from '../contract-discovery.ts';
import type { LeadGroup, LeadGroupCount, NewLeadGroup } from '../contract-groups.ts';
import { REFRESH_EVERY_DAYS } from '../rules.ts';
import {
  countByGroup,
  findGroup,
  type GroupRow,
  insertGroup,
  listGroups,
  markGroupDeleted,
  markGroupRestored,
  putSchedule,
  removeSchedule,
} from './group-store.ts';
import { assertKnown } from './known-platforms.ts';

type Dependencies = {
  db: Database;
  compliance: Compliance;
  sources: readonly ListedSource[];
  now: () => Date;
};

/** Lead groups: the shelves that leads stand on, each with its auto-refresh. */
export function createGroups({ db, compliance, sources, now }: Dependencies) {
  return {
    listGroups: async (): Promise<LeadGroup[]> => (await listGroups(db)).map(toGroup),

    countGroups: (): Promise<LeadGroupCount[]> => countByGroup(db),

    /** A name with a health condition in it takes an admin who says so, and stays in the audit trail. */
    createGroup: (
      { allowsCondition = false, ...group }: z.output<typeof NewLeadGroup>,
      actor: Actor,
    ): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        const refusal = conditionRefusal(group.name, { role: actor.role, isAllowed: allowsCondition });
        if (refusal !== undefined) {
          throw new AppError('refused', refusal, { reason: 'names_condition', fields: { name: refusal } });
        }
        const id = newId();
        await insertGroup(tx, { id, ...group });
        const condition = findCondition(group.name);
        if (condition !== undefined) {
          await compliance.recordAudit(tx, {
            actor,
            action: 'condition.allowed',
            subject: { kind: 'workspace', id: null },
            details: { leadGroupId: id, condition },
          });
        }
        await announce(tx, ['lead-groups']);
        return getGroup(tx, id);
      }),

    /** Hides the group; its leads stay and count as ungrouped. */
    deleteGroup: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        if (!(await markGroupDeleted(tx, id, now()))) throw groupNotFound();
        await announce(tx, ['lead-groups', 'leads']);
      }),

    /** Undo of `deleteGroup`: everything is as before, auto-refresh included. */
    restoreGroup: (id: string): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        if (!(await markGroupRestored(tx, id))) throw groupNotFound();
        await announce(tx, ['lead-groups', 'leads']);
        return getGroup(tx, id);
      }),

    /** Turns auto-refresh on: the search runs again every 2 days from now. */
    setSchedule: (
      groupId: string,
      wish: z.output<typeof setRefreshSchedule.body>,
      actorId: string,
    ): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        await getGroup(tx, groupId);
        assertKnown(sources, wish.platforms);
        const nextRunAt = new Date(now().getTime() + REFRESH_EVERY_DAYS * DAY_MS);
        await putSchedule(tx, {
          groupId,
          searchQuery: wish.searchQuery,
          platforms: [...new Set(wish.platforms)],
          nextRunAt,
          createdBy: actorId,
        });
        await announce(tx, ['lead-groups']);
        return getGroup(tx, groupId);
      }),

    clearSchedule: (groupId: string): Promise<LeadGroup> =>
      inTransaction(db, async (tx) => {
        await getGroup(tx, groupId);
        await removeSchedule(tx, groupId);
        await announce(tx, ['lead-groups']);
        return getGroup(tx, groupId);
      }),
  };
}

/** The live group. Throws `not_found`. */
export async function getGroup(db: Queryable, id: string): Promise<LeadGroup> {
  const row = await findGroup(db, id);
  if (!row) throw groupNotFound();
  return toGroup(row);
}

function groupNotFound(): AppError {
  return new AppError('not_found', 'This lead group does not exist any more.');
}

function toGroup({ schedule, news, createdAt, ...group }: GroupRow): LeadGroup {
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    news: news && { ...news, finishedAt: new Date(news.finishedAt).toISOString() },
    schedule: schedule && { ...schedule, nextRunAt: schedule.nextRunAt.toISOString() },
  };
}
