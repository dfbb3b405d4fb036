import { useSyncExternalStore } from 'react';
import { keptWord } from '#ui/kept/kept-word.ts';

const kept = keptWord('yarrow-single-keys');
const OFF = 'off';

/** Whether letters and signs alone do something: who speaks to the machine or hits keys by accident turns it off. */
export function useSingleKeys(): { areOn: boolean; turn: (areOn: boolean) => void } {
  const areOn = useSyncExternalStore(kept.subscribe, areSingleKeysOn);
  return { areOn, turn };
}

export function areSingleKeysOn(): boolean {
  return kept.read() !== OFF;
}

function turn(areOn: boolean): void {
  kept.keep(areOn ? null : OFF);
}
