import { z } from 'zod';
import { conditionRefusal, findCondition } from '#features/compliance/rules-conditions.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { HOUR_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { LeadGroup, LeadGroupChange, NewLeadGroup } from '../../contract-groups.ts';
import { refreshCopies } from '../linked-records.ts';
import {
  findGroup,
  type GroupRow,
  insertGroup,
  listGroupLeads,
  listGroups,
  markGroupDeleted,
  markGroupRestored,
  updateGroup,
} from './group-store.ts';

/** Refreshes queued messages to the people of a renamed group. */
export const renewGroupJob = defineJob({
  name: 'leads.renew_group',
  payload: z.object({ groupId: z.uuid() }),
  concurrency: 1,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

/** People whose words follow a new name in one transaction: nothing else waits long for it. */
const RENEWED_AT_ONCE = 500;

type GroupReturn = (tx: Transaction, groupId: string) => Promise<void>;

declare module '#platform/context.ts' {
  interface Context {
    /** Called in the transaction that restores a group. */
    readonly groupReturns: readonly GroupReturn[];
  }
}

type GroupContext = Pick<Context, 'db' | 'jobs'>;

export async function listLeadGroups({ db }: Pick<Context, 'db'>): Promise<LeadGroup[]> {
  return (await listGroups(db)).map(toGroup);
}

/** Refuses with `names_condition` a health condition in the name, unless an admin allows it. */
export function createGroup(
  ctx: GroupContext,
  { allowsCondition = false, ...group }: z.output<typeof NewLeadGroup>,
  actor: Actor,
): Promise<LeadGroup> {
  return inTransaction(ctx.db, async (tx) => {
    assertMayName(group.name, actor, allowsCondition);
    const id = newId();
    await insertGroup(tx, { id, ...group });
    await recordCondition(tx, id, group.name, actor);
    await announce(tx, ['lead-groups']);
    return getGroup(tx, id);
  });
}

/** Changes a group; queued messages to its people follow a new name. Refuses like `createGroup`. */
export function changeGroup(
  ctx: GroupContext,
  id: string,
  { allowsCondition = false, name, description, color }: LeadGroupChange,
  actor: Actor,
): Promise<LeadGroup> {
  return inTransaction(ctx.db, async (tx) => {
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
      await ctx.jobs.send(renewGroupJob, { groupId: id }, { tx });
    }
    await announce(tx, ['lead-groups', 'leads', 'campaigns']);
    return getGroup(tx, id);
  });
}

/** The job of a renamed group: refreshes queued messages to its people, a batch at a time. */
export async function renewGroup(ctx: Pick<Context, 'db' | 'linkedRecords'>, groupId: string): Promise<void> {
  for (let after: string | null = null, isMore = true; isMore; ) {
    const ids: string[] = await inTransaction(ctx.db, async (tx) => {
      const people = await listGroupLeads(tx, groupId, { after, limit: RENEWED_AT_ONCE });
      await refreshCopies(ctx, tx, people);
      return people;
    });
    after = ids.at(-1) ?? after;
    isMore = ids.length === RENEWED_AT_ONCE;
  }
}

/** Hides the group; its leads stay and count as ungrouped. */
export function deleteGroup({ db, clock }: Pick<Context, 'db' | 'clock'>, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await markGroupDeleted(tx, id, clock.now()))) throw groupNotFound();
    await announce(tx, ['lead-groups', 'leads']);
  });
}

/** Undo of `deleteGroup`: everything is as before, auto-refresh included. */
export function restoreGroup(
  { db, groupReturns }: Pick<Context, 'db' | 'groupReturns'>,
  id: string,
): Promise<LeadGroup> {
  return inTransaction(db, async (tx) => {
    if (!(await markGroupRestored(tx, id))) throw groupNotFound();
    for (const take of groupReturns) await take(tx, id);
    await announce(tx, ['lead-groups', 'leads']);
    return getGroup(tx, id);
  });
}

/** A name with a health condition in it takes an admin who says so. */
function assertMayName(name: string, actor: Actor, isAllowed: boolean): void {
  const refusal = conditionRefusal(name, { role: actor.role, isAllowed });
  if (refusal !== undefined)
    throw new AppError('refused', refusal, { reason: 'names_condition', fields: { name: refusal } });
}

/** Records a condition that an admin allowed in a name. */
async function recordCondition(
  tx: Transaction,
  leadGroupId: string,
  name: string,
  actor: Actor,
): Promise<void> {
  const condition = findCondition(name);
  if (condition === undefined) return;
  await recordAudit(tx, {
    actor,
    action: 'condition.allowed',
    subject: { kind: 'workspace', id: null },
    details: { leadGroupId, condition },
  });
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
