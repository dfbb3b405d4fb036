import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import type { Actor } from '#kit/actor.ts';
import {
  type Access,
  type EndpointDefinition,
  type EndpointInput,
  type EndpointOutput,
  FileBody,
  RawAnswer,
} from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { admit, type Identify, type TokenCalls, type TokenVisitor, type Visitor } from './admission.ts';
import { lastForwarded, warnOfUnknownProxy } from './client-network.ts';
import type { Courtesy } from './courtesy.ts';
import type { Database } from './db.ts';
import { jsonAnswer, send, sendRaw } from './http-answer.ts';
import { registerErrorHandling } from './http-errors.ts';
import { onlyOnce } from './idempotency.ts';
import type { Log } from './log.ts';
import { httpDuration } from './metrics.ts';
import { receiveFile, takeAnyBody } from './received-file.ts';
import { assertStorable, parseInput, parseTextBody, TEXT_TYPES } from './request-input.ts';
import { sharedRateLimit } from './shared-rate-limit.ts';
import { tokenLimit } from './token-limit.ts';

/** What a handler knows about the call beside its input. */
export type Call<A> = {
  actor: A;
  requestId: string;
  /** HEAD on the address of a GET arrives at the same handler. */
  method: string;
  ip: string;
  /** The client as a proxy names it that is not trusted: it keeps callers of that proxy apart, and proves nothing. */
  claimedIp: string | undefined;
  headers: FastifyRequest['headers'];
  cookies: Record<string, string | undefined>;
  /** Adds a header to the answer; several `set-cookie` are kept apart. */
  setHeader: (name: string, value: string | string[]) => void;
  /** The caller reads the answer while it is made; only where the endpoint `streams`. */
  wantsStream: boolean;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  log: Log;
};

type ActorOf<E extends EndpointDefinition> = E['access'] extends 'viewer' | 'member' | 'admin'
  ? Actor
  : Actor | null;

type AnswerOf<E extends EndpointDefinition> = E extends { streams: true }
  ? EndpointOutput<E> | RawAnswer
  : EndpointOutput<E>;

type Handler<E extends EndpointDefinition> = (
  input: EndpointInput<E>,
  call: Call<ActorOf<E>>,
) => Promise<AnswerOf<E>> | AnswerOf<E>;

/** Calls a minute; 0: no limit. */
export type CallLimits = {
  perAddress: number;
  total: number;
  /** Callers without a limit per address. */
  isExempt?: (headers: FastifyRequest['headers']) => boolean;
};

type MountOptions = {
  /** The operator's, in place of the endpoint's own. */
  limits?: CallLimits;
  /** Before the body is read: throws for callers who show no key of ours. */
  assertCaller?: (headers: FastifyRequest['headers']) => void;
};

export type HttpServer = {
  fastify: FastifyInstance;
  /** Serves one endpoint of the contract. */
  mount: <const E extends EndpointDefinition>(
    definition: E,
    handler: Handler<E>,
    options?: MountOptions,
  ) => void;
  /** What has been mounted, to be held against the contract. */
  mounted: EndpointDefinition[];
};

type ServerOptions = {
  log: Log;
  db: Database;
  identify: Identify;
  /** Origins whose pages may send changing calls. */
  ownOrigins: readonly string[];
  isSecure: boolean;
  /** Keys what is kept of the bodies of repeated calls; the same in all processes. */
  secret: string;
  /** Where the browser sends files to and shows them from beside us. */
  storageOrigins?: readonly string[];
  trustProxy: number;
  /** Where uploads lie until they are taken up. */
  temporaryFolder: string;
  /** Told of calls of people who are signed in; without it nobody steps back for them. */
  courtesy?: Pick<Courtesy, 'heard'>;
  /** Without it there are no API tokens. */
  tokens?: TokenCalls;
};

const BODY_LIMIT_BYTES = 1_048_576;
/** For calls without a person behind them: reading one must cost next to nothing. Files have limits of their own. */
const UNKNOWN_CALLER_BODY_BYTES = 16_384;
const WITHOUT_PERSON: readonly Access[] = ['public', 'gate', 'key'];

