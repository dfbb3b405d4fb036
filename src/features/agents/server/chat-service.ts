import type { SettingsService } from '#features/settings/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { ChatChannel, Escalation, Persona, TestReply } from '../contract-chat.ts';
import { type Judgement, judgeTurn } from '../rules-safety.ts';
import {
  disclosure,
  findRegion,
  REGIONS,
  type Region,
  resourcesFor,
  safetyText,
} from '../rules-safety-texts.ts';
import { type Answer, answerFromKnowledge, BUILT_IN_ENGINE, cautionsFor } from './answer-engine.ts';
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
export type ReplyPart = { type: 'text'; text: string } | { type: 'reply'; reply: TestReply };

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
  now?: () => Date;
};

const LONGEST_MESSAGE = 4_000;
const REMEMBERED_TURNS = 10;
/** Longer than any answer takes. */
const ANSWERED_WITHIN_MS = 2 * MINUTE_MS;

/** Conversations with agents: each turn is judged, answered from the agent's knowledge and stored. */
export function createChat({ db, settings, now = () => new Date() }: Dependencies) {
  const handoverListeners: ((tx: Transaction, handover: Handover) => Promise<void>)[] = [];

  const reply = async (turn: Turn): Promise<TestReply> => {
    let last: TestReply | undefined;
    for await (const part of replyStream(turn)) if (part.type === 'reply') last = part.reply;
    if (!last) throw new Error('a turn ended without a reply');
    return last;
  };

  async function* replyStream(turn: Turn): AsyncGenerator<ReplyPart> {
    const startedAt = performance.now();
    const message = turn.message.trim();
    if (message === '' || message.length > LONGEST_MESSAGE) {
      throw new AppError('invalid_input', 'Write a question of at most 4,000 characters.');
    }
    const [agent, workspace] = await Promise.all([findAgent(db, turn.agentId), settings.getWorkspace()]);
    if (!agent) throw new AppError('not_found', 'This agent does not exist.');

    const opened = await inTransaction(db, (tx) => takeTurn(tx, { ...turn, message }));
    if (opened.repeated) {
      yield { type: 'reply', reply: repliedBefore(opened.conversation, opened.repeated) };
      return;
    }
    const { conversation, messageId, earlier } = opened;
    if (conversation.personId !== null) {
      yield { type: 'reply', reply: silentReply(conversation.id) };
      return;
    }

    const asked = earlier.filter(({ role }) => role === 'visitor').map(({ text }) => text);
    const region = regionOf(conversation, message, turn.region, workspace.jurisdictions);
    const judged = judgeSafely(message);
    const escalation: Escalation | null =
      judged.level === 'answer'
        ? null
        : {
            level: judged.level,
            category: judged.category,
            resources: resourcesFor(judged.level, judged.category, region),
          };
    let answer: Answer;
    if (escalation && judged.level !== 'answer') {
      answer = await referral(turn.agentId, message, escalation, judged.isAboutSomebodyElse);
    } else {
      answer = await answerFromKnowledge(db, {
        expertId: turn.agentId,
        question: message,
        before: asked.at(-1),
        name: turn.persona?.name ?? agent.name,
        brand: workspace.name,
        jurisdictions: workspace.jurisdictions,
      });
    }
    if (!escalation && conversation.sellingStoppedAt !== null)
      answer = withoutSelling(answer, conversation.escalation);
    const isFirst = !earlier.some(({ role }) => role === 'agent');
    const text =
      isFirst && escalation?.level !== 'emergency'
        ? `${disclosure(workspace.name)}\n\n${answer.text}`
        : answer.text;
    const responseMs = Math.max(1, Math.round(performance.now() - startedAt));
    await inTransaction(db, (tx) =>
      storeAnswer(tx, {
        turn,
        message,
        conversation,
        messageId,
        answer: { ...answer, text },
        escalation,
        region,
        responseMs,
      }),
    );
    for (const piece of text.split(/(?<=\s)(?=\S)/)) yield { type: 'text', text: piece };
    yield {
      type: 'reply',
      reply: {
        answer: text,
        citations: answer.citations,
        answered: answer.isAnswered,
        escalation,
        conversationId: conversation.id,
        engine: answer.engine,
        responseMs,
        isWithPerson: false,
        retrieved: answer.retrieved,
      },
    };
  }

  /** The fixed words of a referral, with the warnings that the agent knows of. An emergency is told nothing else. */
  const referral = async (
    expertId: string,
    question: string,
    escalation: Escalation,
    isAboutSomebodyElse: boolean,
  ): Promise<Answer> => {
    const isMedical = escalation.level === 'escalate' && !NOT_MEDICAL.has(escalation.category);
    const citations = isMedical ? await cautionsFor(db, { expertId, question }) : [];
    const warned = citations.map(({ quote, title }, index) => `From “${title}”: ${quote} [${index + 1}]`);
    return {
      text: [safetyText({ ...escalation, isAboutSomebodyElse }), ...warned].join('\n'),
      citations,
      isAnswered: citations.length > 0,
      retrieved: [],
      engine: BUILT_IN_ENGINE,
    };
  };

  const takeTurn = async (tx: Transaction, turn: Turn) => {
    const conversation = await openConversation(tx, turn);
    if (turn.messageId !== undefined) {
      const sent = await findByClientId(tx, conversation.id, turn.messageId);
      const repeated = sent && (await findAnswerTo(tx, sent.id));
      if (repeated) return { conversation, repeated, messageId: '', earlier: [] };
      if (sent && now().getTime() - sent.createdAt.getTime() < ANSWERED_WITHIN_MS)
        throw new AppError('conflict', 'This message is being answered.', { retryable: true });
      if (sent) {
        // The process that was answering it is gone.
        await renewMessage(tx, sent.id, now());
        const before = await listLastMessages(tx, conversation.id, REMEMBERED_TURNS);
        const earlier = before.filter(({ id }) => id < sent.id);
        return { conversation, repeated: undefined, messageId: sent.id, earlier };
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
    await updateConversation(tx, conversation.id, { lastMessageAt: now() });
    return { conversation, repeated: undefined, messageId, earlier };
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
      answer: Answer;
      escalation: Escalation | null;
      region: Region | undefined;
      responseMs: number;
    },
  ): Promise<void> => {
    const { conversation, answer, escalation, responseMs } = given;
    const at = now();
    await insertMessage(tx, {
      // Behind the question, even when both fall into one millisecond.
      id: newId(at.getTime() + 1),
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
      const isMedical = !NOT_MEDICAL.has(escalation.category);
      await updateConversation(tx, conversation.id, {
        handoverAt: conversation.handoverAt ?? at,
        escalation,
        ...(isMedical ? { sellingStoppedAt: conversation.sellingStoppedAt ?? at } : {}),
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
    reply,
    replyStream,
    personalData,

    /** Calls back in the transaction of each turn that a person has to take over. */
    onHandover(listen: (tx: Transaction, handover: Handover) => Promise<void>): void {
      handoverListeners.push(listen);
    },
  };
}
export type Chat = ReturnType<typeof createChat>;

const NOT_MEDICAL: ReadonlySet<string> = new Set(['asked_for_person', 'low_confidence', 'anger']);

/** Uncertain means higher: a turn that could not be judged goes to a person. */
function judgeSafely(message: string): Judgement {
  try {
    return judgeTurn(message);
  } catch {
    return { level: 'escalate', category: 'low_confidence', isAboutSomebodyElse: false };
  }
}

const SELLS =
  /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|usd|eur|gbp)\b|\busd: |https?:|\bwww\.|\b(?:discount|sale|offer|coupon)\b/i;

/** After a referral nothing is sold until a person releases the conversation; after an emergency nothing is answered. */
function withoutSelling(answer: Answer, before: Escalation | null): Answer {
  const quiet = { ...answer, citations: [], isAnswered: false };
  if (before?.level === 'emergency') {
    const lines = before.resources.map(({ region, name, contact }) => `${name} (${region}): ${contact}`);
    return {
      ...quiet,
      text: ['A person from our team has been told and will answer here. If it is urgent:', ...lines].join(
        '\n',
      ),
    };
  }
  const citations = answer.citations.filter(({ quote }) => !SELLS.test(quote));
  if (citations.length === answer.citations.length) return answer;
  return citations.length === 0
    ? { ...quiet, text: 'A person from our team will go on with prices and offers here.' }
    : {
        ...answer,
        citations,
        text: citations.map(({ quote }, index) => `${quote} [${index + 1}]`).join('\n'),
      };
}

function regionOf(
  conversation: ConversationRow,
  message: string,
  stated: Region | undefined,
  jurisdictions: readonly string[],
): Region | undefined {
  const only = jurisdictions.length === 1 ? REGIONS.find((region) => region === jurisdictions[0]) : undefined;
  const kept = REGIONS.find((region) => region === conversation.region);
  return findRegion(message) ?? kept ?? stated ?? only;
}

function repliedBefore(conversation: ConversationRow, message: MessageRow): TestReply {
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
  };
}

function silentReply(conversationId: string): TestReply {
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
  };
}
