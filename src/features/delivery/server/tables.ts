import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StopReason } from '#features/campaigns/rules-sequence.ts';
import { campaigns } from '#features/campaigns/server/tables.ts';
import { leads } from '#features/leads/server/tables.ts';
import type { MailTransport } from '#providers/mail/port.ts';
import type { MessengerId } from '#providers/messaging/port.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What an attempt was handed to. */
export type TransportId = MailTransport['id'] | MessengerId;

/**
 * One try to hand a message over: committed before its first byte leaves, and completed as soon as the outcome is
 * known. The message itself follows in larger batches; what an expired worker left between the two is found here.
 */
export const messageAttempts = pgTable(
  'message_attempts',
  {
    /** No foreign key: its check would cost as much as the attempt itself, and old attempts are swept by age. */
    messageId: uuid('message_id').notNull(),
    number: integer('number').notNull(),
    worker: uuid('worker').notNull(),
    transport: text('transport').$type<TransportId>().notNull(),
    /** Whose limits it counts against. */
    mailboxId: uuid('mailbox_id'),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** Null while it is in the air. */
    verdict: jsonb('verdict'),
  },
  (table) => [
    uniqueIndex('message_attempts_key').on(table.messageId, table.number),
    index('message_attempts_started').using('brin', table.startedAt),
    index('message_attempts_mailbox').on(table.mailboxId, table.startedAt).where(sql`mailbox_id is not null`),
  ],
);

/** Processes that send. One that has not been seen for a while is dead. */
export const deliveryWorkers = pgTable('delivery_workers', {
  id: uuid('id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
});

/** Who gets no further step of a campaign, and why. */
export const sequenceStops = pgTable(
  'sequence_stops',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<StopReason>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.leadId] }),
    index('sequence_stops_lead').on(table.leadId),
  ],
);
