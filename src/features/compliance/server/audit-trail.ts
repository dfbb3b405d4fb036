import type { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import type { Page, RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { download, jsonLines } from '#platform/download.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type { AuditAction, AuditEntry, AuditSubject, exportAudit, listAudit } from '../contract.ts';
import { auditCsvLine, CSV_HEADER } from '../rules-audit.ts';
import { type AuditRow, countAuditEntries, listAuditEntries } from './audit-store.ts';

const EXPORT_BATCH = 500;

type ReasonWords = Partial<Record<AuditAction, (details: AuditEntry['details']) => string | null>>;

declare module '#platform/context.ts' {
  interface Context {
    /** The text of a reason that is stored as data, from the details of the entry. */
    readonly auditReasonWords: ReasonWords;
  }
}

type TrailContext = Pick<Context, 'db' | 'auditReasonWords'>;

/** The entries of a subject, newest first. Refuses the workspace's to all but admins. */
export async function listAuditTrail(
  ctx: TrailContext,
  actor: Actor,
  { subject, cursor, limit }: z.output<typeof listAudit.query>,
): Promise<Page<AuditEntry>> {
  assertMayRead(actor, subject);
  const before = idCursor.read(cursor)?.id;
  const rows = await listAuditEntries(ctx.db, { subject, cursor: before, limit: limit + 1 });
  const page = pageById(rows, { limit, total: await countAuditEntries(ctx.db, subject) });
  return { ...page, items: page.items.map((row) => toEntry(ctx, row)) };
}

/** A file of everything, read from the database while it is sent. Refuses like `listAuditTrail`. */
export function exportAuditTrail(
  ctx: TrailContext,
  actor: Actor,
  { subject, format }: z.output<typeof exportAudit.query>,
): RawAnswer {
  assertMayRead(actor, subject);
  const entries = entriesOf(ctx, subject);
  return download({
    name: `audit-${subject.id ?? subject.kind}`,
    format,
    body: format === 'csv' ? asCsv(entries) : jsonLines(entries),
  });
}

async function* entriesOf(ctx: TrailContext, subject: AuditSubject): AsyncGenerator<AuditEntry> {
  let cursor: string | undefined;
  for (;;) {
    const rows = await listAuditEntries(ctx.db, { subject, cursor, limit: EXPORT_BATCH });
    yield* rows.map((row) => toEntry(ctx, row));
    if (rows.length < EXPORT_BATCH) return;
    cursor = rows.at(-1)?.id;
  }
}

function toEntry({ auditReasonWords }: TrailContext, row: AuditRow): AuditEntry {
  const reason = row.reason ?? auditReasonWords[row.action]?.(row.details) ?? null;
  return { ...row, reason, at: row.at.toISOString() };
}

function assertMayRead({ role }: Actor, subject: AuditSubject): void {
  if (subject.kind !== 'workspace' || role === 'admin') return;
  throw new AppError('forbidden', 'Only an admin can read the trail of the whole workspace.');
}

async function* asCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const entry of entries) yield auditCsvLine(entry);
}
