import type { RawAnswer } from '#kit/endpoint.ts';
import type { Visitor } from '#platform/admission.ts';
import type { HttpServer } from '#platform/http.ts';
import { agentPanel, agentStatus, agentWidget, openVisitorSession, testAgent } from '../contract-widget.ts';
import { type Callers, callerOf } from './callers.ts';
import type { WidgetFiles } from './widget-files.ts';

type Dependencies = {
  callers: Callers;
  widget: WidgetFiles;
  visitorOf: (cookies: Record<string, string | undefined>) => Promise<Visitor>;
};

/**
 * Pages of any origin may call; whether they are answered is decided by the agent's domains. A cookie takes part on our own
 * test page alone, and no other page could read what it is answered with one.
 */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit-policy, retry-after',
  'cross-origin-resource-policy': 'cross-origin',
};
const PREFLIGHT_SECONDS = 86_400;

/** The widget, and what every call from outside begins with. */
export function mountWidget(
  { mount, fastify }: HttpServer,
  { callers, widget, visitorOf }: Dependencies,
): void {
  // Before anything else, so that a page can read a refusal as well.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/agents/')) reply.headers(OPEN_TO_ALL);
    done();
  });
  // Not calls of their own: a browser asks first when a page sends a key.
  fastify.options('/api/agents/*', (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send(),
  );

  mount(agentStatus, ({ params }, { setHeader }) => {
    setHeader('cache-control', 'no-store');
    return callers.getStatus(params.apiKey);
  });
  mount(openVisitorSession, ({ params, body }, { headers, ip, cookies, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return callers.openSession(params.apiKey, body.token, {
      origin: callerOf(headers, ip).origin,
      isSignedIn: async () => {
        const { isGranted, user } = await visitorOf(cookies);
        return isGranted && user !== null;
      },
    });
  });

  mount(agentWidget, async ({ params }, { headers }) =>
    script(await widget.loader(await callers.getByKey(params.apiKey)), headers['if-none-match']),
  );
  mount(agentPanel, async (_input, { headers }) => script(await widget.panel(), headers['if-none-match']));
  mount(testAgent, async ({ params }) => widget.testPage(await callers.getByKey(params.apiKey)));
}

function script(
  { text, etag }: { text: string; etag: string },
  known: string | string[] | undefined,
): RawAnswer {
  const caching = { etag, 'cache-control': 'public, max-age=300' };
  if (known === etag) return { status: 304, headers: caching };
  return {
    status: 200,
    headers: { ...caching, 'content-type': 'text/javascript; charset=utf-8' },
    body: text,
  };
}
