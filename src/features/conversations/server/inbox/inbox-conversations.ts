import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import type { Knowledge } from '#features/knowledge/server/knowledge-items.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { EndpointInput, Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type SQL, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type {
  answerUnanswered,
  Conversation,
  ConversationDetail,
  dismissUnanswered,
  listConversations,
  restoreUnanswered,
  UnansweredQuestion,
  writeInConversation,
} from '../../contract-inbox.ts';
import type { TranscriptLine } from '../../contract-public.ts';
import { conversationState, visitorLabel } from '../../rules-inbox.ts';
import { type ConversationRow, findByClientId, insertMessage, updateConversation } from '../store.ts';
import type { Contacts } from './leave-contact.ts';
import {
  closeQuestion,
  countAnonymousChats,
  countByState,
  countInboxRows,
  eraseAnonymousChats,
  findInboxRow,
  type InboxRow,
  inboxCursor,
  leaveConversations,
  listInbox,
  listLinesAfter,
  listUnansweredRows,
  lockInboxRow,
  placeOf,
  reopenQuestion,
  resolveQuiet,
} from './inbox-store.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'assertMayLeave'>;
  knowledge: Pick<Knowledge, 'addWithin'>;
  /** First names of people by their ids. */
  firstNames: (ids: readonly string[], from?: Queryable) => Promise<Map<string, string>>;
  /** Undefined for a lead that is gone. */
  leadNameOf: (leadId: string) => Promise<string | undefined>;
  contacts: Pick<Contacts, 'decide'>;
  /** The clock; another one in tests. */
  now?: () => Date;
};

const QUIET_MS = 30 * MINUTE_MS;
const MOST_QUESTIONS = 100;
const FORGOTTEN_AT_ONCE = 500;

