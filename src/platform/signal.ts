/** Wakes a loop that waits. A ring while nobody waits is not lost: the next wait ends at once. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Until the bell rings, `limitMs` at most. */
  async wait(limitMs: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#hasRung = false;
  }
}
