import { HELD_BECAUSE, type SaleState, saleOf } from '#features/tracking/rules-sales.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { Sale } from '../contract-purchases.ts';
import { listSaleRows, type SaleRow } from './sales-store.ts';

type Dependencies = { db: Database; tracking: Pick<Tracking, 'decideSale'> };

/** Purchases as pages reported them: held ones are reviewed here, and any can be struck out. */
export function createSales({ db, tracking }: Dependencies) {
  return {
    async listSales({
      state,
      limit,
      cursor,
    }: {
      state?: SaleState | undefined;
      limit: number;
      cursor?: string | undefined;
    }): Promise<Page<Sale>> {
      const rows = await listSaleRows(db, { state, limit, after: instantCursor.read(cursor) });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.flatMap((row) => toSale(row) ?? []),
        nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
        total: rows[0]?.total ?? 0,
      };
    },

    decideSale: (
      sale: { id: string; at: string },
      state: SaleState,
      actor: Actor,
    ): Promise<{ before: SaleState }> =>
      inTransaction(db, async (tx) => {
        const before = await tracking.decideSale(tx, sale, { state, by: actor.id });
        if (before === undefined) throw new AppError('not_found', 'This purchase does not exist.');
        if (before !== state) await announce(tx, ['events', 'usage', 'leads', 'stages']);
        return { before };
      }),
  };
}

function toSale({ type, heldBecause, total: _total, ...row }: SaleRow): Sale | undefined {
  const sale = saleOf(type);
  return (
    sale && { ...row, ...sale, heldBecause: HELD_BECAUSE.find((known) => known === heldBecause) ?? null }
  );
}
