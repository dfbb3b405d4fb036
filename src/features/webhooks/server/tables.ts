import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryProblem, DeliveryState, PauseReason, WebhookEvent } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Receivers of events in other systems. */
export const webhooks = pgTable('webhooks', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  /** Sealed; also signs until `previous_until`. */
  previousSecret: text('previous_secret'),
  previousUntil: instant('previous_until'),
  pauseReason: text('pause_reason').$type<PauseReason>(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
});

/** Events on their way to a receiver, written with the event itself. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The order of recording: of one subject the earlier is delivered first. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    subject: text('subject').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** While an attempt runs, when another process may try: the first may have died. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastAttemptAt: instant('last_attempt_at'),
    status: integer('status'),
    problem: text('problem').$type<DeliveryProblem>(),
    durationMs: integer('duration_ms'),
    response: text('response'),
  },
  (table) => [
    index('webhook_deliveries_log').on(table.webhookId, table.id),
    index('webhook_deliveries_waiting')
      .on(table.webhookId, table.subject, table.position)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`state = 'waiting'`),
  ],
);
