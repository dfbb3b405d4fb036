import { lookup as lookUpName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';

type EgressRequest = {
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange, redirects and body included; 10 s unless told. */
  timeoutMs?: number;
  /** Of the unpacked body; 5 MiB unless told. */
  maxBytes?: number;
  signal?: AbortSignal;
};

export type EgressResponse = {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The same as it came: for pictures. */
  bytes: Uint8Array;
  /** Where the answer came from, after redirects. */
  url: string;
};

/** Calls an outside server. Answers with any status; throws `EgressError` where there is no complete answer. */
export type Egress = (request: EgressRequest) => Promise<EgressResponse>;

type EgressFailure = 'refused' | 'timeout' | 'too_large' | 'unreachable' | 'aborted';

/** Why there is no answer. The message names no address: it may reach people. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

type Opening = Pick<EgressRequest, 'method' | 'headers' | 'body'> & { signal: AbortSignal };

type Exchange = Opening & Pick<EgressRequest, 'maxBytes'>;

type Address = { address: string; family: number };

type Options = {
  /** Addresses that the operator set: their origins may be anywhere, on this machine too. */
  trusted?: readonly string[];
  /** The operator lets this caller reach any address, private ones too. */
  allowsPrivate?: boolean;
  /** All addresses of a name; another one in tests. */
  resolve?: (hostname: string) => Promise<Address[]>;
  timeoutMs?: number;
};

const MOST_REDIRECTS = 5;
const MOST_BYTES = 5 * 1024 * 1024;
const USER_AGENT = 'Yarrow/1';
/** How long a connection waits for its next call, after what time it serves none any more, and how many may wait. */
const KEPT = { idleMs: MINUTE_MS, servesMs: 5 * MINUTE_MS, most: 16 };
/** How soon after a call leaves a kept connection shows that it had been closed; what is cut later may have been heard. */
const STALE_WITHIN_MS = SECOND_MS;
const STALE_CODES = new Set(['ECONNRESET', 'EPIPE']);
/** Statuses whose answer has no body, as the Fetch standard demands it of a Response. */
const BODILESS = new Set([101, 204, 205, 304]);
/** Public by its number, but answered by the machine's own cloud (Azure). */
const CLOUD_HOST = '168.63.129.16';

/**
 * The one way out of the server for HTTP. Addresses come from people and from other servers' redirects, so only
 * public ones are called: a name is looked up once per connection, every address it has is checked, and the
 * connection goes to exactly those. Here nothing is kept alive, so no later call slips through an earlier check.
 */
export function createEgress({
  timeoutMs: usualTimeoutMs = 10 * SECOND_MS,
  ...options
}: Options = {}): Egress {
  const open = createOpener(options);

  return async ({ url, timeoutMs = usualTimeoutMs, signal: callerSignal, ...request }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, deadline]) : deadline;
    let target = parse(url);
    let { headers = {} } = request;
    try {
      for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
        const answer = await exchange(target, { ...request, headers, signal });
        const next = redirectOf(answer, target);
        if (next === undefined || !isReading(request.method)) return { ...answer, url: target.href };
        // Keys of one server are none of the next one's business.
        if (next.origin !== target.origin) headers = {};
        target = next;
      }
    } catch (error) {
      if (callerSignal?.aborted) throw new EgressError('aborted', 'The call was stopped', error);
      if (deadline.aborted) throw new EgressError('timeout', 'No complete answer in time', error);
      if (error instanceof EgressError) throw error;
      throw new EgressError('unreachable', 'The connection failed', error);
    }
    throw new EgressError('refused', 'Redirected too often');
  };

  async function exchange(
    target: URL,
    { maxBytes = MOST_BYTES, ...request }: Exchange,
  ): Promise<Omit<EgressResponse, 'url'>> {
    const incoming = await open(target, request);
    try {
      const bytes = await readBody(incoming, maxBytes);
      return {
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        bytes,
        text: bytes.toString('utf8'),
      };
    } finally {
      incoming.destroy();
    }
  }
}

/** `fetch` as libraries take it. */
export type EgressFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

type StreamOptions = Omit<Options, 'timeoutMs'> & {
  /** The longest silence before and within an answer. */
  idleTimeoutMs: number;
  /** For the whole exchange. */
  timeoutMs: number;
  /** Connections are kept for the next call to the same server until this aborts; without it each call has its own. */
  keepUntil?: AbortSignal | undefined;
};

/**
 * The same way out in the shape of `fetch`, for libraries that read an answer while it comes. It follows no redirect:
 * what such libraries send carries a key. Rejects, and ends a body, with `EgressError`.
 */
