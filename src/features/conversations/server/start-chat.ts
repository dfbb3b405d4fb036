import { setTimeout as sleep } from 'node:timers/promises';
import type { HelpRegion } from '#engines/safety/judgement.ts';
import { type AgentRow, findAgent } from '#features/agents/server/agents.ts';
import { proofOf } from '#features/compliance/rules-proof.ts';
import type { EmbeddingIndex } from '#features/knowledge/server/embeddings.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ChatChannel, Escalation, Persona, TestReply } from '../contract.ts';
import { isNewsToTeam, stopsSelling } from '../rules-escalation.ts';
import {
  type Answered,
  answerTurn,
  answerWhole,
  asPersona,
  helpAlone,
  judgeSafely,
} from './answers/answering.ts';
import { withCircuitBreaker } from './answers/circuit-breaker.ts';
import { TIMEOUTS, type Timeouts } from './answers/model-answer.ts';
import { runToEnd } from './run-to-end.ts';
import {
  addVisitorMessage,
  beginConversation,
  type ConversationRow,
  deleteConversationsOf,
  hasPerson,
  insertAnswer,
  listConversationsOf,
  listTextsSaidTo,
  lockConversation,
  lockSession,
  type MessageRow,
  moveConversations,
  type NewVisitorMessage,
  readTurns,
  renewMessage,
  updateConversation,
} from './store.ts';
import { chatTexts } from './text-store.ts';
import { visitorRegions } from './visitor-regions.ts';

export type ChatTurn = {
  agentId: string;
  /** The same agent, where the caller has just read it. */
  agent?: AgentRow | undefined;
  /** Of this agent and channel; absent, a conversation begins. */
  conversationId?: string | undefined;
  /** What the caller calls the conversation, where it does not know an id. */
  sessionKey?: string | undefined;
  message: string;
  channel: ChatChannel;
  /** The agent as it stands unsaved in a form. */
  persona?: Persona | undefined;
  /** What the visitor's browser says it reads: `Accept-Language`. */
  languages?: string | undefined;
  /** Made by the sender: a turn that is sent again is answered as before. */
  messageId?: string | undefined;
};

/** Streamed: the answer in pieces as it comes, at last the whole reply. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'reply'; reply: Reply };
/** `answerId`: the message that the answer was stored as; null while a person answers. */
export type Reply = TestReply & { answerId: string | null };

/** What a turn depends on of the conversation it belongs to. */
type Talk = Pick<
  ConversationRow,
  'id' | 'agentId' | 'channel' | 'personId' | 'region' | 'sellingStoppedAt' | 'escalation' | 'handoverAt'
>;

type Opened =
  | {
      state: 'taken';
      conversation: Talk;
      messageId: string;
      earlier: MessageRow[];
      /** The question is on its way into the database; nothing may be told before it is there. */
      stored?: Promise<void>;
    }
  | { state: 'answered'; conversation: Talk; answer: MessageRow }
  | { state: 'running' };

/** What an agent says to a question that belongs to no conversation. */
export type Consulted = Pick<Answered, 'text' | 'citations' | 'isAnswered' | 'escalation' | 'engine'>;

export type Handover = {
  conversationId: string;
  agentId: string;
  escalation: Escalation;
  /** What the visitor wrote. */
  message: string;
  /** No person has been asked for yet, or not for an emergency. */
  isNews: boolean;
};

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  languageModel?: LanguageModel | undefined;
  embeddings?: Pick<EmbeddingIndex, 'find'> | undefined;
  log: Log;
  /** With the model; shorter in tests. */
  timeouts?: Timeouts | undefined;
  now?: () => Date;
};

/** An answer on its way into the conversation. */
type Storing = {
  turn: ChatTurn;
  message: string;
  conversation: Talk;
  messageId: string;
  answer: Answered;
  region: HelpRegion | undefined;
  jurisdictions: readonly Jurisdiction[];
  startedAt: number;
};

const LONGEST_MESSAGE = 4_000;
const REMEMBERED_TURNS = 10;
/** Longer than any answer takes. After that its process has died, and the message may be answered again. */
const ANSWERED_WITHIN_MS = TIMEOUTS.wholeMs + 15 * SECOND_MS;
/** How long a message that is sent again waits for the answer to the first. */
const WAITED_FOR_MS = 25 * SECOND_MS;
const LOOK_MS = 200;
/** How often it is looked whether a person has joined while a model is being listened to. */
const LOOK_FOR_PERSON_MS = 400;