/** Conversations of visitors, for the people who take over from an agent. */
export function createInbox({
  db,
  settings,
  compliance,
  knowledge,
  firstNames,
  leadNameOf,
  contacts,
  now = () => new Date(),
}: Dependencies) {
  const askedElsewhere: SQL[] = [];

  const toConversation = (row: InboxRow, names: Map<string, string>): Conversation => ({
    id: row.id,
    expertId: row.agentId,
    agentName: row.agentName,
    visitor: visitorLabel({
      id: row.id,
      leadName: row.leadName,
      // What was left and not verified yet is still how they want to be answered.
      email: row.leadEmail ?? row.contactEmail,
    }),
    channel: row.channel === 'api' ? 'api' : 'widget',
    state: conversationState(row),
    startedAt: row.startedAt.toISOString(),
    lastMessageAt: row.lastMessageAt.toISOString(),
    preview: row.preview,
    messages: row.messages,
    escalation: row.escalation && { level: row.escalation.level, category: row.escalation.category },
    waitingSince: row.handoverAt?.toISOString() ?? null,
    person: row.personId === null ? null : { id: row.personId, name: names.get(row.personId) ?? 'Someone' },
    leadId: row.leadId,
  });

  const getConversation = async (id: string): Promise<ConversationDetail> => {
    const row = await findInboxRow(db, id);
    if (!row) throw notFound();
    const lines = await listLinesAfter(db, id, undefined);
    const names = await firstNames(
      [row.personId, ...lines.map(({ authorId }) => authorId)].flatMap((one) => one ?? []),
    );
    const { contactEmail, proposedLeadId } = row;
    const leadName = proposedLeadId === null ? undefined : await leadNameOf(proposedLeadId);
    return {
      ...toConversation(row, names),
      proposal:
        contactEmail === null || proposedLeadId === null || leadName === undefined
          ? null
          : { leadId: proposedLeadId, leadName, email: contactEmail },
      lines: lines.map(
        (line): TranscriptLine => ({
          id: line.id,
          role: line.role,
          text: line.text,
          messageId: line.clientId,
          answersId: line.answersId,
          citations: line.citations,
          escalation: line.escalation,
          author: line.authorId === null ? null : (names.get(line.authorId) ?? 'Someone'),
          at: line.createdAt.toISOString(),
        }),
      ),
    };
  };

  /** Changes a conversation under its lock and answers it as it stands then. */
  const change = async (
    id: string,
    columnsOf: (row: ConversationRow, tx: Transaction) => Promise<Changes> | Changes,
  ): Promise<ConversationDetail> => {
    await inTransaction(db, async (tx) => {
      const row = await lockInboxRow(tx, id);
      if (!row) throw notFound();
      await updateConversation(tx, id, await columnsOf(row, tx));
      await announce(tx, ['agents']);
    });
    return getConversation(id);
  };

  const assertNotTaken = async (
    { personId }: ConversationRow,
    actor: Actor,
    tx: Transaction,
  ): Promise<void> => {
    if (personId === null || personId === actor.id) return;
    const name = (await firstNames([personId], tx)).get(personId) ?? 'Someone';
    throw new AppError('conflict', `${name} is answering already.`, { reason: 'taken' });
  };

  return {
    getConversation,

    async listConversations(
      query: EndpointInput<typeof listConversations>['query'],
    ): Promise<Page<Conversation>> {
      const { state, expertId: agentId, limit } = query;
      const cursor = inboxCursor.read(query.cursor);
      const rows = await listInbox(db, { state, agentId, cursor, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const names = await firstNames(page.flatMap(({ personId }) => personId ?? []));
      const last = page.at(-1);
      return {
        items: page.map((row) => toConversation(row, names)),
        nextCursor: rows.length > limit && last ? inboxCursor.write(placeOf(last)) : null,
        total: await countInboxRows(db, { state, agentId }),
      };
    },

    countInbox: () => countByState(db),

    /** From now on the agent is silent. Joining again changes nothing; another person has to hand back first. */
    joinConversation: (id: string, actor: Actor): Promise<ConversationDetail> =>
      change(id, async (row, tx) => {
        await assertNotTaken(row, actor, tx);
        return {
          personId: actor.id,
          handoverAt: row.handoverAt ?? now(),
          resolvedAt: null,
          isConfirmed: false,
        };
      }),

    async writeInConversation(
      id: string,
      { text, messageId, overrideReason }: EndpointInput<typeof writeInConversation>['body'],
      actor: Actor,
    ): Promise<ConversationDetail> {
      const approval = approvalOf(overrideReason, actor);
      const { jurisdictions } = await settings.getWorkspace();
      return change(id, async (row, tx) => {
        await assertNotTaken(row, actor, tx);
        if (row.personId === null) {
          throw new AppError('refused', 'Join the conversation first: the agent is answering.', {
            reason: 'not_joined',
          });
        }
        if (messageId !== undefined && (await findByClientId(tx, id, messageId)))
          return { lastMessageAt: row.lastMessageAt };
        const proof = await compliance.assertMayLeave(tx, {
          text,
          kind: 'agent_answer',
          jurisdictions,
          actor,
          approval,
          subject: { kind: 'agent', id: row.agentId },
          field: 'text',
          details: { conversationId: id },
          reader: { leadId: row.leadId },
        });
        const at = now();
        await insertMessage(tx, {
          id: newId(at.getTime()),
          conversationId: id,
          role: 'person',
          text,
          authorId: actor.id,
          clientId: messageId ?? null,
          proof,
          createdAt: at,
        });
        return { lastMessageAt: at };
      });
    },

    /** The agent answers the next message, and may speak of products again. */
    handBackConversation: (id: string): Promise<ConversationDetail> =>
      change(id, () => ({ personId: null, handoverAt: null, sellingStoppedAt: null })),

    /** Visitors of a person who is gone wait again; until another joins, the agent answers. */
    async handBackAllOf(tx: Transaction, userId: string): Promise<void> {
      if ((await leaveConversations(tx, userId)) > 0) await announce(tx, ['agents']);
    },

    resolveConversation: (id: string): Promise<ConversationDetail> =>
      change(id, (row) => ({
        personId: null,
        handoverAt: null,
        sellingStoppedAt: null,
        resolvedAt: row.resolvedAt ?? now(),
        isConfirmed: true,
      })),

    async decideOnLead(id: string, isSame: boolean): Promise<ConversationDetail> {
      await contacts.decide(id, isSame);
      return getConversation(id);
    },

    listUnanswered: (agentId: string | undefined): Promise<UnansweredQuestion[]> =>
      listUnansweredRows(db, { agentId, elsewhere: askedElsewhere, limit: MOST_QUESTIONS }),

    /** Lets a feature to the right add questions that an agent could not answer there. Called once, at the start. */
    registerQuestionSource: (asked: SQL): void => void askedElsewhere.push(asked),

    /** The answer is knowledge from now on, and the question is off the list. */
    answerUnanswered: ({
      expertId: agentId,
      question,
      answer,
    }: EndpointInput<typeof answerUnanswered>['body']): Promise<{ knowledgeId: string }> =>
      inTransaction(db, async (tx) => {
        const { id } = await knowledge.addWithin(tx, {
          agentId,
          type: 'custom_training',
          title: question.slice(0, 200),
          content: answer,
          trainingContext: '',
          tags: [],
          targetAudience: 'general',
        });
        await closeQuestion(tx, { agentId, question, at: now() });
        await announce(tx, ['agents']);
        return { knowledgeId: id };
      }),

    dismissUnanswered: ({ expertId: agentId, question }: EndpointInput<typeof dismissUnanswered>['body']) =>
      inTransaction(db, async (tx) => {
        const at = now();
        const before = await closeQuestion(tx, { agentId, question, at });
        await announce(tx, ['agents']);
        return { dismissedAt: at.toISOString(), settledBefore: before?.toISOString() ?? null };
      }),

    restoreUnanswered: ({
      expertId: agentId,
      question,
      dismissedAt,
      settledBefore,
    }: EndpointInput<typeof restoreUnanswered>['body']): Promise<void> =>
      inTransaction(db, async (tx) => {
        await reopenQuestion(tx, { agentId, question, at: dismissedAt, before: settledBefore });
        await announce(tx, ['agents']);
      }),

    countAnonymousChats: (before: Date): Promise<number> => countAnonymousChats(db, before),

    /** Erases anonymous chats that ended before; returns how many. */
    async eraseAnonymousChats(before: Date): Promise<number> {
      let forgotten = 0;
      for (;;) {
        const some = await eraseAnonymousChats(db, before, FORGOTTEN_AT_ONCE);
        forgotten += some;
        if (some < FORGOTTEN_AT_ONCE) break;
      }
      if (forgotten > 0) await announce(db, ['agents']);
      return forgotten;
    },

    /** Counts as resolved what was answered throughout and stayed quiet for half an hour. */
    async settle(): Promise<void> {
      if ((await resolveQuiet(db, new Date(now().getTime() - QUIET_MS))) > 0) await announce(db, ['agents']);
    },
  };
}
export type Inbox = ReturnType<typeof createInbox>;

type Changes = Partial<
  Pick<
    ConversationRow,
    'personId' | 'handoverAt' | 'resolvedAt' | 'isConfirmed' | 'sellingStoppedAt' | 'lastMessageAt'
  >
>;

function notFound(): AppError {
  return new AppError('not_found', 'This conversation no longer exists.');
}
