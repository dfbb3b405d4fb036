import { AppError } from '#kit/errors.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel, Passage } from '#providers/language-model/port.ts';
import { ModelJudgement, SCORING_ORDER, type Score, scoreOfReasons } from '../rules-model-score.ts';

/** By the text of the post. What is not in it, the built-in scorer judges. */
export type Judged = { scores: ReadonlyMap<string, Score>; scoredBy: string };

export type SignalScorer = {
  /** Why the model could not judge, for people; null while it can. */
  failure: string | null;
  judge: (audience: string, texts: readonly string[], signal: AbortSignal) => Promise<Judged | undefined>;
};

/** Posts in one question: more make a model careless, fewer cost more. */
const AT_ONCE = 10;
const TIMEOUT_MS = 30_000;

/**
 * Scores the posts of one run by the language model. It gives up for the run at the first failure: a search does not
 * wait again and again for a model that is down.
 */
export function createSignalScorer(languageModel: LanguageModel | undefined, log: Log): SignalScorer {
  const scorer: SignalScorer = {
    failure: null,
    async judge(audience, texts, signal) {
      if (!languageModel || scorer.failure !== null || texts.length === 0) return undefined;
      const scores = new Map<string, Score>();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const batches = Array.from({ length: Math.ceil(texts.length / AT_ONCE) }, (_none, index) =>
        texts.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
      );
      const asked = await Promise.allSettled(
        batches.map(async (batch) => {
          const { posts } = await languageModel.generateObject({
            system: SCORING_ORDER,
            messages: [{ role: 'user', content: question(audience, batch) }],
            schema: ModelJudgement,
            temperature: 0,
            signal: limit,
          });
          for (const { number, reasons } of posts) {
            const text = batch[number - 1];
            const score = text === undefined ? undefined : scoreOfReasons(text, reasons);
            if (text !== undefined && score) scores.set(text, score);
          }
        }),
      );
      const failed = asked.find((one) => one.status === 'rejected');
      if (failed && !signal.aborted) {
        log.warn({ err: failed.reason as unknown }, 'discovery: the language model did not score');
        scorer.failure = failed.reason instanceof AppError ? failed.reason.message : TOO_SLOW;
      }
      return { scores, scoredBy: languageModel.label };
    },
  };
  return scorer;
}

const TOO_SLOW = 'The language model did not answer in time.';

function question(audience: string, texts: readonly string[]): (string | Passage)[] {
  return [
    'The audience:',
    { label: 'audience', text: audience },
    'The posts, each with its number:',
    ...texts.flatMap((text, index) => [`Post ${index + 1}:`, { label: `post ${index + 1}`, text }]),
  ];
}
