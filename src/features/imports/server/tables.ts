import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Actor } from '#kit/actor.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

type ImportUndoState = {
  step: 'leads' | 'withdrawals' | 'suppressions' | 'done';
  /** The last lead that was looked at. */
  lastLeadId: string | null;
  removed: number;
  reopened: number;
  /** For the trail; nobody once it is done. */
  by: Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'> | null;
};

/** Files that were imported; their people carry the id. */
export const leadImports = pgTable('lead_imports', {
  id: uuid('id').primaryKey(),
  fileName: text('file_name').notNull(),
  imported: integer('imported').notNull(),
  importedBy: text('imported_by').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  undoneAt: instant('undone_at'),
  /** How far its undo is, or what the last one did; null where nobody has asked for it. */
  undo: jsonb('undo').$type<ImportUndoState>(),
});

/** Lines of the consent ledger by which an import took back what people who were leads already had agreed to. */
export const leadImportWithdrawals = pgTable(
  'lead_import_withdrawals',
  {
    /** The line; it names the person, and goes with them. */
    consentId: uuid('consent_id').primaryKey(),
    importId: uuid('import_id').notNull(),
  },
  (table) => [index('lead_import_withdrawals_import').on(table.importId)],
);

/** Entries of the suppression list that stand there because a file says that somebody left. */
export const leadImportSuppressions = pgTable(
  'lead_import_suppressions',
  {
    suppressionId: uuid('suppression_id').notNull(),
    importId: uuid('import_id').notNull(),
    /** When the entry was made: one that is of a later day is the person's own word since. */
    since: instant('since').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.suppressionId] }),
    index('lead_import_suppressions_entry').on(table.suppressionId),
  ],
);
