import { AppError } from '#kit/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Log } from '#platform/log.ts';
import { LASTING_FAILURES, type LanguageModel } from '#providers/language-model/port.ts';

const LASTING: ReadonlySet<string> = new Set(LASTING_FAILURES);
/** A single failure may be an accident. */
const IN_A_ROW = 2;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
/** Longer than a visitor is kept waiting for a model: meanwhile one of them finds out for all. */
const TRIAL_MS = 20 * SECOND_MS;

declare module '#platform/context.ts' {
  interface Context {
    /** The language model for visitors, behind a circuit breaker; tests of an agent use `languageModel`. */
    readonly visitorModel: LanguageModel | undefined;
  }
}

type World = { log: Log; now?: () => number };

/**
 * Circuit breaker around the model, so that visitors do not each wait for one that does not answer. Two failures in a row
 * open it for a while, longer each time, and calls fail at once. Then one chat turn tries the model again.
 */
export function withCircuitBreaker(
  model: LanguageModel,
  { log, now = () => performance.now() }: World,
): LanguageModel {
  let failures = 0;
  let pauses = 0;
  /** Counts the pauses: a call that started before one says nothing about the model after it. */
  let round = 0;
  let openUntil = 0;
  let last: AppError | undefined;

  const answered = (): void => {
    failures = 0;
    pauses = 0;
    last = undefined;
  };

  return {
    ...model,
    async *streamText(request) {
      if (last && now() < openUntil) throw last;
      if (last) openUntil = now() + TRIAL_MS;
      const begunIn = round;
      try {
        yield* model.streamText(request);
      } catch (error) {
        // The caller gave up: the model was silent for too long.
        const failure =
          error instanceof AppError
            ? error
            : new AppError('unavailable', 'The language model did not answer in time.', { reason: 'silent' });
        if (LASTING.has(failure.reason ?? '')) {
          if (begunIn === round) failures += 1;
          if (begunIn === round && failures >= IN_A_ROW) {
            const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pauses, LONGEST_PAUSE_MS);
            pauses += 1;
            round += 1;
            last = failure;
            openUntil = now() + pauseMs;
            log.warn(
              { reason: failure.reason, pauseMs },
              'agents: visitors are quoted to while the model rests',
            );
          }
        } else answered();
        throw error;
      }
      answered();
    },
  };
}
