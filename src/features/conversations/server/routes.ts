import { isId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import * as contract from '../contract.ts';
import { countStats } from './count-chats.ts';
import {
  addGoldenQuestion,
  deleteGoldenQuestion,
  listGoldenQuestions,
  runGoldenQuestions,
} from './golden/golden-questions.ts';
import type { ChatTurn } from './open-turn.ts';
import { answerChat, failureText, type ReplyPart, startChat } from './start-chat.ts';

/** The test chat, the golden questions and the figures. */
export function mountConversations({ mount }: HttpServer, ctx: Context): void {
  mount(contract.chat, ({ body }, { actor, headers }) =>
    answerChat(ctx, testTurn(body, actor.id, headers['accept-language'])),
  );
  mount(contract.chatStream, async ({ body }, { actor, headers, log }) => ({
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
    body: linesOf(await startChat(ctx, testTurn(body, actor.id, headers['accept-language'])), log),
  }));

  mount(contract.listGoldenQuestions, ({ params }) => listGoldenQuestions(ctx, params.id));
  mount(contract.addGoldenQuestion, ({ params, body }) => addGoldenQuestion(ctx, params.id, body));
  mount(contract.deleteGoldenQuestion, async ({ params }) => {
    await deleteGoldenQuestion(ctx, params.id);
    return undefined;
  });
  mount(contract.runGoldenQuestions, ({ params }) => runGoldenQuestions(ctx, params.id));

  mount(contract.getAgentStats, () => countStats(ctx.db));
}

type Asked = {
  question: string;
  expertId: string;
  sessionId?: string | undefined;
  persona?: ChatTurn['persona'];
  messageId?: string | undefined;
};

/** An id goes on with that conversation; any other name is the caller's own, so that two people never share one. */
function testTurn(
  { question, expertId, sessionId, persona, messageId }: Asked,
  actorId: string,
  languages: string | undefined,
): ChatTurn {
  const isOurs = sessionId !== undefined && isId(sessionId);
  // The first question has no conversation to be found in again but the one that it began.
  const name = isOurs ? undefined : (sessionId ?? messageId);
  return {
    agentId: expertId,
    message: question,
    channel: 'test',
    persona,
    languages,
    conversationId: isOurs ? sessionId : undefined,
    sessionKey: name === undefined ? undefined : `${actorId}:${name}`,
    messageId,
  };
}

/** Failing inside a stream, the reason is its last line: the status was sent before. */
async function* linesOf(parts: AsyncIterable<ReplyPart>, log: Log): AsyncGenerator<string> {
  try {
    for await (const part of parts) yield `${JSON.stringify(part)}\n`;
  } catch (error) {
    yield `${JSON.stringify({ type: 'failed', message: failureText(error, log) })}\n`;
  }
}
