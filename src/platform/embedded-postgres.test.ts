import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { createLog } from './log.ts';

// One after the other on one data folder, as a data folder lives. Making a database takes seconds on a busy machine.
describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  let dataDir = '';
  let server: EmbeddedPostgres;

  const start = () => startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const inHome = (...path: string[]) => join(dataDir, 'postgres', ...path);
  const pidFile = () => inHome('data', 'postmaster.pid');
  const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);
  const portOf = ({ url }: EmbeddedPostgres) => Number(new URL(url).port);

  const query = async (statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };

  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'yarrow-postgres-'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts from an interrupted first start', async () => {
    server = await start();
    await server.stop();
    // What a kill in mid-initdb leaves behind.
    rmSync(inHome('data'), { recursive: true });
    writeFileSync(inHome('data.unfinished'), '');
    writeFileSync(inHome('start.lock'), '999999999\n');
    server = await start();
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is a UTF-8 database of an ordinary role that may use trusted extensions', async () => {
    await query('create extension pg_trgm; create extension unaccent');
    const [facts] = await query(`
      select current_setting('is_superuser') as superuser, current_setting('server_encoding') as encoding,
        upper('é') as upper, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        to_tsvector('simple', 'Müsli für Zoë')::text as words`);
    expect(facts).toEqual({
      superuser: 'off',
      encoding: 'UTF8',
      upper: 'É',
      fsync: 'on',
      commit: 'on',
      words: "'für':2 'müsli':1 'zoë':3",
    });
  });

  it('keeps what was committed when the server is killed, and comes back on the same port', async () => {
    await query(`create table notes (body text); insert into notes values ('kept')`);
    process.kill(serverPid(), 'SIGKILL');
    const before = server;
    server = await start();
    expect(await query('select body from notes')).toEqual([{ body: 'kept' }]);
    expect(server.url).toBe(before.url);
    await before.stop();
  });

  it('joins a running server and leaves it to the last one that uses it', async () => {
    const pid = serverPid();
    const second = await start();
    expect(second.url).toBe(server.url);
    expect(serverPid()).toBe(pid);
    await second.stop();
    expect(serverPid()).toBe(pid);
    await server.stop();
    await server.stop();
    expect(existsSync(pidFile())).toBe(false);
  });

  it('is not misled by a process id that now belongs to another program', async () => {
    writeFileSync(pidFile(), `${process.pid}\n${inHome('data')}\n0\n${portOf(server)}\n`);
    server = await start();
    expect(await query('select body from notes')).toEqual([{ body: 'kept' }]);
    await server.stop();
  });

  it('moves to another port when somebody took its own', async () => {
    const port = portOf(server);
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    server = await start();
    squatter.close();
    expect(portOf(server)).not.toBe(port);
    expect(await query('select body from notes')).toEqual([{ body: 'kept' }]);
  });

  it('writes no data and no password into its log', async () => {
    await query(`create unique index on notes (body)`);
    await expect(query(`insert into notes values ('kept')`)).rejects.toThrow('duplicate key');
    const written = readFileSync(inHome('server.log'), 'utf8');
    expect(written).not.toContain('kept');
    expect(written).not.toContain(new URL(server.url).password);
  });
});
