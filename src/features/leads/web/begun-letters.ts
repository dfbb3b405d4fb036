import { useSyncExternalStore } from 'react';

/** To whom a letter was begun in another program: only people know whether it was sent, so the page keeps asking. */
let begun: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  begun = next;
  for (const listener of listeners) listener();
}

export function beginLetter(leadId: string): void {
  change(new Set([...begun, leadId]));
}

export function endLetter(leadId: string): void {
  change(new Set([...begun].filter((id) => id !== leadId)));
}

/** The same on every part of the page that shows this person. */
export function useIsLetterBegun(leadId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => begun.has(leadId),
    () => false,
  );
}
