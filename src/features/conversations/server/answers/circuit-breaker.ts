import { AppError } from '#kit/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Log } from '#platform/log.ts';
import { LASTING_FAILURES, type LanguageModel } from '#providers/language-model/port.ts';

const LASTING: ReadonlySet<string> = new Set(LASTING_FAILURES);
/** One may be an accident. */
const IN_A_ROW = 2;
const FIRST_REST_MS = 30 * SECOND_MS;
const LONGEST_REST_MS = 5 * MINUTE_MS;
/** Longer than a visitor is kept waiting for a model: meanwhile one of them finds out for all. */
const TRIAL_MS = 20 * SECOND_MS;

type World = { log: Log; now?: () => number };

/**
 * The same model for visitors, who should not each wait in vain for one that does not answer: after two failures in a row
 * it is not asked for a while, each time longer, and what it would say fails at once. Then one turn tries it again.
 */
export function withRests(
  model: LanguageModel,
  { log, now = () => performance.now() }: World,
): LanguageModel {
  let failures = 0;
  let rests = 0;
  /** Begins with each rest: what was asked before says nothing about the model after it. */
  let round = 0;
  let restsUntil = 0;
  let last: AppError | undefined;

  const answered = (): void => {
    failures = 0;
    rests = 0;
    last = undefined;
  };

  return {
    ...model,
    async *streamText(request) {
      if (last && now() < restsUntil) throw last;
      if (last) restsUntil = now() + TRIAL_MS;
      const begunIn = round;
      try {
        yield* model.streamText(request);
      } catch (error) {
        // Whoever asked gave it up: it was silent for too long.
        const failure =
          error instanceof AppError
            ? error
            : new AppError('unavailable', 'The language model did not answer in time.', { reason: 'silent' });
        if (LASTING.has(failure.reason ?? '')) {
          if (begunIn === round) failures += 1;
          if (begunIn === round && failures >= IN_A_ROW) {
            const restMs = Math.min(FIRST_REST_MS * 2 ** rests, LONGEST_REST_MS);
            rests += 1;
            round += 1;
            last = failure;
            restsUntil = now() + restMs;
            log.warn(
              { reason: failure.reason, restMs },
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
