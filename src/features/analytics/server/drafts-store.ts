import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { StoredDraft } from './tables.ts';

export type DraftKey = { leadId: string; basis: string };
export type DraftRow = DraftKey & { draft: StoredDraft | null };

export async function listDrafts(db: Queryable, wanted: readonly DraftKey[]): Promise<DraftRow[]> {
  if (wanted.length === 0) return [];
  return rowsOf<DraftRow>(
    db,
    sql`select lead_id as "leadId", d.basis, draft from follow_up_drafts d
      join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given("leadId" uuid, "basis" text)
        on lead_id = given."leadId" and d.basis = given."basis"`,
  );
}

/** The first one stays: what somebody has read is not exchanged. People who are gone are left out. */
export async function insertDraft(
  db: Queryable,
  { leadId, basis, draft }: DraftRow,
  createdAt: Date,
): Promise<void> {
  await db.execute(sql`insert into follow_up_drafts (lead_id, basis, draft, created_at)
    select id, ${basis}, ${draft === null ? null : JSON.stringify(draft)}::jsonb, ${createdAt.toISOString()}::timestamptz
    from leads where id = ${leadId} on conflict do nothing`);
}

/** What a person has been drafted, for them to read. */
export async function listDraftsOf(
  db: Queryable,
  leadId: string,
): Promise<{ body: string; writtenBy: string; at: string }[]> {
  const rows = await rowsOf<{ body: string; writtenBy: string; at: string }>(
    db,
    sql`select draft->>'body' as body, draft->>'writtenBy' as "writtenBy", created_at as at from follow_up_drafts
      where lead_id = ${leadId} and draft is not null order by created_at`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

export async function forgetDrafts(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from follow_up_drafts where lead_id = any(${sql.param([...leadIds])}::uuid[])`);
}

/** How often the model was asked since then. */
export async function countDrafts(db: Queryable, since: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from follow_up_drafts where created_at >= ${since.toISOString()}::timestamptz`,
  );
  return row?.count ?? 0;
}

/** Drafts whose reason has long passed. */
export async function sweepDrafts(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from follow_up_drafts where created_at < ${before.toISOString()}::timestamptz`);
}
