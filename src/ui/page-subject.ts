import { useEffect, useSyncExternalStore } from 'react';

/** Whoever or whatever is open on the screen, the newest last. */
let subjects: readonly { name: string }[] = [];
const listeners = new Set<() => void>();

function set(next: typeof subjects): void {
  subjects = next;
  for (const listener of listeners) listener();
}

/** Puts a name into the title of the page as long as it is open; undefined while it is not known. */
export function usePageSubject(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    const own = { name };
    set([...subjects, own]);
    return () => set(subjects.filter((each) => each !== own));
  }, [name]);
}

/** Who or what is open, for the title of the page. */
export function useOpenSubject(): string | undefined {
  return useSyncExternalStore(subscribe, () => subjects.at(-1)?.name);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
