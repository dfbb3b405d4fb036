import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadRun } from '#features/discovery/contract.ts';
import type { ImportReport } from '#features/imports/contract.ts';
import type { BulkActionProgress } from '#features/leads/contract-bulk-actions.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** Enough that the server is still at it when it is killed. */
const ROWS = 40_000;

describe('the process is killed while leads come in or are changed', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: ServerProcess;
  let client: TestClient;
  let group: LeadGroup;
  let pool: pg.Pool;

  const start = async (): Promise<void> => {
    server = await startServerProcess({ DATABASE_URL: database.url, DEMO: 'off' });
    client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
  };
  const kill = async (): Promise<void> => {
    await server.end('SIGKILL');
  };
  const numberOf = async (statement: string): Promise<number> =>
    Number((await pool.query<{ n: string }>(statement)).rows[0]?.n);
  const until = async (statement: string): Promise<void> => {
    while ((await numberOf(statement)) === 0) await sleep(5);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    await start();
    group = await client.post<LeadGroup>('/api/lead-groups', { name: 'Crash' });
  }, 60_000);
  afterAll(async () => {
    await server.end('SIGKILL');
    await pool.end();
    await database.drop();
  });

  const csv = (rows: number): string =>
    [
      'name,email',
      ...Array.from({ length: rows }, (_none, index) => `Person ${index},p${index}@customer.test`),
    ].join('\n');
  const importCsv = (rows: number): Promise<Response> =>
    client.call('POST', `/api/leads/import?groupId=${group.id}`, {
      body: csv(rows),
      headers: { 'content-type': 'text/csv', 'x-filename': 'people.csv' },
    });

  it('leaves no half import, and the same file goes in afterwards', async () => {
    const answer = importCsv(ROWS).then(
      (response) => response.status,
      () => 'no answer' as const,
    );
    // Rows of a transaction that is not over are seen by nobody; the table itself grows.
    const before = await numberOf(`select pg_relation_size('leads') as n`);
    await until(`select (pg_relation_size('leads') > ${before} + 500000)::int as n`);
    await kill();
    expect(await answer).toBe('no answer');
    expect(await numberOf('select count(*) as n from leads')).toBe(0);
    expect(await numberOf('select count(*) as n from lead_imports')).toBe(0);
    expect(await numberOf(`select count(*) as n from events where type = 'lead.added'`)).toBe(0);
    await start();
    const again = await importCsv(3_000);
    expect(await again.json()).toMatchObject({ imported: 3_000, duplicates: 0 });
  }, 120_000);

  it('goes on with the undo of an import where it was, and tells of each entry once', async () => {
    const rows = Array.from({ length: 5_000 }, (_none, index) => `left${index}@customer.test,x`);
    const answer = await client.call('POST', `/api/leads/import?groupId=${group.id}`, {
      body: ['email,Do not contact', ...rows].join('\n'),
      headers: { 'content-type': 'text/csv', 'x-filename': 'left.csv' },
    });
    const { importId, unsubscribed } = (await answer.json()) as ImportReport;
    expect(unsubscribed).toBe(5_000);
    client.call('POST', `/api/leads/imports/${importId}/undo`).catch(() => undefined);
    const lifted = `select count(*) as n from audit_entries where action = 'suppression.lifted'`;
    await until(lifted);
    await kill();
    const before = await numberOf(lifted);
    expect([before % 1_000, before < 5_000]).toEqual([0, true]);
    await start();
    await eventually(
      async () =>
        expect(await client.get(`/api/leads/imports/${importId}/undo`)).toEqual({
          isDone: true,
          removed: 5_000,
          kept: 0,
          reopened: 0,
        }),
      90_000,
    );
    expect([await numberOf(lifted), await numberOf('select count(*) as n from suppressions')]).toEqual([
      5_000, 0,
    ]);
  }, 150_000);

  it('goes on with a deed on many leads where it was, doing nothing twice', async () => {
    const { id } = await client.post<BulkActionProgress>('/api/leads/acts', {
      act: { kind: 'stage', stage: 'contacted' },
      leads: { filter: { groupId: group.id } },
    });
    await until(`select (done > 0)::int as n from lead_acts where id = '${id}'`);
    await kill();
    await start();
    await eventually(
      async () =>
        expect(await client.get(`/api/leads/acts/${id}`)).toMatchObject({
          state: 'done',
          done: 3_000,
          changed: 3_000,
        }),
      90_000,
    );
    const moves = `select count(*) as n from events where type = 'lead.stage_changed'`;
    expect(await numberOf(moves)).toBe(3_000);
  }, 150_000);

  it('ends a discovery after the restart, with true counts and nobody twice', async () => {
    const shelf = await client.post<LeadGroup>('/api/lead-groups', { name: 'Found' });
    const body = {
      searchQuery: 'people who ask for evening tea',
      platforms: ['practice'],
      categoryId: shelf.id,
      count: 100,
    };
    client.call('POST', '/api/leads/generate', { body }).catch(() => undefined);
    await until(`select count(*) as n from lead_runs`);
    await kill();
    await start();
    const run = await eventually(async () => {
      const [newest] = await client.get<LeadRun[]>('/api/leads/runs?limit=1');
      if (newest?.state !== 'done') throw new Error(`still ${newest?.state}`);
      return newest;
    }, 100_000);
    const kept = run.sources.reduce((sum, source) => sum + source.kept, 0);
    expect(kept).toBeGreaterThan(0);
    const ofGroup = `from leads where group_id = '${shelf.id}'`;
    expect(await numberOf(`select count(*) as n ${ofGroup}`)).toBe(kept);
    expect(await numberOf(`select count(distinct handle_key) as n ${ofGroup}`)).toBe(kept);
  }, 150_000);
});
