import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Suppression } from '../contract.ts';

export type SuppressionRow = Suppression & { contactHash: string; email: string | null };

/** Newest first, from before `before`. */
export async function listSuppressionRows(
  db: Queryable,
  {
    reason,
    before,
    limit,
  }: { reason: Suppression['reason'] | undefined; before: string | undefined; limit: number },
): Promise<SuppressionRow[]> {
  const rows = await rowsOf<SuppressionRow>(
    db,
    sql`select suppressions.id, suppressions.contact_hash as "contactHash", leads.id as "leadId", leads.name, leads.email,
        suppressions.reason, campaigns.name as "campaignName", suppressions.created_at as "createdAt"
      from suppressions
      left join leads on leads.id = suppressions.lead_id and leads.deleted_at is null
      left join campaigns on campaigns.id = suppressions.campaign_id
      where (${reason ?? null}::text is null or suppressions.reason = ${reason ?? null})
        and (${before ?? null}::uuid is null or suppressions.id < ${before ?? null}::uuid)
      order by suppressions.id desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

export async function countSuppressionRows(
  db: Queryable,
  reason: Suppression['reason'] | undefined,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from suppressions
      where (${reason ?? null}::text is null or suppressions.reason = ${reason ?? null})`,
  );
  return row?.count ?? 0;
}

/** The living people behind these hashes. */
export async function findLeadsOfHashes(
  db: Queryable,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await rowsOf<{ hash: string; id: string }>(
    db,
    sql`select contact_hash as hash, id from leads
      where deleted_at is null and contact_hash = any(${sql.param([...hashes])}::text[])`,
  );
  return new Map(rows.map(({ hash, id }) => [hash, id]));
}
