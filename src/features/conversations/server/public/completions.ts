import type { z } from 'zod';
import { type Caller, getAgentBySecret, type TellBudget } from '#features/agents/server/callers.ts';
import type { AgentRow } from '#features/agents/server/tables.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { openAiError } from '#platform/openai-error.ts';
import type { AgentDetails, CompletionRequest, UrlCitation } from '../../contract-openai.ts';
import type { PublicReply } from '../../contract-public.ts';
import { LONGEST_MESSAGE } from '../consult-agent.ts';
import { type AskContext, type Asked, askAgent, startTurn } from './ask-agent.ts';
import { findCitedPages } from './citation-store.ts';

type Request = z.output<typeof CompletionRequest>;

export type CompletionCall = {
  caller: Caller;
  tell: TellBudget;
  languages: string | undefined;
  /** From `Idempotency-Key`: the same request again gets the same answer. */
  messageId: string | undefined;
  /** A failure after the first chunk: the status has left by then. */
  onFailure: (error: unknown) => AppError;
};

/** The agent of the secret key as a model. Refuses with `unauthenticated`. */
export async function listAgentModels(ctx: Pick<Context, 'db'>, { authorization }: Caller) {
  const { id, createdAt } = await getAgentBySecret(ctx, authorization);
  const model = { id, object: 'model' as const, created: secondsOf(createdAt), owned_by: 'yarrow' };
  return { object: 'list' as const, data: [model] };
}

/** Answers in one piece. Refuses as a public call of the agent does, and with `not_found` an unknown model. */
export async function completeChat(ctx: AskContext, request: Request, call: CompletionCall): Promise<object> {
  const { agent, asked } = await read(ctx, request, call);
  const reply = await askAgent(ctx, agent.apiKey, { ...call, asked });
  const { annotations, details } = await describe(ctx, reply);
  return {
    ...headOf(ctx, agent, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.answer, refusal: null, annotations },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    yarrow: details,
  };
}

/** Answers in chunks, as lines of an event stream. Refuses before the first one. */
export async function streamChat(
  ctx: AskContext,
  request: Request,
  call: CompletionCall,
): Promise<AsyncGenerator<string>> {
  const { agent, asked } = await read(ctx, request, call);
  const parts = await startTurn(ctx, agent.apiKey, { ...call, asked }, { isStreamed: true });
  const head = headOf(ctx, agent, 'chat.completion.chunk');
  const chunk = (delta: object, finish: 'stop' | null = null, more: object = {}): string =>
    eventOf({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...more });

  async function* chunks(): AsyncGenerator<string> {
    yield chunk({ role: 'assistant', content: '', refusal: null });
    try {
      for await (const part of parts) {
        if (part.type === 'text') yield chunk({ content: part.text });
        else if (part.type === 'reply') {
          const { annotations, details } = await describe(ctx, part.reply);
          yield chunk({ annotations }, 'stop', { yarrow: details });
        }
      }
    } catch (error) {
      yield eventOf(openAiError(call.onFailure(error)));
    }
    yield 'data: [DONE]\n\n';
  }
  return chunks();
}

async function read(
  ctx: Pick<Context, 'db'>,
  { model, messages, metadata }: Request,
  { caller, languages, messageId }: CompletionCall,
): Promise<{ agent: AgentRow; asked: Asked }> {
  const agent = await getAgentBySecret(ctx, caller.authorization);
  if (model !== agent.id) {
    const message = `This key has the model ${agent.id} only.`;
    throw new AppError('not_found', message, { reason: 'model_not_found', fields: { model: message } });
  }
  const message = textOf(messages.findLast(({ role }) => role === 'user')).trim();
  if (message === '') throw badMessages('Send a user message with text.');
  if (message.length > LONGEST_MESSAGE) throw badMessages('A message has at most 4,000 characters.');
  return { agent, asked: { message, conversationId: metadata?.conversation_id, messageId, languages } };
}

function badMessages(message: string): AppError {
  return new AppError('invalid_input', message, { fields: { messages: message } });
}

function textOf(message: Request['messages'][number] | undefined): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

async function describe(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  reply: PublicReply,
): Promise<{ annotations: UrlCitation[]; details: AgentDetails }> {
  const pages = await findCitedPages(
    db,
    reply.citations.map(({ knowledgeId }) => knowledgeId),
  );
  const citations = reply.citations.map(({ knowledgeId, title, quote }) => {
    const slug = pages.get(knowledgeId);
    return { title, quote, url: slug === undefined ? null : `${publicUrl}/p/${slug}` };
  });
  const end = reply.answer.length;
  const annotations = citations.flatMap(({ url, title }): UrlCitation[] =>
    url === null
      ? []
      : [{ type: 'url_citation', url_citation: { start_index: end, end_index: end, url, title } }],
  );
  const { conversationId, answered, isWithPerson, escalation } = reply;
  return {
    annotations,
    details: {
      conversation_id: conversationId,
      answered,
      is_with_person: isWithPerson,
      escalation,
      citations,
    },
  };
}

function headOf({ clock }: Pick<Context, 'clock'>, { id }: AgentRow, object: string) {
  return { id: `chatcmpl-${crypto.randomUUID()}`, object, created: secondsOf(clock.now()), model: id };
}

function eventOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
