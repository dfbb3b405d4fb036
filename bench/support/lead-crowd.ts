import type pg from 'pg';

const GROUPS = 20;

export const FIRST_GROUP = '00000000-0000-7000-8000-000000000001';

/** Invented leads `from` to `to` in twenty groups, of usual size. */
export async function fillLeads(pool: pg.Pool, to: number, from = 1): Promise<void> {
  await pool.query(
    `insert into lead_groups (id, name, color)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Group ' || n, '#3B82F6'
     from generate_series(1, $1::int) n on conflict do nothing`,
    [GROUPS],
  );
  await pool.query(
    `insert into leads (id, name, email, email_key, handle, handle_key, platform, behavior_signal, ai_score, contact_status,
       group_id, stage, legal_ground, search_text, match_keys, created_at)
     select gen_random_uuid(), 'Person ' || n, 'person' || n || '@clinic.test', 'person' || n || '@clinic.test', '@p' || n,
       'practice:p' || n, 'practice', 'Can anyone recommend an evening tea, number ' || n || '?', (random() * 10)::numeric(3,1),
       (array['verified', 'email_verified', 'manual_verification'])[1 + n % 3],
       ('00000000-0000-7000-8000-' || lpad((1 + n % $3::int)::text, 12, '0'))::uuid,
       (array['new', 'contacted', 'engaged', 'qualified', 'converted'])[1 + n % 5], 'consent',
       'person ' || n || E'\\nperson' || n || E'@clinic.test\\n@p' || n || E'\\ncan anyone recommend an evening tea, number ' || n || '?',
       array['s:person' || n], now() - n * interval '1 second'
     from generate_series($2::int, $1::int) n`,
    [to, from, GROUPS],
  );
  await pool.query('vacuum analyze leads');
}
