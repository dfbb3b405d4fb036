import { setTimeout as sleep } from 'node:timers/promises';
import type { SettingsService } from '#features/settings/server/service.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { ChatChannel, Escalation, Persona, TestReply } from '../contract-chat.ts';
import { stopsSelling } from '../rules-escalation.ts';
import { findRegion, REGIONS, type Region } from '../rules-safety-texts.ts';
import { type Answered, answerTurn, answerWhole, asPersona } from './answering.ts';
import {
  type ConversationRow,
  countAnswer,
  deleteConversationsOf,
  findAgent,
  findAnswerTo,
  findByClientId,
  insertConversation,
  insertMessage,
  listConversationsOf,
  listLastMessages,
  lockConversation,
  lockSession,
  type MessageRow,
  moveConversations,
  renewMessage,
  updateConversation,
} from './chat-store.ts';
import { markUsed } from './knowledge-store.ts';
import { PATIENCE, type Patience } from './model-answer.ts';
import { toTheEnd } from './to-the-end.ts';

export type Turn = {
  agentId: string;
  /** Of this agent and channel; absent, a conversation begins. */
  conversationId?: string | undefined;
  /** What the caller calls the conversation, where it does not know an id. */
  sessionKey?: string | undefined;
  message: string;
  channel: ChatChannel;
  /** The agent as it stands unsaved in a form. */
  persona?: Persona | undefined;
  /** Where the visitor is, by the browser's language. */
  region?: Region | undefined;
  /** Made by the sender: a turn that is sent again is answered as before. */
  messageId?: string | undefined;
};

/** Streamed: the answer in pieces as it comes, at last the whole reply. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'reply'; reply: Reply };
/** `answerId`: the message that the answer was stored as; null while a person answers. */
export type Reply = TestReply & { answerId: string | null };

type Opened =
  | { state: 'taken'; conversation: ConversationRow; messageId: string; earlier: MessageRow[] }
  | { state: 'answered'; conversation: ConversationRow; answer: MessageRow }
  | { state: 'running' };

/** What an agent says to a question that belongs to no conversation. */
export type Consulted = Pick<Answered, 'text' | 'citations' | 'isAnswered' | 'escalation' | 'engine'>;

export type Handover = {
  conversationId: string;
  expertId: string;
  escalation: Escalation;
  /** What the visitor wrote. */
  message: string;
  /** Nobody has been asked for yet, or not for an emergency. */
  isNews: boolean;
};

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  languageModel?: LanguageModel | undefined;
  log: Log;
  /** With the model; shorter in tests. */
  patience?: Patience | undefined;
  now?: () => Date;
};

const LONGEST_MESSAGE = 4_000;
const REMEMBERED_TURNS = 10;
/** Longer than any answer takes: after it a message may be answered anew, since whoever answered it is gone. */
const ANSWERED_WITHIN_MS = PATIENCE.wholeMs + 15 * SECOND_MS;
/** How long a message that is sent again waits for the answer to the first. */
const WAITED_FOR_MS = 25 * SECOND_MS;
const LOOK_MS = 200;

