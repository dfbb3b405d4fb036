import { lookup as lookUpName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { SECOND_MS } from '#kit/time.ts';

type EgressRequest = {
  url: string | URL;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
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

type Exchange = Omit<EgressRequest, 'url' | 'timeoutMs' | 'signal'> & { signal: AbortSignal };

type Address = { address: string; family: number };

type Options = {
  /** Addresses that the operator set: their origins may be anywhere, on this machine too. */
  trusted?: readonly string[];
  /** All addresses of a name; another one in tests. */
  resolve?: (hostname: string) => Promise<Address[]>;
  timeoutMs?: number;
};

const MOST_REDIRECTS = 5;
const MOST_BYTES = 5 * 1024 * 1024;
const USER_AGENT = 'Yarrow/1';
/** Public by its number, but answered by the machine's own cloud (Azure). */
const CLOUD_HOST = '168.63.129.16';

/**
 * The one way out of the server for HTTP. Addresses come from people and from other servers' redirects, so only
 * public ones are called: a name is looked up once per connection, every address it has is checked, and the
 * connection goes to exactly those. Nothing is kept alive, so no later call slips through an earlier check.
 */
export function createEgress({
  trusted = [],
  resolve = (hostname) => lookUpName(hostname, { all: true }),
  timeoutMs: usualTimeoutMs = 10 * SECOND_MS,
}: Options = {}): Egress {
  const trustedOrigins = new Set(trusted.map((url) => new URL(url).origin));

  return async ({ url, timeoutMs = usualTimeoutMs, signal: callerSignal, ...request }) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, deadline]) : deadline;
    let target = parse(url);
    let { headers = {} } = request;
    try {
      for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
        const answer = await exchange(target, { ...request, headers, signal });
        const next = redirectOf(answer, target);
        if (next === undefined || request.method === 'POST') return { ...answer, url: target.href };
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
    { method = 'GET', headers, body, maxBytes = MOST_BYTES, signal }: Exchange,
  ): Promise<Omit<EgressResponse, 'url'>> {
    const addresses = await addressesOf(target, signal);
    const { promise, resolve: answer, reject } = Promise.withResolvers<http.IncomingMessage>();
    const send = target.protocol === 'https:' ? https.request : http.request;
    const outgoing = send(target, {
      method,
      agent: false,
      lookup: (_hostname, { all }, done) => {
        const [first] = addresses;
        if (all || !first) done(null, addresses);
        else done(null, first.address, first.family);
      },
      headers: { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': USER_AGENT, ...headers },
      signal,
    });
    outgoing.on('response', answer).on('error', reject);
    outgoing.end(body);
    const incoming = await promise;
    try {
      return {
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: await readText(incoming, maxBytes),
      };
    } finally {
      incoming.destroy();
    }
  }

  /** Where a connection to this target may go. */
  async function addressesOf(target: URL, signal: AbortSignal): Promise<Address[]> {
    const hostname = target.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(hostname);
    const addresses = family === 0 ? await until(signal, resolve(hostname)) : [{ address: hostname, family }];
    if (addresses.length === 0) throw new EgressError('unreachable', 'The name has no address');
    if (!trustedOrigins.has(target.origin)) for (const { address } of addresses) assertPublic(address);
    return addresses;
  }
}

/** A look-up cannot be stopped, but nobody has to wait for it. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new Error('stopped'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
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

function assertPublic(address: string): void {
  if (!isPublicAddress(address)) throw new EgressError('refused', 'Only public addresses are called');
}

function redirectOf(answer: Omit<EgressResponse, 'url'>, from: URL): URL | undefined {
  const { location } = answer.headers;
  if (answer.status < 301 || answer.status > 308 || answer.status === 304 || !location) return undefined;
  if (!URL.canParse(location, from)) throw new EgressError('refused', 'Redirected to no web address');
  return parse(new URL(location, from));
}

async function readText(incoming: http.IncomingMessage, maxBytes: number): Promise<string> {
  const isPacked = /\bgzip\b/i.test(incoming.headers['content-encoding'] ?? '');
  const body: Readable = isPacked ? incoming.pipe(createGunzip()) : incoming;
  // A pipe does not pass errors on.
  if (isPacked) incoming.on('error', (error) => body.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new EgressError('too_large', 'The answer is too large');
    chunks.push(bytes);
  }
  if (!incoming.complete) throw new EgressError('unreachable', 'The answer was cut off');
  return Buffer.concat(chunks).toString('utf8');
}
