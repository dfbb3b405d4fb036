import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Purpose } from '../rules.ts';

/** Addresses that were given out for a file, and what has come of them. Nothing else is ever taken up. */
export const uploadedFiles = pgTable(
  'uploaded_files',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    /** Of an upload in parts, as the storage calls it. */
    uploadId: text('upload_id'),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull().defaultNow(),
    /** Since when nothing more is taken in under this id. */
    arrivedAt: timestamp('arrived_at', { withTimezone: true }),
    /** What it takes of the room, parts on their way included. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** Where the file lies that was taken up: at a storage whose addresses can be used twice it is a copy. */
    keptAs: uuid('kept_as'),
  },
  (table) => [index('uploaded_files_age').on(table.givenAt)],
);
