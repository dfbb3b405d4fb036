import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../../tests/support/client.ts';
import { startServerProcess } from '../../tests/support/server-process.ts';
import { fillLeads } from './lead-crowd.ts';

/** A folder that keeps the leads for the next bench. */
const KEPT = process.env.BENCH_DATA_DIR;

/**
 * A server with this many invented leads, and a signed-in client.
 * @param name distinguishes the servers of one bench
 */
export async function startLeadServer(leads: number, name?: string) {
  const kept = KEPT !== undefined && name !== undefined ? join(KEPT, name) : KEPT;
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
  const database = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') });
  const server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
  const pool = new pg.Pool({ connectionString: database.url, max: 50, statement_timeout: 0 });
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const { rows } = await pool.query<{ count: string }>('select count(*) from leads');
  const present = Number(rows[0]?.count);
  const stop = async (): Promise<void> => {
    await pool.end();
    await server.end();
    await database.stop();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  };
  if (present > leads) {
    await stop();
    throw new Error(`${folder} holds ${present} leads, more than the ${leads} to measure`);
  }
  if (present < leads) await fillLeads(pool, leads, present + 1);
  return {
    server,
    pool,
    client,
    stop,
  };
}
