import type { EventType } from './contract.ts';

/** Only counted sales are in any figure. */
export const SALE_STATES = ['counted', 'held', 'struck_out'] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** Why a reported sale waits for a review. */
export const HELD_BECAUSE = ['unknown_site', 'too_many', 'too_much'] as const;
export type HeldBecause = (typeof HELD_BECAUSE)[number];

export type SaleKind = 'purchase' | 'refund';

export const SALE_TYPES = {
  purchase: { counted: 'purchase.made', held: 'purchase.held', struck_out: 'purchase.struck_out' },
  refund: { counted: 'purchase.refunded', held: 'refund.held', struck_out: 'refund.struck_out' },
} as const satisfies Record<SaleKind, Record<SaleState, EventType>>;

export type SaleType = (typeof SALE_TYPES)[SaleKind][SaleState];

const SALES = (['purchase', 'refund'] as const).flatMap((kind) =>
  SALE_STATES.map((state) => ({ kind, state, type: SALE_TYPES[kind][state] })),
);

/** Every type that a sale may have, whatever was decided about it. */
export const ALL_SALE_TYPES: readonly SaleType[] = SALES.map(({ type }) => type);

export function saleOf(type: EventType): { kind: SaleKind; state: SaleState } | undefined {
  return SALES.find((sale) => sale.type === type);
}

/** What pages may report of one person without a review. */
export type SaleLimits = {
  perHour: number;
  /** In US dollars, or as many units of another currency. */
  valuePerDay: number;
};

/** What was counted of the same person before: in the last hour, and in the last day in the same currency. */
export type SalesBefore = { inHour: number; valueInDay: number };

/** Why this sale waits for a review; undefined where it counts. */
export function reasonToHold(
  { isOwnSite, value }: { isOwnSite: boolean; value: number },
  before: SalesBefore,
  limits: SaleLimits,
): HeldBecause | undefined {
  if (!isOwnSite) return 'unknown_site';
  if (before.inHour >= limits.perHour) return 'too_many';
  return before.valueInDay + value > limits.valuePerDay ? 'too_much' : undefined;
}
