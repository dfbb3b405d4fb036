import { eq } from 'drizzle-orm';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import { leadEnrichments } from './tables.ts';

export type EnrichmentRow = typeof leadEnrichments.$inferSelect;

export type Asked = {
  requestId: string;
  leadId: string;
  name: string;
  handle: string | null;
  platform: string;
  profileUrl: string | null;
  attempts: number;
};

/** Opens requests for people who wait for an address and have none yet; the database knows each of them once. */
export async function openRequests(db: Queryable, limit: number): Promise<void> {
  await db.execute(sql`insert into lead_enrichments (id, lead_id, next_try_at)
    select gen_random_uuid(), id, now() from leads
    where contact_status = 'enrichment_pending' and email is null and deleted_at is null
      and not exists (select 1 from lead_enrichments where lead_id = leads.id)
    order by id limit ${limit} on conflict do nothing`);
}

/** Takes requests whose time has come, for a minute: another process leaves them alone. */
export function claimRequests(db: Queryable, limit: number): Promise<Asked[]> {
  return rowsOf(
    db,
    sql`with due as (
        select request.id from lead_enrichments request join leads on leads.id = request.lead_id
        where state = 'waiting' and next_try_at <= now() and leads.deleted_at is null
        order by next_try_at limit ${limit} for update of request skip locked)
      update lead_enrichments set next_try_at = now() + interval '1 minute', attempts = attempts + 1
      from due, leads where lead_enrichments.id = due.id and leads.id = lead_enrichments.lead_id
      returning lead_enrichments.id as "requestId", leads.id as "leadId", leads.name, leads.handle, leads.platform,
        leads.signal_url as "profileUrl", attempts`,
  );
}

export async function lockRequest(tx: Transaction, id: string): Promise<EnrichmentRow | undefined> {
  const [row] = await tx.select().from(leadEnrichments).where(eq(leadEnrichments.id, id)).for('update');
  return row;
}

export async function updateRequest(
  tx: Queryable,
  id: string,
  change: Partial<Pick<EnrichmentRow, 'state' | 'nextTryAt'>>,
): Promise<void> {
  await tx.update(leadEnrichments).set(change).where(eq(leadEnrichments.id, id));
}
