import { SECOND_MS } from '#kit/time.ts';

/** For so long after a call of somebody signed in they count as being at work: a screen makes several in a row. */
export const AT_WORK_MS = SECOND_MS;
/** Rest for each millisecond of work. */
const REST_PER_WORK = 3;
/** One piece that took unusually long holds up the next no longer than this. */
const LONGEST_REST_MS = SECOND_MS / 2;

/**
 * Lets bulk work of this process step back while people work with it. Screens and bulk work share processor and
 * database: people feel milliseconds, a campaign of thousands does not feel seconds.
 */
export class Courtesy {
  #heardAt = Number.NEGATIVE_INFINITY;

  /** Somebody signed in has called. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /**
   * Between two pieces of bulk work: rests for as long as the piece deserves while somebody is at work, else goes on.
   * @param begunAt when the piece began, by `performance.now()`
   */
  async giveWay(begunAt: number): Promise<void> {
    const now = performance.now();
    if (now - this.#heardAt > AT_WORK_MS) return;
    const restMs = Math.min((now - begunAt) * REST_PER_WORK, LONGEST_REST_MS);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
