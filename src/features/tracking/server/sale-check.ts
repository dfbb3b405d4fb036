import { createHmac } from 'node:crypto';
import { currencyDigits } from '#kit/money.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { isOnHostOf } from '../rules.ts';
import { type HeldBecause, reasonToHold, type SaleKind } from '../rules-sales.ts';
import type { Amount } from './amount.ts';
import { insertCountedSales, lockReporters, sumCountedSales } from './sale-store.ts';

/** A sale that has not been counted yet, and who reports it. */
export type UncheckedSale = {
  kind: SaleKind;
  amount: Amount | undefined;
  at: Date;
  url: string;
  /** Of the page that sends it, as its browser says; undefined where there is no browser. */
  origin: string | undefined;
  /** The person, or the network where there is none. */
  reporter: string;
};

declare module '#platform/context.ts' {
  interface Context {
    /** Keys the hashes of reporters of sales. */
    readonly saleReporterSecret: string;
  }
}

/**
 * Why sales must be reviewed, in the order of the sales; undefined for one that counts at once. Pages run on other
 * people's computers, so what they report may be made up: a sale counts if it comes from a site of the workspace and
 * stays under the limits of its person. Other sales of the same reporters wait until the transaction ends.
 */
export async function reasonsToHold(
  {
    config,
    saleReporterSecret,
    listOwnPages,
  }: Pick<Context, 'config' | 'saleReporterSecret' | 'listOwnPages'>,
  tx: Transaction,
  sales: readonly UncheckedSale[],
): Promise<(HeldBecause | undefined)[]> {
  if (sales.length === 0) return [];
  const limits = { perHour: config.PURCHASES_PER_HOUR, valuePerDay: config.PURCHASE_VALUE_PER_DAY };
  const hashOf = ({ kind, reporter }: UncheckedSale): string =>
    createHmac('sha256', saleReporterSecret).update(`${kind} ${reporter}`).digest('base64url');
  const ownPages = await listOwnPages(tx);
  const reporters = [...new Set(sales.map(hashOf))].toSorted();
  await lockReporters(tx, reporters);
  const before = await sumCountedSales(tx, reporters);
  const counted: Parameters<typeof insertCountedSales>[1][number][] = [];
  const reasons = sales.map((sale) => {
    const reporter = hashOf(sale);
    const { currency = '', amountMinor = 0 } = sale.amount ?? {};
    const value = Math.abs(amountMinor) / 10 ** currencyDigits(currency);
    const known = [...before, ...counted].filter((row) => row.reporter === reporter);
    const reason = reasonToHold(
      { isOwnSite: [sale.url, sale.origin ?? sale.url].every((url) => isOnHostOf(url, ownPages)), value },
      {
        inHour: known.reduce((sum, { inHour }) => sum + inHour, 0),
        valueInDay: known.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.value, 0),
      },
      limits,
    );
    if (!reason) counted.push({ reporter, currency, value, inHour: 1, at: sale.at });
    return reason;
  });
  await insertCountedSales(tx, counted);
  return reasons;
}
