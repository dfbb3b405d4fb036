import { type CallBudget, type Callers, callerOf } from '#features/agents/server/callers.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { HttpServer } from '#platform/http.ts';
import {
  agentDocs,
  askAgent,
  leaveContact,
  type PublicReplyEvent,
  readTranscript,
} from '../../contract-public.ts';
import type { Contacts } from '../inbox/leave-contact.ts';
import type { ApiDocs } from './api-docs.ts';
import type { PublicAgents } from './ask-agent.ts';

type Dependencies = {
  agents: PublicAgents;
  callers: Pick<Callers, 'getByKey'>;
  contacts: Contacts;
  docs: ApiDocs;
};

const HOUR_SECONDS = 3_600;

export function mountPublicAgents(
  { mount }: HttpServer,
  { agents, callers, contacts, docs }: Dependencies,
): void {
  mount(askAgent, async ({ params, body }, { headers, ip, setHeader, wantsStream, log }) => {
    const message = body.message ?? body.question;
    if (message === undefined) {
      // An unknown key is reported first: it has to be fixed first.
      await callers.getByKey(params.apiKey);
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
  mount(readTranscript, ({ params, query }, { headers, ip, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return agents.readTranscript(params.apiKey, query.after, callerOf(headers, ip));
  });
  mount(leaveContact, async ({ params, body }, { headers, ip }) => {
    const { agent, conversation } = await agents.getOwnConversation(params.apiKey, callerOf(headers, ip));
    return contacts.leave({ agent, conversationId: conversation.id, ...body });
  });

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
