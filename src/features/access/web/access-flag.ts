import { useSyncExternalStore } from 'react';
import { keptWord } from '#ui/kept/kept-word.ts';

const kept = keptWord('testing-access');
const GRANTED = 'granted';

/** Whether this browser remembers having passed the gate. The server decides; this spares the question. */
export function hasAccessFlag(): boolean {
  return kept.read() === GRANTED;
}

export function setAccessFlag(isGranted: boolean): void {
  kept.keep(isGranted ? GRANTED : null);
}

/** Follows the flag, also when another tab leaves the testing environment. */
export function useAccessFlag(): boolean {
  // The build draws the page of who has not been inside.
  return useSyncExternalStore(kept.subscribe, hasAccessFlag, () => false);
}
