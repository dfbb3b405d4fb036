import {
  addGoldenQuestion,
  chat as chatEndpoint,
  chatStream,
  deleteGoldenQuestion,
  listGoldenQuestions,
  runGoldenQuestions,
} from '#features/conversations/contract.ts';
import type { Golden } from '#features/conversations/server/golden/golden-service.ts';
import { type Chat, failureText, type ReplyPart, type Turn } from '#features/conversations/server/service.ts';
import { isId } from '#kit/id.ts';
import type { HttpServer } from '#platform/http.ts';
import type { Log } from '#platform/log.ts';
import { addKnowledge, changeKnowledge, getKnowledge, listKnowledge, listPassages } from '../contract.ts';
import {
  addTrainingMaterial,
  createUpload,
  getTrainingFile,
  putUpload,
  readFileAgain,
} from '../contract-files.ts';
import { listTaughtAgents, teachAgent } from '../contract-teaching.ts';
import type { TrainingFiles } from './file-service.ts';
import type { Knowledge } from './service.ts';
import type { Teaching } from './teaching-service.ts';

type Parts = { knowledge: Knowledge; teaching: Teaching; chat: Chat; golden: Golden };

/** What an agent knows and how it answers: the calls of the Training Center and the test chat. */
export function mountTraining({ mount }: HttpServer, { knowledge, teaching, chat, golden }: Parts): void {
  mount(listKnowledge, ({ query }) => knowledge.list(query));
  mount(getKnowledge, ({ params }) => knowledge.get(params.id));
  mount(listPassages, ({ params, query }) => knowledge.listPassages(params.id, query));
  mount(addKnowledge, ({ body }) => knowledge.add(body));
  mount(changeKnowledge, ({ params, body }) => knowledge.change(params.id, body));
  mount(listTaughtAgents, ({ params }) => teaching.listTaught(params.id));
  mount(teachAgent, ({ params, body }) => teaching.teach(params.id, body.expertId));

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
}

/** The files that an agent is taught from. */
export function mountTrainingFiles({ mount }: HttpServer, files: TrainingFiles): void {
  mount(createUpload, () => files.begin());
  mount(putUpload, async ({ params, body }, { setHeader }) => {
    const stored = await files.put(params.id, body);
    // Without it the upload widget takes no PUT for done.
    setHeader('etag', `"${params.id}"`);
    return stored;
  });
  mount(addTrainingMaterial, ({ body }) => files.addMaterial(body));
  mount(readFileAgain, ({ params }) => files.readAgain(params.id));
  mount(getTrainingFile, ({ params }) => files.read(params.id));
}

type Asked = {
  question: string;
  expertId: string;
  sessionId?: string | undefined;
  persona?: Turn['persona'];
  messageId?: string | undefined;
};

/** An id goes on with that conversation; any other name is the caller's own, so that two people never share one. */
function testTurn(
  { question, expertId, sessionId, persona, messageId }: Asked,
  actorId: string,
  languages: string | undefined,
): Turn {
  const isOurs = sessionId !== undefined && isId(sessionId);
  // The first question has no conversation to be found in again but the one that it began.
  const name = isOurs ? undefined : (sessionId ?? messageId);
  return {
    expertId,
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
