import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';

/** In this browser, so that a reload still asks: ids of leads and since when, and nothing of the people themselves. */
const KEY = 'yarrow-begun-letters';
/** Nobody remembers any more whether that letter was sent. */
const ASKED_FOR_DAYS = 30;

const Begun = z.record(z.string(), z.number());
type Begun = z.infer<typeof Begun>;

/** To whom a letter was begun in another program: only people know whether it was sent, so the page keeps asking. */
let begun: Begun = read();
const listeners = new Set<() => void>();

function keep(next: Begun): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is blocked: it is asked until the page is left.
  }
  begun = next;
  for (const listener of listeners) listener();
}

function read(): Begun {
  try {
    const kept = Begun.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    const oldest = Date.now() - ASKED_FOR_DAYS * DAY_MS;
    return Object.fromEntries(Object.entries(kept).filter(([, at]) => at > oldest));
  } catch {
    return {};
  }
}

export function startManualMessage(leadId: string): void {
  keep({ ...begun, [leadId]: Date.now() });
}

export function endManualMessage(leadId: string): void {
  const { [leadId]: _ended, ...others } = begun;
  keep(others);
}

function listen(listener: () => void): () => void {
  // Another tab of the same person.
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    begun = read();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The same on every part of the page that shows this person. */
export function useIsManualMessageStarted(leadId: string): boolean {
  return useSyncExternalStore(
    listen,
    () => leadId in begun,
    () => false,
  );
}
