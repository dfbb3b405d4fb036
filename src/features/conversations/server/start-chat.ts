import { findAgent } from '#features/agents/server/agents.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { TestReply } from '../contract.ts';
import { type Answered, type Answering, answerTurn, asPersona, judgeSafely } from './answers/answering.ts';
import { LONGEST_MESSAGE } from './consult-agent.ts';
import { type ChatTurn, openTurn, type Talk } from './open-turn.ts';
import { runToEnd } from './run-to-end.ts';
import { hasPerson, type MessageRow } from './store.ts';
import { type Storing, type StoringContext, storeAnswer } from './store-answer.ts';
import { visitorRegions } from './visitor-regions.ts';

/** Streamed: the answer in pieces as it comes, at last the whole reply. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'reply'; reply: Reply };
/** `answerId`: the message that the answer was stored as; null while a person answers. */
export type Reply = TestReply & { answerId: string | null };

type ChatContext = Answering & StoringContext & Pick<Context, 'visitorModel'>;

type Delivery = {
  written: AsyncGenerator<string, Answered>;
  /** Its first piece, which is being written already. */
  first: Promise<IteratorResult<string, Answered>>;
  storing: Omit<Storing, 'answer'>;
  isStreamed: boolean;
};

/** How often to look whether a person has joined while a model writes. */
const LOOK_FOR_PERSON_MS = 400;

/**
 * Begins a turn: judged, answered from the agent's knowledge and stored. Refuses with `invalid_input`, `not_found` or
 * `conflict` before anything of the answer is sent. Not streamed, the reply is all that comes.
 */
export async function startChat(
  given: ChatContext,
  turn: ChatTurn,
  { isStreamed = true }: { isStreamed?: boolean } = {},
): Promise<AsyncGenerator<ReplyPart>> {
  const startedAt = performance.now();
  // A person who tests an agent sees at once when the model is back, and what is wrong with it until then.
  const ctx = turn.channel === 'test' ? given : { ...given, languageModel: given.visitorModel };
  const { db } = ctx;
  const message = turn.message.trim();
  if (message === '' || message.length > LONGEST_MESSAGE) {
    throw new AppError('invalid_input', 'Write a question of at most 4,000 characters.');
  }
  const [agent, workspace] = await Promise.all([turn.agent ?? findAgent(db, turn.agentId), getWorkspace(db)]);
  if (!agent) throw new AppError('not_found', 'This agent does not exist.');

  const opened = await openTurn(ctx, { ...turn, message });
  if (opened.state === 'answered') return once(repliedBefore(opened.conversation, opened.answer));
  const { conversation, messageId, earlier, stored } = opened;
  // While a person answers, the agent says only where to find help at once: the person may be looking elsewhere.
  const isWithPerson = conversation.personId !== null;
  if (isWithPerson && judgeSafely(message).level !== 'emergency') return once(silentReply(conversation.id));

  const { jurisdictions } = workspace;
  const { region, regions } = visitorRegions(conversation, message, turn.languages, workspace);
  const written = answerTurn(ctx, {
    agent: asPersona(agent, turn.persona),
    message,
    brand: workspace.name,
    jurisdictions,
    regions,
    conversation,
    earlier,
  });
  // Looked up while a first question is being stored: of what a turn takes without the model that was a good part.
  const first = written.next();
  first.catch(() => undefined);
  try {
    await stored;
  } catch (error) {
    written.return(nothingMore).catch(() => undefined);
    throw error;
  }
  const storing = { turn, conversation, messageId, region, jurisdictions, startedAt };
  // The caller may go away meanwhile: the answer is still written and stored.
  return runToEnd(deliver(ctx, { written, first, storing, isStreamed }));
}

/** A turn in one piece. Refuses as `startChat` does. */
export async function answerChat(ctx: ChatContext, turn: ChatTurn): Promise<Reply> {
  for await (const part of await startChat(ctx, turn, { isStreamed: false }))
    if (part.type === 'reply') return part.reply;
  throw new Error('a turn ended without a reply');
}

/** The message at the end of a stream that failed. */
export function failureText(error: unknown, log: Log): string {
  if (error instanceof AppError) return error.message;
  log.error({ err: error }, 'agents: an answer failed');
  return 'Something failed on our side. Try again.';
}

async function* deliver(
  ctx: ChatContext,
  { written, first, storing, isStreamed }: Delivery,
): AsyncGenerator<ReplyPart> {
  const { id: conversationId } = storing.conversation;
  let answer: Answered | undefined;
  let said = '';
  let lookedAt = -Infinity;
  for (let coming: typeof first | undefined = first; !answer; coming = undefined) {
    const next = await (coming ?? written.next());
    if (next.done) answer = next.value;
    else if (isStreamed) {
      if (performance.now() - lookedAt > LOOK_FOR_PERSON_MS) {
        lookedAt = performance.now();
        // The agent is silent as soon as a person has joined; what it has said by then has been said.
        if (await hasPerson(ctx.db, conversationId)) {
          await written.return(nothingMore);
          if (said !== '')
            await storeAnswer(ctx, { ...storing, answer: brokenOff(said, ctx.languageModel) }, said);
          yield { type: 'reply', reply: silentReply(conversationId) };
          return;
        }
      }
      said += next.value;
      yield { type: 'text', text: next.value };
    }
  }
  const kept = await storeAnswer(ctx, { ...storing, answer }, said);
  if (!kept) {
    yield { type: 'reply', reply: silentReply(conversationId) };
    return;
  }
  // What is known at once is still sent word by word, like the answer of a model.
  for (const text of answer.text.slice(said.length).split(/(?<=\s)(?=\S)/)) {
    if (isStreamed && text !== '') yield { type: 'text', text };
  }
  yield {
    type: 'reply',
    reply: {
      answer: answer.text,
      citations: answer.citations,
      answered: answer.isAnswered,
      escalation: answer.escalation,
      conversationId,
      engine: answer.engine,
      responseMs: kept.responseMs,
      isWithPerson: false,
      retrieved: answer.retrieved,
      modelFailure: answer.modelFailure,
      answerId: kept.answerId,
    },
  };
}

/** What a model had said when a person joined. */
function brokenOff(said: string, model: LanguageModel | undefined): Answered {
  const text = said.replaceAll(/ \[\d+\]/g, '');
  return { ...nothingMore, text, isAnswered: true, engine: model?.label ?? BUILT_IN_ENGINE };
}

const nothingMore: Answered = {
  text: '',
  citations: [],
  isAnswered: false,
  retrieved: [],
  engine: BUILT_IN_ENGINE,
  escalation: null,
  modelFailure: null,
};

async function* once(reply: Reply): AsyncGenerator<ReplyPart> {
  yield { type: 'reply', reply };
}

function repliedBefore(conversation: Talk, message: MessageRow): Reply {
  return {
    answer: message.text,
    citations: message.citations,
    answered: message.isAnswered ?? false,
    escalation: message.escalation,
    conversationId: conversation.id,
    engine: message.engine ?? BUILT_IN_ENGINE,
    responseMs: message.responseMs ?? 0,
    isWithPerson: false,
    retrieved: message.retrieved ?? [],
    modelFailure: null,
    answerId: message.id,
  };
}

function silentReply(conversationId: string): Reply {
  return {
    answer: '',
    citations: [],
    answered: false,
    escalation: null,
    conversationId,
    engine: BUILT_IN_ENGINE,
    responseMs: 0,
    isWithPerson: true,
    retrieved: [],
    modelFailure: null,
    answerId: null,
  };
}
