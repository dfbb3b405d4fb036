import { useEffect, useState, useSyncExternalStore } from 'react';

/** A wait that is shorter is not worth a word. */
const WORTH_A_WORD_MS = 600;

let waits = 0;
const listeners = new Set<() => void>();

function add(by: 1 | -1): void {
  waits += by;
  for (const listener of listeners) listener();
}

/** Counts a part of the page as not there yet, as long as it stands. */
export function useWait(): void {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
}

/** Says once that parts of the page are being loaded and once that all are there, however many they are. */
export function LoadingStatus() {
  const isWaiting = useSyncExternalStore(subscribe, () => waits > 0);
  const [said, say] = useState<'' | 'Loading' | 'Loaded'>('');
  useEffect(() => {
    const timer = setTimeout(
      () => say((before) => (isWaiting ? 'Loading' : before === 'Loading' ? 'Loaded' : before)),
      isWaiting ? WORTH_A_WORD_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return (
    // Named live as well: an open dialog hides everything else beside it.
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
