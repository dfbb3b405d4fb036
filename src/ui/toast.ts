import { useSyncExternalStore } from 'react';

const TOAST_MS = 5_000;
const UNDO_MS = 10_000;
/** A dismissed toast stays in the list this long; only the view forgets it at once. */
export const REMOVE_AFTER_MS = 1_000_000;

export type ToastInput = {
  title: string;
  description?: string;
  /** `destructive` for what failed or was refused. */
  variant?: 'default' | 'destructive';
  /** Takes back what the toast tells; the toast then lasts 10 s and no later one displaces it. */
  undo?: () => void;
  /** A next step, beside the news; like an undo it stays ten seconds. */
  offer?: { label: string; onSelect: () => void };
  durationMs?: number;
  /** The page is being left: no later toast replaces it. */
  isLast?: boolean;
};

export type Toast = ToastInput & {
  id: number;
  variant: 'default' | 'destructive';
  durationMs: number;
  /** waiting: behind an undo toast · open: in sight · dismissed: out of sight, not yet removed */
  state: 'waiting' | 'open' | 'dismissed';
};

/** The list of toasts, outside of React: at most one is open. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #nextId = 1;
  readonly #listeners = new Set<() => void>();

  /** Shows a toast; it takes the place of the open one, unless that one offers an undo: then it waits. */
  show(input: ToastInput): { id: number; dismiss: () => void } {
    const id = this.#nextId;
    this.#nextId += 1;
    const open = this.open();
    if (open?.isLast) return { id, dismiss: () => undefined };
    const entry: Toast = {
      ...input,
      id,
      variant: input.variant ?? 'default',
      durationMs: input.durationMs ?? (input.undo || input.offer ? UNDO_MS : TOAST_MS),
      state: 'open',
    };
    if (open?.undo && !input.isLast) {
      // Of those that wait, the news of a later one is fresher; but an undo is never lost.
      for (const other of this.#toasts) {
        if (other.state === 'waiting' && !other.undo) this.#leave(other.id);
      }
      this.#set([...this.#toasts, { ...entry, state: 'waiting' }]);
    } else {
      if (open) this.#leave(open.id);
      this.#set([...this.#toasts, entry]);
    }
    return { id, dismiss: () => this.dismiss(id) };
  }

  /** Takes a toast out of sight and lets the next one in. */
  dismiss(id: number): void {
    this.#leave(id);
    if (this.open()) return;
    const next = this.#toasts.find((entry) => entry.state === 'waiting');
    if (!next) return;
    this.#set(this.#toasts.map((entry) => (entry.id === next.id ? { ...entry, state: 'open' } : entry)));
  }

  /** Runs the undo of a toast, once. */
  undo(id: number): void {
    const entry = this.#toasts.find((candidate) => candidate.id === id);
    if (entry?.state !== 'open') return;
    this.dismiss(id);
    entry.undo?.();
  }

  open(): Toast | undefined {
    return this.#toasts.find((entry) => entry.state === 'open');
  }

  /** Every toast not yet removed, the oldest first. */
  list(): readonly Toast[] {
    return this.#toasts;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #leave(id: number): void {
    const entry = this.#toasts.find((candidate) => candidate.id === id);
    if (!entry || entry.state === 'dismissed') return;
    this.#set(this.#toasts.map((other) => (other.id === id ? { ...other, state: 'dismissed' } : other)));
    setTimeout(() => this.#set(this.#toasts.filter((other) => other.id !== id)), REMOVE_AFTER_MS);
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

const store = new ToastStore();

/** Tells the result of something done in the background. One error, one place: form errors stay in their form. */
export function toast(input: ToastInput): { id: number; dismiss: () => void } {
  return store.show(input);
}

export function dismissToast(id: number): void {
  store.dismiss(id);
}

export function undoToast(id: number): void {
  store.undo(id);
}

/** The toasts of the page, for the one `Toaster`. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.list(),
    () => store.list(),
  );
}
