import type pg from 'pg';

/** People with an address each, in one group. */
export async function fillPeople(sql: pg.Client | pg.Pool, count: number): Promise<string> {
  const groupId = crypto.randomUUID();
  await sql.query(`insert into lead_groups (id, name, color) values ($1, 'Everybody', '#3B82F6')`, [groupId]);
  await sql.query(
    `insert into leads (id, name, email, email_key, contact_hash, platform, contact_status, group_id, legal_ground)
     select gen_random_uuid(), 'Person ' || n, 'person' || n || '@clinic.test', 'person' || n || '@clinic.test', 'hash' || n,
       'import', 'email_verified', $1, 'consent' from generate_series(1, $2::int) n`,
    [groupId, count],
  );
  return groupId;
}
