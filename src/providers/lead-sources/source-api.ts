import type { z } from 'zod';
import { countOf } from '#kit/text.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import { EgressError, type EgressResponse } from '#platform/egress.ts';
import { SourceError, type SourceWorld } from './port.ts';

type ApiRequest = {
  path: string;
  method?: 'GET' | 'POST';
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Whether asking twice does no harm; so it is for reading (GET) unless told. */
  isRepeatable?: boolean;
  timeoutMs?: number;
  signal: AbortSignal;
};

type SourceApi = {
  /** Any answer below 400, as text. Throws `SourceError`. */
  ask: (request: ApiRequest) => Promise<EgressResponse>;
  /** An answer in JSON of this shape. Throws `SourceError`. */
  askJson: <S extends z.ZodType>(
    request: ApiRequest,
    shape: S,
  ) => Promise<{ data: z.output<S> } & EgressResponse>;
};

type Options = {
  /** Of the service, for people. */
  name: string;
  baseUrl: string;
  headers?: Record<string, string>;
  /** What a refusal means at this service, where the status alone does not say it. */
  explain?: (answer: EgressResponse) => string | undefined;
};

const MOST_ATTEMPTS = 3;
const FIRST_BACK_OFF_MS = 300;
/** A service that wants a longer rest than this ends the search with its wish as the reason. */
const LONGEST_REST_MS = 30 * SECOND_MS;

/**
 * The one way in which sources call their service. Tries again only what failed on the way or on the other side,
 * and only where asking twice does no harm; waits as long as the service wishes, else longer each time, and never
 * in step with others.
 */
export function createSourceApi(
  { egress, wait }: Pick<SourceWorld, 'egress' | 'wait'>,
  { name, baseUrl, headers = {}, explain }: Options,
): SourceApi {
  const once = ({ path, query = {}, body, ...request }: ApiRequest): Promise<EgressResponse> => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}${path}`);
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    return egress({
      url,
      method: request.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...request.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
      signal: request.signal,
    });
  };

  const ask: SourceApi['ask'] = async (request) => {
    const isRepeatable = request.isRepeatable ?? (request.method ?? 'GET') === 'GET';
    for (let attempt = 1; ; attempt += 1) {
      const { answer, error } = await once(request).then(
        (given) => ({ answer: given, error: undefined }),
        (thrown: unknown) => ({ answer: undefined, error: failureOf(thrown, name) }),
      );
      if (answer && answer.status < 400) return answer;
      const failure = error ?? refusal(answer, name, explain?.(answer));
      // 429 says that nothing was done, so even a call that costs may be made again.
      const mayRepeat = failure.retryable && (isRepeatable || answer?.status === 429);
      const restMs = (answer && restOf(answer)) ?? backOffMs(attempt);
      if (!mayRepeat || attempt === MOST_ATTEMPTS || restMs > LONGEST_REST_MS) throw failure;
      await wait(restMs, request.signal);
    }
  };

  return {
    ask,
    async askJson(request, shape) {
      const answer = await ask(request);
      try {
        return { ...answer, data: shape.parse(JSON.parse(answer.text)) };
      } catch (error) {
        throw unreadable(name, error);
      }
    },
  };
}

export function unreadable(name: string, cause?: unknown): SourceError {
  return new SourceError(`${name} gave an answer that we could not read`, { retryable: false, cause });
}

function backOffMs(attempt: number): number {
  return FIRST_BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** How long the service wants to be left alone; undefined where it does not say. */
function restOf({ status, headers }: EgressResponse): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const { 'retry-after': retryAfter } = headers;
  const reset = headers['ratelimit-reset'] ?? headers['x-ratelimit-reset'] ?? headers['x-rate-limit-reset'];
  const wish = retryAfter ?? (Array.isArray(reset) ? reset[0] : reset);
  if (wish === undefined) return undefined;
  const seconds = Number(wish);
  // Some send seconds to wait, some the second of the epoch, some a date.
  const ms = Number.isNaN(seconds)
    ? Date.parse(wish) - Date.now()
    : seconds * SECOND_MS - (seconds > 1e9 ? Date.now() : 0);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms) + Math.random() * FIRST_BACK_OFF_MS;
}

function failureOf(thrown: unknown, name: string): SourceError {
  if (!(thrown instanceof EgressError)) throw thrown;
  const say = (words: string, retryable: boolean): SourceError =>
    new SourceError(`${name} ${words}`, { retryable, cause: thrown });
  switch (thrown.failure) {
    case 'timeout':
      return say('did not answer in time', true);
    case 'unreachable':
      return say('could not be reached', true);
    case 'too_large':
      return say('gave an answer that is too large', false);
    case 'refused':
      return say('is at an address that we do not call', false);
    case 'aborted':
      return say('was not asked any further', false);
  }
}

function refusal(answer: EgressResponse, name: string, explained: string | undefined): SourceError {
  const { status } = answer;
  const say = (words: string, retryable = false): SourceError =>
    new SourceError(`${name} ${words}`, { retryable, status });
  if (explained !== undefined) return say(explained);
  if (status === 429) {
    const restMs = restOf(answer);
    return say(restMs === undefined ? 'asked us to slow down' : `asked us to wait ${inWords(restMs)}`, true);
  }
  if (status === 408 || status >= 500) return say(`does not work at the moment (${status})`, true);
  if (status === 401) return say('did not accept our key');
  if (status === 402) return say('has no credit left on this account');
  if (status === 403) return say('does not allow this with our key or plan');
  if (status === 404) return say('does not know the address that is set');
  return say(`did not take the search (${status})`);
}

function inWords(ms: number): string {
  return ms < MINUTE_MS
    ? countOf(Math.ceil(ms / SECOND_MS), 'second')
    : countOf(Math.ceil(ms / MINUTE_MS), 'minute');
}
