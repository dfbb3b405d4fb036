import { createHash } from 'node:crypto';
import type { Transaction } from '#platform/db.ts';
import type { PageEvent, PageProblem } from '../contract.ts';
import { type HeldBecause, SALE_TYPES, saleOf } from '../rules-sales.ts';
import { type Amount, readAmount } from './amount.ts';
import type { NewEvent } from './event-subscribers.ts';
import { claimOrders, type KnownOrder, lockOrders, setRefunded } from './order-store.ts';
import { reasonsToHold, type UncheckedSale } from './sale-check.ts';

/** A purchase or refund as a page reports it, and the event that it becomes. */
export type ReportedSale = {
  report: PageEvent;
  event: NewEvent & { id: string; occurredAt: Date };
  /** Who reports it; the shop's own server is believed. */
  by: Pick<UncheckedSale, 'origin' | 'reporter'> | 'server';
};

/** No event for what has been counted before or cannot be. */
export type SettledSale = { event: NewEvent | undefined; problem?: PageProblem };

const DEFAULT_CURRENCY = 'USD';

export function isSale({ type }: Pick<PageEvent, 'type'>): boolean {
  return type === 'purchase' || type === 'refund';
}

/** Counts each order once, and takes back of an order at most what it brought. Answers in the order of the reports. */
export async function settleSales(
  ctx: Parameters<typeof reasonsToHold>[0],
  tx: Transaction,
  reported: readonly ReportedSale[],
): Promise<SettledSale[]> {
  const sales = reported.map(({ report, event, by }) => {
    const amount = amountOf(report, DEFAULT_CURRENCY);
    const isRefund = report.type === 'refund' || (isAmount(amount) && amount.amountMinor < 0);
    return { report, event, by, amount, isRefund, key: report.order && keyOf(report.order) };
  });
  const known = await lockOrders(tx, [...new Set(sales.flatMap(({ key }) => key ?? []))]);

  /** Of each unknown order the first purchase. A purchase below zero may have a reference of its own. */
  const firsts = new Map<string, (typeof sales)[number]>();
  for (const sale of sales) {
    if (sale.key && sale.report.type === 'purchase' && !known.has(sale.key) && !firsts.has(sale.key))
      firsts.set(sale.key, sale);
  }
  const claimed = await claimOrders(
    tx,
    [...firsts].map(([key, { event, amount }]) => ({
      key,
      eventId: event.id,
      occurredAt: event.occurredAt,
      ...orderAmount(amount),
      isDemo: event.isDemo ?? false,
    })),
  );
  // What stands for itself: no repeat of an order, and no refund of one.
  const own = sales.filter((sale) => !sale.key || (claimed.has(sale.key) && firsts.get(sale.key) === sale));
  const unchecked = own.flatMap((sale) => (sale.by === 'server' ? [] : [{ sale, by: sale.by }]));
  const reasons = await reasonsToHold(
    ctx,
    tx,
    unchecked.map(({ sale: { report, event, amount, isRefund }, by }) => ({
      ...by,
      kind: isRefund ? 'refund' : 'purchase',
      amount: isAmount(amount) ? amount : undefined,
      at: event.occurredAt,
      url: report.url,
    })),
  );
  const heldBecause = new Map(unchecked.map(({ sale }, index) => [sale, reasons[index]]));
  const held = (sale: (typeof sales)[number], settled: SettledSale): SettledSale => {
    const reason = heldBecause.get(sale);
    return reason && settled.event ? heldSale(settled.event, reason) : settled;
  };

  for (const key of claimed) {
    const first = firsts.get(key);
    if (!first) continue;
    const { id: eventId } = first.event;
    const type = SALE_TYPES.purchase[heldBecause.get(first) ? 'held' : 'counted'];
    known.set(key, { ...first.event, eventId, type, key, ...orderAmount(first.amount), refundedMinor: 0 });
  }

  const refunded = new Set<KnownOrder>();
  const settled = sales.map((sale): SettledSale => {
    const { report, event, amount, isRefund, key } = sale;
    if (!key || (claimed.has(key) && firsts.get(key) === sale))
      return held(sale, withAmount(event, amount, isRefund));
    if (!isRefund) return { event: undefined };
    const order = known.get(key);
    if (!order) return { event: undefined, problem: 'unknown_order' };
    refunded.add(order);
    return likeItsOrder(
      order,
      refundOrder(order, event, amountOf(report, order.currency ?? DEFAULT_CURRENCY)),
    );
  });
  await setRefunded(tx, [...refunded]);
  return settled;
}

/** Attributes the refund like its order, and adds it to what has been refunded. */
function refundOrder(order: KnownOrder, event: NewEvent, said: ReadAmount): SettledSale {
  const left = (order.amountMinor ?? 0) - order.refundedMinor;
  if (left <= 0 || order.currency === null) return { event: undefined };
  const { campaignId, leadId, messageId, channel, isDemo } = order;
  const data = { ...event.data, purchaseId: order.eventId };
  const own = { ...event, campaignId, leadId, messageId, channel, isDemo, data };
  if (isAmount(said) && said.currency !== order.currency) return withAmount(own, 'unknown_currency', true);
  if (said !== undefined && !isAmount(said)) return withAmount(own, said, true);
  const amountMinor = said ? Math.min(Math.abs(said.amountMinor), left) : left;
  order.refundedMinor += amountMinor;
  return withAmount(own, { amountMinor, currency: order.currency }, true);
}

/** A refund counts where its purchase does. */
function likeItsOrder({ type }: KnownOrder, settled: SettledSale): SettledSale {
  const state = saleOf(type)?.state ?? 'counted';
  if (state === 'counted' || !settled.event) return settled;
  return {
    ...settled,
    event: { ...settled.event, type: SALE_TYPES.refund[state] },
    problem: 'held_for_review',
  };
}

function heldSale(event: NewEvent, heldBecause: HeldBecause): SettledSale {
  const kind = event.type === SALE_TYPES.refund.counted ? 'refund' : 'purchase';
  return {
    event: { ...event, type: SALE_TYPES[kind].held, data: { ...event.data, heldBecause } },
    problem: 'held_for_review',
  };
}

/** Undefined where none was given. */
type ReadAmount = ReturnType<typeof readAmount> | undefined;

function isAmount(amount: ReadAmount): amount is Amount {
  return typeof amount === 'object';
}

function amountOf({ value, currency, lang }: PageEvent, otherwise: string): ReadAmount {
  return value === undefined
    ? undefined
    : readAmount({ value, currency: currency || undefined, language: lang, otherwise });
}

function orderAmount(amount: ReadAmount): Pick<KnownOrder, 'amountMinor' | 'currency'> {
  return isAmount(amount) ? amount : { amountMinor: null, currency: null };
}

/** US dollars where sums find them; amounts in other currencies where none adds them. */
function withAmount(event: NewEvent, amount: ReadAmount, isRefund: boolean): SettledSale {
  const type = isRefund ? 'purchase.refunded' : 'purchase.made';
  if (amount === undefined) return { event: { ...event, type } };
  if (!isAmount(amount)) return { event: { ...event, type }, problem: amount };
  const amountMinor = isRefund ? -Math.abs(amount.amountMinor) : amount.amountMinor;
  return amount.currency === DEFAULT_CURRENCY
    ? { event: { ...event, type, valueCents: amountMinor } }
    : { event: { ...event, type, data: { ...event.data, amountMinor, currency: amount.currency } } };
}

function keyOf(order: string): string {
  return createHash('sha256').update(order).digest('base64url');
}
