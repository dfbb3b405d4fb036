import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce, type Topic } from '#platform/live.ts';
import type { Stage } from '../../contract.ts';
import type {
  actOnLeads,
  BulkAction,
  BulkActionProgress,
  LeadBeforeAction,
} from '../../contract-bulk-actions.ts';
import { getGroup } from '../groups/group-service.ts';
import { insertManyDismissals, removeDismissals } from '../identity/dismissal-store.ts';
import { bulkActionJob } from '../jobs.ts';
import type { LinkedRecordList } from '../linked-records-service.ts';
import { countLeads, valuesOf } from '../lists/list-store.ts';
import { assertColleague } from '../notes-service.ts';
import { spellTags } from '../notes-store.ts';
import { hashesOf } from '../person.ts';
import type { ScoreSignals } from '../scoring-service.ts';
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
  purgeBulkActions,
  removeBatch,
  removeTags,
  resetColumn,
  resetTags,
  setColumn,
  updateBulkAction,
} from './bulk-action-store.ts';
import { rescore, scoreBack } from './rescore.ts';

type Dependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  now: () => Date;
  refreshCopies: LinkedRecordList['refreshCopies'];
  scoreSignals: ScoreSignals;
  moveStage: (tx: Transaction, leadIds: readonly string[], stage: Stage) => Promise<string[]>;
  undoMove: (tx: Transaction, leadIds: readonly string[], stage: Stage) => Promise<void>;
};

type Changes = readonly { leadId: string; before: LeadBeforeAction }[];

/** Leads that are changed in one transaction: what a kill may set back. */
const AT_ONCE = 1_000;

/** How long an act is shown. */
const SHOWN_MS = DAY_MS / 4;

/** What a portion of an act is news of, beside the act itself. */
function changedBy(act: BulkAction): Topic[] {
  if (act.kind === 'stage') return ['stages'];
  return act.kind === 'move' || act.kind === 'delete' ? ['leads', 'lead-groups'] : ['leads'];
}

