import type { WidgetFiles } from '#features/agents/server/widget-files.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Visitor } from '#platform/admission.ts';
import type { HttpServer } from '#platform/http.ts';
import {
  agentDocs,
  agentPanel,
  agentStatus,
  agentWidget,
  askAgent,
  leaveContact,
  openVisitorSession,
  type PublicReplyEvent,
  readTranscript,
  testAgent,
} from '../../contract-public.ts';
import type { Contacts } from '../inbox/contact-service.ts';
import type { ApiDocs } from './api-docs.ts';
import type { CallBudget, Caller, PublicAgents } from './public-service.ts';

type Dependencies = {
  agents: PublicAgents;
  contacts: Contacts;
  docs: ApiDocs;
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
const HOUR_SECONDS = 3_600;

export function mountPublicAgents(
  { mount, fastify }: HttpServer,
  { agents, contacts, docs, widget, visitorOf }: Dependencies,
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

  mount(askAgent, async ({ params, body }, { headers, ip, setHeader, wantsStream, log }) => {
    const message = body.message ?? body.question;
    if (message === undefined) {
      // An unknown key is told first: it is the first thing to mend.
      await agents.getByKey(params.apiKey);
      throw new AppError('invalid_input', 'Write a message.', { fields: { message: 'Write a message.' } });
    }
    const asked = {
      message,
      conversationId: body.conversationId,
      messageId: body.messageId,
      languages: headers['accept-language'],
    };
    const tell = (budget: CallBudget): void => {
      for (const [name, value] of Object.entries(budgetHeaders(budget))) setHeader(name, value);
    };
    const caller = callerOf(headers, ip);
    if (!wantsStream) return agents.ask(params.apiKey, asked, caller, tell);
    return streamed(await agents.askStream(params.apiKey, asked, caller, { tell, log }));
  });
  mount(agentStatus, ({ params }, { setHeader }) => {
    setHeader('cache-control', 'no-store');
    return agents.getStatus(params.apiKey);
  });
  mount(openVisitorSession, ({ params, body }, { headers, ip, cookies, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return agents.openSession(params.apiKey, body.token, {
      origin: callerOf(headers, ip).origin,
      isSignedIn: async () => {
        const { isGranted, user } = await visitorOf(cookies);
        return isGranted && user !== null;
      },
    });
  });
  mount(readTranscript, ({ params, query }, { headers, ip, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return agents.readTranscript(params.apiKey, query.after, callerOf(headers, ip));
  });
  mount(leaveContact, async ({ params, body }, { headers, ip }) => {
    const { agent, conversation } = await agents.getOwnConversation(params.apiKey, callerOf(headers, ip));
    return contacts.leave({ agent, conversationId: conversation.id, ...body });
  });

  mount(agentWidget, async ({ params }, { headers }) =>
    script(await widget.loader(await agents.getByKey(params.apiKey)), headers['if-none-match']),
  );
  mount(agentPanel, async (_input, { headers }) => script(await widget.panel(), headers['if-none-match']));
  mount(testAgent, async ({ params }) => widget.testPage(await agents.getByKey(params.apiKey)));
  mount(agentDocs, ({ params }) => docs.page(params.id));
}

function streamed(events: AsyncIterable<PublicReplyEvent>): RawAnswer {
  async function* lines(): AsyncGenerator<string> {
    for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: lines(),
  };
}

type Headers = Record<string, string | string[] | undefined>;

function callerOf(headers: Headers, ip: string): Caller {
  const { authorization, origin } = headers;
  return {
    authorization: typeof authorization === 'string' ? authorization : undefined,
    origin: typeof origin === 'string' ? origin : undefined,
    ip,
  };
}

/** As in the drafts of the HTTP working group, in the form that most clients read. */
function budgetHeaders(budget: CallBudget): Record<string, string> {
  if (budget === null) return {};
  return {
    'ratelimit-limit': String(budget.limit),
    'ratelimit-remaining': String(budget.remaining),
    'ratelimit-reset': String(budget.resetSeconds),
    'ratelimit-policy': `${budget.limit};w=${HOUR_SECONDS}`,
  };
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