export function createEgressFetch({
  idleTimeoutMs,
  timeoutMs,
  keepUntil,
  ...options
}: StreamOptions): EgressFetch {
  const open = createOpener(options, keepUntil && createKeeper(keepUntil));

  return async (input, init = {}) => {
    // Heard itself: what a Request makes of it goes silent as soon as the Request is collected as garbage.
    const callerSignal = init.signal ?? (input instanceof Request ? input.signal : undefined);
    const request = new Request(input, { ...init, signal: null });
    const stop = new AbortController();
    const watch = watchOver(stop, { idleTimeoutMs, timeoutMs, callerSignal });
    try {
      const incoming = await open(parse(request.url), {
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        signal: stop.signal,
      });
      const status = incoming.statusCode ?? 502;
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) {
        // Unpacked already.
        if (name !== 'content-encoding') headers.set(name, String(value));
      }
      if (BODILESS.has(status)) {
        watch.end();
        incoming.destroy();
        return new Response(null, { status, headers });
      }
      return new Response(streamOf(readWatched(incoming, watch), stop), { status, headers });
    } catch (error) {
      watch.end();
      throw watch.explain(error);
    }
  };
}

type Watch = {
  /** Something came: the silence begins anew. */
  alive: () => void;
  end: () => void;
  explain: (error: unknown) => EgressError;
};

function watchOver(
  stop: AbortController,
  {
    idleTimeoutMs,
    timeoutMs,
    callerSignal,
  }: Pick<StreamOptions, 'idleTimeoutMs' | 'timeoutMs'> & { callerSignal: AbortSignal | undefined },
): Watch {
  let isLate = false;
  const late = (): void => {
    isLate = true;
    stop.abort();
  };
  const whole = setTimeout(late, timeoutMs);
  const silence = setTimeout(late, idleTimeoutMs);
  const leave = (): void => stop.abort();
  if (callerSignal?.aborted) leave();
  callerSignal?.addEventListener('abort', leave);
  return {
    alive: () => silence.refresh(),
    end() {
      clearTimeout(whole);
      clearTimeout(silence);
      callerSignal?.removeEventListener('abort', leave);
    },
    explain(error) {
      if (callerSignal?.aborted) return new EgressError('aborted', 'The call was stopped', error);
      if (isLate) return new EgressError('timeout', 'No complete answer in time', error);
      if (error instanceof EgressError) return error;
      return new EgressError('unreachable', 'The connection failed', error);
    },
  };
}

async function* readWatched(incoming: http.IncomingMessage, watch: Watch): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of unpacked(incoming)) {
      watch.alive();
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MOST_BYTES) throw new EgressError('too_large', 'The answer is too large');
      yield bytes;
    }
    if (!incoming.complete) throw new EgressError('unreachable', 'The answer was cut off');
  } catch (error) {
    throw watch.explain(error);
  } finally {
    watch.end();
    incoming.destroy();
  }
}

