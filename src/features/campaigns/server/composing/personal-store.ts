import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { PersonalNote } from '../../contract.ts';

export type StoredSentence = { leadId: string; basis: string; note: PersonalNote | null };

/** What a model wrote for these people on these bases. */
export async function listSentences(
  db: Queryable,
  wanted: readonly Pick<StoredSentence, 'leadId' | 'basis'>[],
): Promise<StoredSentence[]> {
  if (wanted.length === 0) return [];
  return rowsOf<StoredSentence>(
    db,
    sql`select lead_id as "leadId", personal_sentences.basis, note from personal_sentences
      join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given("leadId" uuid, "basis" text)
        on lead_id = given."leadId" and personal_sentences.basis = given."basis"`,
  );
}

/** Every sentence that a model wrote for a person. */
export async function listSentencesOf(db: Queryable, leadId: string): Promise<PersonalNote[]> {
  const rows = await rowsOf<{ note: PersonalNote }>(
    db,
    sql`select note from personal_sentences where lead_id = ${leadId} and note is not null order by created_at`,
  );
  return rows.map(({ note }) => note);
}

/** The first one stays: what somebody has seen in a preview is what leaves. People who are gone are left out. */
export async function insertSentence(db: Queryable, { leadId, basis, note }: StoredSentence): Promise<void> {
  await db.execute(sql`insert into personal_sentences (lead_id, basis, note)
    select id, ${basis}, ${note === null ? null : JSON.stringify(note)}::jsonb from leads where id = ${leadId}
    on conflict do nothing`);
}

/** Of people whose data is removed, or who became another record. */
export async function forgetSentences(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  await tx.execute(
    sql`delete from personal_sentences where lead_id = any(${sql.param([...leadIds])}::uuid[])`,
  );
}

/** Sentences that nobody has asked for in a long time: their facts or their purpose are others by now. */
export async function sweepSentences(db: Queryable, keptDays: number): Promise<void> {
  await db.execute(
    sql`delete from personal_sentences where created_at < now() - make_interval(days => ${keptDays})`,
  );
}
