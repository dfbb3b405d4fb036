import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Database } from '#platform/db.ts';
import { download, jsonLines } from '#platform/download.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type { AuditAction, AuditEntry, AuditSubject, exportAudit, listAudit } from '../contract.ts';
import { auditCsvLine, CSV_HEADER } from '../rules-audit.ts';
import { type AuditRow, countAuditEntries, listAuditEntries } from './audit-store.ts';

const EXPORT_BATCH = 500;

type Dependencies = {
  db: Database;
  /** Why the product acted, in words, by the details of the entry. */
  reasonWords: Partial<Record<AuditAction, (details: AuditEntry['details']) => string | null>>;
};

/** The trail of what was done. It is only ever read here. */
export function createAudit({ db, reasonWords }: Dependencies) {
  const toEntry = (row: AuditRow): AuditEntry => ({
    ...row,
    reason: row.reason ?? reasonWords[row.action]?.(row.details) ?? null,
    at: row.at.toISOString(),
  });

  async function* entriesOf(subject: AuditSubject): AsyncGenerator<AuditEntry> {
    let cursor: string | undefined;
    for (;;) {
      const rows = await listAuditEntries(db, { subject, cursor, limit: EXPORT_BATCH });
      yield* rows.map(toEntry);
      if (rows.length < EXPORT_BATCH) return;
      cursor = rows.at(-1)?.id;
    }
  }

  return {
    async listAudit(actor: Actor, query: z.output<typeof listAudit.query>): Promise<Page<AuditEntry>> {
      const { subject, cursor, limit } = query;
      assertMayRead(actor, subject);
      const before = idCursor.read(cursor)?.id;
      const rows = await listAuditEntries(db, { subject, cursor: before, limit: limit + 1 });
      const page = pageById(rows, { limit, total: await countAuditEntries(db, subject) });
      return { ...page, items: page.items.map(toEntry) };
    },

    /** A file of everything, read from the database while it is sent. */
    exportAudit(actor: Actor, { subject, format }: z.output<typeof exportAudit.query>): RawAnswer {
      assertMayRead(actor, subject);
      const entries = entriesOf(subject);
      return download({
        name: `audit-${subject.id ?? subject.kind}`,
        format,
        body: format === 'csv' ? asCsv(entries) : jsonLines(entries),
      });
    },
  };
}
export type Audit = ReturnType<typeof createAudit>;

function assertMayRead({ role }: Actor, subject: AuditSubject): void {
  if (subject.kind !== 'workspace' || role === 'admin') return;
  throw new AppError('forbidden', 'Only an admin can read the trail of the whole workspace.');
}

async function* asCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const entry of entries) yield auditCsvLine(entry);
}
