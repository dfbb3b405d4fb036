import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, createEgressFetch, EgressError } from '#platform/egress.ts';
import { FORBIDDEN_SCHEMES, INSIDE_HOSTS } from '#tests/support/inside-addresses.ts';

/** A server on this machine that must never be reached, on the port that every address below names. */
let canary: Server;
let port = 0;
let touched = 0;
const open: Server[] = [];

beforeAll(async () => {
  canary = createServer((_request, response) => response.end('secret'));
  canary.on('connection', () => {
    touched += 1;
  });
  // All interfaces, IPv6 as well: whatever spelling gets through would be noticed.
  canary.listen(0, '::');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof EgressError ? error.failure : String(error)),
  );

/** How an answer ends early, and what is told of it. */
const BROKEN_OFF: [string, RequestListener, string][] = [
  [
    'drips',
    (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    'timeout',
  ],
  [
    'is cut off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun');
      setImmediate(() => response.destroy());
    },
    'unreachable',
  ],
];

describe('R12 the one way out', () => {
  it(`knows more than 60 addresses that it must not call`, () => {
    expect(INSIDE_HOSTS.length + FORBIDDEN_SCHEMES.length).toBeGreaterThan(60);
  });

  it.each(INSIDE_HOSTS)('calls nobody at %s', async (host) => {
    const before = touched;
    expect(await failureOf(createEgress({ timeoutMs: 1_500 })({ url: `http://${host}:${port}/` }))).not.toBe(
      'answered',
    );
    expect(touched).toBe(before);
  });

  it.each(FORBIDDEN_SCHEMES)('refuses %s', async (url) => {
    expect(await failureOf(createEgress()({ url }))).toBe('refused');
  });

  it('refuses a name that leads to this machine, also beside a public address', async () => {
    const before = touched;
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.7'], ['::1'], ['fe80::1%lo']]) {
      const egress = createEgress({
        resolve: () =>
          Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
      });
      expect(await failureOf(egress({ url: `http://inside.example:${port}/` }))).toBe('refused');
    }
    expect(touched).toBe(before);
  });

  it('asks for the addresses of a name once per connection and connects to what it checked', async () => {
    const before = touched;
    let asked = 0;
    const egress = createEgress({
      timeoutMs: 500,
      // Public at the first look, this machine at the second.
      resolve: () => {
        asked += 1;
        return Promise.resolve([{ address: asked === 1 ? '203.0.114.1' : '127.0.0.1', family: 4 }]);
      },
    });
    expect(await failureOf(egress({ url: `http://rebinding.example:${port}/` }))).not.toBe('answered');
    expect(asked).toBe(1);
    expect(touched).toBe(before);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i to this machine', async (status) => {
    const before = touched;
    const outside = await serve((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    });
    expect(await failureOf(createEgress({ trusted: [outside] })({ url: outside }))).toBe('refused');
    expect(touched).toBe(before);
  });

  it.each(['file:///etc/passwd', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/', 'http://0/'])(
    'does not follow a redirect to %s',
    async (location) => {
      const outside = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(await failureOf(createEgress({ trusted: [outside] })({ url: outside }))).toBe('refused');
    },
  );

  it('gives up on a circle of redirects', async () => {
    const outside = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    expect(await failureOf(createEgress({ trusted: [outside] })({ url: outside }))).toBe('refused');
  });

  it('follows a redirect, and takes no key along to another server', async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('here');
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const location = request.url === '/' ? '/again' : `${second}/there`;
      response.writeHead(302, { location }).end();
    });
    const egress = createEgress({ trusted: [first, second] });
    const answer = await egress({ url: first, headers: { authorization: 'Bearer key' } });
    expect(answer).toMatchObject({ status: 200, text: 'here', url: `${second}/there` });
    expect(seen).toEqual(['Bearer key', 'Bearer key', undefined]);
  });

  it('reaches an address that the operator set, on this machine too, and no other port of it', async () => {
    const own = await serve((_request, response) => response.end('own'));
    const egress = createEgress({ trusted: [`${own}/v2`] });
    expect((await egress({ url: `${own}/anything` })).text).toBe('own');
    expect(await failureOf(egress({ url: `http://127.0.0.1:${port}/` }))).toBe('refused');
  });
});

describe('R12 the one way out, for an answer that is read while it comes', () => {
  const idle = { idleTimeoutMs: 300, timeoutMs: 2_000 };

  it('calls no address inside, and follows no redirect there', async () => {
    const before = touched;
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost']) {
      expect(await failureOf(createEgressFetch(idle)(`http://${host}:${port}/`))).toBe('refused');
    }
    const outside = await serve((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    });
    const fetchOutside = createEgressFetch({ trusted: [outside], ...idle });
    expect((await fetchOutside(outside, { method: 'POST', body: '{}' })).status).toBe(307);
    expect(touched).toBe(before);
  });

  it.each<[string, RequestListener, string]>([
    ['never begins', () => undefined, 'timeout'],
    ['goes silent', (_request, response) => void response.writeHead(200).write('begun'), 'timeout'],
    ...BROKEN_OFF,
  ])('R5 ends at an answer that %s', async (_how, listener, failure) => {
    const url = await serve(listener);
    const call = createEgressFetch({ trusted: [url], idleTimeoutMs: 200, timeoutMs: 600 })(url);
    expect(await failureOf(call.then(async (response) => response.text()))).toBe(failure);
  });

  it('ends the exchange when the reader leaves in the middle of a silence', async () => {
    const closed = Promise.withResolvers<string>();
    const url = await serve((_request, response) => {
      response.on('close', () => closed.resolve('closed'));
      response.writeHead(200).write('begun');
    });
    const slow = { trusted: [url], idleTimeoutMs: 60_000, timeoutMs: 60_000 };
    const response = await createEgressFetch(slow)(url);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await closed.promise).toBe('closed');
  });
});

describe('R5 an answer that does not come', () => {
  it.each<[string, RequestListener, string]>([
    ['never begins', () => undefined, 'timeout'],
    ...BROKEN_OFF,
    ['is endless', (_request, response) => void response.end('x'.repeat(2_000)), 'too_large'],
    [
      'unpacks to more than it may',
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
      'too_large',
    ],
    [
      'says that it is packed and is not',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
      'unreachable',
    ],
  ])('that %s', async (_how, listener, failure) => {
    const url = await serve(listener);
    expect(await failureOf(createEgress({ trusted: [url], timeoutMs: 400 })({ url, maxBytes: 1_000 }))).toBe(
      failure,
    );
  });

  it('ends when the caller is gone', async () => {
    const url = await serve(() => undefined);
    const gone = new AbortController();
    const call = failureOf(createEgress({ trusted: [url] })({ url, signal: gone.signal }));
    gone.abort();
    expect(await call).toBe('aborted');
  });

  it('unpacks an answer', async () => {
    const url = await serve(
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
    );
    expect((await createEgress({ trusted: [url] })({ url })).text).toBe('packed');
  });
});
