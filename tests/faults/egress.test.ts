import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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

async function serve(
  listener: RequestListener,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const server = createServer(listener).on('connection', onConnection).listen(0, '127.0.0.1');
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

// R12
describe('the one way out', () => {
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

/** Collects garbage now, as a busy server does some times a second. */
async function clearMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 5; times += 1) {
    await sleep(20);
    runInNewContext('gc()');
  }
}

// R12
describe('the one way out, for an answer that is read while it comes', () => {
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
    // R5
  ])('ends at an answer that %s', async (_how, listener, failure) => {
    const url = await serve(listener);
    const call = createEgressFetch({ trusted: [url], idleTimeoutMs: 200, timeoutMs: 600 })(url);
    expect(await failureOf(call.then(async (response) => response.text()))).toBe(failure);
  });

  // R5
  it('keeps the deadline of its caller when memory is cleared meanwhile', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('begun'));
    const patient = { trusted: [url], idleTimeoutMs: 3_000, timeoutMs: 3_000 };
    const call = createEgressFetch(patient)(url, { signal: AbortSignal.timeout(500) });
    const failure = failureOf(call.then(async (response) => response.text()));
    await clearMemory();
    expect(await failure).toBe('aborted');
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

// R12
describe('connections that are kept for the next call', () => {
  /** A server and calls to it that keep their connections, with what it saw. */
  async function keeping(listener: RequestListener) {
    const sockets: Socket[] = [];
    const seen: { port: number | undefined; body: string }[] = [];
    const url = await serve(
      (request, response) => {
        const chunks: Buffer[] = [];
        request
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            seen.push({ port: request.socket.remotePort, body: Buffer.concat(chunks).toString() });
            listener(request, response);
          });
      },
      (socket) => sockets.push(socket),
    );
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const call = createEgressFetch({
      trusted: [url],
      idleTimeoutMs: 5_000,
      timeoutMs: 10_000,
      keepUntil: closing.signal,
    });
    const ask = async (body = '{}'): Promise<string> => (await call(url, { method: 'POST', body })).text();
    return { url, sockets, seen, closing, call, ask };
  }

  const answering: RequestListener = (_request, response) => response.end('answer');
  const openOnes = (sockets: Socket[]): number => sockets.filter(({ destroyed }) => !destroyed).length;

  it('serve one call after the other, each with its own answer', async () => {
    let times = 0;
    const { sockets, ask } = await keeping((_request, response) => {
      times += 1;
      response.end(`answer ${times}`);
    });
    expect([await ask(), await ask(), await ask()]).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(sockets).toHaveLength(1);
  });

  it('are not shared with another port, and lead to no address inside', async () => {
    const { call, url, sockets } = await keeping(answering);
    await (await call(url)).text();
    const before = touched;
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await failureOf(call(`http://${host}:${port}/`))).toBe('refused');
    }
    expect(touched).toBe(before);
    expect(sockets).toHaveLength(1);
  });

  it('are made anew with the address that the name has by then, checked like the first', async () => {
    const before = touched;
    const asked: string[] = [];
    const call = createEgressFetch({
      resolve: (name) => {
        asked.push(name);
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
      idleTimeoutMs: 5_000,
      timeoutMs: 10_000,
      keepUntil: new AbortController().signal,
    });
    for (let time = 0; time < 2; time += 1)
      expect(await failureOf(call(`http://moved.example:${port}/`))).toBe('refused');
    expect(asked).toEqual(['moved.example', 'moved.example']);
    expect(touched).toBe(before);
  });

  it('follow no redirect', async () => {
    const before = touched;
    const { ask, call, url } = await keeping((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await ask();
    expect((await call(url, { method: 'POST', body: '{}' })).status).toBe(307);
    expect(touched).toBe(before);
  });

  it('cost no answer when the other side closes them as the next call comes, which is sent once more', async () => {
    let times = 0;
    const { seen, sockets, ask } = await keeping((request, response) => {
      times += 1;
      if (times === 2) request.socket.destroy();
      else response.end(`answer ${times}`);
    });
    expect(await ask('first')).toBe('answer 1');
    expect(await ask('second')).toBe('answer 3');
    expect(seen.map(({ body }) => body)).toEqual(['first', 'second', 'second']);
    expect(sockets).toHaveLength(2);
  });

  it('send nothing a second time when they are cut in the middle of a long silence', async () => {
    let times = 0;
    const { seen, ask } = await keeping((request, response) => {
      times += 1;
      if (times === 2) setTimeout(() => request.socket.destroy(), 1_300);
      else response.end('answer');
    });
    await ask('first');
    expect(await failureOf(ask('second'))).toBe('unreachable');
    expect(seen.map(({ body }) => body)).toEqual(['first', 'second']);
  });

  it('are taken out when the other side has closed them', async () => {
    const { seen, sockets, ask } = await keeping(answering);
    await ask('first');
    const closed = Promise.withResolvers<void>();
    sockets[0]?.on('close', () => closed.resolve());
    sockets[0]?.end();
    await closed.promise;
    expect(await ask('second')).toBe('answer');
    expect(seen.map(({ body }) => body)).toEqual(['first', 'second']);
  });

  it('send nothing a second time once a word of the answer is there, nor over a new connection', async () => {
    let times = 0;
    const { seen, ask } = await keeping((request, response) => {
      times += 1;
      if (times === 1) response.end('answer');
      else if (times === 2) request.socket.end('HTTP/1.1 200 OK\r\nContent-');
      else request.socket.destroy();
    });
    await ask('first');
    expect(await failureOf(ask('half'))).toBe('unreachable');
    expect(await failureOf(ask('new'))).toBe('unreachable');
    expect(seen.map(({ body }) => body)).toEqual(['first', 'half', 'new']);
  });

  it('go with an answer that is not read to its end', async () => {
    let times = 0;
    const { sockets, ask, call, url } = await keeping((_request, response) => {
      times += 1;
      if (times === 1) response.writeHead(200).write('begun');
      else response.end('second');
    });
    const reader = (await call(url, { method: 'POST', body: '{}' })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await ask()).toBe('second');
    expect(sockets).toHaveLength(2);
  });

  it('serve for some minutes only, so that they follow a name that moves', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { sockets, ask } = await keeping(answering);
    await ask();
    vi.advanceTimersByTime(6 * 60_000);
    await ask();
    expect(sockets).toHaveLength(1);
    await ask();
    expect(sockets).toHaveLength(2);
  });

  it('are not kept where the other side closes them at once', async () => {
    const { sockets, ask } = await keeping((_request, response) => {
      response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=1' }).end('answer');
    });
    await ask();
    await ask();
    expect(sockets).toHaveLength(2);
  });

  it('wait in a bounded number, and not after the end', async () => {
    const waiting: (() => void)[] = [];
    const { sockets, ask, closing } = await keeping((_request, response) => {
      waiting.push(() => response.end('answer'));
      if (waiting.length === 24) for (const go of waiting) go();
      if (waiting.length > 24) response.end('late');
    });
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask()));
    expect(answers.every((text) => text === 'answer')).toBe(true);
    await vi.waitFor(() => expect(openOnes(sockets)).toBe(16));
    closing.abort();
    await vi.waitFor(() => expect(openOnes(sockets)).toBe(0));
    expect(await ask()).toBe('late');
    await vi.waitFor(() => expect(openOnes(sockets)).toBe(0));
  });

  it('let an answer that is under way come to its end when all is closed', async () => {
    const begun = Promise.withResolvers<() => void>();
    const { ask, closing } = await keeping((_request, response) => {
      response.writeHead(200).write('begun ');
      begun.resolve(() => response.end('and ended'));
    });
    const answer = ask();
    const end = await begun.promise;
    closing.abort();
    end();
    expect(await answer).toBe('begun and ended');
  });
});

// R5
describe('an answer that does not come', () => {
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
