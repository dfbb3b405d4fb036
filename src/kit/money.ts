const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Amount in US cents as "$12.50"; '–' where there is no data. */
export function formatUsd(cents: number | null | undefined): string {
  return cents == null ? '–' : USD.format(cents / 100).replace('-', '−');
}
