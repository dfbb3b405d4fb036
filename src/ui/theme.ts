import { useSyncExternalStore } from 'react';
import { keptWord } from './kept/kept-word.ts';

/** Read by `theme.js` before the first paint, which also hears when it changes. */
const kept = keptWord('yarrow-theme');

/** `system` follows the wish of the machine. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** What somebody chose, and how to choose. `theme.js` applies it. */
export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(kept.subscribe, read);
  return { choice, choose };
}

function choose(choice: ThemeChoice): void {
  kept.keep(choice === 'system' ? null : choice);
}

function read(): ThemeChoice {
  const stored = kept.read();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
