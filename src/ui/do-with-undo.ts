import { type ToastInput, toast } from './toast.ts';

type Told = Pick<ToastInput, 'title' | 'description'>;

type Deed<Result> = {
  /** Under way already, as `mutateAsync` gives it. */
  deed: Promise<Result>;
  /** Told once it is done. */
  done: Told;
  /** Told instead where there is nothing to take back; null where there is. */
  final?: (result: Result) => Told | null;
  onFailure: (error: unknown) => void;
  undo: (result: Result) => Promise<unknown>;
  onUndoFailure: (error: unknown) => void;
};

/**
 * Tells that something was done and offers for ten seconds to take it back. It takes promises, because the callbacks of
 * `mutate` are dropped with the row or panel that asked: what was deleted is often gone from the screen by the live
 * stream before the answer comes, and is always gone by the time of its undo.
 */
export function doWithUndo<Result>(given: Deed<Result>): void {
  const { deed, done, final, onFailure, undo, onUndoFailure } = given;
  deed.then((result) => {
    const told = final?.(result) ?? { ...done, undo: () => void undo(result).catch(onUndoFailure) };
    toast(told);
  }, onFailure);
}