/** One deed on many leads, in portions that each say how far it is, and back again as one. */
export function createBulkActions({
  db,
  queue,
  compliance,
  now,
  refreshCopies,
  scoreSignals,
  moveStage,
  undoMove,
}: Dependencies) {
  /** Goes on with an act until it is through. In parallel it changes nothing twice: each portion holds the act. */
  const continueBulkAction = async (id: string): Promise<void> => {
    while (await inTransaction(db, (tx) => nextBatch(tx, id)));
  };

  /** One portion; true where more is left. */
  const nextBatch = async (tx: Transaction, id: string): Promise<boolean> => {
    const row = await lockBulkAction(tx, id);
    if (row?.state === 'running') return runBatch(tx, row);
    if (row?.state === 'undoing') return undoBatch(tx, row);
    return false;
  };

  const runBatch = async (tx: Transaction, row: BulkActionRow): Promise<boolean> => {
    const ids = await idsOfBatch(tx, row);
    const changes = await perform(tx, row.act, ids);
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
  };

  const idsOfBatch = (
    tx: Transaction,
    { selection, lastLeadId, createdAt }: BulkActionRow,
  ): Promise<string[]> => {
    if (selection === null) return Promise.resolve([]);
    if ('filter' in selection) {
      const { filter } = selection;
      return listNextLeads(tx, filter, { after: lastLeadId, until: createdAt, limit: AT_ONCE });
    }
    const ids = [...new Set(selection.ids.map((id) => id.toLowerCase()))].toSorted();
    return Promise.resolve(ids.filter((id) => lastLeadId === null || id > lastLeadId).slice(0, AT_ONCE));
  };

  const perform = async (tx: Transaction, act: BulkAction, ids: readonly string[]): Promise<Changes> => {
    if (ids.length === 0) return [];
    switch (act.kind) {
      case 'move': {
        const moved = await setColumn(tx, ids, 'groupId', act.groupId);
        await refreshCopies(
          tx,
          moved.map(({ leadId }) => leadId),
        );
        return moved;
      }
      case 'owner':
        return setColumn(tx, ids, 'ownerId', act.ownerId);
      case 'fit':
        return setColumn(tx, ids, 'isNotFit', act.isNotFit);
      case 'add_tags':
        return addTags(tx, ids, act.tags);
      case 'remove_tags':
        return removeTags(tx, ids, act.tags);
      case 'stage': {
        const before = new Map((await lockForMove(tx, ids, act.stage)).map(({ id, from }) => [id, from]));
        const moved = await moveStage(tx, ids, act.stage);
        return moved.flatMap((leadId) => {
          const stage = before.get(leadId);
          return stage === undefined ? [] : [{ leadId, before: { stage } }];
        });
      }
      case 'rescore':
        return rescore(tx, ids, { scoreSignals, now: now() });
      case 'delete': {
        const gone = await markManyDeleted(tx, ids, now());
        await insertManyDismissals(
          tx,
          gone.flatMap(({ id: leadId, isDemo, ...keys }) =>
            hashesOf(compliance, keys).map((contactHash) => ({ leadId, contactHash, isDemo })),
          ),
        );
        return gone.map(({ id }) => ({ leadId: id, before: {} }));
      }
    }
  };

  const undoBatch = async (tx: Transaction, row: BulkActionRow): Promise<boolean> => {
    const portion = await findBatch(tx, row.id);
    if (portion) {
      const changes = Object.entries(portion.before).map(([leadId, before]) => ({ leadId, before }));
      await takeBack(tx, row.act, changes);
      await removeBatch(tx, row.id, portion.firstLeadId);
      await updateBulkAction(tx, row.id, { done: row.done + changes.length });
    } else {
      await updateBulkAction(tx, row.id, { state: 'undone', selection: null });
    }
    await announce(tx, ['lead-acts', ...changedBy(row.act)]);
    return portion !== undefined;
  };

  const takeBack = async (tx: Transaction, act: BulkAction, changes: Changes): Promise<void> => {
    if (changes.length === 0) return;
    switch (act.kind) {
      case 'move':
        await resetColumn(tx, changes, { name: 'groupId', set: act.groupId });
        await refreshCopies(
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
          if (stage !== undefined && back.length > 0) await undoMove(tx, back, stage);
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
        await refreshCopies(tx, back);
      }
    }
  };

  const getLeadAct = async (id: string): Promise<BulkActionProgress> => {
    const row = await findBulkAction(db, id);
    if (!row) throw new AppError('not_found', 'This can not be taken back any more.');
    return toProgress(row);
  };

  return {
    /** Those named one by one are done when this answers; a filter is worked through in the background. */
    async actOnLeads(
      { act, leads }: z.output<typeof actOnLeads.body>,
      actor: Actor,
    ): Promise<BulkActionProgress> {
      const id = newId();
      await inTransaction(db, async (tx) => {
        const total =
          'ids' in leads ? leads.ids.length : await countLeads(tx, leads.filter, valuesOf(leads.filter));
        await insertBulkAction(tx, {
          id,
          act: await checked(tx, act),
          selection: leads,
          state: 'running',
          total,
          actorId: actor.id,
          createdAt: now(),
        });
        await queue.send(bulkActionJob, { actId: id }, { tx });
        await announce(tx, ['lead-acts']);
      });
      if ('ids' in leads) await continueBulkAction(id);
      return getLeadAct(id);
    },

    listLeadActs: async (): Promise<BulkActionProgress[]> =>
      (await listRecentBulkActions(db, new Date(now().getTime() - SHOWN_MS))).map(toProgress),

    getLeadAct,

    /** Stops it where it still runs. Again it changes nothing. */
    async undoLeadAct(id: string): Promise<BulkActionProgress> {
      const isShort = await inTransaction(db, async (tx) => {
        const row = await lockBulkAction(tx, id);
        if (!row) throw new AppError('not_found', 'This can not be taken back any more.');
        if (row.state === 'undoing' || row.state === 'undone') return false;
        await updateBulkAction(tx, id, { state: 'undoing', total: row.changed, done: 0, selection: null });
        await queue.send(bulkActionJob, { actId: id }, { tx });
        await announce(tx, ['lead-acts']);
        return row.changed <= AT_ONCE;
      });
      if (isShort) await continueBulkAction(id);
      return getLeadAct(id);
    },

    continueBulkAction,

    /** Goes on with those whose worker is gone. */
    async resumeBulkActions(): Promise<void> {
      for (const id of await listOpenBulkActions(db)) await queue.send(bulkActionJob, { actId: id });
    },

    tidyBulkActions: (before: Date): Promise<void> => purgeBulkActions(db, before),
  };

  /** The act as it is done: with a group and a colleague that exist, and tags as everybody spells them. */
  async function checked(tx: Transaction, act: BulkAction): Promise<BulkAction> {
    if (act.kind === 'move' && act.groupId !== null) await getGroup(tx, act.groupId);
    if (act.kind === 'owner') await assertColleague(tx, act.ownerId);
    if (act.kind === 'add_tags' || act.kind === 'remove_tags') {
      const tags = await spellTags(tx, act.tags);
      await announce(tx, ['lead-tags']);
      return { ...act, tags };
    }
    return act;
  }
}

function toProgress({ id, act, state, total, done, changed, createdAt }: BulkActionRow): BulkActionProgress {
  return { id, act, state, total: Math.max(total, done), done, changed, createdAt: createdAt.toISOString() };
}
