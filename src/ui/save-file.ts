import { csvOf } from '#kit/csv.ts';

/** Hands rows over as a file that spreadsheets open. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveText(name, csvOf(rows), 'text/csv');
}

/** Hands a text over as a file; the browser asks or saves it, as it is set. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** A file that the server sends at this address. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
