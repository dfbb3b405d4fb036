import { AppError } from '#kit/errors.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { createTurns } from '#kit/turns.ts';
import type { Database } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LASTING_FAILURES, LanguageModel } from '#providers/language-model/port.ts';
import { addFailure, endTrouble, type ServiceTrouble } from './trouble-store.ts';

/** What the name of its model is set by. */
const NAMED_BY = { language_model: 'LLM_MODEL', embedding_model: 'LLM_EMBEDDING_MODEL' } as const;
type ModelService = keyof typeof NAMED_BY;

/** In words for who can mend it. */
const LASTING: Record<
  (typeof LASTING_FAILURES)[number],
  string | ((label: string, setting: string) => string)
> = {
  key: 'It does not accept our key (LLM_API_KEY).',
  model: (label, setting) => `Its provider knows no model called “${label}” (${setting}).`,
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

type WatchOptions = {
  db: Database;
  log: Log;
  /** LLM_EMBEDDING_MODEL. */
  embeddingModel?: string | undefined;
  now?: () => Date;
};

/** The same model; whether it works is kept for people to see, for all processes. */
export function watchModel(model: LanguageModel, options: WatchOptions): LanguageModel {
  const { embeddingModel, now = () => new Date() } = options;
  const text = createWatch('language_model', model.label, options);
  const vectors = embeddingModel && createWatch('embedding_model', embeddingModel, options);
  const { embed } = model;

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
        text.failed(error, heardAt);
        throw error;
      }
      text.worked();
    },
    generateObject: (request) => text.ask(() => model.generateObject(request)),
    embed: embed && vectors ? (request) => vectors.ask(() => embed(request)) : embed,
  };
}

function createWatch(
  service: ModelService,
  label: string,
  { db, log, now = () => new Date() }: WatchOptions,
) {
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
      if (await endTrouble(db, service)) await announce(db, ['settings']);
    });
  };
  /** `heardAt`, in ms: when it last said something, or was asked. */
  const failed = (error: unknown, heardAt: number): void => {
    const at = now();
    const wasSilent = at.getTime() - heardAt >= SILENT_MS;
    const reason = error instanceof AppError ? error.reason : wasSilent ? 'silent' : undefined;
    if (reason === undefined || !(reason in LASTING)) return;
    workedAt = 0;
    keep(async () => {
      const failures = await addFailure(db, { service, label, reason, at, inARowFrom: recentFrom(at) });
      if (failures >= IN_A_ROW) await announce(db, ['settings']);
    });
  };

  return {
    worked,
    failed,
    async ask<T>(call: () => Promise<T>): Promise<T> {
      const askedAt = now().getTime();
      try {
        const answer = await call();
        worked();
        return answer;
      } catch (error) {
        failed(error, askedAt);
        throw error;
      }
    },
  };
}

/** What is told of a model that fails; of a single failure nothing, nor of one that nobody has met of late. */
export function troubleWords(
  { service, label, reason, failures, lastAt }: ServiceTrouble,
  now = new Date(),
): string | undefined {
  const words = new Map(Object.entries(LASTING)).get(reason);
  if (failures < IN_A_ROW || lastAt <= recentFrom(now)) return undefined;
  const setting = new Map(Object.entries(NAMED_BY)).get(service) ?? NAMED_BY.language_model;
  return typeof words === 'function' ? words(label, setting) : words;
}

/** Before that a failure says nothing about now: neither is it told, nor does another make two in a row. */
const recentFrom = (now: Date): Date => new Date(now.getTime() - RECENT_MS);

/**
 * At the start of a process that asks the model: key, address and name may have been mended, so what was known before is
 * forgotten. What still fails is found again by the next who ask.
 */
export async function forgetModelTrouble(db: Database): Promise<void> {
  const ended = [await endTrouble(db, 'language_model'), await endTrouble(db, 'embedding_model')];
  if (ended.includes(true)) await announce(db, ['settings']);
}
