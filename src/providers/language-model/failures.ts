import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  TypeValidationError,
} from 'ai';
import { AppError } from '#kit/errors.ts';
import { EgressError } from '#platform/egress.ts';
import { isOutOfCredit } from './out-of-credit.ts';
import type { ModelFailure } from './port.ts';
import { isUnknownModel } from './unknown-model.ts';

/** What people read. No key, no address, nothing that the other server wrote. */
const WORDS: Record<ModelFailure, string> = {
  key: 'The language model did not accept our key. An admin can check LLM_API_KEY.',
  model: 'The provider does not know the language model that is set. An admin can check LLM_MODEL.',
  address: 'There is no language model at the address that is set. An admin can check LLM_BASE_URL.',
  credit: 'The language model has no credit left on this account.',
  busy: 'The language model has too much to do. Try again in a minute.',
  down: 'The language model does not work at the moment. Try again in a minute.',
  unreachable: 'The language model could not be reached. Try again in a minute.',
  silent: 'The language model did not answer in time. Try again.',
  refused: 'The language model did not take the request. An admin can check LLM_MODEL.',
  filtered: 'The language model refused to write this. Ask for it in other words.',
  cut_off: 'The language model stopped half-way. Try again.',
  empty: 'The language model gave an empty answer. Try again.',
  malformed: 'The language model gave an answer that we could not read. Try again.',
};

const RETRYABLE: readonly ModelFailure[] = [
  'busy',
  'down',
  'unreachable',
  'silent',
  'cut_off',
  'empty',
  'malformed',
];

export function modelError(failure: ModelFailure, cause?: unknown): AppError {
  return new AppError('unavailable', WORDS[failure], {
    reason: failure,
    retryable: RETRYABLE.includes(failure),
    // The libraries' own errors carry the whole request, people's words included, which belongs in no log.
    cause: cause instanceof Error ? new Error(cause.name) : undefined,
  });
}

/** Whatever the libraries throw, as the one failure that the product knows. */
export function asModelError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  for (const error of chainOf(thrown)) {
    const failure = failureOf(error);
    if (failure) return modelError(failure, thrown);
  }
  return modelError('malformed', thrown);
}

function failureOf(error: unknown): ModelFailure | undefined {
  if (error instanceof EgressError) {
    if (error.failure === 'timeout') return 'silent';
    if (error.failure === 'too_large') return 'malformed';
    if (error.failure === 'refused') return 'refused';
    return 'unreachable';
  }
  if (APICallError.isInstance(error)) return failureOfStatus(error);
  // How the OpenAI-compatible adapter says that a stream ended without its end.
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return 'cut_off';
  if (NoOutputGeneratedError.isInstance(error)) return error.cause === undefined ? 'empty' : undefined;
  if (NoObjectGeneratedError.isInstance(error) || JSONParseError.isInstance(error)) return 'malformed';
  return TypeValidationError.isInstance(error) ? 'malformed' : undefined;
}

function failureOfStatus({ statusCode: status, responseBody }: APICallError): ModelFailure | undefined {
  if (status === undefined || status < 300) return undefined;
  if (isOutOfCredit(status, responseBody ?? '')) return 'credit';
  if (isUnknownModel(status, responseBody ?? '')) return 'model';
  if (status === 401 || status === 403) return 'key';
  if (status === 404) return 'address';
  if (status === 429) return 'busy';
  // Anthropic says 529 where it is overloaded.
  return status >= 500 || status === 408 ? 'down' : 'refused';
}

function* chainOf(thrown: unknown): Generator<unknown> {
  let error = thrown;
  for (let depth = 0; depth < 5 && error !== undefined; depth += 1) {
    yield error;
    error = error instanceof Error ? error.cause : undefined;
  }
}
