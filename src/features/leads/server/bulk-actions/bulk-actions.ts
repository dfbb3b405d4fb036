import { z } from 'zod';
import { readCustomChanges } from '#features/custom-fields/server/custom-values.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce, type Topic } from '#platform/live.ts';
import type * as contract from '../../contract-bulk-actions.ts';
import type { BulkAction, BulkActionProgress, LeadBeforeAction } from '../../contract-bulk-actions.ts';
import { getGroup } from '../groups/groups.ts';
import { insertManyDismissals, removeDismissals } from '../identity/dismissal-store.ts';
import { refreshCopies } from '../linked-records.ts';
import { readCustomQuery } from '../lists/custom-query.ts';
import { countLeads, valuesOf } from '../lists/list-store.ts';
import { assertColleague } from '../notes.ts';
import { spellTags } from '../notes-store.ts';
import { hashesOf } from '../person.ts';
import { moveStage, undoMove } from '../stages.ts';
import { lockForMove } from '../store.ts';
import {
  addTags,
  type BulkActionRow,
  findBatch,
  findBulkAction,
  insertBatch,
  insertBulkAction,
  listInStage,
  listNextLeads,
  listOpenBulkActions,
  listRecentBulkActions,
  lockBulkAction,
  markManyDeleted,
  markManyRestored,
  removeBatch,
  removeTags,
  resetColumn,
  resetCustom,
  resetTags,
  setColumn,
  setCustom,
  updateBulkAction,
} from './bulk-action-store.ts';
import { rescore, scoreBack } from './rescore.ts';

/** Continues a bulk action. */
export const bulkActionJob = defineJob({
  name: 'leads.act',
  payload: z.object({ actId: z.uuid() }),
  concurrency: 2,
  expireInSeconds: HOUR_MS / SECOND_MS,
});

type BulkContext = Pick<
  Context,
  'db' | 'clock' | 'jobs' | 'compliance' | 'tracking' | 'scoreSignals' | 'linkedRecords'
>;

type Changes = readonly { leadId: string; before: LeadBeforeAction }[];

/** Leads that are changed in one transaction: what a kill may set back. */
const AT_ONCE = 1_000;

/** How long an act is shown. */
const SHOWN_MS = DAY_MS / 4;

/** Topics that a batch announces besides the action itself. */
function changedBy(act: BulkAction): Topic[] {
  if (act.kind === 'stage') return ['stages'];
  return act.kind === 'move' || act.kind === 'delete' ? ['leads', 'lead-groups'] : ['leads'];
}

/** Does one action on many leads. Chosen leads are done when this answers; a filter is worked through in the background. */
export async function actOnLeads(
  ctx: BulkContext,
  { act, leads }: z.output<typeof contract.actOnLeads.body>,
  actor: Actor,
): Promise<BulkActionProgress> {
  const id = newId();
  await inTransaction(ctx.db, async (tx) => {
    if ('filter' in leads) await readCustomQuery(tx, leads.filter);
    const total =
      'ids' in leads ? leads.ids.length : await countLeads(tx, leads.filter, valuesOf(leads.filter));
    await insertBulkAction(tx, {
      id,
      act: await checked(tx, act),
      selection: leads,
      state: 'running',
      total,
      actorId: actor.id,
      createdAt: ctx.clock.now(),
    });
    await ctx.jobs.send(bulkActionJob, { actId: id }, { tx });
    await announce(tx, ['lead-acts']);
  });
  if ('ids' in leads) await continueBulkAction(ctx, id);
  return getLeadAct(ctx, id);
}

