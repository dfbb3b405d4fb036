import { HELD_BECAUSE, type SaleState, saleOf } from '#features/tracking/rules-sales.ts';
import { decideSale as decide } from '#features/tracking/server/sale-review.ts';
import type { Actor } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { Sale } from '../contract-purchases.ts';
import { listSaleRows, type SaleRow } from './sales-store.ts';

type SaleQuery = { state?: SaleState | undefined; limit: number; cursor?: string | undefined };

/** Purchases as pages reported them, page by page. */
export async function listSales(
  { db }: Pick<Context, 'db'>,
  { state, limit, cursor }: SaleQuery,
): Promise<Page<Sale>> {
  const rows = await listSaleRows(db, { state, limit, after: instantCursor.read(cursor) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.flatMap((row) => toSale(row) ?? []),
    nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
    total: rows[0]?.total ?? 0,
  };
}

/** Counts a purchase, holds it or strikes it out. Refuses with `not_found`. */
export function decideSale(
  ctx: Pick<Context, 'db' | 'eventSubscribers'>,
  sale: { id: string; at: string },
  state: SaleState,
  actor: Actor,
): Promise<{ before: SaleState }> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await decide(ctx, tx, sale, { state, by: actor.id });
    if (before === undefined) throw new AppError('not_found', 'This purchase does not exist.');
    if (before !== state) await announce(tx, ['events', 'usage', 'leads', 'stages']);
    return { before };
  });
}

function toSale({ type, heldBecause, total: _total, ...row }: SaleRow): Sale | undefined {
  const sale = saleOf(type);
  return (
    sale && { ...row, ...sale, heldBecause: HELD_BECAUSE.find((known) => known === heldBecause) ?? null }
  );
}
