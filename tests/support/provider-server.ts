import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unlessGone } from './unless-gone.ts';

export type ProviderRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed where it is JSON. */
  body: unknown;
};

export type ProviderAnswer = { status?: number; headers?: Record<string, string>; body: unknown };

/** What can go wrong instead of an answer. */
export type Fault = ProviderAnswer | 'hang' | 'drip' | 'cut' | 'garbage';

export type ProviderServer = {
  /** Without a trailing slash. */
  url: string;
  requests: ProviderRequest[];
  /** Decides on a fault per request; none: the provider answers. */
  fault: ((request: ProviderRequest) => Fault | undefined) | undefined;
  close: () => Promise<void>;
};

/** A server on this machine that speaks a provider's protocol, and misbehaves when told. */
export async function startProviderServer(
  answer: (request: ProviderRequest, url: string) => ProviderAnswer | Promise<ProviderAnswer>,
): Promise<ProviderServer> {
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', provider.url);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    const request: ProviderRequest = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    provider.requests.push(request);
    const fault = provider.fault?.(request);
    if (typeof fault === 'string') misbehave(fault, response);
    else send(response, fault ?? (await answer(request, provider.url)));
  };
  const server = createServer(
    (incoming, response) => void handle(incoming, response).catch(unlessGone(incoming)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    fault: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: ProviderAnswer): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

function misbehave(fault: Extract<Fault, string>, response: ServerResponse): void {
  if (fault === 'garbage') response.end('{"half": [');
  if (fault === 'cut') {
    response.writeHead(200, { 'content-length': '1000' }).write('{"cut');
    setImmediate(() => response.destroy());
  }
  if (fault === 'drip') {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  }
}
