/** How long the pointer rests before a tooltip opens, and how soon after another one closed the next opens at once. */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_MS = 300;

type Options = { delayMs: number; skipMs: number; now?: () => number };

/** When a tooltip opens: after a rest, or at once while another one has just been open. */
export class TooltipTiming {
  readonly #delayMs: number;
  readonly #skipMs: number;
  readonly #now: () => number;
  #closedAt = Number.NEGATIVE_INFINITY;

  constructor({ delayMs, skipMs, now = () => performance.now() }: Options) {
    this.#delayMs = delayMs;
    this.#skipMs = skipMs;
    this.#now = now;
  }

  /** Calls `open` when it is time; the returned function takes that back. */
  schedule(open: () => void, isAtOnce: boolean): () => void {
    const isFollowing = this.#now() - this.#closedAt <= this.#skipMs;
    if (isAtOnce || isFollowing) {
      open();
      return () => undefined;
    }
    const timer = setTimeout(open, this.#delayMs);
    return () => clearTimeout(timer);
  }

  closed(): void {
    this.#closedAt = this.#now();
  }
}