/** A reader that leaves early ends the exchange at once, in the middle of a silence too. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, stop: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      stop.abort();
      await chunks.return(undefined);
    },
  });
}

type Send = (target: URL, request: Opening) => Promise<http.IncomingMessage>;

/** Opens a connection to an address that may be called, or takes a kept one, and waits for the head of the answer. */
function createOpener(
  { trusted = [], allowsPrivate = false, resolve = lookUp }: Omit<Options, 'timeoutMs'>,
  keeper?: Keeper,
): Send {
  const trustedOrigins = new Set(trusted.map((url) => new URL(url).origin));

  return async (target, request) => {
    const hostname = target.hostname.replace(/^\[|\]$/g, '');
    // A number is connected to without being looked up.
    if (isIP(hostname) !== 0) assertAllowed(target, [hostname]);
    return send(target, request, keeper?.(target) ?? false);
  };

  function send(target: URL, request: Opening, agent: http.Agent | false): Promise<http.IncomingMessage> {
    const { method = 'GET', headers, body, signal } = request;
    const { promise, resolve: answer, reject } = Promise.withResolvers<http.IncomingMessage>();
    const begin = target.protocol === 'https:' ? https.request : http.request;
    const outgoing = begin(target, {
      method,
      agent,
      lookup: (hostname, { all }, done) => void tellAddresses(target, hostname, { all, done }),
      headers: { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': USER_AGENT, ...headers },
      signal,
    });
    let heard = 0;
    let leftAt = 0;
    outgoing.on('socket', (socket) => {
      heard = socket.bytesRead;
      leftAt = performance.now();
    });
    outgoing.on('response', answer).on('error', (error: NodeJS.ErrnoException) => {
      // The other side had closed a kept connection, or was about to, and has not said a word to this call.
      const isStale =
        outgoing.reusedSocket &&
        !signal.aborted &&
        outgoing.socket?.bytesRead === heard &&
        STALE_CODES.has(error.code ?? '') &&
        performance.now() - leftAt < STALE_WITHIN_MS;
      if (isStale) answer(send(target, request, false));
      else reject(error);
    });
    outgoing.end(body);
    return promise;
  }

  async function tellAddresses(
    target: URL,
    hostname: string,
    { all, done }: { all: boolean | undefined; done: Parameters<LookupFunction>[2] },
  ): Promise<void> {
    let addresses: Address[];
    try {
      addresses = await addressesOf(target, hostname);
    } catch (error) {
      done(error instanceof Error ? error : new Error('the look-up failed', { cause: error }), []);
      return;
    }
    const [first] = addresses;
    if (all || !first) done(null, addresses);
    else done(null, first.address, first.family);
  }

  /** Where a new connection to this target may go. */
  async function addressesOf(target: URL, hostname: string): Promise<Address[]> {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw new EgressError('unreachable', 'The name has no address');
    assertAllowed(
      target,
      addresses.map(({ address }) => address),
    );
    return addresses;
  }

  function assertAllowed({ origin }: URL, addresses: readonly string[]): void {
    if (!allowsPrivate && !trustedOrigins.has(origin)) for (const address of addresses) assertPublic(address);
  }
}

/** Connections that wait for the next call to their origin. */
type Keeper = (target: URL) => http.Agent;

/**
 * Each connection was checked when it was made and leads where it led then. So that it follows a name that moves, it
 * serves for some minutes only. One in the middle of an answer is never given to the next call.
 */
function createKeeper(until: AbortSignal): Keeper {
  const options = { keepAlive: true, timeout: KEPT.idleMs, maxFreeSockets: KEPT.most };
  const agents = { plain: new http.Agent(options), secure: new https.Agent(options) };
  const servedSince = new WeakMap<Duplex, number>();
  for (const agent of Object.values(agents)) {
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => {
      const since = servedSince.get(socket) ?? performance.now();
      servedSince.set(socket, since);
      if (until.aborted || performance.now() - since > KEPT.servesMs) return false;
      return keep(socket);
    };
  }
  // Answers that are under way are read to their end.
  until.addEventListener('abort', () => {
    for (const agent of Object.values(agents))
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  });
  return ({ protocol }) => (protocol === 'https:' ? agents.secure : agents.plain);
}

function lookUp(hostname: string): Promise<Address[]> {
  return lookUpName(hostname, { all: true });
}

/** Only a call that changes nothing is made again at another address. */
function isReading(method: EgressRequest['method'] = 'GET'): boolean {
  return method === 'GET' || method === 'HEAD';
}

function parse(url: string | URL): URL {
  if (!URL.canParse(url)) throw new EgressError('refused', 'Not a web address');
  const target = new URL(url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new EgressError('refused', 'Only http and https addresses are called');
  }
  if (target.username !== '' || target.password !== '') {
    throw new EgressError('refused', 'An address must not hold a password');
  }
  return target;
}

/** Global unicast only: no private, loopback, link-local, metadata, documentation, tunnel or mapped address. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address === CLOUD_HOST) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // IANA has given out 2000::/3 only; the rest holds old ways to write an IPv4 address (RFC 4291, 2.5.5).
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/**
 * An address of a host that somebody typed in, for protocols other than HTTP. Connect to just this address, so that no
 * second look-up leads elsewhere. Throws `EgressError` where the host is not public and not among `allowed`.
 */
export async function outsideAddress(
  hostname: string,
  allowed: readonly string[],
  resolve: NonNullable<Options['resolve']> = lookUp,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: 0 }];
  if (!allowed.includes(host)) for (const { address } of found) assertPublic(address);
  const [first] = found;
  if (!first) throw new EgressError('unreachable', 'The name has no address');
  return first.address;
}

function assertPublic(address: string): void {
  if (!isPublicAddress(address)) throw new EgressError('refused', 'Only public addresses are called');
}

function redirectOf(answer: Omit<EgressResponse, 'url'>, from: URL): URL | undefined {
  const { location } = answer.headers;
  if (answer.status < 301 || answer.status > 308 || answer.status === 304 || !location) return undefined;
  if (!URL.canParse(location, from)) throw new EgressError('refused', 'Redirected to no web address');
  return parse(new URL(location, from));
}

/** The body as it was before it was packed. */
function unpacked(incoming: http.IncomingMessage): Readable {
  const isPacked = /\bgzip\b/i.test(incoming.headers['content-encoding'] ?? '');
  const body: Readable = isPacked ? incoming.pipe(createGunzip()) : incoming;
  // A pipe does not pass errors on.
  if (isPacked) incoming.on('error', (error) => body.destroy(error));
  return body;
}

async function readBody(incoming: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(incoming)) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new EgressError('too_large', 'The answer is too large');
    chunks.push(bytes);
  }
  if (!incoming.complete) throw new EgressError('unreachable', 'The answer was cut off');
  return Buffer.concat(chunks);
}
