import { z } from 'zod';
import { speakPlainly } from './plain-problems.ts';

// Whoever has a contract has its words for what is wrong.
speakPlainly();

/**
 * Who may call an endpoint. Each level includes the ones before it, except `key`, which admits only
 * holders of an agent's or a community's API key.
 * - `public`: anybody
 * - `gate`: holders of the testing-access grant
 * - `viewer`, `member`, `admin`: signed-in users with the grant and at least that role
 */
const ACCESS_LEVELS = ['public', 'gate', 'viewer', 'member', 'admin', 'key'] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/** Marks an endpoint whose answer is not JSON (a page, a redirect, a script, a stream). */
export const RawAnswer = z.custom<RawAnswer>(() => true);
export type RawAnswer = {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
};

/**
 * Marks an endpoint that takes a file as its body, as it is and of any type. The browser gives the file; the handler
 * gets the place where it lies until the handler ends.
 */
export const FileBody = z
  .custom<Blob>(() => true)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server hands in what it has received
  .transform((file) => file as unknown as ReceivedFile);
export type ReceivedFile = {
  path: string;
  bytes: number;
  /** What the sender calls it; '' where it has no name. */
  name: string;
  /** Of its bytes: the same for the same file. */
  digest: string;
};

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type EndpointDefinition = {
  method: Method;
  /** Fastify path; parameters as `:name`. */
  path: string;
  access: Access;
  /** One sentence for the API documentation. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Status of a successful answer; 200 unless told, 204 for an empty one. */
  status?: 200 | 201 | 202 | 204;
  /**
   * The answer is one page of a list: the handler returns `{ items, nextCursor, total }`, the client gets the
   * array, `Link: rel="next"` and `X-Total-Count`.
   */
  paged?: boolean;
  /** The answer holds a secret: it is not stored to be given again to a repeated call. */
  isAnswerSecret?: boolean;
  /**
   * Asked with `Accept: text/event-stream` the answer comes while it is made: the handler then returns a raw answer.
   */
  streams?: boolean;
  /** Media type of a raw answer, for the documentation. */
  produces?: string;
  /** The body arrives as text of any of these types instead of JSON (RFC 8058 posts a form). */
  consumes?: string[];
  /** Without it a body is at most 1 MB, and 16 KB where callers are not signed in (`public`, `gate`, `key`). */
  maxBodyBytes?: number;
  /** Also for people who still have to set up their second factor. */
  isOpenWithoutSecondFactor?: boolean;
  /** Calls per minute and caller beyond which 429 is answered. */
  rateLimitPerMinute?: number;
};

/** One route, stated once: server, browser, documentation and tests are all derived from it. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives. */
export type EndpointInput<E extends EndpointDefinition> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

export type Page<T> = { items: T[]; nextCursor: string | null; total: number };

/** What a handler returns. */
export type EndpointOutput<E extends EndpointDefinition> = E extends { paged: true }
  ? z.input<E['response']> extends readonly (infer T)[]
    ? Page<T>
    : never
  : z.input<E['response']>;

/** What the browser passes to `callApi`; parts an endpoint does not declare are left out. */
export type CallInput<E extends EndpointDefinition> = (E['params'] extends z.ZodType
  ? { params: Given<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: Given<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: Given<E['body']> } : { body?: undefined });

/** What the browser gets from `callApi`. */
export type CallOutput<E extends EndpointDefinition> = z.output<E['response']>;

/** Rows of a page unless told. */
export const PAGE_ROWS = 50;

/** The query of a list call: key-set paging, never offsets. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
  cursor: z.string().max(400).optional(),
});

/** A parameter that cannot be an id is answered like an id that does not exist. */
export const IdParams = z.object({ id: z.uuid() });

/** Answer of calls that have nothing to say. */
export const Nothing = z.undefined();
