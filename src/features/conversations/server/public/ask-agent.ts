import { firstNames } from '#features/access/server/people.ts';
import {
  type Caller,
  getAgentByKey,
  hasSecret,
  identifyCaller,
  isOffFor,
  mayCallForHelp,
  sessionOf,
  spendCall,
  spendOfAddress,
  type TellBudget,
} from '#features/agents/server/callers.ts';
import type { AgentRow } from '#features/agents/server/tables.ts';
import { AppError } from '#kit/errors.ts';
import { isId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import { PublicReply, type PublicReplyEvent, type TranscriptLine } from '../../contract-public.ts';
import type { Answered } from '../answers/answering.ts';
import { findHelp } from '../consult-agent.ts';
import { findSession, listLinesAfter } from '../inbox/inbox-store.ts';
import { failureText, type ReplyPart, startChat } from '../start-chat.ts';

export type Asked = {
  message: string;
  conversationId: string | undefined;
  messageId: string | undefined;
  /** What the visitor's browser says it reads. */
  languages: string | undefined;
};

type Call = { asked: Asked; caller: Caller; tell: TellBudget };

type VisitorContext = Parameters<typeof spendOfAddress>[0];
export type AskContext = Parameters<typeof startChat>[0] & VisitorContext;

/** One turn of a website or program. `tell` gets how many calls are left in any case. Refuses as `startTurn` does. */
export async function askAgent(
  ctx: AskContext,
  apiKey: string,
  { asked, caller, tell }: Call,
): Promise<PublicReply> {
  for await (const part of await startTurn(ctx, apiKey, { asked, caller, tell }, { isStreamed: false }))
    if (part.type === 'reply') return part.reply;
  throw new Error('a turn ended without a reply');
}

/** The answer as it is written. A visitor who leaves meanwhile finds it in the transcript. Refuses as `startTurn` does. */
export async function streamAnswer(
  ctx: AskContext,
  apiKey: string,
  call: Call,
  log: Log,
): Promise<AsyncGenerator<PublicReplyEvent>> {
  return untilFailed(await startTurn(ctx, apiKey, call, { isStreamed: true }), log);
}

/** The visitor's own conversation only. Refuses with `not_found` or `unauthenticated`. */
export async function readTranscript(
  ctx: VisitorContext,
  apiKey: string,
  after: string | undefined,
  caller: Caller,
) {
  const { db } = ctx;
  const agent = await getAgentByKey(ctx, apiKey);
  const conversation = await conversationOf(ctx, agent, caller);
  if (!conversation) return { isWithPerson: false, isWaiting: false, lines: [] };
  const rows = await listLinesAfter(db, conversation.id, after);
  const names = await firstNames(
    db,
    rows.flatMap(({ authorId }) => authorId ?? []),
  );
  const lines = rows.map(
    (row): TranscriptLine => ({
      id: row.id,
      role: row.role,
      text: row.text,
      messageId: row.clientId,
      answersId: row.answersId,
      citations: row.citations,
      escalation: row.escalation,
      author: row.authorId === null ? null : (names.get(row.authorId) ?? null),
      at: row.createdAt.toISOString(),
    }),
  );
  return {
    isWithPerson: conversation.personId !== null,
    isWaiting: conversation.handoverAt !== null && conversation.personId === null,
    lines,
  };
}

/** The conversation and agent of a visitor who does something else than ask. Refuses where there is none. */
export async function getOwnConversation(ctx: VisitorContext, apiKey: string, caller: Caller) {
  const agent = await getAgentByKey(ctx, apiKey);
  const conversation = await conversationOf(ctx, agent, caller);
  if (!conversation) throw new AppError('refused', 'Ask something first, then leave an address.');
  return { agent, conversation };
}

/** Refuses an unknown key, a caller who may not ask, and calls over a limit, before anything of the answer is sent. */
export async function startTurn(
  ctx: AskContext,
  apiKey: string,
  { asked, caller, tell }: Call,
  { isStreamed }: { isStreamed: boolean },
): Promise<AsyncGenerator<PublicReplyEvent>> {
  const { message, conversationId, messageId, languages } = asked;
  const agent = await getAgentByKey(ctx, apiKey);
  // Before anything else, so that keys can't be guessed. A server with the secret key speaks for many visitors.
  const tooMany = hasSecret(agent, caller) ? undefined : await spendOfAddress(ctx, agent, caller.ip);
  const isInDanger = tooMany ? await findHelp(ctx, asked) : undefined;
  if (tooMany && !isInDanger) throw tooMany;
  const visitor = identifyCaller(ctx, agent, caller);
  const isOff = isOffFor(ctx, agent, visitor);
  const refusal = isOff
    ? switchedOff(agent)
    : (tooMany ?? (await spendCall(ctx, agent, { tell, isVisitor: visitor !== null })));
  if (refusal) {
    // Someone in danger gets the numbers past every limit; the team is notified of a bounded number of them.
    const help = isInDanger ?? (await findHelp(ctx, asked));
    if (!help) throw refusal;
    if (isOff || !(await mayCallForHelp(ctx, agent))) return helpAlone(help);
  }
  const turn = {
    agentId: agent.id,
    agent,
    message,
    messageId,
    languages,
    ...(visitor ? sessionOf(ctx, visitor) : { channel: 'api' as const, conversationId }),
    // A first message that is sent again is found in the conversation that it began.
    ...(!visitor && conversationId === undefined && messageId !== undefined && isId(messageId)
      ? { sessionKey: `message:${messageId}` }
      : {}),
  };
  return publicParts(ctx, await startChat(ctx, turn, { isStreamed }));
}

async function* publicParts(
  { db }: Pick<Context, 'db'>,
  parts: AsyncIterable<ReplyPart>,
): AsyncGenerator<PublicReplyEvent> {
  for await (const part of parts) {
    // The person who answers sees what the visitor wrote without loading again.
    if (part.type === 'reply' && part.reply.isWithPerson) await announce(db, ['agents']);
    yield part.type === 'text' ? part : { type: 'reply', reply: PublicReply.parse(part.reply) };
  }
}

async function conversationOf(ctx: VisitorContext, agent: AgentRow, caller: Caller) {
  const visitor = identifyCaller(ctx, agent, caller);
  if (!visitor) throw new AppError('unauthenticated', 'This call needs a visitor token.');
  const { channel, sessionKey } = sessionOf(ctx, visitor);
  return findSession(ctx.db, agent.id, `${channel}:${sessionKey}`);
}

/** The status has left already: what fails now is the last event. */
async function* untilFailed(
  events: AsyncIterable<PublicReplyEvent>,
  log: Log,
): AsyncGenerator<PublicReplyEvent> {
  try {
    yield* events;
  } catch (error) {
    yield { type: 'failed', message: failureText(error, log) };
  }
}

function switchedOff({ name }: AgentRow): AppError {
  return new AppError('refused', `${name} is switched off at the moment.`, { reason: 'inactive' });
}

/** Nothing of it is stored. */
async function* helpAlone({ text, citations, escalation }: Answered): AsyncGenerator<PublicReplyEvent> {
  yield { type: 'text', text };
  const unkept = { conversationId: null, isWithPerson: false, answerId: null };
  yield { type: 'reply', reply: { answer: text, citations, answered: false, escalation, ...unkept } };
}
