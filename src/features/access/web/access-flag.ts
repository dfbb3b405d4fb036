import { useSyncExternalStore } from 'react';

const KEY = 'testing-access';
const GRANTED = 'granted';
const CHANGED = 'yarrow-testing-access';

/** Whether this browser remembers having passed the gate. The server decides; this spares the question. */
export function hasAccessFlag(): boolean {
  try {
    return localStorage.getItem(KEY) === GRANTED;
  } catch {
    return isRememberedHere;
  }
}

export function setAccessFlag(isGranted: boolean): void {
  isRememberedHere = isGranted;
  try {
    if (isGranted) localStorage.setItem(KEY, GRANTED);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the page itself remembers until it is left.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Follows the flag, also when another tab leaves the testing environment. */
export function useAccessFlag(): boolean {
  // The build draws the page of who has not been inside.
  return useSyncExternalStore(subscribe, hasAccessFlag, () => false);
}

let isRememberedHere = false;

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
