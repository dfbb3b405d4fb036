import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../../tests/support/client.ts';
import type { ServerProcess } from '../../tests/support/server-process.ts';

const SINK = fileURLToPath(new URL('mail-sink-peer.ts', import.meta.url));

/** The lead group that `fillRecipients` fills. */
export const RECIPIENTS = '00000000-0000-7000-8000-000000000001';

export type Sink = {
  port: number;
  /** When it accepted its first message; undefined until then. */
  firstAt: () => number | undefined;
  close: () => void;
};

/** A mail server in its own process that accepts everything. */
export function startSink({
  mode,
  answersAfterMs = 0,
}: {
  mode: 'plain' | 'pipelining';
  answersAfterMs?: number;
}): Promise<Sink> {
  const child = fork(SINK, [mode, String(answersAfterMs)]);
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    child.on('message', (message: { port?: number; firstAt?: number }) => {
      if (message.firstAt !== undefined) firstAt = message.firstAt;
      if (message.port !== undefined)
        resolve({ port: message.port, firstAt: () => firstAt, close: () => child.disconnect() });
    });
  });
}

/** `count` people who can receive email. */
export async function fillRecipients(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into lead_groups (id, name, color) values ($1, 'Everybody', '#3B82F6') on conflict do nothing`,
    [RECIPIENTS],
  );
  await pool.query(
    `insert into leads (id, name, email, email_key, contact_hash, platform, behavior_signal, contact_status, group_id,
       legal_ground, country, signal_at, search_text)
     select gen_random_uuid(), 'Person ' || n, 'person' || n || '@clinic.test', 'person' || n || '@clinic.test', 'hash' || n,
       'reddit', 'Can anyone recommend an evening tea?', 'verified', $1, 'legitimate_interest', 'US', now(),
       'person ' || n || ' person' || n || '@clinic.test can anyone recommend an evening tea?'
     from generate_series(1, $2::int) n on conflict do nothing`,
    [RECIPIENTS, count],
  );
  await pool.query('vacuum analyze leads');
}

export async function signedIn(server: ServerProcess): Promise<TestClient> {
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  return client;
}

/** Launches a campaign to all recipients; returns its id. */
export async function launchToAll(client: TestClient): Promise<string> {
  const { id } = await client.post<{ id: string }>('/api/campaigns', {
    name: 'Bench',
    channels: ['email'],
    targetGroups: [RECIPIENTS],
    landingPageUrl: 'https://landing.test/',
    status: 'active',
  });
  return id;
}

/** How many messages of a campaign are in one of these states. */
export async function countMessages(
  pool: pg.Pool,
  campaignId: string,
  statuses: readonly string[],
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from messages where campaign_id = $1 and status = any($2)',
    [campaignId, statuses],
  );
  return rows[0]?.count ?? 0;
}

export async function until(isDone: () => Promise<boolean>, everyMs = 250): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}

/** Resident memory of a process, in MB. */
export function residentMb(server: ServerProcess): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}
