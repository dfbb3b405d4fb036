import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Jurisdiction, VisitorRegion } from '../contract.ts';

/** One row. */
export const workspace = pgTable('workspace', {
  isOnly: boolean('is_only').primaryKey().default(true),
  name: text('name').notNull().default('My workspace'),
  timeZone: text('time_zone').notNull().default('UTC'),
  postalAddress: text('postal_address').notNull().default(''),
  senderName: text('sender_name').notNull().default(''),
  senderEmail: text('sender_email').notNull().default(''),
  /** All of them unless told: the strictest rules are the safe ones. */
  jurisdictions: text('jurisdictions').array().$type<Jurisdiction[]>().notNull().default(sql`'{US,EU,UK}'`),
  /** Anywhere: as a visitor or their browser says. */
  visitorRegion: text('visitor_region').$type<VisitorRegion>().notNull().default('anywhere'),
  /** Campaigns take up approved content alone. */
  approvedContentOnly: boolean('approved_content_only').notNull().default(false),
  /** Mails hold a picture that tells when they are opened. */
  countsOpens: boolean('counts_opens').notNull().default(false),
  /** How many days a sequence waits after an automatic reply that names no date. */
  awayDays: integer('away_days').notNull().default(7),
  /** When the demo workspace was seeded; null when it never was or has been removed. */
  demoSeededAt: timestamp('demo_seeded_at', { withTimezone: true }),
  /** A start decides once whether to seed. */
  isInitialised: boolean('is_initialised').notNull().default(false),
});

/** Outside services that failed when they were last asked, in a row; the row goes with the first call that works. */
export const serviceTroubles = pgTable('service_troubles', {
  service: text('service').primaryKey(),
  /** Which one it was: what it did says nothing about the one that is configured now. */
  label: text('label').notNull(),
  reason: text('reason').notNull(),
  failures: integer('failures').notNull(),
  since: timestamp('since', { withTimezone: true }).notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
});