/** Builds the server without routes: security headers, limits and the one error path. */
export async function createHttpServer(options: ServerOptions): Promise<HttpServer> {
  const fastify = Fastify({
    logger: false,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy:
      options.trustProxy === 0 ? false : (_address: string, hop: number) => hop < options.trustProxy,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    requestTimeout: 60_000,
    // Callers who send their headers byte by byte, or nothing at all, hold a connection no longer.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Input and output pass through the contract in `mount`: Fastify's own compilers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  });
  registerBodyParsers(fastify);
  registerErrorHandling(fastify, options.log);
  await fastify.register(cookie);
  await fastify.register(helmet, securityHeaders(options.isSecure, options.storageOrigins ?? []));
  await fastify.register(rateLimit, { global: false, store: sharedRateLimit(options.db, options.log) });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    httpDuration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  if (options.trustProxy === 0) warnOfUnknownProxy(fastify, options.log);

  const { tokens } = options;
  const assertTokenMayCall = tokens && tokenLimit(fastify, tokens.callsPerMinute);
  const mounted: EndpointDefinition[] = [];
  const mount: HttpServer['mount'] = (definition, handler, { limits, assertCaller } = {}) => {
    mounted.push(definition);
    const serve = async (request: FastifyRequest, reply: FastifyReply, visitor: Visitor) => {
      const body = parseTextBody(definition, request.body, request.headers['content-type']);
      const input = parseInput(definition, { params: request.params, query: request.query, body });
      assertStorable(input);
      const wantsStream =
        definition.streams === true && (request.headers.accept ?? '').includes('text/event-stream');
      const { log, trustProxy } = options;
      const call = callOf(request, reply, { actor: visitor.user, log, wantsStream, trustProxy });
      // The type of the actor follows from the access level, which `admit` has just enforced.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schemas of `definition`
      const work = async () => handler(input as never, call as never);
      const run = async () => {
        if (isTokenVisitor(visitor)) await tokens?.audit(visitor, definition, input.params);
        return work();
      };
      const isJson = definition.response !== RawAnswer && !wantsStream;
      const isRepeatable = definition.method !== 'GET' && isJson && !definition.isAnswerSecret;
      if (isRepeatable && visitor.user) {
        return onlyOnce(
          options.db,
          { request, reply, actorId: visitor.user.id, secret: options.secret },
          async () => jsonAnswer(definition, request, await run()),
        );
      }
      const result = await run();
      if (!isJson) return sendRaw(reply, RawAnswer.parse(result));
      return send(reply, jsonAnswer(definition, request, result));
    };
    const perAddress = limits?.perAddress ?? definition.rateLimitPerMinute;
    const assertUnderTotal = totalLimit(fastify, definition, limits?.total);
    const maxBodyBytes = definition.maxBodyBytes ?? bodyLimitOf(definition.access);
    const admitted = new WeakMap<FastifyRequest, Visitor>();
    const route: RouteOptions = {
      method: definition.method,
      url: definition.path,
      bodyLimit: maxBodyBytes,
      ...(perAddress
        ? {
            config: {
              rateLimit: {
                max: perAddress,
                timeWindow: '1 minute',
                allowList: ({ headers }) => limits?.isExempt?.(headers) ?? false,
              },
            },
          }
        : {}),
      onRequest: (_request, reply, done) => {
        // What is personal is in no cache, of a browser or on the way; what may be kept says so itself.
        reply.header('cache-control', 'no-store');
        done();
      },
      // After the limit per address and before the body: callers who are refused cost no parsing.
      preParsing: async (request, reply) => {
        await assertUnderTotal(request);
        assertCaller?.(request.headers);
        const visitor = await admit(definition, request, options);
        if (visitor.token) await assertTokenMayCall?.(request, reply, visitor.token.id);
        admitted.set(request, visitor);
        if (visitor.user && !visitor.token) options.courtesy?.heard();
      },
      handler: async (request, reply) => {
        // A body may take a minute to arrive, and rights may end meanwhile.
        const visitorOf = async (): Promise<Visitor> =>
          (definition.method === 'GET' ? admitted.get(request) : undefined) ??
          admit(definition, request, options);
        if (definition.body !== FileBody) return serve(request, reply, await visitorOf());
        const { temporaryFolder: folder } = options;
        return receiveFile(request, { maxBytes: maxBodyBytes, folder }, async () =>
          serve(request, reply, await visitorOf()),
        );
      },
    };
    if (definition.body === FileBody) void fastify.register(takeAnyBody(route));
    else fastify.route(route);
  };
  return { fastify, mount, mounted };
}

function isTokenVisitor(visitor: Visitor): visitor is TokenVisitor {
  return visitor.token !== undefined && visitor.user !== null;
}

function bodyLimitOf(access: Access): number {
  return WITHOUT_PERSON.includes(access) ? UNKNOWN_CALLER_BODY_BYTES : BODY_LIMIT_BYTES;
}

/** Throws `rate_limited` past so many calls a minute from all addresses together. */
function totalLimit(
  fastify: FastifyInstance,
  { method, path }: EndpointDefinition,
  max = 0,
): (request: FastifyRequest) => Promise<void> {
  if (max === 0) return () => Promise.resolve();
  const count = fastify.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: () => `all calls of ${method} ${path}`,
  });
  return async (request) => {
    const place = await count(request);
    if (place.isAllowed || !place.isExceeded) return;
    throw new AppError('rate_limited', 'Too many calls. Wait a minute and try again.', {
      retryAfterSeconds: place.ttlInSeconds,
    });
  };
}

function noCompiler(): never {
  throw new Error('a route states no schema of its own');
}

/** What few handlers ask for is made when they do: thousands of calls a second do without. */
function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    actor,
    log,
    wantsStream,
    trustProxy,
  }: { actor: Actor | null; log: Log; wantsStream: boolean; trustProxy: number },
): Call<Actor | null> {
  let signal: AbortSignal | undefined;
  let ownLog: Log | undefined;
  return {
    actor,
    requestId: request.id,
    method: request.method,
    ip: request.ip,
    claimedIp: trustProxy === 0 ? lastForwarded(request.headers) : undefined,
    headers: request.headers,
    cookies: request.cookies,
    setHeader: (name, value) => void reply.header(name, value),
    wantsStream,
    get signal() {
      signal ??= whenGone(reply);
      return signal;
    },
    get log() {
      ownLog ??= log.child({ requestId: request.id });
      return ownLog;
    },
  };
}

/** Aborts when the caller goes away before the answer is complete; at once where that has happened. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const note = (): void => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) note();
  else raw.on('close', note);
  return gone.signal;
}

function registerBodyParsers(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A client that announces JSON and sends nothing means "no body".
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  const asText = (
    _request: FastifyRequest,
    body: string | Buffer,
    done: (error: null, body: string) => void,
  ): void => done(null, String(body));
  for (const type of TEXT_TYPES) {
    fastify.addContentTypeParser(type, { parseAs: 'string' }, asText);
  }
}

/** A Companion server reports through a socket. */
function socketOrigin(origin: string): string {
  return origin.replace(/^http/, 'ws');
}

function securityHeaders(isSecure: boolean, storageOrigins: readonly string[]) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // blob: the thumbnails of files that are being chosen.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...storageOrigins],
        connectSrc: ["'self'", ...storageOrigins, ...storageOrigins.map(socketOrigin)],
        mediaSrc: ["'self'", 'blob:', ...storageOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
