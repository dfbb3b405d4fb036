import type { z } from 'zod';
import { type Actor, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { type changeLeadView, type LeadView, MOST_VIEWS, type NewLeadView } from '../../contract-views.ts';
import {
  countViews,
  insertView,
  listViews,
  lockView,
  purgeViews,
  updateView,
  type ViewRow,
} from './views-store.ts';

type Dependencies = { db: Database; now: () => Date };

/** Lists that somebody wants to see again: filters and order under a name, for oneself or for everybody. */
export function createViews({ db, now }: Dependencies) {
  const change = (id: string, actor: Actor, what: Partial<ViewRow>): Promise<LeadView> =>
    inTransaction(db, async (tx) => {
      const row = await ownView(tx, id, actor, { isDeleted: what.deletedAt === null });
      const changed = await updateView(tx, row.id, what);
      await announce(tx, ['lead-views']);
      return toView(changed, actor);
    });

  return {
    listLeadViews: async (actor: Actor): Promise<LeadView[]> =>
      (await listViews(db, actor.id)).map((row) => toView(row, actor)),

    saveLeadView: (view: z.output<typeof NewLeadView>, actor: Actor): Promise<LeadView> =>
      inTransaction(db, async (tx) => {
        if ((await countViews(tx, actor.id)) >= MOST_VIEWS) {
          throw new AppError('refused', `You have ${MOST_VIEWS} views. Delete one to save another.`, {
            reason: 'too_many_views',
          });
        }
        const row = await insertView(tx, { id: newId(), ...view, ownerId: actor.id, createdAt: now() });
        await announce(tx, ['lead-views']);
        return toView(row, actor);
      }),

    changeLeadView: (
      id: string,
      { name, isShared, query }: z.output<typeof changeLeadView.body>,
      actor: Actor,
    ): Promise<LeadView> =>
      change(id, actor, {
        ...(name === undefined ? {} : { name }),
        ...(isShared === undefined ? {} : { isShared }),
        ...(query === undefined ? {} : { query }),
      }),

    deleteLeadView: async (id: string, actor: Actor): Promise<void> =>
      void (await change(id, actor, { deletedAt: now() })),

    /** Undo of `deleteLeadView`. */
    restoreLeadView: (id: string, actor: Actor): Promise<LeadView> => change(id, actor, { deletedAt: null }),

    tidyViews: (before: Date): Promise<void> => purgeViews(db, before),
  };
}

/** The view, held until the transaction ends. What a colleague shares only they and admins may change. */
async function ownView(
  tx: Transaction,
  id: string,
  actor: Actor,
  { isDeleted }: { isDeleted: boolean },
): Promise<ViewRow> {
  const row = await lockView(tx, id);
  const isSeen = row && (row.isShared || row.ownerId === actor.id) && (isDeleted || row.deletedAt === null);
  if (!isSeen) throw new AppError('not_found', 'This view does not exist any more.');
  if (!mayChange(row, actor)) {
    throw new AppError('forbidden', 'Only the colleague who saved this view, or an admin, can change it.');
  }
  return row;
}

function mayChange({ ownerId, isShared }: ViewRow, actor: Actor): boolean {
  return ownerId === actor.id || (isShared && hasRole(actor.role, 'admin'));
}

function toView(row: ViewRow, actor: Actor): LeadView {
  const { id, name, isShared, query } = row;
  return { id, name, isShared, isOwn: mayChange(row, actor), query };
}
