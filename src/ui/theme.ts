import { useSyncExternalStore } from 'react';

/** The key that `theme.js` reads before the first paint. */
const THEME_KEY = 'yarrow-theme';
const CHANGED = 'yarrow-theme';

/** `system` follows the wish of the machine. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** What somebody chose, and how to choose. `theme.js` applies it. */
export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, read);
  return { choice, choose };
}

function choose(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage is blocked: the choice cannot be kept, and the system's wish counts.
  }
  dispatchEvent(new Event(CHANGED));
}

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
