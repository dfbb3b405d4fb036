/** Wakes a loop that waits. A notification while nothing waits is kept: the next wait ends at once. */
export class Signal {
  #isNotified = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Until notified, `limitMs` at most. */
  async wait(limitMs: number): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#isNotified = false;
  }
}
