import { ALL_SALE_TYPES, SALE_TYPES, type SaleState, type SaleType } from '#features/tracking/rules-sales.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { type CountedRow, type PageWish, ROW, ROW_JOINS } from './figures-store.ts';

export type SaleRow = Pick<
  CountedRow,
  | 'id'
  | 'at'
  | 'leadId'
  | 'leadName'
  | 'campaignId'
  | 'campaign'
  | 'value'
  | 'amountMinor'
  | 'currency'
  | 'total'
> & { type: SaleType; item: string | null; heldBecause: string | null };

/** Sales of a state, or all, newest first; one more than asked for. Refunds of an order go with their purchase. */
export function listSaleRows(
  db: Queryable,
  { state, limit, after }: PageWish & { state: SaleState | undefined },
): Promise<SaleRow[]> {
  const types = state ? [SALE_TYPES.purchase[state], SALE_TYPES.refund[state]] : [...ALL_SALE_TYPES];
  const where = sql`e.type = any(${sql.param(types)}::text[]) and not e.data ? 'purchaseId'`;
  const isAfter =
    after === undefined
      ? sql``
      : sql`and (e.occurred_at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return rowsOf(
    db,
    sql`select ${ROW}, e.type, e.data->>'item' as item, e.data->>'heldBecause' as "heldBecause",
        (select count(*) from events e where ${where})::float8 as total
      from events e ${ROW_JOINS} where ${where} ${isAfter}
      order by e.occurred_at desc, e.id desc limit ${limit + 1}`,
  );
}
