import { useSyncExternalStore } from 'react';

const DISMISSED = 'yarrow.setup-dismissed';

const listeners = new Set<() => void>();
// Storage may be closed to us; the steps then come back with the page.
let isDismissedHere = false;

/** Whether somebody has had enough of the first steps, in this browser. */
export function areStepsDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null;
  } catch {
    return isDismissedHere;
  }
}

export function useStepsDismissed(): boolean {
  return useSyncExternalStore(subscribe, areStepsDismissed);
}

export function dismissSteps(): void {
  isDismissedHere = true;
  write((storage) => storage.setItem(DISMISSED, 'yes'));
}

export function bringStepsBack(): void {
  isDismissedHere = false;
  write((storage) => storage.removeItem(DISMISSED));
}

function write(change: (storage: Storage) => void): void {
  try {
    change(localStorage);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