/** Conversations with agents: each turn is judged, answered from the agent's knowledge and stored. */
export function createChat({
  db,
  settings,
  languageModel,
  embeddings,
  log,
  timeouts,
  now = () => new Date(),
}: Dependencies) {
  // Who tests an agent hears at once when the model is back, and what is wrong with it until then.
  const visitorModel = languageModel && withCircuitBreaker(languageModel, { log });
  const modelFor = (channel: ChatChannel) => (channel === 'test' ? languageModel : visitorModel);
  const handoverListeners: ((tx: Transaction, handover: Handover) => Promise<void>)[] = [];

  /**
   * Begins a turn; throws what refuses it before anything of the answer has left. Not streamed, nothing but the reply
   * comes.
   */
  const start = async (
    turn: ChatTurn,
    { isStreamed = true }: { isStreamed?: boolean } = {},
  ): Promise<AsyncGenerator<ReplyPart>> => {
    const startedAt = performance.now();
    const message = turn.message.trim();
    if (message === '' || message.length > LONGEST_MESSAGE) {
      throw new AppError('invalid_input', 'Write a question of at most 4,000 characters.');
    }
    const [agent, workspace] = await Promise.all([
      turn.agent ?? findAgent(db, turn.agentId),
      settings.getWorkspace(),
    ]);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');

    const opened = await openTurn({ ...turn, message });
    if (opened.state === 'answered') return once(repliedBefore(opened.conversation, opened.answer));
    const { conversation, messageId, earlier, stored } = opened;
    // Beside a person the agent says nothing, except where to find help at once: the person may be looking elsewhere.
    const isWithPerson = conversation.personId !== null;
    if (isWithPerson && judgeSafely(message).level !== 'emergency') return once(silentReply(conversation.id));

    const { region, regions } = visitorRegions(conversation, message, turn.languages, workspace);
    const asking = {
      agent: asPersona(agent, turn.persona),
      message,
      brand: workspace.name,
      jurisdictions: workspace.jurisdictions,
      regions,
      conversation,
      earlier,
    };
    const { jurisdictions } = workspace;
    const storing = { turn, message, conversation, messageId, region, jurisdictions, startedAt };
    const parts = { db, languageModel: modelFor(turn.channel), embeddings, log, timeouts };
    const written = answerTurn(parts, asking);
    // Looked up while a first question is being stored: of what a turn takes without the model that was a good part.
    const first = written.next();
    first.catch(() => undefined);
    try {
      await stored;
    } catch (error) {
      written.return(nothingMore).catch(() => undefined);
      throw error;
    }
    async function* answering(): AsyncGenerator<ReplyPart> {
      let answer: Answered | undefined;
      let said = '';
      let lookedAt = -Infinity;
      for (let coming: typeof first | undefined = first; !answer; coming = undefined) {
        const next = await (coming ?? written.next());
        if (next.done) answer = next.value;
        else if (isStreamed) {
          if (performance.now() - lookedAt > LOOK_FOR_PERSON_MS) {
            lookedAt = performance.now();
            // From the moment that a person is there the agent is silent; what it has said by then has been said.
            if (await hasPerson(db, conversation.id)) {
              await written.return(nothingMore);
              if (said !== '')
                await storeAnswer({ ...storing, answer: brokenOff(said, languageModel) }, said);
              yield { type: 'reply', reply: silentReply(conversation.id) };
              return;
            }
          }
          said += next.value;
          yield { type: 'text', text: next.value };
        }
      }
      const kept = await storeAnswer({ ...storing, answer }, said);
      if (!kept) {
        yield { type: 'reply', reply: silentReply(conversation.id) };
        return;
      }
      // What is known at once still travels word by word, like the answer of a model.
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
          conversationId: conversation.id,
          engine: answer.engine,
          responseMs: kept.responseMs,
          isWithPerson: false,
          retrieved: answer.retrieved,
          modelFailure: answer.modelFailure,
          answerId: kept.answerId,
        },
      };
    }
    // The caller may go away meanwhile: the answer is still written and stored.
    return runToEnd(answering());
  };

  /** Judges and answers as in a conversation, and stores nothing. A text that is too long is read from its beginning. */
  const consult = async ({ agentId, message }: { agentId: string; message: string }): Promise<Consulted> => {
    const [agent, workspace] = await Promise.all([findAgent(db, agentId), settings.getWorkspace()]);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');
    const read = message.trim().slice(0, LONGEST_MESSAGE);
    return answerWhole(
      { db, languageModel, embeddings, log, timeouts },
      {
        agent: asPersona(agent, undefined),
        message: read,
        brand: workspace.name,
        jurisdictions: workspace.jurisdictions,
        regions: visitorRegions(null, read, undefined, workspace).regions,
        conversation: undefined,
        earlier: [],
      },
    );
  };

  /** The answer to a person in danger where nothing can be stored; undefined for other messages. */
  const findHelp = async ({
    message,
    languages,
  }: Pick<ChatTurn, 'message' | 'languages'>): Promise<Answered | undefined> => {
    const { regions } = visitorRegions(null, message, languages, await settings.getWorkspace());
    return helpAlone(message, regions);
  };

  const reply = async (turn: ChatTurn): Promise<Reply> => {
    for await (const part of await start(turn, { isStreamed: false }))
      if (part.type === 'reply') return part.reply;
    throw new Error('a turn ended without a reply');
  };

  /** A message that is being answered already, perhaps by another process, is waited for. */
  const openTurn = async (turn: ChatTurn): Promise<Exclude<Opened, { state: 'running' }>> => {
    if (turn.conversationId === undefined && turn.sessionKey === undefined) return openFresh(turn);
    const until = performance.now() + WAITED_FOR_MS;
    for (;;) {
      const opened = await inTransaction(db, (tx) => claimTurn(tx, turn));
      if (opened.state !== 'running') return opened;
      if (performance.now() > until)
        throw new AppError('conflict', 'This message is being answered.', { retryable: true });
      await sleep(LOOK_MS);
    }
  };

  const openFresh = (turn: ChatTurn): Opened & { state: 'taken' } => {
    const { agentId, channel } = turn;
    const id = newId(now().getTime());
    const message = messageOf(turn, id);
    const stored = beginConversation(db, { id, agentId, channel }, message);
    const open = { personId: null, region: null, sellingStoppedAt: null, escalation: null, handoverAt: null };
    const conversation = { id, agentId, channel, ...open };
    return { state: 'taken', conversation, messageId: message.id, earlier: [], stored };
  };

  const messageOf = (turn: ChatTurn, conversationId: string): NewVisitorMessage => ({
    id: newId(now().getTime()),
    conversationId,
    text: turn.message,
    clientId: turn.messageId ?? null,
    createdAt: now(),
  });

  const claimTurn = async (tx: Transaction, turn: ChatTurn): Promise<Opened> => {
    const conversation = await holdConversation(tx, turn);
    const { earlier, sent, answer } = await readTurns(tx, {
      conversationId: conversation.id,
      clientId: turn.messageId,
      last: REMEMBERED_TURNS,
    });
    if (answer) return { state: 'answered', conversation, answer };
    if (sent) {
      // The agent is silent while a person answers.
      const isAwaited = conversation.personId === null;
      if (isAwaited && now().getTime() - sent.createdAt.getTime() < ANSWERED_WITHIN_MS)
        return { state: 'running' };
      // The process that was answering it is gone.
      await renewMessage(tx, sent.id, now());
      const before = earlier.filter(({ id }) => id < sent.id);
      return { state: 'taken', conversation, messageId: sent.id, earlier: before };
    }
    const message = messageOf(turn, conversation.id);
    await addVisitorMessage(tx, message);
    return { state: 'taken', conversation, messageId: message.id, earlier };
  };

  const holdConversation = async (tx: Transaction, turn: ChatTurn): Promise<ConversationRow> => {
    if (turn.conversationId === undefined) {
      const { agentId, channel, sessionKey = '' } = turn;
      return lockSession(tx, {
        id: newId(now().getTime()),
        agentId,
        channel,
        sessionKey: `${channel}:${sessionKey}`,
        startedAt: now(),
        lastMessageAt: now(),
      });
    }
    const { conversationId: id, agentId, channel } = turn;
    const found = await lockConversation(tx, { id, agentId, channel });
    if (!found) throw new AppError('not_found', 'This conversation does not exist.');
    return found;
  };

  /** Undefined if a person joined before any of the answer was sent: then it is not sent. */
  const storeAnswer = async (
    given: Storing,
    said: string,
  ): Promise<{ answerId: string; responseMs: number } | undefined> => {
    const { answer, turn, conversation } = given;
    const at = now();
    // Behind the question, even when both fall into one millisecond.
    const id = newId(at.getTime() + 1);
    const responseMs = Math.max(1, Math.round(performance.now() - given.startedAt));
    const row = {
      id,
      conversationId: conversation.id,
      text: answer.text,
      citations: answer.citations,
      isAnswered: answer.isAnswered,
      escalation: answer.escalation,
      engine: answer.engine,
      responseMs,
      retrieved: turn.channel === 'test' ? answer.retrieved : null,
      answersId: given.messageId,
      proof: proofOf(answer.text, {
        kind: 'agent_answer',
        jurisdictions: given.jurisdictions,
        today: at.toISOString().slice(0, 10),
      }),
      createdAt: at,
      region: given.region,
    };
    const { escalation } = answer;
    const isSaid = said !== '' || escalation?.level === 'emergency';
    const isStored = await (escalation || answer.endsEmergency
      ? inTransaction(db, async (tx) => {
          if (escalation) await handOver(tx, { ...given, escalation }, at);
          else await endEmergency(tx, given);
          return insertAnswer(tx, row, { isSaid });
        })
      : insertAnswer(db, row, { isSaid }));
    return isStored ? { answerId: id, responseMs } : undefined;
  };

  const handOver = async (
    tx: Transaction,
    { conversation: { id, agentId, channel }, escalation, message }: Storing & { escalation: Escalation },
    at: Date,
  ): Promise<void> => {
    // As it stands by now: another turn may have asked for a person while this answer was written.
    const conversation = await lockConversation(tx, { id, agentId, channel });
    if (!conversation) return;
    // Until a person has dealt with it, an emergency is not made less by what is asked after it.
    const standing = conversation.handoverAt === null ? null : conversation.escalation;
    const isKept = standing?.level === 'emergency' && escalation.level !== 'emergency';
    const isNews = isNewsToTeam(escalation, conversation, at);
    await updateConversation(tx, id, {
      ...(isNews ? { teamNotifiedAt: at } : {}),
      handoverAt: conversation.handoverAt ?? at,
      escalation: isKept ? standing : escalation,
      ...(stopsSelling(escalation) ? { sellingStoppedAt: conversation.sellingStoppedAt ?? at } : {}),
    });
    for (const listen of handoverListeners) {
      await listen(tx, { conversationId: id, agentId, escalation, message, isNews });
    }
  };

  /** The visitor made clear that there is none: the agent answers again, and the handover stays with the team. */
  const endEmergency = async (
    tx: Transaction,
    { conversation: { id, agentId, channel } }: Storing,
  ): Promise<void> => {
    const conversation = await lockConversation(tx, { id, agentId, channel });
    if (conversation?.escalation?.level !== 'emergency') return;
    await updateConversation(tx, id, {
      sellingStoppedAt: null,
      escalation: { ...conversation.escalation, level: 'escalate' },
    });
  };

  /** What is kept of the people that visitors turned out to be. */
  const personalData = {
    part: 'agentConversations',
    texts: [{ kind: 'chat', topic: 'agents', place: chatTexts } as const],
    read: (leadId: string) => listConversationsOf(db, leadId),
    forget: (tx: Transaction, leadIds: readonly string[]) => deleteConversationsOf(tx, leadIds),
    move: (tx: Transaction, from: string, to: string) => moveConversations(tx, from, to),
    async moveBack(tx: Transaction, ids: readonly string[], from: string, to: string): Promise<void> {
      await moveConversations(tx, from, to, ids);
    },
  };

  return {
    start,
    reply,
    consult,
    findHelp,
    personalData,
    textsTo: (leadId: string) => listTextsSaidTo(db, leadId),

    /** Calls back in the transaction of each turn that a person has to take over. */
    onHandover(listen: (tx: Transaction, handover: Handover) => Promise<void>): void {
      handoverListeners.push(listen);
    },
  };
}
export type Chat = ReturnType<typeof createChat>;

/** The message at the end of a stream that failed. */
export function failureText(error: unknown, log: Log): string {
  if (error instanceof AppError) return error.message;
  log.error({ err: error }, 'agents: an answer failed');
  return 'Something failed on our side. Try again.';
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

export { LONGEST_QUESTION } from './inbox/inbox-store.ts';
export type { MailTeam } from './mail-team.ts';
