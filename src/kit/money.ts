const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Amount in US cents as "$12.50"; '–' where there is no data. */
export function formatUsd(cents: number | null | undefined): string {
  return cents == null ? '–' : USD.format(cents / 100).replace('-', '−');
}

/** Minor units by ISO 4217 where they are not two digits. `Intl` has those of daily use instead: none for COP or HUF. */
const DIGITS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** Codes of ISO 4217 for money that `Intl` does not list. */
const UNLISTED = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'];
const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...UNLISTED]);

/** Whether this is an ISO 4217 code in capitals. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Digits after the decimal point of a currency. */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** Amount in minor units of its currency: "€49.50", "¥1,200"; currencies without a sign by their code. */
export function formatMoney(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(amountMinor / 10 ** digits)
    .replace('-', '−');
}

/** An amount as events keep it: US cents, or minor units of another currency; null without one. */
export function amountText({
  valueCents,
  amountMinor,
  currency,
}: {
  valueCents: number | null;
  amountMinor: number | null;
  currency: string | null;
}): string | null {
  if (valueCents !== null) return formatUsd(valueCents);
  return amountMinor === null || currency === null ? null : formatMoney(amountMinor, currency);
}
