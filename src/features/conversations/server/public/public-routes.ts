import {
  assertSecretGiven,
  type CallBudget,
  callerOf,
  getAgentByKey,
} from '#features/agents/server/callers.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import { toAppError } from '#platform/http-errors.ts';
import * as openai from '../../contract-openai.ts';
import * as contract from '../../contract-public.ts';
import { leaveContact } from '../inbox/leave-contact.ts';
import { documentAgent } from './api-docs.ts';
import { askAgent, getOwnConversation, readTranscript, streamAnswer } from './ask-agent.ts';
import { completeChat, listAgentModels, streamChat } from './completions.ts';

const HOUR_SECONDS = 3_600;

export function mountPublicAgents({ mount }: HttpServer, ctx: Context): void {
  mount(contract.askAgent, async ({ params, body }, { headers, ip, setHeader, wantsStream, log }) => {
    const message = body.message ?? body.question;
    if (message === undefined) {
      // An unknown key is reported first: it has to be fixed first.
      await getAgentByKey(ctx, params.apiKey);
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
    const call = { asked, caller: callerOf(headers, ip), tell };
    if (!wantsStream) return askAgent(ctx, params.apiKey, call);
    return streamed(await streamAnswer(ctx, params.apiKey, call, log));
  });
  mount(contract.readTranscript, ({ params, query }, { headers, ip, setHeader }) => {
    setHeader('cache-control', 'no-store');
    return readTranscript(ctx, params.apiKey, query.after, callerOf(headers, ip));
  });
  mount(contract.leaveContact, async ({ params, body }, { headers, ip }) => {
    const { agent, conversation } = await getOwnConversation(ctx, params.apiKey, callerOf(headers, ip));
    return leaveContact(ctx, { agent, conversationId: conversation.id, ...body });
  });

  mount(
    openai.createCompletion,
    async ({ body }, { headers, ip, setHeader, log }) => {
      const key = headers['idempotency-key'];
      const call = {
        caller: callerOf(headers, ip),
        tell: (budget: CallBudget): void => {
          for (const [name, value] of Object.entries(budgetHeaders(budget))) setHeader(name, value);
        },
        languages: headers['accept-language'],
        messageId: typeof key === 'string' && key.length <= 100 ? key : undefined,
        onFailure: (error: unknown) => {
          const failure = toAppError(error);
          if (failure.status >= 500) log.error({ err: error }, 'agents: an answer failed');
          return failure;
        },
      };
      if (body.stream) return eventStream(await streamChat(ctx, body, call));
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(await completeChat(ctx, body, call)),
      };
    },
    { assertCaller: ({ authorization }) => assertSecretGiven(authorization) },
  );
  mount(openai.listModels, (_input, { headers, ip }) => listAgentModels(ctx, callerOf(headers, ip)), {
    assertCaller: ({ authorization }) => assertSecretGiven(authorization),
  });

  mount(contract.agentDocs, ({ params }) => documentAgent(ctx, params.id));
}

function streamed(events: AsyncIterable<contract.PublicReplyEvent>): RawAnswer {
  async function* lines(): AsyncGenerator<string> {
    for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
  }
  return eventStream(lines());
}

function eventStream(body: AsyncIterable<string>): RawAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body,
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
