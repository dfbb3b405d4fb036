import type { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import type { EgressFetch } from '#platform/egress.ts';

/**
 * Text that came from people or other servers: briefs, posts, pages, chat. It is handed to the model between marks
 * that nobody can guess, named by `label`, with the standing order to treat it as material and never as instructions.
 */
export type Passage = { label: string; text: string };

/** What our own code wrote is a string; everything else must be a `Passage`. */
export type ModelMessage = {
  role: 'user' | 'assistant';
  content: string | readonly (string | Passage)[];
};

export type ModelRequest = {
  /** Instructions of the product. Never holds text of people or other servers. */
  system: string;
  messages: readonly ModelMessage[];
  /** The longest answer; an answer that needs more ends with the reason `cut_off`. */
  maxOutputTokens?: number;
  /** 0: as predictable as the model can be. None: the model's own. */
  temperature?: number;
  /** Ends the call; what was thrown is then `signal.reason`. */
  signal?: AbortSignal;
};

/** Why a model gave no good answer: `AppError.reason` of the `unavailable` that is thrown. */
export type ModelFailure =
  /** It did not accept our key. */
  | 'key'
  /** It knows no model of the name that is set. */
  | 'model'
  /** There is nothing at the address that is set. */
  | 'address'
  /** The account has no credit left. */
  | 'credit'
  /** It asked us to slow down, more than once. */
  | 'busy'
  /** It answered with a failure of its own. */
  | 'down'
  /** It could not be reached. */
  | 'unreachable'
  /** It began too late or stopped speaking. */
  | 'silent'
  /** It did not take the request: text too long, something it does not offer. */
  | 'refused'
  /** It kept the answer back by its own rules. */
  | 'filtered'
  /** The answer ended before its end. What came before is a fragment. */
  | 'cut_off'
  /** The answer holds nothing. */
  | 'empty'
  /** The answer is not in its protocol or not in the demanded structure. */
  | 'malformed';

/** What the next call would meet as well, whoever makes it and with what; any other failure is of one request. */
export const LASTING_FAILURES = [
  'silent',
  'busy',
  'down',
  'unreachable',
  'key',
  'model',
  'address',
  'credit',
] as const satisfies readonly ModelFailure[];

/** What is wrong with one answer and says nothing about the next. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set<ModelFailure>([
  'filtered',
  'cut_off',
  'empty',
  'malformed',
]);

export function isUnusableAnswer(error: unknown): error is AppError {
  return error instanceof AppError && UNUSABLE.has(error.reason);
}

export type LanguageModel = {
  /** For people, beside what it wrote: "gpt-5-mini (openai)". */
  label: string;
  /**
   * The answer in pieces, as they come. Throws `AppError('unavailable')` whose reason is a `ModelFailure`, also after
   * the first pieces: text is good only once the iteration has ended by itself.
   */
  streamText: (request: ModelRequest) => AsyncIterable<string>;
  /**
   * An answer in the structure of `schema`. Some providers demand that every property is required: use `nullable`,
   * not `optional`. Throws as `streamText` does.
   */
  generateObject: <T extends z.ZodType>(request: ModelRequest & { schema: T }) => Promise<z.output<T>>;
  /** One vector per text, all of one length; undefined where no embedding model is set. Throws as `streamText` does. */
  embed: ((request: { texts: readonly string[]; signal?: AbortSignal }) => Promise<number[][]>) | undefined;
};

/** What an adapter is made of. */
export type ModelAccess = {
  /** None: the provider's public one. */
  baseUrl?: string;
  apiKey?: string;
  model: string;
  embeddingModel?: string;
  /** Leaves through the one way out, and tries again where that helps. */
  fetch: EgressFetch;
};

declare module '#platform/context.ts' {
  interface Context {
    /** None: not configured, so each feature writes with its built-in engine and says so. */
    readonly languageModel: LanguageModel | undefined;
  }
}
