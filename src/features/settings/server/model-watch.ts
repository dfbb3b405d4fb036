import { AppError } from '#kit/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { createTurns } from '#kit/turns.ts';
import type { Database } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LASTING_FAILURES, LanguageModel } from '#providers/language-model/port.ts';
import { addFailure, endTrouble, type ServiceTrouble } from './trouble-store.ts';

const MODEL_SERVICE = 'language_model';

/** In words for who can mend it. */
const LASTING: Record<(typeof LASTING_FAILURES)[number], string | ((label: string) => string)> = {
  key: 'It does not accept our key (LLM_API_KEY).',
  model: (label) => `Its provider knows no model called “${label}” (LLM_MODEL).`,
  address: 'Nothing of the kind is at its address (LLM_BASE_URL).',
  credit: 'Its account has no credit left.',
  busy: 'It has too much to do.',
  down: 'It answers with failures of its own.',
  unreachable: 'It cannot be reached (LLM_BASE_URL).',
  silent: 'It does not answer in time.',
};
/** One may be an accident. */
const IN_A_ROW = 2;
/** Whoever gives a model up sooner had another reason than its silence. */
const SILENT_MS = 10 * SECOND_MS;
/** Another process may have met the trouble that is over: so often a call that worked says so. */
const SAID_AGAIN_MS = MINUTE_MS;
/** A model that nobody asks may have been mended long since. */
const RECENT_MS = HOUR_MS;

/** The same model; whether it works is kept for people to see, for all processes. */
export function watchModel(
  model: LanguageModel,
  { db, log, now = () => new Date() }: { db: Database; log: Log; now?: () => Date },
): LanguageModel {
  const { label } = model;
  const inTurn = createTurns(1);
  let workedAt = 0;

  /** Beside the call: whoever asked does not wait for it. */
  const keep = (deed: () => Promise<void>): void => {
    inTurn(deed).catch((error: unknown) =>
      log.warn({ err: error }, 'settings: the state of the model was not kept'),
    );
  };
  const worked = (): void => {
    const at = now().getTime();
    if (at - workedAt < SAID_AGAIN_MS) return;
    workedAt = at;
    keep(async () => {
      if (await endTrouble(db, MODEL_SERVICE)) await announce(db, ['settings']);
    });
  };
  const failed = (error: unknown, wasSilent: boolean): void => {
    const reason = error instanceof AppError ? error.reason : wasSilent ? 'silent' : undefined;
    if (reason === undefined || !(reason in LASTING)) return;
    workedAt = 0;
    const at = now();
    keep(async () => {
      const failures = await addFailure(db, {
        ...{ service: MODEL_SERVICE, label, reason, at },
        inARowFrom: recentFrom(at),
      });
      if (failures >= IN_A_ROW) await announce(db, ['settings']);
    });
  };

  return {
    ...model,
    async *streamText(request) {
      let heardAt = now().getTime();
      try {
        for await (const piece of model.streamText(request)) {
          heardAt = now().getTime();
          yield piece;
        }
      } catch (error) {
        failed(error, now().getTime() - heardAt >= SILENT_MS);
        throw error;
      }
      worked();
    },
    async generateObject(request) {
      const askedAt = now().getTime();
      try {
        const answer = await model.generateObject(request);
        worked();
        return answer;
      } catch (error) {
        failed(error, now().getTime() - askedAt >= SILENT_MS);
        throw error;
      }
    },
  };
}

/** What is told of a model that fails; of a single failure nothing, nor of one that nobody has met of late. */
export function troubleWords(
  { label, reason, failures, lastAt }: ServiceTrouble,
  now = new Date(),
): string | undefined {
  const words = new Map(Object.entries(LASTING)).get(reason);
  if (failures < IN_A_ROW || lastAt <= recentFrom(now)) return undefined;
  return typeof words === 'function' ? words(label) : words;
}

/** Before that a failure says nothing about now: neither is it told, nor does another make two in a row. */
const recentFrom = (now: Date): Date => new Date(now.getTime() - RECENT_MS);

/**
 * At the start of a process that asks the model: key, address and name may have been mended, so what was known before is
 * forgotten. What still fails is found again by the next who ask.
 */
export async function forgetModelTrouble(db: Database): Promise<void> {
  if (await endTrouble(db, MODEL_SERVICE)) await announce(db, ['settings']);
}