/** Conversations with agents: each turn is judged, answered from the agent's knowledge and stored. */
export function createChat({
  db,
  settings,
  languageModel,
  log,
  patience,
  now = () => new Date(),
}: Dependencies) {
  const handoverListeners: ((tx: Transaction, handover: Handover) => Promise<void>)[] = [];

  /** Begins a turn; throws what refuses it before anything of the answer has left. */
  const start = async (turn: Turn): Promise<AsyncGenerator<ReplyPart>> => {
    const startedAt = performance.now();
    const message = turn.message.trim();
    if (message === '' || message.length > LONGEST_MESSAGE) {
      throw new AppError('invalid_input', 'Write a question of at most 4,000 characters.');
    }
    const [agent, workspace] = await Promise.all([findAgent(db, turn.agentId), settings.getWorkspace()]);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');

    const opened = await openTurn({ ...turn, message });
    if (opened.state === 'answered') return once(repliedBefore(opened.conversation, opened.answer));
    const { conversation, messageId, earlier } = opened;
    if (conversation.personId !== null) return once(silentReply(conversation.id));

    const region = regionOf(conversation, message, turn.region, workspace.jurisdictions);
    const asking = {
      agent: asPersona(agent, turn.persona),
      message,
      brand: workspace.name,
      jurisdictions: workspace.jurisdictions,
      region,
      conversation,
      earlier,
    };
    async function* answering(): AsyncGenerator<ReplyPart> {
      const written = answerTurn({ db, languageModel, log, patience }, asking);
      let answer: Answered | undefined;
      while (!answer) {
        const next = await written.next();
        if (next.done) answer = next.value;
        else yield { type: 'text', text: next.value };
      }
      const responseMs = Math.max(1, Math.round(performance.now() - startedAt));
      const done = answer;
      const answerId = await inTransaction(db, (tx) =>
        storeAnswer(tx, { turn, message, conversation, messageId, answer: done, region, responseMs }),
      );
      yield {
        type: 'reply',
        reply: {
          answer: answer.text,
          citations: answer.citations,
          answered: answer.isAnswered,
          escalation: answer.escalation,
          conversationId: conversation.id,
          engine: answer.engine,
          responseMs,
          isWithPerson: false,
          retrieved: answer.retrieved,
          modelFailure: answer.modelFailure,
          answerId,
        },
      };
    }
    // Whoever asked may go away meanwhile: the answer is written and stored, and is there when they come back.
    return toTheEnd(answering());
  };

  /** Judges and answers as in a conversation, and stores nothing. A text that is too long is read from its beginning. */
  const consult = async ({ agentId, message }: { agentId: string; message: string }): Promise<Consulted> => {
    const [agent, workspace] = await Promise.all([findAgent(db, agentId), settings.getWorkspace()]);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');
    const read = message.trim().slice(0, LONGEST_MESSAGE);
    return answerWhole(
      { db, languageModel, log, patience },
      {
        agent: asPersona(agent, undefined),
        message: read,
        brand: workspace.name,
        jurisdictions: workspace.jurisdictions,
        region: regionOf(null, read, undefined, workspace.jurisdictions),
        conversation: undefined,
        earlier: [],
      },
    );
  };

  const reply = async (turn: Turn): Promise<Reply> => {
    for await (const part of await start(turn)) if (part.type === 'reply') return part.reply;
    throw new Error('a turn ended without a reply');
  };

  /** A message that is being answered already, perhaps by another process, is waited for. */
  const openTurn = async (turn: Turn): Promise<Exclude<Opened, { state: 'running' }>> => {
    const until = performance.now() + WAITED_FOR_MS;
    for (;;) {
      const opened = await inTransaction(db, (tx) => takeTurn(tx, turn));
      if (opened.state !== 'running') return opened;
      if (performance.now() > until)
        throw new AppError('conflict', 'This message is being answered.', { retryable: true });
      await sleep(LOOK_MS);
    }
  };

  const takeTurn = async (tx: Transaction, turn: Turn): Promise<Opened> => {
    const conversation = await openConversation(tx, turn);
    if (turn.messageId !== undefined) {
      const sent = await findByClientId(tx, conversation.id, turn.messageId);
      const repeated = sent && (await findAnswerTo(tx, sent.id));
      if (repeated) return { state: 'answered', conversation, answer: repeated };
      // Nobody answers beside a person.
      const isAwaited = conversation.personId === null;
      if (sent && isAwaited && now().getTime() - sent.createdAt.getTime() < ANSWERED_WITHIN_MS)
        return { state: 'running' };
      if (sent) {
        // The process that was answering it is gone.
        await renewMessage(tx, sent.id, now());
        const before = await listLastMessages(tx, conversation.id, REMEMBERED_TURNS);
        const earlier = before.filter(({ id }) => id < sent.id);
        return { state: 'taken', conversation, messageId: sent.id, earlier };
      }
    }
    const earlier = await listLastMessages(tx, conversation.id, REMEMBERED_TURNS);
    const messageId = newId(now().getTime());
    await insertMessage(tx, {
      id: messageId,
      conversationId: conversation.id,
      role: 'visitor',
      text: turn.message,
      clientId: turn.messageId ?? null,
      createdAt: now(),
    });
    // What is said after it was forgotten is there for people, and is forgotten in its turn.
    await updateConversation(tx, conversation.id, { lastMessageAt: now(), forgottenAt: null });
    return { state: 'taken', conversation, messageId, earlier };
  };

  const openConversation = async (tx: Transaction, turn: Turn): Promise<ConversationRow> => {
    if (turn.conversationId !== undefined) {
      const found = await lockConversation(tx, {
        id: turn.conversationId,
        expertId: turn.agentId,
        channel: turn.channel,
      });
      if (!found) throw new AppError('not_found', 'This conversation does not exist.');
      return found;
    }
    const fresh = {
      id: newId(now().getTime()),
      expertId: turn.agentId,
      channel: turn.channel,
      startedAt: now(),
      lastMessageAt: now(),
    };
    return turn.sessionKey === undefined
      ? insertConversation(tx, fresh)
      : lockSession(tx, { ...fresh, sessionKey: `${turn.channel}:${turn.sessionKey}` });
  };

  const storeAnswer = async (
    tx: Transaction,
    given: {
      turn: Turn;
      message: string;
      conversation: ConversationRow;
      messageId: string;
      answer: Answered;
      region: Region | undefined;
      responseMs: number;
    },
  ): Promise<string> => {
    const { answer, responseMs } = given;
    const { escalation } = answer;
    // As it stands by now: another turn may have asked for a person while this answer was written.
    const conversation = (await lockConversation(tx, given.conversation)) ?? given.conversation;
    const at = now();
    // Behind the question, even when both fall into one millisecond.
    const id = newId(at.getTime() + 1);
    await insertMessage(tx, {
      id,
      conversationId: conversation.id,
      role: 'agent',
      text: answer.text,
      citations: answer.citations,
      isAnswered: answer.isAnswered,
      escalation,
      engine: answer.engine,
      responseMs,
      retrieved: given.turn.channel === 'test' ? answer.retrieved : null,
      answersId: given.messageId,
      createdAt: at,
    });
    await countAnswer(tx, conversation.id, { responseMs, isAnswered: answer.isAnswered, at });
    await markUsed(
      tx,
      answer.citations.map(({ knowledgeId }) => knowledgeId),
      at,
    );
    if (escalation) {
      // Until a person has dealt with it, an emergency is not made less by what is asked after it.
      const standing = conversation.handoverAt === null ? null : conversation.escalation;
      const isKept = standing?.level === 'emergency' && escalation.level !== 'emergency';
      await updateConversation(tx, conversation.id, {
        handoverAt: conversation.handoverAt ?? at,
        escalation: isKept ? standing : escalation,
        ...(stopsSelling(escalation.category)
          ? { sellingStoppedAt: conversation.sellingStoppedAt ?? at }
          : {}),
      });
      for (const listen of handoverListeners) {
        await listen(tx, {
          conversationId: conversation.id,
          expertId: conversation.expertId,
          escalation,
          message: given.message,
          isNews:
            conversation.handoverAt === null ||
            (escalation.level === 'emergency' && conversation.escalation?.level !== 'emergency'),
        });
      }
    }
    if (given.region !== undefined && conversation.region === null) {
      await updateConversation(tx, conversation.id, { region: given.region });
    }
    await announce(tx, ['agents']);
    return id;
  };

  /** What is kept of the people that visitors turned out to be. */
  const personalData = {
    part: 'agentConversations',
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
    personalData,

    /** Calls back in the transaction of each turn that a person has to take over. */
    onHandover(listen: (tx: Transaction, handover: Handover) => Promise<void>): void {
      handoverListeners.push(listen);
    },
  };
}
export type Chat = ReturnType<typeof createChat>;

/** What the reader of a stream is told when it fails on the way. */
export function failureText(error: unknown, log: Log): string {
  if (error instanceof AppError) return error.message;
  log.error({ err: error }, 'agents: an answer failed');
  return 'Something failed on our side. Try again.';
}

async function* once(reply: Reply): AsyncGenerator<ReplyPart> {
  yield { type: 'reply', reply };
}

function regionOf(
  conversation: ConversationRow | null,
  message: string,
  stated: Region | undefined,
  jurisdictions: readonly string[],
): Region | undefined {
  const only = jurisdictions.length === 1 ? REGIONS.find((region) => region === jurisdictions[0]) : undefined;
  const kept = REGIONS.find((region) => region === conversation?.region);
  return findRegion(message) ?? kept ?? stated ?? only;
}

function repliedBefore(conversation: ConversationRow, message: MessageRow): Reply {
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
