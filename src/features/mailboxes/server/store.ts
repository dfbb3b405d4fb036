import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import { mailboxes } from './tables.ts';

export type MailboxRow = typeof mailboxes.$inferSelect;
export type NewMailboxRow = typeof mailboxes.$inferInsert;

/** Those that are there, in the order they were added. */
export function listMailboxRows(db: Queryable): Promise<MailboxRow[]> {
  return db.select().from(mailboxes).where(isNull(mailboxes.deletedAt)).orderBy(asc(mailboxes.id));
}

/** The same, as they are once no other transaction changes them, and held until this one ends. */
export function lockMailboxRows(tx: Queryable): Promise<MailboxRow[]> {
  return tx
    .select()
    .from(mailboxes)
    .where(isNull(mailboxes.deletedAt))
    .orderBy(asc(mailboxes.id))
    .for('update');
}

export async function findMailboxRow(db: Queryable, id: string): Promise<MailboxRow | undefined> {
  const [row] = await db.select().from(mailboxes).where(eq(mailboxes.id, id));
  return row;
}

/** Held until the transaction ends, also one that was removed. */
export async function lockMailboxRow(tx: Queryable, id: string): Promise<MailboxRow | undefined> {
  const [row] = await tx.select().from(mailboxes).where(eq(mailboxes.id, id)).for('update');
  return row;
}

/** One that may send, held until the transaction ends; undefined when another process holds it. */
export async function takeMailboxRow(tx: Queryable, id: string): Promise<MailboxRow | undefined> {
  const [row] = await tx
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.id, id), isNull(mailboxes.deletedAt), isNull(mailboxes.pausedAt)))
    .for('update', { skipLocked: true });
  return row;
}

export async function insertMailbox(tx: Queryable, row: NewMailboxRow): Promise<MailboxRow | undefined> {
  const [inserted] = await tx.insert(mailboxes).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function updateMailboxRow(
  tx: Queryable,
  id: string,
  change: Partial<NewMailboxRow>,
): Promise<MailboxRow> {
  const [row] = await tx.update(mailboxes).set(change).where(eq(mailboxes.id, id)).returning();
  if (!row) throw new Error('the mailbox is gone');
  return row;
}

/** A mail that is no message of a campaign counts against the limits of the mailbox that it leaves from. */
export async function countMail(tx: Queryable, mailboxId: string, mailId: string): Promise<void> {
  await tx.execute(sql`insert into message_attempts (message_id, number, worker, transport, mailbox_id, finished_at)
    select ${mailId}::uuid, coalesce(max(number), 0) + 1, gen_random_uuid(), 'smtp', ${mailboxId}::uuid, now()
    from message_attempts where message_id = ${mailId}`);
}

/** Takes the newest attempt of such a mail back. */
export async function uncountMail(tx: Queryable, mailId: string): Promise<void> {
  await tx.execute(sql`delete from message_attempts where message_id = ${mailId}
    and number = (select max(number) from message_attempts where message_id = ${mailId})`);
}

export type MailboxUseRow = { mailboxId: string; sentToday: number; lastAt: string | null };

/** What mailboxes have sent since `since` (the beginning of today). */
export function listMailboxUse(db: Queryable, ids: readonly string[], since: Date): Promise<MailboxUseRow[]> {
  return rowsOf(
    db,
    sql`select mailbox_id as "mailboxId", count(*) filter (where started_at >= ${since.toISOString()}::timestamptz) as "sentToday",
        max(started_at) as "lastAt"
      from message_attempts
      where mailbox_id = any(${sql.param([...ids])}::uuid[])
        and started_at >= least(${since.toISOString()}::timestamptz, now() - interval '1 day')
      group by mailbox_id`,
  );
}

/** Recipient domains to which a mailbox has sent as much in the last hour as it may. */
export async function listFullDomains(
  db: Queryable,
  id: string,
  perDomainPerHour: number,
): Promise<string[]> {
  const rows = await rowsOf<{ domain: string }>(
    db,
    sql`select lower(split_part(address, '@', -1)) as domain
      from message_attempts join messages on messages.id = message_attempts.message_id
      where message_attempts.mailbox_id = ${id} and started_at > now() - interval '1 hour' and address is not null
      group by 1 having count(*) >= ${perDomainPerHour}`,
  );
  return rows.map(({ domain }) => domain);
}
