import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput, EndpointDefinition, Page } from '#kit/endpoint.ts';
import { ErrorBody } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { forgetKeys, isKept, keepKey, keyFor } from './kept-keys.ts';

type Failure = { status: number; statusText: string; text: string; path: string; isToRepeat?: boolean };

/** A call that the server did not answer with a 2xx. The message is for the log, `humanMessage` for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The body of our own failures; undefined when something else answered. */
  readonly body: ErrorBody | undefined;
  readonly humanMessage: string;
  readonly path: string;
  /** The server says when to come back: nothing is decided yet. */
  readonly isToRepeat: boolean;

  constructor({ status, statusText, text, path, isToRepeat = false }: Failure) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.path = path;
    this.isToRepeat = isToRepeat;
    this.body = parseErrorBody(text);
    this.humanMessage = this.body?.message ?? (text && !looksLikeMarkup(text) ? text : statusText);
  }
}

/** Whether somebody has taken away what was asked for, or it never was. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Give the key of the first try when repeating a change whose answer was lost. */
  idempotencyKey?: string;
};

type AnyInput = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
};

type PagedOutput<E extends EndpointDefinition> = CallOutput<E> extends readonly (infer T)[] ? T : never;

/** Calls an endpoint of the contract; the answer has passed its schema. Throws `ApiError` on any but a 2xx. */
export async function callApi<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  const { value } = await exchange(definition, input, options);
  return value;
}

/** Calls a list endpoint: its rows, the cursor of the next page and the number of all. */
export async function callPage<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Page<PagedOutput<E>>> {
  const { value, response } = await exchange(definition, input, options);
  const items: PagedOutput<E>[] = Array.isArray(value) ? value : [];
  const total = response.headers.get('X-Total-Count');
  return {
    items,
    nextCursor: nextCursorOf(response.headers.get('Link')),
    total: total === null ? items.length : Number(total),
  };
}

/**
 * Calls an endpoint that `streams`, handing on each event as it comes, parsed JSON. Where the answer comes whole
 * instead, it is returned. Throws `ApiError` on any but a 2xx.
 */
export async function callStream<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  { signal, onEvent }: { signal?: AbortSignal; onEvent: (event: unknown) => void },
): Promise<CallOutput<E> | undefined> {
  const { body }: AnyInput = input;
  const response = await answered(urlOfKey(queryKeyOf(definition, input)), {
    method: definition.method,
    headers: {
      Accept: 'text/event-stream, application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': newId(),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (!response.headers.get('Content-Type')?.includes('text/event-stream') || !response.body) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema that `E` names
    return definition.response.parse(JSON.parse(await response.text())) as CallOutput<E>;
  }
  let open = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (open + text).split('\n\n');
    open = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) onEvent(JSON.parse(data));
    }
  }
  return undefined;
}

/** Query options whose key joins to the URL that is called. `topics` are the live news that make it load again. */
export function queryOf<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  options: { topics?: readonly string[] } = {},
) {
  return queryOptions({
    queryKey: queryKeyOf(definition, input),
    queryFn: ({ signal }) => callApi(definition, input, { signal }),
    meta: { topics: options.topics ?? [] },
  });
}

/** Like `queryOf` for a list that loads page after page; see `DataTable`. */
export function infiniteQueryOf<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  options: { topics?: readonly string[] } = {},
) {
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(definition, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return callPage(definition, { ...input, query: { ...input.query, ...cursor } }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<PagedOutput<E>>) => page.nextCursor,
    meta: { topics: options.topics ?? [] },
  });
}

/**
 * The key of a query: `/api/communities/:id/members` with id 7 is `['/api/communities', '7', 'members']`, and what
 * belongs in the query string follows as one object.
 */
export function queryKeyOf<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
): readonly QueryKeyPart[] {
  const { params, query }: AnyInput = input;
  const key: QueryKeyPart[] = [];
  let fixed: string[] = [];
  for (const part of definition.path.split('/')) {
    if (!part.startsWith(':')) {
      fixed.push(part);
      continue;
    }
    if (fixed.length > 0) key.push(fixed.join('/'));
    fixed = [];
    key.push(encodeURIComponent(paramOf(params, part.slice(1), definition.path)));
  }
  if (fixed.length > 0) key.push(fixed.join('/'));
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return asked.length === 0 ? key : [...key, Object.fromEntries(asked)];
}

export type QueryKeyPart = string | Record<string, unknown>;

/** The URL of a key: its segments joined by slashes; a last object becomes the query string. */
export function urlOfKey(key: readonly unknown[]): string {
  const last = key.at(-1);
  const hasQuery = typeof last === 'object' && last !== null;
  const path = (hasQuery ? key.slice(0, -1) : key).map(String).join('/');
  const search = hasQuery ? searchOf(last) : '';
  return search === '' ? path : `${path}?${search}`;
}

