import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentRow } from '#features/agents/server/tables.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Clock, Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import type { ChatChannel, Persona } from '../contract.ts';
import { TIMEOUTS } from './answers/model-answer.ts';
import {
  addVisitorMessage,
  beginConversation,
  type ConversationRow,
  lockConversation,
  lockSession,
  type MessageRow,
  type NewVisitorMessage,
  readTurns,
  renewMessage,
} from './store.ts';

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
  /** The agent with the unsaved values of a form. */
  persona?: Persona | undefined;
  /** What the visitor's browser says it reads: `Accept-Language`. */
  languages?: string | undefined;
  /** Made by the sender: a turn that is sent again is answered as before. */
  messageId?: string | undefined;
};

/** What a turn depends on of the conversation it belongs to. */
export type Talk = Pick<
  ConversationRow,
  'id' | 'agentId' | 'channel' | 'personId' | 'region' | 'sellingStoppedAt' | 'escalation' | 'handoverAt'
>;

type Opened =
  | {
      state: 'taken';
      conversation: Talk;
      messageId: string;
      earlier: MessageRow[];
      /** The question is being stored; nothing may be shown before it is. */
      stored?: Promise<void>;
    }
  | { state: 'answered'; conversation: Talk; answer: MessageRow }
  | { state: 'running' };

type TurnContext = Pick<Context, 'db' | 'clock'>;

const REMEMBERED_TURNS = 10;
/** Longer than any answer takes. After that its process has died, and the message may be answered again. */
const ANSWERED_WITHIN_MS = TIMEOUTS.wholeMs + 15 * SECOND_MS;
/** How long a message that is sent again waits for the answer to the first. */
const WAITED_FOR_MS = 25 * SECOND_MS;
const LOOK_MS = 200;

/** Stores the visitor's message. One that is being answered already, perhaps by another process, is waited for. */
export async function openTurn(
  ctx: TurnContext,
  turn: ChatTurn,
): Promise<Exclude<Opened, { state: 'running' }>> {
  if (turn.conversationId === undefined && turn.sessionKey === undefined) return openFresh(ctx, turn);
  const until = performance.now() + WAITED_FOR_MS;
  for (;;) {
    const opened = await inTransaction(ctx.db, (tx) => claimTurn(ctx, tx, turn));
    if (opened.state !== 'running') return opened;
    if (performance.now() > until)
      throw new AppError('conflict', 'This message is being answered.', { retryable: true });
    await sleep(LOOK_MS);
  }
}

function openFresh({ db, clock }: TurnContext, turn: ChatTurn): Opened & { state: 'taken' } {
  const { agentId, channel } = turn;
  const id = newId(clock.now().getTime());
  const message = messageOf(clock, turn, id);
  const stored = beginConversation(db, { id, agentId, channel }, message);
  const open = { personId: null, region: null, sellingStoppedAt: null, escalation: null, handoverAt: null };
  const conversation = { id, agentId, channel, ...open };
  return { state: 'taken', conversation, messageId: message.id, earlier: [], stored };
}

function messageOf(clock: Clock, turn: ChatTurn, conversationId: string): NewVisitorMessage {
  const createdAt = clock.now();
  return {
    id: newId(createdAt.getTime()),
    conversationId,
    text: turn.message,
    clientId: turn.messageId ?? null,
    createdAt,
  };
}

async function claimTurn({ clock }: TurnContext, tx: Transaction, turn: ChatTurn): Promise<Opened> {
  const now = clock.now();
  const conversation = await holdConversation(tx, turn, now);
  const { earlier, sent, answer } = await readTurns(tx, {
    conversationId: conversation.id,
    clientId: turn.messageId,
    last: REMEMBERED_TURNS,
  });
  if (answer) return { state: 'answered', conversation, answer };
  if (sent) {
    // The agent is silent while a person answers.
    const isAwaited = conversation.personId === null;
    if (isAwaited && now.getTime() - sent.createdAt.getTime() < ANSWERED_WITHIN_MS)
      return { state: 'running' };
    // The process that was answering it is gone.
    await renewMessage(tx, sent.id, now);
    const before = earlier.filter(({ id }) => id < sent.id);
    return { state: 'taken', conversation, messageId: sent.id, earlier: before };
  }
  const message = messageOf(clock, turn, conversation.id);
  await addVisitorMessage(tx, message);
  return { state: 'taken', conversation, messageId: message.id, earlier };
}

async function holdConversation(tx: Transaction, turn: ChatTurn, now: Date): Promise<ConversationRow> {
  const { conversationId, agentId, channel, sessionKey = '' } = turn;
  if (conversationId === undefined)
    return lockSession(tx, {
      id: newId(now.getTime()),
      agentId,
      channel,
      sessionKey: `${channel}:${sessionKey}`,
      startedAt: now,
      lastMessageAt: now,
    });
  const found = await lockConversation(tx, { id: conversationId, agentId, channel });
  if (!found) throw new AppError('not_found', 'This conversation does not exist.');
  return found;
}
