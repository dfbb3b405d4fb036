import { type ToastInput, toast } from './toast.ts';

type Deed<Result> = {
  /** Under way already, as `mutateAsync` gives it. */
  deed: Promise<Result>;
  /** Told once it is done. */
  done: Pick<ToastInput, 'title' | 'description'>;
  onFailure: (error: unknown) => void;
  undo: (result: Result) => Promise<unknown>;
  onUndoFailure: (error: unknown) => void;
};

/**
 * Tells that something was done and offers for ten seconds to take it back. It takes promises, because the callbacks of
 * `mutate` are dropped with the row or panel that asked: what was deleted is often gone from the screen by the live
 * stream before the answer comes, and is always gone by the time of its undo.
 */
export function doWithUndo<Result>({ deed, done, onFailure, undo, onUndoFailure }: Deed<Result>): void {
  deed.then(
    (result) => void toast({ ...done, undo: () => void undo(result).catch(onUndoFailure) }),
    onFailure,
  );
}
