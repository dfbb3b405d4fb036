import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { SALE_TYPES, type SaleState, saleOf } from '../rules-sales.ts';
import { tellSubscribers } from './record-events.ts';
import { lockRefundsOf, lockSale, type StoredSale } from './sale-store.ts';
import { changeTypes } from './store.ts';

/** The event of a sale: its id, and its instant to the microsecond. */
export type SaleRef = { id: string; at: string };

/**
 * Counts a sale, holds it or strikes it out, as a reviewer decided; the refunds of a purchase go with it, and subscribers
 * hear of both as of new events. Returns the state before, undefined for an unknown sale. Repeating it changes nothing.
 */
export async function decideSale(
  ctx: Pick<Context, 'eventSubscribers'>,
  tx: Transaction,
  ref: SaleRef,
  { state, by }: { state: SaleState; by: string },
): Promise<SaleState | undefined> {
  const sale = await lockSale(tx, ref);
  const before = sale && saleOf(sale.type);
  if (!before) return undefined;
  if (before.state === state) return state;
  const refunds = before.kind === 'purchase' ? await lockRefundsOf(tx, sale) : [];
  const changed = [sale, ...refunds].flatMap((event) => changeTo(event, state));
  const data = { reviewedBy: by };
  await changeTypes(
    tx,
    changed.map(({ was, type, id, occurredAt }) => ({ id, occurredAt, from: was, to: type, data })),
  );
  await tellSubscribers(ctx, tx, changed);
  return before.state;
}

function changeTo(sale: StoredSale, state: SaleState): (StoredSale & { was: StoredSale['type'] })[] {
  const known = saleOf(sale.type);
  if (!known || known.state === state) return [];
  return [{ ...sale, type: SALE_TYPES[known.kind][state], was: sale.type }];
}
