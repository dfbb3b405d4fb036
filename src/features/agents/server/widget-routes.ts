import { visitorOf } from '#features/access/server/visitors.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract-widget.ts';
import { callerOf, getAgentByKey, getStatus, openSession } from './callers.ts';
import { widgetLoader, widgetPanel, widgetTestPage } from './widget-files.ts';

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
export function mountWidget({ mount, fastify }: HttpServer, ctx: Context): void {
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

  mount(contract.agentStatus, ({ params }, { setHeader }) => {
    setHeader('cache-control', 'no-store');
    return getStatus(ctx, params.apiKey);
  });
  mount(contract.openVisitorSession, ({ params, body }, { headers, ip, cookies, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return openSession(ctx, params.apiKey, body.token, {
      origin: callerOf(headers, ip).origin,
      isSignedIn: async () => {
        const { isGranted, user } = await visitorOf(ctx, cookies);
        return isGranted && user !== null;
      },
    });
  });

  mount(contract.agentWidget, async ({ params }, { headers }) =>
    script(await widgetLoader(ctx, await getAgentByKey(ctx, params.apiKey)), headers['if-none-match']),
  );
  mount(contract.agentPanel, async (_input, { headers }) =>
    script(await widgetPanel(), headers['if-none-match']),
  );
  mount(contract.testAgent, async ({ params }) =>
    widgetTestPage(ctx, await getAgentByKey(ctx, params.apiKey)),
  );
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
