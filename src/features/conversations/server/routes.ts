import { isId } from '#kit/id.ts';
import type { Database } from '#platform/db.ts';
import type { HttpServer } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import {
  addGoldenQuestion,
  chat as chatEndpoint,
  chatStream,
  deleteGoldenQuestion,
  getAgentStats,
  listGoldenQuestions,
  runGoldenQuestions,
} from '../contract.ts';
import { countStats } from './count-chats.ts';
import type { Golden } from './golden/golden-questions.ts';
import { type Chat, type ChatTurn, failureText, type ReplyPart } from './start-chat.ts';

type Parts = { db: Database; chat: Chat; golden: Golden };

/** The test chat, the golden questions and the figures. */
export function mountConversations({ mount }: HttpServer, { db, chat, golden }: Parts): void {
  mount(chatEndpoint, ({ body }, { actor, headers }) =>
    chat.reply(testTurn(body, actor.id, headers['accept-language'])),
  );
  mount(chatStream, async ({ body }, { actor, headers, log }) => ({
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
    body: linesOf(await chat.start(testTurn(body, actor.id, headers['accept-language'])), log),
  }));

  mount(listGoldenQuestions, ({ params }) => golden.list(params.id));
  mount(addGoldenQuestion, ({ params, body }) => golden.add(params.id, body));
  mount(deleteGoldenQuestion, async ({ params }) => {
    await golden.remove(params.id);
    return undefined;
  });
  mount(runGoldenQuestions, ({ params }) => golden.run(params.id));

  mount(getAgentStats, () => countStats(db));
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