/** Recent actions, newest first. */
export async function listLeadActs({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<BulkActionProgress[]> {
  return (await listRecentBulkActions(db, new Date(clock.now().getTime() - SHOWN_MS))).map(toProgress);
}

/** Refuses with `not_found` once it can no longer be undone. */
export async function getLeadAct({ db }: Pick<Context, 'db'>, id: string): Promise<BulkActionProgress> {
  const row = await findBulkAction(db, id);
  if (!row) throw new AppError('not_found', 'This can not be taken back any more.');
  return toProgress(row);
}

/** Undoes an action as a whole; stops it first where it still runs. A second call changes nothing. */
export async function undoLeadAct(ctx: BulkContext, id: string): Promise<BulkActionProgress> {
  const isShort = await inTransaction(ctx.db, async (tx) => {
    const row = await lockBulkAction(tx, id);
    if (!row) throw new AppError('not_found', 'This can not be taken back any more.');
    if (row.state === 'undoing' || row.state === 'undone') return false;
    await updateBulkAction(tx, id, { state: 'undoing', total: row.changed, done: 0, selection: null });
    await ctx.jobs.send(bulkActionJob, { actId: id }, { tx });
    await announce(tx, ['lead-acts']);
    return row.changed <= AT_ONCE;
  });
  if (isShort) await continueBulkAction(ctx, id);
  return getLeadAct(ctx, id);
}

/** Runs to the end. Safe in parallel: each batch locks the action. */
export async function continueBulkAction(ctx: BulkContext, id: string): Promise<void> {
  while (await inTransaction(ctx.db, (tx) => nextBatch(ctx, tx, id)));
}

/** Queues actions whose worker is gone again. */
export async function resumeBulkActions({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const id of await listOpenBulkActions(db)) await jobs.send(bulkActionJob, { actId: id });
}

/** One batch; true where more is left. */
async function nextBatch(ctx: BulkContext, tx: Transaction, id: string): Promise<boolean> {
  const row = await lockBulkAction(tx, id);
  if (row?.state === 'running') return runBatch(ctx, tx, row);
  if (row?.state === 'undoing') return undoBatch(ctx, tx, row);
  return false;
}

async function runBatch(ctx: BulkContext, tx: Transaction, row: BulkActionRow): Promise<boolean> {
  const ids = await idsOfBatch(tx, row);
  const changes = await perform(ctx, tx, row.act, ids);
  await insertBatch(tx, row.id, changes);
  const isLast = ids.length < AT_ONCE;
  await updateBulkAction(tx, row.id, {
    done: row.done + ids.length,
    changed: row.changed + changes.length,
    lastLeadId: ids.at(-1) ?? row.lastLeadId,
    // Who left the filter while it ran was not left out.
    ...(isLast ? { state: 'done', selection: null, total: row.done + ids.length } : {}),
  });
  await announce(tx, ['lead-acts', ...changedBy(row.act)]);
  return !isLast;
}

function idsOfBatch(tx: Transaction, { selection, lastLeadId, createdAt }: BulkActionRow): Promise<string[]> {
  if (selection === null) return Promise.resolve([]);
  if ('filter' in selection) {
    const { filter } = selection;
    return listNextLeads(tx, filter, { after: lastLeadId, until: createdAt, limit: AT_ONCE });
  }
  const ids = [...new Set(selection.ids.map((id) => id.toLowerCase()))].toSorted();
  return Promise.resolve(ids.filter((id) => lastLeadId === null || id > lastLeadId).slice(0, AT_ONCE));
}

async function perform(
  ctx: BulkContext,
  tx: Transaction,
  act: BulkAction,
  ids: readonly string[],
): Promise<Changes> {
  if (ids.length === 0) return [];
  switch (act.kind) {
    case 'move': {
      const moved = await setColumn(tx, ids, 'groupId', act.groupId);
      await refreshCopies(
        ctx,
        tx,
        moved.map(({ leadId }) => leadId),
      );
      return moved;
    }
    case 'owner':
      return setColumn(tx, ids, 'ownerId', act.ownerId);
    case 'fit':
      return setColumn(tx, ids, 'isNotFit', act.isNotFit);
    case 'custom':
      return setCustom(tx, ids, act.custom);
    case 'add_tags':
      return addTags(tx, ids, act.tags);
    case 'remove_tags':
      return removeTags(tx, ids, act.tags);
    case 'stage': {
      const before = new Map((await lockForMove(tx, ids, act.stage)).map(({ id, from }) => [id, from]));
      const moved = await moveStage(ctx, tx, ids, act.stage);
      return moved.flatMap((leadId) => {
        const stage = before.get(leadId);
        return stage === undefined ? [] : [{ leadId, before: { stage } }];
      });
    }
    case 'rescore':
      return rescore(ctx, tx, ids);
    case 'delete': {
      const gone = await markManyDeleted(tx, ids, ctx.clock.now());
      await insertManyDismissals(
        tx,
        gone.flatMap(({ id: leadId, isDemo, ...keys }) =>
          hashesOf(ctx.compliance, keys).map((contactHash) => ({ leadId, contactHash, isDemo })),
        ),
      );
      return gone.map(({ id }) => ({ leadId: id, before: {} }));
    }
  }
}

async function undoBatch(ctx: BulkContext, tx: Transaction, row: BulkActionRow): Promise<boolean> {
  const batch = await findBatch(tx, row.id);
  if (batch) {
    const changes = Object.entries(batch.before).map(([leadId, before]) => ({ leadId, before }));
    await takeBack(ctx, tx, row.act, changes);
    await removeBatch(tx, row.id, batch.firstLeadId);
    await updateBulkAction(tx, row.id, { done: row.done + changes.length });
  } else {
    await updateBulkAction(tx, row.id, { state: 'undone', selection: null });
  }
  await announce(tx, ['lead-acts', ...changedBy(row.act)]);
  return batch !== undefined;
}

async function takeBack(ctx: BulkContext, tx: Transaction, act: BulkAction, changes: Changes): Promise<void> {
  if (changes.length === 0) return;
  switch (act.kind) {
    case 'move':
      await resetColumn(tx, changes, { name: 'groupId', set: act.groupId });
      await refreshCopies(
        ctx,
        tx,
        changes.map(({ leadId }) => leadId),
      );
      return;
    case 'owner':
      await resetColumn(tx, changes, { name: 'ownerId', set: act.ownerId });
      return;
    case 'fit':
      await resetColumn(tx, changes, { name: 'isNotFit', set: act.isNotFit });
      return;
    case 'custom':
      await resetCustom(tx, changes, act.custom);
      return;
    case 'add_tags':
      await resetTags(tx, changes, 'added');
      return;
    case 'remove_tags':
      await resetTags(tx, changes, 'removed');
      return;
    case 'stage': {
      const ids = changes.map(({ leadId }) => leadId);
      const unmoved = await listInStage(tx, ids, act.stage);
      for (const [stage, ofStage] of Map.groupBy(changes, ({ before }) => before.stage)) {
        const back = ofStage.flatMap(({ leadId }) => (unmoved.has(leadId) ? [leadId] : []));
        if (stage !== undefined && back.length > 0) await undoMove(ctx, tx, back, stage);
      }
      return;
    }
    case 'rescore':
      await scoreBack(tx, changes);
      return;
    case 'delete': {
      const back = await markManyRestored(
        tx,
        changes.map(({ leadId }) => leadId),
      );
      await removeDismissals(tx, back);
      await refreshCopies(ctx, tx, back);
    }
  }
}

/** The act as it is done: its group and colleague exist, its tags have the known spelling, its values fit their fields. */
async function checked(tx: Transaction, act: BulkAction): Promise<BulkAction> {
  if (act.kind === 'move' && act.groupId !== null) await getGroup(tx, act.groupId);
  if (act.kind === 'custom') return { ...act, custom: await readCustomChanges(tx, 'lead', act.custom) };
  if (act.kind === 'owner') await assertColleague(tx, act.ownerId);
  if (act.kind === 'add_tags' || act.kind === 'remove_tags') {
    const tags = await spellTags(tx, act.tags);
    await announce(tx, ['lead-tags']);
    return { ...act, tags };
  }
  return act;
}

function toProgress({ id, act, state, total, done, changed, createdAt }: BulkActionRow): BulkActionProgress {
  return { id, act, state, total: Math.max(total, done), done, changed, createdAt: createdAt.toISOString() };
}
