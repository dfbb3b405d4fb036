import { eq } from 'drizzle-orm';
import { type Queryable, sql } from '#platform/db.ts';
import type { Mail, StoredMail } from './port.ts';
import { outboxMails } from './tables.ts';

/** Keeps the mails; one that is there already stays as it is. */
export async function insertOutboxMails(db: Queryable, mails: readonly Mail[]): Promise<void> {
  const rows = mails.map(({ id, from, to, raw }) => ({ id, from, to, raw }));
  await db.execute(
    sql`insert into outbox_mails (id, from_header, to_address, raw)
      select "id", "from", "to", "raw" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given("id" uuid, "from" text, "to" text, "raw" text)
      on conflict do nothing`,
  );
}

export async function findOutboxMail(db: Queryable, id: string): Promise<StoredMail | undefined> {
  const [row] = await db.select().from(outboxMails).where(eq(outboxMails.id, id));
  if (!row) return undefined;
  return { id: row.id, from: row.fromHeader, to: row.toAddress, raw: row.raw, createdAt: row.createdAt };
}