/** GET without a contract, for the default query of the client; a 401 is an error like any other. */
export async function getJson(url: string, signal?: AbortSignal): Promise<unknown> {
  const { text } = await request(url, { method: 'GET', ...(signal ? { signal } : {}) });
  return text === '' ? undefined : JSON.parse(text);
}

type FailureListener = (error: ApiError) => void;
const failureListeners = new Set<FailureListener>();

/** Calls back on each failed call before its error is thrown, until the returned function is called. */
export function onApiError(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

async function exchange<E extends EndpointDefinition>(
  definition: E,
  input: CallInput<E>,
  { signal, idempotencyKey }: CallOptions,
): Promise<{ value: CallOutput<E>; response: Response }> {
  const { body }: AnyInput = input;
  const { method } = definition;
  const url = urlOfKey(queryKeyOf(definition, input));
  const headers: Record<string, string> = {};
  const sent = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  if (body instanceof Blob) {
    headers['Content-Type'] = 'application/octet-stream';
    if (body instanceof File) headers['X-Filename'] = encodeURIComponent(body.name);
  } else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  const parts = {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal ? { signal } : {}),
  };
  const { text, response } =
    method === 'GET' ? await request(url, parts) : await requestOnce(url, parts, idempotencyKey);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema that `E` names
  const value = definition.response.parse(text === '' ? undefined : JSON.parse(text)) as CallOutput<E>;
  return { value, response };
}

type RequestParts = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function request(url: string, init: RequestParts): Promise<{ text: string; response: Response }> {
  const response = await answered(url, init);
  return { text: await response.text(), response };
}

/** A change, with the key under which it is done once however often it is asked for. */
async function requestOnce(
  url: string,
  parts: RequestParts & { method: string },
  givenKey: string | undefined,
): Promise<{ text: string; response: Response }> {
  const { method, body, signal } = parts;
  // Nobody compares the bytes of files.
  const asked = body === undefined || typeof body === 'string' ? { method, url, body } : undefined;
  const key = givenKey ?? (asked ? keyFor(asked) : newId());
  try {
    const answer = await request(url, { ...parts, headers: { ...parts.headers, 'Idempotency-Key': key } });
    if (asked) forgetKeys(asked);
    return answer;
  } catch (error) {
    if (asked) {
      const isLost = isUnanswered(error) && !signal?.aborted;
      if (isLost) keepKey(asked, key);
      else if (!(error instanceof ApiError)) throw error;
      else if (isFinal(error)) forgetKeys(asked);
      // Its own failure may have come after the deed; the time of a first try that was lost goes on.
      else if (error.status >= 500 && !isKept(asked, key)) keepKey(asked, key);
      if (error instanceof Error && (isLost || isKept(asked, key))) maybeDone.add(error);
    }
    throw error;
  }
}

const maybeDone = new WeakSet<Error>();

/** Whether this is the failure of a change that the server may have made; asked for again, it is made once. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof Error && maybeDone.has(error);
}

/** Nothing answered a call, or something in between did instead of the server. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.status >= 502 && error.status <= 504 && !error.body);
}

/** Signed out, too slow, too early, too often: the deed was not looked at. */
const NOT_LOOKED_AT: readonly number[] = [401, 408, 425, 429];

/** A refusal that says what became of the deed, and not only of this try. */
function isFinal({ status, isToRepeat }: ApiError): boolean {
  if (status >= 500 || NOT_LOOKED_AT.includes(status)) return false;
  return !(status === 409 && isToRepeat);
}

/** An answer of 2xx; its body is not read yet. */
async function answered(url: string, init: RequestParts): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
    credentials: 'same-origin',
  });
  if (response.ok) return response;
  const text = await response.text();
  const [path = url] = url.split('?');
  const { status, statusText, headers } = response;
  const error = new ApiError({ status, statusText, text, path, isToRepeat: headers.has('retry-after') });
  for (const listener of failureListeners) listener(error);
  throw error;
}

function paramOf(params: object | undefined, name: string, path: string): string {
  const value: unknown = params && Object.entries(params).find(([key]) => key === name)?.[1];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`${path} needs the parameter ${name}`);
}

function searchOf(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      if (typeof one === 'object' && !(one instanceof Date)) appendGroup(search, name, one);
      else search.append(name, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  return search.toString();
}

/** `{ custom: { plan: 'gold' } }` as `custom.plan=gold`. */
function appendGroup(search: URLSearchParams, name: string, values: object): void {
  for (const [key, value] of Object.entries(values))
    for (const one of [value].flat()) if (one !== undefined) search.append(`${name}.${key}`, String(one));
}

function nextCursorOf(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part));
  const target = next && /<([^>]*)>/.exec(next)?.[1];
  return target ? new URL(target, 'http://relative').searchParams.get('cursor') : null;
}

function parseErrorBody(text: string): ErrorBody | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return ErrorBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function looksLikeMarkup(text: string): boolean {
  return /^\s*[<{[]/.test(text);
}
