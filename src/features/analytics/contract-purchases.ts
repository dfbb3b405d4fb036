import { z } from 'zod';
import { HELD_BECAUSE, SALE_STATES } from '#features/tracking/rules-sales.ts';
import { endpoint, IdParams, PageQuery } from '#kit/endpoint.ts';

export const SaleState = z.enum(SALE_STATES, 'One of counted, held, struck_out.');

/** A purchase, or a refund without an order, as it was reported. */
export const Sale = z.object({
  id: z.uuid(),
  /** To the microsecond: with the id it names the sale. */
  at: z.iso.datetime({ precision: 6 }),
  kind: z.enum(['purchase', 'refund']),
  state: SaleState,
  heldBecause: z.enum(HELD_BECAUSE).nullable(),
  /** Null where nobody of the leads is known to have bought. */
  leadId: z.uuid().nullable(),
  leadName: z.string().nullable(),
  campaignId: z.uuid().nullable(),
  campaign: z.string().nullable(),
  /** What was bought, where the shop said so. */
  item: z.string().nullable(),
  /** US cents; null for other currencies and where no amount could be read. */
  value: z.number().int().nullable(),
  amountMinor: z.number().nullable(),
  currency: z.string().nullable(),
});
export type Sale = z.infer<typeof Sale>;

export const listSales = endpoint({
  method: 'GET',
  path: '/api/analytics/sales',
  access: 'viewer',
  summary:
    'Purchases as they were reported, newest first; with a state only those that are counted, held or struck out',
  query: PageQuery.extend({ state: SaleState.optional() }),
  response: z.array(Sale),
  paged: true,
});

export const decideSale = endpoint({
  method: 'POST',
  path: '/api/analytics/sales/:id/decision',
  access: 'member',
  summary:
    'Count a purchase, hold it or strike it out, with its refunds; every figure and the stage of the lead follow. Answers what it was before',
  params: IdParams,
  body: z.object({ at: Sale.shape.at, state: SaleState }),
  response: z.object({ before: SaleState }),
});
