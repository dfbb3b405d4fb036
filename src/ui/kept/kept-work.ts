import { useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';

const PREFIX = 'yarrow.work.';
/** Longer than most holidays, and no archive of what was said about people. */
const KEPT_MS = 14 * DAY_MS;

/** What is kept, and when somebody was last at it. */
const Kept = z.strictObject({ keptAt: z.number(), work: z.unknown() });

const listeners = new Set<() => void>();
let changes = 0;

/** Unfinished work of this name, as it was kept in this browser; undefined when there is none. */
export function readWork(name: string): unknown {
  const kept = find(name);
  return kept && !isOld(kept) ? kept.work : undefined;
}

/** Keeps unfinished work in this browser, so that a reload or a session that ended costs nothing. */
export function keepWork(name: string, work: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ keptAt: Date.now(), work }));
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

/** What nobody came back to for a fortnight goes, whoever began it. */
export function forgetOldWork(): void {
  for (const name of listWorkNames('')) {
    const kept = find(name);
    if (kept === undefined || isOld(kept)) forgetWork(name);
    // It was kept before there were ages: they are counted from today.
    else if (kept.keptAt === null) keepWork(name, kept.work);
  }
}

/** Whoever leaves by their own wish leaves nothing behind on a computer that others use. */
export function forgetAllWork(): void {
  for (const name of listWorkNames('')) forgetWork(name);
}

/** Undefined where there is none, or what we did not write. */
function find(name: string): { keptAt: number | null; work: unknown } | undefined {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    if (kept === null) return undefined;
    const found: unknown = JSON.parse(kept);
    return Kept.safeParse(found).data ?? { keptAt: null, work: found };
  } catch {
    return undefined;
  }
}

function isOld({ keptAt }: { keptAt: number | null }): boolean {
  return keptAt !== null && keptAt < Date.now() - KEPT_MS;
}

/** The names of all kept work that begin like this. */
export function listWorkNames(beginning: string): string[] {
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
  return listWorkNames(beginning).filter((name) => readWork(name) !== undefined);
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
