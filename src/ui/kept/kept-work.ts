import { useState, useSyncExternalStore } from 'react';

const PREFIX = 'yarrow.work.';

const listeners = new Set<() => void>();
let changes = 0;

/** Unfinished work of this name, as it was kept in this browser; undefined when there is none. */
export function readWork(name: string): unknown {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? undefined : (JSON.parse(kept) as unknown);
  } catch {
    // Storage may be closed to us, or hold what we did not write.
    return undefined;
  }
}

/** Keeps unfinished work in this browser, so that a reload or a session that ended costs nothing. */
export function keepWork(name: string, work: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(work));
  } catch {
    // Storage is closed or full: the work then lives as long as the page.
  }
  tell();
}

export function forgetWork(name: string): void {
  try {
    if (localStorage.getItem(PREFIX + name) === null) return;
    localStorage.removeItem(PREFIX + name);
  } catch {
    return;
  }
  tell();
}

/** Whoever leaves by their own wish leaves nothing behind on a computer that others use. */
export function forgetAllWork(): void {
  for (const name of namesOfWork('')) forgetWork(name);
}

function namesOfWork(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** The names of the kept work that begin like this; asked again whenever some of it changes. */
export function useWorkNames(beginning: string): string[] {
  useSyncExternalStore(listen, () => changes);
  return namesOfWork(beginning);
}

/** A text that is kept in this browser until it is sent, or is again what it began with. */
export function useKeptText(name: string, initial = ''): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ name, text: readText(name) ?? initial }));
  return [
    state.name === name ? state.text : (readText(name) ?? initial),
    (text) => {
      setState({ name, text });
      if (text === '' || text === initial) forgetWork(name);
      else keepWork(name, text);
    },
  ];
}

function readText(name: string): string | undefined {
  const kept = readWork(name);
  return typeof kept === 'string' ? kept : undefined;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  const hearOtherTab = (event: StorageEvent) => event.key?.startsWith(PREFIX) === true && tell();
  addEventListener('storage', hearOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', hearOtherTab);
  };
}

function tell(): void {
  changes += 1;
  for (const listener of listeners) listener();
}
