import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EventType } from '../contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Log of everything that happened, append-only but for the type of sales; partitioned by month of `occurred_at`. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').notNull(),
    type: text('type').$type<EventType>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    campaignId: uuid('campaign_id'),
    leadId: uuid('lead_id'),
    messageId: uuid('message_id'),
    channel: text('channel'),
    valueCents: integer('value_cents'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.occurredAt, table.id] }),
    index('events_lead').on(table.leadId, table.occurredAt),
    index('events_type').on(table.type, table.occurredAt),
    // Sums of what people bought are read from it alone, without the events.
    index('events_purchase').on(table.leadId, table.valueCents).where(sql`type = 'purchase.made'`),
    index('events_refund').on(table.leadId, table.valueCents).where(sql`type = 'purchase.refunded'`),
  ],
);

/** Stands for "no campaign" in the rollup's key. */
export const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000';

/** What is kept of a bucket of events. Made anew for each table: a column belongs to one. */
const rollupColumns = () => ({
  bucket: instant('bucket').notNull(),
  campaignId: uuid('campaign_id').notNull().default(NO_CAMPAIGN),
  type: text('type').$type<EventType>().notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
  valueCents: bigint('value_cents', { mode: 'number' }).notNull().default(0),
});

/**
 * Events counted by quarter of an hour, written in the transaction that writes the events. Every time zone in use
 * is offset by whole quarters, so days of any zone are exact sums.
 */
export const eventRollups = pgTable('event_rollups', rollupColumns(), (table) => [
  primaryKey({ columns: [table.campaignId, table.type, table.bucket] }),
  index('event_rollups_bucket').on(table.bucket),
]);

/**
 * The same by day of UTC, written together with the quarters: long stretches are read from here and their ends from the
 * quarters, for a fraction of the rows.
 */
export const eventDays = pgTable('event_days', rollupColumns(), (table) => [
  primaryKey({ columns: [table.campaignId, table.type, table.bucket] }),
  index('event_days_bucket').on(table.bucket),
]);

/** Ids that senders gave to page events, kept for a while so that a repeat counts once whenever it comes. */
export const pageEventIds = pgTable(
  'page_event_ids',
  { id: uuid('id').primaryKey(), receivedAt: instant('received_at').notNull().defaultNow() },
  (table) => [index('page_event_ids_received').on(table.receivedAt)],
);

/** Orders that were counted, so that each counts once and refunds take away no more than it brought. */
export const orders = pgTable('orders', {
  /** SHA-256 of the shop's reference, which may name a person. */
  key: text('key').primaryKey(),
  /** The purchase in `events`, with the instant that finds it. */
  eventId: uuid('event_id').notNull(),
  occurredAt: instant('occurred_at').notNull(),
  /** Null where the amount could not be read. */
  amountMinor: bigint('amount_minor', { mode: 'number' }),
  currency: text('currency'),
  refundedMinor: bigint('refunded_minor', { mode: 'number' }).notNull().default(0),
  isDemo: boolean('is_demo').notNull().default(false),
});

/** What pages reported as sold and was counted, for a day: the limits of a person or a network are counted from it. */
export const countedSales = pgTable(
  'counted_sales',
  {
    /** Keyed hash of the person or the network. */
    reporter: text('reporter').notNull(),
    at: instant('at').notNull(),
    /** '' where no amount could be read. */
    currency: text('currency').notNull(),
    value: doublePrecision('value').notNull(),
  },
  (table) => [index('counted_sales_reporter').on(table.reporter, table.at)],
);

/**
 * One outgoing contact that can be answered by a click, a visit or an unsubscribe. The tokens in the links are made of
 * its id (`contact-tokens.ts`): 122 random bits, so they cannot be guessed. Outlives the message.
 */
export const touchpoints = pgTable('touchpoints', {
  id: uuid('id').primaryKey(),
  campaignId: uuid('campaign_id'),
  leadId: uuid('lead_id'),
  messageId: uuid('message_id'),
  channel: text('channel').notNull(),
  /** Keyed hash of the address written to, so that an unsubscribe holds after the person is erased. */
  contactHash: text('contact_hash').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When its mail was first opened by a person, and when its pictures were first loaded by a machine. */
  openedAt: instant('opened_at'),
  preloadedAt: instant('preloaded_at'),
  isDemo: boolean('is_demo').notNull().default(false),
});

/** Targets of tracked links: few per campaign, addressed by position in the token. */
export const trackedLinks = pgTable(
  'tracked_links',
  {
    campaignId: uuid('campaign_id').notNull(),
    position: integer('position').notNull(),
    url: text('url').notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.position] })],
);
