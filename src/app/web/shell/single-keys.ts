import { useSyncExternalStore } from 'react';

/** Kept by this browser, as the theme is. */
const KEY = 'yarrow-single-keys';
const CHANGED = 'yarrow-single-keys';
const OFF = 'off';

/** Whether letters and signs alone do something: who speaks to the machine or hits keys by accident turns it off. */
export function useSingleKeys(): { areOn: boolean; turn: (areOn: boolean) => void } {
  const areOn = useSyncExternalStore(subscribe, areSingleKeysOn);
  return { areOn, turn };
}

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

function turn(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage is blocked: the choice cannot be kept.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
