import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Channel } from '#features/campaigns/contract.ts';
import type { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import { messages } from '#features/campaigns/server/tables.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import type { AnswerReason } from '#features/delivery/contract-reasons.ts';
import { leads } from '#features/leads/server/tables.ts';
import type { MessengerId } from '#providers/messaging/port.ts';
import type { ReplyAttachment, ReplyLabel } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What has come back about our messages: answers, and reports of machines. Kept with the person and gone with them;
 * what has nothing to do with our messages is not kept at all.
 */
export const inboundMails = pgTable(
  'inbound_mails',
  {
    id: uuid('id').primaryKey(),
    /** The same for the same mail or report, however often it is read. */
    sourceKey: text('source_key').notNull(),
    mailboxId: uuid('mailbox_id'),
    channel: text('channel').$type<Channel>().notNull().default('email'),
    kind: text('kind').$type<'reply' | 'auto_reply' | 'bounce' | 'complaint' | 'other'>().notNull(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id'),
    messageId: uuid('message_id'),
    fromAddress: text('from_address').notNull(),
    rfcMessageId: text('rfc_message_id'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    label: text('label').$type<ReplyLabel>(),
    labelledBy: text('labelled_by'),
    /** Lines of the consent ledger that its label wrote: another label takes them back. */
    consentIds: uuid('consent_ids').array().notNull().default(sql`'{}'`),
    /** Until when they are away, of an automatic reply that says so. */
    awayUntil: instant('away_until'),
    /** The message as it came, among the uploaded files; null where it is not kept. */
    originalId: uuid('original_id'),
    attachments: jsonb('attachments').$type<ReplyAttachment[]>().notNull().default([]),
    doneAt: instant('done_at'),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('inbound_mails_source').on(table.sourceKey),
    index('inbound_mails_lead').on(table.leadId, table.id),
  ],
);

/** How far the messages of a platform have been read that has to be asked for them. */
export const messengerReadings = pgTable('messenger_readings', {
  messenger: text('messenger').$type<MessengerId>().primaryKey(),
  /** As the platform counts; null before the first look. */
  cursor: text('cursor'),
  readAt: instant('read_at').notNull(),
});

/**
 * How a platform names somebody we have written to, where it may not show their number. Learned from its reports about
 * our messages; a keyed hash, because nobody has to read it.
 */
export const messengerPeers = pgTable(
  'messenger_peers',
  {
    peerHash: text('peer_hash').primaryKey(),
    /** The last one that went to them. */
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
  },
  (table) => [index('messenger_peers_message').on(table.messageId)],
);

/** Answers of ours. Committed before they leave, so that a crash never sends one twice. */
export const replyAnswers = pgTable(
  'reply_answers',
  {
    id: uuid('id').primaryKey(),
    inboundId: uuid('inbound_id')
      .notNull()
      .references(() => inboundMails.id, { onDelete: 'cascade' }),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<'sending' | 'sent' | 'unconfirmed' | 'failed'>().notNull(),
    reason: text('reason').$type<AnswerReason>(),
    details: jsonb('details').$type<MessageReasonDetails>(),
    sentBy: text('sent_by').notNull(),
    /** Null: of an answer from before they were kept with it. */
    proof: jsonb('proof').$type<TextProof>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('reply_answers_lead').on(table.leadId, table.id)],
);
