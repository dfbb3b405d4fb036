import { firstNames } from '#features/access/server/people.ts';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import { getLead } from '#features/leads/server/lead-records.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import type { EndpointInput, Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type * as contract from '../../contract-inbox.ts';
import type { Conversation, ConversationDetail } from '../../contract-inbox.ts';
import type { TranscriptLine } from '../../contract-public.ts';
import { conversationState, visitorLabel } from '../../rules-inbox.ts';
import { type ConversationRow, findByClientId, insertMessage, updateConversation } from '../store.ts';
import {
  countByState,
  countInboxRows,
  findInboxRow,
  type InboxRow,
  inboxCursor,
  leaveConversations,
  listInbox,
  listLinesAfter,
  lockInboxRow,
  placeOf,
  resolveQuiet,
} from './inbox-store.ts';
import { decideOnContact } from './leave-contact.ts';

type InboxContext = Pick<Context, 'db' | 'clock'>;

type Changes = Partial<
  Pick<
    ConversationRow,
    'personId' | 'handoverAt' | 'resolvedAt' | 'isConfirmed' | 'sellingStoppedAt' | 'lastMessageAt'
  >
>;

const QUIET_MS = 30 * MINUTE_MS;

/** The inbox, page after page: visitors who wait come first. */
export async function listConversations(
  { db }: Pick<Context, 'db'>,
  query: EndpointInput<typeof contract.listConversations>['query'],
): Promise<Page<Conversation>> {
  const { state, expertId: agentId, limit } = query;
  const cursor = inboxCursor.read(query.cursor);
  const rows = await listInbox(db, { state, agentId, cursor, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const names = await firstNames(
    db,
    page.flatMap(({ personId }) => personId ?? []),
  );
  const last = page.at(-1);
  return {
    items: page.map((row) => toConversation(row, names)),
    nextCursor: rows.length > limit && last ? inboxCursor.write(placeOf(last)) : null,
    total: await countInboxRows(db, { state, agentId }),
  };
}

export function countInbox({ db }: Pick<Context, 'db'>) {
  return countByState(db);
}

/** Refuses with `not_found`. */
export async function getConversation(ctx: Pick<Context, 'db'>, id: string): Promise<ConversationDetail> {
  const { db } = ctx;
  const row = await findInboxRow(db, id);
  if (!row) throw notFound();
  const lines = await listLinesAfter(db, id, undefined);
  const names = await firstNames(
    db,
    [row.personId, ...lines.map(({ authorId }) => authorId)].flatMap((one) => one ?? []),
  );
  const { contactEmail, proposedLeadId } = row;
  // A lead that is gone is no longer proposed.
  const lead =
    proposedLeadId === null ? undefined : await getLead(ctx, proposedLeadId).catch(() => undefined);
  return {
    ...toConversation(row, names),
    proposal:
      contactEmail === null || proposedLeadId === null || lead === undefined
        ? null
        : { leadId: proposedLeadId, leadName: lead.name, email: contactEmail },
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
}

/** From now on the agent is silent. Joining again changes nothing; refuses with `conflict` while another person answers. */
export function joinConversation(ctx: InboxContext, id: string, actor: Actor): Promise<ConversationDetail> {
  return change(ctx, id, async (row, tx) => {
    await assertNotTaken(row, actor, tx);
    return {
      personId: actor.id,
      handoverAt: row.handoverAt ?? ctx.clock.now(),
      resolvedAt: null,
      isConfirmed: false,
    };
  });
}

/** A person writes to the visitor. Refuses before they have joined, and what compliance blocks. */
export async function writeInConversation(
  ctx: InboxContext,
  id: string,
  { text, messageId, overrideReason }: EndpointInput<typeof contract.writeInConversation>['body'],
  actor: Actor,
): Promise<ConversationDetail> {
  const approval = approvalOf(overrideReason, actor);
  const { jurisdictions } = await getWorkspace(ctx.db);
  return change(ctx, id, async (row, tx) => {
    await assertNotTaken(row, actor, tx);
    if (row.personId === null) {
      throw new AppError('refused', 'Join the conversation first: the agent is answering.', {
        reason: 'not_joined',
      });
    }
    if (messageId !== undefined && (await findByClientId(tx, id, messageId)))
      return { lastMessageAt: row.lastMessageAt };
    const proof = await assertMayLeave(ctx, tx, {
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
    const at = ctx.clock.now();
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
}

/** The agent answers the next message, and may speak of products again. */
export function handBackConversation(ctx: InboxContext, id: string): Promise<ConversationDetail> {
  return change(ctx, id, () => ({ personId: null, handoverAt: null, sellingStoppedAt: null }));
}

/** Visitors of a person who is gone wait again; until another joins, the agent answers. */
export async function handBackAllOf(tx: Transaction, userId: string): Promise<void> {
  if ((await leaveConversations(tx, userId)) > 0) await announce(tx, ['agents']);
}

export function resolveConversation(ctx: InboxContext, id: string): Promise<ConversationDetail> {
  return change(ctx, id, (row) => ({
    personId: null,
    handoverAt: null,
    sellingStoppedAt: null,
    resolvedAt: row.resolvedAt ?? ctx.clock.now(),
    isConfirmed: true,
  }));
}

/** A person has decided whether the visitor is the proposed lead. */
export async function decideOnLead(
  ctx: Pick<Context, 'db' | 'eventSubscribers'>,
  id: string,
  isSame: boolean,
): Promise<ConversationDetail> {
  await decideOnContact(ctx, id, isSame);
  return getConversation(ctx, id);
}

/** Counts as resolved what was answered throughout and stayed quiet for half an hour. */
export async function settleConversations({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - QUIET_MS);
  if ((await resolveQuiet(db, before)) > 0) await announce(db, ['agents']);
}

/** Changes a conversation under its lock and returns its new state. */
async function change(
  ctx: InboxContext,
  id: string,
  columnsOf: (row: ConversationRow, tx: Transaction) => Promise<Changes> | Changes,
): Promise<ConversationDetail> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockInboxRow(tx, id);
    if (!row) throw notFound();
    await updateConversation(tx, id, await columnsOf(row, tx));
    await announce(tx, ['agents']);
  });
  return getConversation(ctx, id);
}

async function assertNotTaken({ personId }: ConversationRow, actor: Actor, tx: Transaction): Promise<void> {
  if (personId === null || personId === actor.id) return;
  const name = (await firstNames(tx, [personId])).get(personId) ?? 'Someone';
  throw new AppError('conflict', `${name} is answering already.`, { reason: 'taken' });
}

function toConversation(row: InboxRow, names: Map<string, string>): Conversation {
  return {
    id: row.id,
    expertId: row.agentId,
    agentName: row.agentName,
    visitor: visitorLabel({
      id: row.id,
      leadName: row.leadName,
      // An address that is not verified yet is still how they want to be answered.
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
  };
}

function notFound(): AppError {
  return new AppError('not_found', 'This conversation no longer exists.');
}
