import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { NewLeadRow } from '../store.ts';
import { leadNotes, leads } from '../tables.ts';

export type ImportedLead = { id: string; email: string | null };

/**
 * Adds those who are neither a lead nor an earlier row, in the order given; answers who was new. The rows travel as one
 * value: a statement with a parameter for each cell takes several times as long to put together.
 */
export async function insertInOrder(tx: Transaction, rows: NewLeadRow[]): Promise<ImportedLead[]> {
  if (rows.length === 0) return [];
  const plain = JSON.stringify(rows);
  // Half a character, which a workbook can hold and the database cannot, stands there as \ud83c.
  const given = plain.includes('\\ud') ? JSON.stringify(rows, wholeCharacters) : plain;
  return rowsOf(
    tx,
    sql`insert into leads (id, name, given_name, family_name, company, email, email_key, contact_hash, handle, handle_key, phone, phone_key, platform, behavior_signal,
        signal_url, ai_score, score_reasons, scored_by, contact_status, group_id, country, time_zone, legal_ground, import_id,
        match_keys, search_text)
      select id, name, "givenName", "familyName", company, email, "emailKey", "contactHash", handle, "handleKey", phone, "phoneKey", platform, "behaviorSignal",
        "signalUrl", "aiScore", "scoreReasons", "scoredBy", "contactStatus", "groupId", country, "timeZone", "legalGround", "importId",
        array(select jsonb_array_elements_text("matchKeys")), "searchText"
      from rows from (jsonb_to_recordset(${given}::jsonb) as (id uuid, name text, "givenName" text, "familyName" text, company text, email text, "emailKey" text,
        "contactHash" text, handle text, "handleKey" text, phone text, "phoneKey" text, platform text, "behaviorSignal" text, "signalUrl" text,
        "aiScore" numeric, "scoreReasons" jsonb, "scoredBy" text, "contactStatus" text, "groupId" uuid, country text, "timeZone" text,
        "legalGround" text, "importId" uuid, "matchKeys" jsonb, "searchText" text)) with ordinality as given
      order by ordinality
      on conflict do nothing returning id, email`,
  );
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

export async function insertNotes(tx: Transaction, rows: (typeof leadNotes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(leadNotes).values(rows);
}

/** Hides people who were never worked with. */
export async function hideLeads(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(leads)
    .set({ deletedAt: at })
    .where(sql`${leads.id} = any(${sql.param([...ids])}::uuid[])`);
}
