import type { z } from 'zod';
import { type Actor, accountOf, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type * as contract from '../../contract-views.ts';
import { type LeadView, MOST_VIEWS, type NewLeadView } from '../../contract-views.ts';
import { readCustomQuery } from './custom-query.ts';
import { countViews, insertView, listViews, lockView, updateView, type ViewRow } from './views-store.ts';

type ViewContext = Pick<Context, 'db' | 'clock'>;

/** The saved lists of this colleague, and those that others share. */
export async function listLeadViews({ db }: Pick<Context, 'db'>, actor: Actor): Promise<LeadView[]> {
  return (await listViews(db, actor.id)).map((row) => toView(row, actor));
}

/** Saves filters and order under a name. Refuses with `too_many_views`, and with `no_account` a workspace token. */
export function saveLeadView(
  { db, clock }: ViewContext,
  view: z.output<typeof NewLeadView>,
  actor: Actor,
): Promise<LeadView> {
  if (accountOf(actor) === null) {
    throw new AppError('refused', 'A view belongs to a person. Use a personal token.', {
      reason: 'no_account',
    });
  }
  return inTransaction(db, async (tx) => {
    await readCustomQuery(tx, view.query);
    if ((await countViews(tx, actor.id)) >= MOST_VIEWS) {
      throw new AppError('refused', `You have ${MOST_VIEWS} views. Delete one to save another.`, {
        reason: 'too_many_views',
      });
    }
    const row = await insertView(tx, { id: newId(), ...view, ownerId: actor.id, createdAt: clock.now() });
    await announce(tx, ['lead-views']);
    return toView(row, actor);
  });
}

/** Refuses with `not_found`, and with `forbidden` what another colleague shares. */
export function changeLeadView(
  { db }: Pick<Context, 'db'>,
  id: string,
  { name, isShared, query }: z.output<typeof contract.changeLeadView.body>,
  actor: Actor,
): Promise<LeadView> {
  return change(db, id, actor, {
    ...(name === undefined ? {} : { name }),
    ...(isShared === undefined ? {} : { isShared }),
    ...(query === undefined ? {} : { query }),
  });
}

/** Can be taken back with `restoreLeadView` for a day. Refuses like `changeLeadView`. */
export async function deleteLeadView({ db, clock }: ViewContext, id: string, actor: Actor): Promise<void> {
  await change(db, id, actor, { deletedAt: clock.now() });
}

export function restoreLeadView({ db }: Pick<Context, 'db'>, id: string, actor: Actor): Promise<LeadView> {
  return change(db, id, actor, { deletedAt: null });
}

function change(db: Database, id: string, actor: Actor, what: Partial<ViewRow>): Promise<LeadView> {
  return inTransaction(db, async (tx) => {
    if (what.query) await readCustomQuery(tx, what.query);
    const row = await ownView(tx, id, actor, { isDeleted: what.deletedAt === null });
    const changed = await updateView(tx, row.id, what);
    await announce(tx, ['lead-views']);
    return toView(changed, actor);
  });
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
